"""What only office documents have: initials of authors, cells of numbers, names of sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

from anonfilter.contract.document import CODE, Bare
from anonfilter.text.origin import Piece
from anonfilter_plugins.formats.markup.reading import MarkupReader
from anonfilter_plugins.formats.markup.references import attribute_value, text_value
from anonfilter_plugins.formats.markup.tokens import Attribute, Token
from anonfilter_plugins.formats.markup.xml import local
from anonfilter_plugins.formats.office.dates import Dates
from anonfilter_plugins.formats.office.words import is_formula, name_value, sheet_value
from anonfilter_plugins.formats.shared.builder import composed
from anonfilter_plugins.formats.shared.schema_names import is_schema_name

_WORD = re.compile(r"\S+")
# in a formula: a name of a sheet in quotes, a text, and a name of a sheet without quotes
_FORMULA = re.compile(
    r"'(?P<quoted>(?:[^']|'')*+)'|\"(?P<said>(?:[^\"]|\"\")*+)\""
    r"|(?<![\w.])(?P<sheet>[^\W\d][\w.]*?)(?=!|\.\$?[A-Z]{1,3}\$?\d)"
)
_LONG = 5  # digits of a number that is looked at


class OfficeReader(MarkupReader):
    """Reads one part of an office document."""

    dates = Dates()
    _cell: Token | None = None

    def _opened(self, token: Token) -> None:
        super()._opened(token)
        name = local(token.name)
        if name == "c":
            self._cell = token
        authors = [one for one in token.attributes if local(one.name) in ("author", "name")]
        for one in token.attributes:
            if local(one.name) == "initials" and authors and one.end > one.start:
                self._initials(one, authors[0])

    def _encoding(self, token: Token) -> Callable[[str], str]:
        return _WRITTEN.get(local(token.name), attribute_value)

    def _add(
        self,
        text: str,
        pieces: list[Piece],
        role: str,
        encode: Callable[[str], str],
        *,
        bare: Bare | None = None,
        name: str = "",
    ) -> None:
        own = local(name)
        if role == CODE and is_formula(own):
            self._formula(text, pieces)
        else:
            encode = sheet_value if own == "sheet" else encode
            super()._add(text, pieces, role, encode, bare=bare, name=name)

    def _formula(self, text: str, pieces: list[Piece]) -> None:
        """Take a formula: names of sheets get quotes where they need them, others no brackets."""
        ends = [match.span(str(match.lastgroup)) for match in _FORMULA.finditer(text)]
        kinds = [str(match.lastgroup) for match in _FORMULA.finditer(text)]
        done = 0
        for (start, end), kind in zip([*ends, (len(text),) * 2], [*kinds, ""], strict=True):
            self._stretch(text, pieces, done, start, "")
            self._stretch(text, pieces, start, end, kind)
            done = end

    def _stretch(self, text: str, pieces: list[Piece], start: int, end: int, kind: str) -> None:
        own = list(composed([Piece(0, end - start, start, end)], pieces))
        if not any(map(str.isalpha, text[start:end])) or not own:
            return
        bare = None
        if kind == "sheet":
            bare = Bare(own[0].source_start, own[-1].source_end, _is_word, str, quote="'")
        encode = {"quoted": sheet_value, "sheet": sheet_value, "said": attribute_value}
        super()._add(text[start:end], own, CODE, encode.get(kind, name_value), bare=bare)

    def _initials(self, one: Attribute, author: Attribute) -> None:
        """Initials stand for their author, and go with the name: each with its word, or all with
        the first."""
        name = self._source.text[author.start : author.end]
        words = list(_WORD.finditer(name))
        if len(words) == one.end - one.start:
            pieces = [
                Piece(*word.span(), one.start + at, one.start + at + 1)
                for at, word in enumerate(words)
            ]
        else:
            pieces = [Piece(*words[0].span(), one.start, one.end)] if words else []
        self._add(name, pieces, "text", attribute_value)

    def _value(self, text: str, pieces: list[Piece], role: str) -> None:
        cell = self._cell
        name = local(self._open[-1]) if self._open else ""
        kind = self._attribute_of(cell, "t") if cell is not None else ""
        if name == "v" and cell is not None and kind in ("", "n", "s", "b", "e"):
            if kind in ("", "n"):
                self._number(cell, text, pieces)
        elif role == CODE:
            self._formula(text, pieces)
        elif name == "t" and is_schema_name(text):  # the title of a column
            self._add(text, pieces, CODE, text_value)
        else:
            super()._value(text, pieces, role)

    def _number(self, cell: Token, text: str, pieces: list[Piece]) -> None:
        """A cell of a number becomes one of text where a tag comes in it."""
        shown = self.dates.shown(text, self._attribute_of(cell, "s"))
        if shown is not None:
            first, last = pieces[0].source_start, pieces[-1].source_end
            text, pieces = shown, [Piece(0, len(shown), first, last)]
        elif not text.isdecimal() or len(text) < _LONG:
            return
        kind = next((one for one in cell.attributes if one.name == "t"), None)
        at = cell.end - 1 if kind is None else kind.start
        end = pieces[-1].source_end
        quote = ' t="str"' if kind is None else "str"
        bare = Bare(at, end, _never, _of_text, quote=quote, closing="")
        self._add(text, pieces, "text", text_value, bare=bare)

    def _attribute_of(self, token: Token, name: str) -> str:
        found = (one for one in token.attributes if one.name == name)
        return next((self._source.text[one.start : one.end] for one in found), "")


_WRITTEN = {
    "sheet": sheet_value, "table": sheet_value, "definedName": name_value,
    "named-range": name_value, "named-expression": name_value,
}  # fmt: skip
"""How the names of some elements are written."""


def _is_word(written: str) -> bool:
    """Whether a name of a sheet needs no quotes in a formula."""
    return re.fullmatch(r"[\w.]*", written) is not None


def _of_text(written: str) -> str:
    """What stands from the type of a cell to its number, once the type is text: ``n`` goes."""
    return "" if written == "n" else written


def _never(written: str) -> bool:
    """Does it still fit in a cell of a number? A tag does not."""
    return False
