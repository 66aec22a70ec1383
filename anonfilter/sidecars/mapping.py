"""Makes the entries of a sidecar from a filtered document, and restores the original with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from anonfilter.containers.declarations import Declared
from anonfilter.containers.decoding import decode, has_same_content
from anonfilter.containers.places import Place, Places
from anonfilter.contract.tags import TagGrammar, tag_shapes
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Entry, Map
from anonfilter.sidecars.sidecar import Sidecar
from anonfilter.sidecars.surfaces import record_tags, restore_text

if TYPE_CHECKING:
    from anonfilter.contract.document import RewrittenText, Source, TaggedMention


def entries_of(
    source: Source, rewritten: RewrittenText, tagged: Sequence[TaggedMention], earlier: Map | None
) -> dict[str, Entry]:
    """Return the entries of a filtered document, by their tags.

    ``earlier`` is the map of the document if it was filtered before.
    """
    own = [match[0] for match in tag_shapes(rewritten.text)]
    return record_tags(source.name, source.text, rewritten, tagged, own, earlier)


def new_literals(entries: dict[str, Entry], earlier: Map | None) -> list[str]:
    """Return the literal tags without an earlier entry.

    A literal tag is text of the original that has the form of a tag.
    """
    known = earlier.entries if earlier is not None else {}
    return [tag for tag, entry in entries.items() if entry.label == LITERAL and tag not in known]


def restore_known(data: bytes, name: str, known: Map) -> bytes:
    """Return a document with the original of each tag in its map; tags without an entry stay."""
    source, text = _decoded(data, name, known, whole=False)
    return source.encode(restore_text(text, name, known, whole=False))


def _decoded(data: bytes, name: str, known: Map, *, whole: bool) -> tuple[Source, str]:
    """Return the decoded document, and its text with tags in place of surrogates."""
    source = decode(data, name, declared=known.declared)
    if known.surrogates is None:
        return source, source.text
    return source, known.surrogates.tagged(source.text, name, whole=whole)


def is_same_content(restored: bytes, original: bytes, name: str, declared: Declared) -> bool:
    """Return True if two files are equal, or are archives with equal members."""
    if restored == original:
        return True
    return has_same_content(
        *(decode(data, name, declared=declared) for data in (restored, original))
    )


def tags_without_entry(text: str, sidecar: Sidecar, grammar: TagGrammar) -> list[tuple[Place, str]]:
    """Return the tags of the rules in a text that a sidecar lacks, each with its place."""
    known, places = sidecar.tags, Places(text)
    found = (
        (tag.start, text[tag.start : tag.end])
        for tag in grammar.find(text)
        if text[tag.start : tag.end] not in known
    )
    return [(places.at(start), tag) for start, tag in found]


def restore_original(data: bytes, name: str, known: Map) -> bytes:
    """Return the original of a document; raise an error for a tag without an entry."""
    source, text = _decoded(data, name, known, whole=True)
    for match in tag_shapes(text):
        if match[0] not in known.entries:
            where = Places(text).named(name, match.start())
            raise missing_entry_error(where, match[0], since=known.whole)
    return source.encode(restore_text(text, name, known))


def has_tags(data: bytes, name: str) -> bool:
    """Return True if a file contains text in the form of a tag."""
    return any(tag_shapes(decode(data, name).text))


def missing_entry_error(where: str, tag: str, *, since: bool = False) -> Incomplete:
    """Return the error for a tag without an entry.

    With ``since``, the sidecar is complete, so the tag was added to the text later.
    """
    message = f"{tag} has no entry in the sidecar"
    if since:
        hint = "Filter the document again (anonfilter -i), which adds an entry."
        return Incomplete(f"{message}: it was added to the text later", where=where, hint=hint)
    hint = "Restore document and sidecar from Git, or filter the original again."
    return Incomplete(f"{message}, from which entries are missing", where=where, hint=hint)
