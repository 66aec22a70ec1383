"""Recognise roles in speakers' labels: "INMATE", "DEPUTY DISTRICT ATTORNEY"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from anonfilter.text.names import is_family_name
from anonfilter_plugins.english.lists import table


@cache
def lists() -> Mapping[str, frozenset[str]]:
    """Return the lists of ``role_labels.yaml``, read when first needed."""
    data = table("role_labels")
    read = {name: frozenset(plain(str(word)) for word in words) for name, words in data.items()}
    return {**read, "heads": read["heads"] | read["address"]}


def plain(word: str) -> str:
    """Normalise a word: lower case, without points and a final comma."""
    return word.casefold().replace(".", "").rstrip(",")


def is_role(word: str) -> bool:
    """Whether a word can be part of a role."""
    return plain(word) in lists()["heads"] | lists()["modifiers"]


def role_length(words: Sequence[str]) -> int:
    """Count the words of a role at the beginning: three in "DEPUTY DISTRICT ATTORNEY Bell"."""
    length = 0
    before = ""
    for at, word in enumerate(map(plain, words), start=1):
        if before in lists()["address"] and is_family_name(word):
            break  # "MR. MARSHALL"
        if word in lists()["heads"]:
            length = at
        elif word not in lists()["modifiers"]:
            break
        before = word
    return length
