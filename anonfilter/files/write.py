"""Writing results: a file is either what it was or all that it should become (``staging.py``)."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.read import Input
from anonfilter.files.source_tree import DISK

Names = Counter[tuple[int, int]]


def in_place(source: Input, data: bytes | Iterable[bytes]) -> bool:
    """Give a file a new text; False if it has that text, and then it is not touched."""
    path = target(source)
    if data == source.data:
        return False
    require_writable(source)
    _put(path, data, source.status, source.name, source.require_unchanged)
    return True


def require_regular(source: Input) -> None:
    """Refuse an input that is no regular file, such as a pipe or a device."""
    if source.status is None or not stat.S_ISREG(source.status.st_mode):
        raise Incomplete("is no regular file, and cannot be rewritten", where=source.name)


def require_writable(source: Input) -> None:
    """Refuse a read-only file, though its folder would let it be replaced."""
    if source.status is None or not source.status.st_mode & 0o222:
        raise Incomplete("is read-only", where=source.name, hint="chmod u+w lets it be rewritten.")


def names_of_each(names: Iterable[str]) -> Names:
    """Return how many of these names each file has."""
    found: Names = Counter()
    for name in names:
        with suppress(OSError):
            status = os.stat(name)
            found[status.st_dev, status.st_ino] += 1
    return found


def require_no_other_name(source: Input, names: Names) -> None:
    """Refuse a file with names that are not rewritten: the original would stay under them."""
    status = source.status
    if status is not None and status.st_nlink > names[status.st_dev, status.st_ino]:
        raise Incomplete(
            "has another name (a hard link), under which the original would stay",
            where=source.name,
            hint="Name all of them: `find . -samefile FILE` lists them. Or write to another "
            "folder (-o).",
        )


def require_ordinary(path: Path) -> None:
    """Refuse a pipe, a socket or a device as the place of a file.

    Writing to a pipe would wait for a reader, and a new file would replace the device.
    """
    with suppress(OSError):
        if stat.S_IFMT(os.stat(path).st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
            raise Incomplete(
                "is a pipe, a socket or a device, and no place for a file", where=str(path)
            )


def new_file(path: Path, data: bytes | Iterable[bytes], like: os.stat_result | None) -> bool:
    """Write a file with the mode of another, and the folders above it; False if it is there."""
    require_ordinary(path)
    if isinstance(data, bytes) and holds(path, data):
        return False
    from anonfilter.files import staging

    staging.folder_for(path)
    _put(path, data, regular(like), str(path), lambda: None)
    return True


def holds(path: Path, data: bytes) -> bool:
    """Whether there is a file of this content, and no link."""
    if not path.is_symlink():
        with suppress(OSError):
            return path.read_bytes() == data
    return False


def regular(like: os.stat_result | None) -> os.stat_result | None:
    """The status of a regular file; the mode of a pipe is none for a file."""
    return like if like is not None and stat.S_ISREG(like.st_mode) else None


def beside(name: str, files: Mapping[str, bytes]) -> None:
    """Write files beside a document: its name with each suffix."""
    for suffix, data in files.items():
        new_file(Path(name + suffix), data, None)


def standard_output(chunks: Iterable[bytes]) -> None:
    """Write to standard output; ``BrokenPipeError`` means that the reader has stopped reading."""
    if sys.stdout is None:
        raise Incomplete("is closed", where="standard output", hint="Use -o or -i to write files.")
    try:
        for chunk in chunks:
            rest = memoryview(chunk)
            while rest:  # where PYTHONUNBUFFERED is set, a write may take only a part
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
    """Avoid Python's complaint at exit where standard output cannot be written to."""
    with suppress(OSError, AttributeError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def target(source: Input) -> Path:
    """The file itself, behind links; one that leads out of the tree is refused."""
    require_regular(source)
    named, real = Path(os.path.abspath(source.name)), Path(os.path.realpath(source.name))
    if not real.is_relative_to(os.path.realpath(_tree(named))):
        raise Incomplete(
            "a symbolic link leads out of the working tree",
            where=source.name,
            hint="Name the file that it leads to.",
        )
    return real


def _tree(named: Path) -> Path:
    """The Git repository, else the current folder, if the file is in it; else its own folder."""
    top = DISK.top(Path.cwd()) or Path.cwd()
    return top if named.is_relative_to(top) else named.parent


def _put(
    path: Path,
    data: bytes | Iterable[bytes],
    like: os.stat_result | None,
    name: str,
    require_unchanged: Callable[[], None],
) -> None:
    """Write beside the file, then take its name."""
    from anonfilter.files import staging

    staged = staging.stage(path, data, name, like=like)
    try:
        require_unchanged()
        staged.put()
    finally:
        staged.drop()
