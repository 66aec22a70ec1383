"""Write an HTML page of the people in documents: one file, which loads no other file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from anonfilter.contract.document import CODE, Field, Span
from anonfilter.reports.spans import replaced_surface
from anonfilter_review.people.document_people import COLUMNS, DOUBTS, DocumentPeople, doubts, rows

Stretch = tuple[int, int, str]
"""A stretch of a document's text, and the HTML in its place."""

_GOLDEN = 137  # degrees between hues, so that the colours of successive people differ
_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>People</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 50em; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #ccc; padding: .2em .8em .2em 0; text-align: left }
p { overflow-wrap: anywhere; white-space: pre-wrap }
.speaker { font-weight: bold; margin-bottom: 0 }
.who { background: hsl(var(--hue) 80% 88%); border-radius: .2em; color: #000; padding: 0 .15em;
  text-decoration: none }
:target { outline: 2px solid }
</style>
</head>
<body>
"""


def page(people: Mapping[str, DocumentPeople]) -> str:
    """Return the page of these documents, by name; it has names only if values are shown."""
    parts = [_HEAD]
    for number, (name, of_document) in enumerate(people.items(), 1):
        parts += f"<h1>{escape(name)}</h1>\n", *_document(of_document, f"f{number}-")
    return "".join([*parts, "</body>\n</html>\n"])


def _document(people: DocumentPeople, prefix: str) -> Iterator[str]:
    rows_shown = (
        (f' id="{prefix}{row[0]}"', (f'<span class="who" {_hue(row[0])}>{row[0]}</span>', *cells))
        for row in rows(people)
        for cells in [map(escape, row[1:])]
    )
    yield from _table(COLUMNS, rows_shown)
    yield from _table(DOUBTS, (("", tuple(map(escape, row))) for row in doubts(people)))
    stretches = sorted(_stretches(people, prefix))
    at = 0
    for field in people.document.fields:
        if field.role == CODE:
            continue
        while at < len(stretches) and stretches[at][1] <= field.start:
            at += 1
        kind = ' class="speaker"' if field.role == "speaker" else ""
        yield f"<p{kind}>{_written(people.document.text, field, stretches, at)}</p>\n"


def _table(columns: Sequence[str], body: Iterator[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    lines = [f"<tr{about}><td>{'</td><td>'.join(cells)}</td></tr>\n" for about, cells in body]
    if lines:
        yield f"<table>\n<tr><th>{'</th><th>'.join(columns)}</th></tr>\n"
        yield from lines
        yield "</table>\n"


def _stretches(people: DocumentPeople, prefix: str) -> Iterator[Stretch]:
    """Yield the HTML for each mention of a person, and for all other replaced text."""
    who = {
        (span.start, span.end): cluster.id for cluster in people.clusters for span in cluster.spans
    }
    for one in people.done.tagged:
        span = one.mention.span
        if (span.start, span.end) not in who:
            yield span.start, span.end, escape(replaced_surface(people.document, one))
    for cluster in people.clusters:
        for span in cluster.spans:
            yield span.start, span.end, _mention(people, span, who[span.start, span.end], prefix)


def _mention(people: DocumentPeople, span: Span, who: str, prefix: str) -> str:
    stays = people.values or people.stays(span)
    shown = people.document.text[span.start : span.end] if stays else people.replacement(span)
    return f'<a class="who" href="#{prefix}{who}" title="{who}" {_hue(who)}>{escape(shown)}</a>'


def _hue(who: str) -> str:
    number = int("".join(filter(str.isdigit, who)) or 0)
    return f'style="--hue: {number * _GOLDEN % 360}"'


def _written(text: str, field: Field, stretches: Sequence[Stretch], at: int) -> str:
    """Return the HTML of a field; stretches inside another stretch are left out."""
    parts: list[str] = []
    done = field.start
    while at < len(stretches) and stretches[at][0] < field.end:
        start, end, put = stretches[at]
        if start >= done:
            parts += escape(text[done:start]), put
        done = max(done, end)
        at += 1
    return "".join([*parts, escape(text[done : field.end])])
