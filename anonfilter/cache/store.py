"""Stores the results of earlier runs for whole files.

The key of a result is a keyed digest of all its inputs, including the bytes of the file. A file
that has changed in any way is a miss. Of a finding, the place is stored, never the value.
"""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.cache.basis import Basis
from anonfilter.cache.detections import Detections
from anonfilter.cache.sealed import LARGEST, Cache, pack_table, unpack_table
from anonfilter.engine.pipeline import Engine
from anonfilter.text.values import hide_values


@hide_values
class ResultStore:
    """Stores the results of runs with the same rules, code, options and known originals.

    Without a ``cache`` or a ``basis``, no result is found or stored. Each result has its own file,
    unless a :class:`ResultTable` keeps results of one kind together.
    """

    def __init__(self, cache: Cache | None = None, basis: Basis | None = None) -> None:
        self._cache = None if basis is None else cache
        self._basis = basis

    @classmethod
    def of(cls, engine: Engine) -> ResultStore:
        """Return the store of an engine, which stores nothing if the engine uses no cache."""
        detections = engine.resources.findings_store
        if not isinstance(detections, Detections):
            return cls()
        return cls(detections.cache, detections.inputs.whole)

    def key(self, use: str, form: bytes, parts: Iterable[bytes] = ()) -> bytes | None:
        """Return the key under which a result is stored; None if no results are stored.

        ``use`` keeps different uses apart, and ``form`` different versions of the format.
        """
        if self._cache is None or self._basis is None:
            return None
        return self._cache.digest(use, form, self._basis.digest, *parts)

    def has(self, kind: str, key: bytes | None) -> bool:
        """Return True if there is a file for this key, which may be damaged."""
        return self._cache is not None and key is not None and self._cache.has(kind, key.hex())

    def load(self, kind: str, key: bytes | None) -> bytes | None:
        """Return the result that an earlier run saved; None if there is none."""
        return None if self._cache is None or key is None else self._cache.load(kind, key.hex())

    def save(self, kind: str, key: bytes | None, data: bytes) -> None:
        """Save a result, unless an input has changed meanwhile."""
        if self._cache is not None and key is not None and self._is_valid():
            self._cache.save(kind, key.hex(), data)

    def add(self, kind: str, key: bytes | None, results: dict[bytes, bytes]) -> None:
        """Add results to the table of this key, unless an input has changed meanwhile.

        Results that other processes have added are kept. If the table is full, the oldest results
        are dropped.
        """
        if self._cache is not None and key is not None and results and self._is_valid():
            self._cache.update(
                kind, key.hex(), lambda saved: pack_table({**unpack_table(saved), **results})
            )

    def _is_valid(self) -> bool:
        return self._basis is not None and self._basis.holds()


@hide_values
class ResultTable:
    """Keeps small results of one kind in one file: those of earlier runs, and new ones."""

    def __init__(self, store: ResultStore, kind: str, form: bytes) -> None:
        self._store, self._kind, self._form = store, kind, form
        self._name = store.key(kind, form)
        self._known = unpack_table(store.load(kind, self._name))
        self._new: dict[bytes, bytes] = {}

    def key(self, use: str, parts: Iterable[bytes]) -> bytes | None:
        """Return the key under which a result is stored; None if no results are stored."""
        return self._store.key(use, self._form, parts)

    def get(self, key: bytes | None) -> bytes | None:
        """Return the result that an earlier run saved; None if there is none."""
        return None if key is None else self._known.get(key)

    def add(self, key: bytes | None, result: bytes) -> None:
        """Add a result, which ``save`` will write; drop it if it is too large."""
        if key is not None and len(result) < LARGEST:
            self._new[key] = result

    def save(self) -> None:
        """Save the new results, unless an input has changed meanwhile."""
        self._store.add(self._kind, self._name, self._new)
