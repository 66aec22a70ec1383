"""The entries of a sidecar: the originals of each tag of a filtered text.

A tag that always stands for the same words has one occurrence, which is valid at each of its
places. A tag that stands for different words ([MONTH], or a name in two letter cases) has one
occurrence for each place, in the order of the text, with a checksum of the neighbouring text, so
that an edited text is not restored wrongly.
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

    ``before`` and ``after`` are text that belongs to the tag and stands beside it in the filtered
    text: a line end that was moved out of a name, or the quotes that a tag needs. ``inside`` is
    True for a tag within the stretch of an earlier tag, which has no stretch of its own.
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
    since the words "Mark" and "Stone" alone do not identify Mark Stone. ``read`` has the originals
    as the format of the document reads them, if they are written in another way: "René" for
    ``Ren\\'e9``. ``found`` names the detectors that found the mentions of the tag, with their
    rules (``patterns: us-phone``).
    """

    tag: str
    label: str
    occurrences: tuple[Occurrence, ...]
    names: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    found: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """True if one occurrence is valid at each place of the tag."""
        return len(self.occurrences) == 1 and not any(self.occurrences[0].around)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The different originals of the tag, in the order of the text."""
        return tuple(dict.fromkeys(each.text for each in self.occurrences if not each.inside))

    @property
    def originals(self) -> tuple[str, ...]:
        """The originals of the tag in all recorded forms."""
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
        if self.found:
            data["found"] = self.found
        return compact_json(data)

    @classmethod
    def of(cls, tag: str, label: str, payload: str) -> Entry:
        """Parse an entry; raise ``ValueError`` if anonfilter did not write the payload."""
        data = json.loads(payload)
        if not isinstance(data, dict) or len(data.keys() & {"same", "each"}) != 1:
            raise ValueError("no entry")
        rows = data.get("each") or [["", "", *data["same"]]]
        occurrences = tuple(_read(row[2:], (row[0], row[1])) for row in rows)
        names, read, found = (tuple(data.get(key, ())) for key in ("names", "read", "found"))
        entry = cls(tag, label, occurrences, names, read, found)
        texts = (*names, *read, *found)
        if entry.payload() != payload or not all(isinstance(text, str) for text in texts):
            raise ValueError("no entry")
        return entry


def compact_json(data: object) -> str:
    """Return JSON in printable ASCII, with DEL escaped, which JSON allows and YAML does not."""
    return json.dumps(data, separators=(",", ":")).replace("\x7f", "\\u007f")


def _written(occurrence: Occurrence) -> list[str]:
    """Return the strings of an occurrence without empty ones at the end.

    A tag inside the stretch of another tag has none.
    """
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

    - ``document``: the random id to which its lines are bound. ``name``: the name of the document
      when they were written. ``digest``: a keyed digest of the filtered bytes.
    - ``whole``: True if no entry is missing; a tag without an entry was then added later.
    - ``declared``: how the document is read. ``surrogates``: the names shown in place of tags.
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
