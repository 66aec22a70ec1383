"""Take over the streams, environment, limits and signals of a client, in a fork of the server."""

from __future__ import annotations

import fcntl
import io
import os
import resource
import signal
import socket
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any


@dataclass(frozen=True, slots=True)
class Request:
    """A command that a client wants to run, with the state of the client's process."""

    setting: str
    arguments: list[str]
    variables: dict[str, str]
    umask: int
    niceness: int
    processors: list[int]
    limits: dict[str, tuple[int, int]]
    ignored: list[int]
    blocked: list[int]

    @classmethod
    def of(cls, groups: Sequence[Sequence[str]]) -> Request:
        """Parse a request; raise ``ValueError`` if it is malformed."""
        (setting,), arguments, variables, (umask, niceness), *others = groups
        processors, limits, ignored, blocked = others
        pairs = (one.partition("=") for one in variables)
        triples = (one.split("=") for one in limits)
        return cls(
            setting,
            list(arguments),
            {name: value for name, _, value in pairs},
            int(umask),
            int(niceness),
            [int(one) for one in processors],
            {name: (int(soft), int(hard)) for name, soft, hard in triples},
            [int(one) for one in ignored],
            [int(one) for one in blocked],
        )


def take_over(request: Request, descriptors: Sequence[int]) -> None:
    """Give this process the state of the client.

    Raise ``OSError`` or ``ValueError`` if that is not allowed.
    """
    *streams, folder = descriptors
    os.setsid()  # signals of the server's terminal are not the client's
    for stream, descriptor in enumerate(streams):
        os.dup2(descriptor, stream)
    os.fchdir(folder)
    for descriptor in descriptors:
        os.close(descriptor)
    os.umask(request.umask)
    os.environ.clear()
    os.environ.update(request.variables)
    for name, limit in request.limits.items():
        resource.setrlimit(getattr(resource, name), limit)
    if request.processors:
        os.sched_setaffinity(0, request.processors)
    more = request.niceness - os.getpriority(os.PRIO_PROCESS, 0)
    if more > 0:  # users cannot lower the niceness, which affects only the speed
        os.nice(more)
    _take_signals(request.ignored, request.blocked)
    _open_streams()


def _take_signals(ignored: Iterable[int], blocked: Iterable[int]) -> None:
    """Ignore only the signals that the client ignores, and block the signals that it blocks."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if number in ignored:
            signal.signal(number, signal.SIG_IGN)
        elif signal.getsignal(number) is not None:
            signal.signal(number, signal.SIG_DFL)
    if signal.SIGINT not in ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _open_streams() -> None:
    """Open the standard streams as Python does when it starts."""
    unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        before: io.TextIOWrapper = getattr(sys, f"__{name}__")
        mode = "wb" if descriptor else "rb"
        raw: Any = open(descriptor, mode, buffering=0, closefd=False)  # noqa: SIM115
        data: IO[bytes]
        if descriptor == 0:
            data = io.BufferedReader(raw)
        else:
            data = raw if unbuffered else io.BufferedWriter(raw)
        stream = io.TextIOWrapper(
            data,
            before.encoding,
            before.errors,
            newline="\n",
            line_buffering=raw.isatty() or descriptor == 2,
            write_through=unbuffered,
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def pass_on_signals(client: socket.socket) -> None:
    """Raise each signal that the client passes on; end if the client is gone."""

    def passed(*_: object) -> None:
        try:
            numbers = client.recv(16, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            numbers = b""
        for number in numbers or bytes([signal.SIGTERM]):
            signal.raise_signal(number)

    signal.signal(signal.SIGIO, passed)
    descriptor = client.fileno()
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | fcntl.FASYNC)
    passed()  # signals that were sent earlier
