"""Read the phrases that show a person's role, from the shipped list and from the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.role_words import expanded, phrase
from anonfilter_english.knowledge.word_lists import table, terms

Phrase = tuple[str, ...]
AUTHOR, CITED_ROLE = "AUTHOR", "CITED"  # roles that mentions have in citations only
_PLURALS = frozenset(("jj", "ljj", "jja"))
_SEVERAL = frozenset(("by", "from", "statements", "reports"))  # in titles before a list of names
_MODIFIER = re.compile(r" (?:for|on|of|appearing|called)\b")
KINDS = ("titles", "nouns", "marks", "headings", "weak")


@hide_values
@dataclass(frozen=True, slots=True)
class Cue:
    """The role that a phrase shows; with ``plural``, it is the role of each name in a list."""

    role: str
    weak: bool = False
    plural: bool = False


@dataclass(slots=True)
class Table:
    """The phrases of one position, and the number of words of the longest."""

    cues: dict[Phrase, Cue] = field(default_factory=dict)
    longest: int = 0

    def add(self, words: Phrase, cue: Cue) -> None:
        """Add a phrase, unless the table already has it."""
        if words and words not in self.cues:
            self.cues[words] = cue
            self.longest = max(self.longest, len(words))


@hide_values
@dataclass(frozen=True, slots=True)
class Phrases:
    """All phrases by position: before a name, after it, or above a list of names."""

    before: Table
    nouns: Table
    marks: Table
    headings: Table
    roles: tuple[str, ...]
    aliases: Mapping[str, str]


def shipped() -> Any:
    """Return the content of ``role_phrases.yaml``."""
    return table("role_phrases")


def resolve_alias(role: str) -> str:
    """Return the role that an alias stands for; a role that is no alias stays as it is."""
    return str(shipped()["aliases"].get(role, role))


@cache
def shipped_roles() -> tuple[str, ...]:
    """Return the roles of the shipped list in its order."""
    return tuple(shipped()["roles"])


def words_of(name: str) -> frozenset[str]:
    """Return a list of single words from ``role_phrases.yaml``, normalised."""
    return frozenset(phrase(str(word))[0] for word in shipped()[name])


def without_articles(words: Iterable[str]) -> Phrase:
    """Return the words of a heading without articles."""
    return tuple(word for word in words if word not in terms("words", "articles"))


def read(more: Mapping[str, Mapping[str, Iterable[str]]]) -> Phrases:
    """Return the tables of phrases; phrases of the rules come before shipped phrases."""
    data = shipped()
    roles = tuple(dict.fromkeys((*data["roles"], *map(resolve_alias, more))))
    tables = Phrases(Table(), Table(), Table(), Table(), roles, data["aliases"])
    for listed in (more, data["roles"], data["others"]):
        for role, kinds in listed.items():
            _add_role(tables, resolve_alias(role), kinds or {}, data["define"])
    return tables


def _add_role(
    tables: Phrases, role: str, kinds: Mapping[str, Iterable[str]], define: dict[str, list[str]]
) -> None:
    """Add the phrases of a role to the tables of their positions."""
    places = {
        "titles": (tables.before,),
        "nouns": (tables.before, tables.nouns, tables.headings),
        "marks": (tables.marks,),
        "headings": (tables.headings,),
        "weak": (tables.before, tables.marks),
    }
    for kind in KINDS:
        for written in kinds.get(kind, ()):
            for form in expanded(str(written), define):
                words = phrase(form)
                head = _MODIFIER.split(form, maxsplit=1)[0]  # "advocates for the appellant"
                several = kind == "titles" and not _SEVERAL.isdisjoint(words)
                ends = kind != "titles" and head.endswith("s")
                plural = words[-1] in _PLURALS or several or ends
                cue = Cue(role, weak=kind == "weak", plural=plural)
                for place in places[kind]:
                    place.add(without_articles(words) if place is tables.headings else words, cue)
