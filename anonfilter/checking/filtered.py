"""Cache of what the filter made of files: its edits and figures, where nothing is left to find.

The key is a keyed digest of all that the result depends on, the bytes of the file included. A
result that depends on more (a sidecar, numbers of the corpus, decisions beside the file) is not
kept. Of what was replaced only the places and the tags are.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.checking.detections import Detections
from anonfilter.containers.encodings import guess_of
from anonfilter.contract.document import Finding, Redaction, Replacement, Source
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.files.read import Input
from anonfilter.reports.summary import Tally
from anonfilter.text.lines import count_lines
from anonfilter.text.values import hide_values

KIND = "filtered"
_FORM = b"1"  # the version of what is kept
_MOST = 8 << 20  # bytes, of one file


@hide_values
@dataclass(frozen=True, slots=True)
class Filtered:
    """What the filter made of a file; without its ``redaction`` if an earlier run made it."""

    source: Source
    output: bytes
    edits: Sequence[Replacement]
    tally: Tally
    remarks: Sequence[str] = ()
    findings: Sequence[Finding] = ()
    beside: Mapping[str, bytes] = field(default_factory=dict)
    redaction: Redaction | None = None

    @classmethod
    def of(cls, done: Redaction) -> Filtered:
        tally = Tally()
        tally.add(done)
        remarks = [f"{one.resolver}: {one.reason}" for one in done.analysis.remarks]
        source = done.analysis.document.source
        if not source.undecodable and guess_of(source):  # those bytes are counted
            remarks.append(f"encoding: {guess_of(source)}")
        return cls(
            source, done.output, done.edits, tally, remarks, done.findings, done.beside,
            done,
        )  # fmt: skip

    def packed(self) -> bytes:
        tally = self.tally
        edits = [(edit.start, edit.end, edit.text) for edit in self.edits]
        figures = (tally.mentions, tally.entities, tally.labels, tally.hints)
        return json.dumps([edits, figures, self.remarks], separators=(",", ":")).encode("ascii")

    @classmethod
    def unpacked(cls, data: bytes, source: Source) -> Filtered:
        rows, (mentions, entities, labels, hints), remarks = json.loads(data)
        edits = [Replacement(*row) for row in rows]
        bad = source.undecodable
        tally = Tally(
            1, count_lines(source.text), len(source.text.split()), mentions, entities,
            Counter(labels), Counter(hints), bad, int(bad > 0),
        )  # fmt: skip
        return cls(source, source.encode(_applied(source.text, edits)), edits, tally, remarks)


def _applied(text: str, edits: Sequence[Replacement]) -> str:
    parts: list[str] = []
    done = 0
    for edit in edits:
        parts += text[done : edit.start], edit.text
        done = edit.end
    return "".join(parts) + text[done:]


class KnownResults:
    """What earlier runs of the filter made of the same bytes with the same rules."""

    def __init__(self, engine: Engine) -> None:
        recall = engine.recall
        self._decode = engine.source
        whole = engine.options.numbering is None and not engine.makes_surrogates
        self._recall = recall if isinstance(recall, Detections) and whole else None
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})

    def name(self, source: Input) -> str:
        """The name of a file's result in the cache; "" if it is not kept."""
        basis = None if self._recall is None else self._recall.grounds.whole
        decided = any(os.path.lexists(source.name + suffix) for suffix in self._suffixes)
        if self._recall is None or basis is None or decided:
            return ""
        parts = (_FORM, basis.digest, os.fsencode(source.name), source.data)
        return self._recall.cache.digest(KIND, *parts).hex()

    def has(self, source: Input) -> bool:
        """Whether there is a result of this file."""
        name = self.name(source)
        return bool(name) and self._recall is not None and self._recall.cache.has(KIND, name)

    def load(self, name: str, source: Input) -> Filtered | None:
        data = self._recall.cache.load(KIND, name) if self._recall is not None and name else None
        if data is None:
            return None
        return Filtered.unpacked(data, self._decode(source.data, source.name))

    def save(self, name: str, done: Filtered) -> None:
        """Save a result, unless something is left in it, or the basis has changed meanwhile."""
        if self._recall is None or not name or done.findings or done.beside:
            return
        data, basis = done.packed(), self._recall.grounds.whole
        if len(data) <= _MOST and basis is not None and basis.holds():
            self._recall.cache.save(KIND, name, data)
