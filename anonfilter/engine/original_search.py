"""Searches a text for originals, word by word.

Names match in any case, with or without accents, hyphenated, possessive, wrapped at the end of a
line and spelled out. Numbers match however they are grouped. Both also match inside a word, if they
end where letters meet digits or where its case changes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, Protocol

from anonfilter.contract.tags import HIDDEN
from anonfilter.engine.original_words import (
    JOINED,
    MOST_WORDS,
    SPELLED,
    How,
    as_bytes,
    is_any_number,
    is_number,
    key_of,
)
from anonfilter.text import word_edges
from anonfilter.text.names import is_family_name, is_given_name
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import TOKEN
from anonfilter.text.words import is_common

# A word. The digits of an escape in a URL, such as %20 between names, are not part of a word.
_WORD = re.compile(rf"(?P<mark>(?<=%)(?:2\d|[2357][A-Fa-f]|3[A-F]|40))|{TOKEN.pattern}")
LETTERS = 24  # the most letters of a spelled word
GROUPS = 10  # the most groups of letters and digits in one number
BEFORE_DIGITS = 3  # the most letters in a group without digits
PARTS = 4  # the most parts of a hyphenated word
_SHORT = 3  # the most letters of an abbreviation within a name: St. James
_SENTENCE = re.compile(r"[!?]|[.:;](?=\s)")
_GROUPED = re.compile(r"[-. ()/+]{1,2}")
_DIGIT = re.compile(rb"[0-9]")
_TITLES = frozenset((b"mr", b"ms", b"dr"))  # and mrs
_TITLED = 5  # the fewest letters of a name right after a title
_HYPHENS = frozenset("-'")
_HYPHEN = re.compile(r"-(?:\n[ \t>]*)?")


@hide_values
class CodedWord(NamedTuple):  # made for each word of a text, as `Token`
    """A word of a text, with the bytes by which it is compared."""

    start: int
    end: int
    coded: bytes


@dataclass(frozen=True, slots=True)
class OriginalMeaning:
    """The labels of known words, and the conditions for them in a text (``How``)."""

    how: int
    labels: tuple[str, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class OriginalMatch:
    """A place where a text contains an original.

    ``spells`` has the letters if it is spelled out. With ``always``, it counts whatever is between
    its words.
    """

    start: int
    end: int
    meaning: OriginalMeaning
    spells: str = ""
    always: bool = False


class OriginalIndex(Protocol):
    """An index of the words of originals, in clear or as fingerprints."""

    @property
    def numbers(self) -> object:
        """A true value if any original is a number."""

    def lengths(self, word: bytes) -> tuple[int, ...]:
        """Return the numbers of words of originals that begin with this word, the highest first."""

    def known(self, words: Sequence[bytes]) -> OriginalMeaning | None:
        """Return the meaning of these words; None if they are no original."""

    def known_number(self, joined: bytes) -> OriginalMeaning | None:
        """Return the meaning of joined letters and digits; None if they are no original."""


def known_word(originals: OriginalIndex, word: bytes) -> OriginalMeaning | None:
    """Return the meaning of a word that is an original on its own; None for other words."""
    return originals.known((word,)) if 1 in originals.lengths(word) else None


def words_of(text: str, start: int = 0, end: int | None = None) -> list[CodedWord]:
    """Return the words of a text, or of a stretch of it."""
    found = _WORD.finditer(text, start, len(text) if end is None else end)
    coded = ((match, as_bytes(key_of(match[0]))) for match in found if match["mark"] is None)
    return [CodedWord(match.start(), match.end(), code) for match, code in coded if code]


class OriginalSearch:
    """A search for originals in all their spellings."""

    def __init__(self, originals: OriginalIndex) -> None:
        self._originals = originals

    def matches(self, text: str, words: Sequence[CodedWord]) -> Iterator[OriginalMatch]:
        """Yield the known originals in a text; they may overlap."""
        lengths, numbers = self._originals.lengths, self._originals.numbers
        for at, word in enumerate(words):  # most words need no further call
            if lengths(word.coded):
                yield from self._in_full(text, words, at)
            if text[word.end : word.end + 1] in _HYPHENS:
                yield from self._hyphenated(text, words, at)
            if numbers:
                yield from self._numbers(text, words, at)
        for run in _single_letters(text, words):
            yield from self._spelled(text, run)
        yield from self._inside_words(text, words)

    def _inside_words(self, text: str, words: Sequence[CodedWord]) -> Iterator[OriginalMatch]:
        """Yield originals that begin or end inside a word: okafor2, spkOkafor, mrokafor."""
        cut, groups = _cut_words(text, words)
        every = chain(words, *(cut[first:end] for first, end in groups))
        for word in [word for word in every if word.coded[:2] in _TITLES]:
            for name in untitled(word.coded):
                meaning = known_word(self._originals, name)
                if meaning:
                    yield OriginalMatch(word.end - len(name.decode()), word.end, meaning)
        done = 0
        for first, end in groups:
            for at in range(max(done, first - GROUPS), end):
                if at >= first or self._reaches(cut[at], first - at):
                    yield from self._pieces(text, cut, at)
                    yield from self._joined(text, cut, at)
                if self._originals.numbers:
                    found = self._numbers(text, cut, at)
                    yield from (match for match in found if _is_glued(text, match))
            done = end

    def _reaches(self, word: CodedWord, distance: int) -> bool:
        """Return True if an original that begins with this word may have more words than this."""
        return next(iter(self._originals.lengths(word.coded)), 0) > distance

    def _pieces(self, text: str, cut: Sequence[CodedWord], at: int) -> Iterator[OriginalMatch]:
        """Yield originals whose words are pieces of words, or words."""
        for length in self._originals.lengths(cut[at].coded):
            run = cut[at : at + length]
            if len(run) == length:
                meaning = self._originals.known([word.coded for word in run])
                everyday = meaning and meaning.how & (How.CAPITALS | How.GLUED)
                if meaning and not everyday and _may_be_inside(text, run):
                    yield OriginalMatch(run[0].start, run[-1].end, meaning)

    def _joined(self, text: str, cut: Sequence[CodedWord], at: int) -> Iterator[OriginalMatch]:
        """Yield originals of several pieces of one word: spkMcKayla."""
        joined = cut[at].coded
        for word, following in _pairs(cut, at, PARTS):
            if word.end != following.start:
                return
            joined += following.coded
            meaning = known_word(self._originals, joined)
            if meaning and _may_be_inside(text, [CodedWord(cut[at].start, following.end, joined)]):
                yield OriginalMatch(cut[at].start, following.end, meaning)

    def _in_full(self, text: str, words: Sequence[CodedWord], at: int) -> Iterator[OriginalMatch]:
        for length in self._originals.lengths(words[at].coded):
            run = words[at : at + length]
            if len(run) < length:
                continue
            meaning = self._originals.known([word.coded for word in run])
            if meaning and meaning.how & How.ALWAYS:
                yield _match(text, run, meaning, always=True)
                return  # Shorter originals are inside this one.
            if meaning and _is_unbroken(text, run) and _has_form(text, run, meaning.how):
                yield _match(text, run, meaning)

    def _hyphenated(
        self, text: str, words: Sequence[CodedWord], at: int
    ) -> Iterator[OriginalMatch]:
        """Yield originals across hyphens: "Anne-Marie" for Annemarie, or a word over two lines."""
        joined = words[at].coded
        for length, (word, following) in enumerate(_pairs(words, at, PARTS), 2):
            gap = text[word.end : following.start]
            is_ending = following.end - following.start <= 2  # such as the s of a possessive
            if not (_HYPHEN.fullmatch(gap) or (gap == "'" and not is_ending)):
                return
            joined += following.coded
            meaning = known_word(self._originals, joined)
            if meaning and not is_any_number(joined.decode("utf-8", "surrogatepass")):
                yield OriginalMatch(words[at].start, words[at + length - 1].end, meaning)

    def _numbers(self, text: str, words: Sequence[CodedWord], at: int) -> Iterator[OriginalMatch]:
        """Yield numbers in other groups: "L 90314" for L-90314."""
        if not _may_begin_number(words, at):
            return
        runs = [(words[at].coded, words[at].end)]
        for word, following in _pairs(words, at, GROUPS):
            gap = _GROUPED.fullmatch(text, word.end, following.start)
            if not gap and not (len(runs) == 1 and _are_letters_of_number(word, following)):
                break
            runs.append((runs[-1][0] + following.coded, following.end))
        for joined, end in reversed(runs):
            if is_number(joined.decode("utf-8", "surrogatepass")):
                meaning = self._originals.known_number(joined)
                if meaning:
                    yield OriginalMatch(words[at].start, end, meaning)
                    return

    def _spelled(self, text: str, run: Sequence[CodedWord]) -> Iterator[OriginalMatch]:
        """Yield spelled names: "J-O-N-E-S", "J O N E S", "J. O. N. E. S."."""
        for first, last in spelled(self._originals, [word.coded for word in run]):
            joined = b"".join(word.coded for word in run[first:last])
            meaning = known_word(self._originals, joined)
            assert meaning is not None
            yield _match(text, run[first:last], meaning)


def _cut_words(
    text: str, words: Sequence[CodedWord]
) -> tuple[list[CodedWord], list[tuple[int, int]]]:
    """Cut words at their edges.

    Return the words and pieces in order, and where the pieces of each cut word are among them.
    """
    if not words:
        return [], []
    starts = [word.start for word in words]
    cut, groups, done = list[CodedWord](), list[tuple[int, int]](), 0
    for place in word_edges.edges(text, words[0].start, words[-1].end):
        at = bisect_right(starts, place) - 1
        if at < done or place >= words[at].end:
            continue
        cut += words[done:at]
        pieces = _pieces_of(text, words[at])
        groups.append((len(cut), len(cut) + len(pieces)))
        cut += pieces
        done = at + 1
    return [*cut, *words[done:]], groups


def untitled(word: bytes) -> Sequence[bytes]:
    """Return the word without its leading title (mrokafor: okafor).

    Return two candidates for "mrs", none without a title.
    """
    if word[:2] not in _TITLES or len(word) < 2 + _TITLED:
        return ()
    return [word[2:], word[3:]] if word[:3] == b"mrs" and len(word) >= 3 + _TITLED else [word[2:]]


def _pieces_of(text: str, word: CodedWord) -> list[CodedWord]:
    """Return the pieces of a word, which ends at its edges."""
    found = word_edges.pieces(text[word.start : word.end])
    coded = ((start, end, as_bytes(key_of(piece))) for start, end, piece in found)
    return [
        CodedWord(word.start + start, word.start + end, code) for start, end, code in coded if code
    ]


def _match(
    text: str, run: Sequence[CodedWord], meaning: OriginalMeaning, *, always: bool = False
) -> OriginalMatch:
    letters = len(run) >= SPELLED and all(word.end - word.start == 1 for word in run)
    spells = "".join(text[word.start : word.end] for word in run) if letters else ""
    return OriginalMatch(run[0].start, run[-1].end, meaning, spells, always)


def spelled(originals: OriginalIndex, letters: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Yield disjoint stretches of letters that spell a known word, the longest at each start."""
    joined, starts = b"".join(letters), [0, *accumulate(map(len, letters))]
    at = 0
    while at <= len(letters) - SPELLED:
        for end in range(min(at + LETTERS, len(letters)), at + SPELLED - 1, -1):
            if known_word(originals, joined[starts[at] : starts[end]]):
                yield at, end
                at = end - 1
                break
        at += 1


