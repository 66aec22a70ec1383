"""Recognise dates in workbooks: numbers of days with a style that shows them as dates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from anonfilter.contract.document import Source
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.markup_tokens import Kind, attributes_of, read_xml_tokens
from anonfilter_documents.markup.xml import local_name

_BUILT_IN = frozenset(map(str, (*range(14, 18), 22, *range(27, 37), *range(50, 59))))
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_YEARS_OR_DAYS = re.compile(r"[yd]", re.IGNORECASE)
_FIRST = date(1899, 12, 30)
_FROM_1904 = 1462
_LAST = 2_958_465 - _FROM_1904  # the end of the year 9999


@hide_values
@dataclass(frozen=True, slots=True)
class Dates:
    """The styles of a workbook that show dates, and whether it counts days from 1904."""

    styles: frozenset[str] = frozenset()
    from_1904: bool = False

    def shown(self, number: str, style: str) -> str | None:
        """Return the date that a cell shows, such as "1985-07-06"; None for other numbers."""
        days = number.partition(".")[0]
        if style not in self.styles or not days.isdecimal() or not 0 < int(days) <= _LAST:
            return None
        return (_FIRST + timedelta(int(days) + self.from_1904 * _FROM_1904)).isoformat()


def read_dates(parts: Mapping[str, Source]) -> Dates:
    """Return the styles of dates of the workbook with these parts."""
    styles, book = parts.get("xl/styles.xml"), parts.get("xl/workbook.xml")
    if styles is None or book is None:
        return Dates()
    from_1904 = (
        attributes_of(book, token).get("date1904", "")
        for token in read_xml_tokens(book)
        if token.kind is Kind.OPEN and local_name(token.name) == "workbookPr"
    )
    return Dates(frozenset(_date_styles(styles)), next(from_1904, "") in ("1", "true"))


def _date_styles(source: Source) -> Iterator[str]:
    """Yield the numbers of the styles that show dates."""
    formats = set(_BUILT_IN)
    in_cells, number = False, 0
    for token in read_xml_tokens(source):
        name = local_name(token.name)
        if name == "cellXfs":
            in_cells = token.kind is Kind.OPEN
        elif token.kind is Kind.OPEN and name == "numFmt":
            values = attributes_of(source, token)
            code = _QUOTED.sub("", values.get("formatCode", "").replace("&quot;", '"'))
            if _YEARS_OR_DAYS.search(code):
                formats.add(values.get("numFmtId", ""))
        elif token.kind is Kind.OPEN and name == "xf" and in_cells:
            if attributes_of(source, token).get("numFmtId", "") in formats:
                yield str(number)
            number += 1
