"""Recognise what a heading on a cover announces: people, a name, a place, a time, a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache

from anonfilter_english.knowledge.people.role_labels import role_length
from anonfilter_english.knowledge.word_lists import alternatives, table, terms

_FIELD = re.compile(r"(?P<key>[^\W\d_][\w .,'/()#-]{0,80}?)\s*:(?:\s+|\Z)")
_VALUE = r"(?P<value>[A-Za-z]{0,2}[- .]{0,2}\d(?:[ .-]?\d){3,7})(?![\w-])"


class Expect(StrEnum):
    """A kind of content that a heading announces."""

    PERSON = "person"
    PEOPLE = "people"
    PLACE = "place"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    OTHER = "other"


def heading(cell: str) -> tuple[Expect | None, int]:
    """Return what a cell announces, and the offset in it of the value: "Place: San Quentin".

    Return None and 0 if the cell has no heading.
    """
    field = _FIELD.match(cell)
    if field:
        return _kind(_key(field["key"])) or Expect.OTHER, field.end()
    key = _key(cell)
    if key in terms("cover", "people") and (" " in key or key.endswith(("s", "present"))):
        return Expect.PEOPLE, len(cell)
    subject = _subject().match(cell)
    usual = terms("cover", "words")
    if subject and all(word[0].isupper() or word in usual for word in subject["before"].split()):
        return Expect.PERSON, subject.end()
    return None, 0


def _key(written: str) -> str:
    return " ".join(re.sub(r"\([^)]*\)|[.,]", " ", written).casefold().split())


def _kind(key: str) -> Expect | None:
    """Return what a heading with these words announces; None if it is no heading."""
    for name, kind in (
        ("people", Expect.PEOPLE),
        ("places", Expect.PLACE),
        ("dates", Expect.DATE),
        ("times", Expect.TIME),
    ):
        if key in terms("cover", name):
            return kind
    if any(key in phrases for phrases in table("cover")["numbers"].values()):
        return Expect.NUMBER
    if any(key == subject or key.endswith(f" {subject}") for subject in terms("cover", "subjects")):
        return Expect.PERSON
    words = key.split()
    return Expect.PEOPLE if words and role_length(words) == len(words) else None


@cache
def _subject() -> re.Pattern[str]:
    phrases = (phrase for phrase in terms("cover", "subjects") if phrase.endswith((" of", " re")))
    return re.compile(rf"(?P<before>(?:[^:\n]{{0,80}}\s)?)(?:{_any(phrases)})(?:\s+|\Z)", re.I)


def numbers(cell: str) -> Iterator[tuple[int, int, str]]:
    """Yield the place and label of each number in a cell."""
    for label, pattern in _numbers().items():
        for match in pattern.finditer(cell):
            yield *match.span("value"), label


@cache
def _numbers() -> dict[str, re.Pattern[str]]:
    return {
        label: re.compile(rf"(?<!\w)(?:{_any(phrases)})\.?\s*(?:[:#]|is)?\s*#?\s*{_VALUE}", re.I)
        for label, phrases in table("cover")["numbers"].items()
    }


def _any(phrases: Iterable[str]) -> str:
    return alternatives(phrases, blank=r"[\s.]+")
