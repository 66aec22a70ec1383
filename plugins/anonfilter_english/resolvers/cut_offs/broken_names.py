"""Finding names that were broken off: by their speaker, by another one, by a page's end."""

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
from anonfilter_english.knowledge.people.titles import Titles, key
from anonfilter_english.resolvers.cut_offs.speech import Ahead, Speech

_BROKEN = re.compile(r"(?<![\w'])(?P<piece>[^\W\d_]+)(?:-{1,3}|\u2014|\u2015)(?=\s|[\])\"]|\Z)")
_STUTTER = re.compile(
    r"(?<![\w'-])(?P<piece>[^\W\d_]{1,3})-{1,3}\s?(?:(?P=piece)-{1,3}\s?){0,6}"
    r"(?P<word>(?P=piece)[^\W\d_]{2,})(?!\w|-)"
)
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W\d_]+\.?)[^\S\n]*\n?[^\S\n]*\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_REACH = 40
_SHORT = 2
_LEAST_WHOLE = 3
_NOBODY = frozenset(("i", "a"))
_titles = Titles()


@hide_values
@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that belongs to a name; ``whole`` is the name's part that it counts as, if it
    is not written there in full."""

    start: int
    end: int
    whole: str
    why: str


class Names:
    """Where the names of a document stand, and the words that they are made of."""

    def __init__(self, text: str, people: Sequence[Span]) -> None:
        self._text = text
        self._at = algebra.merged((span.start, span.end) for span in people)
        broken = {match.start("piece") for match in _BROKEN.finditer(text)}
        self._parts = {
            fold(word[0])
            for start, end in self._at
            for word in _LETTERS.finditer(text, start, end)
            if word.start() not in broken
        }

    def holds(self, start: int, end: int) -> bool:
        """Whether a person's name was found here."""
        return algebra.covered(self._at, start, end)

    def known(self, word: str) -> bool:
        return fold(word) in self._parts

    def leads_to(self, start: int) -> bool:
        """Whether a name or a title stands right before this place."""
        before = _LAST_WORD.search(self._text, max(0, start - _REACH), start)
        if before is None:
            return False
        word = before[1].rstrip(".")
        named = self.holds(before.start(1), before.start(1) + len(word)) and word[:1].isupper()
        return named or (before[1][0].isupper() and _titles.is_title(key(before[1])))


def broken_names(text: str, names: Names, speech: Speech) -> Iterator[Piece]:
    """The pieces of broken names, and what goes on with them where it was not found."""
    for match in _BROKEN.finditer(text):
        broken = _Broken(match["piece"], *match.span("piece"))
        ahead = list(speech.on(match.end()))
        yield from _completed(text, broken, ahead, names) or _gone_on(broken, ahead, names)
    yield from _stuttered(text, names)
    yield from _over_pages(text, names, speech.breaks)


@hide_values
class _Broken(NamedTuple):
    """A word before a dash that ends it."""

    text: str
    start: int
    end: int


def _completed(text: str, broken: _Broken, ahead: Iterable[Ahead], names: Names) -> Sequence[Piece]:
    """What the first word makes of it that can be its other half, or the whole of it."""
    led = names.leads_to(broken.start)
    begins = not names.known(broken.text) and (led or _like_a_name(text, broken))
    for word in ahead:
        held = names.holds(broken.start, broken.end) or not begins_sentence(text, broken.start)
        found = _rest(broken, word, names, led=led, held=held)
        if not found and begins and fold(broken.text) not in _NOBODY:
            found = _taken_up(broken, word, names, led=led)
        if found:
            return found
    return ()


def _rest(broken: _Broken, word: Ahead, names: Names, *, led: bool, held: bool) -> Sequence[Piece]:
    """ "Rich- (Yes.) -ardson": the word is the other half.

    ``held``: the piece was found, or its capital says that it is a name.
    """
    piece = broken.text
    joined = piece + word.text
    if len(joined) <= _LEAST_WHOLE:
        return ()
    ordinary = piece.islower() and _ordinary(piece)
    known = names.known(joined) and (word.dashed or (word.words == 0 and not ordinary))
    small = word.text[0].islower() or piece.isupper()
    halves = word.dashed and small and not _ordinary(joined)
    whole = bearers(fold(joined)) is not UNLISTED or not _ordinary(piece)
    name = held and whole and piece[0].isupper() and len(piece) >= _SHORT and not piece.isupper()
    if not known and not (halves and (led or name)):
        return ()
    return (
        Piece(broken.start, broken.end, joined, "a name cut off"),
        Piece(word.start, word.end, joined, "the rest of a name that was cut off"),
    )


