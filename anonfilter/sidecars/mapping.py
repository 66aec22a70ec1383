"""From a filtered document to the entries of its sidecar, and back to the original bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from anonfilter.containers.declared import Declared
from anonfilter.containers.decoding import decode, same
from anonfilter.containers.places import Place, Places
from anonfilter.contract.tags import TagGrammar, tag_shapes
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Entry, Map
from anonfilter.sidecars.sidecar import Sidecar
from anonfilter.sidecars.surfaces import recorded, restored
from anonfilter.sidecars.worn import Worn, taken_off

if TYPE_CHECKING:
    from anonfilter.contract.document import RewrittenText, Source, TaggedMention


def entries_of(
    source: Source, rewritten: RewrittenText, tagged: Sequence[TaggedMention], earlier: Map | None
) -> dict[str, Entry]:
    """Return what each tag of a filtered document stands for.

    ``earlier`` is the map of the document, if it had been filtered before.
    """
    own = [match[0] for match in tag_shapes(rewritten.text)]
    return recorded(source.name, source.text, rewritten, tagged, own, earlier)


def new_literals(entries: dict[str, Entry], earlier: Map | None) -> list[str]:
    """List the tags that stood in the text without an entry."""
    known = earlier.entries if earlier is not None else {}
    return [one.tag for one in entries.values() if one.label == LITERAL and one.tag not in known]


def restored_bytes(data: bytes, name: str, known: Map, *, whole: bool = True) -> bytes:
    """Restore a document; without ``whole``, tags of the map may be missing in it."""
    source, text = _decoded(data, name, known, whole=whole)
    return source.encode(restored(text, name, known, whole=whole))


def _decoded(data: bytes, name: str, known: Map, *, whole: bool) -> tuple[Source, str]:
    """Return a document, and its text with tags in place of surrogates."""
    source = decode(data, name, declared=known.declared)
    if known.worn is None:
        return source, source.text
    return source, tagged_text(source.text, name, known.worn, whole=whole)


def tagged_text(text: str, name: str, worn: Worn, *, whole: bool = False) -> str:
    """The text with tags in place of its surrogates; ``whole``: none of these may be gone."""
    return taken_off(text, worn.standing(text, name, whole=whole)).text


def is_same(restored: bytes, original: bytes, name: str, declared: Declared) -> bool:
    """Whether this restores a file: its bytes, or, of a file that holds others, those of all."""
    if restored == original:
        return True
    return same(*(decode(data, name, declared=declared) for data in (restored, original)))


def lost(text: str, sidecar: Sidecar, grammar: TagGrammar) -> list[tuple[Place, str]]:
    """List place and tag of those tags of the rules that the sidecar does not know."""
    known, places = sidecar.tags, Places(text)
    found = (
        (tag.start, text[tag.start : tag.end])
        for tag in grammar.find(text)
        if text[tag.start : tag.end] not in known
    )
    return [(places.at(start), tag) for start, tag in found]


def original(data: bytes, name: str, known: Map) -> bytes:
    """Restore a document, and refuse a tag without an entry: the filter gives every tag one."""
    source, text = _decoded(data, name, known, whole=True)
    for match in tag_shapes(text):
        if match[0] not in known.entries:
            where = Places(text).named(name, match.start())
            raise without_entry(where, match[0], since=known.whole)
    return source.encode(restored(text, name, known))


def has_tags(data: bytes, name: str) -> bool:
    return any(tag_shapes(decode(data, name).text))


def without_entry(where: str, tag: str, *, since: bool = False) -> Incomplete:
    """Build the error for a tag without an entry; ``since``: it was added to the text later."""
    message = f"{tag} has no entry in the sidecar"
    if since:
        hint = "Filter the document again (anonfilter -i): that adds an entry."
        return Incomplete(f"{message}: it was written into the text since", where=where, hint=hint)
    hint = "Restore document and sidecar from git, or filter the original again."
    return Incomplete(f"{message}, and entries are missing from it", where=where, hint=hint)
