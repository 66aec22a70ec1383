"""The words of roles: what people are in a transcript, and never who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from anonfilter.text.names import is_family_name
from anonfilter_plugins.english.lists import table


@cache
def lists() -> Mapping[str, frozenset[str]]:
    """What ``roles.yaml`` lists, read when first needed."""
    data = table("roles")
    read = {name: frozenset(plain(str(word)) for word in words) for name, words in data.items()}
    return {**read, "heads": read["heads"] | read["address"]}


def plain(word: str) -> str:
    """How a word is compared: lower case, without points and the comma behind it."""
    return word.casefold().replace(".", "").rstrip(",")


def is_role(word: str) -> bool:
    """Whether a word can be part of a role, and says of nobody who they are."""
    return plain(word) in lists()["heads"] | lists()["modifiers"]


def role_length(words: Sequence[str]) -> int:
    """How many words at the beginning are a role: "DEPUTY DISTRICT ATTORNEY Bell" has three."""
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
