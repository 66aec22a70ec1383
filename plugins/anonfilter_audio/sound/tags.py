"""Tags of a sound file: titles, artists, comments, pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import BinaryIO

from anonfilter.text.values import hide_values

# kinds with text among numbers; other kinds cannot be read, and may hold anything
_TEXTS = frozenset(
    ("LIST", "bext", "iXML", "axml", "_PMX", "id3", "ID3", "cart", "DISP", "VORBIS_COMMENT")
)
_TEXT = re.compile(r"[^\W_](?:[^\x00-\x1f\x7f-\x9f\ufffd]|\t)*")
_WIDE = re.compile(rb"(?:\0[\x20-\x7e\xa0-\xff]){3,}|(?:[\x20-\x7e\xa0-\xff]\0){3,}")
_PICTURE = re.compile(rb"APIC|METADATA_BLOCK_PICTURE|COVERART", re.IGNORECASE)
_MOST = 1 << 20  # bytes that are searched
_FEWEST = 3  # characters of a text


@hide_values
@dataclass(frozen=True, slots=True)
class Tag:
    """A part of a file that is not sound: its kind, and its text if that can be read."""

    name: str
    text: str | None


def read(file: BinaryIO, name: str, start: int, size: int) -> Tag:
    """Read the text of a tag."""
    name = name.strip()
    file.seek(start)
    data = file.read(min(size, _MOST))
    if name not in _TEXTS or size > _MOST or _PICTURE.search(data):
        return Tag(name, None)
    return Tag(name, "\n".join(_texts(data)))


def _texts(data: bytes) -> list[str]:
    """Return the texts between zeros and numbers, in UTF-8 or UTF-16."""
    if data.count(0) * 3 > len(data) and b"\xff\xfe" in data:
        data = data.replace(b"\xff\xfe", b"\n\0").replace(b"\0", b"")
    wide = [found[0].replace(b"\0", b"").decode("latin-1") for found in _WIDE.finditer(data)]
    text = "\n".join((data.decode("utf-8", "replace"), *wide))
    found = (one[0].strip() for one in _TEXT.finditer(text))
    return [one for one in found if len(one) >= _FEWEST]
