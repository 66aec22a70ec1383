"""Look up the regions and countries of places (data/place_regions.txt)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_names import plain_key

CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}


@hide_values
@dataclass(frozen=True, slots=True)
class Place:
    """A country, a region or, with a ``size``, a town; ``code`` is FR or GB-ENG.

    The size is four times the decimal logarithm of the population.
    """

    code: str
    size: int = 0

    @property
    def country(self) -> str:
        return self.code[:2]


@hide_values
@dataclass(frozen=True, slots=True)
class Regions:
    """The names of countries and regions by their codes, and the places with a name by its key."""

    names: Mapping[str, str]
    continents: Mapping[str, str]
    areas: Mapping[str, tuple[Place, ...]]
    towns: Mapping[str, str]

    def towns_named(self, key: str) -> Iterator[Place]:
        """Yield the towns with a name, the largest first in each country or region."""
        for entry in self.towns.get(key, "").split():
            code, _, size = entry.partition(":")
            yield Place(code, int(size))


@cache
def regions() -> Regions:
    """Return the data, which is loaded when the first place is generalised."""
    data = resources.files("anonfilter_english.knowledge.categories.data")
    text = data.joinpath("place_regions.txt").read_text(encoding="utf-8")
    head, _, places = text.partition("\n[places]\n")
    _, _, head = head.partition("\n[countries]\n")
    countries, _, areas = head.partition("\n[regions]\n")
    names: dict[str, str] = {}
    continents: dict[str, str] = {}
    for line in countries.splitlines():
        code, _, rest = line.partition(" ")
        names[code], _, continent = rest.rpartition(" ")
        continents[code] = CONTINENTS[continent]
    for line in areas.splitlines():
        code, _, names[code] = line.partition(" ")
    by_key: dict[str, tuple[Place, ...]] = {}
    for code, name in names.items():
        key = plain_key(fold(name))
        by_key[key] = (*by_key.get(key, ()), Place(code))
    towns = dict(line.split("\t") for line in places.splitlines())
    return Regions(names, continents, by_key, towns)
