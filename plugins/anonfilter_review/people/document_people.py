"""The people that a run of the filter found in a document, with their names and roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from anonfilter_english.knowledge.people.role_phrases import resolve_alias, shipped_roles
from anonfilter_english.resolvers.decisions.decision_changes import Settled, Uncovered
from anonfilter_english.resolvers.decisions.decisions_file import Place
from anonfilter_english.resolvers.link_people.clusters import (
    Cluster,
    UncertainMention,
    collect_clusters,
)

from anonfilter.contract.document import Document, Redaction, Span
from anonfilter.contract.plugin import RoleResolver
from anonfilter.engine.pipeline import Engine
from anonfilter.reports.spans import replaced_surface
from anonfilter.text.lines import line_and_column, line_starts

KEPT = "(kept)"
COLUMNS = ("who", "role", "called", "mentions", "first", "uncertain")
DOUBTS = ("where", "taken for", "or", "why", "called")


@dataclass(frozen=True)
class DocumentPeople:
    """The people that a run of the filter found; names are shown only with ``values``."""

    done: Redaction
    values: bool = False

    @property
    def document(self) -> Document:
        return self.done.analysis.document

    @cached_property
    def clusters(self) -> list[Cluster]:
        """All people, also those whose names stay in the text by rules or decisions."""
        spans = [*self._replaced, *self._kept]
        return collect_clusters(self.document, spans, self.done.analysis.changes)

    @cached_property
    def _replaced(self) -> list[Span]:
        return [one.mention.span for one in self.done.tagged]

    @cached_property
    def _replacements(self) -> dict[Place, str]:
        """The text that replaces each mention."""
        return {
            (one.mention.span.start, one.mention.span.end): replaced_surface(self.document, one)
            for one in self.done.tagged
        }

    @cached_property
    def _kept(self) -> dict[Span, None]:
        """The mentions that stay in the text by their roles or by decisions."""
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
        """The places of names that a decision keeps; other decisions cannot refer to them."""
        return frozenset(
            self.place(span)
            for change in self.done.analysis.changes
            if isinstance(change, Uncovered)
            for span in change.before
        )

    @cached_property
    def bodies(self) -> frozenset[Place]:
        """The places of organisations and locations."""
        return frozenset(
            self.place(span)
            for cluster in self.clusters
            for span in cluster.spans
            if not cluster.id.startswith("p")
        )

    def doubts(self, cluster: Cluster) -> list[UncertainMention]:
        """Return the open doubts about a cluster.

        A doubt is open if no decision has settled it and its alternatives are still other clusters.
        """
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
        """Return the place of a mention in the decoded file."""
        return self.document.origin.extent(span.start, span.end)

    def replacement(self, span: Span) -> str:
        """Return the text that replaces a mention."""
        return self._replacements.get((span.start, span.end), KEPT)

    def shown(self, span: Span) -> str:
        """Return the text to show for a mention: its words if values are shown, else its tags."""
        if not self.values:
            return self.replacement(span)
        return " ".join(self.document.text[span.start : span.end].split())

    def variants(self, cluster: Cluster) -> dict[str, list[Span]]:
        """Return the names of a person as shown, with their mentions, in the order of the text."""
        found: dict[str, list[Span]] = {}
        for span in cluster.spans:
            found.setdefault(self.shown(span), []).append(span)
        return found

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.document.source.text)

    def line_and_column(self, place: Place) -> tuple[int, int]:
        return line_and_column(self._lines, place[0])

    def position(self, line: int, column: int) -> int | None:
        """Return the offset of a line and column, which count from 1; None for an unknown line."""
        if not 1 <= line <= len(self._lines):
            return None
        return self._lines[line - 1] + column - 1


def roles_in(engine: Engine) -> Mapping[str, str]:
    """Map all names of roles in the rules to roles; without any, use the shipped roles."""
    casting = [plugin for _, plugin in engine.parts() if isinstance(plugin, RoleResolver)]
    known = {name: role for plugin in casting for name, role in plugin.roles().items()}
    return known or {role: resolve_alias(role) for role in shipped_roles()}


def role_of(cluster: Cluster) -> str:
    """Return the most frequent role of a person, or the label of a person without a role."""
    return max(cluster.roles, key=lambda role: cluster.roles[role], default=cluster.label)


def by_role(people: DocumentPeople) -> dict[str, list[Cluster]]:
    found: dict[str, list[Cluster]] = {}
    for cluster in people.clusters:
        found.setdefault(role_of(cluster), []).append(cluster)
    return found


def as_data(people: DocumentPeople) -> Mapping[str, Any]:
    """Return the people as data for JSON; places are [start, end] in the decoded file."""
    return {
        "clusters": {
            role: [
                {
                    "id": cluster.id,
                    "variants": {
                        variant: [list(people.place(span)) for span in spans]
                        for variant, spans in people.variants(cluster).items()
                    },
                }
                for cluster in clusters
            ]
            for role, clusters in by_role(people).items()
        },
        "uncertain": [
            {
                "id": cluster.id,
                "at": list(people.place(doubt.span)),
                "reason": doubt.reason,
                "others": list(doubt.others),
            }
            for cluster in people.clusters
            for doubt in people.doubts(cluster)
        ],
    }


def rows(people: DocumentPeople) -> Iterator[tuple[str, ...]]:
    """Yield a row for each person: id, role, names, number of mentions, first place, doubts."""
    for clusters in by_role(people).values():
        for cluster in clusters:
            yield (
                cluster.id,
                role_of(cluster),
                ", ".join(_counted(people.variants(cluster))),
                str(len(cluster.spans)),
                "{}:{}".format(*people.line_and_column(people.place(cluster.spans[0]))),
                str(len(people.doubts(cluster)) or ""),
            )


def _counted(variants: Mapping[str, Sequence[Span]]) -> Iterator[str]:
    for variant, spans in variants.items():
        yield f"{variant} ({len(spans):,})" if len(spans) > 1 else variant


def doubts(people: DocumentPeople) -> Iterator[tuple[str, ...]]:
    """Yield a row for each doubt: place, chosen person, alternatives, reason, name."""
    for cluster in people.clusters:
        for doubt in people.doubts(cluster):
            yield (
                "{}:{}".format(*people.line_and_column(people.place(doubt.span))),
                cluster.id,
                ", ".join(doubt.others),
                doubt.reason,
                people.shown(doubt.span),
            )
