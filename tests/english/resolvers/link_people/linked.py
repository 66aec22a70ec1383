"""Marked text for tests of linking, such as ``<PERSON Ann Bell> and <PERSON Bell>``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from anonfilter_english.resolvers.link_people.clusters import Cluster, Uncertain, collect_clusters
from anonfilter_english.resolvers.link_people.link_people import LinkPeople

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import accounted, marked_document


@dataclass
class Linked:
    """The result of the resolver for a marked text."""

    document: Document
    spans: list[Span]
    changes: list[Change]

    def surface(self, span: Span) -> str:
        return self.document.text[span.start : span.end]

    @property
    def groups(self) -> list[list[str]]:
        """The surfaces of each entity, in order of the text."""
        return [[self.surface(span) for span in one.spans] for one in self.clusters]

    @property
    def clusters(self) -> list[Cluster]:
        return collect_clusters(self.document, self.spans, self.changes)

    @property
    def canonicals(self) -> dict[str, str]:
        return {self.surface(s): s.canonical for s in self.spans if s.canonical}

    @property
    def uncertain(self) -> list[str]:
        """The surfaces of mentions that could mean another person."""
        return [
            self.surface(span)
            for change in self.changes
            if isinstance(change, Uncertain)
            for span in change.after
        ]


def link(marked: str, canonical: dict[str, str] | None = None, **config: Any) -> Linked:
    """Link a marked text; ``canonical`` has the canonical forms that earlier resolvers set."""
    document, spans = marked_document(marked)
    known = canonical or {}
    spans = [
        Span(
            s.start,
            s.end,
            s.label,
            s.detector,
            s.score,
            canonical=known.get(document.text[s.start : s.end], ""),
        )
        for s in spans
    ]
    resolver = LinkPeople(LinkPeople.Config(**config), Setting("link-people"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    assert [(s.start, s.end, s.label) for s in found] == [(s.start, s.end, s.label) for s in spans]
    return Linked(document, found, changes)


def listed(*names: str, label: str = "PERSON") -> str:
    """Return a text with a sentence for each marked name."""
    return " ".join(f"I saw <{label} {name}> there, and it rained all day long." for name in names)
