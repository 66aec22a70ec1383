"""Find names that their speaker, another speaker or the end of a page cuts off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anonfilter.contract.document import Span
from anonfilter.engine import spans as algebra
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_contexts import begins_sentence
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers
from anonfilter_english.knowledge.people.titles import Titles, title_key
from anonfilter_english.resolvers.cut_offs.words_ahead import NextWord, Speech

_BROKEN = re.compile(r"(?<![\w'])(?P<piece>[^\W\d_]+)(?:-{1,3}|\u2014|\u2015)(?=\s|[\])\"]|\Z)")
_STUTTER = re.compile(
    r"(?<![\w'-])(?P<piece>[^\W\d_]{1,3})-{1,3}\s?(?:(?P=piece)-{1,3}\s?){0,6}"
    r"(?P<word>(?P=piece)[^\W\d_]{2,})(?!\w|-)",
    re.I,
)
_DIVIDED = re.compile(r"(?<![\w'-])(?P<piece>[^\W\d_]{1,5})-(?P<rest>[^\W\d_]{2,})(?!\w|-)")
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W\d_]+\.?)[^\S\n]*\n?[^\S\n]*\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_REACH = 40
_SHORT = 2
_LEAST_WHOLE = 3
_NO_NAMES = frozenset(("i", "a"))
_titles = Titles()


@hide_values
@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that belongs to a name.

    ``whole`` is the whole word if the stretch is only a piece of it; else "".
    """

    start: int
    end: int
    whole: str
    reason: str


class NameWords:
    """The places and the words of the names in a document."""

    def __init__(self, text: str, people: Sequence[Span]) -> None:
        self._text = text
        self._places = algebra.merged((span.start, span.end) for span in people)
        broken = {match.start("piece") for match in _BROKEN.finditer(text)}
        self._words = {
            fold(word[0])
            for start, end in self._places
            for word in _LETTERS.finditer(text, start, end)
            if word.start() not in broken
        }

    def is_name(self, start: int, end: int) -> bool:
        """Return True if text[start:end] is inside a name that a detector found."""
        return algebra.covered(self._places, start, end)

    def has_word(self, word: str) -> bool:
        return fold(word) in self._words

    def is_expected_at(self, start: int) -> bool:
        """Return True if a title or a part of a name is right before this place."""
        before = _LAST_WORD.search(self._text, max(0, start - _REACH), start)
        if before is None or not before[1][0].isupper():
            return False
        end = before.start(1) + len(before[1].rstrip("."))
        return self.is_name(before.start(1), end) or _titles.is_title(title_key(before[1]))


def find_broken_names(text: str, names: NameWords, speech: Speech) -> Iterator[Piece]:
    """Yield the pieces of names that are cut off, and the words that complete or continue them."""
    for match in _BROKEN.finditer(text):
        broken = _CutWord(match["piece"], *match.span("piece"))
        ahead = list(speech.words_after(match.end()))
        yield from _completed(text, broken, ahead, names) or _continued(broken, ahead, names)
    yield from _stuttered(text, names)
    yield from _divided(text, names)
    yield from _across_pages(text, names, speech.breaks)


@hide_values
class _CutWord(NamedTuple):
    """A word that a dash cuts off."""

    text: str
    start: int
    end: int


def _completed(
    text: str, broken: _CutWord, ahead: Iterable[NextWord], names: NameWords
) -> Sequence[Piece]:
    """Return the pieces of a name that a later word completes or repeats; none if no word does."""
    expected = names.is_expected_at(broken.start)
    found = names.is_name(broken.start, broken.end) or not begins_sentence(text, broken.start)
    may_begin = (
        not names.has_word(broken.text)
        and (expected or _may_begin_name(text, broken))
        and fold(broken.text) not in _NO_NAMES
    )
    for word in ahead:
        pieces = _halves(broken, word, names, expected=expected, found=found)
        if not pieces and may_begin:
            pieces = _repeated(broken, word, names, expected=expected)
        if pieces:
            return pieces
    return ()


def _halves(
    broken: _CutWord, word: NextWord, names: NameWords, *, expected: bool, found: bool
) -> Sequence[Piece]:
    """Return both pieces if the word is the other half: "Rich- (Yes.) -ardson"; else none.

    ``expected``: a title or a part of a name precedes the first half. ``found``: the first half was
    found, or its capital indicates a name.
    """
    piece = broken.text
    joined = piece + word.text
    if len(joined) <= _LEAST_WHOLE:
        return ()
    ordinary = piece.islower() and _is_ordinary(piece)
    known = names.has_word(joined) and (word.dashed or (word.words == 0 and not ordinary))
    small = word.text[0].islower() or piece.isupper()
    halves = word.dashed and small and not _is_ordinary(joined)
    whole = bearers(fold(joined)) is not UNLISTED or not _is_ordinary(piece)
    name = found and whole and piece[0].isupper() and len(piece) >= _SHORT and not piece.isupper()
    if not known and not (halves and (expected or name)):
        return ()
    return (
        Piece(broken.start, broken.end, joined, "a name cut off"),
        Piece(word.start, word.end, joined, "the rest of a name that was cut off"),
    )


