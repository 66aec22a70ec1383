"""Add the texts in encoded stretches of a file: base64, hexadecimal, and binary data.

If a name in such a text is replaced, the whole stretch is emptied, because a part of the stretch
cannot be encoded again.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress

from anonfilter.contract.document import CODE, Replacement, Timing
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.field_codes import role_of_string

_MOST = 16_000_000  # bytes that are unpacked of one stretch
_DEEPEST = 4  # archives in one another
_HINT = "Remove the object that holds it from the document."
_WIDE = re.compile(rb"(?:[\x20-\xff]\x00|[\x00-\xff][\x01-\x05]){4,}")
_NARROW = re.compile(
    rb"(?:[\x09\x0a\x0d\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}){4,}"
)
_MARKUP = re.compile(r"<[^<>]*>|[^<>]+")
_IDENTIFYING = re.compile(r"[^\W\d_]{2}|(?:\d\D{0,3}){4}")


def add_encoded(builder: DocumentBuilder, start: int, end: int, data: bytes) -> None:
    """Add the texts in ``data``, which the file has in encoded form from ``start`` to ``end``."""
    emptied = Replacement(start, end, "")
    for string in find_strings(data):
        for part in _MARKUP.findall(string):
            if not _IDENTIFYING.search(part):
                continue
            first, text = builder.offset, html.unescape(part).strip()
            builder.add_text(text, [Piece(0, len(text), start, start)])
            role = "text" if " " in text and role_of_string(text) == "text" else CODE
            timing = Timing(first, builder.offset, None, (emptied,))
            builder.add_field(first, builder.offset, role, lambda _: "", timings=(timing,))
            builder.add_gap(GAP)


def find_strings(data: bytes) -> Iterator[str]:
    """Yield the texts in binary data. Archives and compressed data are unpacked first.

    Raise ``Incomplete`` if they cannot be unpacked, or are too large.
    """
    yield from _Unpacker().strings(data, 0)


class _Unpacker:
    """An unpacker of nested archives and compressed data, within limits."""

    def __init__(self) -> None:
        self._left = _MOST

    def strings(self, data: bytes, depth: int) -> Iterator[str]:
        if depth > _DEEPEST:
            raise Incomplete(f"holds data that is encoded more than {_DEEPEST} times", hint=_HINT)
        if data.startswith(b"PK\3\4"):
            yield from self._zip_strings(data, depth)
        elif (unpacked := self._inflate(data)) is not None:
            yield from self.strings(unpacked[0], depth + 1)
            yield from _plain_strings(unpacked[1])
        else:
            yield from _plain_strings(data)

    def _zip_strings(self, data: bytes, depth: int) -> Iterator[str]:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for member in archive.infolist():
                    yield member.filename
                    self._take(member.file_size)
                    yield from self.strings(archive.read(member), depth + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError):
            raise Incomplete("holds packed data that cannot be unpacked", hint=_HINT) from None

    def _inflate(self, data: bytes) -> tuple[bytes, bytes] | None:
        """Return the unpacked data and the bytes after it; return None for other data."""
        if data[:1] != b"\x78" or int.from_bytes(data[:2], "big") % 31:
            return None
        stream = zlib.decompressobj()
        try:
            unpacked = stream.decompress(data, self._left + 1)
        except zlib.error:
            return None
        self._take(len(unpacked))
        return unpacked, stream.unused_data

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Incomplete(f"holds packed data of more than {_MOST // 1_000_000} MB", hint=_HINT)


def _plain_strings(data: bytes) -> Iterator[str]:
    with suppress(UnicodeDecodeError):
        text = data.decode()
        if all(char.isprintable() or char.isspace() for char in text):
            yield text
            return
    for run in _WIDE.finditer(data):
        yield run[0].decode("utf-16-le", "replace")
    for run in _NARROW.finditer(data):
        yield run[0].decode()
