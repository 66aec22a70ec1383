"""What was skipped does not come up again: kept in the user's cache, where nothing can be read.

A finding is known by what it says, what stands around it and how it was taken, all under a secret
of the user's. If any of that changes, it is asked about again.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from anonfilter.files.cache import Cache
from anonfilter.reviewing.items import Item

_KIND = "skipped"
_SIZE = 16  # of what `Cache.digest` makes
_MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class Skipped:
    """Of one file. Without a ``cache`` all comes up again."""

    cache: Cache | None
    file: str

    def known(self) -> frozenset[bytes]:
        """The keys of what was skipped in earlier reviews."""
        return frozenset() if self.cache is None else _unpacked(self.cache.load(_KIND, self._name))

    def key(self, item: Item, label: str = "") -> bytes:
        """That of a finding; ``label`` is what it is now taken for."""
        if self.cache is None:
            return b""
        parts = (label or item.label, *item.mark.words, str(item.mark.number))
        return self.cache.digest(_KIND, *(part.encode("utf-8", "surrogatepass") for part in parts))

    def among(self, items: Iterable[Item]) -> list[Item]:
        """Those that were skipped in earlier reviews."""
        known = self.known()
        return [item for item in items if self.key(item) in known]

    def add(self, new: Iterable[bytes], present: Collection[bytes]) -> None:
        """Remember these, and of the earlier ones those that are still in the file."""
        added = frozenset(new)
        if self.cache is not None and added:
            self.cache.update(
                _KIND,
                self._name,
                lambda there: b"".join(sorted(added | (_unpacked(there) & set(present)))),
                most=_MOST_FILES,
            )

    @property
    def _name(self) -> str:
        assert self.cache is not None
        return self.cache.digest("review", os.fsencode(os.path.realpath(self.file))).hex()


def _unpacked(data: bytes | None) -> frozenset[bytes]:
    data = data or b""
    return frozenset(data[at : at + _SIZE] for at in range(0, len(data), _SIZE))
