"""The elements and attributes of office documents, by their names without prefix."""

from __future__ import annotations

import re
from functools import lru_cache

from anonfilter.contract.document import CODE, LISTING
from anonfilter.contract.tags import BRACKETS
from anonfilter_documents.markup.character_references import escape_attribute
from anonfilter_documents.markup.markup_labels import Part
from anonfilter_documents.markup.markup_reader import Vocabulary
from anonfilter_documents.markup.markup_tokens import Attribute, Token
from anonfilter_documents.markup.xml import local_name
from anonfilter_documents.shared.field_codes import role_of_string
from anonfilter_documents.shared.schema_names import is_schema_name

_BLOCK_ELEMENTS = (
    "p h si is c v f tc tr tbl table-cell table-row table sheet body hdr ftr footnote endnote"
    " comment author creator creator-initials date title desc definedName text threadedComment"
    " config-item oddHeader evenHeader firstHeader oddFooter evenFooter firstFooter"
)
_BLOCKS = frozenset(_BLOCK_ELEMENTS.split())
_PARTS = {
    "tbl": Part.TABLE,
    "tr": Part.ROW,
    "tc": Part.CELL,
    "tblHeader": Part.TITLED,
    "gridSpan": Part.ACROSS,
    "table": Part.TABLE,
    "table-header-rows": Part.TITLES,
    "table-row": Part.ROW,
    "table-cell": Part.CELL,
    "covered-table-cell": Part.COVERED,
}
_ASIDES = frozenset(
    ("txbxContent", "note", "annotation", "frame", "text-box", "Fallback", "rPh", "ruby-text", "rt")
)
_BREAKS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "line-break": "\n",
    "s": " ",
    "noBreakHyphen": "-",
}
_BESIDE_NAMES = (
    "posOffset pctWidth pctHeight align relyOnVML Application AppVersion generator"
    " editing-duration editing-cycles DocSecurity Pages Words Characters Lines Paragraphs"
    " TotalTime CharactersWithSpaces revision binary-data created modified lastPrinted"
    " creation-date print-date date"
)
BESIDE = frozenset(_BESIDE_NAMES.split())
ENCODED = frozenset(("fldData", "gfxdata"))
"""Elements and attributes that hold base64."""
_FORMULAS = frozenset(("f", "definedName", "formula1", "formula2", "config-item"))
_SHOWN_NAMES = (
    "author descr title alt tooltip userId displayName userName lastAuthor string-value"
    " description date-value"
)
_SHOWN = frozenset(_SHOWN_NAMES.split())
_SAYING_NAMES = (
    "prompt promptTitle error errorTitle display displayText label string current-value"
    " string-value-if-true string-value-if-false key1 key2 refreshedBy phldrT display-name"
    " caption target-frame-name"
)
_WITH_TEXT = frozenset(_SAYING_NAMES.split())
_TEXT_ELEMENTS = {
    "name": "property user-defined page section custShow scenario customWorkbookView queryTable",
    "v": "s",  # the cached values of a pivot table
    "val": "filter customFilter sheetName inputCells tag attr listEntry tblCaption tblDescription"
    " mailSubject name description",
    "value": "filter-condition option item ocxPr",
    "text": "cfRule",
    "comment": "scenario",
    "user": "scenario",
}
_TEXT_IN_ELEMENTS = {name: frozenset(elements.split()) for name, elements in _TEXT_ELEMENTS.items()}
_OF_PEOPLE = frozenset(("initials", "userId", "userName", "providerId", "email"))
_PEOPLE = frozenset(("cmAuthor", "userInfo", "chgData"))
_NAMES = frozenset(("name", "Target", "href", "uniqueName", "value", "tooltip", "displayname"))
_SHEETS = ("sheet", "table")
_VALUES = frozenset(("alias", "tag", "docVar", "default", "listItem", "statusText", "helpText"))
_FONTS = frozenset(("ascii", "hAnsi", "eastAsia", "cs", "typeface", "panose", "font-style-name"))
_NAMING_FONTS = frozenset(("font-face", "font", "altName", "mathFont", "rFont", "fontScheme"))
_OF_SCHEMAS_NAMES = "Type ContentType uri Ignorable Requires schemaLocation class equationxml"
_OF_SCHEMAS = frozenset(_OF_SCHEMAS_NAMES.split())
_IN_STYLE_NAMES = (
    "accent acronym address annotation author authorities balloon bibliography block body"
    " book bottom bullet caption char cite classic closing code colorful columns comment"
    " compact contemporary content continue d dark date default definition document e effects"
    " elegant emphasis endnote envelope figure figures first followedhyperlink font footer"
    " footnote form frame grid hashtag header heading horizontal html hyperlink illustration"
    " in indent index intense internet keyboard light line link list macro mail map medium"
    " mention message no normal note number numbering object of outline page paragraph"
    " placeholder plain preformatted professional quotations quote reference return revision"
    " salutation sample shading signature simple smart source spacing strong subject subtitle"
    " subtle symbol symbols table text theme title toa toc top typewriter unresolved variable"
    " verbatim web z"
)
_OF_STYLES = frozenset(_IN_STYLE_NAMES.split())
_WORD = re.compile(r"[^\W\d_]+")
_FIGURE = re.compile(
    r"(?<!\w)(?:rId[0-9]+|ct[0-9]+|dxa|[a-z]{2,3}-[A-Z]{2}|(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]+"
    r"|[+-]?[0-9.]+(?:pt|cm|mm|in|px|em|pc|deg|rad|%)?)(?!\w)"
)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ADDRESS_OR_QUERY = re.compile(r"[@']|=.*;")  # a mail address, or a database query


