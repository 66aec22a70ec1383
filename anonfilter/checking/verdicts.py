"""Cache of clean verdicts: files that an earlier check scanned and found clean.

The key of a verdict is a keyed digest of all that it depends on, the bytes of the file included.
So nothing can be read in the cache, and a file that has changed in any way is not found in it.
Only clean verdicts are kept: files with findings, lost entries or problems are rescanned each time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter.checking.basis import Basis
from anonfilter.engine.pipeline import Engine
from anonfilter.files.cache import Cache

KIND = "verdicts"
_FORM = b"1"  # the version of what a verdict means
_RECORD = struct.Struct("<16sI")
_MOST_LINES = 0xFFFF_FFFF
_MOST_VERDICTS = 200_000  # of one basis: 4 MB
_MOST_BASES = 12


@dataclass(slots=True)
class Verdicts:
    """The verdicts that hold now: keys, each with the number of scanned lines.

    Without a ``cache`` none is found, and none is saved.
    """

    cache: Cache | None = None
    basis: Basis | None = None
    name: str = ""
    lines: Mapping[bytes, int] = field(default_factory=dict)
    new: dict[bytes, int] = field(default_factory=dict)

    @classmethod
    def of(cls, engine: Engine, since: int) -> Verdicts:
        """Load the verdicts of checks with the same rules, code, options and known originals.

        ``since`` is a time before the engine was made.
        """
        cache = Cache.of_user()
        basis = None if cache is None else Basis.of(engine, since)
        if cache is None or basis is None:
            return cls()
        name = cache.digest("verdicts", _FORM, basis.digest).hex()
        return cls(cache, basis, name, _unpacked(cache.load(KIND, name)))

    def key(self, what: str, parts: Iterable[bytes]) -> bytes | None:
        """The key of a verdict; None without a cache."""
        if self.cache is None or self.basis is None:
            return None
        return self.cache.digest(what, _FORM, self.basis.digest, *parts)

    def known(self, key: bytes | None) -> int | None:
        """The number of lines that were scanned and clean; None without a verdict."""
        return None if key is None else self.lines.get(key)

    def add(self, key: bytes | None, lines: int) -> None:
        """Add the verdict of a file that is clean."""
        if key is not None and lines <= _MOST_LINES:
            self.new[key] = lines

    def save(self) -> None:
        """Save new verdicts, unless the basis has changed meanwhile."""
        if self.cache is not None and self.basis is not None and self.new and self.basis.holds():
            self.cache.update(KIND, self.name, self._joined, most=_MOST_BASES)

    def _joined(self, saved: bytes | None) -> bytes:
        """New verdicts added to those that other processes have saved; the oldest are dropped."""
        joined = {**_unpacked(saved), **self.new}
        return b"".join(_RECORD.pack(*one) for one in list(joined.items())[-_MOST_VERDICTS:])


def _unpacked(data: bytes | None) -> dict[bytes, int]:
    try:
        return dict(_RECORD.iter_unpack(data or b""))
    except struct.error:
        return {}
