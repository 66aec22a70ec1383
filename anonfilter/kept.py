"""What can be made again is kept between runs in the user's cache, where nobody else can write.

Each file is sealed under a secret of the user's, which lies beside it: what is damaged, or was put
there by somebody else, is passed by, and made again. That hides nothing from who can read the
secret as well, but names that rules are about stand nowhere in clear, to be found, indexed or
backed up. Without a cache that is the user's alone nothing is kept, and all is well too.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter import staging
from anonfilter.errors import Incomplete
from anonfilter.folders import cache

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

_FOLDER = "kept"
_SECRET = 32
_EMPTY = b"\0"  # stands for nothing, which cannot be sealed
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Kept:
    """Files of this user's, by names that say nothing."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        self._folder = folder
        self._secret = secret

    @classmethod
    def of_user(cls) -> Kept | None:
        """None where the cache cannot be written to, or others can."""
        folder = cache() / _FOLDER
        secret = _secret(folder)
        return None if secret is None else cls(folder, secret)

    def keyed(self, what: str, *parts: bytes) -> bytes:
        """A digest that only this user can make; ``what`` keeps those of different uses apart."""
        digest = hashlib.blake2b(key=self._secret, digest_size=16)
        for part in (what.encode(), *parts):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
        return digest.digest()

    def load(self, kind: str, name: str) -> bytes | None:
        """What was kept under this name, as it was."""
        path = self._path(kind, name)
        try:
            sealed = path.read_bytes()
        except OSError:
            return None
        data = self._opened(path.name, sealed)
        if data is None:
            return None
        with suppress(OSError):
            os.utime(path)  # it was of use
        return data

    def change(
        self, kind: str, name: str, changed: Callable[[bytes | None], bytes], *, most: int
    ) -> None:
        """Keep what ``changed`` makes of what is there; no other process changes it meanwhile.

        Of a kind, only the ``most`` files that were of use lately are kept. Where there is no room,
        nothing is kept.
        """
        path = self._path(kind, name)
        with suppress(OSError, Incomplete), self._locked(kind):
            data = changed(self.load(kind, name))
            staged = staging.stage(path, self._sealed(path.name, data), path.name, mode=0o600)
            try:
                staged.put(last=True)
            finally:
                staged.drop()
            for old in _by_use(self._folder.glob(f"{kind}-*"))[most:]:
                old.unlink(missing_ok=True)

    def _sealed(self, name: str, data: bytes) -> bytes:
        return self._cipher().encrypt(data or _EMPTY, [name.encode()])

    def _opened(self, name: str, sealed: bytes) -> bytes | None:
        from cryptography.exceptions import InvalidTag

        try:
            data = self._cipher().decrypt(sealed, [name.encode()])
        except (InvalidTag, ValueError):
            return None
        return b"" if data == _EMPTY else data

    def _cipher(self) -> AESSIV:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(hashlib.blake2b(b"kept", key=self._secret, digest_size=64).digest())

    def _path(self, kind: str, name: str) -> Path:
        return self._folder / f"{kind}-{name}"

    @contextmanager
    def _locked(self, kind: str) -> Iterator[None]:
        descriptor = os.open(self._folder / f"lock.{kind}", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _by_use(paths: Iterable[Path]) -> list[Path]:
    """Those first that were of use lately."""

    def used(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:  # another process was faster
            return 0.0

    return sorted(paths, key=used, reverse=True)


def _secret(folder: Path) -> bytes | None:
    """The user's secret, made at first use. None, if it is not the user's alone."""
    path = folder / "secret"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        staging.put_first(path, secrets.token_bytes(_SECRET))
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        with open(descriptor, "rb") as file:
            status, secret = os.fstat(descriptor), file.read(_SECRET + 1)
    except (OSError, Incomplete):
        return None
    private = status.st_uid == os.geteuid() and not status.st_mode & _OTHERS
    return secret if private and len(secret) == _SECRET else None
