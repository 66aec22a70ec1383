"""What a sidecar knows: for each tag of a filtered text, what stood there before.

A tag that always stands for the same words has one occurrence, which holds wherever the tag is
met. Where it stands for several ([MONTH], or a name in two letter cases) there is one for each
place, in the order of the text, and each says a little about its neighbours, so that a text
which somebody has edited since is not put together wrongly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

LITERAL = "LITERAL"  # the label of a tag that stood in the original, for what it looks like

Around = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What one tag stands for: a stretch of the decoded file.

    ``before`` and ``after`` stand beside the tag in the filtered text and go with it: a line end
    that was moved out of a name, the quotes that a tag needs. ``inside``: the tag stands within
    what goes with an earlier one, and has nothing of its own.
    """

    text: str
    before: str = ""
    after: str = ""
    inside: bool = False
    around: Around = ("", "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A tag and what it stands for.

    ``names`` are the whole names that begin with this tag, where a name has a tag for each of
    its parts: "Mark Stone" is known by more than a mark and a stone.
    """

    tag: str
    label: str
    occurrences: tuple[Occurrence, ...]
    names: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the one occurrence holds wherever the tag stands."""
        return len(self.occurrences) == 1 and not any(self.occurrences[0].around)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The different originals, in the order of the text."""
        return tuple(dict.fromkeys(one.text for one in self.occurrences if not one.inside))

    def payload(self) -> str:
        """The entry without tag and label, as one line of JSON in what ASCII can show."""
        data: dict[str, object] = {}
        if self.same:
            data["same"] = _written(self.occurrences[0])
        else:
            data["each"] = [[*one.around, *_written(one)] for one in self.occurrences]
        if self.names:
            data["names"] = self.names
        # DEL is the one character that JSON leaves as it is and YAML has no place for.
        return json.dumps(data, separators=(",", ":")).replace("\x7f", "\\u007f")

    @classmethod
    def of(cls, tag: str, label: str, payload: str) -> Entry:
        """The entry of this payload; a payload that nobody of us wrote is a ``ValueError``."""
        data = json.loads(payload)
        if not isinstance(data, dict) or len(data.keys() & {"same", "each"}) != 1:
            raise ValueError("no entry")
        each = data.get("each") or [["", "", *data["same"]]]
        occurrences = tuple(_read(one[2:], (one[0], one[1])) for one in each)
        entry = cls(tag, label, occurrences, tuple(data.get("names", ())))
        if entry.payload() != payload or not all(isinstance(one, str) for one in entry.names):
            raise ValueError("no entry")
        return entry


def _written(one: Occurrence) -> list[str]:
    """Its strings, less empty ones at the end; none for a tag inside another's stretch."""
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


@dataclass(frozen=True, slots=True)
class Map:
    """A document's sidecar, opened.

    ``document`` is the random id that its lines are bound to, ``name`` the file's own name when
    they were written, ``digest`` a keyed digest of the filtered bytes. ``whole``: as many entries
    are there as were written, so a tag without one was written into the text since.
    """

    document: str
    name: str = ""
    digest: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    whole: bool = True
