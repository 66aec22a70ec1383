"""Write names of sheets: with quotes in formulas; in Excel unique, with at most 31 characters."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from anonfilter.contract.document import BareValue
from anonfilter.contract.tags import tag_shapes
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values

LONGEST = 31
_HINT = "Give the sheets shorter names, or names that differ more, and filter the file again."
_WORD = re.compile(r"[\w.]*")


@dataclass(slots=True)
class _NameLimit:
    """The limit of the length of a name: if it is too long, the text around its tags is removed.

    ``fits`` is called before anything is written, so the name is the same in each formula.
    """

    short: bool
    quoted: bool
    full: bool = False

    def fits(self, written: str) -> bool:
        name = html.unescape(written).replace("''", "'")
        self.full = self.short and len(name) > LONGEST
        return not self.full and (self.quoted or _WORD.fullmatch(written) is not None)

    def shorten(self, written: str) -> str:
        """Return a tag unchanged; return "" for a character if the name is too long."""
        return "" if self.full and len(written) == 1 else written


def sheet_name_value(pieces: Sequence[Piece], quote: str = "", *, short: bool) -> BareValue:
    """Return the value for the name of a sheet, which needs this ``quote`` around a tag.

    With ``short``, the length of the name is limited.
    """
    limit = _NameLimit(short, quoted=not quote)
    start, end = pieces[0].source_start, pieces[-1].source_end
    return BareValue(start, end, limit.fits, limit.shorten, quote=quote)


@hide_values
@dataclass(slots=True)
class SheetNames:
    """The names of the sheets of a workbook so far."""

    _has_tag: dict[str, bool] = field(default_factory=dict)

    def add(self, name: str, workbook: str) -> None:
        """Add a name; raise ``Incomplete`` if its tags make it too long or equal to another."""
        has_tag, folded = any(tag_shapes(name)), name.casefold()
        if has_tag and len(name) > LONGEST:
            message = f"the name of a sheet would have more than {LONGEST} characters"
            raise Incomplete(message, where=workbook, hint=_HINT)
        if folded in self._has_tag and (has_tag or self._has_tag[folded]):
            raise Incomplete("two sheets would have the same name", where=workbook, hint=_HINT)
        self._has_tag[folded] = has_tag
