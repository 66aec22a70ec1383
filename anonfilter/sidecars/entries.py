"""The entries of a sidecar: the originals of each tag of a filtered text.

A tag that always stands for the same words has one occurrence, which is valid at each of its
places. A tag that stands for several ([MONTH], or a name in two cases) has one occurrence for each
place, in the order of the text, with a checksum of its neighbours, so that a text that was edited
since is not restored wrongly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from anonfilter.containers.declarations import NOTHING_DECLARED, Declared
from anonfilter.contract.extensions import SurrogateMap
from anonfilter.text.values import hide_values

LITERAL = "LITERAL"  # the label of a tag that the original text contains

Around = tuple[str, str]


@hide_values
@dataclass(frozen=True, slots=True)
class Occurrence:
    """The original of one tag: a stretch of the decoded file.

    ``before`` and ``after`` are beside the tag in the filtered text and belong to it: a line end
    that was moved out of a name, or the quotes that a tag needs. If ``inside`` is True, the tag is
    within the stretch of an earlier tag and has no stretch itself.
    """

    text: str
    before: str = ""
    after: str = ""
    inside: bool = False
    around: Around = ("", "")


@hide_values
@dataclass(frozen=True, slots=True)
class Entry:
    """A tag and its originals.

    If each part of a name has its own tag, ``names`` has the full names that begin with this tag,
    since "Mark Stone" identifies more than a mark and a stone. ``read`` has the originals as the
    document's format reads them, if its notation hides that: "René" for ``Ren\\'e9``.
    """

    tag: str
    label: str
    occurrences: tuple[Occurrence, ...]
    names: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """True if one occurrence is valid at each place of the tag."""
        return len(self.occurrences) == 1 and not any(self.occurrences[0].around)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The different originals, in the order of the text."""
        return tuple(dict.fromkeys(each.text for each in self.occurrences if not each.inside))

    @property
    def originals(self) -> tuple[str, ...]:
        """The originals in all their forms."""
        return (*self.surfaces, *self.read)

    def payload(self) -> str:
        """Return the entry, without tag and label, as one line of ASCII JSON."""
        data: dict[str, object] = {}
        if self.same:
            data["same"] = _written(self.occurrences[0])
        else:
            data["each"] = [[*each.around, *_written(each)] for each in self.occurrences]
        if self.names:
            data["names"] = self.names
        if self.read:
            data["read"] = self.read
        return compact_json(data)

    @classmethod
    def of(cls, tag: str, label: str, payload: str) -> Entry:
        """Parse an entry; raise ``ValueError`` for a payload that anonfilter did not write."""
        data = json.loads(payload)
        if not isinstance(data, dict) or len(data.keys() & {"same", "each"}) != 1:
            raise ValueError("no entry")
        rows = data.get("each") or [["", "", *data["same"]]]
        occurrences = tuple(_read(row[2:], (row[0], row[1])) for row in rows)
        names, read = (tuple(data.get(key, ())) for key in ("names", "read"))
        entry = cls(tag, label, occurrences, names, read)
        texts = (*names, *read)
        if entry.payload() != payload or not all(isinstance(text, str) for text in texts):
            raise ValueError("no entry")
        return entry


def compact_json(data: object) -> str:
    """Return JSON in printable ASCII, with DEL escaped, which JSON allows and YAML does not."""
    return json.dumps(data, separators=(",", ":")).replace("\x7f", "\\u007f")


def _written(occurrence: Occurrence) -> list[str]:
    """Return its strings without empty ones at the end; none for a tag inside a stretch."""
    if occurrence.inside:
        return []
    if occurrence.after:
        return [occurrence.text, occurrence.before, occurrence.after]
    return [occurrence.text, occurrence.before] if occurrence.before else [occurrence.text]


def _read(strings: list[str], around: Around) -> Occurrence:
    if not all(isinstance(text, str) for text in (*strings, *around)):
        raise ValueError("no entry")
    if not strings:
        return Occurrence("", inside=True, around=around)
    text, before, after = (*strings, "", "")[:3]
    return Occurrence(text, before, after, around=around)


@hide_values
@dataclass(frozen=True, slots=True)
class Map:
    """The opened sidecar of a document.

    - ``document``: a random id that the lines are bound to. ``name``: the document's name when they
      were written. ``digest``: a keyed digest of the filtered bytes.
    - ``whole``: no entry is missing, so a tag without one was added to the text later.
    - ``declared``: how the document is read. ``surrogates``: those in place of its tags.
    - ``original``: the path of the original if the document was renamed.
    """

    document: str
    name: str = ""
    digest: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    whole: bool = True
    declared: Declared = NOTHING_DECLARED
    surrogates: SurrogateMap | None = None
    original: str = ""
