"""A server's answer is what the command itself would have said, byte for byte; and what ends one.

The server is a real one, and so are its clients. The rules are patterns, so that no model loads.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import signal
import socket
import stat
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from anonfilter_editor import code_files
from anonfilter_editor.resident_server import ask, listening, sockets

from anonfilter.resident import client, request, wire
from tests.commands.commandline import RULES

PROGRAM = [sys.executable, "-m", "anonfilter"]
PERSON = "Wilma Quillfeather came in case 21-CV-1234.\n"
CLEAN = "Then we all went home.\n"

pytestmark = pytest.mark.slow


class Served:
    """A folder with files and rules, and a server of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "texts"
        self.runtime = folder / "run"
        for made in (self.folder, self.runtime):
            made.mkdir(mode=0o700)
        rules = folder / "small.yaml"
        rules.write_text(RULES)
        (self.folder / "clean.txt").write_text(CLEAN)
        (self.folder / "found.txt").write_text(PERSON)
        (self.folder / "broken.txt").write_bytes(b"\0\0\1")
        self.environment = {
            **os.environ,
            "ANONFILTER_RULES": str(rules),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_RUNTIME_DIR": str(self.runtime),
        }

    def begin(self, *arguments: str, **more: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*PROGRAM, *arguments],
            cwd=self.folder,
            env=self.environment | more,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )

    def run(self, *arguments: str, stdin: bytes = b"", **more: str) -> tuple[int, bytes, bytes]:
        process = self.begin(*arguments, **more)
        out, err = process.communicate(stdin)
        return process.returncode, out, err

    def start(self) -> None:
        code, _, err = self.run("serve", "--detach")
        assert code == 0, err

    def status(self) -> tuple[int, int]:
        """The server's process, and how many commands it has answered."""
        (path,) = (self.runtime / "anonfilter").iterdir()
        reported = ask(str(path), wire.STATUS)
        assert reported is not None
        return int(reported[0]), int(reported[1])

    def fork_for(self, process: subprocess.Popen[bytes]) -> int:
        """The fork of the server that has this client's standard input."""
        assert process.stdin is not None
        pipe = f"pipe:[{os.fstat(process.stdin.fileno()).st_ino}]"
        server = self.status()[0]
        while True:
            assert process.poll() is None
            for pid in Path(f"/proc/{server}/task/{server}/children").read_text().split():
                with contextlib.suppress(FileNotFoundError):  # it has ended
                    if os.readlink(f"/proc/{pid}/fd/0") == pipe:
                        return int(pid)
            time.sleep(0.02)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("s"))
    made.start()
    yield made
    assert made.run("serve", "stop")[0] == 0
    assert not list((made.runtime / "anonfilter").iterdir())


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["check"], ""),
        (["check", "found.txt", "broken.txt", "--output", "json", "-j", "2"], ""),
        (["check", "--stdin", "--show-values"], PERSON),
        (["check", "--no-such-option"], ""),
        (["-q"], PERSON),
        (["./found.txt", "broken.txt"], ""),
        (["detect", "found.txt"], ""),
        (["explain", "found.txt:1"], ""),
        (["git", "pushed", "origin", "."], ""),
    ],
)
def test_the_answer_is_what_the_command_itself_says(
    arguments: list[str], stdin: str, served: Served
) -> None:
    _, before = served.status()
    through = served.run(*arguments, stdin=stdin.encode())
    assert served.status()[1] == before + 1
    assert through == served.run(*arguments, stdin=stdin.encode(), ANONFILTER_SERVE="off")


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["check", "clean.txt"], {"LANGUAGE": "de"}),
        (["check", "clean.txt"], {"PYTHONHASHSEED": "7"}),
        (["check", "/proc/self/fd/0"], {}),
        (["plugins"], {}),
    ],
)
def test_commands_that_a_fork_cannot_serve_run_alone(
    arguments: list[str], more: dict[str, str], served: Served
) -> None:
    _, before = served.status()
    assert served.run(*arguments, stdin=b"So.\n", **more)[0] == 0
    assert served.status()[1] == before


