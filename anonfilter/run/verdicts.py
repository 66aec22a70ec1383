"""The verdicts of checks: the findings in each file, or that the file is clean.

Each check decides again which findings are accepted. Files with problems are scanned each time.
"""

from __future__ import annotations

from anonfilter.cache.store import ResultStore, ResultTable
from anonfilter.engine.pipeline import Engine
from anonfilter.run.result import Result
from anonfilter.run.verdict_findings import VerdictFindings

KIND = "verdicts"
_FORM = b"4"  # the version of the meaning of a verdict


class Verdicts(ResultTable):
    """The valid verdicts: for each file the number of its lines, and its findings."""

    def __init__(self, store: ResultStore) -> None:
        super().__init__(store, KIND, _FORM)

    @classmethod
    def of(cls, engine: Engine) -> Verdicts:
        """Load the verdicts of an engine's earlier checks."""
        return cls(ResultStore.of(engine))

    def of_file(self, key: bytes | None) -> tuple[int, VerdictFindings] | None:
        """Return the verdict on a file: the number of its lines, and its findings."""
        verdict = self.get(key)
        if verdict is None:
            return None
        lines, _, found = verdict.partition(b" ")
        return int(lines), VerdictFindings.unpacked(found)

    def add_file(self, result: Result) -> None:
        """Add the verdict on a file that was scanned to its end."""
        if result.to_cache is not None:
            self.add(result.key, b"%d %b" % (result.tally.lines, result.to_cache.packed()))
