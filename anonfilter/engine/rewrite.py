"""Writes replacements into a file, in one pass over the offsets of the original."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from anonfilter.contract.document import BareValue, Document, Replacement, RewrittenText
from anonfilter.engine.spans import covered, merged

_LINE_END = re.compile(r"(?:\r\n|\r|\n)[ \t]*")
_REST_BLANK = re.compile(r"[^\S\r\n]*(?:\r\n|[\r\n]|\Z)")


def to_file(document: Document, replacements: Sequence[Replacement]) -> list[Replacement]:
    """Turn replacements in the document's text into replacements in its decoded file."""
    source = document.source.text
    starts = [field.start for field in document.fields]
    result: list[Replacement] = []
    bare: dict[int, tuple[BareValue, list[Replacement]]] = {}
    echoes = set[Replacement]()
    for replacement in replacements:
        field = document.fields[max(0, bisect_right(starts, replacement.start) - 1)]
        text = field.encode(replacement.text)
        own = (
            result if field.bare is None else bare.setdefault(field.bare.start, (field.bare, []))[1]
        )
        for start, end in document.origin.stretches(replacement.start, replacement.end):
            wrapped = _wrapped(source, start, end, text)
            if not field.blank_lines and _leaves_blank_line(source, start, end, wrapped):
                wrapped = text
            emptied = not (wrapped or field.blank_lines) and _begins_line(source, start)
            if emptied and (rest := _REST_BLANK.match(source, end)):
                end = rest.end()  # Remove the whole line: an empty line would end a cue.
            own.append(Replacement(start, end, wrapped))
            text = field.encode("")
        first = bisect_right(field.timings, replacement.start, key=lambda timing: timing.end)
        last = bisect_left(field.timings, replacement.end, key=lambda timing: timing.start)
        echoes.update(edit for timing in field.timings[first:last] for edit in timing.echoes)
    for value, own in bare.values():
        result += _quoted(source, value, own)
    gone = merged((echo.start, echo.end) for echo in echoes)
    result = [edit for edit in result if not (gone and covered(gone, edit.start, edit.end))]
    result += echoes
    result.sort(key=lambda edit: (edit.start, edit.end))
    return result


def _quoted(source: str, value: BareValue, own: list[Replacement]) -> list[Replacement]:
    """Return the replacements in a value without quotes; add quotes if the new value needs them."""
    if value.fits(splice(source, value.start, value.end, own)):
        return own
    closing = value.quote if value.closing is None else value.closing
    result = [
        Replacement(value.start, value.start, value.quote),
        Replacement(value.end, value.end, closing),
    ]
    done = value.start
    for edit in [*own, Replacement(value.end, value.end, "")]:
        result += (
            Replacement(at, at + 1, value.escape(source[at]))
            for at in range(done, edit.start)
            if value.escape(source[at]) != source[at]
        )
        done = edit.end
    return [*result, *(Replacement(edit.start, edit.end, value.escape(edit.text)) for edit in own)]


def splice(source: str, start: int, end: int, own: Sequence[Replacement]) -> str:
    """Return source[start:end] with these replacements, which are in order."""
    parts: list[str] = []
    for edit in own:
        parts += source[start : edit.start], edit.text
        start = edit.end
    return "".join(parts) + source[start:end]


def _wrapped(source: str, start: int, end: int, tag: str) -> str:
    """Return the tag with the line ends inside the stretch that it replaces.

    The line ends come first, unless that would leave an empty line, which ends a paragraph.
    """
    line_ends = "".join(_LINE_END.findall(source, start, end))
    if not line_ends:
        return tag
    return tag + line_ends if _begins_line(source, start) else line_ends + tag


def _leaves_blank_line(source: str, start: int, end: int, text: str) -> bool:
    """Return True if a line that this text is part of would be empty."""
    if not _LINE_END.search(text):
        return False
    first, *_, last = _LINE_END.split(text)
    return (not first.strip() and _begins_line(source, start)) or (
        not last.strip() and _REST_BLANK.match(source, end) is not None
    )


def _begins_line(source: str, at: int) -> bool:
    """Return True if nothing but blanks precedes this place on its line."""
    while at > 0 and source[at - 1].isspace() and source[at - 1] not in "\r\n":
        at -= 1
    return at == 0 or source[at - 1] in "\r\n"


def rewrite(document: Document, replacements: Sequence[Replacement]) -> RewrittenText:
    """Return the text of the file with these replacements in the document's text."""
    return apply_edits(document.source.text, to_file(document, replacements))


def apply_edits(source: str, edits: Sequence[Replacement]) -> RewrittenText:
    """Return a text with these replacements, which are in order and must not overlap."""
    shifts: list[tuple[int, int]] = []
    done = length = 0
    for edit in edits:
        if edit.start < done:
            raise ValueError("replacements overlap")
        length += edit.start - done + len(edit.text)
        shifts.append((length, edit.end))
        done = edit.end
    text = splice(source, 0, len(source), edits)
    return RewrittenText(text, tuple(edits), tuple(shifts))
