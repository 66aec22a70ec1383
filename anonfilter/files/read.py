"""Reads files completely and in one state, or not at all."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from threading import Timer
from typing import IO

from anonfilter.errors import Incomplete
from anonfilter.text.terminal import escape_for_log

State = tuple[int, int, int, int, int]

_PATIENCE = 2.0  # seconds
STDIN = "-"
STANDARD_INPUT = "standard input"

_REASONS: dict[type[OSError], str] = {
    FileNotFoundError: "there is no such file",
    IsADirectoryError: "is a folder",
    PermissionError: "may not be read: permission denied",
}
_HINTS: dict[type[OSError], str] = {
    IsADirectoryError: "Name the files in it. Only `anonfilter check`, and the filter with -o, "
    "read folders."
}


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """The bytes of a file or of standard input, and the status of the file when it was read."""

    name: str
    data: bytes
    status: os.stat_result | None = None

    def require_unchanged(self) -> None:
        """Raise ``Incomplete`` if the file was written to or replaced since it was read."""
        try:
            same = self.status is None or state(os.stat(self.name)) == state(self.status)
        except FileNotFoundError:
            same = False
        if not same:
            raise changed(self.name)


def state(status: os.stat_result) -> State:
    """Return values that change as soon as a file is written to or replaced."""
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def state_of_path(path: str) -> State | None:
    """Return the state of a file or of a folder's list of entries; None if it is missing."""
    try:
        return state(os.stat(path))
    except OSError:
        return None


def changed(name: str) -> Incomplete:
    """Return the error for a file that changed while it was being read."""
    return Incomplete(
        "changed while it was being read",
        where=name,
        hint="Another program is writing to it. Try again when it has finished.",
    )


def open_file(name: str) -> IO[bytes]:
    """Open a file for reading; print a notice if it is a pipe to which no program writes yet."""
    if not stat.S_ISFIFO(os.stat(name).st_mode):
        return open(name, "rb")
    message = f"anonfilter: {escape_for_log(name)} is a pipe, and no program writes to it yet\n"
    notice = Timer(_PATIENCE, sys.stderr.write, [message])
    notice.daemon = True
    notice.start()
    try:
        return open(name, "rb")
    finally:
        notice.cancel()


def read_file(name: str) -> LoadedFile:
    """Read a file; raise ``Incomplete`` if that fails or the file changes meanwhile."""
    try:
        with open_file(name) as file:
            before = os.fstat(file.fileno())
            data = file.read()
            after = os.fstat(file.fileno())
    except OSError as error:
        raise unread(error, name) from None
    if stat.S_ISREG(after.st_mode) and state(before) != state(after):
        raise changed(name)
    return LoadedFile(name, data, after)


def unread(error: OSError, name: str) -> Incomplete:
    """Return the error for a file that could not be read."""
    reason = f"cannot be read: {error.strerror or type(error).__name__}"
    message, hint = _REASONS.get(type(error), reason), _HINTS.get(type(error), "")
    return Incomplete(message, where=name, hint=hint)


def read_input(name: str, called: str = STANDARD_INPUT) -> LoadedFile:
    """Read the file with this name; `-` is standard input, which messages call ``called``."""
    if name != STDIN:
        return read_file(name)
    if sys.stdin is None:
        raise Incomplete("is closed", where=called, hint="Pipe text into it, or name files.")
    try:
        return LoadedFile(called, sys.stdin.buffer.read())
    except OSError as error:
        raise unread(error, called) from None
