"""What each mention of a person is in the case: by labels, titles, phrases, citations, a roster."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from pydantic import Field as Option

from anonfilter import spans as algebra
from anonfilter.formats.turns import turns
from anonfilter.hookspecs import Setting
from anonfilter.model import Change, Document, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.text import fold
from anonfilter_people.roles import citations, roster
from anonfilter_people.roles.cues import BEHIND, Cues
from anonfilter_people.roles.headings import listed
from anonfilter_people.roles.phrases import (
    CITED_ROLE,
    Cue,
    Phrases,
    proper,
    read,
    shipped,
    words_of,
)
from anonfilter_people.roles.words import words

_JOINED = re.compile(r"\s*(?:,|;|,?\s(?:and|&))\s", re.I)
_OPPONENT_BEHIND = re.compile(
    r"(?:\s*(?:&|and) (?:ors|others|anr|another)\.?,?)?\s+(?:v|vs|versus)\b", re.I
)
_OPPONENT_BEFORE = re.compile(
    r"(?<!\w)(?:v|vs|versus)\b\.?\s+(?:\d{1,2}[.)]\s*)?(?:the\s+)?\Z", re.I
)
_NEAR = 60
_SHARED = "what stands behind a list of names"
AUTHOR = "AUTHOR"

Told = tuple[str, str]
"""A role, and what shows it."""


class Citing(StrEnum):
    """What becomes of what a citation of a case holds."""

    KEEP = "keep"
    REDACT = "redact"


class RolePhrases(Strict):
    """Phrases that show a role, beside the shipped ones."""

    titles: tuple[str, ...] = Option(default=(), description='before a name: "Mr Justice"')
    nouns: tuple[str, ...] = Option(
        default=(), description="what somebody is said to be; also a heading above names"
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
        for name in config.files:
            self.read_roster(setting.folder / name)

    def roles(self) -> Mapping[str, str]:
        """Every name by which the rules may call a role, and the role's own."""
        return {**{role: role for role in self._phrases.roles}, **self._phrases.aliases}

    def read_roster(self, path: Path) -> None:
        self._roster.add(roster.read(path, self._phrases.roles))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        names = algebra.order(span for span in spans if self._is_name(span))
        evidence = _Evidence(
            document, names, self._phrases, self._bodies, self._config.people, self._kept
        )
        roles = evidence.roles()
        roles |= self._by_roster(document, names)
        made = {
            span: replace(span, category=role)
            for span, (role, _) in roles.items()
            if role != span.category
        }
        changes = [
            Change(self.name, f"{role}: {why}", (span,), (made[span],))
            for span, (role, why) in roles.items()
            if span in made
        ]
        result = [made.get(span, span) for span in spans]
        if self._config.citations is Citing.KEEP:
            return self._without_cited(document, result, changes)
        return result, changes

    def _is_name(self, span: Span) -> bool:
        return span.label in self._config.people or span.label in self._config.bodies

    def _by_roster(self, document: Document, names: Sequence[Span]) -> dict[Span, Told]:
        """What the roster says of whoever is in it, for all mentions of each."""
        if not self._roster:
            return {}
        members: defaultdict[str, list[Span]] = defaultdict(list)
        for span in names:
            surface = document.prose[span.start : span.end]
            members[span.entity or f" {fold(surface)}"].append(span)
        found: dict[Span, Told] = {}
        for own in members.values():
            variants = {document.prose[span.start : span.end] for span in own}
            entry = self._roster.meant(sorted(variants))
            if entry is not None and entry.role:
                found |= dict.fromkeys(own, (entry.role, "so says the roster"))
        return found

    def _without_cited(
        self, document: Document, spans: list[Span], changes: list[Change]
    ) -> tuple[list[Span], list[Change]]:
        """Less what stands in citations and nowhere else; people are left to their role."""
        cases = _stretches(document.prose, [span for span in spans if self._is_name(span)])
        inside = {
            span for span in spans
            if span.label not in self._config.people and citations.cited(cases, span)
        }  # fmt: skip
        elsewhere = {_same(document, span) for span in spans if span not in inside}
        stays = [
            span for span in inside
            if span.label not in self._config.bodies or _same(document, span) not in elsewhere
        ]  # fmt: skip
        gone = set(stays)
        why = "part of a citation, which the rules keep"
        changes += (Change(self.name, why, (span,), excluded=True) for span in algebra.order(stays))
        return [span for span in spans if span not in gone], changes


