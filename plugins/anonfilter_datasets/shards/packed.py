"""Compressed shards: gzip is unpacked and packed again; other compression is refused."""

from __future__ import annotations

import gzip
import zlib

from anonfilter.errors import Incomplete
from anonfilter.files.paths import original, suffix_of

GZIP = ".gz"
_OTHERS = (".bz2", ".xz", ".zst", ".lz4", ".br", ".z", ".zip", ".7z")
_LEVEL = 6


def plain(name: str) -> str:
    """Return the name without the suffix of a compression."""
    suffix = suffix_of(name)
    return original(name)[: -len(suffix)] if suffix in (GZIP, *_OTHERS) else name


def unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """Return the name and the bytes that a shard is read as.

    Other compression than gzip stays packed: the engine refuses such files by their names.
    """
    if suffix_of(name) != GZIP:
        return name, data
    try:
        if not data:
            raise EOFError
        return plain(name), gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        raise Incomplete("this is not a complete gzip file", where=name) from None


def packed(name: str, data: bytes) -> bytes:
    """Return the bytes to write under this name; equal data gives equal bytes at any time."""
    return gzip.compress(data, _LEVEL, mtime=0) if suffix_of(name) == GZIP else data
