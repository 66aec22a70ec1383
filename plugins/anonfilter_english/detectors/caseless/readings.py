"""Cached findings of the model: one entry per window of a text."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain

from anonfilter.text.values import hide_values
from anonfilter_english.detectors.caseless.decode import Find
from anonfilter_english.detectors.caseless.network import Job
from anonfilter_english.detectors.caseless.pieces import Pieces, Window
from anonfilter_english.detectors.caseless.stretches import Stretch


@hide_values
@dataclass(frozen=True, slots=True)
class Reading:
    """A window of a text; ``known`` holds the finds that are cached under its key."""

    text: Stretch
    job: Job
    key: bytes | None = None
    known: bytes | None = None

    @property
    def _base(self) -> int:
        read, window = self.job
        return read.words[window.start].start

    def found(self) -> list[Find]:
        base = self._base
        rows = json.loads(self.known or b"[]")
        return [Find(base + start, base + end, label, score) for start, end, label, score in rows]

    def packed(self, finds: Iterable[Find]) -> bytes:
        """Serialize finds for the cache: no values, offsets relative to the start of the window."""
        base = self._base
        rows = [(one.start - base, one.end - base, one.label, one.score) for one in finds]
        return json.dumps(rows, separators=(",", ":")).encode("ascii")


def key(read: Pieces, window: Window) -> bytes:
    """Return the cache key of a window.

    The key is a digest of the network's input and of the positions of the words.
    """
    words = read.words[window.start : window.end]
    base, first, last = words[0].start, words[0].first, words[-1].last
    core = window.core_start - window.start, window.core_end - window.start
    places = ((one.start - base, one.end - base, one.first - first, one.mark) for one in words)
    numbers = chain(
        (len(words), last - first, *core),
        read.ids[first:last],
        read.shapes[first:last],
        chain.from_iterable(places),
    )
    return blake2b(array("q", numbers).tobytes(), digest_size=16).digest()
