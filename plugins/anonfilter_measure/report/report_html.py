"""Functions that return parts of an HTML page, such as tables; all text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from anonfilter.text.terminal import one_line
from anonfilter_measure import charts
from anonfilter_measure.charts import Bar

_SHORT = 20  # the most rows of a table that is printed on one page
HEAD = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Report on personal data</title>
<style>
:root {{ color-scheme: light }}
body {{ background: #fff; color: #1f2328; font: 16px/1.5 system-ui, sans-serif; margin: 2em auto;
  max-width: 54em; padding: 0 1em }}
h1, h2, h3 {{ break-after: avoid; line-height: 1.2 }}
h2 {{ border-bottom: 2px solid #1f2328; margin-top: 2em; padding-bottom: .2em }}
table {{ border-collapse: collapse; margin: 1em 0; width: 100% }}
caption {{ font-weight: bold; text-align: left }}
thead {{ display: table-header-group }}
tr, .short {{ break-inside: avoid }}
th, td {{ border-bottom: 1px solid #d1d9e0; overflow-wrap: anywhere; padding: .2em .8em .2em 0;
  text-align: left; vertical-align: top }}
th[scope=col] {{ overflow-wrap: normal }}
.number {{ text-align: right; white-space: nowrap }}
.box {{ border: 2px solid #1f2328; padding: .6em 1em }}
figure {{ break-inside: avoid; margin: 1em 0 }}
figcaption {{ font-weight: bold }}
.line {{ border-bottom: 1px solid #1f2328; display: inline-block; height: 2.4em; width: 60% }}
{charts.STYLE}
@page {{ margin: 18mm 16mm }}
@media print {{
  body {{ font-size: 10.5pt; margin: 0; max-width: none; padding: 0 }}
  .page {{ break-before: page }}
}}
</style>
</head>
<body>
"""


def heading(text: str, *, new_page: bool = False) -> str:
    kind = ' class="page"' if new_page else ""
    return f"<h2{kind}>{escaped(text)}</h2>\n"


def paragraph(text: str) -> str:
    return f"<p>{escaped(text)}</p>\n"


def box(entries: Iterable[str]) -> str:
    """Return a frame with a paragraph for each entry."""
    return f'<div class="box">\n{"".join(map(paragraph, entries))}</div>\n'


def pairs(entries: Iterable[tuple[str, str]]) -> str:
    """Return a table of names and their values."""
    rows = "".join(
        f'<tr><th scope="row">{escaped(name)}</th><td>{escaped(value or "none")}</td></tr>\n'
        for name, value in entries
    )
    return f'<table class="short">\n<tbody>\n{rows}</tbody>\n</table>\n'


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns whose title begins with ``#`` have numbers."""
    kinds = [' class="number"' if column.startswith("#") else "" for column in columns]
    head = "".join(
        f'<th scope="col"{kind}>{escaped(column.removeprefix("#"))}</th>'
        for kind, column in zip(kinds, columns, strict=True)
    )
    body = [
        "<tr>"
        + "".join(f"<td{kind}>{escaped(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>\n"
        for row in rows
    ]
    short = ' class="short"' if len(body) <= _SHORT else ""
    return (
        f"<table{short}>\n<caption>{escaped(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{''.join(body)}</tbody>\n</table>\n"
    )


def chart(title: str, shown: Sequence[Bar], part: str = "") -> str:
    return figure(title, charts.draw_bars(title, shown, part))


def figure(title: str, drawn: str) -> str:
    return f"<figure>\n<figcaption>{escaped(title)}</figcaption>\n{drawn}</figure>\n"


def escaped(text: str) -> str:
    return escape(one_line(text))
