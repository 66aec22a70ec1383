"""The forms in which a known name may be written, and an index of them for all documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

import regex
from anonfilter_english.knowledge.people import near_spelling
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.people.name_words import names_and_nicknames
from anonfilter_english.knowledge.people.person_names import read_name

from anonfilter.engine.original_words import MOST_WORDS
from anonfilter.run.risks import NAMES
from anonfilter.text.word_index import Token, WordIndex, Words
from anonfilter.text.words import fold, is_common
from anonfilter_measure.proof.attacker.text_pairs import Known

EVERYWHERE = -1  # in place of a document's number, for names from a list
_SHORTEST = 3  # letters of a word that identifies by itself
_GLUED = 5  # letters of a word that two names form together
_TOKEN = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*")  # with points and accents of any script
# A point or an accent as a character of its own; `read_name` would end a name there.
_MARK = regex.compile(r"\p{M}")
_DIGITS = 7  # digits of a number that belongs to one person


class Form(StrEnum):
    """The form in which a known name or value is written; the first form that applies counts."""

    VALUE = "a number, an address, another value"
    FULL = "a name in full"
    REVERSED = "a name, surname first"
    INITIALED = "a surname with an initial"
    GLUED = "a name written together"
    SPELLED = "letter by letter"
    LEET = "with figures for letters"
    PART = "a part of a name"
    SHORT = "a short form of a first name"
    SOUNDED = "what sounds alike"
    INITIALS = "initials"


RANK = {form: at for at, form in enumerate(Form)}


class Meaning(NamedTuple):
    """The meaning of a sequence of words: a form of the value with this number."""

    form: Form
    value: int
    label: str


class Forms:
    """An index of all forms of all known values, and of the documents that have each value."""

    def __init__(self) -> None:
        self.values: list[str] = []
        self._numbers: dict[tuple[Words, str], int] = {}
        self._owners: list[set[int]] = []
        self._sequences: defaultdict[Words, dict[Meaning, None]] = defaultdict(dict)
        self.letters: defaultdict[str, dict[Meaning, None]] = defaultdict(dict)
        self.digits: defaultdict[str, dict[Meaning, None]] = defaultdict(dict)
        self.sounds: defaultdict[str, set[str]] = defaultdict(set)
        self.initials: defaultdict[str, dict[Meaning, None]] = defaultdict(dict)

    def add(self, known: Iterable[Known], owner: int) -> None:
        """Add the known values of the document with this number, or of ``EVERYWHERE``."""
        for one in known:
            words = _folded(one.surface)[:MOST_WORDS]
            if not words:
                continue
            key = words, one.label
            if key not in self._numbers:
                self._numbers[key] = len(self.values)
                self.values.append(one.surface)
                self._owners.append(set())
                self._spread(one, words, self._numbers[key])
            self._owners[self._numbers[key]].add(owner)

    def index(self) -> WordIndex[tuple[Meaning, ...]]:
        return WordIndex({words: tuple(found) for words, found in self._sequences.items()})

    def is_known_in(self, value: int, document: int) -> bool:
        """Return True if a value was in the original of a document, or is from a list."""
        return not self._owners[value].isdisjoint((document, EVERYWHERE))

    def documents(self, value: int) -> frozenset[int]:
        return frozenset(self._owners[value] - {EVERYWHERE})

    def is_full(self, value: int) -> bool:
        """Return True if a value is a name of several words, which identifies a person."""
        return len(_folded(self.values[value])) > 1

    def is_number(self, value: int) -> bool:
        """Return True if a value has so many digits that it belongs to one person."""
        return sum(map(str.isdigit, self.values[value])) >= _DIGITS

    def _spread(self, one: Known, words: Words, value: int) -> None:
        if one.label not in NAMES:
            self._sequences[words][Meaning(Form.VALUE, value, one.label)] = None
            digits = re.sub(r"\D", "", one.surface)
            if len(digits) >= _DIGITS:
                self.digits[digits][Meaning(Form.VALUE, value, one.label)] = None
            return
        for form, sequence in _forms(one.surface):
            self._sequences[sequence][Meaning(form, value, one.label)] = None
        for word in set(_words(one.surface)):
            if len(word) >= _SHORTEST:
                self.letters[word][Meaning(Form.SPELLED, value, one.label)] = None
            if _identifies(word):
                for key in near_spelling.lookup_keys(word):
                    self.sounds[key].add(word)
        name = read_name(one.surface)
        if name.full:
            initials = "".join(word[0] for word in _words(one.surface))
            self.initials[initials][Meaning(Form.INITIALS, value, one.label)] = None


def tokens(text: str) -> list[Token]:
    """Return the words of a text in any script, folded like the words of names."""
    return [Token(match.start(), match.end(), fold(match[0])) for match in _TOKEN.finditer(text)]


def _folded(text: str) -> Words:
    return tuple(one.folded for one in tokens(text))


def _words(surface: str) -> Words:
    """Return the folded words of a name without its titles."""
    parts = () if _MARK.search(surface) else read_name(surface).parts
    return (
        tuple(word for part in parts for word in _folded(part.written))[:MOST_WORDS]
        or (_folded(surface)[:MOST_WORDS])
    )


def _identifies(word: str) -> bool:
    return len(word) >= _SHORTEST and not is_common(word) and not is_particle(word)


def _forms(surface: str) -> Iterator[tuple[Form, Words]]:
    """Yield each form of a name, and the sequence of words that is written."""
    words = _words(surface)
    yield from ((Form.PART, (word,)) for word in words if _identifies(word))
    if len(words) < 2:
        return
    first, *_, last = words
    yield Form.FULL, words
    yield Form.REVERSED, (last, *words[:-1])
    yield Form.REVERSED, (last, first)
    yield Form.INITIALED, (first[0], last)
    yield Form.INITIALED, (last, first[0])
    glued = (first + last, last + first, first[0] + last, last + first[0], first + last[0])
    yield from ((Form.GLUED, (one,)) for one in glued if len(one) >= _GLUED and _identifies(one))
    yield from (
        (Form.SHORT, (one,))
        for one in sorted(names_and_nicknames(first) - {first})
        if _identifies(one)
    )
    yield from ((Form.FULL, (one, last)) for one in sorted(names_and_nicknames(first) - {first}))
