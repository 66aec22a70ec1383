"""``anonfilter check -j``: several processes give the report of a single process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.plugin_file import detector_file

RULES = """
anonfilter: 1
plugins: [../tool.py]
labels: {PERSON: {kind: direct, survives: fail}}
formats: [{use: text}]
documents: ['*.txt']
detectors:
  - use: patterns
    patterns: [{label: PERSON, regex: 'Wilma|Abel'}]
  - use: obedient
taggers: [{use: numbered}]
"""
# A detector that does what a text asks for.
PLUGIN = detector_file(
    "obedient",
    """
    if "DIE" in document.text:
        os._exit(9)
    if "CONNECT" in document.text:
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    if "BREAK" in document.text:
        raise ValueError("about Wilma")
    if "LEAVE" in document.text:
        raise SystemExit(0)
    if "WAIT" in document.text:
        pathlib.Path(f"began.{os.getpid()}").touch()
        time.sleep(6000)
    return ()
    """,
    scope="document",
)

pytestmark = pytest.mark.slow


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, text: str) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "anonfilter", "check", "--trust-local-plugins", *arguments],
            cwd=self.path,
            env={**os.environ, "XDG_CACHE_HOME": str(self.path.parent / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def check(self, *arguments: str) -> tuple[int, str, str]:
        running = self.start(*arguments)
        out, err = running.communicate()
        return running.returncode, out, err


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "data")
    folder.write("tool.py", PLUGIN)
    folder.write(".anonfilter/rules.yaml", RULES)
    return folder


def test_the_report_has_the_order_of_a_single_process(folder: Folder) -> None:
    for number in range(30):
        folder.write(f"{number:02}.txt", "We met Wilma.\n" * (number % 3) + "Fine.\n")
    folder.write("05.txt", "BREAK\n")
    folder.write("12.txt", "LEAVE\n")
    folder.write("21.txt", "CONNECT\n")
    (folder.path / "07.txt").write_bytes(b"\xff\xfe\x00")
    one = folder.check()
    assert folder.check("-j", "3") == one
    assert one[0] == 1
    assert "05.txt: unexpected ValueError in anonfilter_local_tool" in one[2]
    assert "12.txt: unexpected SystemExit in anonfilter_local_tool" in one[2]
    assert "21.txt: unexpected NetworkRefused" in one[2]
    assert "Wilma" not in one[1] + one[2]
    places = [line.split(" ")[0] for line in one[1].splitlines()]
    assert places == sorted(places)


def test_verdicts_of_all_processes_are_kept(folder: Folder) -> None:
    rules = RULES.replace("plugins: [../tool.py]\n", "").replace("  - use: obedient\n", "")
    folder.write(".anonfilter/rules.yaml", rules)
    for number in range(9):
        folder.write(f"{number}.txt", f"Fine, {number}.\n")
    assert folder.check("-j", "3")[0] == 0
    (kept,) = (folder.path.parent / "cache/anonfilter/kept").glob("verdicts-*")
    size = kept.stat().st_size
    assert folder.check("-j", "2")[0] == folder.check()[0] == 0
    assert kept.stat().st_size == size
    folder.write("3.txt", "We met Wilma.\n")
    assert folder.check("-j", "2")[:2] == (1, "3.txt:1:8: PERSON (patterns, 0.90)\n")


def test_a_process_that_dies_makes_one_file_incomplete(folder: Folder) -> None:
    for number in range(6):
        folder.write(f"{number}.txt", "Fine.\n")
    folder.write("2.txt", "DIE\n")
    folder.write("4.txt", "We met Abel.\n")
    code, out, err = folder.check("-j", "2")
    assert (code, out) == (1, "4.txt:1:8: PERSON (patterns, 0.90)\n")
    assert "incomplete: 2.txt: the process that scanned it has ended: code 9" in err
    folder.write("4.txt", "Fine.\n")
    assert folder.check("-j", "2")[0] == 3


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  - use: obedient", "  - {use: spacy, model: not_there==1.0.0, labels: {X: PERSON}}"),
        ("regex: 'Wilma|Abel'", "regex: '('"),
    ],
)
def test_an_error_that_ends_one_process_ends_all(folder: Folder, before: str, after: str) -> None:
    folder.write(".anonfilter/rules.yaml", RULES.replace(before, after))
    for number in range(4):
        folder.write(f"{number}.txt", "Fine.\n")
    one = folder.check()
    assert one[0] in (2, 3)
    assert folder.check("-j", "2") == one


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_a_signal_ends_all_at_once(folder: Folder, sent: signal.Signals, code: int) -> None:
    for number in range(4):
        folder.write(f"{number}.txt", "WAIT\n")
    running = folder.start("-j", "2")
    while len(began := list(folder.path.glob("began.*"))) < 2:
        assert running.poll() is None
        time.sleep(0.05)
    if sent is signal.SIGINT:
        os.killpg(running.pid, sent)  # as a terminal does
    else:
        running.send_signal(sent)
    out, err = running.communicate(timeout=600)
    assert (running.returncode, out) == (code, "")
    assert "Traceback" not in err
    for path in began:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.suffix[1:]), 0)


def test_one_file_is_checked_in_this_process(folder: Folder) -> None:
    folder.write("a.txt", "DIE\n")
    assert folder.check("-j", "4")[0] == 9
