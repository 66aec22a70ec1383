"""What each mention of a person is in the case: by labels, titles, phrases, citations, a roster."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Doubt, Kind, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people import roster_file as roster
from anonfilter_english.knowledge.people.role_phrases import (
    AUTHOR,
    CITED_ROLE,
    Phrases,
    proper,
    read,
    shipped,
)
from anonfilter_english.resolvers.roles.cited import Cited
from anonfilter_english.resolvers.roles.role_evidence import Evidence, Told

Member = tuple[list[Span], list[str]]


class Citing(StrEnum):
    """What becomes of what a citation of a case holds."""

    KEEP = "keep"
    REDACT = "redact"


class RolePhrases(Strict):
    """Phrases that show a role, beside the shipped ones."""

    titles: tuple[str, ...] = Option(default=(), description='before a name: "Mr Justice"')
    nouns: tuple[str, ...] = Option(
        default=(), description="what a person is said to be; also a heading above names"
    )
    marks: tuple[str, ...] = Option(default=(), description='right behind a name: "J."')
    headings: tuple[str, ...] = Option(default=(), description="above a list of names")
    weak: tuple[str, ...] = Option(
        default=(), description="titles and marks that count where nothing else does"
    )


class Roles:
    """Sets the category of each mention of a person or body that shows a role.

    A roster goes before all else, then citations, what stands beside the name, and the heading
    of the list that it stands in. `reconcile-roles` makes one role for each person of it.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people's names"
        )
        bodies: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION",), description="labels of what can be a party or a law firm"
        )
        roles: dict[LabelName, RolePhrases] = Option(
            default_factory=dict, description="more phrases, and roles of your own"
        )
        files: tuple[str, ...] = Option(default=(), description="rosters; they hold names in clear")
        citations: Citing = Option(
            default=Citing.REDACT,
            description="keep: places, dates and bodies in a cited case's citation stay; whether "
            "people do is said under `people:`, by the role CITED",
        )

    name: ClassVar[str] = "roles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._phrases: Phrases = read(
            {role: some.model_dump() for role, some in config.roles.items()}
        )
        self._bodies = {*shipped()["bodies"]}
        self._kept = frozenset(map(proper, setting.kept_roles))
        self._roster = roster.Known()
        self._tree = setting.tree
        self._labels = setting.labels
        for name in config.files:
            self.read_roster(setting.folder / name)

    def roles(self) -> Mapping[str, str]:
        """Every name by which the rules may call a role, and the role's own."""
        return {**{role: role for role in self._phrases.roles}, **self._phrases.aliases}

    def read_roster(self, path: Path) -> None:
        self._roster.add(roster.read(path, self._phrases.roles, self._tree))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        names = algebra.order(span for span in spans if self._is_name(span))
        numbers = [span for span in spans if self._is_number(span)]
        people = [span for span in names if span.label in self._config.people]
        cited = Cited(document.prose, people, numbers)
        evidence = Evidence(
            document,
            names,
            self._phrases,
            self._bodies,
            self._config.people,
            self._kept,
            cited.cases,
        )
        roles = evidence.roles()
        members = self._members(document, names)
        roles |= self._by_roster(members)
        made = {
            span: other for span, told in roles.items() if (other := _as_told(span, told)) != span
        }
        changes = [
            Change(self.name, f"{told.role}: {told.why}", (span,), (made[span],))
            for span, told in roles.items()
            if span in made
        ]
        for span, (entity, called) in self._one_by_roster(members).items():
            before = made.get(span, span)
            made[span] = replace(before, entity=entity, canonical=called)
            why = "the roster has both names of one person"
            changes.append(Change(self.name, why, (before,), (made[span],)))
        result = [made.get(span, span) for span in spans]
        if self._config.citations is Citing.KEEP:
            return self._without_cited(document, result, changes, cited)
        return result, changes

    def _is_name(self, span: Span) -> bool:
        return span.label in self._config.people or span.label in self._config.bodies

    def _members(self, document: Document, names: Sequence[Span]) -> list[Member]:
        """Whoever is named, by their mentions and names; nobody without a roster."""
        members: defaultdict[str, list[Span]] = defaultdict(list)
        for span in names if self._roster else ():
            surface = document.prose[span.start : span.end]
            members[span.entity or f" {fold(surface)}"].append(span)
        return [
            (own, sorted({document.prose[span.start : span.end] for span in own}))
            for own in members.values()
        ]

    def _by_roster(self, members: Sequence[Member]) -> dict[Span, Told]:
        """What the roster says of each person in it, for all their mentions."""
        found: dict[Span, Told] = {}
        for own, variants in members:
            entry = self._roster.meant(variants)
            if entry is not None and entry.role:
                found |= dict.fromkeys(own, Told(entry.role, "so says the roster"))
        return found

    def _one_by_roster(self, members: Sequence[Member]) -> dict[Span, tuple[str, str]]:
        """The identity and the name of all whom the roster has word for word, by several names:
        with `scope: corpus`, these have one tag in all documents."""
        entities: dict[str, str] = {}
        found: dict[Span, tuple[str, str]] = {}
        for own, variants in members:
            entry = self._roster.called(variants)
            if entry is None or not entry.aliases or not own[0].entity:
                continue
            entity = entities.setdefault(entry.name, own[0].entity)
            found |= dict.fromkeys(own, (entity, entry.name))
        return found

    def _without_cited(
        self, document: Document, spans: list[Span], changes: list[Change], cited: Cited
    ) -> tuple[list[Span], list[Change]]:
        """Less what stands in citations and nowhere else; the names of cases and of authors are
        left to their role, and so is what has a word of theirs: the case may be this one in an
        earlier instance."""
        text = document.prose
        inside = {
            span for span in spans
            if (cited.refers if span.label in self._config.people else cited.holds)(span)
        }  # fmt: skip
        elsewhere = {_same(document, span) for span in spans if span not in inside}
        names = [span for span in spans if span not in inside and not cited.holds(span)]
        borne = {word for span in names if self._is_name(span) for word in _telling(text, span)}
        cases = (CITED_ROLE, AUTHOR)
        whose = [
            span
            for span in names
            if span.category not in cases and (span.category or span.label in self._config.people)
        ]
        known = {word for span in whose for word in _telling(text, span)}

        def is_here(span: Span) -> bool:
            """Whether the name may be one of this case: in a statute, of who shows a role."""
            of = known if cited.refers(span) else borne
            also = _same(document, span) in elsewhere and not cited.refers(span)
            return also or not of.isdisjoint(_telling(text, span))

        stays = [span for span in inside if not self._is_name(span) or not is_here(span)]
        gone = set(stays)
        why = "part of a citation, which the rules keep"
        changes += (Change(self.name, why, (span,), excluded=True) for span in algebra.order(stays))
        return [span for span in spans if span not in gone], changes

    def _is_number(self, span: Span) -> bool:
        """Whether a span is a number of a person or a case, such as no other has."""
        label = self._labels.get(span.label)
        return label is not None and label.kind is Kind.DIRECT and not self._is_name(span)


def _telling(text: str, span: Span) -> set[str]:
    """The words by which a name is known: "harbour" is anybody's, and so is an initial."""
    some = folded_words(text[span.start : span.end])
    return {word for word in some if len(word) > 1 and not is_common(word)}


def _as_told(span: Span, told: Told) -> Span:
    """The mention with its role. A roster says for certain who is meant; all else only what
    the person who is meant there is."""
    unsure = tuple(one for one in span.doubts if one != Doubt.ROLE)
    return replace(span, category=told.role, doubts=unsure if told.sure else (*unsure, Doubt.ROLE))


def _same(document: Document, span: Span) -> str:
    return span.entity or fold(document.prose[span.start : span.end])
