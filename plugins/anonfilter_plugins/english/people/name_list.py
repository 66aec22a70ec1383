"""How common a word is as a given name and as a surname, for which sex, in which regions.

``data/people_names.txt`` has the surnames of a census, the first names of a century of births
and common names of other countries: 142,000 in all. Whether a word is also an everyday word is
answered by :mod:`anonfilter.text.words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from anonfilter.text.words import fold

FILE = "people_names.txt"


@dataclass(frozen=True, slots=True)
class Bearers:
    """How many people have a name, by level: from 0, none known, to 5, very many.

    ``sex`` is f, m, b (both) or unknown (""), of those with the given name. ``regions`` are the
    build script's short names of where the name is common.
    """

    given: int = 0
    surname: int = 0
    sex: str = ""
    regions: tuple[str, ...] = ()


UNLISTED = Bearers()


def key(word: str) -> str:
    """Fold a word for look-up: O'Brien as "obrien"."""
    folded = fold(word)
    return folded.replace("'", "") if "'" in folded else folded


def bearers(word: str) -> Bearers:
    """Look up a key; unlisted names have level 0."""
    return names().get(word, UNLISTED)


@cache
def names() -> dict[str, Bearers]:
    """Return all names of the file; read when first needed, in some 30 ms."""
    found: dict[str, Bearers] = {}
    text = resources.files("anonfilter_plugins.english").joinpath("data", FILE).read_text("utf-8")
    for block in text.split("\n[")[1:]:
        head, _, body = block.partition("]\n")
        found.update(dict.fromkeys(body.split(), _record(head)))
    return found


def _record(head: str) -> Bearers:
    """Parse a section head: "4 2 f us,nordic" is given 4, surname 2, of women, in two regions."""
    given, surname, sex, regions = head.split(" ")
    return Bearers(int(given), int(surname), "" if sex == "-" else sex, tuple(regions.split(",")))
