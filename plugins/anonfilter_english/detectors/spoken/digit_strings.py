"""Recognise strings of digits: telephone numbers, and others after words that announce them.

Digits come one by one, in pairs ("forty-two"), doubled ("double five"), with commas, hesitation,
repetitions, corrections and slips ("for" for "four"), in words and in figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import dropwhile, pairwise, takewhile

from anonfilter.text.values import hide_values
from anonfilter_english.detectors.spoken.digit_pieces import DigitPiece, Kind, chains
from anonfilter_english.knowledge.number_names import name_before
from anonfilter_english.knowledge.spoken_numbers import (
    Hit,
    Reading,
    compiled,
    either,
    listed,
    table,
    terms,
)
from anonfilter_english.knowledge.word_lists import HESITATION

_NEAR = 70  # characters between an announcing word and the digits
_SINGLES_NAMED = 3  # digits said one by one after the name of a number
_SINGLES_FAR, _SINGLES_BARE = 4, 6  # digits said one by one: far from that word, and without it
_LEAST_BARE = 7  # digits without an announcing word
_PHONES = (7, 10, 11)  # digits of a telephone number
_SPELLED = (Kind.LETTER, Kind.RADIO)
_LETTERED = frozenset(
    ("GENERIC_ID", "DRIVER_LICENSE", "PASSPORT", "MEDICAL_RECORD", "BANK_ACCOUNT", "LOCATION")
)


@hide_values
@dataclass(frozen=True, slots=True)
class NumberKind:
    """A kind of number: its label, its least and greatest length, the words that announce it."""

    label: str
    least: int
    most: int
    words: tuple[str, ...]


@cache
def _number_kinds() -> tuple[NumberKind, ...]:
    return tuple(
        NumberKind(entry["label"], entry["least"], entry["most"], tuple(map(str, entry["words"])))
        for entry in table("strings")
    )


@cache
def _announced() -> re.Pattern[str]:
    """Return a regex for the announcing words; the group that matches names the kind."""
    choices = sorted(
        ((word, at) for at, kind in enumerate(_number_kinds()) for word in kind.words),
        key=lambda choice: -len(choice[0]),
    )
    by_sort: dict[int, list[str]] = {}
    for word, at in choices:
        by_sort.setdefault(at, []).append(word)
    return compiled("|".join(f"(?P<s{at}>{either(words)})" for at, words in by_sort.items()))


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the strings of digits in a text that may identify a person."""
    for chain in chains(reading.text):
        digits = [piece for piece in chain if piece.kind not in _SPELLED]
        if sum(len(piece.written) for piece in digits) < 2:
            continue
        yield from (
            _announced_number(reading, chain)
            or _named_number(reading, chain, digits)
            or _zip_code(reading, digits)
            or _unannounced_number(reading, digits)
        )


def _announced_number(reading: Reading, chain: Sequence[DigitPiece]) -> tuple[Hit, ...]:
    """Return the find of digits after a word that announces them, or no find."""
    before = reading.before(chain[0].start, _NEAR)
    before = before[before.rfind("\ufffc") + 1 :]
    kind, cue_end = _announced_kind(before)
    if kind is None:
        return ()
    pieces = list(chain)
    if kind.label not in _LETTERED:  # from the first digit up to the next letter
        from_digit = dropwhile(lambda piece: piece.kind in _SPELLED, chain)
        pieces = list(takewhile(lambda piece: piece.kind not in _SPELLED, from_digit))
    digits = "".join(piece.written for piece in pieces if piece.kind is not Kind.LETTER)
    if not kind.least <= len(digits) or digits in terms("public_numbers"):
        return ()
    if _count_single_digits(pieces) < _SINGLES_FAR and not _is_direct(before[cue_end:]):
        return ()
    # "call me at 555, 0132", "extension 204": patterns do not find such figures
    enough = len(digits) > 3 or kind.most < 7
    is_dialled = kind.label == "PHONE_NUMBER" and enough and _is_direct(before[cue_end:])
    if not _is_spoken(pieces) and not is_dialled:
        return ()
    # "number of cases: two hundred people"
    if _count_single_digits(pieces) < _SINGLES_FAR and reading.counts_at(pieces[-1].end):
        return ()
    written = "".join(piece.written for piece in pieces)
    return (Hit(pieces[0].start, pieces[-1].end, kind.label, "digits after a word", 0.9, written),)


def _named_number(
    reading: Reading, chain: Sequence[DigitPiece], digits: Sequence[DigitPiece]
) -> tuple[Hit, ...]:
    """Return a hit for digits that are said one by one after the name of a number, or no hit.

    The names are also those of written numbers: "inmate number", "her payroll ID".
    """
    singles = _count_single_digits(digits)
    if singles < _SINGLES_NAMED or not _is_spoken(digits) or reading.counts_at(digits[-1].end):
        return ()
    named = name_before(reading.text, chain[0].start)
    if named is None or (named.strength in ("any", "bare") and singles < _SINGLES_FAR):
        return ()
    written = "".join(piece.written for piece in chain)
    start, end = chain[0].start, chain[-1].end
    return (Hit(start, end, named.label, "digits after a name", 0.9, written),)


