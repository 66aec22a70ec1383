"""The resident server: it listens on a socket, and forks for each command."""

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
from anonfilter_editor import code_files
from anonfilter_editor.client_state import Request, pass_on_signals, take_over

_WAITING = 64  # the most clients that wait
_SPARE = 2  # forks in reserve: a commit has two hooks
_PID = 10  # characters of a process id in the pipe
_OF_SPARE = {
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGINT: signal.SIG_IGN,
    signal.SIGHUP: signal.SIG_IGN,
}
_CHANGED = "the code has changed"
_POLL = 30.0  # seconds between checks of the clock and of the code
_REAP = 0.5  # seconds between checks for ended forks, while forks run
_SECONDS = 5.0  # in which a client must send its request
_BUFFER = 1
_COUNT = 8  # bytes
_DESCRIPTORS = client.STREAMS + 1

Run = Callable[[list[str]], NoReturn]
Pipe = tuple[int, int]


class Server:
    """A server that runs the commands of clients with the same setting, each in a fork.

    The server ends when it has been idle for long, or when its files have changed. Forks are made
    and used once before a client needs them: memory is copied when a fork first writes to it, which
    takes as long as the check of a small file.
    """

    def __init__(self, run: Run, warm: Callable[[], object], setting: str, about: str) -> None:
        self._run = run
        self._warm = warm
        self._setting = setting
        self._about = about
        self._spare: set[int] = set()
        self._busy: set[int] = set()
        self._stopping = False
        self._code = code_files.files()
        self._answered = mmap.mmap(-1, _COUNT)  # shared with all forks

    def serve(self, listening: socket.socket, before: code_files.States, idle: float) -> str:
        """Answer clients, and return the reason for the end.

        ``before`` has the states of the code files before they were loaded.
        """
        if not code_files.are_unchanged(before):
            return _CHANGED
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        listening.setblocking(False)  # of two forks that notice a client, only one accepts it
        gc.collect()
        gc.freeze()  # a collection in a fork would copy every page
        life, taken = os.pipe(), os.pipe()
        try:
            return self._keep(listening, life, taken, idle)
        finally:
            if select.select([taken[0]], [], [], 0)[0]:
                self._note_taken(taken[0])
            for pid in self._spare:  # waiting forks end with `life`; other forks may still warm up
                os.kill(pid, signal.SIGTERM)
            for descriptor in (*life, *taken):
                os.close(descriptor)
            while self._spare:
                os.waitpid(self._spare.pop(), 0)

    def _keep(self, listening: socket.socket, life: Pipe, taken: Pipe, idle: float) -> str:
        """Keep forks in reserve, and return the reason why the server ends."""
        used, failed = time.monotonic(), 0
        while not self._stopping:
            for _ in range(_SPARE - len(self._spare)):
                self._spare.add(self._fork(listening, life, taken))
            wait = _REAP if self._busy else min(_POLL, idle)
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
                return "it was idle"
            elif not code_files.are_unchanged(self._code):
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
        """Remove ended forks from the sets; return how many of them served no client."""
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
                signal.signal(
                    signal.SIGTERM, signal.SIG_IGN
                )  # until it has the signals of the client
                os.write(taken[1], b"%*d" % (_PID, os.getpid()))
                for descriptor in (life[0], taken[1]):
                    os.close(descriptor)
                listening.close()
                code = self._answer(client)
        finally:
            os._exit(code)  # never return into the stack of the server

    def _answer(self, client: socket.socket) -> int:
        """Answer one client, in a fork; return the exit code of the fork."""
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
            if not code_files.are_unchanged(self._code):
                os.kill(os.getppid(), signal.SIGTERM)
                return 0
            return self._begin(client, request, descriptors)
        return 0

    def _count(self) -> int:
        return int.from_bytes(self._answered[:], "big")

    def _begin(self, client: socket.socket, request: Request, descriptors: list[int]) -> int:
        """Run the command if the client still waits, and send the exit code of the command."""
        take_over(request, descriptors)
        from anonfilter.cache import basis
        from anonfilter.rules import find

        find.user_config.cache_clear()  # the user's files may have changed since the start
        basis.code_is_current()
        sys.argv = [sys.argv[0], *request.arguments]
        client.sendall(wire.READY)
        if wire.receive_exactly(client, len(wire.GO)) != wire.GO:
            return 0
        client.settimeout(None)
        self._answered[:] = (self._count() + 1).to_bytes(_COUNT, "big")
        pass_on_signals(client)
        code = _ended(self._run, request.arguments)
        client.sendall(wire.DONE + bytes([code]))
        return code


def _client(listening: socket.socket, life: int) -> socket.socket | None:
    """Wait for a client and accept it; return None when the server ends."""
    while True:
        ready, _, _ = select.select([listening.fileno(), life], [], [])
        if life in ready:
            return None
        with contextlib.suppress(OSError):
            return listening.accept()[0]


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
            code = 120  # as Python itself returns
    return code & 0xFF


@contextlib.contextmanager
def listening(setting: str) -> Iterator[socket.socket]:
    """Open the socket for this setting, in place of a dead server's; remove it at the end."""
    path = wire.socket_path(setting)
    with _locked(os.path.dirname(path)) as folder:
        if _answers(path):
            raise AnonfilterError("a server is already running", hint="`anonfilter serve status`")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(wire.short_path(path, folder))
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
    """Create the private folder of sockets, yield its descriptor, and hold its lock."""
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
        wire.connect(path, _SECONDS).close()
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
    """Send an operation to the server at this socket.

    Return its answer; [] for an operation without an answer, and None if no server answers.
    """
    try:
        with wire.connect(path, _SECONDS) as server:
            server.sendall(b"F")
            wire.send(server, [operation])
            return wire.receive(server)[0] if operation == wire.STATUS else []
    except OSError:
        return None


def wait_until_gone(path: str) -> None:
    """Wait until a server that was asked to stop no longer answers, at most about five seconds."""
    until = time.monotonic() + _SECONDS
    while _answers(path) and time.monotonic() < until:
        time.sleep(0.02)
