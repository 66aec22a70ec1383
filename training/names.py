"""Names of people of many origins, of places and of firms, to fill slots and to replace names.

US census names come from the package ``names`` (public-domain data), names of other countries from
``faker`` (MIT), and places from the gazetteer of the category tagger (GeoNames, CC BY 4.0).
"""

from __future__ import annotations

import importlib
import random
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Any

from anonfilter_english.knowledge.categories.category_lists import sections
from ruamel.yaml import YAML

Weighted = tuple[list[str], list[float]]


@cache
def _tables() -> dict[str, Any]:
    text = (resources.files("training") / "names.yaml").read_text(encoding="utf-8")
    tables: dict[str, Any] = YAML(typ="safe").load(text)
    return tables


def table(name: str) -> Any:
    """Return a list or mapping of names.yaml."""
    return _tables()[name]


@cache
def census(file: str) -> Weighted:
    """Return names and cumulative weights, for which a name's share counts by its square root.

    With the shares themselves, a few names such as Smith would be drawn most of the time.
    """
    names: list[str] = []
    weights: list[float] = []
    for line in (resources.files("names") / file).read_text("ascii").splitlines():
        name, share, *_ = line.split()
        names.append(_capitalised(name))
        weights.append((float(share) + 0.0005) ** 0.5)
    return names, list(accumulate(weights))


def given_names() -> list[str]:
    """Return all given names of the census."""
    return [name for sex in ("male", "female") for name in census(f"dist.{sex}.first")[0]]


def _capitalised(name: str) -> str:
    if name.startswith("MC") and len(name) > 4:
        return "Mc" + name[2:].capitalize()
    return name.capitalize()


@cache
def world() -> tuple[list[list[str]], list[list[str]]]:
    """Return lists of given names and lists of surnames, for locales with names in Latin script."""
    from faker.config import AVAILABLE_LOCALES

    given: list[list[str]] = []
    family: list[list[str]] = []
    for locale in AVAILABLE_LOCALES:
        try:
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        except ImportError:
            continue
        kinds = ("", "_male", "_female", "_nonbinary")
        given.append(_latin(provider, [f"first_names{kind}" for kind in kinds]))
        given.append(_latin(provider, ["first_romanized_names"]))
        family.append(_latin(provider, [f"last_names{kind}" for kind in kinds]))
        family.append(_latin(provider, ["last_romanized_names"]))
    return [some for some in given if some], [some for some in family if some]


def _latin(provider: Any, attributes: list[str]) -> list[str]:
    found: set[str] = set()
    for attribute in attributes:
        names = vars(provider).get(attribute, ())
        if not isinstance(names, property):
            found |= {str(name) for name in names}
    return sorted(name for name in found if len(name) > 1 and ord(name[0]) < 0x250)


@cache
def _places() -> dict[str, list[str]]:
    """Return places by kind, in the same order in each run."""
    return {kind: [_title(name) for name in sorted(some)] for kind, some in sections().items()}


def _title(name: str) -> str:
    small = {"of", "and", "the", "de", "la", "del", "do", "da", "upon", "on", "y", "al"}
    words = name.split()
    return " ".join(
        word if at and word in small else "-".join(part.capitalize() for part in word.split("-"))
        for at, word in enumerate(words)
    )


_GIVEN_NAMES = frozenset(("Don", "Dean", "Del.", "Duke", "General", "Marshal", "Prince", "Sr."))
"""Titles that are also names, and stay part of a name."""


@cache
def _title_before() -> re.Pattern[str]:
    titles = sorted(set(table("titles")) - _GIVEN_NAMES, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, titles))})\s+\Z")


def behind_title(text: str, start: int, end: int) -> int:
    """Return where the name of a person begins in text[start:end].

    The text may begin with a title or the end of a title: "Pres. Vane", or "State Vane" after
    "Secretary of".
    """
    first = start
    for word in re.finditer(r"\S+", text[start:end]):
        at = first + word.start()
        if at > start and _title_before().search(text, max(0, at - 40), at):
            start = at
    return start


