"""Standard streams that are closed or full: exit codes without tracebacks."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

COMMANDS = [
    "--version",
    "--help",
    "rules show --rules fast",
    "map stats",
    "check --help",
    "detect --rules fast talk.txt",
    "check --rules fast --output json talk.txt",
    "--rules fast talk.txt",
    "--rules fast --word-diff talk.txt",
    "stats --rules fast talk.txt",
]
INCOMPLETE, READER_GONE = 3, 141


@pytest.fixture
def shell(folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch):
    """A command line with redirections; its exit code and what it says on standard error."""
    monkeypatch.delenv("ANONFILTER_RULES", raising=False)
    (folder / "talk.txt").write_text("Call 555-0123 or write to w@quill.example.\n")
    program = shlex.join([sys.executable, "-m", "anonfilter"])

    def run(line: str) -> tuple[int, str]:
        script = line.format(program) + "; exit ${PIPESTATUS[0]}"
        done = subprocess.run(
            ["bash", "-c", script], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True
        )
        said = done.stderr.decode()
        assert not any(word in said for word in ("Traceback", "Exception", "unexpected")), said
        return done.returncode, said

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_pipe_does_not_exit_with_the_code_of_findings(shell, command):
    assert shell(f"{{}} {command} | true")[0] == READER_GONE


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_standard_output_is_incomplete(shell, command):
    code, said = shell(f"{{}} {command} >&-")
    assert code == INCOMPLETE
    assert "standard output: is closed" in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_makes_output_incomplete(shell, command):
    code, said = shell(f"{{}} {command} >/dev/full")
    assert code == INCOMPLETE
    assert "output: " in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize(
    ("command", "code"),
    [("--rules fast talk.txt", 3), ("--rules nothing.yaml talk.txt", 2), ("--nothing", 2)],
)
def test_messages_to_a_full_disk_do_not_change_the_exit_code(shell, command, code):
    assert shell(f"{{}} {command} >/dev/null 2>/dev/full")[0] == code


def test_files_are_written_while_standard_streams_are_closed(shell, folder):
    assert shell("{} --rules fast -i talk.txt <&- >&- 2>&-") == (0, "")
    assert (folder / "talk.txt").read_text().startswith("Call [PHONE_NUMBER_1]")
    assert shell("{} check --rules fast talk.txt <&- >&- 2>&-")[0] == 0
