"""The setting `records`: which rows or values form a record, within which people are linked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.settings import Strict


class Records(Strict):
    """The scope within which names are linked: a record, a group of records, or the whole file."""

    scope: Literal["record", "document"] | None = Option(
        default=None,
        description="record: each record has its own people; document: the file is one record",
    )
    by: str = Option(
        default="",
        description="the column or key whose value groups records that are about the same people",
    )

    def apart(self, *, usual: bool = True) -> bool:
        """Return True if each record has its own people; ``usual`` is the answer by default."""
        return usual if self.scope is None and not self.by else self.scope != "document"
