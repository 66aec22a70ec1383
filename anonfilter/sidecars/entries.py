"""The entries of a sidecar: for each tag of a filtered text, what stood there before.

A tag that always stands for the same words has one occurrence, which holds wherever the tag stands.
A tag that stands for several ([MONTH], or a name in two letter cases) has one for each place, in
the order of the text, with a checksum of its neighbours, so that a text that was edited since is
not restored wrongly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from anonfilter.containers.declared import NOTHING, Declared
from anonfilter.sidecars.worn import Worn
from anonfilter.text.values import hide_values

LITERAL = "LITERAL"  # the label of a tag that stood in the original text

Around = tuple[str, str]


@hide_values
@dataclass(frozen=True, slots=True)
class Occurrence:
    """What one tag stands for: a stretch of the decoded file.

    ``before`` and ``after`` stand beside the tag in the filtered text and belong to it: a line end
    that was moved out of a name, the quotes that a tag needs. ``inside``: the tag stands within the
    stretch of an earlier one, and has none of its own.
    """

    text: str
    before: str = ""
    after: str = ""
    inside: bool = False
    around: Around = ("", "")


@hide_values
@dataclass(frozen=True, slots=True)
class Entry:
    """A tag and what it stands for.

    ``names`` are the full names that begin with this tag, where each part of a name has its own
    tag: "Mark Stone" is known by more than a mark and a stone. ``read`` are the originals as the
    document's format reads them, where its notation hides that: "René" for ``Ren\\'e9``.
    """

    tag: str
    label: str
    occurrences: tuple[Occurrence, ...]
    names: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether one occurrence holds wherever the tag stands."""
        return len(self.occurrences) == 1 and not any(self.occurrences[0].around)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The distinct originals, in the order of the text."""
        return tuple(dict.fromkeys(one.text for one in self.occurrences if not one.inside))

    @property
    def originals(self) -> tuple[str, ...]:
        """The originals in each way in which they are known."""
        return (*self.surfaces, *self.read)

    def payload(self) -> str:
        """Render the entry without tag and label as one line of ASCII JSON."""
        data: dict[str, object] = {}
        if self.same:
            data["same"] = _written(self.occurrences[0])
        else:
            data["each"] = [[*one.around, *_written(one)] for one in self.occurrences]
        if self.names:
            data["names"] = self.names
        if self.read:
            data["read"] = self.read
        return compact_json(data)

    @classmethod
    def of(cls, tag: str, label: str, payload: str) -> Entry:
        """Parse an entry; a payload that anonfilter did not write is a ``ValueError``."""
        data = json.loads(payload)
        if not isinstance(data, dict) or len(data.keys() & {"same", "each"}) != 1:
            raise ValueError("no entry")
        each = data.get("each") or [["", "", *data["same"]]]
        occurrences = tuple(_read(one[2:], (one[0], one[1])) for one in each)
        names, read = (tuple(data.get(key, ())) for key in ("names", "read"))
        entry = cls(tag, label, occurrences, names, read)
        if entry.payload() != payload or not all(isinstance(one, str) for one in (*names, *read)):
            raise ValueError("no entry")
        return entry


def compact_json(data: object) -> str:
    """Render JSON in printable ASCII: JSON leaves DEL as it is, which YAML does not allow."""
    return json.dumps(data, separators=(",", ":")).replace("\x7f", "\\u007f")


def _written(one: Occurrence) -> list[str]:
    """Return its strings without empty ones at the end; none for a tag inside a stretch."""
    if one.inside:
        return []
    if one.after:
        return [one.text, one.before, one.after]
    return [one.text, one.before] if one.before else [one.text]


def _read(strings: list[str], around: Around) -> Occurrence:
    if not all(isinstance(one, str) for one in (*strings, *around)):
        raise ValueError("no entry")
    if not strings:
        return Occurrence("", inside=True, around=around)
    text, before, after = (*strings, "", "")[:3]
    return Occurrence(text, before, after, around=around)


@hide_values
@dataclass(frozen=True, slots=True)
class Map:
    """The opened sidecar of a document.

    ``document`` is the random id that its lines are bound to, ``name`` the file's own name when
    they were written, ``digest`` a keyed digest of the filtered bytes. ``whole``: all entries that
    were written are there, so a tag without one was added to the text since. ``declared`` is how
    the document was read, ``worn`` are the surrogates that stand in the text where tags would,
    ``original`` the path of the original if the document has another.
    """

    document: str
    name: str = ""
    digest: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    whole: bool = True
    declared: Declared = NOTHING
    worn: Worn | None = None
    original: str = ""
