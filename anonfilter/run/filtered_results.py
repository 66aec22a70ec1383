"""Cache of what the filter made of files: its edits and figures, where nothing is left to find.

The key is a keyed digest of all that the result depends on, the bytes of the file included. A
result that depends on more (a sidecar, numbers of the corpus, decisions beside the file) is not
kept. Of what was replaced only the places and the tags are.
"""

from __future__ import annotations

import json
import os
from collections import Counter

from anonfilter.cache.detections import Detections
from anonfilter.contract.document import Replacement
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.rewrite import apply_edits
from anonfilter.engine.toolbox import needs_of
from anonfilter.files.read import Input
from anonfilter.reports.summary import Tally
from anonfilter.run.result import Made, Result, RewrittenFile
from anonfilter.text.lines import count_lines

KIND = "filtered"
_FORM = b"1"  # the version of what is kept
_MOST = 8 << 20  # bytes, of one file


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

    def load(self, name: str, source: Input, result: Result) -> RewrittenFile | None:
        """Return what became of a file, and describe it in the result."""
        data = self._recall.cache.load(KIND, name) if self._recall is not None and name else None
        if data is None:
            return None
        rows, (mentions, entities, labels, hints), remarks = json.loads(data)
        decoded = self._decode(source.data, source.name)
        rewritten = apply_edits(decoded.text, [Replacement(*row) for row in rows])
        bad = decoded.undecodable
        result.tally = Tally(
            1,
            count_lines(decoded.text),
            len(decoded.text.split()),
            mentions,
            entities,
            Counter(labels),
            Counter(hints),
            bad,
            int(bad > 0),
        )
        result.remarks += remarks
        return RewrittenFile(decoded, decoded.encode(rewritten.text), rewritten)

    def save(self, name: str, made: Made, result: Result) -> None:
        """Save a result, unless something is left in it, or the basis has changed meanwhile."""
        if self._recall is None or not name or result.findings or made.beside:
            return
        tally, basis = result.tally, self._recall.grounds.whole
        edits = [(edit.start, edit.end, edit.text) for edit in made.edits]
        figures = (tally.mentions, tally.entities, tally.labels, tally.hints)
        data = json.dumps([edits, figures, result.remarks], separators=(",", ":")).encode("ascii")
        if len(data) <= _MOST and basis is not None and basis.holds():
            self._recall.cache.save(KIND, name, data)
