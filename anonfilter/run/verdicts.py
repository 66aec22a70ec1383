"""The verdicts of checks: the findings in each file, or that the file is clean.

Each check decides again which findings are accepted. Files with problems are scanned each time.

A verdict has no values, but enough to report its findings again without a model: the values are in
the file, at the stored places. If the file writes a value in another form than the report (an
escape in JSON, an invisible character in a name), the places in the document's text are stored too,
and the file is read as a document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from anonfilter.cache.store import ResultStore, ResultTable
from anonfilter.contract.document import Finding, Weight
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.run.result import Result

KIND = "verdicts"
_FORM = b"5"  # the version of the meaning of a verdict
_FIELDS = "line column label detector score start end last known fails member reader_place".split()
_plain = attrgetter(*_FIELDS)
Row = tuple[Any, ...]
"""A finding: its fields, and the value and cost of its weight."""
Place = tuple[int, int]


@hide_values
@dataclass(frozen=True, slots=True)
class VerdictFindings:
    """The findings of a file without values, in the order of the text.

    ``places`` are offsets in the document's text, if these are needed to find the values.
    """

    rows: tuple[Row, ...] = ()
    places: tuple[Place, ...] = ()
    remarks: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, findings: Sequence[Finding], places: Iterable[Place], text: str, remarks: Iterable[str]
    ) -> VerdictFindings | None:
        """Return the findings without their values; None if the necessary places are missing.

        ``text`` is the decoded file, ``places`` are the places of the findings in the document's
        text.
        """
        verbatim = all(text[one.start : one.end] == one.value for one in findings)
        kept = () if verbatim else tuple(places)
        if not verbatim and len(kept) != len(findings):
            return None
        return cls(tuple(map(_row, findings)), kept, tuple(remarks))

    def with_values(self, path: str, text: str) -> tuple[Finding, ...]:
        """Return the findings with their values.

        ``text`` is the document's text if there are ``places``, else the decoded file.
        """
        places = self.places or [(row[5], row[6]) for row in self.rows]
        return tuple(
            _finding(path, row, text[start:end])
            for row, (start, end) in zip(self.rows, places, strict=True)
        )

    def __bool__(self) -> bool:
        return bool(self.rows or self.remarks)

    def packed(self) -> bytes:
        """Return the bytes to store; no bytes if there are no findings."""
        if not self:
            return b""
        kept = (self.rows, self.places, self.remarks)
        return json.dumps(kept, separators=(",", ":")).encode()

    @classmethod
    def unpacked(cls, data: bytes) -> VerdictFindings:
        """Return the findings that ``packed`` has written."""
        rows, places, remarks = json.loads(data) if data else ((), (), ())
        return cls(tuple(map(tuple, rows)), tuple(map(tuple, places)), tuple(remarks))


def _row(one: Finding) -> Row:
    return (*_plain(one), one.weight.value, one.weight.cost)


def _finding(path: str, row: Row, value: str) -> Finding:
    *plain, number, cost = row
    fields = dict(zip(_FIELDS, plain, strict=True))
    return Finding(path, value=value, weight=Weight(number, cost), **fields)


class Verdicts(ResultTable):
    """A table of the valid verdicts: for each file the number of its lines, and its findings."""

    def __init__(self, store: ResultStore) -> None:
        super().__init__(store, KIND, _FORM)

    @classmethod
    def of(cls, engine: Engine) -> Verdicts:
        """Load the verdicts of an engine's earlier checks."""
        return cls(ResultStore.of(engine))

    def of_file(self, key: bytes | None) -> tuple[int, VerdictFindings] | None:
        """Return the number of lines and the findings of a file; None if it has no verdict."""
        verdict = self.get(key)
        if verdict is None:
            return None
        lines, _, found = verdict.partition(b" ")
        return int(lines), VerdictFindings.unpacked(found)

    def add_file(self, result: Result) -> None:
        """Add the verdict on a file, if the file was scanned to its end and has a key."""
        if result.to_cache is not None:
            self.add(result.key, b"%d %b" % (result.tally.lines, result.to_cache.packed()))
