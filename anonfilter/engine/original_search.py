"""Searches a text for originals, word by word.

Names match in any letter case, with or without accents, hyphenated, possessive, wrapped at the end
of a line and spelled out; numbers match however they are grouped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from anonfilter.contract.tags import HIDDEN
from anonfilter.engine.original_words import (
    MOST_WORDS,
    SPELLED,
    How,
    as_bytes,
    is_any_number,
    is_number,
    key_of,
)
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import TOKEN

# a word; the figures of a mark in a URL, as %20 between names, are no part of it
_WORD = re.compile(rf"(?P<mark>(?<=%)(?:2\d|[2357][A-Fa-f]|3[A-F]|40))|{TOKEN.pattern}")
LETTERS = 24  # at most in one spelled word
GROUPS = 10  # of letters and digits that are one number
BEFORE_DIGITS = 3  # so many letters may be a group of their own
PARTS = 4  # of a word that is written with hyphens
_SHORT = 3  # a word of so few letters may end in a point within a name: St. James
_SENTENCE = re.compile(r"[!?]|[.:;](?=\s)")
_GROUPED = re.compile(r"[-. ()/+]{1,2}")
_DIGIT = re.compile(rb"[0-9]")
_HYPHEN = re.compile(r"-(?:\n[ \t>]*)?")


@hide_values
class Word(NamedTuple):  # as `Token`
    """A word of a text, and how it is compared."""

    start: int
    end: int
    coded: bytes


@dataclass(frozen=True, slots=True)
class Meaning:
    """The labels of known words, and how the words must stand."""

    how: int
    labels: tuple[str, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Match:
    """Where an original stands, and the word that it spells.

    ``always``: it counts with anything between its words.
    """

    start: int
    end: int
    meaning: Meaning
    spells: str = ""
    always: bool = False


class Originals(Protocol):
    """The words of originals, in clear or as fingerprints."""

    @property
    def numbers(self) -> object:
        """True if any original is a number."""

    def lengths(self, word: bytes) -> tuple[int, ...]:
        """The lengths of the sequences that begin with this word, the longest first."""

    def known(self, words: Sequence[bytes]) -> Meaning | None:
        """The meaning of these words."""

    def known_number(self, joined: bytes) -> Meaning | None:
        """The meaning of joined letters and digits."""


def known_word(originals: Originals, word: bytes) -> Meaning | None:
    """The meaning of one word."""
    return originals.known((word,)) if 1 in originals.lengths(word) else None


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words of a text, or of a stretch of it."""
    found = _WORD.finditer(text, start, len(text) if end is None else end)
    return words_at(match for match in found if match["mark"] is None)


def words_at(found: Iterable[re.Match[str]]) -> list[Word]:
    coded = ((match, as_bytes(key_of(match[0]))) for match in found)
    return [Word(match.start(), match.end(), code) for match, code in coded if code]