def _may_begin_number(words: Sequence[CodedWord], at: int) -> bool:
    """Return True for a word with a digit, and for a few letters before one."""
    short = words[at].end - words[at].start <= BEFORE_DIGITS
    return any(_DIGIT.search(word.coded) for word in words[at : at + 1 + short])


def _are_letters_of_number(word: CodedWord, following: CodedWord) -> bool:
    """Return True for letters that belong to the number after them: L and 90314 in inmateL90314."""
    few = word.end - word.start <= BEFORE_DIGITS and word.end == following.start
    return few and not _DIGIT.search(word.coded) and following.coded.isdigit()


def _single_letters(text: str, words: Sequence[CodedWord]) -> Iterator[list[CodedWord]]:
    """Yield the runs of single letters with little between them."""
    run: list[CodedWord] = []
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


def _pairs(words: Sequence[CodedWord], at: int, most: int) -> Iterator[tuple[CodedWord, CodedWord]]:
    """Yield each word with the next, for at most this many words."""
    for place in range(at, min(at + most, len(words)) - 1):
        yield words[place], words[place + 1]


def _is_unbroken(text: str, run: Sequence[CodedWord]) -> bool:
    """Return True if no sentence or paragraph ends between the words."""
    return all(
        text[word.end : following.start] == " "
        or _joins(text[word.end : following.start], word.end - word.start <= _SHORT)
        for word, following in _pairs(run, 0, MOST_WORDS)
    )


