"""Names of sheets: quotes in formulas; in Excel 31 characters at most, and no two alike."""

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
_HINT = "Give the sheets shorter names, or names that differ more, and filter it again."
_WORD = re.compile(r"[\w.]*")


@dataclass(slots=True)
class _Room:
    """Makes room for tags in a name: what stands around them goes, where all is too long.

    Whether it is, is asked before anything is written. So it is the same in each formula.
    """

    short: bool
    quoted: bool
    full: bool = False

    def fits(self, written: str) -> bool:
        said = html.unescape(written).replace("''", "'")
        self.full = self.short and len(said) > LONGEST
        return not self.full and (self.quoted or _WORD.fullmatch(written) is not None)

    def left(self, written: str) -> str:
        """What is left of one character, or of a tag."""
        return "" if self.full and len(written) == 1 else written


def in_sheet_name(pieces: Sequence[Piece], quote: str = "", *, short: bool) -> BareValue:
    """A stretch that names a sheet, which needs this ``quote`` where a tag comes in it; ``short``:
    such names have a length that they must not exceed."""
    room = _Room(short, quoted=not quote)
    start, end = pieces[0].source_start, pieces[-1].source_end
    return BareValue(start, end, room.fits, room.left, quote=quote)


@hide_values
@dataclass(slots=True)
class SheetNames:
    """The names of the sheets of a workbook so far, and whether there are tags in them."""

    _tagged: dict[str, bool] = field(default_factory=dict)

    def add(self, name: str, workbook: str) -> None:
        """Refuse a name that tags make longer than programs read, or like another."""
        tagged, folded = any(tag_shapes(name)), name.casefold()
        if tagged and len(name) > LONGEST:
            what = f"the name of a sheet would have more than {LONGEST} characters"
            raise Incomplete(what, where=workbook, hint=_HINT)
        if folded in self._tagged and (tagged or self._tagged[folded]):
            raise Incomplete("two sheets would have one name", where=workbook, hint=_HINT)
        self._tagged[folded] = tagged
