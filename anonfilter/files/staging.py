"""Writes a file in two steps: under a temporary name beside its place, then by renaming it.

An error, a signal or a full disk before the rename leaves the old file as it was. Files that belong
together are all written first, so that the renames need no space.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import Incomplete


@dataclass(frozen=True, slots=True)
class Staged:
    """A file under a temporary name on the disk; ``name`` is for messages."""

    path: Path
    temporary: Path
    name: str

    @property
    def is_waiting(self) -> bool:
        """True until the file is renamed."""
        return os.path.lexists(self.temporary)

    def read(self) -> bytes:
        """Read the file back from the disk."""
        try:
            return self.temporary.read_bytes()
        except OSError as error:
            raise unwritten(error, self.name) from None

    def put(self, *, last: bool = False) -> None:
        """Rename the file to its place and replace any file there.

        The ``last`` of several renames need not survive a power cut.
        """
        try:
            os.replace(self.temporary, self.path)
        except OSError as error:
            raise unwritten(error, self.name) from None
        if not last:
            with suppress(OSError):  # so that the rename survives a power cut
                descriptor = os.open(self.path.parent, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)

    def drop(self) -> None:
        """Remove the temporary file, if it is still there."""
        with suppress(OSError):
            self.temporary.unlink()


def temporary_name(path: Path, middle: str) -> Path:
    """Return a name beside a path, of a form that a pattern in `.gitignore` covers."""
    return path.with_name(f".anonfilter-{middle}.tmp")


def stage(
    path: Path,
    data: bytes | Iterable[bytes],
    name: str,
    *,
    like: os.stat_result | None = None,
    mode: int = 0o666,
    temporary: Path | None = None,
) -> Staged:
    """Write the future content of a path to the disk.

    The file gets ``mode``, or the owner and mode in ``like``. If ``temporary`` names an existing
    file, that file is removed.
    """
    staged = Staged(path, temporary or temporary_name(path, secrets.token_hex(8)), name)
    if temporary is not None:
        staged.drop()
    try:
        descriptor = os.open(
            staged.temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode if like is None else 0o600
        )
        with open(descriptor, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            if like is not None:
                with suppress(PermissionError):
                    os.chown(descriptor, like.st_uid, like.st_gid)
                os.chmod(descriptor, stat.S_IMODE(like.st_mode))
            os.fsync(descriptor)
    except BaseException as error:
        staged.drop()
        if isinstance(error, OSError):
            raise unwritten(error, name) from None
        raise
    return staged


def put_first(path: Path, data: bytes) -> None:
    """Create a file that only its user can read, unless it exists or another process creates it."""
    if path.exists():
        return
    staged = stage(path, data, str(path), mode=0o600)
    try:
        with suppress(FileExistsError):
            os.link(staged.temporary, path)  # Unlike a rename, this replaces no file.
    finally:
        staged.drop()


PENDING = "-pending"
BESIDE = ("-beside-1", "-beside-2", "-beside-3")


def reusable_name(path: Path, use: str = "") -> Path:
    """Return the temporary name for a file, which is the same in each run.

    Only the process with the document's lock may use it.
    """
    digest = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    return temporary_name(path, f"{digest}{use}")


def remove_leftovers(path: Path) -> None:
    """Remove the temporary files that a killed run has left beside a file."""
    for use in ("", PENDING, *BESIDE):
        with suppress(OSError):
            reusable_name(path, use).unlink()


def folder_for(path: Path) -> None:
    """Create the folders above a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(error, str(path.parent)) from None


def unwritten(error: OSError, where: str) -> Incomplete:
    """Return the error for a file that could not be written."""
    return Incomplete(f"cannot be written: {error.strerror or type(error).__name__}", where=where)