def _stretches(text: str, names: Sequence[Span]) -> list[citations.Citation]:
    """The citations of cases and, behind their authors' names, of books, in order."""
    ends = ((span.end, citations.behind(text, span.end)[1]) for span in names)
    books = (citations.Citation(start, end) for start, end in ends if end > start)
    found = ((one.start, one.end) for one in (*citations.cases(text), *books))
    return [citations.Citation(*stretch) for stretch in algebra.merged(found)]


def _same(document: Document, span: Span) -> str:
    return span.entity or fold(document.prose[span.start : span.end])


class _Evidence:
    """What one document shows of the names in it."""

    def __init__(
        self,
        document: Document,
        names: Sequence[Span],
        phrases: Phrases,
        bodies: set[str],
        people: Sequence[str],
        kept: Collection[str],
    ) -> None:
        self._people = people
        self._text = document.prose
        self._names = names
        self._bodies = bodies
        self._address = words_of("address")
        spoken = _spoken(document)
        self._cues = Cues(phrases, self._text, spoken, kept)
        self._listed = listed(self._text, names, phrases, spoken)
        self._cases = list(citations.cases(self._text))

    def roles(self) -> dict[Span, Told]:
        """The role of each name that shows one, and what shows it."""
        found: dict[Span, Told] = {}
        before: Span | None = None
        shown: Cue | None = None
        for span in self._names:
            cue, why = self._cue(span)
            if cue is None and before and shown and shown.plural and self._joined(before, span):
                cue, why = shown, "a list of names that begins with one of this role"
            if cue is not None and self._may_be(span, cue.role):
                found[span] = (cue.role, why)
            before, shown = span, cue
        self._add_from_behind(found)
        return found

    def _may_be(self, span: Span, role: str) -> bool:
        return span.label in self._people or role in self._bodies

    def _cue(self, span: Span) -> tuple[Cue | None, str]:
        if citations.cited(self._cases, span):
            return Cue(CITED_ROLE), "the name of a case that is cited"
        written, _ = citations.behind(self._text, span.end)
        if written:
            return Cue(written), "a citation"
        beside = self._cues.within(span.start, span.end) or self._cues.beside(span.start, span.end)
        heads = span.start in self._listed and (beside is None or beside.label)
        if beside is not None and not beside.cue.weak and not heads:
            return beside.cue, f"what stands {beside.where}"
        if span.start in self._listed:
            return self._listed[span.start], "the heading of the list it is in"
        if self._opposed(span):
            return Cue("PARTY"), "one side of the case's title"
        return (beside.cue, f"what stands {beside.where}") if beside else (None, "")

    def _opposed(self, span: Span) -> bool:
        text = self._text
        return bool(
            _OPPONENT_BEHIND.match(text, span.end)
            or _OPPONENT_BEFORE.search(text, max(0, span.start - _NEAR), span.start)
        )

    def _joined(self, one: Span, other: Span) -> bool:
        """Whether nothing but "and" and a form of address stands between two names."""
        text = self._text
        between = _JOINED.match(text, one.end, other.start)
        if between is None or other.start - one.end > _NEAR:
            return False
        at = between.end()
        for word in words(text, at, other.start):
            if word.key not in self._address or text[at : word.start].strip(" ."):
                return False
            at = word.end
        return not text[at : other.start].strip(" .\n")

    def _add_from_behind(self, found: dict[Span, Told]) -> None:
        """ "Bell and Duarte LJJ", "Bell and Duarte on Evidence": what stands behind a list of
        names holds for all of it."""
        for at in range(len(self._names) - 1, 0, -1):
            one, other = self._names[at - 1], self._names[at]
            role, why = found.get(other, ("", ""))
            if not role or one in found or not self._joined(one, other):
                continue
            shared = role == AUTHOR or why == _SHARED or self._plural_behind(other)
            if shared and self._may_be(one, role):
                found[one] = (role, _SHARED)

    def _plural_behind(self, span: Span) -> bool:
        beside = self._cues.beside(span.start, span.end)
        return beside is not None and beside.where == BEHIND and beside.cue.plural


def _spoken(document: Document) -> frozenset[int]:
    """The colons behind labels of those who speak: a label that stands there once announces
    somebody ("Arbitrator: Ms. Bell"), one that recurs is a speaker's."""
    text = document.prose
    found = [(fold(text[slice(*turn.label)]), turn) for turn in turns(document.text)]
    counts = Counter(label for label, _ in found)
    return frozenset(
        text.rfind(":", turn.label[1], turn.speech)
        for label, turn in found
        if counts[label] > 1 or turn.name
    )
