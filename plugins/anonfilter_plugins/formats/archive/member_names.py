"""Names of members as fields: each folder and file, read as words, without dates and suffixes."""

from __future__ import annotations

import re

from anonfilter.contract.document import Source
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import GAP, UNDERSCORE

_COMPONENT = re.compile(r"[^/\\\n]+")
_SUFFIXES = re.compile(r"(?:\.(?:[a-z][a-z0-9]{0,5}|[A-Z][A-Z0-9]{0,4}|7z))+\Z")
# dates tell recordings apart: without them, names of members would be the same
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-_.]?[0-3]\d){0,2}(?!\d)")
_WORDS = re.compile(rf"(?<=[a-z])(?=[A-Z])|{UNDERSCORE}")  # between them: AnnReed, Ann_Reed
_OWNER = "username"  # as a column is called that has such names


class NameFields:
    """Adds paths to a document, read as words: ``Ann_Reed.txt`` as ``Ann Reed``."""

    def __init__(self, source: Source, builder: DocumentBuilder) -> None:
        self._text = source.text
        self._builder = builder

    def add(self, start: int, end: int) -> None:
        """Add a path that stands here in the file."""
        for found in _COMPONENT.finditer(self._text, start, end):
            suffixes = _SUFFIXES.search(found[0])
            upto = found.start() + (suffixes.start() if suffixes else len(found[0]))
            at = found.start()
            for date in _DATE.finditer(self._text, at, upto):
                self._field(at, date.start())
                at = date.end()
            self._field(at, upto)

    def add_owners(self, start: int, end: int) -> None:
        """Add the names of users, one a line."""
        for found in _COMPONENT.finditer(self._text, start, end):
            self._field(*found.span(), _OWNER)

    def _field(self, start: int, end: int, name: str = "") -> None:
        """Add what stands here, with blanks between words."""
        builder = self._builder
        first = builder.at
        for between in () if name else _WORDS.finditer(self._text, start, end):
            builder.take(start, between.start())
            if between[0]:
                builder.decoded(" ", *between.span())
            else:
                builder.gap(" ")
            start = between.end()
        builder.take(start, end)
        builder.field(first, builder.at, name=name)
        builder.gap(GAP)
