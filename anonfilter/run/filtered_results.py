"""The cache of filtered files without remaining findings: their edits and figures.

The key is a keyed digest of all inputs, the bytes of the file included. A result with further
inputs (a sidecar, numbers of the corpus, decisions beside the file) is not stored. For each
replacement only its place and its tag are stored.
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
from anonfilter.files.read import LoadedFile
from anonfilter.reports.summary import Tally
from anonfilter.run.result import FilteredFile, Result, RewrittenFile

KIND = "filtered"
_FORM = b"2"  # the version of the format
_MOST = 8 << 20  # bytes, of one file


class FilteredResults:
    """The results of earlier runs of the filter for the same bytes and the same rules."""

    def __init__(self, engine: Engine) -> None:
        whole = engine.options.numbering is None and not engine.surrogate_tagger
        self._store = ResultStore.of(engine) if whole else ResultStore()
        self._decode = engine.decode_file
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})

    def key(self, source: LoadedFile) -> bytes | None:
        """Return the key under which the result for a file is stored; None if it must not be."""
        if any(os.path.lexists(source.name + suffix) for suffix in self._suffixes):
            return None
        return self._store.key(KIND, _FORM, (os.fsencode(source.name), source.data))

    def has(self, source: LoadedFile) -> bool:
        """Return True if an earlier run has saved a result for this file."""
        return self._store.has(KIND, self.key(source))

    def load(self, key: bytes | None, source: LoadedFile, result: Result) -> RewrittenFile | None:
        """Return a file as an earlier run filtered it, and set the figures of the result.

        Return None if there is no such result.
        """
        data = self._store.load(KIND, key)
        if data is None:
            return None
        rows, (lines, words, mentions, entities, labels, hints), remarks = json.loads(data)
        decoded = self._decode(source.data, source.name)
        rewritten = apply_edits(decoded.text, [Replacement(*row) for row in rows])
        bad = decoded.undecodable
        result.tally = Tally(
            1,
            lines,
            words,
            mentions,
            entities,
            Counter(labels),
            Counter(hints),
            bad,
            int(bad > 0),
        )
        result.remarks += remarks
        return RewrittenFile(decoded, decoded.encode(rewritten.text), rewritten)

    def save(self, key: bytes | None, made: FilteredFile, result: Result) -> None:
        """Save a result, unless it has remaining findings or files beside it, or is very large."""
        if key is None or result.findings or made.beside:
            return
        tally = result.tally
        edits = [(edit.start, edit.end, edit.text) for edit in made.edits]
        figures = (
            tally.lines,
            tally.words,
            tally.mentions,
            tally.entities,
            tally.labels,
            tally.hints,
        )
        data = json.dumps([edits, figures, result.remarks], separators=(",", ":")).encode("ascii")
        if len(data) <= _MOST:
            self._store.save(KIND, key, data)
