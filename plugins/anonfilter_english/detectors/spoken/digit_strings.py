"""Recognise strings of digits: telephone numbers, and numbers with a label word before them.

Digits come one by one, in pairs ("forty-two"), doubled ("double five"), with commas, hesitation,
repetitions, corrections and slips ("for" for "four"), in words and in figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from anonfilter.text.values import hide_values
from anonfilter_english.detectors.spoken.digit_pieces import Atom, Kind, chains
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

_NEAR = 70
_SINGLES_FAR = 4
_SINGLES_BARE = 6
_LEAST_BARE = 7
_PHONES = (7, 10, 11)
_SPELLED = (Kind.LETTER, Kind.RADIO)
_LETTERED = frozenset(
    ("GENERIC_ID", "DRIVER_LICENSE", "PASSPORT", "MEDICAL_RECORD", "BANK_ACCOUNT", "LOCATION")
)


@hide_values
@dataclass(frozen=True, slots=True)
class Sort:
    """A kind of number: its label, its range of lengths, the words that announce it."""

    label: str
    least: int
    most: int
    words: tuple[str, ...]


@cache
def _sorts() -> tuple[Sort, ...]:
    return tuple(
        Sort(entry["label"], entry["least"], entry["most"], tuple(map(str, entry["words"])))
        for entry in table("strings")
    )


@cache
def _announced() -> re.Pattern[str]:
    """Return a regex for the announcing words, the longest first.

    The matched group names the kind.
    """
    choices = sorted(
        ((word, at) for at, sort in enumerate(_sorts()) for word in sort.words),
        key=lambda choice: -len(choice[0]),
    )
    by_sort: dict[int, list[str]] = {}
    for word, at in choices:
        by_sort.setdefault(at, []).append(word)
    return compiled("|".join(f"(?P<s{at}>{either(words)})" for at, words in by_sort.items()))


def find(reading: Reading) -> Iterator[Hit]:
    """Yield every string of digits that may identify a person."""
    for chain in chains(reading.text):
        digits = [atom for atom in chain if atom.kind not in _SPELLED]
        if sum(len(atom.written) for atom in digits) < 2:
            continue
        yield from _cued(reading, chain) or _zip(reading, digits) or _bare(reading, digits)


def _cued(reading: Reading, chain: Sequence[Atom]) -> tuple[Hit, ...]:
    first = next(atom for atom in chain if atom.kind not in _SPELLED)
    start = chain[0].start
    before = reading.before(start, _NEAR)
    before = before[before.rfind("\ufffc") + 1 :]
    sort, cue_end = _sort(before)
    if sort is None:
        return ()
    atoms = list(chain) if sort.label in _LETTERED else _digits(chain, first)
    digits = "".join(atom.written for atom in atoms if atom.kind is not Kind.LETTER)
    if not sort.least <= len(digits) or digits in terms("public_numbers"):
        return ()
    if _singles(atoms) < _SINGLES_FAR and not _direct(before[cue_end:]):
        return ()
    if not _is_spoken(atoms) and not _is_dialled(sort, digits, before[cue_end:]):
        return ()
    if _counts(reading, atoms):
        return ()
    written = "".join(atom.written for atom in atoms)
    return (Hit(atoms[0].start, atoms[-1].end, sort.label, "digits after a word", 0.9, written),)


def announces_code(before: str) -> bool:
    """Return True if a text ends by announcing a code of letters and digits.

    Examples: "the order number is".
    """
    sort, end = _sort(before[before.rfind("\ufffc") + 1 :])
    return sort is not None and sort.label in _LETTERED and _direct(before[end:])


def _sort(before: str) -> tuple[Sort | None, int]:
    """Return the kind of number that the last announcing word names, and the end of that word."""
    last = None
    for match in _announced().finditer(before):
        last = match
    if last is None or last.lastgroup is None:
        return None, 0
    return _sorts()[int(last.lastgroup[1:])], last.end()


def _direct(between: str) -> bool:
    """Return True if only words like "number is" and "uh" separate the announcing word from the
    digits.
    """
    link = rf"[\s,.:;#?-]*(?:(?:{listed('before_string')}|\b{HESITATION}\b)[\s,.:;#?-]*){{0,6}}"
    return compiled(link).fullmatch(between) is not None


def _digits(chain: Sequence[Atom], first: Atom) -> list[Atom]:
    """Return the chain from its first digit up to the next letter."""
    result: list[Atom] = []
    for atom in chain[chain.index(first) :]:
        if atom.kind in _SPELLED:
            break
        result.append(atom)
    return result


def _singles(atoms: Sequence[Atom]) -> int:
    return sum(len(a.written) for a in atoms if a.kind in (Kind.DIGIT, Kind.SLIP, Kind.FIGURES))


def _is_spoken(atoms: Sequence[Atom]) -> bool:
    """Return True if digits are in words or said one by one; patterns find other figures."""
    single = sum(atom.kind is Kind.FIGURES and len(atom.written) == 1 for atom in atoms)
    return single >= _SINGLES_FAR or any(atom.kind in (Kind.DIGIT, Kind.PAIR) for atom in atoms)


def _is_dialled(sort: Sort, digits: str, between: str) -> bool:
    """Return True if bare figures are a phone number: "call me at 555, 0132", "extension 204"."""
    enough = len(digits) > 3 or sort.most < 7
    return sort.label == "PHONE_NUMBER" and enough and _direct(between)


def _counts(reading: Reading, atoms: Sequence[Atom]) -> bool:
    """Return True if a short number counts something: "number of cases: two hundred people"."""
    return _singles(atoms) < _SINGLES_FAR and reading.counts_at(atoms[-1].end)


def _zip(reading: Reading, atoms: Sequence[Atom]) -> tuple[Hit, ...]:
    """Read a ZIP code: five digits after a state."""
    written = "".join(atom.written for atom in atoms)
    if len(written) not in (5, 9) or not _is_spoken(atoms):
        return ()
    start = atoms[0].start
    if compiled(rf"{listed('states')}[\s,.]{{1,3}}\Z").search(reading.before(start, 30)):
        return (Hit(start, atoms[-1].end, "LOCATION", "zip code", 0.85, written),)
    return ()


def _bare(reading: Reading, atoms: Sequence[Atom]) -> tuple[Hit, ...]:
    """Read unannounced digits: as many as a telephone number has, or alone in a turn."""
    written = "".join(atom.written for atom in atoms)
    start, end = atoms[0].start, atoms[-1].end
    figures = all(atom.kind is Kind.FIGURES for atom in atoms)
    if not _is_spoken(atoms) or _is_count(written) or (figures and "," in reading.text[start:end]):
        return ()
    one_by_one = sum(atom.kind is not Kind.PAIR and len(atom.written) == 1 for atom in atoms)
    long = (
        one_by_one >= 3
        and len(written) >= _LEAST_BARE
        and _singles(atoms) >= min(_SINGLES_BARE, len(written) - 2)
    ) or one_by_one >= _SINGLES_BARE
    alone = _singles(atoms) >= 3 and _is_all(reading.text, start, end)
    if written in terms("public_numbers") or not (long or alone):
        return ()
    return (
        Hit(start, end, _label(reading.text[start:end], written, long), "digits", 0.8, written),
    )


def _label(spoken: str, written: str, long: bool) -> str:
    if len(written) in (15, 16):
        return "CREDIT_CARD"
    again = compiled(r"\b(?:ext\w*|area|that's|correction|sorry|no|again|wait)\b").search(spoken)
    return "PHONE_NUMBER" if again or not long or len(written) in _PHONES else "GENERIC_ID"


def _is_count(written: str) -> bool:
    """Return True if the words are counting: "one two three four", "five, four, three"."""
    steps = {int(after) - int(before) for before, after in pairwise(written)}
    return steps in ({1}, {-1}) or len(set(written)) == 1


@cache
def _alone() -> tuple[re.Pattern[str], re.Pattern[str]]:
    fillers = (
        rf"(?:(?:{listed('between_digits', 'before_string')}|\b{HESITATION}\b)[\s,.-]*){{0,3}}"
    )
    speaker = r"(?:[\s\[\]\d:.]*[A-Z][\w .'-]{0,40}:)?"
    short = r"[,.?!-]+[^\d\n]{0,25}"
    return compiled(rf"\s*{speaker}[\s-]*{fillers}\Z"), compiled(rf"(?:\s*{fillers}\W*|{short})\Z")


def _is_all(text: str, start: int, end: int) -> bool:
    """Return True if a field holds these digits and nothing else."""
    before, after = _alone()
    return (
        start < 80
        and len(text) - end < 40
        and before.match(text[:start]) is not None
        and after.match(text[end:]) is not None
    )
