"""Originals that were replaced somewhere and still stand somewhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from anonfilter import spans
from anonfilter.model import Change, Document, Mention, Span, Survives, Tagged
from anonfilter.wordindex import WordIndex, Words, folded_words, tokens
from anonfilter.words import is_common

_PART = r"(?:[^\W\d_]\.)*[^\W\d_]+\.?"  # "Bell", "J.R.", "Jr."; but no "example.org"
_NAME = re.compile(rf"{_PART}(?:[\s'\-]+{_PART})*")
_ADDRESS = re.compile(r"\s(?:dot|at)\s", re.I)  # "jane smith at example dot com": no name


def survivors(
    document: Document, tagged: Sequence[Tagged], changes: Iterable[Change]
) -> list[Span]:
    """Where the output still holds an original whose label says that it must not.

    A whole surface counts, and of a name each part that is not also a common word. What a
    resolver excluded in so many words may stay.
    """
    originals: dict[Words, Mention] = {}
    for one in tagged:
        if one.mention.label.survives is Survives.FAIL:
            for words in telling(one.mention.surface):
                originals.setdefault(words, one.mention)
    allowed = _excluded(changes)
    return [
        Span(start, end, mention.label.name, "survivors", rule="a replaced original is left")
        for start, end, mention in _occurrences(document.prose, originals)
        if not spans.covered(allowed, start, end)
    ]


def not_found(
    document: Document, known: Iterable[Span], found: Iterable[Span], changes: Iterable[Change]
) -> Iterator[Span]:
    """Known originals, or what is left of them, that nobody found; what is excluded may stay."""
    allowed = _excluded(changes)
    holes = spans.merged((span.start, span.end) for span in found)
    for span in known:
        if not spans.covered(allowed, span.start, span.end):
            touched = spans.within(holes, span.start, span.end)
            yield from spans.subtract(span, touched, document.text)


def _excluded(changes: Iterable[Change]) -> list[spans.Stretch]:
    return spans.merged(
        (span.start, span.end) for change in changes if change.excluded for span in change.before
    )


def telling(surface: str) -> Iterator[Words]:
    """The word sequences that would give this surface away, wherever they stand."""
    words = folded_words(surface)
    name = is_name(surface)
    if len(words) > 1 or (words and not (name and _is_anybodys(words[0])) and len(words[0]) > 2):
        yield words
    if name:
        yield from ((word,) for word in words if len(word) > 2 and not _is_anybodys(word))


def _is_anybodys(word: str) -> bool:
    """Whether a word says nothing by itself; the III of a name also counts items, and stammers."""
    return is_common(word) or word == "iii"


def is_name(surface: str) -> bool:
    """Whether these are the words of a name, and no address or number."""
    return _NAME.fullmatch(surface) is not None and _ADDRESS.search(surface) is None


def _occurrences(text: str, originals: dict[Words, Mention]) -> Iterator[tuple[int, int, Mention]]:
    if not originals:
        return
    index = WordIndex(originals)
    found = tokens(text)
    for at, token in enumerate(found):
        for length, mention in index.at(found, at):
            yield token.start, found[at + length - 1].end, mention
            break
