"""Cache of detections: what field-scoped detectors found in the fields of a document.

Each document, or part of a long one, has a file in the cache, by a keyed digest of its path. What
was found in a field stands there under a keyed digest of all that it depends on: the detector's
basis, and the field with its context. So an edited document is read where it changed, by a detector
whose rules changed it is read again, and what a detector without a basis found is not kept. A long
field that was edited is read where it changed by a detector that knows pieces of it again
(``Piecemeal``).

Offsets are counted from where the field begins. Values are not kept, and so no field with a span
that has one (``canonical``).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from functools import partial
from hashlib import blake2b

from anonfilter.cache.basis import Basis, CacheKeyInputs
from anonfilter.cache.sealed import Cache, pack_table, unpack_table
from anonfilter.contract.document import Document, Doubt, Span
from anonfilter.contract.plugin import FieldCache, FieldKey
from anonfilter.engine.piecemeal import Piecemeal
from anonfilter.engine.pipeline import Engine

KIND = "detections"
_FORM = b"3"  # the version of what is kept
_NOTHING = b""
_MOST_UNUSED = 3  # times as many as were used: other rules, the filtered text, an older draft


def remember(engine: Engine, since: int) -> None:
    """Let an engine know what was found in earlier runs; ``since`` is a time before it was made."""
    cache = Cache.of_user()
    engine.recall = (
        None if cache is None else Detections(cache, engine, CacheKeyInputs(engine, since))
    )


class Detections:
    """What the detectors of one engine found in earlier runs (``DetectionMemory``)."""

    def __init__(self, cache: Cache, engine: Engine, inputs: CacheKeyInputs) -> None:
        self.cache = cache
        self.inputs = inputs
        self._engine = engine
        self._bases: dict[str, Basis | None] = {}
        self._begun: dict[str, Callable[[], blake2b] | None] = {}

    def load(self, document: Document, parts: tuple[str, ...] = ("",)) -> FieldCache:
        path = os.fsencode(os.path.abspath(document.name))
        names = [self.cache.digest(KIND, _FORM, path, part.encode()).hex() for part in parts]
        kept: dict[bytes, bytes] = {}
        for name in names:
            kept |= unpack_table(self.cache.load(KIND, name))
        seen = _Recalled(self, names[-1], kept)
        for instance, made in self._engine.parts():
            if isinstance(made, Piecemeal):
                made.remember(_Pieces(seen, partial(self._piece, instance.name)))
        return seen

    def save(self, seen: FieldCache) -> None:
        """Save what is new, unless a basis has changed meanwhile."""
        if not isinstance(seen, _Recalled) or not seen.fresh():
            return
        bases = [basis for basis in self._bases.values() if basis is not None]
        distinct = {id(basis.states): basis for basis in bases}  # all of one engine share them
        if all(basis.holds() for basis in distinct.values()):
            self.cache.save(KIND, seen.name, pack_table(seen.joined()))

    def key(self, field: FieldKey) -> bytes | None:
        """Return the key of what was found in a field; None if it is not kept."""
        detector, role, labels, context, text = field
        where, at = ("", "") if context is None else context
        sizes = (len(role), *map(len, labels), len(where), at, len(text))
        data = "".join((f"{len(labels)} {sizes} ", role, *labels, where, text))
        return self._digest(detector, data.encode("utf-8", "surrogatepass"))

    def _piece(self, detector: str, key: bytes) -> bytes | None:
        """Return the key of what was found in a piece of a field, by the detector's own key."""
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
        """Return what makes a keyed digest that begins with the detector's basis."""
        self._bases[detector] = basis = self._basis(detector)
        return None if basis is None else self.cache.hasher("field", basis.digest).copy

    def _basis(self, detector: str) -> Basis | None:
        for instance, made in self._engine.parts():
            if (instance.kind, instance.name) == ("detectors", detector):
                return self.inputs.detector(instance, made)
        return None


class _Recalled(FieldCache):
    """What is known of one document's fields: what was found in this run, and what was ``kept``."""

    def __init__(self, detections: Detections, name: str, kept: Mapping[bytes, bytes]) -> None:
        super().__init__()
        self.name = name
        self._detections = detections
        self._kept = dict(kept)
        self._keys: dict[FieldKey, bytes | None] = {}
        self._pieces: set[bytes] = set()  # that were asked for
        self._added = False

    def piece(self, key: bytes) -> bytes | None:
        """Return what is kept of a piece of a field."""
        self._pieces.add(key)
        return self._kept.get(key)

    def add_piece(self, key: bytes, found: bytes) -> None:
        self._added = True
        self._kept[key] = found

    def __contains__(self, field: object) -> bool:
        return super().__contains__(field) or self._recall(field)  # type: ignore[arg-type]

    def _recall(self, field: FieldKey) -> bool:
        key = self._key(field)
        spans = None if key is None else self._kept.get(key)
        if spans is None:
            return False
        self[field] = unpacked_spans(spans)
        return True

    def _key(self, field: FieldKey) -> bytes | None:
        if field not in self._keys:
            self._keys[field] = self._detections.key(field)
        return self._keys[field]

    def fresh(self) -> bool:
        """Take up what was found since the last time; return whether there is any."""
        new = {}
        for field, spans in self.items():
            key = self._key(field)
            if key is not None and key not in self._kept:
                data = packed_spans(spans)
                if data is not None:
                    new[key] = data
        self._kept |= new
        added, self._added = self._added, False
        return bool(new) or added

    def joined(self) -> dict[bytes, bytes]:
        """Return all that is kept, what was used in this run last, as far as there is room."""
        asked = (*self._keys.values(), *self._pieces)
        used = {key: self._kept[key] for key in asked if key in self._kept}
        others = [key for key in self._kept if key not in used]
        others = others[-_MOST_UNUSED * len(used) :]
        return {**{key: self._kept[key] for key in others}, **used}


class _Pieces:
    """What one detector found in pieces of a document's fields (``Memory``)."""

    def __init__(self, seen: _Recalled, key: Callable[[bytes], bytes | None]) -> None:
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
    """Return the bytes to keep; None if a span has a value, or types that JSON changes."""
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
    if not data:
        return ()
    return tuple(_span(*row) for row in json.loads(data))


def _span(
    start: int,
    end: int,
    label: str,
    detector: str,
    score: float = 1.0,
    rule: str = "",
    category: str = "",
    agreed: Iterable[str] = (),
    entity: str = "",
    canonical: str = "",
    doubts: Iterable[str] = (),
) -> Span:
    return Span(
        start, end, label, detector, score, rule, category, tuple(agreed), entity, canonical,
        tuple(map(Doubt, doubts)),
    )  # fmt: skip
