"""Replace names by others, so that a model learns the context of names and not the names."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from training.example import Example, joined
from training.names import Names

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][A-Z][^\W\d_]+)*")
_KEPT = frozenset(
    (
        "de",
        "da",
        "di",
        "du",
        "van",
        "von",
        "der",
        "den",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "of",
        "the",
        "and",
        "y",
        "jr",
        "sr",
        "ii",
        "iii",
        "iv",
    )
)


def swapped(
    example: Example, chance: random.Random, people: float, places: float, bodies: float = 0.0
) -> Example:
    """Return the example with other names.

    ``people`` is the probability that all people of the text get other names; ``places`` and
    ``bodies`` are the probabilities for each place and for each organisation.
    """
    names = Names(chance)
    roles = _roles(example)
    new: dict[str, str] = {}

    def word(match: re.Match[str]) -> str:
        old = match[0]
        key = old.lower()
        if key in _KEPT:
            return old
        if len(old) == 1:
            return chance.choice("ABCDEFGHIJKLMNOPRSTVW")
        if key not in new:
            new[key] = names.family() if roles[key] > 0 else names.given()
        return _like(old, new[key])

    def changes() -> Iterator[tuple[str, str]]:
        for text, label in example.stretches():
            if label == "PERSON" and people:
                yield _WORD.sub(word, text), label
            elif label == "LOCATION" and _whole(text):
                if text not in new:
                    kind = chance.choice(("city", "town", "town", "country", "state"))
                    other = names.place(kind).removeprefix("the ")
                    new[text] = other if chance.random() < places else text
                yield _like(text, new[text]), label
            elif label == "ORGANIZATION" and bodies:
                key = text.lower()
                if key not in new:
                    new[key] = names.company() if chance.random() < bodies else text
                yield _like(text, new[key]), label
            else:
                yield text, label

    people = float(chance.random() < people)
    return joined(changes(), example.source)


def _whole(text: str) -> bool:
    return text.replace(" ", "").isalpha() and text.count(" ") < 2


def _roles(example: Example) -> Counter[str]:
    """Return a number for each word of names: positive for surnames, negative for given names.

    A word counts by its place, at the end of a name of several words or before the end.
    """
    roles: Counter[str] = Counter()
    for text, label in example.stretches():
        words = [word.lower() for word in _WORD.findall(text)] if label == "PERSON" else []
        if len(words) > 1:
            roles[words[-1]] += 1
            roles.subtract(words[:-1])
    return roles


def _like(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    return new.lower() if old.islower() else new
