"""The phrases that show a role, as the shipped list and the rules have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from anonfilter_plugins.english.lists import table as lists
from anonfilter_plugins.english.lists import terms
from anonfilter_plugins.english.people.role_words import expanded, phrase

Phrase = tuple[str, ...]
AUTHOR, CITED_ROLE = "AUTHOR", "CITED"  # roles that mentions have in citations only
_PLURALS = frozenset(("jj", "ljj", "jja"))
KINDS = ("titles", "nouns", "marks", "headings", "weak")


@dataclass(frozen=True, slots=True)
class Cue:
    """What a phrase shows; ``plural`` ones speak for each name of a list."""

    role: str
    weak: bool = False
    plural: bool = False


@dataclass(slots=True)
class Table:
    """Phrases of one position, and the longest of them in words."""

    cues: dict[Phrase, Cue] = field(default_factory=dict)
    longest: int = 0

    def add(self, words: Phrase, cue: Cue) -> None:
        """The role that stands first in the list has the phrase."""
        if words and words not in self.cues:
            self.cues[words] = cue
            self.longest = max(self.longest, len(words))


@dataclass(frozen=True, slots=True)
class Phrases:
    """All phrases by where they stand: before a name, behind it, or above a list of names."""

    before: Table
    nouns: Table
    marks: Table
    headings: Table
    roles: tuple[str, ...]
    aliases: Mapping[str, str]


def shipped() -> Any:
    """What ``roles.yaml`` holds."""
    return lists("roles", "anonfilter_plugins.english.people")


def proper(role: str) -> str:
    """A role by its own name: ATTORNEY is LAWYER."""
    return str(shipped()["aliases"].get(role, role))


@cache
def shipped_roles() -> tuple[str, ...]:
    """The roles of the shipped list, in its order."""
    return tuple(shipped()["roles"])


def words_of(name: str) -> frozenset[str]:
    """One of the plain lists of words, as they are compared."""
    return frozenset(phrase(str(word))[0] for word in shipped()[name])


def bare(words: Iterable[str]) -> Phrase:
    """A heading as it is compared: without articles."""
    return tuple(word for word in words if word not in terms("words", "articles"))


def read(more: Mapping[str, Mapping[str, Iterable[str]]]) -> Phrases:
    """The shipped phrases, and those that the rules add to them; theirs go first."""
    data = shipped()
    tables = Phrases(
        Table(), Table(), Table(), Table(),
        tuple(dict.fromkeys((*data["roles"], *map(proper, more)))), data["aliases"],
    )  # fmt: skip
    for roles in (more, data["roles"], data["others"]):
        for role, kinds in roles.items():
            _learn(tables, proper(role), kinds or {}, data["define"])
    return tables


def _learn(
    tables: Phrases, role: str, kinds: Mapping[str, Iterable[str]], define: dict[str, list[str]]
) -> None:
    places = {
        "titles": (tables.before,),
        "nouns": (tables.before, tables.nouns, tables.headings),
        "marks": (tables.marks,),
        "headings": (tables.headings,),
        "weak": (tables.before, tables.marks),
    }
    for kind in KINDS:
        for written in kinds.get(kind, ()):
            for one in expanded(str(written), define):
                words = phrase(one)
                plural = words[-1] in _PLURALS or (kind != "titles" and one.endswith("s"))
                cue = Cue(role, weak=kind == "weak", plural=plural)
                for table in places[kind]:
                    table.add(bare(words) if table is tables.headings else words, cue)
