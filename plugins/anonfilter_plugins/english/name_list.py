"""How common a word is as somebody's given name and as a surname, and among whom.

``data/people_names.txt`` has the surnames of a census, the first names of a century of births
and names that are common in other countries: 142,000 in all. It says nothing about what else a
word is (:mod:`anonfilter.text.words` does), and nothing about a name that is not in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from anonfilter.text.words import fold

FILE = "people_names.txt"


@dataclass(frozen=True, slots=True)
class Bearers:
    """How many are called so, by level: 0 nobody known, 1 a few, up to 5, where everybody
    knows somebody. ``sex`` is f, m, both or unknown (""), of those with the given name.
    ``regions`` are where the name is at home, by the build script's short names.
    """

    given: int = 0
    surname: int = 0
    sex: str = ""
    regions: tuple[str, ...] = ()


NOBODY = Bearers()


def key(word: str) -> str:
    """How a word is looked up: folded, O'Brien as "obrien"."""
    folded = fold(word)
    return folded.replace("'", "") if "'" in folded else folded


def bearers(word: str) -> Bearers:
    """Who is called so; ``word`` is a key."""
    return names().get(word, NOBODY)


@cache
def names() -> dict[str, Bearers]:
    """All names of the file; read when first needed, in some 30 ms."""
    found: dict[str, Bearers] = {}
    text = resources.files("anonfilter_plugins.english").joinpath("data", FILE).read_text("utf-8")
    for block in text.split("\n[")[1:]:
        head, _, body = block.partition("]\n")
        found.update(dict.fromkeys(body.split(), _record(head)))
    return found


def _record(head: str) -> Bearers:
    """ "4 2 f us,nordic" as given 4, surname 2, of women, there."""
    given, surname, sex, regions = head.split(" ")
    return Bearers(int(given), int(surname), "" if sex == "-" else sex, tuple(regions.split(",")))
