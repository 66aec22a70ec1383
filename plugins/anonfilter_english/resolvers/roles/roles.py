"""Find the role of each mention of a person: by titles, phrases, headings, citations, a roster."""

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
    read,
    resolve_alias,
    shipped,
)
from anonfilter_english.resolvers.roles.cited_text import CitedText
from anonfilter_english.resolvers.roles.role_evidence import Evidence, ShownRole

Member = tuple[list[Span], list[str]]


class Citing(StrEnum):
    """The treatment of places, dates and organisations in the citation of a case."""

    KEEP = "keep"
    REDACT = "redact"


class RolePhrases(Strict):
    """Additional phrases by which a role is recognised."""

    titles: tuple[str, ...] = Option(default=(), description='titles before a name: "Mr Justice"')
    nouns: tuple[str, ...] = Option(
        default=(), description="nouns for a person with this role, also as headings above names"
    )
    marks: tuple[str, ...] = Option(default=(), description='marks right after a name: "J."')
    headings: tuple[str, ...] = Option(default=(), description="headings above a list of names")
    weak: tuple[str, ...] = Option(
        default=(), description="titles and marks that count if there is no other evidence"
    )


class Roles:
    """A resolver that sets the category of each person or organisation that shows a role.

    Evidence is, in this order: a roster, citations, phrases beside the name, and the heading of a
    list. `reconcile-roles` then gives each person one role.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people's names"
        )
        bodies: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION",),
            description="labels of organisations, which can be parties or law firms",
        )
        roles: dict[LabelName, RolePhrases] = Option(
            default_factory=dict, description="more phrases, and roles of your own"
        )
        files: tuple[str, ...] = Option(
            default=(), description="files of rosters, which contain names in clear"
        )
        citations: Citing = Option(
            default=Citing.REDACT,
            description="keep: places, dates and organisations in the citation of a case "
            "stay. For people, the role CITED under `people:` decides",
        )

    name: ClassVar[str] = "roles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._phrases: Phrases = read(
            {role: phrases.model_dump() for role, phrases in config.roles.items()}
        )
        self._bodies = {*shipped()["bodies"]}
        self._kept = frozenset(map(resolve_alias, setting.kept_roles))
        self._roster = roster.RosterIndex()
        self._tree = setting.tree
        self._labels = setting.labels
        for name in config.files:
            self.read_roster(setting.folder / name)

    def roles(self) -> Mapping[str, str]:
        """Return the role of each role name and alias that the rules may use."""
        return {**{role: role for role in self._phrases.roles}, **self._phrases.aliases}

    def read_roster(self, path: Path) -> None:
        self._roster.add(roster.read(path, self._phrases.roles, self._tree))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        names = algebra.order(span for span in spans if self._is_name(span))
        direct = {name for name, label in self._labels.items() if label.kind is Kind.DIRECT}
        numbers = [span for span in spans if span.label in direct and not self._is_name(span)]
        people = [span for span in names if span.label in self._config.people]
        cited = CitedText(document.prose, people, numbers)
        labels, kept = self._config.people, self._kept
        evidence = Evidence(document, names, self._phrases, self._bodies, labels, kept, cited.cases)
        members = self._members(document, names)
        roles = evidence.roles() | self._roles_by_roster(members)
        after: dict[Span, Span] = {}
        changes: list[Change] = []
        for span, role in roles.items():
            changed = _with_role(span, role)
            if changed != span:
                after[span] = changed
                reason = f"{role.role}: {role.reason}"
                changes.append(Change(self.name, reason, (span,), (changed,)))
        for span, (entity, name) in self._people_by_roster(members).items():
            before = after.get(span, span)
            after[span] = replace(before, entity=entity, canonical=name)
            reason = "the roster has both names of one person"
            changes.append(Change(self.name, reason, (before,), (after[span],)))
        result = [after.get(span, span) for span in spans]
        if self._config.citations is Citing.KEEP:
            return self._without_cited(document, result, changes, cited)
        return result, changes

    def _is_name(self, span: Span) -> bool:
        return span.label in self._config.people or span.label in self._config.bodies

    def _members(self, document: Document, names: Sequence[Span]) -> list[Member]:
        """Return the mentions and the names of each person; nothing without a roster."""
        members: defaultdict[str, list[Span]] = defaultdict(list)
        for span in names if self._roster else ():
            surface = document.prose[span.start : span.end]
            members[span.entity or f" {fold(surface)}"].append(span)
        return [
            (own, sorted({document.prose[span.start : span.end] for span in own}))
            for own in members.values()
        ]

    def _roles_by_roster(self, members: Sequence[Member]) -> dict[Span, ShownRole]:
        """Return the role of each person in the roster, for all their mentions."""
        found: dict[Span, ShownRole] = {}
        for own, variants in members:
            entry = self._roster.meant(variants)
            if entry is not None and entry.role:
                found |= dict.fromkeys(own, ShownRole(entry.role, "the roster says so"))
        return found

    def _people_by_roster(self, members: Sequence[Member]) -> dict[Span, tuple[str, str]]:
        """Return identity and name for each mention of a person who has aliases in the roster.

        With `scope: corpus`, these people have one tag in all documents.
        """
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
        self, document: Document, spans: list[Span], changes: list[Change], cited: CitedText
    ) -> tuple[list[Span], list[Change]]:
        """Return the spans without those that are only in citations, and the changes.

        People in citations of cases and books stay, because their roles decide. So do names that
        share a word with a name outside citations: the cited case may be this case in an earlier
        instance.
        """
        text = document.prose
        inside = {
            span
            for span in spans
            if (cited.is_reference if span.label in self._config.people else cited.is_cited)(span)
        }
        elsewhere = {_identity(document, span) for span in spans if span not in inside}
        names = [span for span in spans if span not in inside and not cited.is_cited(span)]
        words = {word for s in names if self._is_name(s) for word in _distinctive_words(text, s)}
        people_words = {
            word
            for span in names
            if span.category not in (CITED_ROLE, AUTHOR)
            and (span.category or span.label in self._config.people)
            for word in _distinctive_words(text, span)
        }

        def is_kept(span: Span) -> bool:
            if not self._is_name(span):
                return True
            own = _distinctive_words(text, span)
            if cited.is_reference(span):
                return people_words.isdisjoint(own)
            return _identity(document, span) not in elsewhere and words.isdisjoint(own)

        kept = set(filter(is_kept, inside))
        reason = "part of a citation, which the rules keep"
        ordered = algebra.order(kept)
        changes += (Change(self.name, reason, (span,), excluded=True) for span in ordered)
        return [span for span in spans if span not in kept], changes


def _distinctive_words(text: str, span: Span) -> set[str]:
    """Return the words of a name without common words such as "harbour" and without initials."""
    words = folded_words(text[span.start : span.end])
    return {word for word in words if len(word) > 1 and not is_common(word)}


def _with_role(span: Span, shown: ShownRole) -> Span:
    """Return the mention with its role, and with a doubt about the role if it is not certain."""
    doubts: list[Doubt] = [doubt for doubt in span.doubts if doubt != Doubt.ROLE]
    if not shown.sure:
        doubts.append(Doubt.ROLE)
    return replace(span, category=shown.role, doubts=tuple(doubts))


def _identity(document: Document, span: Span) -> str:
    return span.entity or fold(document.prose[span.start : span.end])
