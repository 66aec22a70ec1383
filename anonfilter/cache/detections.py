"""Stores the findings of field-scoped detectors in the fields of documents between runs.

Each document, or part of a long one, has a file in the cache, named by a keyed digest of its path.
The findings in a field are stored there under a keyed digest of all their inputs: the detector's
basis, and the field with its context. In an edited document, only the changed fields are read
again. A detector whose rules have changed reads all fields again. The findings of a detector
without a basis are not stored. A detector that recognises pieces of a field
(``PiecewiseDetector``) reads only the changed pieces of a long field.

Offsets are relative to the start of the field. Values are not stored, so fields with a span that
has a value (``canonical``) are not stored either.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import Any

from anonfilter.cache.basis import Basis, CacheKeyInputs
from anonfilter.cache.sealed import Cache, pack_table, unpack_table
from anonfilter.contract.document import Document, Doubt, Span
from anonfilter.contract.plugin import FieldCache, FieldKey, PiecewiseDetector
from anonfilter.engine.pipeline import Engine

KIND = "detections"
_FORM = b"3"  # the version of the format
_NOTHING = b""
_MOST_UNUSED = 3  # findings of other rules or older drafts that are kept for each used finding


def use_earlier_findings(engine: Engine, since: int) -> None:
    """Let an engine use the findings of earlier runs; ``since`` is a time before it was made."""
    cache = Cache.of_user()
    if cache is not None:
        engine.resources.findings_store = Detections(cache, engine, CacheKeyInputs(engine, since))


class Detections:
    """The stored findings of the detectors of one engine (``FindingsStore``)."""

    def __init__(self, cache: Cache, engine: Engine, inputs: CacheKeyInputs) -> None:
        self.cache = cache
        self.inputs = inputs
        self._engine = engine
        self._bases: dict[str, Basis | None] = {}
        self._begun: dict[str, Callable[[], blake2b] | None] = {}

    def load(self, document: Document, parts: tuple[str, ...] = ("",)) -> FieldCache:
        """Return the stored findings in a document; ``parts`` name the parts of a long file."""
        path = os.fsencode(os.path.abspath(document.name))
        names = [self.cache.digest(KIND, _FORM, path, part.encode()).hex() for part in parts]
        kept: dict[bytes, bytes] = {}
        for name in names:
            kept |= unpack_table(self.cache.load(KIND, name))
        seen = _StoredFindings(self, names[-1], kept)
        for instance, made in self._engine.parts():
            if isinstance(made, PiecewiseDetector):
                made.use_pieces(_Pieces(seen, partial(self._piece, instance.name)))
        return seen

    def save(self, seen: FieldCache) -> None:
        """Store the new findings of this run, unless an input has changed since the run began."""
        if not isinstance(seen, _StoredFindings) or not seen.fresh():
            return
        bases = [basis for basis in self._bases.values() if basis is not None]
        distinct = {id(basis.states): basis for basis in bases}  # detectors share their states
        if all(basis.holds() for basis in distinct.values()):
            self.cache.save(KIND, seen.name, pack_table(seen.joined()))

    def key(self, field: FieldKey) -> bytes | None:
        """Return the cache key of the findings in a field; None if they are not stored."""
        detector, role, labels, context, text = field
        where, at = ("", "") if context is None else context
        sizes = (len(role), *map(len, labels), len(where), at, len(text))
        data = "".join((f"{len(labels)} {sizes} ", role, *labels, where, text))
        return self._digest(detector, data.encode("utf-8", "surrogatepass"))

    def _piece(self, detector: str, key: bytes) -> bytes | None:
        """Return the cache key of the findings in a piece, from the detector's key of the piece."""
        return self._digest(detector, b"piece " + key)

    def _digest(self, detector: str, data: bytes) -> bytes | None:
        if detector not in self._begun:
            self._begun[detector] = self._begin(detector)
        begun = self._begun[detector]
        if begun is None:
            return None
        digest = begun()
        digest.update(data)
        return digest.digest()

    def _begin(self, detector: str) -> Callable[[], blake2b] | None:
        """Return a function that makes a keyed hasher for the findings of a detector.

        The hasher has read the basis of the detector. Return None if the detector has no basis.
        """
        basis = None
        for instance, made in self._engine.parts():
            if (instance.kind, instance.name) == ("detectors", detector):
                basis = self.inputs.detector(instance, made)
        self._bases[detector] = basis
        return None if basis is None else self.cache.hasher("field", basis.digest).copy


