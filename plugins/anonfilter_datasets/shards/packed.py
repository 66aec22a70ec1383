"""Shards that are compressed: those of gzip are unpacked and packed again, others are refused."""

from __future__ import annotations

import gzip
import zlib

from anonfilter.errors import Incomplete
from anonfilter.files.paths import original, suffix_of

GZIP = ".gz"
_OTHERS = (".bz2", ".xz", ".zst", ".lz4", ".br", ".z", ".zip", ".7z")
_LEVEL = 6


def plain(name: str) -> str:
    """The name of what is in a compressed file, or the same name."""
    suffix = suffix_of(name)
    return original(name)[: -len(suffix)] if suffix in (GZIP, *_OTHERS) else name


def unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """The name and the bytes that a shard is read as. Of other kinds than gzip nothing is read: by
    their names the engine refuses them."""
    if suffix_of(name) != GZIP:
        return name, data
    try:
        if not data:
            raise EOFError
        return plain(name), gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        raise Incomplete("is no complete gzip file", where=name) from None


def packed(name: str, data: bytes) -> bytes:
    """The bytes of a shard of this name; the same for the same data at any time."""
    return gzip.compress(data, _LEVEL, mtime=0) if suffix_of(name) == GZIP else data
