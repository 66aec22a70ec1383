"""The cast of a document: everybody in it, what they are called and what they are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from anonfilter_plugins.resolvers.decisions.changes import Settled, Uncovered
from anonfilter_plugins.resolvers.decisions.decisions_file import Place
from anonfilter_plugins.resolvers.link_people.people import Cluster, Doubt, clusters_of

from anonfilter.contract.document import Document, Redaction, Span
from anonfilter.reports.spans import replaced_surface
from anonfilter.text.lines import line_and_column, line_starts

KEPT = "(kept)"
COLUMNS = ("who", "role", "called", "mentions", "first", "uncertain")
DOUBTS = ("where", "taken for", "or", "why", "called")


@dataclass(frozen=True)
class Cast:
    """What a filter run knows of people. Nothing here shows a value unless ``values`` says so."""

    done: Redaction
    values: bool = False

    @property
    def document(self) -> Document:
        return self.done.analysis.document

    @cached_property
    def clusters(self) -> list[Cluster]:
        """Everybody, also those whose names the rules or a reader keep in the text."""
        spans = [*self._replaced, *self._kept]
        return clusters_of(self.document, spans, self.done.analysis.changes)

    @cached_property
    def _replaced(self) -> list[Span]:
        return [one.mention.span for one in self.done.tagged]

    @cached_property
    def _replacements(self) -> dict[Place, str]:
        """What each stretch of the text comes out as, if a mention stands there."""
        return {
            (one.mention.span.start, one.mention.span.end): replaced_surface(self.document, one)
            for one in self.done.tagged
        }

    @cached_property
    def _kept(self) -> dict[Span, None]:
        """Who stays: by role, as the engine says, or because somebody decided so."""
        return {
            span: None
            for change in self.done.analysis.changes
            if change.excluded
            and (change.kept if isinstance(change, Uncovered) else change.resolver == "engine")
            for span in change.before
            if span.entity and (span.start, span.end) not in self._replacements
        }

    @cached_property
    def decided(self) -> frozenset[Place]:
        """Where a reader decided that a name stays: no mention any more, for other decisions."""
        return frozenset(
            self.place(span)
            for change in self.done.analysis.changes
            if isinstance(change, Uncovered)
            for span in change.before
        )

    @cached_property
    def bodies(self) -> frozenset[Place]:
        """Where organisations and places are named, no people."""
        return frozenset(
            self.place(span)
            for cluster in self.clusters
            for span in cluster.spans
            if not cluster.id.startswith("p")
        )

    def doubts(self, cluster: Cluster) -> list[Doubt]:
        """What is still uncertain of somebody: nobody said whose mention it is, and who else it
        could be is still somebody else."""
        found = []
        for doubt in cluster.uncertain:
            others = tuple(one for one in doubt.others if one in self._ids - {cluster.id})
            if (doubt.span.start, doubt.span.end) not in self._settled and others:
                found.append(replace(doubt, others=others))
        return found

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(cluster.id for cluster in self.clusters)

    @cached_property
    def _settled(self) -> frozenset[Place]:
        return frozenset(
            (span.start, span.end)
            for change in self.done.analysis.changes
            if isinstance(change, Settled)
            for span in change.after
        )

    def stays(self, span: Span) -> bool:
        return span in self._kept

    def place(self, span: Span) -> Place:
        """Where a mention stands in the decoded file."""
        return self.document.origin.extent(span.start, span.end)

    def replacement(self, span: Span) -> str:
        """What a mention comes out as."""
        return self._replacements.get((span.start, span.end), KEPT)

    def written(self, span: Span) -> str:
        """The mention as it may be shown: its words, or else its tags."""
        if not self.values:
            return self.replacement(span)
        return " ".join(self.document.text[span.start : span.end].split())

    def variants(self, cluster: Cluster) -> dict[str, list[Span]]:
        """What somebody is called, as it may be shown, in order of the text."""
        found: dict[str, list[Span]] = {}
        for span in cluster.spans:
            found.setdefault(self.written(span), []).append(span)
        return found

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.document.source.text)

    def line_and_column(self, place: Place) -> tuple[int, int]:
        return line_and_column(self._lines, place[0])

    def position(self, line: int, column: int) -> int | None:
        """The character at this line and column, counted from one."""
        if not 1 <= line <= len(self._lines):
            return None
        return self._lines[line - 1] + column - 1


def role_of(cluster: Cluster) -> str:
    """What somebody is; the label where nothing more is known."""
    return max(cluster.roles, key=lambda role: cluster.roles[role], default=cluster.label)


def by_role(cast: Cast) -> dict[str, list[Cluster]]:
    found: dict[str, list[Cluster]] = {}
    for cluster in cast.clusters:
        found.setdefault(role_of(cluster), []).append(cluster)
    return found


def as_data(cast: Cast) -> Mapping[str, Any]:
    """The cast for programs; places are [start, end] in characters of the decoded file."""
    return {
        "clusters": {
            role: [
                {
                    "id": cluster.id,
                    "variants": {
                        variant: [list(cast.place(span)) for span in spans]
                        for variant, spans in cast.variants(cluster).items()
                    },
                }
                for cluster in clusters
            ]
            for role, clusters in by_role(cast).items()
        },
        "uncertain": [
            {
                "id": cluster.id,
                "at": list(cast.place(doubt.span)),
                "reason": doubt.reason,
                "others": list(doubt.others),
            }
            for cluster in cast.clusters
            for doubt in cast.doubts(cluster)
        ],
    }


def rows(cast: Cast) -> Iterator[tuple[str, ...]]:
    """Who, as what, called how, how often and where first: a row each."""
    for clusters in by_role(cast).values():
        for cluster in clusters:
            yield (
                cluster.id,
                role_of(cluster),
                ", ".join(_counted(cast.variants(cluster))),
                str(len(cluster.spans)),
                "{}:{}".format(*cast.line_and_column(cast.place(cluster.spans[0]))),
                str(len(cast.doubts(cluster)) or ""),
            )


def _counted(variants: Mapping[str, Sequence[Span]]) -> Iterator[str]:
    for variant, spans in variants.items():
        yield f"{variant} ({len(spans):,})" if len(spans) > 1 else variant


def doubts(cast: Cast) -> Iterator[tuple[str, ...]]:
    """What was uncertain: where, who was taken, who else it could be, and why."""
    for cluster in cast.clusters:
        for doubt in cast.doubts(cluster):
            yield (
                "{}:{}".format(*cast.line_and_column(cast.place(doubt.span))),
                cluster.id,
                ", ".join(doubt.others),
                doubt.reason,
                cast.written(doubt.span),
            )
