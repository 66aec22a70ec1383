"""Clean verdicts of earlier checks: what was scanned and clean, and would be so again.

A verdict says of a file, as it was, that nothing need be told of it. It is found by a keyed
digest of all that it depends on, the bytes of the file among it, so nothing can be read in the
cache, and what has changed in any way is simply not found. Only clean verdicts are kept: what is
found, lost or incomplete is looked at again each time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter.checking.basis import Basis
from anonfilter.engine.pipeline import Engine
from anonfilter.files.cache import Cache

KIND = "verdicts"
_FORM = b"1"  # another number: what a verdict says has changed
_RECORD = struct.Struct("<16sI")
_MOST_LINES = 0xFFFF_FFFF
_MOST_VERDICTS = 200_000  # of one basis: 4 MB
_MOST_BASES = 12


@dataclass(slots=True)
class Verdicts:
    """Those that hold now, by their keys, each with the number of lines that were scanned.

    Without a ``cache`` none is known, and none is saved.
    """

    cache: Cache | None = None
    basis: Basis | None = None
    name: str = ""
    lines: Mapping[bytes, int] = field(default_factory=dict)
    new: dict[bytes, int] = field(default_factory=dict)

    @classmethod
    def of(cls, engine: Engine, since: int) -> Verdicts:
        """What earlier checks by the same rules, programs, options and originals found clean.

        ``since`` is when the engine was yet to be made.
        """
        cache = Cache.of_user()
        basis = None if cache is None else Basis.of(engine, since)
        if cache is None or basis is None:
            return cls()
        name = cache.digest("verdicts", _FORM, basis.digest).hex()
        return cls(cache, basis, name, _unpacked(cache.load(KIND, name)))

    def key(self, what: str, parts: Iterable[bytes]) -> bytes | None:
        """By what a verdict is found; None where none are kept."""
        if self.cache is None or self.basis is None:
            return None
        return self.cache.digest(what, _FORM, self.basis.digest, *parts)

    def known(self, key: bytes | None) -> int | None:
        """How many lines were clean; None if nobody has found them so."""
        return None if key is None else self.lines.get(key)

    def add(self, key: bytes | None, lines: int) -> None:
        """A file has been scanned, and is clean."""
        if key is not None and lines <= _MOST_LINES:
            self.new[key] = lines

    def save(self) -> None:
        """Keep the new ones for the next check, unless the basis has changed meanwhile."""
        if self.cache is not None and self.basis is not None and self.new and self.basis.holds():
            self.cache.update(KIND, self.name, self._joined, most=_MOST_BASES)

    def _joined(self, there: bytes | None) -> bytes:
        """What other processes have kept meanwhile, and what is new here; the oldest go."""
        joined = {**_unpacked(there), **self.new}
        return b"".join(_RECORD.pack(*one) for one in list(joined.items())[-_MOST_VERDICTS:])


def _unpacked(data: bytes | None) -> dict[bytes, int]:
    try:
        return dict(_RECORD.iter_unpack(data or b""))
    except struct.error:
        return {}
