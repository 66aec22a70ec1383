"""Errors of a command line are reported before rules are read or models are loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.git_repository import Repository
from tests.terminal import Terminal
from tests.test_imports import HEAVY

pytestmark = pytest.mark.slow

# All command lines run in the same process, which must not have imported anything heavy.
_SCRIPT = """
import contextlib, io, json, sys
from anonfilter.commands.main import main
for line in json.loads(sys.argv[1]):
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            main(line)
    except SystemExit as stop:
        print(json.dumps([line, stop.code, said.getvalue(), sorted(sys.modules)]))
"""

USAGE, INCOMPLETE = 2, 3
WITHOUT_RULES = [
    (["missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["-i", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["folder"], INCOMPLETE, "folder: is a folder"),
    (["--in-place"], USAGE, "the files to rewrite"),
    (["-i", "--diff", "here.txt"], USAGE, "cannot be combined"),
    (["--behind", "3,2s", "here.txt"], USAGE, "--behind needs --live"),
    (["-j", "many", "here.txt"], USAGE, "'many' is neither a number from 1 on nor `auto`"),
    (["-o", "here.txt/out", "here.txt"], USAGE, "here.txt: is a file, not a folder"),
    (["-i", "read-only.txt"], INCOMPLETE, "read-only.txt: is read-only"),
    (["check", "--staged", "--stdin"], USAGE, "cannot be combined"),
    (["check", "--staged", "--diff", "a..b"], USAGE, "cannot be combined"),
    (["check", "--diff", "a..b"], USAGE, "there is no commit 'a'"),
    (["check", "--history", "a..b"], USAGE, "bad revision 'a..b'"),
    (["check", "--commit-msg", "missing"], INCOMPLETE, "missing: there is no such file"),
    (["check", "--output", "json=here.txt/x"], USAGE, "here.txt: is a file, not a folder"),
    (["detect", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["stats", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["explain", "missing.txt:3"], INCOMPLETE, "missing.txt: there is no such file"),
    (["explain", "here.txt"], USAGE, "is not FILE:LINE"),
    (["people", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["allow", "missing.txt:3", "--reason", "x"], INCOMPLETE, "missing.txt: there is no such file"),
    (["eval", "missing.jsonl"], INCOMPLETE, "missing.jsonl: there is no such file"),
    (["restore", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["review", "here.txt"], USAGE, "a review needs a terminal"),
    (["chek"], USAGE, "did you mean 'check'"),
    (
        ["--rules", "fast", "check"],
        USAGE,
        "options must be written after the command: anonfilter check",
    ),
    (["--no-cache", "check"], USAGE, "options must be written after the command: anonfilter check"),
    (["--", "check"], INCOMPLETE, "check: there is no such file"),
]
WITHOUT_MODELS = [
    (["check", "--rules", "nope", "here.txt"], USAGE, "there is no ruleset 'nope'"),
    (["check", "--rules", "broken.yaml", "here.txt"], USAGE, "broken.yaml:2:1"),
    (["check", "--only", "NOPE", "here.txt"], USAGE, "no label 'NOPE'"),
    (["check", "--output", "nope", "here.txt"], USAGE, "there is no report 'nope'"),
    (["check", "--show-values", "missing.txt"], INCOMPLETE, "missing.txt: there is no such file"),
    (["eval", "here.txt"], INCOMPLETE, "here.txt: has no gold"),
    (["sync"], USAGE, "do not say which folders to sync"),
]


def ended(folder: Path, lines: list[list[str]]) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, json.dumps(lines)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def place(folder: Path, repository: Repository, home: Path) -> Path:
    (folder / "here.txt").write_text("It rained.\n")
    (folder / "folder").mkdir()
    (folder / "broken.yaml").write_text("anonfilter: 1\nlabel: {}\n")
    (folder / "read-only.txt").write_text("It rained.\n")
    (folder / "read-only.txt").chmod(0o444)
    return folder


@pytest.mark.parametrize(
    ("lines", "absent"),
    [
        (WITHOUT_RULES, {"pydantic", "ruamel.yaml", "anonfilter.engine.pipeline", *HEAVY}),
        (WITHOUT_MODELS, set(HEAVY)),
    ],
    ids=["without rules", "without models"],
)
def test_wrong_usage_is_reported_at_once(
    place: Path, lines: list[tuple[list[str], int, str]], absent: set[str]
) -> None:
    results = ended(place, [line for line, _, _ in lines])
    assert len(results) == len(lines)
    for (line, code, message), (_, ended_with, said, modules) in zip(lines, results, strict=True):
        assert (line, ended_with) == (line, code), said
        assert message in said
        assert absent.isdisjoint(modules), line


def test_a_misspelt_file_keeps_no_other_from_being_filtered(place: Path) -> None:
    (place / "mine.txt").write_text("It rained.\n")
    line = ["-o", "out", "--rules", "fast", "missing.txt", "mine.txt"]
    [(_, code, said, _)] = ended(place, [line])
    assert (code, said.count("missing.txt: there is no such file")) == (INCOMPLETE, 1)
    assert said.index("no such file") < said.index("rules fast")
    assert (place / "out" / "mine.txt").read_text() == "It rained.\n"


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_a_terminal_shows_at_once_how_to_pass_text(place: Path, arguments: list[str]) -> None:
    program = [sys.executable, "-m", "anonfilter", "--rules", "fast", *arguments]
    terminal = Terminal(program, place)
    terminal.expect("reading from the terminal; Ctrl-D ends the text")
    terminal.expect("anonfilter notes.txt > redacted.txt")
    terminal.press("It rained.\n\x04")
    assert terminal.end() == 0


def test_a_pipe_without_a_writer_is_named(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "anonfilter", "check", "--rules", "fast", str(pipe)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stderr is not None
        notice = process.stderr.readline()
        pipe.write_text("Ask Ms. Okafor.\n")
        assert process.wait(60) == 1
    assert notice.endswith(b"pipe.txt is a pipe, and no program writes to it yet\n")
