"""The data by which names are classified: head words, listed names, and shapes.

The data comes from files; a ruleset can add head words and names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from typing import Any

from anonfilter.text.safe_yaml import reader
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_names import key_of, plain_key
from anonfilter_english.knowledge.word_lists import table

Terms = dict[str, dict[str, str]]
"""By the key of a name: each category that it may have, with the canonical key for it."""

_DATA = "anonfilter_english.knowledge.categories.data"
_TERM_FILES = ("places", "organizations", "groups")


@hide_values
@dataclass(frozen=True, slots=True)
class Shape:
    """A category, and a regex that names of this category match."""

    category: str
    regex: re.Pattern[str]
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]


class Gazetteer:
    """Names of places by the sections of gazetteer.txt; each set is made when first needed."""

    @cached_property
    def cities(self) -> frozenset[str]:
        return _places("us cities", "world cities")

    @cached_property
    def towns(self) -> frozenset[str]:
        return _places("us towns", "world towns")

    @cached_property
    def us(self) -> frozenset[str]:
        return _places("us cities", "us towns")

    @cached_property
    def counties(self) -> frozenset[str]:
        return _places("us counties")


@hide_values
@dataclass(frozen=True, slots=True)
class HeadWords:
    """Categories by phrases at the end (``last``, ``minor``) or beginning (``first``) of a name.

    Comments in head_words.yaml explain the lists.
    """

    last: Mapping[str, str]
    minor: Mapping[str, str]
    first: Mapping[str, str]
    bearers: frozenset[str]
    carried: frozenset[str]
    unlikely: Mapping[str, frozenset[str]]


@hide_values
@dataclass(frozen=True, slots=True)
class Knowledge:
    """All data by which names are classified."""

    families: Mapping[str, tuple[str, ...]]
    terms: Terms
    defaults: Mapping[str, tuple[str, str]]
    head_words: HeadWords
    shapes: tuple[Shape, ...]
    gazetteer: Gazetteer
    own: Mapping[str, str] = field(default_factory=dict)  # categories of the ruleset's names

    def extended(
        self, terms: Mapping[str, Iterable[str]], head_words: Mapping[str, Iterable[str]]
    ) -> Knowledge:
        """Return the data with a ruleset's additions, which take precedence."""
        if not terms and not head_words:
            return self
        own = {key_of(term): category for category, names in terms.items() for term in names}
        added = {
            _phrase(phrase): category for category, names in head_words.items() for phrase in names
        }
        last = {**self.head_words.last, **added}
        return replace(self, head_words=replace(self.head_words, last=last), own=own)


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the categories of each label, in the order of the file."""
    return {label: tuple(_listed(names)) for label, names in _yaml("categories").items()}


@cache
def knowledge() -> Knowledge:
    """Return the shipped data, which is loaded when the first mention is classified."""
    terms, defaults = listed_names()
    return Knowledge(families(), terms, defaults, head_words(), shapes(), gazetteer())


@cache
def gazetteer() -> Gazetteer:
    """Return the names of cities, towns and counties."""
    return Gazetteer()


@cache
def listed_names() -> tuple[Terms, Mapping[str, tuple[str, str]]]:
    """Return the categories of listed names, and the defaults of ambiguous names."""
    terms = _terms(_places("countries"))
    defaults: dict[str, tuple[str, str]] = {}  # category and canonical form of ambiguous names
    for name, value in _yaml("ambiguous").items():
        category, _, canonical = value.partition("=")
        key = key_of(name)
        kind, meant = category.strip(), key_of(canonical.strip() or name)
        defaults[key] = (kind, meant)
        terms.setdefault(key, {})[kind] = meant
    return terms, defaults


def shapes() -> tuple[Shape, ...]:
    return tuple(
        Shape(
            entry["category"],
            re.compile(entry["regex"], re.IGNORECASE),
            tuple(entry["examples"]),
            tuple(entry["counterexamples"]),
        )
        for entry in _yaml("shapes")
    )


def _text(name: str) -> str:
    return resources.files(_DATA).joinpath(name).read_text(encoding="utf-8")


def _yaml(name: str) -> Any:
    return reader().load(_text(f"{name}.yaml"))


def _listed(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def sections() -> dict[str, frozenset[str]]:
    """Return the folded names in gazetteer.txt by their headings."""
    return {name: _places(name) for name in _blocks()}


@cache
def _blocks() -> dict[str, str]:
    blocks = _text("gazetteer.txt").split("\n[")[1:]
    return {name: body for name, _, body in (block.partition("]\n") for block in blocks)}


def _places(*headings: str) -> frozenset[str]:
    return frozenset().union(*(_blocks()[heading].splitlines() for heading in headings))


@cache
def head_words() -> HeadWords:
    """Return the head words: first and last words of names that show the category of the name."""
    data = _yaml("head_words")
    last, minor, first = (
        {
            _phrase(word): category
            for category, words in data[key].items()
            for word in _listed(words)
        }
        for key in ("categories", "minor", "first")
    )
    unlikely = {label: frozenset(_listed(kinds)) for label, kinds in data["unlikely"].items()}
    bearers, carried = (frozenset(_listed(data[key])) for key in ("bearers", "carried"))
    return HeadWords(last, minor, first, bearers, carried, unlikely)


def _phrase(text: str) -> str:
    """Return a head word as a key, without the apostrophe of a possessive."""
    return plain_key(fold(text)).replace("'", "")


def _terms(countries: Iterable[str]) -> Terms:
    """Return the categories and canonical keys of all listed names."""
    terms: Terms = {country: {"COUNTRY": country} for country in countries}
    states = (("STATE", *entry) for entry in table("places")["us_states"].items())
    others = (
        (category, *entry)
        for file in _TERM_FILES
        for category, entries in _yaml(file).items()
        for entry in _entries(entries)
    )
    for category, name, spellings in (*states, *others):
        canonical = plain_key(fold(name))
        for spelling in (name, *spellings):
            key = plain_key(fold(spelling))
            terms.setdefault(key, {}).setdefault(category, canonical)
    return terms


def _entries(entries: Any) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each name with its other spellings, from a mapping, a string, or a list of both."""
    if isinstance(entries, str):
        yield from ((term, ()) for term in _listed(entries))
    elif isinstance(entries, dict):
        yield from ((name, _listed(spellings)) for name, spellings in entries.items())
    else:
        for entry in entries:
            yield from _entries(entry)
