"""What a record is: rows or values that are told of the same people."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.settings import Strict


class Records(Strict):
    """Where names are linked: within a record, within those of one group, or in the whole file."""

    scope: Literal["record", "document"] | None = Option(
        default=None,
        description="record: each is told of people of its own; document: the file is one",
    )
    by: str = Option(
        default="", description="the column or key whose value says which records belong together"
    )

    def apart(self, *, usual: bool = True) -> bool:
        """Whether records are told apart, where that is ``usual`` or not."""
        return usual if self.scope is None and not self.by else self.scope != "document"
