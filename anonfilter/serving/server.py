"""The server: a socket, and a fork of this process for each command."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.serving import standing, wire
from anonfilter.serving.become import Request, become, follow

_WAITING = 64  # clients
_LOOK = 30.0  # seconds between looks at the clock and at the code
_REAP = 0.5  # seconds between looks for ended forks, while there are any
_SECONDS = 5.0  # for a client to send its request
_BUFFER = 1
_DESCRIPTORS = wire.STREAMS + 1

Run = Callable[[list[str]], NoReturn]


class Server:
    """Runs commands for clients of its own setting, each in a fork, until idle or out of date."""

    def __init__(self, run: Run, setting: str, idle: float, about: str) -> None:
        self._run = run
        self._setting = setting
        self._idle = idle
        self._about = about
        self._forks: set[int] = set()
        self._stopping = False
        self._code = standing.files()

    def serve(self, listening: socket.socket, before: standing.States) -> str:
        """Answer clients, and return why this ended. ``before`` is the code before it was loaded."""
        if not standing.is_still(before):
            return "the code has changed"
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        gc.collect()
        gc.freeze()  # a collection in a fork would copy every page
        used = time.monotonic()
        while not self._stopping:
            wait = _REAP if self._forks else min(_LOOK, self._idle)
            ready, _, _ = select.select([listening], [], [], wait)
            self._reap()
            if ready:
                with contextlib.suppress(OSError):
                    client, _ = listening.accept()
                    self._fork(client, listening)
            if ready or self._forks:
                used = time.monotonic()
            elif time.monotonic() - used >= self._idle:
                return "nothing was asked for a while"
            elif not standing.is_still(self._code):
                return "the code has changed"
        return "stopped"

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                self._forks.discard(ended)

    def _fork(self, client: socket.socket, listening: socket.socket) -> None:
        with client:
            pid = os.fork()
            if pid:
                self._forks.add(pid)
                return
            code = 1
            try:
                listening.close()
                code = self._answer(client)
            finally:
                os._exit(code)  # never back into the server's own stack

    def _answer(self, client: socket.socket) -> int:
        """In a fork: answer one client, and return the code of this process."""
        client.settimeout(_SECONDS)
        wire.require_same_user(client)
        _, descriptors, _, _ = socket.recv_fds(client, _BUFFER, _DESCRIPTORS)
        (operation,), *groups = wire.receive(client)
        if operation == wire.STATUS:
            wire.send(client, [str(os.getppid()), self._about])
        elif operation == wire.STOP:
            os.kill(os.getppid(), signal.SIGTERM)
        elif operation == wire.RUN and len(descriptors) == _DESCRIPTORS:
            request = Request.of(groups)
            if request.setting != self._setting:
                return 0
            if not standing.is_still(self._code):
                os.kill(os.getppid(), signal.SIGTERM)
                return 0
            return self._begin(client, request, descriptors)
        return 0

    def _begin(self, client: socket.socket, request: Request, descriptors: list[int]) -> int:
        """Run the command if the client still waits, and send its exit code."""
        become(request, descriptors)
        _forget()
        sys.argv = [sys.argv[0], *request.arguments]
        client.sendall(wire.READY)
        if wire.exactly(client, len(wire.GO)) != wire.GO:
            return 0
        client.settimeout(None)
        follow(client)
        code = _ended(self._run, request.arguments)
        client.sendall(wire.DONE + bytes([code]))
        return code


def _forget() -> None:
    """Forget what the server knows of the user's files, and of when it was started."""
    from anonfilter.checking import basis
    from anonfilter.rules import find

    find.user_config.cache_clear()
    basis.code_is_current()


def _ended(run: Run, arguments: list[str]) -> int:
    """Run a command to the end of its process, but for freeing memory; return its exit code."""
    code = 0
    try:
        run(arguments)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = 120  # as Python's own
    return code & 0xFF


@contextlib.contextmanager
def listening(setting: str) -> Iterator[socket.socket]:
    """The socket for this setting, in the place of one whose server is gone; removed at the end."""
    try:
        path = wire.address(setting)
    except wire.Mismatch as error:
        raise AnonfilterError(str(error), hint="Set XDG_RUNTIME_DIR to a folder nearby.") from None
    with _locked(os.path.dirname(path)):
        if _answers(path):
            raise AnonfilterError("a server runs already", hint="`anonfilter serve status`")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(path)
        server.listen(_WAITING)
        own = os.stat(path).st_ino
    try:
        with server:
            yield server
    finally:
        with _locked(os.path.dirname(path)), contextlib.suppress(FileNotFoundError):
            if os.stat(path).st_ino == own:
                os.unlink(path)


@contextlib.contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Hold the lock of the folder, which is made, and must be private."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not wire.is_private(folder):
        raise Incomplete("can be entered by others, so no server listens there", where=folder,
                         hint=f"chmod 700 {folder}")  # fmt: skip
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _answers(path: str) -> bool:
    try:
        wire.connected(path, _SECONDS).close()
    except OSError:
        return False
    return True


def sockets() -> list[str]:
    """The sockets of this user's servers, of any setting and version."""
    try:
        return [entry.path for entry in os.scandir(wire.folder())]
    except OSError:
        return []


def ask(path: str, operation: str) -> list[str] | None:
    """Ask the server at this socket; None if there is none, [] if it says nothing."""
    try:
        with wire.connected(path, _SECONDS) as server:
            server.sendall(b"F")
            wire.send(server, [operation])
            return wire.receive(server)[0] if operation == wire.STATUS else []
    except OSError:
        return None


def wait_until_gone(path: str) -> None:
    """Wait until a server that was asked to stop has removed its socket."""
    until = time.monotonic() + _SECONDS
    while _answers(path) and time.monotonic() < until:
        time.sleep(0.02)