def _may_be_inside(text: str, run: Sequence[CodedWord]) -> bool:
    """Return True if pieces of a word may be an original: spkOkafor has one, retVal has none."""
    start, end = run[0].start, run[-1].end
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    parts = [word.coded.decode("utf-8", "surrogatepass") for word in run]
    if not (before.isalnum() or after.isalnum()):
        return any(_is_read_as_latin(text, word) for word in run)
    if len(run) == 1:
        return _is_telling(parts[0], not before.isalpha() and not after.isalpha())
    if min(len(part) for part in (parts[0], parts[-1])) < SPELLED:
        return False
    gaps = [text[word.end : following.start] for word, following in pairwise(run)]
    if not any(gaps):  # a name in one word
        return len("".join(parts)) >= JOINED and not all(map(is_common, parts))
    return all(not gap or _joins(gap, False) for gap in gaps)


def _is_telling(part: str, beside_digits: bool) -> bool:
    """Return True for a piece that identifies: no everyday word, abbreviation or small number."""
    if len(part) <= SPELLED:
        is_name = beside_digits or is_given_name(part) or is_family_name(part)
        return len(part) == SPELLED and part.isalpha() and is_name and not is_common(part)
    if part.isalpha():
        return not is_common(part)
    return is_number(part) or (part.isdigit() and not is_any_number(part))


def _is_glued(text: str, match: OriginalMatch) -> bool:
    """Return True if a letter or digit touches a match."""
    before, after = text[max(match.start - 1, 0) : match.start], text[match.end : match.end + 1]
    return before.isalnum() or after.isalnum()


def _is_read_as_latin(text: str, word: CodedWord) -> bool:
    written = text[word.start : word.end]
    return not written.isascii() and as_bytes(key_of(written)) != word.coded


@lru_cache(4096)
def _joins(gap: str, short: bool) -> bool:
    if HIDDEN in gap or gap.count("\n") > 1 or len("".join(gap.split())) > 3:
        return False
    return _SENTENCE.search(gap) is None or (short and gap.startswith("."))


def _has_form(text: str, run: Sequence[CodedWord], how: int) -> bool:
    """Return True if the words are glued or capitalised as this original requires."""
    if how & How.GLUED:
        return not any(map(str.isspace, text[run[0].start : run[-1].end]))
    if how & How.CAPITALS:
        return all(text[word.start].isupper() for word in run if word.end - word.start > 2)
    return True
