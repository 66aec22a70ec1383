"""Make fields of the names of files and folders, without dates and suffixes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from anonfilter.contract.document import Source, verbatim
from anonfilter.contract.tags import tag_shapes
from anonfilter.files.paths import stem_of
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.value_fields import UNDERSCORE

_COMPONENT = re.compile(r"[^/\\\n]+")
# Dates stay, because without them names of recordings would be the same.
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-_.]?[0-3]\d){0,2}(?!\d)")
_WORDS = re.compile(rf"(?<=[a-z])(?=[A-Z])|{UNDERSCORE}")  # between them: AnnReed, Ann_Reed
_OWNER = "username"  # the usual title of a column with such names
_HOMES = ("users", "home")  # folders whose subfolders are named after users


def _dates(name: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the dates in a name, except within tags."""
    tags = [tag.span() for tag in tag_shapes(name)]
    for date in _DATE.finditer(name):
        if not any(start < date.start() < end for start, end in tags):
            yield date.span()


class NameFields:
    """A builder of fields from paths: ``Ann_Reed.txt`` becomes ``Ann Reed``."""

    def __init__(
        self, source: Source, builder: DocumentBuilder, encode: Callable[[str], str] = verbatim
    ) -> None:
        self._text = source.text
        self._encode = encode
        self._builder = builder

    def add(self, start: int, end: int) -> None:
        """Add a field for each component of the path at these offsets of the file."""
        above = ""
        for found in _COMPONENT.finditer(self._text, start, end):
            is_folder = found.end() < end
            at = found.start()
            if above in _HOMES and is_folder:
                self._field(*found.span(), _OWNER)
                above = ""
                continue
            above = found[0].lower()
            upto = at + len(found[0] if is_folder else stem_of(found[0]))
            for first, last in _dates(found[0]):
                if found.start() + last <= upto:
                    self._field(at, found.start() + first)
                    at = found.start() + last
            self._field(at, upto)

    def add_owners(self, start: int, end: int) -> None:
        """Add the names of users from a text with one name on each line."""
        for found in _COMPONENT.finditer(self._text, start, end):
            self._field(*found.span(), _OWNER)

    def _field(self, start: int, end: int, name: str = "") -> None:
        """Add a part of a path, with spaces between words."""
        builder = self._builder
        first = builder.offset
        for between in () if name else _WORDS.finditer(self._text, start, end):
            builder.add_stretch(start, between.start())
            if between[0]:
                builder.add_escape(" ", *between.span())
            else:
                builder.add_gap(" ")
            start = between.end()
        builder.add_stretch(start, end)
        builder.add_field(first, builder.offset, encode=self._encode, name=name)
        builder.add_gap(GAP)
