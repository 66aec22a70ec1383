"""Remember skipped findings, as keyed digests in the user's cache.

A digest is of the value, the text around it, and the label. If any of them changes, the review asks
about the finding again.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from anonfilter.cache.sealed import Cache
from anonfilter.text.values import hide_values
from anonfilter_review.review_items import Item

_KIND = "skipped"
_SIZE = 16  # bytes of a digest of `Cache`


@hide_values
@dataclass(frozen=True, slots=True)
class SkippedFindings:
    """The skipped findings of one file; without a ``cache``, none are remembered."""

    cache: Cache | None
    file: str

    def known(self) -> frozenset[bytes]:
        """Return the keys of findings that were skipped in earlier reviews."""
        return frozenset() if self.cache is None else _unpacked(self.cache.load(_KIND, self._name))

    def key(self, item: Item, label: str = "") -> bytes:
        """Return the digest of a finding; ``label`` is its new label, if any."""
        if self.cache is None:
            return b""
        parts = (label or item.label, *item.mark.words, str(item.mark.number))
        return self.cache.digest(_KIND, *(part.encode("utf-8", "surrogatepass") for part in parts))

    def among(self, items: Iterable[Item]) -> list[Item]:
        """Return the items that were skipped in earlier reviews."""
        known = self.known()
        return [item for item in items if self.key(item) in known]

    def add(self, new: Iterable[bytes], present: Collection[bytes]) -> None:
        """Remember new keys, and keep earlier keys that are still ``present`` in the file."""
        added = frozenset(new)
        if self.cache is not None and added:
            self.cache.update(
                _KIND,
                self._name,
                lambda saved: b"".join(sorted(added | (_unpacked(saved) & set(present)))),
            )

    @property
    def _name(self) -> str:
        assert self.cache is not None
        return self.cache.digest("review", os.fsencode(os.path.realpath(self.file))).hex()


def _unpacked(data: bytes | None) -> frozenset[bytes]:
    data = data or b""
    return frozenset(data[at : at + _SIZE] for at in range(0, len(data), _SIZE))
