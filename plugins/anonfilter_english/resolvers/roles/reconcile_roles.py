"""Give each person one role, by all of their mentions."""

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
    resolve_alias,
    shipped,
    shipped_roles,
)
from anonfilter_english.resolvers.roles.body_names import is_body
from anonfilter_english.resolvers.roles.contradiction import contradictory

_REACH = 12
_WITNESS = "WITNESS"
_ADDRESSED = re.compile(r"(?<!\w)(?:mr|mrs|ms|miss|smt|shri|sri)\.?\s+\Z", re.I)


class ReconcileRoles:
    """A resolver that decides on one role for all mentions of an entity.

    The decision is, in this order: a role under `any` that one mention shows; no person, if more
    than `not_people` of the mentions are something else, whose label they then get; the role that
    most mentions show; the `default_role`.

    A role whose names the rules keep must be certain. Any mention with another role outweighs it; a
    surname that others share is no evidence for it; contradictory mentions do not get it. If all
    evidence for it is uncertain, the mentions get the role and a doubt, so that the names are
    replaced.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people's names"
        )
        bodies: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION",),
            description="labels of organisations, which can be parties or law firms",
        )
        any: tuple[LabelName, ...] = Option(
            default=("PARTY",), description="roles for which one mention is enough"
        )
        not_people: float = Option(
            default=0.3,
            ge=0,
            le=1,
            description="the share of mentions from which an entity is no person",
        )
        kinds: dict[LabelName, LabelName] = Option(
            default={
                "LOCATION": "LOCATION",
                "ORGANIZATION": "ORGANIZATION",
                "LAW_FIRM": "ORGANIZATION",
                "MISCELLANEOUS": "MISCELLANEOUS",
            },
            description="the kinds of mentions that are no people, and the labels that they get",
        )
        default_role: LabelName | None = Option(
            default=None, description="the role of people without evidence for one"
        )

    name: ClassVar[str] = "reconcile-roles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._any = tuple(map(resolve_alias, config.any))
        self._default = resolve_alias(config.default_role) if config.default_role else ""
        self._bodies = {*shipped()["bodies"]}
        self._kept = frozenset(map(resolve_alias, setting.kept_roles))
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
        by_first_word = {
            surface.split()[0]: same
            for surface, same in namesakes.items()
            if len(surface.split()) > 1 and same[0].label in self._config.bodies
        }
        shared = self._shared(document, spans)
        result: dict[Span, Span] = {}
        changes: list[Change] = []
        for own in members.values():
            others = [
                span
                for surface in dict.fromkeys(_surface(document, span) for span in own)
                for span in namesakes.get(surface, ())
                if span not in own
            ]
            if not others and self._is_one_word(document, own):
                others = [*by_first_word.get(_surface(document, own[0]), ())]
            roles = self._certain_roles(document, own, shared)
            (label, role), reason = self._decided(own, others, roles, self._shown_roles(own))
            if role in (_WITNESS, self._default) and is_body(document, own):
                body = self._masks.get("ORGANIZATION", "") if self._is_person(own) else ""
                (label, role), reason = (body, ""), "no person: has the form of a body's name"
            proven = role not in self._kept or any(_proves(span, role) for span in own)
            changed = {
                span: after
                for span in own
                if (after := self._with_role(document, span, label, role, proven)) != span
            }
            result |= changed
            if changed:
                changes.append(Change(self.name, reason, tuple(changed), tuple(changed.values())))
        return [result.get(span, span) for span in spans], changes

    def _namesakes(self, document: Document, spans: Sequence[Span]) -> Mapping[str, Sequence[Span]]:
        """Return the spans that are no people, by their folded text."""
        found: defaultdict[str, list[Span]] = defaultdict(list)
        for span in spans:
            if span.label in self._masks and span.label not in self._config.people:
                found[_surface(document, span)].append(span)
        return found

    def _shared(self, document: Document, spans: Sequence[Span]) -> frozenset[str]:
        """Return the words in the names of more than one person."""
        bearers: defaultdict[str, set[str]] = defaultdict(set)
        for span in spans:
            if span.label in self._config.people:
                surface = _surface(document, span)
                for word in surface.split():
                    bearers[word].add(span.entity or surface)
        return frozenset(word for word, people in bearers.items() if len(people) > 1)

    def _certain_roles(
        self, document: Document, own: Sequence[Span], shared: Collection[str]
    ) -> Counter[str]:
        """Return the number of mentions that show each role.

        A role whose names the rules keep counts only if no evidence is against it.
        """
        roles = self._shown_roles(own)
        if roles.keys().isdisjoint(self._kept):
            return roles
        others = roles.keys() - self._kept
        contrary = others or (self._is_person(own) and contradictory(document, own))
        return Counter(
            span.category
            for span in self._with_shown_role(own)
            if span.category not in self._kept
            or not (contrary or _surface(document, span) in shared)
        )

    def _shown_roles(self, own: Sequence[Span]) -> Counter[str]:
        """Return the number of mentions that show each role."""
        return Counter(span.category for span in self._with_shown_role(own))

    def _with_shown_role(self, own: Sequence[Span]) -> list[Span]:
        """Return the mentions with a role that a person, or else an organisation, can have."""
        person = self._is_person(own)
        return [
            span
            for span in own
            if span.category
            and (person or span.category in self._bodies)
            and not (span.label in self._config.people and span.category in self._config.kinds)
        ]

    def _reason(self, role: str, roles: Mapping[str, int], shown: Mapping[str, int]) -> str:
        """Return the reason for the role that an entity gets.

        ``roles`` counts the mentions that are certain evidence of each role, ``shown`` all mentions
        that show it.
        """
        dropped = [kept for kept in sorted(self._kept) if shown.get(kept, 0) > roles.get(kept, 0)]
        if dropped:
            return (
                f"the rules keep {', '.join(dropped)} only where nothing speaks against it, and "
                "here something does"
            )
        if not roles:
            return "nothing shows another role"
        if any(roles[other] == roles[role] for other in roles if other != role):
            return "as many mentions show it as another role, which counts for less"
        return "most mentions that show a role show this one"

    def _is_person(self, own: Sequence[Span]) -> bool:
        return any(span.label in self._config.people for span in own)

    def _is_one_word(self, document: Document, own: Sequence[Span]) -> bool:
        """Return True for one word without a role, which may be short for an organisation."""
        first_word = _surface(document, own[0]).split()[0]
        return all(not span.category and _surface(document, span) == first_word for span in own)

    def _decided(
        self,
        own: Sequence[Span],
        others: Sequence[Span],
        roles: Counter[str],
        shown: Mapping[str, int],
    ) -> tuple[tuple[str, str], str]:
        """Return the label and the role that the mentions of one entity get, and the reason.

        The label is "" if each mention keeps its own.
        """
        person = self._is_person(own)
        for role in self._any:
            if roles[role]:
                return ("", role), f"{role}: one mention shows it, which is enough"
        if person:
            kinds = Counter(filter(None, (self._kind(span) for span in (*own, *others))))
            if sum(kinds.values()) > self._config.not_people * (len(own) + len(others)):
                kind = min(kinds, key=lambda kind: (-kinds[kind], kind))
                role = kind if kind in self._bodies else ""
                return (self._masks[kind], role), f"no person: mostly {kind}"
        cited = roles.pop(CITED_ROLE, 0)
        if roles:
            role = min(roles, key=lambda role: (-roles[role], self._rank.get(role, -1)))
            return ("", role), f"{role}: {self._reason(role, roles, shown)}"
        if 2 * cited > len(own):
            return ("", CITED_ROLE), f"{CITED_ROLE}: most mentions are in citations"
        if person and self._default:
            return ("", self._default), f"{self._default}: {self._reason(self._default, {}, shown)}"
        return ("", ""), "no role"

    def _kind(self, span: Span) -> str:
        """Return the kind of a mention that is no person, if its label is masked; else ""."""
        if span.label in self._config.people:
            return span.category if span.category in self._masks else ""
        if span.category == "LAW_FIRM" and span.category in self._masks:
            return span.category
        return span.label if span.label in self._masks else ""

    def _with_role(
        self, document: Document, span: Span, label: str, role: str, proven: bool
    ) -> Span:
        """Return the mention with its role, and with a doubt if a kept role is not proven."""
        doubts: list[Doubt] = [doubt for doubt in span.doubts if doubt == Doubt.IDENTITY]
        if role in self._kept and not (proven and _applies(document, span, role)):
            doubts.append(Doubt.ROLE)
        new_label = label if label and span.label in self._config.people else span.label
        return replace(span, label=new_label, category=role, doubts=tuple(doubts))


def _proves(span: Span, role: str) -> bool:
    return span.category == role and not span.doubts


def _applies(document: Document, span: Span, role: str) -> bool:
    """Return True if a role that other mentions prove applies to this mention too.

    A cited person may have the name of a witness, and "Ms." does not introduce an author.
    """
    if role == CITED_ROLE:
        return _proves(span, role)
    if role != AUTHOR or span.category == AUTHOR:
        return True
    before = document.prose[max(0, span.start - _REACH) : span.start]
    return _ADDRESSED.search(before) is None


def _surface(document: Document, span: Span) -> str:
    return fold(document.prose[span.start : span.end])
