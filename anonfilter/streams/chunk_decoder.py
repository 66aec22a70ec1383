"""Decodes a file whose bytes arrive in chunks."""

from __future__ import annotations

import codecs
from dataclasses import replace

from anonfilter.containers import decoding
from anonfilter.containers.declarations import Declared
from anonfilter.containers.encodings import bom_of
from anonfilter.contract.document import Source
from anonfilter.contract.plugin import DivisibleFormat, Parts
from anonfilter.errors import Incomplete


class ChunkDecoder:
    """A decoder of one file, chosen by its ``first`` bytes; these are decoded like all others."""

    def __init__(self, first: bytes, name: str, declared: Declared) -> None:
        self.name = name
        self._declared = declared
        self._bom, self.codec = bom_of(first, declared.codec_of(name))
        self._errors = Source(name, "", self.codec).errors
        self._decoder = codecs.getincrementaldecoder(self.codec)(self._errors)
        self._at_start = True

    @property
    def bom(self) -> bytes:
        """The byte order mark of the file, or no bytes."""
        return self._bom

    def decode(self, chunk: bytes, *, last: bool = False) -> str:
        """Return the text that a chunk completes; the byte order mark is no part of it."""
        if self._at_start:
            chunk, self._at_start = chunk[len(self._bom) :], False
        try:
            return self._decoder.decode(chunk, last)
        except UnicodeError:
            raise Incomplete(
                f"does not decode as {self.codec.upper()}",
                where=self.name,
                hint="The file may be cut off, or in another encoding (--encoding).",
            ) from None

    def encode(self, text: str) -> bytes:
        """Return the bytes of a text in the encoding of the file."""
        return text.encode(self.codec, self._errors)

    def parts(self, made: object, beginning: str) -> Parts | None:
        """Return how a format divides a file that begins with this text; None if it cannot."""
        name = self._declared.read_name(self.name)
        source = Source(name, beginning, self.codec, self._bom)
        return made.parts(source) if isinstance(made, DivisibleFormat) else None

    def part(self, text: str) -> Source:
        """Return a part of the file as a source, which is read as the file itself is."""
        bom = self._bom or (codecs.BOM_UTF8 if text.startswith("\ufeff") else b"")
        source = decoding.decode(bom + self.encode(text), self.name, declared=self._declared)
        return replace(source, is_part=True)
