"""Find IDs of one or two letters and some digits, and corrections of spoken IDs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter_english.detectors.phonetic.phonetic_items import Item, Kind
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, postal_codes, terms

_WORD_BEFORE = re.compile(r"([^\W\d_]+)(?:\s+(?:number|no\.?))?[\s.#]*\Z", re.I)
_WORD_AFTER = re.compile(r"\s+([^\W\d_]+)")
_BROKEN_OFF = re.compile(r"-\s|--|\u2014|\u2026|\.\.")
_GAP = r"[\s.,;\-\u2014\u2026]{0,8}"
_AND = re.compile(r"\b(?:and|then)\b", re.I)
_CUE_REACH = 60
_CORRECTION = 80
_MOST_CORRECTIONS = 4
_LETTERS, _DIGITS = 2, 24  # the most items of an ID
_SHORT, _ZIP = 4, 5  # digits
_REPEATED = 3  # digits
_SEVERAL = 3  # items of digits
_WORDS = ("A", "I")


@hide_values
@dataclass(frozen=True, slots=True)
class Id:
    """A spoken ID: its place (with the speaker's corrections), and how it is written.

    ``digits`` is the number of items that spell its digits.
    """

    start: int
    end: int
    value: str
    digits: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """Letters and digits that are spoken as an ID, and the index of the next item."""

    letters: tuple[Item, ...]
    digits: tuple[Item, ...]
    next: int

    @property
    def start(self) -> int:
        return (self.letters or self.digits)[0].start

    @property
    def end(self) -> int:
        return (self.digits or self.letters)[-1].end

    @property
    def prefix(self) -> str:
        """Return the letters.

        A letter that is explained and repeated ("V as in Victor, V") counts once.
        """
        letters = [item.value.upper() for item in self.letters]
        first, last = self.letters[:1], self.letters[1:]
        if last and first[0].kind is Kind.EXPLAINED and last[0].kind is Kind.LETTER:
            letters = list(dict.fromkeys(letters))
        return "".join(letters)

    @property
    def figures(self) -> str:
        return "".join(item.value for item in self.digits)


@cache
def _between() -> re.Pattern[str]:
    """Return a regex for the text between two attempts."""
    corrections = alternatives(terms("alphabets", "corrections"))
    words = rf"(?:(?P<corrected>{corrections})|{HESITATION}|that's|it's|it is|that is|the|number)"
    return re.compile(rf"{_GAP}(?:{words}(?!\w){_GAP}){{0,6}}", re.I)


@cache
def _cues(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(terms('alphabets', key))})(?!\w)|#", re.I)


class Ids:
    """A search for IDs of a certain shape among the items of a text."""

    def __init__(self, shape: str) -> None:
        self._shape = re.compile(shape)

    def find(self, text: str, items: Sequence[Item], joined: Sequence[bool]) -> Iterator[Id]:
        """Yield the IDs among the items of a text.

        ``joined`` tells for each item whether it continues the item before.
        """
        at = 0
        while at < len(items):
            first = _attempt_at(text, items, joined, at)
            found = self._corrected(text, items, joined, first) if first else None
            if found is None:
                at += 1
                continue
            yield found
            while at < len(items) and items[at].start < found.end:
                at += 1

    def _corrected(
        self, text: str, items: Sequence[Item], joined: Sequence[bool], first: Attempt
    ) -> Id | None:
        """Return the ID that begins with this attempt, as last corrected; None without an ID."""
        before = first
        found = self._fitting(first)
        if found and not _is_plausible(text, replace(first, digits=first.digits[: found.digits])):
            found = None
        value = found.value if found else ""
        for _ in range(_MOST_CORRECTIONS):
            again = _next_attempt(text, items, joined, before, complete=bool(value))
            if again is None:
                break
            fitting = self._fitting(again, first, value)
            if fitting:
                found = Id(first.start, fitting.end, fitting.value)
                value = fitting.value
            before = again
        return found

    def _fitting(
        self, attempt: Attempt, first: Attempt | None = None, value: str = ""
    ) -> Id | None:
        """Return the ID of an attempt with as many of its digits as fit; None if none fit.

        An attempt of digits alone replaces the digits of the ``first`` attempt, or the last digits
        of ``value``.
        """
        prefix = attempt.prefix or (first.prefix if first else "")
        for count in range(len(attempt.digits), 0, -1):
            figures = "".join(item.value for item in attempt.digits[:count])
            rest = "".join(item.value for item in attempt.digits[count:])
            for candidate in (prefix + figures, value[: -len(figures)] + figures if value else ""):
                if self._shape.fullmatch(candidate):
                    again = len(rest) >= _REPEATED and rest in figures
                    last = attempt.digits[-1 if again else count - 1]
                    return Id(attempt.start, last.end, candidate, count)
        return None


def _attempt_at(
    text: str, items: Sequence[Item], joined: Sequence[bool], at: int
) -> Attempt | None:
    """Return one or two letters that begin at an index, with the digits after them, or None."""
    letters: list[Item] = []
    upto = at
    while upto < len(items) and items[upto].kind is not Kind.DIGITS:
        if upto > at and not joined[upto]:
            break
        letters.append(items[upto])
        upto += 1
        if len(letters) > _LETTERS:
            return None
    if not letters:
        return None
    digits = _digits(items, joined, upto)
    explained = any(item.kind is Kind.EXPLAINED for item in letters)
    if upto < len(items) and not joined[upto] and not explained:
        return None
    if digits and not joined[upto]:
        digits = ()
    if not digits and not explained:
        return None
    if at and joined[at] and _goes_on(text, items[at - 1], letters[0], digits):
        return None
    return Attempt(tuple(letters), digits, upto + len(digits))


def _goes_on(text: str, before: Item, first: Item, digits: Sequence[Item]) -> bool:
    """Return True if a letter continues the letter before, so no ID begins: "J-O-N 12345"."""
    between = text[before.end : first.start]
    article = before.value.casefold() in "ai" and before.kind is Kind.LETTER and between.isspace()
    if before.kind in (Kind.DIGITS, Kind.WORD) or (article and first.kind is not Kind.LETTER):
        return False
    tied = bool(digits) and text[first.end : digits[0].start] in ("", "-")
    return not tied or between == "-"


def _digits(items: Sequence[Item], joined: Sequence[bool], at: int) -> tuple[Item, ...]:
    """Return the items of digits that follow one another from an index on."""
    upto = at
    last = min(len(items), at + _DIGITS)
    while upto < last and items[upto].kind is Kind.DIGITS and (upto == at or joined[upto]):
        upto += 1
    return tuple(items[at:upto])


def _next_attempt(
    text: str, items: Sequence[Item], joined: Sequence[bool], before: Attempt, *, complete: bool
) -> Attempt | None:
    """Return the next attempt if it corrects or repeats the attempt before; else None."""
    at = before.next
    if at >= len(items) or items[at].start - before.end > _CORRECTION:
        return None
    between = _between().fullmatch(text, before.end, items[at].start)
    if between is None:
        return None
    corrected = between["corrected"] is not None
    broken_off = _BROKEN_OFF.search(text, before.end, items[at].start) is not None
    if items[at].kind is Kind.DIGITS:
        digits = _digits(items, joined, at)
        if before.prefix in _WORDS or not (corrected or (broken_off and not complete)):
            return None
        return Attempt((), digits, at + len(digits))
    again = _attempt_at(text, items, joined, at)
    if again is None or (not corrected and (complete or again.prefix != before.prefix)):
        return None
    return again


def _is_plausible(text: str, attempt: Attempt) -> bool:
    """Return True if the context allows that letters and digits are an ID."""
    if not attempt.digits:
        return False
    start, end = attempt.start, attempt.end
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    if before and before[1].casefold() in terms("alphabets", "not_ids"):
        return False
    after = _WORD_AFTER.match(text, end)
    if after and after[1].casefold() in terms("alphabets", "counted"):
        return False
    prefix, figures = attempt.prefix, attempt.figures
    if prefix.casefold() in postal_codes() and len(figures) == _ZIP:
        return False
    if prefix.casefold() in terms("alphabets", "laws"):
        return _is_cued(text, start, "prison_cues")
    return _is_clear_form(text, attempt) or _is_cued(text, start, "id_cues")


def _is_clear_form(text: str, attempt: Attempt) -> bool:
    """Return True if the form alone shows that letters and digits are an ID."""
    first, digit = attempt.letters[0], attempt.digits[0]
    figures = attempt.figures
    pointed = "." in text[attempt.letters[0].end : digit.start] and first.kind is Kind.LETTER
    if pointed or _in_groups(text, attempt):
        return False
    if any(item.kind is Kind.EXPLAINED for item in attempt.letters):
        return True
    tied = digit.start - attempt.letters[-1].end <= 1 and not text[digit.start - 1].isspace()
    written = digit.digit is not None and digit.digit.written
    if tied and written and (first.value.isupper() or len(figures) > _SHORT):
        return True
    if first.kind is Kind.WORD:
        spoken = all(item.digit and not item.digit.written for item in attempt.digits)
        word = text[first.start : first.end].casefold()
        return len(figures) > _SHORT and (spoken or word not in terms("alphabets", "places"))
    if len(first.value) > 1:
        return False
    if len(attempt.letters) > 1:
        return all(item.value.isupper() for item in attempt.letters) or len(figures) > _SHORT
    few = len(attempt.digits) < _SEVERAL
    compound = digit.digit is not None and digit.digit.compound and few
    return first.value.upper() not in _WORDS and len(figures) > _SHORT and not compound


def _in_groups(text: str, attempt: Attempt) -> bool:
    """Return True if the figures are separate numbers: "Q1 2020", "Q4 and 2021"."""
    several = len(attempt.digits) > 1 and any(
        item.digit and item.digit.written and len(item.value) > 1 for item in attempt.digits
    )
    return several or _AND.search(text, attempt.start, attempt.end) is not None


def _is_cued(text: str, start: int, key: str) -> bool:
    return _cues(key).search(text, max(0, start - _CUE_REACH), start) is not None
