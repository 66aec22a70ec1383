"""Makes diffs between an original and its filtered text. They show the originals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import click

from anonfilter.contract.document import Replacement
from anonfilter.text.terminal import printable
from anonfilter.text.values import hide_values

CONTEXT = 3
_SHOWN = 60  # the characters shown around a change in a long line on a terminal
_COLORS = {"-": "red", "+": "green", "@": "cyan"}
_BRACKETS = {"": ("", ""), "-": ("[-", "-]"), "+": ("{+", "+}")}

Pair = tuple[str, str]
Part = tuple[str, str]


@hide_values
@dataclass(frozen=True, slots=True)
class Line:
    """A line of a diff with its line end; each changed part has the mark `-` or `+`."""

    mark: str
    parts: Sequence[Part]


def unified(
    text: str, edits: Iterable[Replacement], name: str, *, words: bool = False, mark: str = ""
) -> Iterator[Line]:
    """Yield the lines of a unified diff; with ``words``, a changed line appears once.

    ``mark`` is the byte order mark in front of the text, which a patch must contain. Replacements
    keep line ends, so each line of one text has the same number in the other, and the time is
    linear.
    """
    path = name.lstrip("/")
    head = [f"--- a/{path}\n", f"+++ b/{path}\n"]
    for start, hunk in _hunks(_lines(text, edits, mark)):
        yield from (Line("", [(line, "")]) for line in head)
        head = []
        olds, news = (sum(any(pair[side] for pair in line) for line in hunk) for side in (0, 1))
        yield Line("@", [(f"@@ -{start + 1},{olds} +{start + 1},{news} @@\n", "")])
        yield from map(_in_words, hunk) if words else _in_lines(hunk)


def rendered(line: Line, *, color: bool, terminal: bool) -> str:
    """Return a line as it is printed.

    On a terminal, control characters are escaped and long unchanged parts are shortened.
    """
    shown = []
    for text, kind in line.parts:
        part = text
        if terminal:
            is_long = not kind and len(text) > 2 * _SHOWN
            part = printable(f"{text[:_SHOWN]} ... {text[-_SHOWN:]}" if is_long else text)
        if not line.mark:
            opening, closing = _BRACKETS[kind]
            part = f"{opening}{part}{closing}"
        if color:
            part = click.style(part, fg=_COLORS.get(line.mark or kind), reverse=bool(kind) or None)
        shown.append(part)
    return "".join(shown)


def _lines(text: str, edits: Iterable[Replacement], mark: str) -> Iterator[list[Pair]]:
    """Yield the lines as pairs of old and new text; only a line feed ends a line, as in diff."""
    line: list[Pair] = [(mark, mark)] if mark else []
    for old, new in _pairs(text, edits):
        both = zip_longest(old.split("\n"), new.split("\n"), fillvalue="")
        for number, pair in enumerate(both):
            if number:
                yield [*line, ("\n", "\n")]
                line = []
            if pair != ("", ""):
                line.append(pair)
    if line:
        yield line


def _pairs(text: str, edits: Iterable[Replacement]) -> Iterator[Pair]:
    """Yield the text in pieces, each as a pair of its old and its new text."""
    done = 0
    for edit in edits:
        yield text[done : edit.start], text[done : edit.start]
        yield text[edit.start : edit.end], edit.text
        done = edit.end
    yield text[done:], text[done:]


def _hunks(lines: Iterable[list[Pair]]) -> Iterator[tuple[int, list[list[Pair]]]]:
    """Yield each hunk: the number of lines before it, and its differing lines with their context.

    Hunks whose contexts touch are joined.
    """
    before = deque[list[Pair]](maxlen=CONTEXT)
    hunk: list[list[Pair]] = []
    start = same = 0
    for at, line in enumerate(lines):
        if any(old != new for old, new in line):
            if not hunk:
                start, hunk = at - len(before), [*before]
            same = -1
        elif not hunk:
            before.append(line)
            continue
        hunk.append(line)
        same += 1
        if same > 2 * CONTEXT:
            yield start, hunk[: CONTEXT - same]
            before.extend(hunk)
            hunk = []
    if hunk:
        yield start, hunk[: len(hunk) - max(0, same - CONTEXT)]


def _in_lines(hunk: Iterable[Sequence[Pair]]) -> Iterator[Line]:
    """Yield the lines of a hunk; the old forms of changed lines precede the new forms."""
    added: list[Line] = []
    for line in hunk:
        if all(old == new for old, new in line):
            yield from added
            added = []
            yield from _side(" ", [(old, "") for old, _ in line])
        else:
            yield from _side("-", [(old, "-" if old != new else "") for old, new in line])
            added += _side("+", [(new, "+" if old != new else "") for old, new in line])
    yield from added


def _side(mark: str, parts: list[Part]) -> Iterator[Line]:
    """Yield a line as one of the two texts has it; nothing if that text does not have the line."""
    parts = [(text, kind) for text, kind in parts if text]
    if not parts:
        return
    if parts[0][1]:
        parts = [("", ""), *parts]
    yield Line(mark, [(mark + parts[0][0], ""), *parts[1:]])
    if parts[-1:] != [("\n", "")]:
        yield Line("\\", [("\n\\ No newline at end of file\n", "")])


def _in_words(line: Sequence[Pair]) -> Line:
    """Return one line that shows the old and the new text of each changed part."""
    parts: list[Part] = []
    for old, new in line:
        parts += [(old, "")] if old == new else [(old, "-"), (new, "+")]
    if parts[-1:] != [("\n", "")]:
        parts.append(("\n", ""))
    return Line("", [(text, kind) for text, kind in parts if text])