def test_rules_and_the_users_settings_are_read_again(served: Served, tmp_path: Path) -> None:
    rules = tmp_path / "mine.yaml"
    results = []
    for name in ("FIRST", "SECOND"):
        rules.write_text(RULES.replace("CASE", name))
        results.append(served.run(stdin=PERSON.encode(), ANONFILTER_RULES=str(rules))[1])
    assert [b"[FIRST_1]" in results[0], b"[SECOND_1]" in results[1]] == [True, True]
    config = tmp_path / "anonfilter" / "config.yaml"
    config.parent.mkdir()
    config.write_text("no_such: setting\n")
    assert served.run("check", XDG_CONFIG_HOME=str(tmp_path), ANONFILTER_RULES="")[0] == 2


def test_inherited_process_state_is_passed_on(served: Served) -> None:
    """The umask, a limit on the size of files, an ignored signal."""
    code = (
        "import os, resource, signal, sys\n"
        "os.umask(0o027)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'anonfilter', *sys.argv[1:]])\n"
    )
    outputs = []
    for name, mode in (("one", ""), ("two", "off")):
        done = subprocess.run(
            [sys.executable, "-c", code, "found.txt", "-o", f"{name}.txt"],
            cwd=served.folder,
            env=served.environment | {"ANONFILTER_SERVE": mode},
            capture_output=True,
            text=True,
        )
        outputs.append((done.returncode, done.stderr.replace(name, "")))
    assert outputs[0] == outputs[1]
    assert outputs[0][0] == 3
    assert stats("one.txt", served) == stats("two.txt", served)


def stats(name: str, served: Served) -> list[tuple[int, int]]:
    found = [served.folder / name, *(served.folder / name).rglob("*")]
    return [(path.stat().st_mode, path.stat().st_size) for path in found if path.exists()]


def test_a_terminal_is_waited_for(served: Served) -> None:
    def typed(mode: str) -> tuple[int, bytes, bytes]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            PROGRAM,
            cwd=served.folder,
            env=served.environment | {"ANONFILTER_SERVE": mode},
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        os.write(ours, PERSON.encode() + b"\x04")
        out, err = process.communicate()
        os.close(ours)
        os.close(theirs)
        return process.returncode, out, err

    through = typed("")
    assert b"reading from the terminal" in through[2]
    assert through == typed("off")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_passed_on(number: int, served: Served) -> None:
    process, alone = served.begin(), served.begin(ANONFILTER_SERVE="off")
    fork = served.fork_for(process)
    for one in (process, alone):
        wait_until_it_reads(one)
        one.send_signal(number)
        one.wait()
        one.communicate()
    assert process.returncode == alone.returncode
    wait_for_the_end_of(fork)


def test_a_fork_does_not_outlive_its_client(served: Served) -> None:
    process = served.begin()
    fork = served.fork_for(process)
    process.kill()
    wait_for_the_end_of(fork)
    process.communicate()


def wait_until_it_reads(process: subprocess.Popen[bytes]) -> None:
    """Wait until the process has taken what stands in its standard input."""
    assert process.stdin is not None
    process.stdin.write(b"So.\n")
    process.stdin.flush()
    left = bytearray(4)
    while fcntl.ioctl(process.stdin, termios.FIONREAD, left) == 0 and any(left):
        assert process.poll() is None
        time.sleep(0.02)


def wait_for_the_end_of(pid: int) -> None:
    until = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_fork_that_dies_leaves_the_result_incomplete(served: Served) -> None:
    answered = served.status()[1]
    process = served.begin("check", "--stdin")
    fork = served.fork_for(process)
    while served.status()[1] == answered:  # before it begins, the client would run the command
        time.sleep(0.02)
    os.kill(fork, signal.SIGKILL)
    out, err = process.communicate()
    assert (process.returncode, out) == (3, b"")
    assert b"incomplete" in err
    assert served.run("check", "clean.txt")[0] == 0  # the server is well


