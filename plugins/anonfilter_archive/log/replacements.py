"""Read the replacements of filtered documents from their sidecars."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter.contract.numbering import as_key
from anonfilter.contract.tags import is_derived, is_generalised, tag_shapes
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.files.paths import real
from anonfilter.run.inputs import InputFile
from anonfilter.sidecars.codec import open_map, open_surrogates
from anonfilter.sidecars.entries import LITERAL, Entry, Map
from anonfilter.sidecars.memory import fullest_name
from anonfilter.sidecars.sidecar import Sidecar
from anonfilter.sidecars.sidecar_pairs import Access, Pair, require_sidecar
from anonfilter.sidecars.surfaces import locate_tags, tags_of
from anonfilter.text.values import hide_values
from anonfilter_archive.log.log_rows import NO_SIDECAR, SEALED, Replacement, Technique
from anonfilter_archive.log.reader_places import reader_places
from anonfilter_archive.log.who_and_when import Signatures, last_change

_DECISION = ": decision"  # the rule of a mention that a reviewer added
_PROGRAM = "anonfilter"


@hide_values
@dataclass(frozen=True, slots=True)
class _Found:
    """A tag of a document: its place in the decoded file, its label and its original."""

    start: int
    tag: str
    label: str
    entry: Entry | None
    original: str


def replacements_of(pair: Pair, engine: Engine, access: Access) -> Iterator[Replacement]:
    """Yield the replacements of one document, in the order of its text.

    Without the full key, originals and reasons are sealed. Raise ``Incomplete`` if the sidecar does
    not open, or does not belong to the document.
    """
    found, data = pair.both()
    sidecar = require_sidecar(pair, found)
    if data is None:
        raise Incomplete("the document of this sidecar does not exist", where=pair.shown)
    name = pair.shown_document
    known = _map_of(pair, sidecar, access, data)
    surrogates = (
        known.surrogates
        if known is not None
        else open_surrogates(sidecar, sidecar.state, access.policy.corpus_id, access.check)
    )
    source = engine.decode_file(data, name)
    shown: dict[str, list[str]] = defaultdict(list)
    if surrogates is not None:
        for tag, surrogate in surrogates.shown(source.text, name):
            shown[tag].append(surrogate)
        source = replace(source, text=surrogates.tagged(source.text, name))
    text, place = source.text, reader_places(engine.read(source))
    signatures, changed = Signatures.of(name, text), last_change(pair.sidecar)
    entity_of = _entity_of(name, known, in_corpus=engine.ruleset.model.scope == "corpus")
    for one in _found(text, name, sidecar, known):
        surrogate = shown[one.tag].pop(0) if shown[one.tag] else ""
        by_reviewer = one.entry is not None and all(
            reason.endswith(_DECISION) for reason in one.entry.found or ("",)
        )
        who, when = signatures.who_and_when(changed) if by_reviewer else (_PROGRAM, changed.when)
        yield Replacement(
            document=name,
            place=place(one.start),
            label=one.label,
            technique=_technique(one.tag, surrogate),
            tag=one.tag,
            replacement=surrogate or one.tag,
            reference=f"{pair.shown} {one.tag}",
            reason=_reason(one.entry),
            who=who,
            when=when,
            original=one.original,
            entity=entity_of(one),
        )


def replacements_without_sidecar(file: InputFile, engine: Engine) -> Iterator[Replacement]:
    """Yield the tags of a document without a sidecar, which keeps neither originals nor reasons."""
    name = file.name
    document = engine.read_document(file.read(), name)
    place, when = reader_places(document), last_change(Path(name)).when
    for found in document.tags:
        tag = document.text[found.start : found.end]
        match = next(tag_shapes(tag), None)
        label = match[1] if match is not None else tag
        yield Replacement(
            document=name,
            place=place(document.origin.position(found.start)),
            label=label,
            technique=_technique(tag, ""),
            tag=tag,
            replacement=tag,
            reference=NO_SIDECAR,
            reason=NO_SIDECAR,
            who=_PROGRAM,
            when=when,
            entity=(label, name, tag) if found.number.isdecimal() else (label, tag),
        )


def _map_of(pair: Pair, sidecar: Sidecar, access: Access, data: bytes) -> Map | None:
    if not access.opens(sidecar):
        return None
    policy = access.policy
    ambiguous = partial(policy.is_ambiguous, pair.sidecar)
    title = policy.title(real(pair.document))
    return open_map(sidecar, policy.corpus_id, access.full, data, title, ambiguous).map


def _found(text: str, name: str, sidecar: Sidecar, known: Map | None) -> Iterator[_Found]:
    """Yield the tags of a document without the texts that only look like tags."""
    if known is None:
        labels = {line.tag: line.label for state in sidecar.states for line in state.lines}
        for start, _, tag in tags_of(text, labels):
            if labels[tag] != LITERAL:
                yield _Found(start, tag, labels[tag], None, "")
        return
    for placed in locate_tags(text, name, known, whole=False):
        entry = known.entries[placed.tag]
        if entry.label != LITERAL and placed.occurrence.text != placed.tag:
            yield _Found(placed.start, placed.tag, entry.label, entry, placed.occurrence.text)


def _technique(tag: str, surrogate: str) -> Technique:
    if surrogate:
        return Technique.SURROGATE
    return Technique.GENERALISED if is_generalised(tag) else Technique.TAG


def _reason(entry: Entry | None) -> str:
    if entry is None:
        return SEALED
    reasons = []
    for found in entry.found:
        detector, _, rule = found.partition(": ")
        if found.endswith(_DECISION):
            reasons.append("reviewer: added")
        else:
            reasons.append(f"detector {detector}" + (f", rule {rule}" if rule else ""))
    return "; ".join(reasons) or "not recorded by the version that filtered it"


def _entity_of(
    document: str, known: Map | None, *, in_corpus: bool
) -> Callable[[_Found], tuple[str, ...]]:
    """Return a function that returns the entity of a tag, which other documents may have as well.

    Two documents name one entity if its fullest name is the same, or if they have the same tag and
    tags are those of the whole corpus (``in_corpus``). If each part of a name has a tag, the parts
    belong to the full name.
    """
    full = {name for entry in known.entries.values() for name in entry.names} if known else set()
    people = {as_key(name) for name in full}

    def entity_of(one: _Found) -> tuple[str, ...]:
        number = one.tag[1:-1].rpartition("_")[2]
        if one.entry is None:
            own = in_corpus or not number.isdecimal()
            return (one.label, one.tag) if own else (one.label, document, one.tag)
        if not (number.isdecimal() or is_derived(number)):
            return one.label, one.tag
        name = fullest_name(map(as_key, one.entry.names or one.entry.originals or (one.original,)))
        bearers = sorted(person for person in people if name in person.split())
        return one.label, bearers[0] if len(bearers) == 1 else name

    return entity_of
