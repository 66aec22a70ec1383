"""From a filtered document to the entries of its sidecar, and back to the original bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anonfilter.contract.tags import TagGrammar, tag_shapes
from anonfilter.engine.decoding import decode
from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.sidecars.entries import LITERAL, Entry, Map
from anonfilter.pseudonyms.sidecars.sidecar import Sidecar
from anonfilter.pseudonyms.sidecars.surfaces import recorded, restored
from anonfilter.text.lines import line_and_column, line_starts

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction


def entries_of(done: Redaction, earlier: Map | None) -> dict[str, Entry]:
    """What each tag of a filtered document stands for.

    ``earlier`` is there if what was filtered had been filtered before.
    """
    source = done.analysis.document.source
    own = [match[0] for match in tag_shapes(source.text)]
    return recorded(source.name, source.text, done.rewritten, done.tagged, own, earlier)


def new_literals(entries: dict[str, Entry], earlier: Map | None) -> list[str]:
    """Tags that stood in the text before anything was known of it."""
    known = earlier.entries if earlier is not None else {}
    return [one.tag for one in entries.values() if one.label == LITERAL and one.tag not in known]


def restored_bytes(data: bytes, name: str, known: Map, *, whole: bool = True) -> bytes:
    """The original of a filtered document."""
    source = decode(data, name)
    return source.encode(restored(source.text, name, known, whole=whole))


def lost(text: str, sidecar: Sidecar, grammar: TagGrammar) -> list[tuple[int, int, str]]:
    """Line, column and tag of what the rules could have minted and the sidecar does not know."""
    known, lines = sidecar.tags, line_starts(text)
    found = (
        (tag.start, text[tag.start : tag.end])
        for tag in grammar.find(text)
        if text[tag.start : tag.end] not in known
    )
    return [(*line_and_column(lines, start), tag) for start, tag in found]


def original(data: bytes, name: str, known: Map) -> bytes:
    """The original of a document in which every tag has an entry: the filter saw to that."""
    text = decode(data, name).text
    for match in tag_shapes(text):
        if match[0] not in known.entries:
            place = line_and_column(line_starts(text), match.start())
            raise without_entry(name, *place, match[0], since=known.whole)
    return restored_bytes(data, name, known)


def has_tags(data: bytes, name: str) -> bool:
    """Whether anything in a document looks like a tag."""
    return any(tag_shapes(decode(data, name).text))


def without_entry(
    name: str, line: int, column: int, tag: str, *, since: bool = False
) -> Incomplete:
    """``since``: no entry was lost, so somebody wrote the tag into the text."""
    if since:
        return Incomplete(
            f"{tag} has no entry in the sidecar: it was written into the text since",
            where=f"{name}:{line}:{column}",
            hint="Filter the document again (anonfilter -i): that puts it down.",
        )
    return Incomplete(
        f"{tag} has no entry in the sidecar, and there are not as many entries as were written",
        where=f"{name}:{line}:{column}",
        hint="Take document and sidecar from git again, or filter the original again.",
    )
