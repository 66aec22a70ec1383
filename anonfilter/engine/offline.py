"""The network guard: an audit hook, which no library can remove, refuses network access.

The guard is on while the engine works, for its thread. The command line turns it on for the whole
process.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_REACHING_OUT = frozenset(
    {
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.sendto",
        "socket.sendmsg",
        "socket.gethostbyaddr",
        "socket.getnameinfo",
    }
)


class NetworkRefused(RuntimeError):
    """Code tried to use the network."""


class _Guard(threading.local):
    depth = 0
    allowed = 0


_guard = _Guard()
_everywhere = False
_installed = False


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if event not in _REACHING_OUT or _guard.allowed or not (_everywhere or _guard.depth):
        return
    first = args[0] if args else None
    if isinstance(first, socket.socket) and first.family == getattr(socket, "AF_UNIX", None):
        return
    raise NetworkRefused(f"anonfilter does not use the network ({event})")


def _install() -> None:
    global _installed
    if not _installed:
        sys.addaudithook(_hook)
        _installed = True


def whole_process() -> None:
    """Refuse the network from now on, on every thread."""
    global _everywhere
    _install()
    _everywhere = True


@contextmanager
def enforced(*, allow: bool = False) -> Iterator[None]:
    """Refuse the network on this thread; with ``allow``, allow it (the user's config decides)."""
    _install()
    counter = "allowed" if allow else "depth"
    setattr(_guard, counter, getattr(_guard, counter) + 1)
    try:
        yield
    finally:
        setattr(_guard, counter, getattr(_guard, counter) - 1)