def announces_code(before: str) -> bool:
    """Return True if a text ends by announcing a code: "the order number is"."""
    kind, end = _announced_kind(before[before.rfind("\ufffc") + 1 :])
    if kind is not None and kind.label in _LETTERED and _is_direct(before[end:]):
        return True
    named = name_before(before, len(before))
    return named is not None and named.strength != "bare"


def _announced_kind(before: str) -> tuple[NumberKind | None, int]:
    """Return the kind of number that the last announcing word names, and the end of this word.

    Return None and 0 without such a word.
    """
    last = None
    for match in _announced().finditer(before):
        last = match
    if last is None or last.lastgroup is None:
        return None, 0
    return _number_kinds()[int(last.lastgroup[1:])], last.end()


def _is_direct(between: str) -> bool:
    """Return True if only words like "number is" and "uh" follow the announcing word."""
    link = rf"[\s,.:;#?-]*(?:(?:{listed('before_string')}|\b{HESITATION}\b)[\s,.:;#?-]*){{0,6}}"
    return compiled(link).fullmatch(between) is not None


def _count_single_digits(pieces: Sequence[DigitPiece]) -> int:
    return sum(len(a.written) for a in pieces if a.kind in (Kind.DIGIT, Kind.SLIP, Kind.FIGURES))


def _is_spoken(pieces: Sequence[DigitPiece]) -> bool:
    """Return True for digits in words or said one by one; patterns find other figures."""
    single = sum(piece.kind is Kind.FIGURES and len(piece.written) == 1 for piece in pieces)
    return single >= _SINGLES_FAR or any(piece.kind in (Kind.DIGIT, Kind.PAIR) for piece in pieces)


def _zip_code(reading: Reading, pieces: Sequence[DigitPiece]) -> tuple[Hit, ...]:
    """Return the find of a ZIP code, five or nine digits after a state, or no find."""
    written = "".join(piece.written for piece in pieces)
    if len(written) not in (5, 9) or not _is_spoken(pieces):
        return ()
    start = pieces[0].start
    if compiled(rf"{listed('states')}[\s,.]{{1,3}}\Z").search(reading.before(start, 30)):
        return (Hit(start, pieces[-1].end, "LOCATION", "zip code", 0.85, written),)
    return ()


def _unannounced_number(reading: Reading, pieces: Sequence[DigitPiece]) -> tuple[Hit, ...]:
    """Return the find of digits without an announcing word: a telephone number, or a whole turn."""
    written = "".join(piece.written for piece in pieces)
    start, end = pieces[0].start, pieces[-1].end
    figures = all(piece.kind is Kind.FIGURES for piece in pieces)
    if not _is_spoken(pieces) or _is_count(written) or (figures and "," in reading.text[start:end]):
        return ()
    one_by_one = sum(piece.kind is not Kind.PAIR and len(piece.written) == 1 for piece in pieces)
    long = (
        one_by_one >= 3
        and len(written) >= _LEAST_BARE
        and _count_single_digits(pieces) >= min(_SINGLES_BARE, len(written) - 2)
    ) or one_by_one >= _SINGLES_BARE
    alone = _count_single_digits(pieces) >= 3 and _is_whole_turn(reading.text, start, end)
    if written in terms("public_numbers") or not (long or alone):
        return ()
    return (
        Hit(start, end, _label_of(reading.text[start:end], written, long), "digits", 0.8, written),
    )


def _label_of(spoken: str, written: str, long: bool) -> str:
    if len(written) in (15, 16):
        return "CREDIT_CARD"
    again = compiled(r"\b(?:ext\w*|area|that's|correction|sorry|no|again|wait)\b").search(spoken)
    return "PHONE_NUMBER" if again or not long or len(written) in _PHONES else "GENERIC_ID"


def _is_count(written: str) -> bool:
    """Return True if the digits are counted: "one two three four", "five, four, three"."""
    steps = {int(after) - int(before) for before, after in pairwise(written)}
    return steps in ({1}, {-1}) or len(set(written)) == 1


@cache
def _around_whole_turn() -> tuple[re.Pattern[str], re.Pattern[str]]:
    fillers = (
        rf"(?:(?:{listed('between_digits', 'before_string')}|\b{HESITATION}\b)[\s,.-]*){{0,3}}"
    )
    speaker = r"(?:[\s\[\]\d:.]*[A-Z][\w .'-]{0,40}:)?"
    short = r"[,.?!-]+[^\d\n]{0,25}"
    return compiled(rf"\s*{speaker}[\s-]*{fillers}\Z"), compiled(rf"(?:\s*{fillers}\W*|{short})\Z")


def _is_whole_turn(text: str, start: int, end: int) -> bool:
    """Return True if a field has these digits, and hardly anything else but a speaker's label."""
    before, after = _around_whole_turn()
    return (
        start < 80
        and len(text) - end < 40
        and before.match(text[:start]) is not None
        and after.match(text[end:]) is not None
    )
