"""Read reviewers' marks: ``(text)[MISSED_LABEL]`` in anonymised text.

``_PARTIAL``: the rest of the value was masked; ``_SPEAKER``: it is the speaker's own. The text is
scored without the marks, but with its tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.evaluating.readers.raw import RawDocument, RawMention, without_gold, wrong

_TAG = re.compile(r"\[[A-Z][A-Z0-9_]*\]")
_MARK = re.compile(r"\[MISSED_(?P<label>[A-Z][A-Z0-9_]*?)(?P<notes>(?:_PARTIAL|_SPEAKER)*)\]")


def read(text: str, file: str) -> Iterator[RawDocument]:
    """Read the file as one document. Without marks and tags, it is not a reviewed text."""
    if not _TAG.search(text):
        raise without_gold(file)
    gone: list[tuple[int, int]] = []
    marked: list[tuple[int, int, re.Match[str]]] = []
    for match in _MARK.finditer(text):
        closing = match.start() - 1
        opening = _opening(text, closing)
        if opening is None:
            line = text.count("\n", 0, match.start()) + 1
            raise wrong("this mark has no (text in brackets) before it", file, line)
        gone += (opening, opening + 1), (closing, match.end())
        marked.append((opening + 1, closing, match))
    gone.sort()
    mentions = tuple(
        RawMention(
            start=_without(gone, start),
            end=_without(gone, end),
            label=match["label"],
            speaker="_SPEAKER" in match["notes"],
            partial="_PARTIAL" in match["notes"],
        )
        for start, end, match in marked
    )
    yield RawDocument("1", _bare(text, gone), mentions)


def _opening(text: str, closing: int) -> int | None:
    """Return the bracket that opens the one closing here; inner brackets are part of the value."""
    if closing < 0 or text[closing] != ")":
        return None
    depth = 0
    for at in range(closing, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return None


def _without(gone: list[tuple[int, int]], at: int) -> int:
    """Return a place's offset without the marks."""
    return at - sum(min(end, at) - start for start, end in gone if start < at)


def _bare(text: str, gone: list[tuple[int, int]]) -> str:
    parts: list[str] = []
    done = 0
    for start, end in gone:
        parts.append(text[done:start])
        done = end
    return "".join(parts) + text[done:]
