"""Stores data that can be made again between runs, in sealed files of one user.

Each file is encrypted and authenticated under a key and its own name. A file that is damaged,
renamed or written by another user is a miss. If the cache cannot be written, every load is a miss.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from anonfilter.errors import Incomplete
from anonfilter.files import staging
from anonfilter.files.folders import cache

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

_FOLDER = "kept"
_SECRET = 32
_LONGEST_SECRET = 64
_FORM = b"1"  # in front of the data: AES-SIV seals no empty text
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_SAVES = 50  # for kinds with many files, one save in so many removes the oldest files
_COUNT = struct.Struct("<I")  # the number of results
_RECORD = struct.Struct("<16sI")  # key, size of the result
LARGEST = 32 << 20  # bytes of one file
_MOST = 200_000  # results in one file


@dataclass(frozen=True, slots=True)
class Bound:
    """The maximum number of files of a kind, and their maximum total size."""

    files: int
    bytes: int


_MB = 1_000_000
BOUNDS = MappingProxyType(
    {
        "detections": Bound(5_000, 512 * _MB),
        # One corpus has the working tree, git's index and a branch or two.
        "known": Bound(4, 512 * _MB),
        "filtered": Bound(20_000, 256 * _MB),
        "patterns": Bound(12, 64 * _MB),
        "shards": Bound(100_000, 1_000 * _MB),
        "skipped": Bound(2_000, 64 * _MB),
        "verdicts": Bound(12, 256 * _MB),
    }
)
"""Bounds by kind. A kind that is not listed has no bound; text after a dot in a kind is ignored."""


class Cache:
    """Stores files by kind and name, sealed under the user's secret or the key of a corpus."""

    def __init__(self, key: bytes, bounds: Mapping[str, Bound] = BOUNDS) -> None:
        self._key = key
        self._folder = folder()
        self._bounds = bounds

    @classmethod
    def of_user(cls, secret: Path | None = None) -> Cache | None:
        """Return the cache under the user's secret, which is created at first use.

        Return None if the secret cannot be written, or if other users can read it. ``secret`` is
        its file, by default one in the folder of the cache.
        """
        found = _secret(secret or folder() / "secret")
        return None if found is None else cls(found)

    def digest(self, what: str, *parts: bytes) -> bytes:
        """Return a keyed digest of these parts; ``what`` keeps different uses apart."""
        return self.hasher(what, *parts).digest()

    def hasher(self, what: str, *parts: bytes) -> hashlib.blake2b:
        """Return a keyed hasher to which these parts were added; the caller may add more."""
        digest = hashlib.blake2b(key=self._key, digest_size=16)
        for part in (what.encode(), *parts):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
        return digest

    def path(self, kind: str, name: str) -> Path:
        return self._folder / f"{kind}-{name}"

    def has(self, kind: str, name: str) -> bool:
        """Return True if there is a file of this name, which may be damaged."""
        return self.path(kind, name).is_file()

    def load(self, kind: str, name: str) -> bytes | None:
        """Return the data saved under this name; None if there are none, or they do not open."""
        from cryptography.exceptions import InvalidTag

        path = self.path(kind, name)
        try:
            data = self._cipher().decrypt(path.read_bytes(), [path.name.encode()])
        except (OSError, InvalidTag, ValueError):
            return None
        with suppress(OSError):
            os.utime(path)  # the least recently used file is removed first
        return data.removeprefix(_FORM)

    def save(self, kind: str, name: str, data: bytes) -> None:
        """Save data in one step, and remove the least recently used files beyond the bound."""
        path = self.path(kind, name)
        sealed = self._cipher().encrypt(_FORM + data, [path.name.encode()])
        with suppress(OSError, Incomplete):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            staged = staging.stage(path, sealed, path.name, mode=0o600)
            try:
                staged.put(last=True)
            finally:
                staged.drop()
            self._trim(kind)

    def update(self, kind: str, name: str, changed: Callable[[bytes | None], bytes]) -> None:
        """Replace the saved data, under a lock, by what ``changed`` returns for them."""
        from filelock import FileLock

        with suppress(OSError), FileLock(self._folder / f"lock.{kind}", mode=0o600):
            self.save(kind, name, changed(self.load(kind, name)))

    def _trim(self, kind: str) -> None:
        """Remove the least recently used files of a kind beyond its bound."""
        bound = self._bounds.get(kind.partition(".")[0])
        if bound is None or (bound.files > _SAVES and secrets.randbelow(_SAVES)):
            return
        held = sorted(files(kind), key=lambda file: file.used, reverse=True)
        size = 0
        for number, file in enumerate(held, 1):
            size += file.size
            if number > bound.files or size > bound.bytes:
                file.path.unlink(missing_ok=True)

    def _cipher(self) -> AESSIV:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(hashlib.blake2b(b"cache", key=self._key, digest_size=64).digest())


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A file of the cache; its ``kind`` is given without the text after a dot."""

    path: Path
    kind: str
    size: int
    used: float


def folder() -> Path:
    """Return the folder of the cache."""
    return cache() / _FOLDER


def files(kind: str = "") -> Iterator[CachedFile]:
    """Yield the files of one kind, or of all kinds."""
    for path in folder().glob(f"{kind}-*" if kind else "[!.]*-*"):
        with suppress(OSError):  # removed by another process
            status = path.stat()
            found = path.name.rpartition("-")[0].partition(".")[0]
            yield CachedFile(path, found, status.st_size, status.st_mtime)


def _secret(path: Path) -> bytes | None:
    """Return the user's secret, which is created if it is missing; None if it cannot be used.

    It cannot be used if its file cannot be written or read, or if other users can read it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        staging.put_first(path, secrets.token_bytes(_SECRET))
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        with open(descriptor, "rb") as file:
            status, secret = os.fstat(descriptor), file.read(_LONGEST_SECRET + 1)
    except (OSError, Incomplete):
        return None
    private = status.st_uid == os.geteuid() and not status.st_mode & _OTHERS
    return secret if private and _SECRET <= len(secret) <= _LONGEST_SECRET else None


# Many small results in one file: a table of keys and sizes, then the results.


def pack_table(results: Mapping[bytes, bytes]) -> bytes:
    """Return the last of these results as bytes, at most as many as one file may have."""
    newest: list[tuple[bytes, bytes]] = []
    size = 0
    for key, result in islice(reversed([*results.items()]), _MOST):
        size += _RECORD.size + len(result)
        if size > LARGEST:
            break
        newest.append((key, result))
    newest.reverse()
    table = (_RECORD.pack(key, len(result)) for key, result in newest)
    return b"".join((_COUNT.pack(len(newest)), *table, *(result for _, result in newest)))


def unpack_table(data: bytes | None) -> dict[bytes, bytes]:
    """Return the results that ``pack_table`` has packed; an empty mapping if there is no data."""
    if not data:
        return {}
    (count,) = _COUNT.unpack_from(data)
    at = _COUNT.size + count * _RECORD.size
    results = {}
    for key, size in _RECORD.iter_unpack(data[_COUNT.size : at]):
        results[key] = data[at : at + size]
        at += size
    return results
