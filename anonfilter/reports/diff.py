"""Unified diffs of what a filter run changes; they show the originals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

CONTEXT = 3


def unified(before: str, after: str, name: str) -> Iterator[str]:
    """The lines of a diff, each with its line end.

    Replacements keep line ends, so line n of one text is line n of the other, and no search is
    needed: the time is linear.
    """
    pairs = list(zip_longest(_lines(before), _lines(after)))
    differing = [at for at, (old, new) in enumerate(pairs) if old != new]
    if not differing:
        return
    path = name.lstrip("/")
    yield f"--- a/{path}\n"
    yield f"+++ b/{path}\n"
    for start, end in _hunks(differing, len(pairs)):
        old = [line for line, _ in pairs[start:end] if line is not None]
        new = [line for _, line in pairs[start:end] if line is not None]
        yield f"@@ -{start + 1},{len(old)} +{start + 1},{len(new)} @@\n"
        yield from _hunk(pairs[start:end])


def _lines(text: str) -> list[str]:
    """Lines as diff counts them: only a line feed ends one."""
    lines = text.split("\n")
    last = lines.pop()
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _hunks(differing: list[int], length: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines around those that differ, joined where their contexts touch."""
    start = end = differing[0]
    for at in differing[1:]:
        if at - end > 2 * CONTEXT + 1:
            yield max(0, start - CONTEXT), min(length, end + 1 + CONTEXT)
            start = at
        end = at
    yield max(0, start - CONTEXT), min(length, end + 1 + CONTEXT)


def _hunk(pairs: list[tuple[str | None, str | None]]) -> Iterator[str]:
    added: list[str] = []
    for old, new in pairs:
        if old == new:
            yield from added
            added = []
            yield from _line(" ", old)
        else:
            yield from _line("-", old)
            added += _line("+", new)
    yield from added


def _line(mark: str, line: str | None) -> Iterator[str]:
    if line is None:
        return
    if line.endswith("\n"):
        yield mark + line
    else:
        yield f"{mark}{line}\n\\ No newline at end of file\n"
