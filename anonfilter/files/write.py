"""Writes results, so that a file has either its old content or all of its new content."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.read import LoadedFile
from anonfilter.files.source_tree import DISK

Names = Counter[tuple[int, int]]


def in_place(source: LoadedFile, data: bytes | Iterable[bytes]) -> bool:
    """Replace the content of a file; return False without writing if it has that content."""
    path = target(source)
    if data == source.data:
        return False
    require_writable(source)
    _put(path, data, source.status, source.name, source.require_unchanged)
    return True


def require_regular(source: LoadedFile) -> None:
    """Refuse an input that is not a regular file, such as a pipe or a device."""
    if source.status is None or not stat.S_ISREG(source.status.st_mode):
        raise Incomplete("is not a regular file, so it cannot be rewritten", where=source.name)


def require_writable(source: LoadedFile) -> None:
    """Refuse a read-only file, although its folder would allow replacing it."""
    if source.status is None or not source.status.st_mode & 0o222:
        hint = "Run chmod u+w to allow rewriting it."
        raise Incomplete("is read-only", where=source.name, hint=hint)


def names_of_each(names: Iterable[str]) -> Names:
    """Return the number of these names that lead to each file, by device and inode."""
    found: Names = Counter()
    for name in names:
        with suppress(OSError):
            status = os.stat(name)
            found[status.st_dev, status.st_ino] += 1
    return found


def require_no_other_name(source: LoadedFile, names: Names) -> None:
    """Refuse a file with hard links outside this run: they would keep the original."""
    status = source.status
    if status is not None and status.st_nlink > names[status.st_dev, status.st_ino]:
        raise Incomplete(
            "has another name (a hard link), under which the original would stay",
            where=source.name,
            hint="Name all of them (`find . -samefile FILE` lists them), or write to another "
            "folder (-o).",
        )


def require_ordinary(path: Path) -> None:
    """Refuse a pipe, a socket or a device as the place of a file.

    Writing to a pipe would wait for a reader, and a new file would replace the device.
    """
    with suppress(OSError):
        if stat.S_IFMT(os.stat(path).st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
            raise Incomplete(
                "is a pipe, a socket or a device, so no file can be written there", where=str(path)
            )


def new_file(path: Path, data: bytes | Iterable[bytes], like: os.stat_result | None) -> bool:
    """Write a file with the mode of another and create its folders.

    Return False if the file has that content already.
    """
    require_ordinary(path)
    if isinstance(data, bytes) and holds(path, data):
        return False
    from anonfilter.files import staging

    staging.folder_for(path)
    _put(path, data, regular(like), str(path), lambda: None)
    return True


def holds(path: Path, data: bytes) -> bool:
    """Return True if the path is a file with this content, not a link."""
    if not path.is_symlink():
        with suppress(OSError):
            return path.read_bytes() == data
    return False


def regular(like: os.stat_result | None) -> os.stat_result | None:
    """Return the status of a regular file; None for a pipe, whose mode does not fit a file."""
    return like if like is not None and stat.S_ISREG(like.st_mode) else None


def beside(name: str, files: Mapping[str, bytes]) -> None:
    """Write files beside a document; ``files`` has their content by the suffix of their names."""
    for suffix, data in files.items():
        new_file(Path(name + suffix), data, None)


def standard_output(chunks: Iterable[bytes]) -> None:
    """Write to standard output; raise ``BrokenPipeError`` if the reader has stopped reading."""
    if sys.stdout is None:
        raise Incomplete("is closed", where="standard output", hint="Use -o or -i to write files.")
    try:
        for chunk in chunks:
            rest = memoryview(chunk)
            while rest:  # With PYTHONUNBUFFERED, a write may be partial.
                rest = rest[sys.stdout.buffer.write(rest) or 0 :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        abandon_standard_output()
        raise
    except OSError as error:
        from anonfilter.files import staging

        abandon_standard_output()
        raise staging.unwritten(error, "standard output") from None


def abandon_standard_output() -> None:
    """Prevent the error that Python prints at exit if standard output cannot be written to."""
    with suppress(OSError, AttributeError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def target(source: LoadedFile) -> Path:
    """Return the file behind links; refuse a link that leads out of the working tree."""
    require_regular(source)
    named, real = Path(os.path.abspath(source.name)), Path(os.path.realpath(source.name))
    top = DISK.top(Path.cwd()) or Path.cwd()
    tree = top if named.is_relative_to(top) else named.parent
    if not real.is_relative_to(os.path.realpath(tree)):
        raise Incomplete(
            "a symbolic link leads out of the working tree",
            where=source.name,
            hint="Name the file that the link leads to.",
        )
    return real


def _put(
    path: Path,
    data: bytes | Iterable[bytes],
    like: os.stat_result | None,
    name: str,
    require_unchanged: Callable[[], None],
) -> None:
    """Write a temporary file beside the path, then rename it."""
    from anonfilter.files import staging

    staged = staging.stage(path, data, name, like=like)
    try:
        require_unchanged()
        staged.put()
    finally:
        staged.drop()
