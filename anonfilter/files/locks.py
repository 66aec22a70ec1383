"""Locks documents, so that only one run at a time reads a document and writes it back.

A lock is a file in the user's cache, outside of the repository. It is valid for all processes of
this machine and ends with its process.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.folders import cache


@contextmanager
def locked(document: Path) -> Iterator[None]:
    """Lock a document, by any path to it; wait for other runs to end."""
    from filelock import FileLock

    name = hashlib.sha256(os.fsencode(os.path.realpath(document))).hexdigest()[:32]
    path = cache() / "locks" / f"{name}.lock"
    lock = FileLock(path, mode=0o600, fallback_to_soft=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.acquire()
    except OSError as error:
        raise Incomplete(
            f"cannot be locked: {error.strerror} ({path})",
            where=str(document),
            hint="Set XDG_CACHE_HOME to a writable folder.",
        ) from None
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # Unlink before release, so that a waiting process makes a new file.
        lock.release()
