"""``anonfilter -j`` and folders: several processes give the results of one, with progress."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anonfilter.files.paths import SIDECAR
from tests.commands.commandline import RULES, CommandLine
from tests.filtering import UNSETTLED
from tests.git_repository import Repository
from tests.plugin_file import detector_file
from tests.terminal import Terminal

# Finds Wilma, and does what a text asks for.
PLUGIN = detector_file(
    "obedient",
    """
    if "DIE" in document.prose:
        os._exit(9)
    if "ENDLESS" in document.prose:
        while True:
            pass
    if "WAIT" in document.prose:
        pathlib.Path(f"began.{os.getpid()}").touch()
        while not pathlib.Path("go").exists():
            time.sleep(0.05)
    return ()
    """,
)
NAME, TAGS = "Wilma Quillfeather", "[PERSON_1] [PERSON_2]"
LONG = "".join(f"{NAME} left on day {number}.\n\n" for number in range(1500))


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def talks(folder: Path) -> Path:
    """Documents in folders, one of them no text, one of another program."""
    for number in range(9):
        path = folder / "talks" / f"{number % 3}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{NAME} left, 21-CV-000{number}.\n" * number)
    (folder / "talks/1/broken.txt").write_bytes(b"\x00\x01\x02" * 99)
    (folder / "talks/1/tool.py").write_text(f"print({NAME!r})\n")
    (folder / "talks/1/letter.doc").write_text("")
    (folder / "talks/link.txt").symlink_to("1/4.txt")
    return folder


def test_several_processes_filter_a_folder_as_one_does(run: CommandLine, talks: Path) -> None:
    one = run("-o", "one", "-v", "talks")
    assert one.code == 3
    assert run("-j", "2", "-o", "two", "-v", "talks").err == one.err
    assert tree(talks / "one") == tree(talks / "two")
    assert list(tree(talks / "one")) == [
        f"talks/{number % 3}/{number}.txt" for number in (0, 3, 6, 1, 4, 7, 2, 5, 8)
    ]
    assert b"Wilma" not in b"".join(tree(talks / "two").values())
    lines = one.err.splitlines()
    assert "skipped: talks/link.txt: a symbolic link" in lines
    assert "outside: talks/1/tool.py" in lines
    assert any(line.startswith("anonfilter: talks/1/broken.txt: ") for line in lines)
    assert "outside, though they may hold text: .doc 1 (-v lists them)" in lines


def test_several_processes_print_what_one_prints(run: CommandLine, talks: Path) -> None:
    names = [str(path) for path in sorted(talks.rglob("?.txt"))]
    one = run(*names)
    assert one.code == 0
    assert "[PERSON_1]" in one.out
    for jobs in ("2", "auto"):
        assert run("-j", jobs, *names) == one
        piped = run("-j", jobs, *names, "-", stdin=b"Abel Tamsin\n")
        assert piped.out == f"{one.out}{TAGS}\n"
    for wrong in ("0", "many"):
        assert run("-j", wrong, *names).code == 2


def test_a_file_with_two_names_is_rewritten_under_both(run: CommandLine, folder: Path) -> None:
    (folder / "a.txt").write_text(LONG)
    (folder / "b.txt").hardlink_to(folder / "a.txt")
    done = run("-i", "-j", "2", "a.txt", "b.txt")
    assert (done.code, done.out) == (0, "")
    assert NAME not in (folder / "a.txt").read_text()
    assert (folder / "a.txt").read_bytes() == (folder / "b.txt").read_bytes()


@pytest.mark.parametrize("corpus", [False, True])
def test_a_file_is_not_rewritten_while_another_name_keeps_the_original(
    run: CommandLine, repository: Repository, corpus: bool
) -> None:
    """Rewriting takes the file away from its other names (hard links)."""
    if corpus:
        assert run("key", "new").code == 0
    one, other = repository.write("a.txt", LONG), repository.path / "b.txt"
    other.hardlink_to(one)
    repository.write("c.txt", "nothing\n")
    (repository.path / "d.txt").hardlink_to(repository.path / "c.txt")
    done = run("-i", "a.txt", "c.txt")
    assert done.code == 3
    assert "a.txt: has another name (a hard link)" in done.err
    assert "c.txt" not in done.err.replace("a.txt", "")
    assert one.read_text() == other.read_text() == LONG
    assert run("-i", "a.txt", "b.txt").code == 0
    assert NAME not in one.read_text() + other.read_text()


@pytest.mark.slow
def test_pipes_without_a_writer_are_refused_at_once(folder: Path, repository: Repository) -> None:
    """A pipe without a writer or reader: opening it waits."""
    (folder / "out").mkdir()
    (folder / "a.txt").write_text("nothing\n")
    for place in ("pipe.txt", "out/a.txt", "b.txt", f"out/b.txt{SIDECAR}"):
        os.mkfifo(folder / place)

    def refused(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "anonfilter", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout) == (3, "")
        return done.stderr

    assert "pipe.txt: is not a regular file, so it cannot be rewritten" in refused("-i", "pipe.txt")
    assert "out/a.txt: is a pipe, a socket or a device" in refused("-o", "out", "a.txt")
    assert "b.txt: is a pipe, a socket or a device" in refused("restore", "-o", "b.txt", "a.txt")
    subprocess.run([sys.executable, "-m", "anonfilter", "key", "new"], cwd=folder, check=True)
    assert f"out/b.txt{SIDECAR}: is a pipe" in refused("-o", "out", "a.txt")
    (folder / f"out/b.txt{SIDECAR}").unlink()
    assert "out/a.txt: is a pipe, a socket or a device" in refused("-o", "out", "a.txt")


def test_a_pipe_may_be_long(run: CommandLine, folder: Path) -> None:
    from anonfilter.limits import MEGABYTE

    rules = RULES + "limits: {whole_megabytes: 0.001}\n"
    (folder / "rules.yaml").write_text(rules)
    assert len(LONG) > 0.001 * MEGABYTE
    os.mkfifo(folder / "pipe")
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(f"{NAME}.\n")
    with subprocess.Popen(["sh", "-c", "cat > pipe"], stdin=subprocess.PIPE) as writer:
        assert writer.stdin is not None
        writer.stdin.write(LONG.encode())
        writer.stdin.close()
        done = run("--rules", "rules.yaml", "-j", "2", "a.txt", "pipe", "b.txt")
    assert (done.code, done.out) == (0, f"{TAGS}.\n{LONG.replace(NAME, TAGS)}{TAGS}.\n")


def test_remaining_findings_are_reported_as_by_a_single_process(
    run: CommandLine, folder: Path
) -> None:
    from tests.filtering import RULES as UNSETTLING

    (folder / "short.yaml").write_text(UNSETTLING)
    for number in range(4):
        (folder / f"{number}.txt").write_text(UNSETTLED if number % 2 else "Jane Smith left.\n")
    names = [f"{number}.txt" for number in range(4)]
    one = run("--rules", "short.yaml", *names)
    assert (one.code, one.out) == (1, "")
    assert run("--rules", "short.yaml", "-j", "3", *names) == one


def test_detect_reports_the_same_with_several_processes(run: CommandLine, talks: Path) -> None:
    names = [str(path) for path in sorted(talks.rglob("*.txt"))]
    one = run("detect", *names)
    assert one.code == 3
    assert run("detect", "-j", "2", *names) == one


def test_several_processes_filter_a_long_file_as_one_does(run: CommandLine, folder: Path) -> None:
    (folder / "long.txt").write_text(LONG)
    one = run("long.txt")
    assert one.out == LONG.replace(NAME, TAGS)
    assert run("-j", "2", "long.txt") == one
    assert run("-j", "2", stdin=LONG.encode()).out == one.out


def test_results_in_a_folder_are_not_filtered_again(run: CommandLine, talks: Path) -> None:
    os.chdir(talks / "talks/2")
    first = run("-o", "redacted", ".")
    assert first.code == 0
    again = run("-o", "redacted", ".")
    assert again.err == f"skipped: 3 files in redacted, where the results go\n{first.err}"
    assert list(tree(talks / "talks/2/redacted")) == ["2.txt", "5.txt", "8.txt"]
    os.chdir(talks / "talks")
    refused = run("-o", "2", "2/redacted")
    assert refused.code == 2
    assert "2/redacted: is in 2, the folder for the results" in refused.err


def test_folders_elsewhere_keep_their_names(run: CommandLine, talks: Path) -> None:
    (talks / "here").mkdir()
    os.chdir(talks / "here")
    assert run("-o", "out", str(talks / "talks/0"), "../talks/2").code == 0
    assert list(tree(talks / "here/out")) == [
        f"{number % 3}/{number}.txt" for number in (0, 3, 6, 2, 5, 8)
    ]


def test_git_ignored_files_are_left_out(run: CommandLine, repository: Repository) -> None:
    repository.write(".gitignore", "raw/\n")
    repository.write("raw/a.txt", "Nobody.\n")
    repository.write("b.txt", f"{NAME}.\n")
    assert run("-o", "out", ".").code == 0
    assert tree(repository.path / "out") == {"b.txt": f"{TAGS}.\n".encode()}


def test_without_a_folder_for_results_a_folder_is_refused(run: CommandLine, talks: Path) -> None:
    refused = run("talks")
    assert refused.code == 3
    assert "the filter with -o, read folders" in refused.err


# what a process of its own does


class Started:
    """The filter over documents of which some ask for something."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        rules = RULES.replace("detectors:\n", "detectors:\n  - use: obedient\n")
        limits = "limits: {seconds: 1, seconds_per_megabyte: 0}\n"
        (folder / "rules.yaml").write_text(rules + limits + "plugins: [tool.py]\n")
        (folder / "tool.py").write_text(PLUGIN)

    @staticmethod
    def command(*arguments: str) -> list[str]:
        given = ["--rules", "rules.yaml", "--trust-local-plugins", *arguments]
        return [sys.executable, "-m", "anonfilter", "filter", *given]

    def write(self, *texts: str) -> None:
        (self.folder / "in").mkdir()
        for number, text in enumerate(texts):
            (self.folder / f"in/{number}.txt").write_text(text)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*arguments),
            cwd=self.folder,
            start_new_session=True,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def workers(self, number: int) -> list[int]:
        """Wait until so many processes have begun to wait."""
        until = time.monotonic() + 600
        while len(began := list(self.folder.glob("began.*"))) < number:
            assert time.monotonic() < until
            time.sleep(0.05)
        return [int(path.suffix[1:]) for path in began]


