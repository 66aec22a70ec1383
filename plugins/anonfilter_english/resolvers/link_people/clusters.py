"""Collect the mentions of each person, organisation or place of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anonfilter.contract.document import Change, Document, Span
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class UncertainMention:
    """A mention that may belong to another cluster: the reason, and the other clusters."""

    span: Span
    reason: str
    others: tuple[str, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class Uncertain(Change):
    """The change of an uncertain link; ``others`` are the entities that were not chosen."""

    others: tuple[str, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class Cluster:
    """All mentions of one person, organisation or place of a document.

    ``variants`` has the different texts of the mentions, in order, each with its mentions.
    ``roles`` counts the mentions by role.
    """

    id: str
    label: str
    spans: tuple[Span, ...]
    variants: Mapping[str, tuple[Span, ...]]
    roles: Mapping[str, int]
    uncertain: tuple[UncertainMention, ...] = ()

    @property
    def first(self) -> int:
        """The start of the first mention."""
        return self.spans[0].start


def collect_clusters(
    document: Document, spans: Iterable[Span], changes: Sequence[Change] = ()
) -> list[Cluster]:
    """Return the clusters of all spans with an entity, in the order of their first mention.

    ``changes`` are the changes of the same analysis, which record uncertain links.
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
    doubts: Mapping[tuple[int, int], UncertainMention],
) -> Cluster:
    variants: dict[str, list[Span]] = {}
    for span in spans:
        surface = " ".join(document.text[span.start : span.end].split())
        variants.setdefault(surface, []).append(span)
    places = ((span.start, span.end) for span in spans)
    return Cluster(
        id=entity,
        label=Counter(span.label for span in spans).most_common(1)[0][0],
        spans=tuple(spans),
        variants={surface: tuple(own) for surface, own in variants.items()},
        roles=Counter(span.category for span in spans if span.category),
        uncertain=tuple(doubts[place] for place in places if place in doubts),
    )


def _doubts(changes: Iterable[Change]) -> dict[tuple[int, int], UncertainMention]:
    """Return the uncertain mentions by place.

    They are not looked up by span, because later resolvers may have changed the spans.
    """
    return {
        (span.start, span.end): UncertainMention(span, change.reason, change.others)
        for change in changes
        if isinstance(change, Uncertain)
        for span in change.after
    }
