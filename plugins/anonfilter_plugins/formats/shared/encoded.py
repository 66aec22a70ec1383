"""Texts in encoded stretches of a file: base64, hexadecimal, and bytes such as printer settings.

If something in such a text is replaced, the whole stretch is emptied, since a part of it cannot be
written again.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress

from anonfilter.contract.document import CODE, Edit, Said
from anonfilter.text.origin import Piece
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import GAP
from anonfilter_plugins.formats.shared.instructions import role_of_string

_MOST = 4_000_000  # bytes of what is compressed in them
_WIDE = re.compile(rb"(?:[\x20-\xff]\x00|[\x00-\xff][\x01-\x05]){4,}")
_NARROW = re.compile(
    rb"(?:[\x09\x0a\x0d\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}){4,}"
)
_MARKUP = re.compile(r"<[^<>]*>|[^<>]+")
_TELLING = re.compile(r"[^\W\d_]{2}|(?:\d\D{0,3}){4}")


def add_encoded(builder: DocumentBuilder, start: int, end: int, data: bytes) -> None:
    """Add the texts in the bytes that the file holds, encoded, from ``start`` to ``end``."""
    emptied = Edit(start, end, "")
    for said in strings_of(data):
        for part in _MARKUP.findall(said):
            if not _TELLING.search(part):
                continue
            first, text = builder.at, html.unescape(part).strip()
            builder.value(text, [Piece(0, len(text), start, start)])
            role = "text" if " " in text and role_of_string(text) == "text" else CODE
            echo = Said(first, builder.at, None, (emptied,))
            builder.field(first, builder.at, role, _nothing, said=(echo,))
            builder.gap(GAP)


def strings_of(data: bytes) -> Iterator[str]:
    """Yield the texts in bytes. Archives and compressed data are unpacked first."""
    if data.startswith(b"PK\3\4"):
        yield from _archived(data)
        return
    if data[:1] == b"\x78" and int.from_bytes(data[:2], "big") % 31 == 0:
        with suppress(zlib.error):
            data = zlib.decompressobj().decompress(data, _MOST)
    with suppress(UnicodeDecodeError):
        text = data.decode()
        if all(char.isprintable() or char.isspace() for char in text):
            yield text
            return
    for run in _WIDE.finditer(data):
        yield run[0].decode("utf-16-le", "replace")
    for run in _NARROW.finditer(data):
        yield run[0].decode()


def _archived(data: bytes) -> Iterator[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for one in archive.infolist():
                yield one.filename
                if one.file_size <= _MOST and not one.is_dir():
                    yield from strings_of(archive.read(one))
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError):
        yield from (run[0].decode() for run in _NARROW.finditer(data))


def _nothing(value: str) -> str:
    return ""
