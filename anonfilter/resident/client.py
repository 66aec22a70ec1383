"""Lets the resident server run a command, if one is running."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence

VARIABLE = "ANONFILTER_SERVE"  # "off": use no server; "start": start a server if none runs

_SERVED = ("check", "filter", "detect", "explain")
_PUSHED = ("git", "pushed")
_COMPLETING = "_ANONFILTER_COMPLETE"
INTERRUPTED = 130
STREAMS = 3


def run_on_server(argv: Sequence[str]) -> int | None:
    """Let a server run this command and return its exit code; return None if no server runs it.

    With ANONFILTER_SERVE=start, a server for later commands is started in that case.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "off" or not _is_served(argv):
        return None
    if os.path.isdir(folder()):  # without the folder there is no server
        from anonfilter.resident import request

        try:
            server = request.request_server(argv)
        except OSError:
            pass
        else:
            with server:
                return request.wait_for_command(server)
    if wanted == "start":
        _start()
    return None


def _is_served(argv: Sequence[str]) -> bool:
    """Return True if a server can run this command, and running it there saves time.

    A command line without the name of a command runs the filter. A word that may be a command or a
    file is left to the parser. A server cannot read open files of this process, whose names are in
    /dev and /proc.
    """
    first = argv[0] if argv else ""
    named = first in _SERVED or tuple(argv[:2]) == _PUSHED
    if not (named or first == "" or first.startswith("-") or "/" in first or "." in first):
        return False
    try:
        places = [*argv, os.path.join(os.getcwd(), "")]
    except OSError:  # the folder was deleted
        return False
    own = any("/dev/" in place or "/proc/" in place for place in places)
    return not own and _COMPLETING not in os.environ


def folder() -> str:
    """Return the folder for the user's sockets: in the private runtime folder, or in the cache."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if is_private(runtime):
        return os.path.join(runtime, "anonfilter")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(caches, "anonfilter", "serve")


def is_private(path: str) -> bool:
    """Return True if a folder belongs to this user and no other user can enter it."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid == os.geteuid()
        and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    )


def _start() -> None:
    """Start a server in the background for later commands."""
    if os.fork():
        return
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(STREAMS):
            os.dup2(nothing, stream)
        os.closerange(STREAMS, 1024)
        own = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv) + 1]  # arguments of Python
        os.execv(sys.executable, [sys.executable, *own, "serve", "--detach"])  # noqa: S606
    finally:
        os._exit(1)
