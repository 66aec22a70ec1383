"""What the classifier knows: head words, names of places, organisations and groups, shapes.

All of it is data in files; a ruleset can add to head words and terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from anonfilter.text import fold

from anonfilter_categories.names import key_of, plain_key

Terms = dict[str, dict[str, str]]
"""Key of a name → each category that it may have → the canonical key for that category."""

_DATA = "anonfilter_categories.data"
_TERM_FILES = ("places", "organizations", "groups")


@dataclass(frozen=True, slots=True)
class Shape:
    """A category that shows in how a name is written."""

    category: str
    regex: re.Pattern[str]
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Names of places by the sections of gazetteer.txt."""

    cities: frozenset[str]
    towns: frozenset[str]
    us: frozenset[str]
    counties: frozenset[str]


@dataclass(frozen=True, slots=True)
class HeadWords:
    """Phrase → category: at the end of a name's head, there but minor, at the beginning."""

    last: Mapping[str, str]
    minor: Mapping[str, str]
    first: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything, in the form in which it is looked up."""

    families: Mapping[str, tuple[str, ...]]
    terms: Terms
    defaults: Mapping[str, tuple[str, str]]
    head_words: HeadWords
    shapes: tuple[Shape, ...]
    gazetteer: Gazetteer
    own: Mapping[str, str] = field(default_factory=dict)

    def extended(
        self, terms: Mapping[str, Iterable[str]], head_words: Mapping[str, Iterable[str]]
    ) -> Knowledge:
        """This and what a ruleset adds, which goes before what was known."""
        if not terms and not head_words:
            return self
        own = {key_of(term): category for category, some in terms.items() for term in some}
        added = {plain_key(fold(one)): name for name, some in head_words.items() for one in some}
        last = {**self.head_words.last, **added}
        minor = {k: v for k, v in self.head_words.minor.items() if k not in added}
        return Knowledge(
            self.families, self.terms, self.defaults,
            HeadWords(last, minor, self.head_words.first), self.shapes, self.gazetteer, own,
        )  # fmt: skip


@cache
def families() -> dict[str, tuple[str, ...]]:
    """The categories of each label, in their order."""
    return {label: tuple(_listed(names)) for label, names in _yaml("categories").items()}


@cache
def knowledge() -> Knowledge:
    """What ships with anonfilter; read when the first mention is classified."""
    sections = _sections()
    terms = _terms(sections["countries"])
    head = _yaml("head_words")
    return Knowledge(
        families=families(),
        terms=terms,
        defaults=_defaults(),
        head_words=HeadWords(
            _phrases(head["categories"]), _phrases(head["minor"]), _phrases(head["first"])
        ),
        shapes=shapes(),
        gazetteer=Gazetteer(
            cities=sections["us cities"] | sections["world cities"],
            towns=sections["us towns"] | sections["world towns"],
            us=sections["us cities"] | sections["us towns"],
            counties=sections["us counties"],
        ),
    )


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
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(_text(f"{name}.yaml"))


def _listed(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _sections() -> dict[str, frozenset[str]]:
    sections: dict[str, frozenset[str]] = {}
    for block in _text("gazetteer.txt").split("\n[")[1:]:
        name, _, body = block.partition("]\n")
        sections[name] = frozenset(body.splitlines())
    return sections


def _phrases(categories: Mapping[str, str]) -> dict[str, str]:
    """Each phrase's category; a possessive's apostrophe is neither here nor in a name's head."""
    return {
        plain_key(phrase).replace("'", ""): category
        for category, phrases in categories.items()
        for phrase in _listed(phrases)
    }


def _terms(countries: Iterable[str]) -> Terms:
    terms: Terms = {country: {"COUNTRY": country} for country in countries}
    for file in _TERM_FILES:
        for category, entries in _yaml(file).items():
            for name, spellings in _entries(entries):
                canonical = plain_key(fold(name))
                for spelling in (name, *spellings):
                    key = plain_key(fold(spelling))
                    terms.setdefault(key, {}).setdefault(category, canonical)
    return terms


def _entries(entries: Any) -> Iterator[tuple[str, Iterable[str]]]:
    """(name, other spellings), from a mapping, from comma-separated terms, or a list of both."""
    if isinstance(entries, str):
        yield from ((term, ()) for term in _listed(entries))
    elif isinstance(entries, dict):
        yield from ((name, _listed(spellings)) for name, spellings in entries.items())
    else:
        for entry in entries:
            yield from _entries(entry)


def _defaults() -> dict[str, tuple[str, str]]:
    defaults: dict[str, tuple[str, str]] = {}
    for name, value in _yaml("ambiguous").items():
        category, _, canonical = value.partition("=")
        key = key_of(name)
        defaults[key] = (category.strip(), key_of(canonical.strip() or name))
    return defaults
