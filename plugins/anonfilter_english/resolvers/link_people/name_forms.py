"""Compare and rank names by the way in which they are written."""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter_english.knowledge.people.person_names import Name

Form = tuple[object, ...]
_ACRONYM = 3


def form_of(name: Name) -> Form:
    """Return a key that is equal for names that are written alike."""
    parts = (tuple(part.keys for part in row) for row in (name.given, name.surname, name.lone))
    return (*parts, name.suffix, name.sex, name.married, name.family)


def letters_of(name: Name) -> str:
    """Return the letters of a name that is an acronym, such as "GW"; else ""."""
    word = name.lone[0].written if len(name.lone) == 1 else ""
    return word.casefold() if word.isupper() and 2 <= len(word) <= _ACRONYM else ""


def rank(name: Name, places: Sequence[int]) -> tuple[int, int, int, int]:
    """Return a sort key: names with the most words first, then the most frequent."""
    whole = sum(not part.initial for part in name.parts)
    return -whole, -len(name.parts), -len(places), places[0]
