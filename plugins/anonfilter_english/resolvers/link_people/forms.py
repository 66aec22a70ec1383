"""Forms: names that are written alike, and which of them tell most."""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter_english.knowledge.people.person_names import Name

Form = tuple[object, ...]
_ACRONYM = 3


def form_of(name: Name) -> Form:
    """What two names have in common that are written alike."""
    return (
        tuple(part.keys for part in name.given),
        tuple(part.keys for part in name.surname),
        tuple(part.keys for part in name.lone),
        name.suffix, name.sex, name.married, name.family,
    )  # fmt: skip


def letters_of(name: Name) -> str:
    """The letters that a name consists of: "GW"; "" if there are other words in it."""
    word = name.lone[0].written if len(name.lone) == 1 else ""
    return word.casefold() if word.isupper() and 2 <= len(word) <= _ACRONYM else ""


def rank(name: Name, places: Sequence[int]) -> tuple[int, int, int, int]:
    """The fullest name first, and of those the one that is written most often."""
    whole = sum(not part.initial for part in name.parts)
    return -whole, -len(name.parts), -len(places), places[0]
