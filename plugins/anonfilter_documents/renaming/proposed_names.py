"""Propose a name without personal data for a document, with its text as evidence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from anonfilter.contract.document import (
    Analysis,
    Document,
    Mention,
    Redaction,
    Source,
    Span,
    TaggedMention,
)
from anonfilter.contract.tags import hide
from anonfilter.engine import spans, verify
from anonfilter.engine.detection import cut_at_tags
from anonfilter.engine.pipeline import ROUNDS, Engine
from anonfilter.engine.rewrite import rewrite
from anonfilter.engine.survivors import find_survivors
from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR
from anonfilter.files.read import LoadedFile
from anonfilter.run.risks import NAMES
from anonfilter.run.session import redact
from anonfilter.sidecars import mapping
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.memory import Memory
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.shared.builder import GAP, DocumentBuilder

_LONGEST = 255 - len(SIDECAR) - len("-9999")  # bytes of a name on most systems
_HINT = "Give the file another name, and filter it again."


Labelled = tuple[tuple[str, str], ...]
"""The label and name of each person."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed path of a document, which has as many parts as the original path.

    ``people`` are the labels and names of the people in the text of the document, and
    ``named`` are the labels and names of the people in its path.
    """

    path: str
    people: Labelled = field(default=(), repr=False)
    named: Labelled = field(default=(), repr=False)


def propose_path(
    engine: Engine, source: LoadedFile, path: str, earlier: Map | None, others: Labelled = ()
) -> Proposal:
    """Propose a new path for a document from its ``path`` and its text.

    ``earlier`` is the content of its sidecar, and ``others`` are the people in the names of other
    documents. The text is filtered for the proposal, and again when it is written, because
    the new path of the document, with its lock and its sidecar, must be known first. The second
    time, the findings come from the cache.
    """
    done = redact(engine, source, None if earlier is None else Memory(earlier))
    known = [*done.tagged, *(_original(engine, *person) for person in others)]
    filtered, named = _filter_path(engine, done, path, known)
    return Proposal(filtered, _people(done.tagged), _people(named))


def _people(tagged: Iterable[TaggedMention]) -> Labelled:
    found = ((item.mention.label.name, item.mention.surface) for item in tagged)
    return tuple(dict.fromkeys(person for person in found if person[0] in NAMES))


def _original(engine: Engine, label: str, surface: str) -> TaggedMention:
    """Return a mention without a place for an original that was replaced in another name."""
    return TaggedMention(Mention(Span(0, 0, label, ""), surface, engine.labels[label]), ())


def _filter_path(
    engine: Engine, done: Redaction, path: str, known: Sequence[TaggedMention]
) -> tuple[str, list[TaggedMention]]:
    """Return the path with all originals replaced, and the replaced mentions.

    The path is read after the text, with the tags of the text, until it holds no finding and no
    known original. Raise ``Incomplete`` if this does not succeed.
    """
    document = done.analysis.document
    source = done.analysis.document.source
    entries = mapping.entries_of(source, done.rewritten, done.tagged, None)
    numbers = Memory(Map("", entries=entries), resumed=True)
    seen = engine.stored_findings(document)
    parts, replaced = path.count("/"), list[TaggedMention]()
    for _ in range(ROUNDS + 1):  # the last round verifies
        named = _with_name(engine, document, path)
        first = len(document.text)
        analysis = engine.analyse(named, seen)
        own = [span for span in analysis.spans if span.start >= first]
        left = [*own, *_survivors(engine, named, analysis, known, first)]
        if not left:
            return path, replaced
        found = spans.order([*analysis.spans, *left[len(own) :]])
        tagged = engine.tag(named, found, numbers)
        replaced += (item for item in tagged if item.mention.span.start >= first)
        parts_of_name = [
            part for item in tagged for part in item.replacements if part.start >= first
        ]
        path = rewrite(named, parts_of_name).text[len(document.source.text) + 1 :]
        if path.count("/") != parts or not all(map(_may_be_name, path.split("/"))):
            break
    raise Incomplete(
        "its name cannot be filtered, or would be too long", where=document.name, hint=_HINT
    )


def _may_be_name(part: str) -> bool:
    return part not in ("", ".", "..") and "\0" not in part and len(os.fsencode(part)) <= _LONGEST


def _with_name(engine: Engine, document: Document, path: str) -> Document:
    """Return the document with its path, read as words, appended to its text."""
    source = document.source
    name = _name(engine, path)
    here, at = len(document.text) + len(GAP), len(source.text) + 1
    both = f"{source.text}\n{path}"
    builder = DocumentBuilder(replace(source, text=both, container=None, added=len(path) + 1))
    builder.add_document(document, 0)
    builder.add_gap(GAP)
    builder.add_document(name, at)
    tags = tuple(replace(tag, start=tag.start + here, end=tag.end + here) for tag in name.tags)
    return replace(
        builder.build(),
        prose=document.prose + GAP + name.prose,
        tags=(*document.tags, *tags),
        with_code=document.with_code and document.with_code + GAP + name.prose,
    )


def _name(engine: Engine, path: str) -> Document:
    source = Source("name", path)
    builder = DocumentBuilder(source)
    NameFields(source, builder).add(0, len(path))
    name = builder.build()
    tags = engine.grammar.find(name.text)
    return replace(name, prose=hide(name.text, tags), tags=tags)


def _survivors(
    engine: Engine, named: Document, analysis: Analysis, tagged: Sequence[TaggedMention], first: int
) -> list[Span]:
    """Return the originals of the text that occur in the name where detectors found nothing."""
    left_over = find_survivors(named, tagged, analysis.changes)
    found = [span for span in (*left_over.words, *left_over.respelled) if span.start >= first]
    for resolver in engine.tools.resolvers.values() if found else ():
        if getattr(resolver, "excludes", False):
            found, _ = resolver.resolve(named, found)
    missed = verify.uncovered(named, found, analysis.spans, analysis.changes)
    return spans.disjoint(cut_at_tags(named, missed), named.text)
