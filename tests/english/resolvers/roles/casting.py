"""Roles are tested on marked text: ``Mr Justice [[Bell]] sat.``; {{ }} marks an organisation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from anonfilter_english.resolvers.roles.reconcile_roles import ReconcileRoles
from anonfilter_english.resolvers.roles.roles import Roles

from anonfilter.contract.document import Document, Label, Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import accounted, document_of

_MARK = re.compile(r"\[\[(?P<person>[^\[\]]+)\]\]|\{\{(?P<body>[^{}]+)\}\}")
LABELS = {
    name: Label(name) for name in ("PERSON", "ORGANIZATION", "LOCATION", "DATE", "SPELLED_NAME")
}


def marked(text: str, entities: Mapping[str, str] | None = None) -> tuple[Document, list[Span]]:
    """The document, and a span for each mark; ``entities`` by surface."""
    parts: list[str] = []
    spans: list[Span] = []
    done = length = 0
    for match in _MARK.finditer(text):
        parts.append(text[done : match.start()])
        length += len(parts[-1])
        surface = match["person"] or match["body"]
        label = "PERSON" if match["person"] else "ORGANIZATION"
        entity = (entities or {}).get(surface, "")
        spans.append(Span(length, length + len(surface), label, "model", 0.9, entity=entity))
        parts.append(surface)
        length += len(surface)
        done = match.end()
    parts.append(text[done:])
    return document_of("".join(parts)), spans


@cache
def _roles(kept: tuple[str, ...], config: str) -> Roles:
    """The resolver with these settings; its word lists take a while to become patterns."""
    setting = Setting("roles", Path(), labels=LABELS, kept_roles=kept)
    return Roles(Roles.Config.model_validate_json(config), setting)


def shown(text: str, kept: tuple[str, ...] = (), **config: Any) -> list[tuple[str, bool]]:
    """The role that each marked mention shows, and whether that is sure."""
    document, spans = marked(text)
    found, _ = _roles(kept, json.dumps(config)).resolve(document, spans)
    return [(span.category, not span.doubts) for span in found]


def reported(
    text: str, entities: Mapping[str, str] | None = None, kept: tuple[str, ...] = (), **config: Any
) -> list[str]:
    """The role that each marked mention shows, in order of the text; "" for none."""
    document, spans = marked(text, entities)
    found, changes = _roles(kept, json.dumps(config)).resolve(document, spans)
    accounted(spans, found, changes)
    return [span.category for span in found]


def decided(
    document: Document,
    spans: list[Span],
    labels: Mapping[str, Label] = LABELS,
    kept: tuple[str, ...] = (),
    **config: Any,
) -> list[Span]:
    """What `reconcile-roles` makes of spans."""
    setting = Setting("reconcile-roles", labels=labels, kept_roles=kept)
    made = ReconcileRoles(ReconcileRoles.Config.model_validate(config), setting)
    found, changes = made.resolve(document, spans)
    accounted(spans, found, changes)
    return found