class Search:
    """Finds originals however they are written."""

    def __init__(self, originals: Originals) -> None:
        self._originals = originals

    def matches(self, text: str, words: Sequence[Word]) -> Iterator[Match]:
        """All known originals in a text; they may overlap."""
        for at in range(len(words)):
            yield from self._in_full(text, words, at)
            yield from self._hyphenated(text, words, at)
            if self._originals.numbers:
                yield from self._numbers(text, words, at)
        for run in _single_letters(text, words):
            yield from self._spelled(text, run)

    def _in_full(self, text: str, words: Sequence[Word], at: int) -> Iterator[Match]:
        for length in self._originals.lengths(words[at].coded):
            run = words[at : at + length]
            if len(run) < length:
                continue
            meaning = self._originals.known([word.coded for word in run])
            if meaning and meaning.how & How.ALWAYS:
                yield _match(text, run, meaning, always=True)
                return  # shorter ones are inside it
            if meaning and _flows(text, run) and _stands(text, run, meaning.how):
                yield _match(text, run, meaning)

    def _hyphenated(self, text: str, words: Sequence[Word], at: int) -> Iterator[Match]:
        """Anne-Marie, known as Annemarie; and Okon- at the end of a line, kwo on the next."""
        joined = words[at].coded
        for length, (one, other) in enumerate(_pairs(words, at, PARTS), 2):
            gap = text[one.end : other.start]
            if not (_HYPHEN.fullmatch(gap) or (gap == "'" and other.end - other.start > 2)):
                return
            joined += other.coded
            meaning = known_word(self._originals, joined)
            if meaning and not is_any_number(joined.decode("utf-8", "surrogatepass")):
                yield Match(words[at].start, words[at + length - 1].end, meaning)

    def _numbers(self, text: str, words: Sequence[Word], at: int) -> Iterator[Match]:
        """L 90314, known as L-90314."""
        if not _may_begin_number(words, at):
            return
        runs = [(words[at].coded, words[at].end)]
        for one, other in _pairs(words, at, GROUPS):
            if not _GROUPED.fullmatch(text, one.end, other.start):
                break
            runs.append((runs[-1][0] + other.coded, other.end))
        for joined, end in reversed(runs):
            if is_number(joined.decode("utf-8", "surrogatepass")):
                meaning = self._originals.known_number(joined)
                if meaning:
                    yield Match(words[at].start, end, meaning)
                    return

    def _spelled(self, text: str, run: Sequence[Word]) -> Iterator[Match]:
        """J-O-N-E-S, J O N E S, J. O. N. E. S."""
        for first, last in spelled(self._originals, [word.coded for word in run]):
            joined = b"".join(word.coded for word in run[first:last])
            meaning = known_word(self._originals, joined)
            assert meaning is not None
            yield _match(text, run[first:last], meaning)


def _match(text: str, run: Sequence[Word], meaning: Meaning, *, always: bool = False) -> Match:
    letters = len(run) >= SPELLED and all(word.end - word.start == 1 for word in run)
    spells = "".join(text[word.start : word.end] for word in run) if letters else ""
    return Match(run[0].start, run[-1].end, meaning, spells, always)


def spelled(originals: Originals, letters: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """The stretches of letters that spell a known word, the longest first, one after the other."""
    at = 0
    while at <= len(letters) - SPELLED:
        for end in range(min(at + LETTERS, len(letters)), at + SPELLED - 1, -1):
            if known_word(originals, b"".join(letters[at:end])):
                yield at, end
                at = end - 1
                break
        at += 1


def _may_begin_number(words: Sequence[Word], at: int) -> bool:
    """Whether this is a word with a digit, or a few letters before one."""
    short = words[at].end - words[at].start <= BEFORE_DIGITS
    return any(_DIGIT.search(word.coded) for word in words[at : at + 1 + short])


def _single_letters(text: str, words: Sequence[Word]) -> Iterator[list[Word]]:
    """Runs of single letters with little between them."""
    run: list[Word] = []
    for word in words:
        single = word.end - word.start == 1 and not word.coded.isdigit()
        if run and not (single and _near(text[run[-1].end : word.start])):
            if len(run) >= SPELLED:
                yield run
            run = []
        if single:
            run.append(word)
    if len(run) >= SPELLED:
        yield run


def _near(gap: str) -> bool:
    return 0 < len(gap) <= 3 and HIDDEN not in gap and gap.count("\n") < 2


def _pairs(words: Sequence[Word], at: int, most: int) -> Iterator[tuple[Word, Word]]:
    """Each word and the next, for a number of words from this place."""
    for place in range(at, min(at + most, len(words)) - 1):
        yield words[place], words[place + 1]


def _flows(text: str, run: Sequence[Word]) -> bool:
    """Whether these words can be one name: no sentence or paragraph ends between them."""
    return all(
        text[one.end : other.start] == " "
        or _joins(text[one.end : other.start], one.end - one.start <= _SHORT)
        for one, other in _pairs(run, 0, MOST_WORDS)
    )


@lru_cache(4096)
def _joins(gap: str, short: bool) -> bool:
    if HIDDEN in gap or gap.count("\n") > 1 or len("".join(gap.split())) > 3:
        return False
    return _SENTENCE.search(gap) is None or (short and gap.startswith("."))


def _stands(text: str, run: Sequence[Word], how: int) -> bool:
    """Whether words stand as an original must."""
    if how & How.GLUED:
        return not any(map(str.isspace, text[run[0].start : run[-1].end]))
    if how & How.CAPITALS:
        return all(text[word.start].isupper() for word in run if word.end - word.start > 2)
    return True
