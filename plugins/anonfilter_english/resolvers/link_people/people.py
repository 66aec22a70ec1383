"""Clusters: all mentions of one person, body or place, for those who show or judge them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anonfilter.contract.document import Change, Document, Span
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Doubt:
    """A mention that could have been put elsewhere: why, and with which other clusters."""

    span: Span
    reason: str
    others: tuple[str, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class Uncertain(Change):
    """A link that a reader should look at; ``others`` are the entities that were passed over."""

    others: tuple[str, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class Cluster:
    """One person, body or place of a document.

    ``variants`` are the surfaces that it is called by, in order of the text, each with its
    mentions. ``roles`` counts the mentions that have a role, by that role.
    """

    id: str
    label: str
    spans: tuple[Span, ...]
    variants: Mapping[str, tuple[Span, ...]]
    roles: Mapping[str, int]
    uncertain: tuple[Doubt, ...] = ()

    @property
    def first(self) -> int:
        """Where it is first mentioned."""
        return self.spans[0].start


def clusters_of(
    document: Document, spans: Iterable[Span], changes: Sequence[Change] = ()
) -> list[Cluster]:
    """The clusters of all spans that have an entity, in the order of their first mention.

    ``changes`` are those of the same analysis: what was uncertain is told there.
    """
    members: dict[str, list[Span]] = {}
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if span.entity:
            members.setdefault(span.entity, []).append(span)
    doubts = _doubts(changes)
    return [_cluster(document, entity, own, doubts) for entity, own in members.items()]


def _cluster(
    document: Document,
    entity: str,
    spans: Sequence[Span],
    doubts: Mapping[tuple[int, int], Doubt],
) -> Cluster:
    variants: dict[str, list[Span]] = {}
    for span in spans:
        variants.setdefault(_surface(document, span), []).append(span)
    places = ((span.start, span.end) for span in spans)
    return Cluster(
        id=entity,
        label=Counter(span.label for span in spans).most_common(1)[0][0],
        spans=tuple(spans),
        variants={surface: tuple(own) for surface, own in variants.items()},
        roles=Counter(span.category for span in spans if span.category),
        uncertain=tuple(doubts[place] for place in places if place in doubts),
    )


def _doubts(changes: Iterable[Change]) -> dict[tuple[int, int], Doubt]:
    """What was uncertain, by where it stands: later resolvers may have changed the span."""
    return {
        (span.start, span.end): Doubt(span, change.reason, change.others)
        for change in changes
        if isinstance(change, Uncertain)
        for span in change.after
    }


def _surface(document: Document, span: Span) -> str:
    """How it is written, whatever blanks and line ends are between its words."""
    return " ".join(document.text[span.start : span.end].split())
