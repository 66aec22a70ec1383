"""Locks: one run at a time for each document, from reading it to writing it back.

A lock is a file in the user's cache, out of the repository. It holds for all processes of this
machine and ends with the process that has it.
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
    """Hold the document's lock, the same by any path to it; waits for other runs."""
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
            hint="Let XDG_CACHE_HOME name a folder that can be written to.",
        ) from None
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # while locked: a waiting process sees that the file is gone
        lock.release()
