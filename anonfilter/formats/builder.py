"""Building a document field by field: what every format plugin uses."""

from __future__ import annotations

from collections.abc import Callable

from anonfilter.model import Document, Field, Origin, Piece, Source, verbatim
from anonfilter.text import clean


class DocumentBuilder:
    """Collects stretches of a file into the text of a document.

    ``take`` adds a stretch of the file as it stands, ``decoded`` one that the file writes in
    another way (an escape), ``gap`` text that is in no file, between two fields.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._fields: list[Field] = []
        self._at = 0

    @property
    def at(self) -> int:
        """The offset in the document's text that comes next."""
        return self._at

    def take(self, start: int, end: int) -> None:
        text, pieces = clean(self._source.text, start, end, self._at)
        self._parts.append(text)
        self._pieces.extend(pieces)
        self._at += len(text)

    def decoded(self, text: str, start: int, end: int) -> None:
        self._parts.append(text)
        self._pieces.append(Piece(self._at, self._at + len(text), start, end))
        self._at += len(text)

    def gap(self, text: str) -> None:
        self._parts.append(text)
        self._at += len(text)

    def field(
        self,
        start: int,
        end: int,
        role: str = "text",
        encode: Callable[[str], str] = verbatim,
    ) -> None:
        """Declare text[start:end] a field."""
        if end > start:
            self._fields.append(Field(start, end, role, encode))

    def text(self) -> str:
        return "".join(self._parts)

    def build(self) -> Document:
        text = self.text()
        return Document(self._source, text, tuple(self._fields), Origin(self._pieces), text)
