"""Writing a file in two steps: beside its place under a passing name, then under its own.

Whatever happens before the second step, an error, a signal, a full disk, leaves the place as it
was. Files that belong together are all written first, so that what is left to do needs no room.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import Incomplete

PENDING = "-pending"
BESIDE = ("-beside-1", "-beside-2", "-beside-3")
_USES = ("", PENDING, *BESIDE)


@dataclass(frozen=True, slots=True)
class Staged:
    """A file on the disk that does not have its name yet; ``name`` is what messages call it."""

    path: Path
    temporary: Path
    name: str

    @property
    def waits(self) -> bool:
        """Whether it still has to be put in its place."""
        return os.path.lexists(self.temporary)

    def put(self, *, last: bool = False) -> None:
        """Give it its name; what had that name before is gone.

        The ``last`` of several steps need not outlive a power cut: without it all is well too.
        """
        try:
            os.replace(self.temporary, self.path)
        except OSError as error:
            raise unwritten(error, self.name) from None
        if not last:
            _sync_folder(self.path.parent)

    def drop(self) -> None:
        with suppress(OSError):
            self.temporary.unlink()


def stage(
    path: Path,
    data: bytes,
    name: str,
    *,
    like: os.stat_result | None = None,
    mode: int = 0o666,
    temporary: Path | None = None,
) -> Staged:
    """Write what is to stand at a path, with owner and mode of another file if there is one.

    ``temporary`` is a name that is ours to use (see ``known``), whatever stands there.
    """
    staged = Staged(path, temporary or path.with_name(_named(secrets.token_hex(8))), name)
    if temporary is not None:
        staged.drop()
    try:
        descriptor = os.open(
            staged.temporary,
            os.O_WRONLY | os.O_CREAT | os.O_EXCL,
            mode if like is None else 0o600,
        )
        with open(descriptor, "wb") as file:
            file.write(data)
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
    """Make a file for its user alone, unless it is there already or another process is faster."""
    if path.exists():
        return
    staged = stage(path, data, str(path), mode=0o600)
    try:
        with suppress(FileExistsError):
            os.link(staged.temporary, path)  # unlike a rename, not over somebody else's
    finally:
        staged.drop()


def known(path: Path, use: str = "") -> Path:
    """A passing name that only one process at a time may use: the one with the document's lock.

    It is the same in the next run, which so finds what one that was killed has left.
    """
    digest = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    return path.with_name(_named(f"{digest}{use}"))


def sweep(path: Path) -> None:
    """Remove what a run that was killed has left beside a file, under any of those names."""
    for use in _USES:
        with suppress(OSError):
            known(path, use).unlink()


def folder_for(path: Path) -> None:
    """Make the folders above a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(error, str(path.parent)) from None


def unwritten(error: OSError, where: str) -> Incomplete:
    return Incomplete(f"cannot be written: {error.strerror or type(error).__name__}", where=where)


def _named(middle: str) -> str:
    return f".anonfilter-{middle}.tmp"


def _sync_folder(folder: Path) -> None:
    """The new name survives a power cut too, where the file system lets us ask for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