class OfficeVocabulary(Vocabulary):
    """The vocabulary of Office Open XML and OpenDocument."""

    def __init__(self, *, blanks: bool) -> None:
        self._blanks = blanks

    def is_block(self, name: str) -> bool:
        return local_name(name) in _BLOCKS

    def is_aside(self, name: str) -> bool:
        return local_name(name) in _ASIDES

    def part(self, token: Token) -> Part | None:
        return _PARTS.get(local_name(token.name))

    def text_of(self, token: Token) -> str | None:
        return _BREAKS.get(local_name(token.name))

    def role(self, name: str) -> str:
        return CODE if local_name(name) in _FORMULAS else "text"

    def keeps_blanks(self, name: str) -> bool:
        return self._blanks

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        name, element = local_name(attribute.name), local_name(token.name)
        if name in _SHOWN or value.startswith(("mailto:", "tel:")):
            return "text"
        if element in _SHEETS and name in _NAMES:
            return "text"
        if _names_font(element, name) or name in _OF_SCHEMAS or attribute.name.startswith("xmlns"):
            return CODE
        if is_formula(name) or is_field_code(name) or name == "sheet":
            return CODE
        if name in ("val", "value") and element in _VALUES:
            return "text"
        if (
            name in _WITH_TEXT
            or element in _TEXT_IN_ELEMENTS.get(name, ())
            or _is_person_name(token, name)
        ):
            of_style = (element == "name" or name == "display-name") and _is_style_name(value)
            return CODE if of_style or is_schema_name(value) else "text"
        if name in _NAMES and not _is_address(value):
            return LISTING
        return _role_of_value(value)


class PropertyVocabulary(OfficeVocabulary):
    """The vocabulary of parts in which every element is a separate text: properties, metadata."""

    def is_block(self, name: str) -> bool:
        return True

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        role = super().attribute_role(token, attribute, value)
        kept = _is_path(value) or _is_address(value) or _is_given_by_programs(value)
        return role if kept or role not in (CODE, LISTING) else "text"


class FontVocabulary(OfficeVocabulary):
    """The vocabulary of the part with the names of fonts, which are not names of people."""

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        return CODE


def _names_font(element: str, name: str) -> bool:
    return name in _FONTS or name.startswith("font-") or element in _NAMING_FONTS


def _is_style_name(value: str) -> bool:
    """Return True for the names of styles that programs give: "Heading 1 Char"."""
    return _OF_STYLES.issuperset(_WORD.findall(value.lower()))


def _is_person_name(token: Token, name: str) -> bool:
    """Return True if an attribute ``name`` is the name of a person."""
    if name != "name":
        return False
    others = (local_name(attribute.name) for attribute in token.attributes)
    return local_name(token.name) in _PEOPLE or not _OF_PEOPLE.isdisjoint(others)


@lru_cache(maxsize=10_000)
def _role_of_value(value: str) -> str:
    """Return the role of the value of an unknown attribute: text, if people could write it."""
    if _is_address(value) or _is_given_by_programs(value):
        return CODE
    if " " in value and role_of_string(value) == "text":
        return "text"
    return LISTING if _is_path(value) or _ADDRESS_OR_QUERY.search(value) else CODE


@lru_cache(maxsize=10_000)
def _is_given_by_programs(value: str) -> bool:
    """Return True for values that programs invent: numbers, and names of a schema or style."""
    first, rest = value[:1].lower(), value[1:]  # Heading1 and Compact are names of styles
    return is_schema_name(first + rest) or not _LETTERS.search(_FIGURE.sub("", value))


def _is_path(value: str) -> bool:
    """Return True for the path of a page, a file or a part."""
    return "/" in value or "\\" in value or value.startswith("#")


def _is_address(value: str) -> bool:
    """Return True for an address on the web, and for an anchor."""
    return value.startswith(("#", "urn:")) or ("://" in value and not value.startswith("file:"))


def is_formula(name: str) -> bool:
    """Return True if an attribute with this name has a formula or a reference to cells."""
    return name in ("location", "formula", "condition", "expression") or name.endswith(
        ("-address", "-addresses")
    )


def is_field_code(name: str) -> bool:
    """Return True if an attribute with this name has a field code or a query."""
    return name in ("instr", "query", "connectString")


_IN_SHEETS = dict.fromkeys(map(ord, r":\/?*")) | {
    ord(char): wide for wide, char in BRACKETS.items()
}


def escape_sheet_name(value: str) -> str:
    """Escape a value for the name of a sheet, with brackets that such names may have."""
    return escape_attribute(value.translate(_IN_SHEETS))
