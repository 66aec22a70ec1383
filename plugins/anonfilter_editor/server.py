"""The server: a socket, and a fork of this process for each command."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import mmap
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.resident import client, wire
from anonfilter_editor import standing
from anonfilter_editor.become import Request, become, follow

_WAITING = 64  # clients
_SPARE = 2  # forks in reserve: a commit has two hooks
_PID = 10  # characters
_OF_SPARE = {
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGINT: signal.SIG_IGN,
    signal.SIGHUP: signal.SIG_IGN,
}
_CHANGED = "the code has changed"
_LOOK = 30.0  # seconds between looks at the clock and at the code
_REAP = 0.5  # seconds between looks for ended forks, while there are any
_SECONDS = 5.0  # for a client to send its request
_BUFFER = 1
_COUNT = 8  # bytes
_DESCRIPTORS = client.STREAMS + 1

Run = Callable[[list[str]], NoReturn]
Pipe = tuple[int, int]


class Server:
    """A server that runs the commands of clients with its own setting, each in a fork.

    It ends when it is idle for long or when its files have changed.

    Forks are made before they are asked for, and have warmed up: memory is copied when a fork first
    writes to it, which takes as long as checking a small file.
    """

    def __init__(self, run: Run, warm: Callable[[], object], setting: str, about: str) -> None:
        self._run = run
        self._warm = warm
        self._setting = setting
        self._about = about
        self._spare: set[int] = set()
        self._busy: set[int] = set()
        self._stopping = False
        self._code = standing.files()
        self._answered = mmap.mmap(-1, _COUNT)  # shared with all forks

    def serve(self, listening: socket.socket, before: standing.States, idle: float) -> str:
        """Answer clients, and return why this ended; ``before`` is the code before its loading."""
        if not standing.is_still(before):
            return _CHANGED
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        listening.setblocking(False)  # of two forks that see a client, one gets it
        gc.collect()
        gc.freeze()  # a collection in a fork would copy every page
        life, taken = os.pipe(), os.pipe()
        try:
            return self._keep(listening, life, taken, idle)
        finally:
            if select.select([taken[0]], [], [], 0)[0]:
                self._note_taken(taken[0])
            for pid in self._spare:  # one that waits would see the end of `life`; one may warm up
                os.kill(pid, signal.SIGTERM)
            for descriptor in (*life, *taken):
                os.close(descriptor)
            while self._spare:
                os.waitpid(self._spare.pop(), 0)

    def _keep(self, listening: socket.socket, life: Pipe, taken: Pipe, idle: float) -> str:
        """Keep forks in reserve, and return the reason for which the server ends."""
        used, failed = time.monotonic(), 0
        while not self._stopping:
            for _ in range(_SPARE - len(self._spare)):
                self._spare.add(self._fork(listening, life, taken))
            wait = _REAP if self._busy else min(_LOOK, idle)
            ready, _, _ = select.select([taken[0]], [], [], wait)
            if ready:
                self._note_taken(taken[0])
                failed = 0
            failed += self._reap()
            if failed > _SPARE:
                return "forks end before they get a command"
            if ready or self._busy:
                used = time.monotonic()
            elif time.monotonic() - used >= idle:
                return "no command came for a while"
            elif not standing.is_still(self._code):
                return _CHANGED
        return "stopped"

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _note_taken(self, taken: int) -> None:
        words = os.read(taken, _PID * _WAITING)
        pids = {int(words[at : at + _PID]) for at in range(0, len(words), _PID)}
        self._spare -= pids
        self._busy |= pids

    def _reap(self) -> int:
        """Remove ended forks from the lists, and count those that served no client."""
        failed = 0
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                failed += ended in self._spare
                self._spare.discard(ended)
                self._busy.discard(ended)
        return failed

    def _fork(self, listening: socket.socket, life: Pipe, taken: Pipe) -> int:
        pid = os.fork()
        if pid:
            return pid
        code = 1
        try:
            os.close(life[1])
            os.close(taken[0])
            for number, handler in _OF_SPARE.items():
                signal.signal(number, handler)
            self._warm()
            client = _client(listening, life[0])
            if client is not None:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)  # until it has the client's signals
                os.write(taken[1], b"%*d" % (_PID, os.getpid()))
                for descriptor in (life[0], taken[1]):
                    os.close(descriptor)
                listening.close()
                code = self._answer(client)
        finally:
            os._exit(code)  # never back into the server's own stack

    def _answer(self, client: socket.socket) -> int:
        """Answer one client in a fork, and return the exit code of this process."""
        client.settimeout(_SECONDS)
        wire.require_same_user(client)
        _, descriptors, _, _ = socket.recv_fds(client, _BUFFER, _DESCRIPTORS)
        (operation,), *groups = wire.receive(client)
        if operation == wire.STATUS:
            wire.send(client, [str(os.getppid()), str(self._count()), self._about])
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

    def _count(self) -> int:
        return int.from_bytes(self._answered[:], "big")

    def _begin(self, client: socket.socket, request: Request, descriptors: list[int]) -> int:
        """Run the command if the client still waits, and send its exit code."""
        become(request, descriptors)
        _forget()
        sys.argv = [sys.argv[0], *request.arguments]
        client.sendall(wire.READY)
        if wire.exactly(client, len(wire.GO)) != wire.GO:
            return 0
        client.settimeout(None)
        self._answered[:] = (self._count() + 1).to_bytes(_COUNT, "big")
        follow(client)
        code = _ended(self._run, request.arguments)
        client.sendall(wire.DONE + bytes([code]))
        return code


def _client(listening: socket.socket, life: int) -> socket.socket | None:
    """Wait for a client; return None when the server ends."""
    while True:
        ready, _, _ = select.select([listening.fileno(), life], [], [])
        if life in ready:
            return None
        with contextlib.suppress(OSError):
            return listening.accept()[0]


def _forget() -> None:
    """Forget cached facts about the user's files, and the time at which the server started."""
    from anonfilter.cache import basis
    from anonfilter.rules import find

    find.user_config.cache_clear()
    basis.code_is_current()


def _ended(run: Run, arguments: list[str]) -> int:
    """Run a command with all exit handlers, without freeing memory; return its exit code."""
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
    """Open the socket for this setting, replace that of a dead server, and remove it at the end."""
    path = wire.address(setting)
    with _locked(os.path.dirname(path)) as folder:
        if _answers(path):
            raise AnonfilterError("a server runs already", hint="`anonfilter serve status`")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(wire.near(path, folder))
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
def _locked(folder: str) -> Iterator[int]:
    """Create the private folder, open it, and hold its lock."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not client.is_private(folder):
        raise Incomplete(
            "is open to other users, so no server listens there",
            where=folder,
            hint=f"chmod 700 {folder}",
        )
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _answers(path: str) -> bool:
    try:
        wire.connected(path, _SECONDS).close()
    except OSError:
        return False
    return True


def sockets() -> list[str]:
    """Return the sockets of this user's servers, of any setting and version."""
    try:
        return [entry.path for entry in os.scandir(client.folder())]
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
