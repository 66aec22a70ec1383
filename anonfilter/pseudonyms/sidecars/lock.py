"""One run at a time for each document, from reading it to putting it back.

The locks are files in the user's cache, so that nothing shows up in anybody's repository; they
hold for all processes of this machine, and end with the process that has them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.folders import cache


@contextmanager
def locked(document: Path) -> Iterator[None]:
    """In here nobody else works on the document, by whatever path; waits until that is so."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(document))).hexdigest()[:32]
    path = cache() / "locks" / f"{name}.lock"
    try:
        descriptor = _taken(path)
    except OSError as error:
        raise Incomplete(
            f"cannot be locked: {error.strerror} ({path})",
            where=str(document),
            hint="Let XDG_CACHE_HOME name a folder that can be written to.",
        ) from None
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _taken(path: Path) -> int:
    """The open lock file. Whoever had it before has removed it: then another one counts."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _is(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False
