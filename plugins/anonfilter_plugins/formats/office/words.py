"""What the elements and attributes of office documents are, by their names without prefix."""

from __future__ import annotations

from anonfilter.contract.document import CODE
from anonfilter.contract.tags import BRACKETS
from anonfilter_plugins.formats.markup.reading import LEAVE
from anonfilter_plugins.formats.markup.references import attribute_value
from anonfilter_plugins.formats.markup.tokens import Attribute, Token
from anonfilter_plugins.formats.markup.xml import local

_BLOCK_ELEMENTS = (
    "p h si is c v f tc tr tbl table-cell table-row table sheet body hdr ftr footnote endnote"
    " comment author creator date title desc definedName instrText delInstrText text"
    " threadedComment"
)
_BLOCKS = frozenset(_BLOCK_ELEMENTS.split())
_ASIDES = frozenset(("txbxContent", "note", "annotation", "frame", "text-box"))
_BREAKS = {
    "tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "line-break": "\n", "s": " ",
    "noBreakHyphen": "-",
}  # fmt: skip
_FIGURES = frozenset(
    ("posOffset", "pctWidth", "pctHeight", "align", "fldData", "relyOnVML", "Application",
     "AppVersion", "generator", "Template", "editing-duration", "editing-cycles", "DocSecurity",
     "Pages", "Words", "Characters", "Lines", "Paragraphs", "TotalTime", "CharactersWithSpaces",
     "revision", "binary-data", "config-item", "created", "modified", "lastPrinted",
     "creation-date", "print-date", "date")
)  # fmt: skip
_CODE = frozenset(("f", "definedName", "instrText", "delInstrText", "formula1", "formula2"))
_SHOWN = frozenset(
    ("author", "descr", "title", "alt", "tooltip", "userId", "displayName", "userName",
     "lastAuthor", "string-value", "description", "date-value")
)  # fmt: skip
_NAMES = frozenset(("name", "Target", "href", "uniqueName", "value", "tooltip", "displayname"))
_SHEETS = ("sheet", "table")
_VALUES = frozenset(("alias", "tag", "docVar", "default", "listItem", "statusText", "helpText"))


class OfficeWords:
    """The vocabulary of Office Open XML and OpenDocument."""

    xml = True

    def __init__(self, *, blanks: bool) -> None:
        self._blanks = blanks

    def is_block(self, name: str) -> bool:
        return local(name) in _BLOCKS

    def is_aside(self, name: str) -> bool:
        return local(name) in _ASIDES

    def text_of(self, token: Token) -> str | None:
        return _BREAKS.get(local(token.name))

    def role(self, name: str) -> str:
        own = local(name)
        if own in _FIGURES:
            return LEAVE
        return CODE if own in _CODE else "text"

    def keeps_blanks(self, name: str) -> bool:
        return self._blanks

    def attribute(self, token: Token, attribute: Attribute, value: str) -> str:
        name = local(attribute.name)
        own = local(token.name)
        if (
            name in _SHOWN
            or (name, own) == ("display", "hyperlink")
            or value.startswith(("mailto:", "tel:"))
        ):
            return "text"
        if name in _NAMES:
            return "text" if own in _SHEETS else CODE
        if is_formula(name) or name == "sheet":
            return CODE
        return "text" if name in ("val", "value") and own in _VALUES else LEAVE


class PropertyWords(OfficeWords):
    """Parts in which every element has a text of its own: properties, metadata."""

    def is_block(self, name: str) -> bool:
        return True


def is_formula(name: str) -> bool:
    """Whether an attribute of this name holds a formula, or a place in a sheet."""
    return name in ("location", "formula", "condition") or name.endswith(("-address", "-addresses"))


_IN_SHEETS = dict.fromkeys(map(ord, r":\/?*")) | {
    ord(char): wide for wide, char in BRACKETS.items()
}


def sheet_value(value: str) -> str:
    """A value as the name of a sheet may hold it: with brackets that it may have."""
    return attribute_value(value.translate(_IN_SHEETS)[:31])


def name_value(value: str) -> str:
    """A value as a name in a formula may hold it: without brackets."""
    return attribute_value(value.translate(dict.fromkeys(map(ord, "[]"))))