def _taken_up(broken: _Broken, word: Ahead, names: Names, *, led: bool) -> Sequence[Piece]:
    """ "Ramon Ba-": "Barragan": the name is said again, and in full."""
    if not _begins(broken.text, word.text) or not (led or _near(broken.text, word)):
        return ()
    cut = Piece(broken.start, broken.end, word.text, "a name cut off")
    if names.holds(word.start, word.end) or names.known(word.text):
        return (cut,)
    if led and word.text[0].isupper() and not _ordinary(word.text):
        return cut, Piece(word.start, word.end, "", "a name that was cut off before")
    return ()


def _ordinary(word: str) -> bool:
    """A common word, contracted with another or not: "there's"."""
    return is_common(word) or is_common(word.partition("'")[0])


def _near(piece: str, word: Ahead) -> bool:
    """The fewer letters there are, the sooner the name must follow."""
    if len(piece) > _SHORT:
        return True
    return word.turns == 0 and word.words < len(piece)


def _begins(piece: str, word: str) -> bool:
    return len(word) > len(piece) and fold(word).startswith(fold(piece))


def _like_a_name(text: str, broken: _Broken) -> bool:
    """Whether a piece can begin a name although nothing before it says so."""
    if broken.text.islower():
        return len(broken.text) > _SHORT and not _ordinary(broken.text)
    return not _ordinary(broken.text) or not begins_sentence(text, broken.start)


def _gone_on(broken: _Broken, ahead: Iterable[Ahead], names: Names) -> Sequence[Piece]:
    """ "Kevin--", "Mm-hmm.", "--Okoro": the next part of a name that was broken between parts."""
    if not names.holds(broken.start, broken.end):
        return ()
    for word in ahead:
        begins = word.turns and word.words == 0 and word.dashed and word.text[0].isupper()
        if begins and not names.holds(word.start, word.end) and not _ordinary(word.text):
            return (Piece(word.start, word.end, "", "a name that goes on"),)
    return ()


def _stuttered(text: str, names: Names) -> Iterator[Piece]:
    """ "K-K-Kevin": what is repeated before a name is of the name."""
    for match in _STUTTER.finditer(text):
        piece, word = match["piece"], match["word"]
        everyday = fold(piece) in _NOBODY or (len(piece) > 1 and _ordinary(piece))
        if everyday or not names.holds(*match.span("word")):
            continue
        for one in re.finditer(rf"(?<!\w){piece}(?!\w)", match[0]):
            yield Piece(match.start() + one.start(), match.start() + one.end(), word, "a stutter")


def _over_pages(text: str, names: Names, breaks: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """ "Ilse", a page's number and header, "Brandvold": a name over a page's end."""
    for start, end in _gaps(text, breaks):
        before = _LAST_WORD.search(text, max(0, start - _REACH), start)
        after = _FIRST_WORD.match(text, end)
        if before is None or after is None:
            continue
        word = before[1]
        if word.endswith(".") or not (word[0].isupper() and after[0][0].isupper()):
            continue
        ends = [(before.start(1), before.end(1)), after.span()]
        if any(names.holds(*one) for one in ends):
            for first, last in ends:
                if not names.holds(first, last) and not _ordinary(text[first:last]):
                    yield Piece(first, last, "", "a name over a page's end")


def _gaps(text: str, breaks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches between the last word of a page and the first of the next."""
    start = end = -1
    for first, last in breaks:
        if start < 0 or text[end:first].strip():
            if start >= 0:
                yield _widened(text, start, end)
            start = first
        end = last
    if start >= 0:
        yield _widened(text, start, end)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isspace():
        start -= 1
    while end < len(text) and text[end].isspace():
        end += 1
    return start, end
