"""Decide whether the value after a label is a name, a code, an age, or ordinary words."""

from __future__ import annotations

import re

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.date_kinds import has_absolute, has_number, is_bare_weekday
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.people.role_labels import plain
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.word_lists import terms

_NAME_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*\.?,?|[^\W\d_]\.[^\W\d_]\.,?")
_CAMEL = re.compile(r"[^\W\d_A-Z][A-Z]|[A-Z]{4}")
_MAC = re.compile(r"(?:Mac|Mc|De|La|Di|Le|O['\u2019])[A-Z]")
_SMALL = ("of", "the", "and")
_WORD = re.compile(r"[^\W\d_]+")
_AGE = re.compile(r"\s*(\d{1,3})\s*(?:y(?:ears?|rs?)?\b.*|y/?o|months?|[mf]\b)?\s*", re.IGNORECASE)
_OLDEST = 125
_TOKEN = re.compile(r"\S+")
_POINTS = "()[]{}.,;:#+-/"
_ENDING = ".,;:?!"
_SHORT = 4  # letters of a prefix in capitals: "ZX 88213"
_AMOUNT = re.compile(r"\A\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z|\A[a-z]{3}[a-z_-]*\d+\Z")
_CODE = re.compile(r"[A-Z]{1,4}-?\d{4,12}[A-Z]{0,2}|\d{7,12}")
_MARKS = ("no", "nr", "num", "tel", "ext", "x")
_KNOWN = 2  # the level of a name that many people bear
_MOST_WORDS = 5
_MOST_PARTS = 3
_TITLES = Titles()


def is_listed_name(value: str) -> bool:
    """Return True for capitalised words that form a listed name: "Siobhan Gallchobhair".

    At least one word must be a listed name, and no word may be an ordinary one. Return False for
    "Garden Bench", "Nginx" and "Good morning.".
    """
    words = [word for word in value.split() if not _TITLES.is_title(plain(word))]
    if not _are_capitalised(words) or value[-1] in ".?!" or is_bare_weekday(value):
        return False
    listed = [_is_listed(word) for word in words]
    return any(listed) and all(
        known or not is_common(word.rstrip(",")) for word, known in zip(words, listed, strict=True)
    )


def may_be_name(value: str) -> bool:
    """Return True for one to three words in the form of names, in any letter case: "pike"."""
    words = value.split()
    return 0 < len(words) <= _MOST_PARTS and all(map(_NAME_WORD.fullmatch, words))


def is_capitalised(value: str) -> bool:
    """Return True for one capitalised word, which may be a surname or an everyday word: "Marsh"."""
    return _are_capitalised([value]) and value[-1] not in ".,"


def _are_capitalised(words: list[str]) -> bool:
    return 0 < len(words) <= _MOST_WORDS and all(
        _NAME_WORD.fullmatch(word)
        and word[0].isupper()
        and not (_CAMEL.search(word) and not word.isupper() and not _MAC.match(word))
        for word in words
    )


def _is_listed(word: str) -> bool:
    bare = plain(word)
    if may_be_given(bare) or is_family_name(bare):
        return True
    known = (bearers(name_key(part)) for part in bare.split("-"))
    return not is_common(bare) and any(max(name.given, name.surname) >= _KNOWN for name in known)


def is_specific(value: str) -> bool:
    """Return True for a value that only one person or thing may have.

    It has a digit or an address, consists of capitalised names, or is one rare word. Return False
    for a description: "City to query", "unused", "Where the server listens".
    """
    if any(char.isdigit() or char == "@" for char in value):
        words = _WORD.findall(value)  # a sentence may have a number as well
        return len(words) <= 6 or sum(word.islower() and is_common(word) for word in words) <= 3
    words = _WORD.findall(value)
    if len(words) == 1:
        return not is_common(words[0])
    small = terms("names", "particles").union(_SMALL)
    capitals = all(word[0].isupper() or word in small for word in words)
    return bool(words) and capitals and value[-1] not in ".?!"


def is_single(value: str) -> bool:
    """Return True for a single word that is rare or has other characters than letters."""
    return not any(map(str.isspace, value)) and (
        any(not char.isalpha() for char in value) or not is_common(value)
    )


def leading_number(value: str) -> str:
    """Return the number at the beginning of a value, as it is written; "" if it begins with words.

    It is "0171 5550 122" in "0171 5550 122, in the evening", and "ZX 88213 T" in "ZX 88213 T
    (expired)". "on deal 763736" begins with words.
    """
    end = 0
    for token in _TOKEN.finditer(value):
        bare = token[0].strip(_POINTS)
        if any(map(str.isdigit, bare)) or (end and len(bare) == 1 and bare.isupper()):
            end = token.start() + len(token[0].rstrip(_ENDING))
            if value[:end].count(")") > value[:end].count("("):
                end = token.start() + len(token[0].rstrip(_ENDING + ")"))
        elif bare and not (bare.isupper() and len(bare) <= _SHORT) and bare.lower() not in _MARKS:
            break
        if end and token[0][-1] in ",;":
            break
    return value[:end]


def is_code(value: str) -> bool:
    """Return True for letters and digits in the form of contract numbers: "PLX88213", "30498811".

    Return False for dates, prices and amounts.
    """
    return _CODE.fullmatch(value) is not None


def is_amount(value: str) -> bool:
    """Return True for an amount or a word with a number: "1,240", "sales-2024"."""
    return _AMOUNT.search(value) is not None


def is_age(value: str) -> bool:
    """Return True for a number that may be a person's age: "37", "37 years", "thirty"."""
    number = _AGE.fullmatch(value)
    if number is not None:
        return int(number[1]) <= _OLDEST
    return not any(map(str.isdigit, value)) and has_number(value)


def is_birth_date(value: str) -> bool:
    return any(map(str.isdigit, value)) or has_absolute(value)


def is_absent(words: tuple[str, ...]) -> bool:
    """Return True for placeholders instead of a value: "n/a", "string"."""
    return " ".join(words) in terms("schema", "no_values")


def is_prose(value: str) -> bool:
    """Return True for words of a description: "the address of the patient"."""
    words = value.split()
    return len(words) > 2 and value[:1].islower() and all(map(is_common, words))