@pytest.fixture
def started(folder: Path) -> Started:
    return Started(folder)


@pytest.mark.slow
def test_a_killed_process_makes_one_file_incomplete(started: Started) -> None:
    started.write("Fine.\n", "DIE\n", f"{NAME}.\n", "Fine.\n")
    running = started.start("-j", "2", "-o", "out", "in")
    out, err = running.communicate()
    assert (running.returncode, out) == (3, "")
    assert "anonfilter: in/1.txt: the process that filtered it has ended: code 9\n" in err
    assert " 1 mention of 1 entity replaced " in err
    assert "1 file incomplete: in/1.txt" in err
    assert list(tree(started.folder / "out")) == ["in/0.txt", "in/2.txt", "in/3.txt"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "said"),
    [("DIE", "a process that read a part of it has ended: code 9"), ("ENDLESS", "took longer")],
)
def test_a_long_file_is_incomplete_if_a_part_is(started: Started, asked: str, said: str) -> None:
    started.write(f"{LONG}{asked}\n")
    running = started.start("-j", "2", "in/0.txt")
    out, err = running.communicate()
    assert (running.returncode, out) == (3, "")
    assert f"anonfilter: in/0.txt: {said}" in err


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_reports_progress_and_ends_all_processes(started: Started, jobs: str) -> None:
    started.write("Fine, and longer.\n", "WAIT\n", "WAIT\n")
    running = started.start("-j", jobs, "-o", "out", "in")
    began = started.workers(int(jobs))
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    out, err = running.communicate(timeout=600)
    assert (running.returncode, out) == (130, "")
    assert re.fullmatch("interrupted while filtering: [01] of 3 files done\n+", err)
    assert list(tree(started.folder / "out")) == ["in/0.txt"]
    for process in began:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.fixture
def terminal(started: Started) -> Iterator[Terminal]:
    started.write("Fine.\n", f"{NAME}. WAIT\n", f"{NAME}\n" * 2)
    (started.folder / "rules.yaml").write_text(
        (started.folder / "rules.yaml").read_text().replace("seconds: 1,", "seconds: 600,")
    )
    terminal = Terminal(started.command("-o", "out", "in"), started.folder)
    yield terminal
    terminal.close()


@pytest.mark.slow
def test_a_terminal_shows_progress(terminal: Terminal, started: Started) -> None:
    terminal.expect("1 of 3 files")
    terminal.expect(": in/1.txt")
    (started.folder / "go").touch()
    terminal.expect("3 files, 4 lines: 3 mentions of 2 entities replaced")
    assert terminal.end() == 0


@pytest.mark.slow
def test_a_terminal_asked_to_be_quiet_shows_nothing(terminal: Terminal, started: Started) -> None:
    terminal.close()
    (quiet := Terminal(started.command("-q", "-j", "2", "-o", "out", "in"), started.folder))
    started.workers(1)
    time.sleep(2)  # a bar would come
    (started.folder / "go").touch()
    assert quiet.end() == 0
    assert quiet.screen == ""
