"""Sends a command to the resident server, passes signals on, and waits for the exit code."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Sequence

from anonfilter.resident import wire
from anonfilter.resident.client import STREAMS

FORWARDED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")

_SECONDS = 10.0  # for the answer of the server; after that, starting up here is faster
_INCOMPLETE = 3
_SERVER_ENDED = (
    "anonfilter: the server's process ended before the command did, so the result is incomplete\n"
    "  hint: Try again; ANONFILTER_SERVE=off does without the server.\n"
)


def request_server(argv: Sequence[str]) -> socket.socket:
    """Return the connection to a server that has taken the command.

    Raise ``OSError`` if there is none; then nothing has been run.
    """
    for stream in range(STREAMS):
        os.fstat(stream)  # a closed one cannot be passed on
    setting = wire.process_setting()
    server = wire.connect(wire.socket_path(setting), _SECONDS)
    try:
        folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            socket.send_fds(server, [b"F"], [*range(STREAMS), folder])
        finally:
            os.close(folder)
        variables = [f"{name}={value}" for name, value in os.environ.items()]
        wire.send(server, [wire.RUN], [setting], argv, variables, *_process())
        if wire.receive_exactly(server, len(wire.READY)) != wire.READY:
            raise wire.Mismatch("not ready")
        server.settimeout(None)
    except BaseException:
        server.close()
        raise
    return server


def _process() -> tuple[list[str], ...]:
    """Return the umask, niceness, processors, limits and ignored signals of this process."""
    import resource

    umask = os.umask(0o077)
    os.umask(umask)
    processors = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ()
    limits = [
        f"{name}={soft}={hard}"
        for name in dir(resource)
        if name.startswith("RLIMIT_")
        for soft, hard in (resource.getrlimit(getattr(resource, name)),)
    ]
    ignored = [
        str(int(number))
        for number in range(1, signal.NSIG)
        if signal.getsignal(number) is signal.SIG_IGN
    ]
    blocked = [str(int(number)) for number in signal.pthread_sigmask(signal.SIG_BLOCK, ())]
    alone = [str(umask), str(os.getpriority(os.PRIO_PROCESS, 0))]
    return alone, [str(one) for one in processors], limits, ignored, blocked


def wait_for_command(server: socket.socket) -> int:
    """Start the command, pass signals on, and return its exit code."""
    passed: list[int] = []

    def forward(number: int, frame: object) -> None:
        passed.append(number)
        with contextlib.suppress(OSError):  # the command has ended, and the reply shows how
            server.sendall(bytes([number]))

    for name in FORWARDED:
        if signal.getsignal(number := getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(number, forward)
    try:
        server.sendall(wire.GO)
        reply = wire.receive_exactly(server, len(wire.DONE) + 1)
    except OSError:
        reply = b""
    if reply.startswith(wire.DONE):
        return reply[-1]
    if passed:  # the signal ended the command, and must end this process in the same way
        signal.signal(passed[-1], signal.SIG_DFL)
        os.kill(os.getpid(), passed[-1])
    sys.stderr.write(_SERVER_ENDED)
    return _INCOMPLETE