@dataclass(slots=True)
class Names:
    """A source of random names; equal seeds of ``chance`` give equal names."""

    chance: random.Random

    def given(self) -> str:
        draw = self.chance.random()
        if draw < 0.5:
            return self._counted(self.chance.choice(("dist.male.first", "dist.female.first")))
        if draw < 0.62:
            return self.chance.choice(census("dist.female.first")[0])
        if draw < 0.78:
            return self._of_a_country(0)
        return self.chance.choice(self.chance.choice(world()[0]))

    def family(self) -> str:
        draw = self.chance.random()
        if draw < 0.45:
            return self._counted("dist.all.last")
        if draw < 0.65:
            return self.chance.choice(census("dist.all.last")[0])
        if draw < 0.80:
            return self._of_a_country(1)
        name = self.chance.choice(self.chance.choice(world()[1]))
        if draw > 0.97:
            name += "-" + self._counted("dist.all.last")
        return name

    def _of_a_country(self, place: int) -> str:
        """Return a given name (0) or a surname (1) of a country that ``world`` does not have."""
        countries = table("world")
        return str(self.chance.choice(countries[self.chance.choice(list(countries))][place]))

    def _counted(self, file: str) -> str:
        names, weights = census(file)
        return self.chance.choices(names, cum_weights=weights)[0]

    def nick(self, given: str) -> str:
        known = table("nicknames").get(given)
        if known and self.chance.random() < 0.8:
            return str(self.chance.choice(known))
        if self.chance.random() < 0.3:
            return str(self.chance.choice(table("street_names")))
        return given[: self.chance.choice((3, 3, 4))].rstrip("-' ") + self.chance.choice(
            ("", "", "y", "ie", "o")
        )

    def place(self, kind: str) -> str:
        places = _places()
        if kind == "country":
            known = places["countries"] if self.chance.random() < 0.4 else table("countries")
            return str(self.chance.choice(known))
        if kind == "state":
            return str(self.chance.choice(table("states")))
        if kind == "street":
            name = self.chance.choice((self.family, self.word, self.given))()
            return f"{name} {self.chance.choice(table('street_types'))}"
        sections = {
            "city": ("us cities", "us cities", "world cities"),
            "town": ("us towns", "us towns", "us towns", "world towns"),
        }[kind]
        return self.chance.choice(places[self.chance.choice(sections)])

    def word(self) -> str:
        return str(self.chance.choice(table("company_words")))

    def company(self) -> str:
        """Return an invented name of a firm."""
        trade = str(self.chance.choice(table("trades")))
        form = str(self.chance.choice(table("company_forms")))
        draw = self.chance.random()
        if draw < 0.12:
            return "".join(self.chance.choices("ABCDEFGHIKLMNOPRSTUVW", k=3))
        if draw < 0.22:
            return f"{self.family()} & {self.family()}"
        if draw < 0.27:
            return f"{self.family()}, {self.family()} and {self.family()}"
        if draw < 0.40:
            return f"{self.family()} {trade}"
        if draw < 0.46:
            return f"{self.given()}'s {trade}"
        if draw < 0.54:
            return f"{self.place('town')} {trade}"
        if draw < 0.66:
            return f"{self.word()} {self.word()} {trade}"
        if draw < 0.80:
            return f"{self.word()} {trade}"
        if draw < 0.90:
            return coined(self.chance).capitalize()
        return f"{self.chance.choice((self.word, self.family))()} {form}"


def coined(chance: random.Random) -> str:
    """Return an invented word that sounds like the name of a firm or medicine."""
    parts = table("coined")
    name: str = chance.choice(parts["first"]) + chance.choice(parts["last"])
    return name


@cache
def foreign_words() -> list[str]:
    """Return words of languages other than English, in Latin script and lower case."""
    from faker.config import AVAILABLE_LOCALES

    found: set[str] = set()
    for locale in (*AVAILABLE_LOCALES, "la"):
        if not locale.startswith("en"):
            try:
                provider = importlib.import_module(f"faker.providers.lorem.{locale}").Provider
            except ImportError:
                continue
            found |= {word.lower() for word in provider.word_list if word.isalpha()}
    return sorted(word for word in found if len(word) > 3 and max(map(ord, word)) < 0x250)
