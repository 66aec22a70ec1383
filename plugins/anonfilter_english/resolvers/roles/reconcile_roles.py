"""One role for each person, by all of their mentions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Doubt, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.role_phrases import (
    AUTHOR,
    CITED_ROLE,
    proper,
    shipped,
    shipped_roles,
)
from anonfilter_english.resolvers.roles.contradiction import contradictory
from anonfilter_english.resolvers.roles.no_people import is_body

_REACH = 12
_WITNESS = "WITNESS"
_ADDRESSED = re.compile(r"(?<!\w)(?:mr|mrs|ms|miss|smt|shri|sri)\.?\s+\Z", re.I)


class ReconcileRoles:
    """Decides once for all mentions of an entity what it is.

    In this order: a role under `any` that a single mention shows; no person at all, if more than
    `not_people` of the mentions are something else, which they are then masked as; the role that
    most mentions show; the `default_role`.

    A role whose people the rules keep must be beyond doubt: any mention that shows another role
    outweighs it, a surname that others bear does not speak for it, and mentions that contradict
    each other are not kept. Where all that shows it is unsure, the mentions have the
    role and are marked as unsure, so that the names do not stay.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people's names"
        )
        bodies: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION",), description="labels of what can be a party or a law firm"
        )
        any: tuple[LabelName, ...] = Option(
            default=("PARTY",), description="roles for which one mention is enough"
        )
        not_people: float = Option(
            default=0.3, ge=0, le=1, description="the share of other mentions that may be"
        )
        kinds: dict[LabelName, LabelName] = Option(
            default={
                "LOCATION": "LOCATION",
                "ORGANIZATION": "ORGANIZATION",
                "LAW_FIRM": "ORGANIZATION",
                "MISCELLANEOUS": "MISCELLANEOUS",
            },
            description="what is no person, and the label that it is masked as",
        )
        default_role: LabelName | None = Option(
            default=None, description="what people are who show no role"
        )

    name: ClassVar[str] = "reconcile-roles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._any = tuple(map(proper, config.any))
        self._default = proper(config.default_role) if config.default_role else ""
        self._bodies = {*shipped()["bodies"]}
        self._kept = frozenset(map(proper, setting.kept_roles))
        self._rank = {role: at for at, role in enumerate(shipped_roles())}
        self._masks = {
            kind: label
            for kind, label in config.kinds.items()
            if label in setting.labels and setting.labels[label].redact
        }

    def needs(self) -> Needs:
        return Needs(frozenset(self._masks.values()))

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        if not enabled.has_roles:
            yield "no enabled resolver finds roles (`use: roles`)"

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        members: defaultdict[str, list[Span]] = defaultdict(list)
        for span in spans:
            if span.entity or span.label in self._config.people + self._config.bodies:
                members[span.entity or f" {_surface(document, span)}"].append(span)
        namesakes = self._namesakes(document, spans)
        short = {
            surface.split()[0]: some
            for surface, some in namesakes.items()
            if len(surface.split()) > 1 and some[0].label in self._config.bodies
        }
        shared = self._shared(document, spans)
        made: dict[Span, Span] = {}
        changes: list[Change] = []
        for own in members.values():
            others = [
                one
                for surface in dict.fromkeys(_surface(document, span) for span in own)
                for one in namesakes.get(surface, ())
                if one not in own
            ]
            if not others and self._is_one_word(document, own):
                others = [*short.get(_surface(document, own[0]), ())]
            roles = self._roles(document, own, shared)
            shown = self._shown(own)
            (label, role), why = self._decided(own, others, roles, shown)
            if role in (_WITNESS, self._default) and is_body(document, own):
                body = self._masks.get("ORGANIZATION", "") if self._is_person(own) else ""
                (label, role), why = (body, ""), "no person: has the form of a body's name"
            sure = role not in self._kept or any(self._proves(span, role) for span in own)
            new = [
                self._as(span, label, role, sure and self._covers(document, span, role))
                for span in own
            ]
            changed = [(span, other) for span, other in zip(own, new, strict=True) if other != span]
            made.update(changed)
            if changed:
                before, after = zip(*changed, strict=True)
                changes.append(Change(self.name, why, before, after))
        return [made.get(span, span) for span in spans], changes

    def _namesakes(self, document: Document, spans: Sequence[Span]) -> Mapping[str, Sequence[Span]]:
        """What is no person's, by how it is written."""
        found: defaultdict[str, list[Span]] = defaultdict(list)
        for span in spans:
            if span.label in self._masks and span.label not in self._config.people:
                found[_surface(document, span)].append(span)
        return found

    def _shared(self, document: Document, spans: Sequence[Span]) -> frozenset[str]:
        """The words that more than one person is called by."""
        bearers: defaultdict[str, set[str]] = defaultdict(set)
        for span in spans:
            if span.label in self._config.people:
                surface = _surface(document, span)
                for word in surface.split():
                    bearers[word].add(span.entity or surface)
        return frozenset(word for word, some in bearers.items() if len(some) > 1)

    def _roles(
        self, document: Document, own: Sequence[Span], shared: Collection[str]
    ) -> Counter[str]:
        """How many mentions show each role; the kept ones only where nothing speaks against."""
        person = self._is_person(own)
        showing = [span for span in own if self._is_role(span, person)]
        roles = self._shown(own)
        if roles.keys().isdisjoint(self._kept):
            return roles
        if roles.keys() - self._kept or (person and contradictory(document, own)):
            sure = []
        else:
            sure = [span for span in showing if _surface(document, span) not in shared]
        return Counter(
            span.category for span in showing if span in sure or span.category not in self._kept
        )

    def _shown(self, own: Sequence[Span]) -> Counter[str]:
        """How many mentions show each role."""
        person = self._is_person(own)
        return Counter(span.category for span in own if self._is_role(span, person))

    def _why(self, role: str, roles: Mapping[str, int], shown: Mapping[str, int]) -> str:
        """Why this role is decided on among those that count, and those that mentions show."""
        yielded = [one for one in sorted(self._kept) if shown.get(one, 0) > roles.get(one, 0)]
        if yielded:
            return (
                f"the rules keep {', '.join(yielded)} only where nothing speaks against it, and "
                "here something does"
            )
        if not roles:
            return "nothing shows another role"
        if any(roles[one] == roles[role] for one in roles if one != role):
            return "as many mentions show it as another role, which counts for less"
        return "most mentions that show a role show this one"

    def _proves(self, span: Span, role: str) -> bool:
        return span.category == role and not span.doubts

    def _covers(self, document: Document, span: Span, role: str) -> bool:
        """Whether what others prove holds of this mention: a cited person may have a namesake
        among the witnesses, and no author of a book is "Ms." so-and-so."""
        if role == CITED_ROLE:
            return self._proves(span, role)
        if role != AUTHOR or span.category == AUTHOR:
            return True
        before = document.prose[max(0, span.start - _REACH) : span.start]
        return _ADDRESSED.search(before) is None

    def _is_person(self, own: Sequence[Span]) -> bool:
        return any(span.label in self._config.people for span in own)

    def _is_one_word(self, document: Document, own: Sequence[Span]) -> bool:
        """Whether a person is called by one word only and shows no role: it may be short for a
        body's name."""
        return not any(span.category for span in own) and {
            _surface(document, span) for span in own
        } == {_surface(document, own[0]).split()[0]}

    def _decided(
        self,
        own: Sequence[Span],
        others: Sequence[Span],
        roles: Counter[str],
        shown: Mapping[str, int],
    ) -> tuple[tuple[str, str], str]:
        """The label that people among these get, "" for their own; their role; and why."""
        person = self._is_person(own)
        for role in self._any:
            if roles[role]:
                return ("", role), f"{role}: one mention shows it, which is enough"
        if person:
            kinds = Counter(filter(None, (self._kind(span) for span in (*own, *others))))
            if sum(kinds.values()) > self._config.not_people * (len(own) + len(others)):
                kind = min(kinds, key=lambda one: (-kinds[one], one))
                role = kind if kind in self._bodies else ""
                return (self._masks[kind], role), f"no person: mostly {kind}"
        cited = roles.pop(CITED_ROLE, 0)
        if roles:
            role = min(roles, key=lambda one: (-roles[one], self._rank.get(one, -1)))
            return ("", role), f"{role}: {self._why(role, roles, shown)}"
        if 2 * cited > len(own):
            return ("", CITED_ROLE), f"{CITED_ROLE}: stands in citations"
        if person and self._default:
            return ("", self._default), f"{self._default}: {self._why(self._default, {}, shown)}"
        return ("", ""), "no role"

    def _is_role(self, span: Span, person: bool) -> bool:
        if not span.category or (not person and span.category not in self._bodies):
            return False
        return not (span.label in self._config.people and span.category in self._config.kinds)

    def _kind(self, span: Span) -> str:
        """What a mention is that is no person's, if it can be masked as such."""
        if span.label in self._config.people:
            return span.category if span.category in self._masks else ""
        if span.category == "LAW_FIRM" and span.category in self._masks:
            return span.category
        return span.label if span.label in self._masks else ""

    def _as(self, span: Span, label: str, role: str, sure: bool) -> Span:
        who = tuple(one for one in span.doubts if one == Doubt.IDENTITY)
        unsure = who if sure or role not in self._kept else (*who, Doubt.ROLE)
        if label and span.label in self._config.people:
            return replace(span, label=label, category=role, doubts=unsure)
        return replace(span, category=role, doubts=unsure)


def _surface(document: Document, span: Span) -> str:
    return fold(document.prose[span.start : span.end])
