"""Filter the name of a document, with its text as the evidence of whom it names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
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
from anonfilter.contract.plugin import Resolver
from anonfilter.contract.tags import hide
from anonfilter.engine import spans, verify
from anonfilter.engine.detection import cut_at_tags
from anonfilter.engine.pipeline import ROUNDS, Engine
from anonfilter.engine.rewrite import rewrite
from anonfilter.engine.survivors import find_survivors
from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR
from anonfilter.files.read import Input
from anonfilter.reports.risk_sums import NAMES
from anonfilter.session import redact
from anonfilter.sidecars import mapping
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.memory import Memory
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP

_LONGEST = 255 - len(SIDECAR) - len("-9999")  # bytes of a name on most systems
_HINT = "Give the file another name, and filter it again."


Labelled = tuple[tuple[str, str], ...]
"""Labels and names of people."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the name of a document would be, by its text alone: a path of as many parts.

    ``people`` are the labels and names of those in its text, ``named`` of those in the name.
    """

    path: str
    people: Labelled = field(default=(), repr=False)
    named: Labelled = field(default=(), repr=False)


def proposal(
    engine: Engine, source: Input, path: str, earlier: Map | None, others: Labelled = ()
) -> Proposal:
    """Filter ``path``, the name of this document; ``earlier`` is what its sidecar knows, ``others``
    are people in the names of other documents.

    The text is filtered here, and again when it is written: the place of a document, with its lock
    and its sidecar, must be known before. What detectors found is in the cache by then.
    """
    done = redact(engine, source, None if earlier is None else Memory(earlier))
    known = [*done.tagged, *(_original(engine, *one) for one in others)]
    filtered, named = _filtered(engine, done, path, known)
    return Proposal(filtered, _people(done.tagged), _people(named))


def _people(tagged: Iterable[TaggedMention]) -> Labelled:
    found = ((one.mention.label.name, one.mention.surface) for one in tagged)
    return tuple(dict.fromkeys(one for one in found if one[0] in NAMES))


def _original(engine: Engine, label: str, surface: str) -> TaggedMention:
    """What was replaced elsewhere."""
    return TaggedMention(Mention(Span(0, 0, label, ""), surface, engine.labels[label]), ())


def _filtered(
    engine: Engine, done: Redaction, path: str, known: Sequence[TaggedMention]
) -> tuple[str, list[TaggedMention]]:
    """The path, read after the text, until nothing is found in it, and no original that is known;
    with the tags of the text. And what was replaced in it."""
    document = done.analysis.document
    numbers = _numbers(done)
    seen = {} if engine.recall is None else engine.recall.load(document)
    parts, replaced = path.count("/"), list[TaggedMention]()
    for _ in range(ROUNDS + 1):  # the last one verifies
        named = _with_name(engine, document, path)
        first = len(document.text)
        analysis = engine.analyse(named, seen)
        own = [span for span in analysis.spans if span.start >= first]
        left = [*own, *_survivors(engine, named, analysis, known, first)]
        if not left:
            return path, replaced
        found = spans.order([*analysis.spans, *left[len(own) :]])
        tagged = engine.tag_again(named, found, numbers)
        replaced += (one for one in tagged if one.mention.span.start >= first)
        path = _rewritten(named, tagged, first)[len(document.source.text) + 1 :]
        if path.count("/") != parts or not all(map(_may_be_name, path.split("/"))):
            break
    raise Incomplete(
        "its name cannot be filtered, or would be too long", where=document.name, hint=_HINT
    )


def _may_be_name(part: str) -> bool:
    return part not in ("", ".", "..") and "\0" not in part and len(os.fsencode(part)) <= _LONGEST


def _numbers(done: Redaction) -> Memory:
    """The numbers that people have in the filtered text."""
    source = done.analysis.document.source
    entries = mapping.entries_of(source, done.rewritten, done.tagged, None)
    return Memory(Map("", entries=entries), resumed=True)


def _with_name(engine: Engine, document: Document, path: str) -> Document:
    """The document with its name below the text, read as words."""
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
    """The originals of the text that stand in the name, where nothing was found."""
    left_over = find_survivors(named, tagged, analysis.changes)
    found = [one for one in (*left_over.words, *left_over.respelled) if one.start >= first]
    for resolver in _excluding(engine) if found else ():
        found, _ = resolver.resolve(named, found)
    missed = verify.uncovered(named, found, analysis.spans, analysis.changes)
    return spans.disjoint(cut_at_tags(named, missed), named.text)


def _excluding(engine: Engine) -> Iterator[Resolver]:
    for resolver in engine.tools.resolvers.values():
        if getattr(resolver, "excludes", False):
            yield resolver


def _rewritten(named: Document, tagged: Sequence[TaggedMention], first: int) -> str:
    """The text of the source, with what is tagged in the name replaced, and nothing else."""
    parts = [part for one in tagged for part in one.replacements if part.start >= first]
    return rewrite(named, parts).text
