"""Filter the rows of a Ray Data dataset.

dataset.map_batches(Redactor, fn_constructor_kwargs={"column": "text"}, concurrency=8)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from anonfilter.engine.pipeline import Options
from anonfilter.errors import Incomplete, one_file
from anonfilter.run.session import Session, load_rules
from anonfilter.sidecars.surrogate_rules import require_no_surrogates

FAILED = "redaction_failed"
_ROW = "row.jsonl"


class Redactor:
    """A callable class for ``Dataset.map_batches``. Each actor has one engine and loads it once.

    Each row is a separate document, so the result does not depend on batches. With ``scope:
    corpus`` in the rules and a key, equal names have equal tags in all rows. Rules and corpus come
    from the actor's folder, unless ``rules`` names another ruleset.

    ``column`` names one or more columns of text, which are read together. Other columns are passed
    on unchanged. If a row cannot be filtered, or if an identifier would remain, its text columns
    are empty and the column ``redaction_failed`` has the reason, without values. In all other rows
    this column is "".
    """

    def __init__(
        self,
        rules: str | None = None,
        column: str | Sequence[str] = "text",
        *,
        trust_local_plugins: bool = False,
        assume_language: bool = False,
    ) -> None:
        self._columns = [column] if isinstance(column, str) else [*column]
        session = Session.open(
            load_rules(rules, trust_local_plugins),
            Options(assume_language=assume_language),
            minting=True,
            library=True,
        )
        self._engine = session.engine
        require_no_surrogates(self._engine, "Redactor")
        known = self._engine.options.known
        for error in known.unread if known is not None else ():
            raise error

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, Any]:
        """Filter a batch: a mapping of columns to arrays of equal length."""
        import numpy as np

        given = [list(batch[name]) for name in self._columns]
        texts, failed = [], []
        for row in zip(*given, strict=True):
            try:
                with one_file("row"):
                    texts.append(self._filter_row(row))
                failed.append("")
            except Incomplete as error:
                texts.append([None] * len(row))
                failed.append(error.message)
        made = dict(batch)
        for name, values in zip(self._columns, zip(*texts, strict=True), strict=False):
            made[name] = np.array(values, dtype=object)
        made[FAILED] = np.array(failed, dtype=object)
        return made

    def _filter_row(self, row: Sequence[Any]) -> list[Any]:
        """Return the texts of a row without identifiers; raise ``Incomplete`` if one remains."""
        if not all(value is None or isinstance(value, str) for value in row):
            raise Incomplete("a value in a text column is not text")
        before = dict(zip(self._columns, row, strict=True))
        data = json.dumps(before, ensure_ascii=False).encode("utf-8", "surrogatepass")
        done = self._engine.redact(self._engine.read_document(data, _ROW))
        if done.findings:
            left = {f"{finding.label} would be left" for finding in done.findings}
            raise Incomplete(", ".join(sorted(left)))
        after = json.loads(done.output)
        if [*after] != self._columns:
            raise Incomplete("the name of a column would change")
        return [*after.values()]