def _repeated(
    broken: _CutWord, word: NextWord, names: NameWords, *, expected: bool
) -> Sequence[Piece]:
    """Return the cut-off piece if the word is the whole name: "Ramon Ba-", "Barragan"; else none.

    If no detector found the whole name, it is returned too. After a short piece, the name must
    follow in the same turn, and fewer words may be between them than the piece has letters.
    """
    piece = broken.text
    if len(word.text) <= len(piece) or not fold(word.text).startswith(fold(piece)):
        return ()
    near = len(piece) > _SHORT or (word.turns == 0 and word.words < len(piece))
    if not (expected or near):
        return ()
    cut = Piece(broken.start, broken.end, word.text, "a name cut off")
    if names.is_name(word.start, word.end) or names.has_word(word.text):
        return (cut,)
    if expected and word.text[0].isupper() and not _is_ordinary(word.text):
        return cut, Piece(word.start, word.end, "", "a name that was cut off before")
    return ()


def _is_ordinary(word: str) -> bool:
    """Return True for a common word, or a contraction that begins with one: "there's"."""
    return is_common(word) or is_common(word.partition("'")[0])


def _may_begin_name(text: str, broken: _CutWord) -> bool:
    """Return True if a piece may begin a name although no word before it indicates a name."""
    if broken.text.islower():
        return len(broken.text) > _SHORT and not _is_ordinary(broken.text)
    return not _is_ordinary(broken.text) or not begins_sentence(text, broken.start)


def _continued(broken: _CutWord, ahead: Iterable[NextWord], names: NameWords) -> Sequence[Piece]:
    """Return the next part of a name that is cut off between two parts; none if there is none.

    For example, "Kevin--" is continued by "--Okoro".
    """
    if not names.is_name(broken.start, broken.end):
        return ()
    for word in ahead:
        begins = word.turns and word.words == 0 and word.dashed and word.text[0].isupper()
        if begins and not names.is_name(word.start, word.end) and not _is_ordinary(word.text):
            return (Piece(word.start, word.end, "", "the next part of a name that was cut off"),)
    return ()


def _stuttered(text: str, names: NameWords) -> Iterator[Piece]:
    """Yield the letters that a speaker repeats before a name: "K-K-Kevin"."""
    for match in _STUTTER.finditer(text):
        piece, word = match["piece"], match["word"]
        apart = fold(piece) in _NO_NAMES and " " in match[0]  # "I- Ivan came"
        everyday = apart or (len(piece) > 1 and _is_ordinary(piece))
        if everyday or not names.is_name(*match.span("word")):
            continue
        if not _is_ordinary(word):
            yield Piece(*match.span("word"), word, "a name after a stutter")
        for letters in re.finditer(rf"(?i)(?<!\w){piece}(?!\w)", match[0]):
            start = match.start() + letters.start()
            yield Piece(start, start + len(letters[0]), word, "a stutter")


def _divided(text: str, names: NameWords) -> Iterator[Piece]:
    """Yield the names that their speaker interrupts in one word: "Ba-rragan"."""
    for match in _DIVIDED.finditer(text):
        joined = match["piece"] + match["rest"]
        rest = fold(match["rest"])
        known = names.has_word(joined)
        found = names.is_name(*match.span())
        listed = bearers(fold(joined)) is not UNLISTED and bearers(rest) is UNLISTED
        if match["rest"].islower() and (known or (found and listed and not _is_ordinary(rest))):
            yield Piece(*match.span(), joined, "a name with a pause in it")


def _across_pages(
    text: str, names: NameWords, breaks: Sequence[tuple[int, int]]
) -> Iterator[Piece]:
    """Yield the half that was not found, if a page break divides a name: "Ilse", "Brandvold"."""
    for start, end in _gaps(text, breaks):
        before = _LAST_WORD.search(text, max(0, start - _REACH), start)
        after = _FIRST_WORD.match(text, end)
        if before is None or after is None:
            continue
        word = before[1]
        if word.endswith(".") or not (word[0].isupper() and after[0][0].isupper()):
            continue
        halves = [before.span(1), after.span()]
        if any(names.is_name(*half) for half in halves):
            for first, last in halves:
                if not names.is_name(first, last) and not _is_ordinary(text[first:last]):
                    yield Piece(first, last, "", "a name that a page break divides")


def _gaps(text: str, breaks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the stretch between the last word of each page and the first word of the next."""
    joined: list[tuple[int, int]] = []
    for start, end in breaks:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    for start, end in joined:
        while start > 0 and text[start - 1].isspace():
            start -= 1
        while end < len(text) and text[end].isspace():
            end += 1
        yield start, end
