"""The state of the last sync of each repository, sealed in the user's cache.

The state only saves work: without it, everything is done again with the same result. It is never
stored in the repository.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass, field
from typing import Any

from anonfilter import __version__
from anonfilter.cache.sealed import Cache
from anonfilter.files.folders import config
from anonfilter.text.values import hide_values
from anonfilter_repository.sync.file_stamps import Stamp
from anonfilter_repository.sync.folders import Workspace

_FORM = f"sync 2, anonfilter {__version__}"
_KIND = "sync"


@hide_values
@dataclass(slots=True)
class Entry:
    """A document whose copy was written: the inputs of the copy, and the written files.

    - ``basis``: the digest of the inputs that all documents share.
    - ``known``: the digest of the originals that the corpus knew.
    - ``beside``: the files beside the original, by suffix.
    - ``follow``: the files written beside the copy, by suffix.
    - ``names``: originals whose copies have personal data in their names.
    """

    basis: str
    known: str
    source: Stamp
    beside: dict[str, Stamp]
    copy: Stamp
    sidecar_at: str
    sidecar: Stamp | None
    follow: dict[str, Stamp]
    names: list[tuple[str, str]] = field(default_factory=list)

    def as_json(self) -> list[Any]:
        return [
            self.basis,
            self.known,
            self.source.as_json(),
            {name: stamp.as_json() for name, stamp in self.beside.items()},
            self.copy.as_json(),
            self.sidecar_at,
            None if self.sidecar is None else self.sidecar.as_json(),
            {name: stamp.as_json() for name, stamp in self.follow.items()},
            self.names,
        ]

    @classmethod
    def from_json(cls, value: list[Any]) -> Entry:
        basis, known, source, beside, copy, sidecar_at, sidecar, follow, names = value
        return cls(
            basis,
            known,
            Stamp.from_json(source),
            {name: Stamp.from_json(stamp) for name, stamp in beside.items()},
            Stamp.from_json(copy),
            sidecar_at,
            None if sidecar is None else Stamp.from_json(sidecar),
            {name: Stamp.from_json(stamp) for name, stamp in follow.items()},
            [(shown, label) for shown, label in names],
        )


@hide_values
@dataclass(frozen=True, slots=True)
class Setting:
    """The folders and the basis of the rules, and the signature of their files.

    If the signature is unchanged, the basis is unchanged too, and the rules need not be read.
    """

    signature: str
    watched: tuple[str, ...]
    source: str
    output: str
    basis: str


@hide_values
@dataclass(slots=True)
class Known:
    """The files that have known originals: their signature, and the digest of their content."""

    signature: str = ""
    digest: str = ""


@hide_values
@dataclass(slots=True)
class SyncState:
    """The state of the last sync of a corpus.

    - ``outside``: files that are not documents.
    - ``names``: originals whose names contain known originals, each with a label.
    - ``changed``: True if the state must be saved.
    """

    setting: Setting | None = None
    known: Known = field(default_factory=Known)
    entries: dict[str, Entry] = field(default_factory=dict)
    outside: dict[str, Stamp] = field(default_factory=dict)
    names: list[tuple[str, str]] = field(default_factory=list)
    changed: bool = False

    def as_json(self) -> dict[str, Any]:
        one = self.setting
        return {
            "setting": one and [one.signature, one.watched, one.source, one.output, one.basis],
            "known": [self.known.signature, self.known.digest],
            "entries": {rel: entry.as_json() for rel, entry in self.entries.items()},
            "outside": {rel: stamp.as_json() for rel, stamp in self.outside.items()},
            "names": self.names,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> SyncState:
        setting = value["setting"]
        if setting:
            signature, watched, *rest = setting
            setting = Setting(signature, tuple(watched), *rest)
        return cls(
            setting or None,
            Known(*value["known"]),
            {rel: Entry.from_json(entry) for rel, entry in value["entries"].items()},
            {rel: Stamp.from_json(stamp) for rel, stamp in value["outside"].items()},
            [(shown, label) for shown, label in value["names"]],
        )


class Store:
    """The store of the state of a corpus.

    The state names files, so the secret that seals it is not in the cache folder.
    """

    def __init__(self, workspace: Workspace) -> None:
        secret = config() / "sync.secret"
        # Without a cache folder, the state is kept for this run only.
        self._cache = Cache.of_user(secret) or Cache(secrets.token_bytes(32))
        self._name = self._cache.digest("sync", os.fsencode(workspace.root)).hex()
        self.path = self._cache.path(_KIND, self._name)

    def keyed(self, *values: str | bytes) -> str:
        """Return a keyed digest of these values, from which others learn nothing."""
        parts = (
            one if isinstance(one, bytes) else one.encode("utf-8", "surrogatepass")
            for one in values
        )
        return self._cache.digest("said", *parts).hex()

    def load(self) -> SyncState:
        """Return the state of the last sync; an empty state if this version cannot read it."""
        try:
            form, value = json.loads(self._cache.load(_KIND, self._name) or b"[]")
            return SyncState.from_json(value) if form == _FORM else SyncState()
        except (ValueError, TypeError, KeyError):
            return SyncState()

    def save(self, state: SyncState) -> None:
        """Save the state, if it changed."""
        if state.changed:
            text = json.dumps([_FORM, state.as_json()], separators=(",", ":"))
            self._cache.save(_KIND, self._name, text.encode("ascii"))
            state.changed = False
