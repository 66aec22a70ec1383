"""Generalise places to region, country or continent, or to urban and rural."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from anonfilter.contract.document import Document, Mention
from anonfilter_english.knowledge.categories.category_classifier import candidates
from anonfilter_english.knowledge.categories.category_names import key_of
from anonfilter_english.knowledge.categories.place_regions import CONTINENTS, Place, regions
from anonfilter_english.taggers.generalise.levels import Generalised

LEVELS = ("region", "country", "continent", "urban-rural")
_URBAN = 16  # 10,000 people
_RIVAL = 4  # a place of a tenth of the population may be meant too
_CITY = 20  # 100,000 people
_BETWEEN = (", ", " ,", ",")


class PlaceLevel:
    """Places at one level: ``[PLACE: England]``, ``[PLACE: France]`` or ``[PLACE: rural]``.

    A name that several places have counts only if all that may be meant are the same at this
    level. ``home`` is the country whose places are meant if it has such a name.
    """

    stem = "PLACE"

    def __init__(self, level: str, home: str) -> None:
        self._level = level
        self._home = home

    def __contains__(self, value: object) -> bool:
        return value in self._values

    @cached_property
    def _values(self) -> frozenset[str]:
        if self._level == "urban-rural":
            return frozenset(("urban", "rural"))
        known = regions()
        codes = (code for code in known.names if self._level != "country" or len(code) == 2)
        return frozenset(CONTINENTS.values()) | (
            frozenset()
            if self._level == "continent"
            else frozenset(map(known.names.__getitem__, codes))
        )

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        return [
            self._of(mention.surface, self._following(document, mention)) for mention in mentions
        ]

    def _following(self, document: Document, mention: Mention) -> str:
        """Return the name after a comma, such as "Texas" after "Paris", with which it belongs."""
        text, end = document.text, mention.span.end
        if not text.startswith(_BETWEEN, end):
            return ""
        words = text[end : end + 40].lstrip(" ,").split("\n")[0].split()
        for count in (3, 2, 1):
            name = " ".join(words[:count]).strip(".,;:!?)")
            if name and _areas(name):
                return name
        return ""

    def _of(self, surface: str, following: str) -> Generalised | None:
        name, _, within = surface.partition(",")
        found = self._meant(name, within.strip() or following)
        values = {self._value(place) for place in found}
        value = values.pop() if len(values) == 1 else ""
        return Generalised(value, 0, len(surface)) if value else None

    def _meant(self, name: str, within: str) -> list[Place]:
        """Return the places that may be meant by a name, in the places that ``within`` names."""
        found = _areas(name)
        if not any(len(place.code) == 2 for place in found):
            found += _towns(name, least=_CITY if found else 0)
        if self._home and any(place.country == self._home for place in found):
            found = [place for place in found if place.country == self._home]
        if around := _areas(within.split(",")[-1]):
            return [
                place for place in found if any(place.code.startswith(area.code) for area in around)
            ]
        largest = max((place.size for place in found), default=0)
        return [place for place in found if not place.size or place.size >= largest - _RIVAL]

    def _value(self, place: Place) -> str:
        known = regions()
        if self._level == "urban-rural":
            return "" if not place.size else "urban" if place.size >= _URBAN else "rural"
        if self._level == "continent":
            return known.continents[place.country]
        return known.names[place.code if self._level == "region" else place.country]


def _areas(name: str) -> list[Place]:
    """Return the countries and regions with a name, also by another spelling of it ("USA")."""
    known, listed = regions().areas, candidates(name, "LOCATION")
    keys = {key for kind, key in listed.items() if kind in ("COUNTRY", "STATE", "PROVINCE")}
    return [place for key in sorted(keys) for place in known.get(key, ())]


def _towns(name: str, *, least: int) -> list[Place]:
    key = key_of(name).replace(",", "")
    return [place for place in regions().towns_named(key) if place.size >= least]
