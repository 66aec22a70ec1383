"""A failing run names the results of earlier runs, with a command that removes them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from anonfilter.files.paths import SIDECAR
from tests.commands.commandline import CommandLine, Result
from tests.filtering import UNSETTLED
from tests.git_repository import Repository

pytestmark = pytest.mark.usefixtures("home")

WILMA = b"Wilma Quillfeather met Abel Tamsin.\n"
BROKEN = WILMA + b"\0"
STUCK = "      - {label: CASE, regex: 'STUCK|(?<=\\ufffc *)after\\d'}\n"
NEVER_SETTLES = WILMA + UNSETTLED.encode()
SAID = "is the result of an earlier run"


def write(folder: Path, name: str, data: bytes) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def offered(done: Result) -> list[str]:
    """The files that the offered command removes."""
    [command] = re.findall(r"^  .*: (rm -- .*)$", done.err, re.MULTILINE)
    return shlex.split(command)[2:]


@pytest.mark.parametrize("data", [BROKEN, NEVER_SETTLES])
def test_an_earlier_result_is_named_and_can_be_removed(run: CommandLine, data: bytes) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("    patterns:\n", f"    patterns:\n{STUCK}"))
    write(run.folder, "it's mine.txt", WILMA)
    write(run.folder, "other.txt", WILMA)
    assert SAID not in run("-o", "out", "it's mine.txt", "other.txt").err
    before = (run.folder / "out" / "it's mine.txt").read_bytes()
    write(run.folder, "it's mine.txt", data)
    done = run("-o", "out", "-q", "it's mine.txt", "other.txt")
    assert done.code in (1, 3)
    assert f"out/it's mine.txt: {SAID}" in done.err
    assert "out/other.txt" not in done.err
    assert offered(done) == ["out/it's mine.txt"]
    assert (run.folder / "out" / "it's mine.txt").read_bytes() == before
    [command] = re.findall(r"rm -- .*", done.err)
    subprocess.run(["sh", "-c", command], cwd=run.folder, check=True)
    again = run("-o", "out", "it's mine.txt", "other.txt")
    assert (again.code in (1, 3), SAID in again.err) == (True, False)


def test_a_result_written_with_keep_output_is_not_from_an_earlier_run(run: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("    patterns:\n", f"    patterns:\n{STUCK}"))
    write(run.folder, "a.txt", WILMA)
    assert run("-o", "out", "a.txt").code == 0
    write(run.folder, "a.txt", NEVER_SETTLES)
    done = run("-o", "out", "--keep-output", "a.txt")
    assert (done.code, SAID in done.err) == (1, False)


@pytest.mark.parametrize("others", [[], ["data/b.txt"]])
def test_an_earlier_result_of_an_unreadable_file_is_named(
    run: CommandLine, others: list[str]
) -> None:
    write(run.folder, "data/a.txt", WILMA)
    write(run.folder, "data/b.txt", WILMA)
    assert run("-o", "out", "data/a.txt", "data/b.txt").code == 0
    (run.folder / "data" / "a.txt").unlink()
    done = run("-o", "out", "data/a.txt", *others)
    assert done.code == 3
    assert offered(done) == ["out/data/a.txt"]


def test_an_earlier_result_of_a_file_in_another_folder_is_named(run: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text() + "documents: ['**/*.txt']\n")
    for data, code in ((WILMA, 0), (BROKEN, 3)):
        write(run.folder.parent, "elsewhere/p1/a.txt", data)
        done = run("-o", "out", "../elsewhere")
        assert done.code == code
    assert offered(done) == ["out/elsewhere/p1/a.txt"]


def test_a_renamed_file_that_gets_another_name_leaves_the_earlier_one(
    run: CommandLine, repository: Repository
) -> None:
    assert run("key", "new").code == 0
    repository.write("Wilma Quillfeather 21-CV-1234.txt", WILMA.decode())
    rules = Path(os.environ["ANONFILTER_RULES"])
    written = rules.read_text()
    rules.write_text(written.replace("'[CASE_{n}]'", "'[CASE]'"))
    assert run("-o", "out", "--rename", "Wilma Quillfeather 21-CV-1234.txt").code == 0
    rules.write_text(written)
    done = run("-o", "out", "--rename", "Wilma Quillfeather 21-CV-1234.txt")
    assert done.code == 0
    assert offered(done)[0] == "out/[PERSON_1] [PERSON_2] [CASE].txt"


@pytest.mark.parametrize("sidecars", [True, False])
def test_a_renamed_file_leaves_the_result_that_has_its_own_name(
    run: CommandLine, repository: Repository, sidecars: bool
) -> None:
    if sidecars:
        assert run("key", "new").code == 0
    for name in ("Wilma Quillfeather.txt", "b.txt"):
        repository.write(f"in/{name}", WILMA.decode())
    assert run("-o", "out", "in/Wilma Quillfeather.txt", "in/b.txt").code == 0
    done = run("-o", "out", "--rename", "in/Wilma Quillfeather.txt", "in/b.txt")
    assert done.code == 0
    assert offered(done)[0] == "out/in/Wilma Quillfeather.txt"
    assert "out/in/b.txt" not in offered(done)
    assert (run.folder / "out" / "in" / "Wilma Quillfeather.txt").exists()


def test_an_input_is_not_the_result_of_an_earlier_run(
    run: CommandLine, repository: Repository
) -> None:
    assert run("key", "new").code == 0
    repository.write("Wilma Quillfeather.txt", WILMA.decode())
    done = run("-o", ".", "--rename", "Wilma Quillfeather.txt")
    assert "rm --" not in done.err


def test_the_command_also_removes_the_sidecar(run: CommandLine, repository: Repository) -> None:
    assert run("key", "new").code == 0
    repository.write("a.txt", WILMA.decode())
    assert run("-o", "out", "a.txt").code == 0
    write(run.folder, "a.txt", BROKEN)
    done = run("-o", "out", "a.txt")
    assert offered(done) == ["out/a.txt", f"out/a.txt{SIDECAR}"]
    for name in offered(done):
        (run.folder / name).unlink()
    write(run.folder, "a.txt", WILMA)
    assert run("-o", "out", "a.txt").code == 0


def test_the_earlier_name_of_a_renamed_file_is_known(
    run: CommandLine, repository: Repository
) -> None:
    assert run("key", "new").code == 0
    repository.write("Wilma Quillfeather.txt", WILMA.decode())
    assert run("-o", "out", "--rename", "Wilma Quillfeather.txt").code == 0
    place = "out/[PERSON_1] [PERSON_2].txt"
    write(run.folder, "Wilma Quillfeather.txt", BROKEN)
    done = run("-o", "out", "--rename", "Wilma Quillfeather.txt")
    assert done.code == 3
    assert f"{place}: {SAID}" in done.err
    assert offered(done) == [place, f"{place}{SIDECAR}"]
    (run.folder / "Wilma Quillfeather.txt").unlink()
    gone = run("-o", "out", "--rename", "Wilma Quillfeather.txt")
    assert gone.code == 3
    assert f"{place}: {SAID}" in gone.err


def test_without_an_earlier_result_nothing_is_printed(run: CommandLine) -> None:
    write(run.folder, "a.txt", BROKEN)
    assert SAID not in run("-o", "out", "a.txt").err
    assert SAID not in run("a.txt").err


def test_many_earlier_results_are_all_removed_by_the_command(run: CommandLine) -> None:
    names = [f"{number:02}.txt" for number in range(30)]
    for data in (WILMA, BROKEN):
        for name in names:
            write(run.folder, name, data)
        done = run("-o", "out", *names)
    assert offered(done) == [f"out/{name}" for name in names]
    assert done.err.count(SAID) < 30


def test_a_redacted_copy_that_sync_cannot_update_is_named(
    run: CommandLine, repository: Repository
) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    more = "documents: ['**/*.txt']\ncorpus: {source: raw/, output: text/}\n"
    rules.write_text(rules.read_text() + more)
    assert run("key", "new").code == 0
    repository.write(".gitignore", "raw/\n")
    repository.write("raw/a.txt", WILMA.decode())
    assert run("sync").code == 0
    write(run.folder, "raw/a.txt", BROKEN)
    done = run("sync")
    assert done.code == 3
    assert f"text/a.txt: {SAID}" in done.err
    assert offered(done)[0] == "text/a.txt"


def test_an_earlier_recording_is_named(run: CommandLine) -> None:
    import numpy as np
    import soundfile

    noise = np.random.default_rng(3).integers(-9000, 9000, 8000).astype(np.int16)
    soundfile.write(run.folder / "a.wav", noise, 8000)
    write(run.folder, "b.wav", b"earlier")
    write(
        run.folder,
        "a.json",
        b'{"words": [{"word": "hello", "start": 0, "end": 1, "confidence": 0.1}]}',
    )
    (run.folder / "own.yaml").write_text(
        "anonfilter: 1\nextends: fast\naudio: {below: 0.5, low_confidence: report}\n"
    )
    done = run("audio", "a.wav", "--transcript", "a.json", "--rules", "own.yaml", "-o", "b.wav")
    assert done.code == 3
    assert f"b.wav: {SAID}" in done.err
    assert offered(done) == ["b.wav"]