def test_an_incomplete_answer_counts_as_missing(capsys: pytest.CaptureFixture[str]) -> None:
    before = {name: signal.getsignal(getattr(signal, name)) for name in request.FORWARDED}
    ours, theirs = socket.socketpair()
    theirs.sendall(wire.DONE)
    theirs.shutdown(socket.SHUT_WR)
    try:
        assert request.wait_for_command(ours) == 3
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
    assert "incomplete" in capsys.readouterr().err


def test_a_killed_server_is_replaced(tmp_path: Path) -> None:
    made = Served(tmp_path)
    made.start()
    first, _ = made.status()
    os.kill(first, signal.SIGKILL)
    alone = made.run("check", "found.txt", ANONFILTER_SERVE="off")
    assert made.run("check", "found.txt") == alone
    assert len(list((made.runtime / "anonfilter").iterdir())) == 1  # its socket is still there
    made.start()
    assert made.status()[0] != first
    assert made.run("serve", "stop")[0] == 0
    assert made.run("serve", "status")[0] == 1


def test_a_server_that_cannot_start_reports_the_reason(tmp_path: Path) -> None:
    made = Served(tmp_path)
    code, _, err = made.run("serve", "--detach", "--rules", "missing.yaml")
    assert (code, err) == made.run("check", "--rules", "missing.yaml")[::2]
    made.start()
    assert b"a server is already running" in made.run("serve", "--detach")[2]
    assert made.run("serve", "stop") == (0, b"", b"stopped 1 server\n")


def test_an_idle_server_ends(tmp_path: Path) -> None:
    made = Served(tmp_path)
    code, _, err = made.run("serve", "--idle", "0.01")
    assert (code, err.splitlines()[-1]) == (0, b"ended: it was idle")
    assert not list((made.runtime / "anonfilter").iterdir())


def test_a_server_can_be_started_by_the_first_command(tmp_path: Path) -> None:
    made = Served(tmp_path)
    alone = made.run("check", "found.txt", ANONFILTER_SERVE="off")
    assert made.run("check", "found.txt", ANONFILTER_SERVE="start") == alone
    until = time.monotonic() + 120
    while made.run("serve", "status")[0]:
        assert time.monotonic() < until
    assert made.run("check", "found.txt", ANONFILTER_SERVE="start") == alone
    assert made.status()[1] == 1
    assert made.run("serve", "stop")[0] == 0


def test_changed_code_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("1")
    before = {str(file): code_files.state(str(file))}
    assert code_files.are_unchanged(before)
    file.write_text("2 ")
    assert not code_files.are_unchanged(before)
    assert any(path.endswith("anonfilter/errors.py") for path in code_files.files())


def test_only_this_user_can_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = tmp_path / "r"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    with listening("a setting"):
        folder = runtime / "anonfilter"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (path,) = sockets()
        folder.chmod(0o755)
        assert ask(path, wire.STATUS) is None  # by which others could have come
        folder.chmod(0o700)
    runtime.chmod(0o755)
    assert not client.folder().startswith(str(runtime))


def test_a_malformed_message_is_reported_without_its_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANONFILTER_DEBUG", "1")
    client, server = socket.socketpair()
    with client, server:
        client.sendall((9).to_bytes(8, "big") + b"Quill\0Bob")
        with pytest.raises(wire.Mismatch):
            wire.receive(server)
    assert capsys.readouterr().err == "malformed message of 9 bytes: ValueError\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_users_process_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        path = f"/tmp/anonfilter-test-{os.getpid()}"
        server.bind(path)
        os.chmod(path, 0o777)
        server.listen()
        try:
            pid = os.fork()
            if pid == 0:
                os.setuid(65534)
                with socket.socket(socket.AF_UNIX) as peer:
                    peer.connect(path)
                    peer.recv(1)
                os._exit(0)
            accepted, _ = server.accept()
            with accepted, pytest.raises(wire.Mismatch, match="another user"):
                wire.require_same_user(accepted)
            os.waitpid(pid, 0)
        finally:
            os.unlink(path)
