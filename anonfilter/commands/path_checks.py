"""Check the paths of a command line before rules are read and models are loaded."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from anonfilter.commands.console import notify, show_error
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.files.read import STDIN, LoadedFile, unread


def find_unreadable(names: Iterable[str], *, in_place: bool = False) -> dict[str, Incomplete]:
    """Return the error of each file that cannot be read or, with ``in_place``, rewritten."""
    errors: dict[str, Incomplete] = {}
    for name in names:
        if name == STDIN:
            continue
        try:
            _require_openable(name)
            if in_place:
                from anonfilter.files.write import require_regular, require_writable

                source = LoadedFile(name, b"", os.stat(name))
                require_regular(source)
                require_writable(source)
                require_writable_folder(Path(os.path.realpath(name)).parent)
        except Incomplete as error:
            errors[name] = error
    return errors


def _require_openable(name: str) -> None:
    """Raise the error that reading a file would raise, without reading from a pipe."""
    try:
        if stat.S_ISREG(os.stat(name).st_mode) or os.path.isdir(name):
            with open(name, "rb"):
                pass
    except OSError as error:
        raise unread(error, name) from None


def require_readable(*names: str) -> None:
    """Raise the error of the first of these files that cannot be read."""
    for error in find_unreadable(names).values():
        raise error


def announce_terminal() -> None:
    """Print how to enter text if standard input is a terminal, where the command would wait."""
    if sys.stdin is not None and sys.stdin.isatty():
        notify(
            "anonfilter: reading from the terminal; Ctrl-D ends the text, Ctrl-C stops. Or name "
            "files: anonfilter notes.txt > redacted.txt"
        )


def select_readable(names: Iterable[str], *, folders: bool = False) -> tuple[list[str], Exit]:
    """Return the names of the readable files, and the exit code: OK, or INCOMPLETE after an error.

    With ``folders``, the names of folders are returned as well. The errors of unreadable files are
    printed.
    """
    names = list(dict.fromkeys(names))
    errors = find_unreadable(name for name in names if not (folders and os.path.isdir(name)))
    for error in errors.values():
        show_error(error)
    if STDIN in names and len(errors) < len(names):
        announce_terminal()
    return [name for name in names if name not in errors], Exit.INCOMPLETE if errors else Exit.OK


def require_writable_folder(folder: Path) -> None:
    """Raise an error for a folder that is a file, or in which nothing can be created."""
    folder = folder.absolute()
    for above in (folder, *folder.parents):
        if not os.path.lexists(above):
            continue
        if not above.is_dir():
            raise AnonfilterError("is a file, not a folder for results", where=str(above))
        if not os.access(above, os.W_OK | os.X_OK):
            raise Incomplete("cannot be written to: permission denied", where=str(above))
        return
