"""Many small results in one file of the cache: a table of keys and sizes, then the results."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from itertools import islice

_COUNT = struct.Struct("<I")
_RECORD = struct.Struct("<16sI")  # key, size of the result
LARGEST = 32 << 20  # bytes, of one file
_MOST = 200_000  # results, of one file


def pack(results: Mapping[bytes, bytes]) -> bytes:
    """Return the newest results, which come last, as many as one file may have."""
    newest: list[tuple[bytes, bytes]] = []
    size = 0
    for key, result in islice(reversed([*results.items()]), _MOST):
        size += _RECORD.size + len(result)
        if size > LARGEST:
            break
        newest.append((key, result))
    newest.reverse()
    table = (_RECORD.pack(key, len(result)) for key, result in newest)
    return b"".join((_COUNT.pack(len(newest)), *table, *(result for _, result in newest)))


def unpack(data: bytes | None) -> dict[bytes, bytes]:
    """Return the results of a file; none without one."""
    if not data:
        return {}
    (count,) = _COUNT.unpack_from(data)
    at = _COUNT.size + count * _RECORD.size
    results = {}
    for key, size in _RECORD.iter_unpack(data[_COUNT.size : at]):
        results[key] = data[at : at + size]
        at += size
    return results
