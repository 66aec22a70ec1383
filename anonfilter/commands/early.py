"""Find unusable paths before rules are read and models are loaded."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from anonfilter.commands.console import notify, show_error
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.files.read import STDIN, Input, unread


def unreadable(names: Iterable[str], *, in_place: bool = False) -> dict[str, Incomplete]:
    """Return errors for files that cannot be read or, with ``in_place``, be rewritten."""
    refused: dict[str, Incomplete] = {}
    for name in names:
        if name == STDIN:
            continue
        try:
            _require_readable(name)
            if in_place:
                _require_rewritable(name)
        except Incomplete as error:
            refused[name] = error
    return refused


def _require_readable(name: str) -> None:
    """Raise the error that reading would raise; leave the content of a pipe unread."""
    try:
        if stat.S_ISREG(os.stat(name).st_mode) or os.path.isdir(name):
            with open(name, "rb"):
                pass
    except OSError as error:
        raise unread(error, name) from None


def _require_rewritable(name: str) -> None:
    from anonfilter.files.write import require_regular, require_writable

    source = Input(name, b"", os.stat(name))
    require_regular(source)
    require_writable(source)
    require_folder(Path(os.path.realpath(name)).parent)


def require_all(*names: str) -> None:
    """Refuse files that cannot be read."""
    for error in unreadable(names).values():
        raise error


def announce_terminal() -> None:
    """Print how to enter text, if the command would wait for it at a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        notify(
            "anonfilter: reading from the terminal; Ctrl-D ends the text, Ctrl-C stops. Or name "
            "files: anonfilter notes.txt > redacted.txt"
        )


def readable(names: Iterable[str], *, folders: bool = False) -> tuple[list[str], Exit]:
    """Return the files, and ``folders``, that can be read, and the exit code so far.

    Print the errors about the other paths.
    """
    names = list(dict.fromkeys(names))
    refused = unreadable(name for name in names if not (folders and os.path.isdir(name)))
    for error in refused.values():
        show_error(error)
    if STDIN in names and len(refused) < len(names):
        announce_terminal()
    left = [name for name in names if name not in refused]
    return left, Exit.INCOMPLETE if refused else Exit.OK


def require_folder(folder: Path) -> None:
    """Refuse a folder that is a file or cannot be written or created."""
    folder = folder.absolute()
    for above in (folder, *folder.parents):
        if not os.path.lexists(above):
            continue
        if not above.is_dir():
            raise AnonfilterError("is a file, not a folder for results", where=str(above))
        if not os.access(above, os.W_OK | os.X_OK):
            raise Incomplete("may not be written to: permission denied", where=str(above))
        return