class _StoredFindings(FieldCache):
    """The findings in the fields of a document, from this run and from earlier ones (``kept``)."""

    def __init__(self, detections: Detections, name: str, kept: Mapping[bytes, bytes]) -> None:
        super().__init__()
        self.name = name
        self._detections = detections
        self._kept = dict(kept)
        self._unused = dict.fromkeys(kept)
        self._keys: dict[FieldKey, bytes | None] = {}  # until the findings are stored
        self._stored = 0  # the number of fields whose findings are stored
        self._added = False

    def piece(self, key: bytes) -> bytes | None:
        """Return the stored findings of a piece of a field; None if there are none."""
        self._unused.pop(key, None)
        return self._kept.get(key)

    def add_piece(self, key: bytes, found: bytes) -> None:
        self._added = True
        self._kept[key] = found

    def __contains__(self, field: object) -> bool:
        return super().__contains__(field) or self._take(field)  # type: ignore[arg-type]

    def _take(self, field: FieldKey) -> bool:
        """Use the stored findings of a field in this run; return False if there are none."""
        key = self._key(field)
        spans = None if key is None else self._kept.get(key)
        if key is None or spans is None:
            return False
        self._unused.pop(key, None)
        self[field] = unpacked_spans(spans)
        return True

    def _key(self, field: FieldKey) -> bytes | None:
        if field not in self._keys:
            self._keys[field] = self._detections.key(field)
        return self._keys[field]

    def fresh(self) -> bool:
        """Add the findings of this run to the stored ones; return True if some are new."""
        for field, spans in islice(self.items(), self._stored, None):
            key = self._key(field)
            if key is not None and key not in self._kept:
                data = packed_spans(spans)
                if data is not None:
                    self._kept[key] = data
                    self._added = True
        self._stored = len(self)
        self._keys.clear()
        added, self._added = self._added, False
        return added

    def joined(self) -> dict[bytes, bytes]:
        """Return the findings to store: some that this run did not use, then those that it used."""
        used = {key: found for key, found in self._kept.items() if key not in self._unused}
        others = [*self._unused][-_MOST_UNUSED * len(used) :]
        return {**{key: self._kept[key] for key in others}, **used}


class _Pieces:
    """The stored findings of one detector in pieces of fields (``PieceStore``)."""

    def __init__(self, seen: _StoredFindings, key: Callable[[bytes], bytes | None]) -> None:
        self._seen = seen
        self._key = key

    def get(self, key: bytes) -> bytes | None:
        own = self._key(key)
        return None if own is None else self._seen.piece(own)

    def add(self, key: bytes, found: bytes) -> None:
        own = self._key(key)
        if own is not None:
            self._seen.add_piece(own, found)


def packed_spans(spans: Iterable[Span]) -> bytes | None:
    """Return spans as bytes; None if a span has a value, or if JSON would change a span."""
    rows = []
    for span in spans:
        if span.canonical:
            return None
        row = [*astuple(span)]
        while row[-1] in ("", ()):
            row.pop()
        rows.append(row)
    try:
        data = json.dumps(rows, separators=(",", ":")).encode("ascii") if rows else _NOTHING
    except (TypeError, ValueError):
        return None
    return data if unpacked_spans(data) == tuple(spans) else None


def unpacked_spans(data: bytes) -> tuple[Span, ...]:
    """Return the spans that ``packed_spans`` has turned into bytes."""
    return tuple(map(_span, json.loads(data))) if data else ()


def _span(row: list[Any]) -> Span:
    """Return a span from its JSON form, in which tuples are lists and doubts are their names."""
    row[7:8] = map(tuple, row[7:8])
    row[10:11] = (tuple(map(Doubt, doubts)) for doubts in row[10:11])
    return Span(*row)
