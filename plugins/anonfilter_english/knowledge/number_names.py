"""Find the words before a number that say which kind of number it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.word_lists import table, terms

_WORD = re.compile(
    r"(?:[^\W\d_]\.){2,}|(?:a/c|i-94)(?!\w)|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|\S", re.IGNORECASE
)
_REACH = 90
_MOST_LINKS = 8
_MOST_WORDS = 3
_LONGEST_ABBREVIATION = 4
_TURN = re.compile(
    r"(?:\A|[\n.?!\]])[ \t]*(?:[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2}|[a-z]{1,12})[ \t]*:\s*\Z"
    r"|\?\s+[QA]\.?\s+\Z"
)
_ENDS = frozenset(".?!")
_PREPOSITIONS = frozenset(("from", "at", "with", "for", "of", "in"))
_MARKS = frozenset(":=(#\"'-\u2013\u2014,[*`")

Strength = Literal["sure", "signed", "bare", "any"]


@hide_values
class Named(NamedTuple):
    """The name of a number, such as "account number", and the label of such numbers.

    ``strength`` is ``sure`` if the name cannot mean anything but a number, ``signed`` if "number",
    "#" or the like follows the name, ``bare`` if the name can mean something else, and ``any`` if
    the word before such a sign is not known.
    """

    label: str
    strength: Strength
    name: str


def name_before(text: str, at: int) -> Named | None:
    """Return the name that the words before a number give it; None without a name."""
    before = text[max(0, at - _REACH) : at]
    question = _without_turn(before)
    named = _name_of(_WORD.findall(before))
    return named if named or question == before else _name_of(_WORD.findall(question))


def _name_of(words: Sequence[str]) -> Named | None:
    """Return the name that a list of words gives to the number after them, or None."""
    signed = worded = of = False
    for end in range(len(words), max(0, len(words) - _MOST_LINKS), -1):
        word = words[end - 1].casefold()
        named = _named(words[:end], signed)
        if named is not None:
            return named if named.strength != "bare" or not of else None
        if word in terms("number_names", "signs"):
            signed, worded = True, worded or word != "#"
        elif word in _PREPOSITIONS or (  # "from Lebanon"
            words[end - 1][0].isupper() and end > 1 and words[end - 2].casefold() in _PREPOSITIONS
        ):
            of = True
        elif word == "." and _is_abbreviated(words[: end - 1]):
            continue
        elif _is_turn_label(words[:end]):
            return _name_of(words[: end - 3])
        elif end == len(words) > 1 and word.isalpha() and words[end - 2] == ",":
            continue  # the tag, Ohio HKR 4471
        elif word not in _MARKS and word not in terms("number_names", "links"):
            # "badge number" announces a number of a person; "page number" does not
            is_public = {word, word.removesuffix("s")} & terms("number_names", "public")
            is_known = worded and (word in _ENDS or (word[0].isalpha() and not is_public))
            return Named("GENERIC_ID", "any", word) if is_known else None
    return Named("GENERIC_ID", "any", "number") if worded else None


def _without_turn(before: str) -> str:
    """Return the text before an answer, without "?" and the label of the answer: "Your ID? A:"."""
    turn = _TURN.search(before)
    if turn is not None:
        question = before[: turn.start() + 1].rstrip()
        if question.endswith(("?", ".", "please")):
            return question.rstrip("?.")
    return before.rstrip("?\n ") if before.rstrip().endswith("?") else before


def _named(words: Sequence[str], signed: bool) -> Named | None:
    """Return the longest name of numbers at the end of these words, or None: "account number"."""
    last = [
        word.casefold().replace("\u2019", "'").removesuffix("'s") for word in words[-_MOST_WORDS:]
    ]
    for start in range(len(last)):
        name = " ".join(last[start:])
        inner = " ".join(last[start:-1])
        if inner in _things() and last[-1] in terms("number_names", "named_signs"):
            return Named(_things()[inner], "signed", inner)
        tables: tuple[tuple[Mapping[str, str], Strength], ...] = (
            (_sure(), "sure"),
            (_things(), "bare"),
        )
        for known, strength in tables:
            found = known.get(name, known.get(name.removesuffix("s"), ""))
            if found and (name not in _capitals() or words[-1].isupper()):
                ends_so = last[-1] in terms("number_names", "signs")
                return Named(found, "signed" if signed or ends_so else strength, name)
    return None


def _is_turn_label(words: Sequence[str]) -> bool:
    """Return True if these words end with a sentence's end, a word and a colon: "? Caller:"."""
    return (
        words[-1] == ":"
        and len(words) > 2
        and words[-3] in _ENDS
        and _named(words[:-1], False) is None
    )


def _is_abbreviated(words: Sequence[str]) -> bool:
    """Return True for words that end in "no", "ref", "reg" and the like."""
    if not words or len(words[-1]) > _LONGEST_ABBREVIATION:
        return False
    return (
        words[-1].casefold() in terms("number_names", "signs") or _named(words, False) is not None
    )


def is_word(word: str) -> bool:
    """Return True for a word in names of numbers or in amounts, which is no part of a number."""
    word = word.casefold()
    lists = (terms("number_names", key) for key in ("signs", "links", "units"))
    return (
        word in _sure()
        or word in terms("numbers", "currencies")
        or any(word in known for known in lists)
    )


def names_number(written: str) -> bool:
    """Return True for a known name of numbers, and for any acronym: "NHS", "cédula", "CDC"."""
    word = written.casefold()
    return word in _sure() or word in _things() or (written.isupper() and 1 < len(word) < 7)


def is_label(word: str) -> bool:
    """Return True for a word that may be right before or after a number: "SSN", "tel"."""
    word = word.casefold()
    keys = ("signs", "next_labels")
    return (
        word in _sure()
        or word in _things()
        or any(word in terms("number_names", key) for key in keys)
    )


def is_plate(name: str) -> bool:
    plates = terms("number_names", "plates")
    return name in plates or name.removesuffix("s") in plates


def is_short(name: str) -> bool:
    return name in terms("number_names", "short")


def numbered_labels() -> dict[str, list[str]]:
    """Return the names of numbers by their label, for keys and column titles."""
    found: dict[str, list[str]] = {}
    for name, label in (_things() | _sure()).items():
        found.setdefault(label, []).append(name)
    return found


@cache
def labels() -> frozenset[str]:
    """Return the labels of all named numbers."""
    return frozenset((*_sure().values(), *_things().values()))


@cache
def _sure() -> dict[str, str]:
    return _by_name("sure")


@cache
def _things() -> dict[str, str]:
    plates = dict.fromkeys(terms("number_names", "plates"), "GENERIC_ID")
    return plates | _by_name("things")


@cache
def _capitals() -> frozenset[str]:
    """Return the names that have an effect only in capitals."""
    tables = (table("number_names")[key].values() for key in ("sure", "things"))
    every = (str(name) for lists in tables for names in lists for name in names)
    return frozenset(name.casefold() for name in every if name.isupper())


def _by_name(key: str) -> dict[str, str]:
    table_of = table("number_names")[key]
    return {str(name).casefold(): label for label, names in table_of.items() for name in names}
