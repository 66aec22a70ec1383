"""Cache of verdicts: what earlier checks found in files, or that they are clean.

The key of a verdict is a keyed digest of all that it depends on, the bytes of the file included:
a file that has changed in any way is not found in it. Of a finding its place is kept, never its
value. What is accepted is decided anew by each check. Files with problems are rescanned each time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from anonfilter.cache.basis import Basis
from anonfilter.cache.detections import Detections
from anonfilter.cache.sealed import Cache
from anonfilter.engine.pipeline import Engine
from anonfilter.text.values import hide_values

KIND = "verdicts"
_FORM = b"3"  # the version of what a verdict means
_COUNT = struct.Struct("<I")
_RECORD = struct.Struct("<16sII")  # key, lines, size of what was found
_MOST = 0xFFFF_FFFF
_MOST_VERDICTS = 200_000  # of one basis: 5 MB
_MOST_FOUND = 32 << 20  # bytes, of one basis

Verdict = tuple[int, bytes]
"""The number of scanned lines, and what was found, packed; b"" for a clean file."""


@hide_values
@dataclass(slots=True)
class Verdicts:
    """The verdicts that hold now. Without a ``cache`` none is found, and none is saved."""

    cache: Cache | None = None
    basis: Basis | None = None
    name: str = ""
    kept: Mapping[bytes, Verdict] = field(default_factory=dict)
    new: dict[bytes, Verdict] = field(default_factory=dict)

    @classmethod
    def of(cls, engine: Engine) -> Verdicts:
        """Load the verdicts of checks with the same rules, code, options and known originals.

        There are none for an engine that is not to ``remember``.
        """
        recall = engine.recall
        basis = recall.grounds.whole if isinstance(recall, Detections) else None
        if not isinstance(recall, Detections) or basis is None:
            return cls()
        cache = recall.cache
        name = cache.digest("verdicts", _FORM, basis.digest).hex()
        return cls(cache, basis, name, unpacked(cache.load(KIND, name)))

    def key(self, what: str, parts: Iterable[bytes]) -> bytes | None:
        """The key of a verdict; None without a cache."""
        if self.cache is None or self.basis is None:
            return None
        return self.cache.digest(what, _FORM, self.basis.digest, *parts)

    def known(self, key: bytes | None) -> Verdict | None:
        """The verdict of an earlier check."""
        return None if key is None else self.kept.get(key)

    def add(self, key: bytes | None, lines: int, found: bytes = b"") -> None:
        """Add the verdict of a file, by default that it is clean."""
        if key is not None and lines <= _MOST and len(found) <= _MOST_FOUND:
            self.new[key] = lines, found

    def save(self) -> None:
        """Save new verdicts, unless the basis has changed meanwhile."""
        if self.cache is not None and self.basis is not None and self.new and self.basis.holds():
            self.cache.update(KIND, self.name, self._joined)

    def _joined(self, saved: bytes | None) -> bytes:
        """New verdicts added to those that other processes have saved; the oldest are dropped."""
        joined = {**unpacked(saved), **self.new}
        newest: list[tuple[bytes, Verdict]] = []
        size = 0
        for key, verdict in islice(reversed(joined.items()), _MOST_VERDICTS):
            size += len(verdict[1])
            if size > _MOST_FOUND:
                break
            newest.append((key, verdict))
        newest.reverse()
        table = (_RECORD.pack(key, lines, len(found)) for key, (lines, found) in newest)
        return b"".join((_COUNT.pack(len(newest)), *table, *(found for _, (_, found) in newest)))


def unpacked(data: bytes | None) -> dict[bytes, Verdict]:
    """The verdicts that were saved."""
    if not data:
        return {}
    (count,) = _COUNT.unpack_from(data)
    at = _COUNT.size + count * _RECORD.size
    verdicts = {}
    for key, lines, size in _RECORD.iter_unpack(data[_COUNT.size : at]):
        verdicts[key] = lines, data[at : at + size]
        at += size
    return verdicts
