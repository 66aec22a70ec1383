"""Look up how many people have a name, as given name and as surname, of which sex and where.

``data/people_names.txt`` has the surnames of a census, the first names of a century of births and
common names of other countries: 142,000 in all. :mod:`anonfilter.text.words` knows whether a word
is also an everyday word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

FILE = "people_names.txt"
BASE = 36  # of the numbers in it
_STRETCH = 2048  # characters that are searched for a line


@hide_values
@dataclass(frozen=True, slots=True)
class Bearers:
    """How many people have a name, in levels from 0 (none is known) to 5 (very many).

    ``sex`` is that of people with the given name: f, m, b (both) or "" (unknown). ``regions`` are
    the regions where the name is common, by the short names of the build script.
    """

    given: int = 0
    surname: int = 0
    sex: str = ""
    regions: tuple[str, ...] = ()


UNLISTED = Bearers()
# Letters that `fold` keeps, as the list of names writes them.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)


def name_key(word: str) -> str:
    """Return the folded word by which a name is listed: "obrien" for O'Brien."""
    folded = fold(word)
    if not folded.isascii():
        folded = folded.translate(_LETTERS)
    return folded.replace("'", "") if "'" in folded else folded


@lru_cache(maxsize=65536)
def bearers(word: str) -> Bearers:
    """Return what is known about a name, by its key; unlisted names have level 0."""
    kind = names().kind(word)
    return UNLISTED if kind is None else _record(kind)


class NameList:
    """The list of names, which is searched as one text.

    Building a dictionary would take as long as everything else that a short text needs.
    """

    def __init__(self, text: str) -> None:
        _, kinds, lines = text.split("\n\n")
        self._kinds = kinds.splitlines()
        self._lines = f"\n{lines}"
        starts = [self._lines.find("\n", at) for at in range(0, len(lines), _STRETCH)]
        self._firsts = [self._lines[at + 1 : self._lines.find(" ", at)] for at in starts]
        self._starts = [*starts, len(self._lines)]

    def kind(self, word: str) -> str | None:
        """Return the kind of a name as written in the file; None if the name is not listed."""
        stretch = max(1, bisect_right(self._firsts, word))
        at = self._lines.find(f"\n{word} ", *self._starts[stretch - 1 : stretch + 1])
        if at < 0:
            return None
        number = at + len(word) + 2
        return self._kinds[int(self._lines[number : self._lines.find("\n", number)], BASE)]

    def __len__(self) -> int:
        return self._lines.count("\n") - 1

    def __iter__(self) -> Iterator[str]:
        return (line.partition(" ")[0] for line in self._lines[1:].splitlines())


@cache
def names() -> NameList:
    """Return the list of all names."""
    file = resources.files("anonfilter_english.knowledge").joinpath("data", FILE)
    return NameList(file.read_text("utf-8"))


@cache
def _record(kind: str) -> Bearers:
    """Parse a kind: "4 2 f us,nordic" is given 4, surname 2, women, in two regions."""
    given, surname, sex, regions = kind.split(" ")
    return Bearers(int(given), int(surname), "" if sex == "-" else sex, tuple(regions.split(",")))
