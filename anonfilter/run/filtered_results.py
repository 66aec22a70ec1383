"""Cache of what the filter made of files: its edits and figures, where nothing is left to find.

The key is a keyed digest of all that the result depends on, the bytes of the file included. A
result that depends on more (a sidecar, numbers of the corpus, decisions beside the file) is not
kept. Of what was replaced only the places and the tags are.
"""

from __future__ import annotations

import json
import os
from collections import Counter

from anonfilter.cache.store import ResultStore
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


class FilteredResults:
    """What earlier runs of the filter made of the same bytes with the same rules."""

    def __init__(self, engine: Engine) -> None:
        whole = engine.options.numbering is None and not engine.makes_surrogates
        self._store = ResultStore.of(engine) if whole else ResultStore()
        self._decode = engine.source
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})

    def key(self, source: Input) -> bytes | None:
        """Return the key of a file's result; None if it is not kept."""
        if any(os.path.lexists(source.name + suffix) for suffix in self._suffixes):
            return None
        return self._store.key(KIND, _FORM, (os.fsencode(source.name), source.data))

    def has(self, source: Input) -> bool:
        """Return True if there is a result of this file."""
        return self._store.has(KIND, self.key(source))

    def load(self, key: bytes | None, source: Input, result: Result) -> RewrittenFile | None:
        """Return what became of a file, and describe it in the result."""
        data = self._store.load(KIND, key)
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

    def save(self, key: bytes | None, made: Made, result: Result) -> None:
        """Save a result, unless something is left in it."""
        if key is None or result.findings or made.beside:
            return
        tally = result.tally
        edits = [(edit.start, edit.end, edit.text) for edit in made.edits]
        figures = (tally.mentions, tally.entities, tally.labels, tally.hints)
        data = json.dumps([edits, figures, result.remarks], separators=(",", ":")).encode("ascii")
        if len(data) <= _MOST:
            self._store.save(KIND, key, data)
