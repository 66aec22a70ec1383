"""Sidecars that the filter writes, with keys, rules, checks and interruptions."""

from __future__ import annotations

import os
import random
import resource
import stat
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from anonfilter.files.paths import SIDECAR
from anonfilter.sidecars.sidecar import Kind
from anonfilter.sidecars.sidecar_parser import parse
from tests.commands.commandline import CommandLine
from tests.filtering import RULES, command
from tests.git_repository import Repository

TEXT = "Wilma Quillfeather saw Abel Tamsin, case 21-CV-1234.\n"
TAGGED = "[PERSON_1] [PERSON_2] saw [PERSON_3] [PERSON_4], case [CASE_1].\n"

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> Repository:
    """A repository with a corpus and its key."""
    run("key", "new")
    return repository


def rules(run: CommandLine, *lines: str) -> None:
    """More lines for the rules."""
    path = Path(os.environ["ANONFILTER_RULES"])
    path.write_text(path.read_text() + "".join(f"{line}\n" for line in lines))


def sidecar_of(path: Path) -> Path:
    return path.with_name(path.name + SIDECAR)


def test_with_a_key_sidecars_are_sealed_and_restore_undoes_it(
    run: CommandLine, corpus: Repository
) -> None:
    path = corpus.write("talk.txt", TEXT)
    assert run("-i", "talk.txt").code == 0
    assert path.read_text() == TAGGED
    assert parse(sidecar_of(path).read_bytes(), "").kind is Kind.SEALED
    assert "Wilma" not in sidecar_of(path).read_text()
    assert run("restore", "talk.txt").out == TEXT


def test_without_a_key_no_sidecars_are_written(run: CommandLine, repository: Repository) -> None:
    path = repository.write("talk.txt", TEXT)
    assert run("-i", "talk.txt").code == 0
    assert path.read_text() == TAGGED
    assert not sidecar_of(path).exists()


def test_output_dir_has_the_sidecars_beside_its_files(run: CommandLine, corpus: Repository) -> None:
    corpus.write("private/talk.txt", TEXT)
    assert run("-o", "out", "private/talk.txt").code == 0
    written = sorted(path.name for path in (run.folder / "out" / "private").iterdir())
    assert written == ["talk.txt", "talk.txt" + SIDECAR]
    assert sorted(path.name for path in (run.folder / "private").iterdir()) == ["talk.txt"]


def test_map_dir_has_the_same_tree_from_every_folder(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules(run, "map_dir: maps")
    corpus.write("a/b/talk.txt", TEXT)
    monkeypatch.chdir(run.folder / "a")
    assert run("-i", "b/talk.txt").code == 0
    assert (run.folder / "maps" / "a" / "b" / ("talk.txt" + SIDECAR)).is_file()
    assert run("restore", "b/talk.txt").out == TEXT


def test_the_map_of_standard_input_is_a_named_file(run: CommandLine, corpus: Repository) -> None:
    first = run("--map", "talk" + SIDECAR, stdin=TEXT.encode())
    assert (first.code, first.out) == (0, TAGGED)
    more = run("--map", "talk" + SIDECAR, stdin=(TAGGED + "Abel Quillfeather.\n").encode())
    assert more.out == TAGGED + "[PERSON_3] [PERSON_2].\n"
    back = run("restore", "--map", "talk" + SIDECAR, stdin=more.out.encode())
    assert (back.code, back.out) == (0, TEXT + "Abel Quillfeather.\n")
    assert run("--map", "talk.yaml", stdin=b"").code == 2


def test_the_whole_corpus_has_the_same_tags_with_its_key(
    run: CommandLine, corpus: Repository
) -> None:
    rules(run, "scope: corpus")
    one = corpus.write("one.txt", "Abel Tamsin")
    two = corpus.write("two.txt", "Wilma Quillfeather, Abel Tamsin")
    assert run("-i", "one.txt", "two.txt").code == 0
    assert two.read_text().endswith(one.read_text())
    assert run("check", "one.txt", "two.txt").code == 0
    assert run("restore", "two.txt").out == "Wilma Quillfeather, Abel Tamsin"


@pytest.mark.parametrize("how", [["-i", "talk.txt"], ["-o", "out", "talk.txt"]])
def test_without_the_key_nothing_is_written(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch, how: list[str]
) -> None:
    path = corpus.write("talk.txt", TEXT)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(run.folder.parent / "nobody"))
    done = run(*how)
    assert done.code == 2
    assert "ANONFILTER_KEY" in done.err
    assert path.read_text() == TEXT
    assert not (run.folder / "out").exists()


def test_a_plain_sidecar_is_written_only_where_git_ignores_it(
    run: CommandLine, repository: Repository
) -> None:
    rules(run, "sidecar: plain")
    path = repository.write("talk.txt", TEXT)
    refused = run("-i", "talk.txt")
    assert refused.code == 2
    assert ".gitignore" in refused.err
    assert path.read_text() == TEXT
    repository.write(".gitignore", f"*{SIDECAR}\n")
    assert run("-i", "talk.txt").code == 0
    assert "Wilma" in sidecar_of(path).read_text()
    assert stat.S_IMODE(sidecar_of(path).stat().st_mode) == 0o600
    assert run("restore", "talk.txt").out == TEXT
    repository.git("add", "-f", sidecar_of(path).name)
    assert run("-i", "talk.txt").code == 2


def test_a_plain_sidecar_outside_a_repository(run: CommandLine) -> None:
    rules(run, "sidecar: plain")
    (run.folder / "talk.txt").write_text(TEXT)
    assert run("-i", "talk.txt").code == 0
    assert run("restore", "talk.txt").out == TEXT
    assert run("check").code == 0


def test_a_document_of_another_corpus_is_filtered_there(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = corpus.write("interviews/talk.txt", TEXT)
    monkeypatch.chdir(run.folder.parent)
    done = run("-i", "data/interviews/talk.txt")
    assert done.code == 2
    assert "cd data" in done.err
    assert path.read_text() == TEXT
    rules(run, "sidecar: none")
    assert run("-i", "data/interviews/talk.txt").code == 0
    assert path.read_text() == TAGGED


def test_rules_without_sidecars_leave_a_document_that_has_one(
    run: CommandLine, corpus: Repository
) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    path.write_text(path.read_text() + TEXT)
    before = path.read_bytes(), sidecar_of(path).read_bytes()
    rules(run, "sidecar: none")
    done = run("-i", "talk.txt")
    assert done.code == 3
    assert "talk.txt: has a sidecar" in done.err
    assert (path.read_bytes(), sidecar_of(path).read_bytes()) == before


def test_map_dir_follows_no_link_out_of_the_corpus(
    run: CommandLine, corpus: Repository, tmp_path: Path
) -> None:
    rules(run, "map_dir: maps")
    outside = tmp_path / "outside"
    (outside / "below").mkdir(parents=True)
    corpus.write("below/talk.txt", TEXT)
    for link, target in (("maps", outside), ("maps/below", outside / "below")):
        (corpus.path / link).parent.mkdir(exist_ok=True)
        (corpus.path / link).symlink_to(target)
        done = run("-i", "below/talk.txt")
        assert done.code == 3
        assert "is a link that leads out of" in done.err
        assert run("check", "below/talk.txt").code in (1, 3)
        assert "is a link that leads out of" in run("check", "below/talk.txt").err
        assert [path for path in outside.rglob("*") if path.is_file()] == []
        (corpus.path / link).unlink()
    assert (corpus.path / "below/talk.txt").read_text() == TEXT


def test_a_moved_document_can_get_its_sidecar_back(run: CommandLine, corpus: Repository) -> None:
    corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    (corpus.path / "talk.txt").rename(corpus.path / "moved.txt")
    result = run("-i", "moved.txt")
    assert "restore its own sidecar" in result.err
    (corpus.path / f"talk.txt{SIDECAR}").rename(corpus.path / f"moved.txt{SIDECAR}")
    assert run("restore", "moved.txt").out == TEXT


def test_a_sidecar_is_no_document(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    before = sidecar_of(path).read_bytes()
    done = run("-i", "talk.txt", "talk.txt" + SIDECAR)
    assert done.code == 3
    assert "is a sidecar, not a document" in done.err
    assert sidecar_of(path).read_bytes() == before


def test_a_read_only_file_fails_before_its_sidecar_is_touched(
    run: CommandLine, corpus: Repository
) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    path.write_text(path.read_text() + TEXT)
    path.chmod(0o444)
    before = path.read_bytes(), sidecar_of(path).read_bytes()
    done = run("-i", "talk.txt")
    assert done.code == 3
    assert "talk.txt: is read-only" in done.err
    assert (path.read_bytes(), sidecar_of(path).read_bytes()) == before


def test_a_damaged_sidecar_stops_everything(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    path.write_text(path.read_text() + TEXT)
    sidecar_of(path).write_bytes(sidecar_of(path).read_bytes()[:-30])
    before = path.read_bytes(), sidecar_of(path).read_bytes()
    done = run("-i", "talk.txt")
    assert done.code == 3
    assert f"talk.txt{SIDECAR}:" in done.err
    assert run("restore", "talk.txt").code == 3
    assert (path.read_bytes(), sidecar_of(path).read_bytes()) == before


def test_diff_shows_the_numbers_of_the_sidecar(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    path.write_text(path.read_text() + "Abel Quillfeather.\n")
    before = sidecar_of(path).read_bytes()
    assert "+[PERSON_3] [PERSON_2]." in run("--diff", "talk.txt").out
    assert sidecar_of(path).read_bytes() == before


# check


def test_check_reports_a_tag_without_an_entry(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("talk.txt", TEXT + TEXT)
    run("-i", "talk.txt")
    assert run("check").code == 0
    lines = sidecar_of(path).read_text().splitlines(keepends=True)
    sidecar_of(path).write_text("".join(one for one in lines if "[CASE_1]" not in one))
    done = run("check")
    assert done.code == 1
    assert "talk.txt:1:55: LOST_ENTRY (sidecar, 1.00)\n" in done.out
    assert "talk.txt:2:55: LOST_ENTRY (sidecar, 1.00)\n" in done.out
    corpus.git("add", "talk.txt")
    assert run("check", "--staged").code == 0  # the sidecar is not staged: then there is none
    corpus.git("add", ".")
    assert run("check", "--staged").code == 1


def test_check_reports_plain_sidecars_that_git_would_commit(
    run: CommandLine, repository: Repository
) -> None:
    rules(run, "sidecar: plain")
    repository.write(".gitignore", f"*{SIDECAR}\n")
    path = repository.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    assert run("check").code == 0
    repository.git("add", "-f", sidecar_of(path).name)
    for how in ([], ["--staged"], [sidecar_of(path).name]):
        done = run("check", *how)
        assert done.code == 1
        assert f"talk.txt{SIDECAR}:1:1: PLAIN_SIDECAR (sidecar, 1.00)\n" in done.out
        assert "Wilma" not in done.out + done.err
    repository.git("rm", "-q", "--cached", sidecar_of(path).name)
    (run.folder / ".gitignore").unlink()
    assert "PLAIN_SIDECAR" in run("check").out


def test_check_reads_sidecars_and_does_not_scan_them(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    done = run("check", "talk.txt" + SIDECAR)
    assert done.code == 0
    sidecar_of(path).write_text(sidecar_of(path).read_text().replace("kind:", "sort:"))
    corpus.git("add", ".")
    for how in ([], ["--staged"], ["talk.txt" + SIDECAR]):
        done = run("check", *how)
        assert done.code == 3
        assert f"incomplete: talk.txt{SIDECAR}:2:1" in done.err


# real processes


def started(
    folder: Path, *arguments: str, limits: Callable[[], None] | None = None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(*arguments),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # a limit of file sizes would leave Python's own compiled files cut off
        preexec_fn=limits,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.fixture
def tree(run: CommandLine, corpus: Repository) -> Path:
    """200 filtered files to each of which something was added."""
    (run.folder / "short.yaml").write_text(RULES)
    names = [f"{number:03}.txt" for number in range(200)]
    for name in names:
        corpus.write(name, f"Quill, {name}\n")
    assert run("--rules", "short.yaml", "-i", *names).code == 0
    for name in names:
        with open(run.folder / name, "a") as file:
            file.write("Jane Smith\n")
    return run.folder


@pytest.mark.slow
def test_killed_at_any_moment_every_file_is_old_or_new_and_its_sidecar_opens(
    run: CommandLine, tree: Path
) -> None:
    names = sorted(path.name for path in tree.glob("*.txt"))
    old = {name: (tree / name).read_text() for name in names}
    new = {name: f"[PERSON_1], {name}\n[PERSON_2] [PERSON_3]\n" for name in names}
    chance = random.Random(6)
    halfway = 0
    for _ in range(10):
        awaited = chance.choice(names)
        process = started(tree, "-i", *names)
        while process.poll() is None and (tree / awaited).read_text() != new[awaited]:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.01))
        process.kill()
        process.communicate()
        texts = {name: (tree / name).read_text() for name in names}
        assert all(texts[name] in (old[name], new[name]) for name in names)
        pending = {
            name for name in names if parse(sidecar_of(tree / name).read_bytes(), name).coming
        }
        halfway += texts not in (old, new)
        assert run("restore", "--rules", "short.yaml", *names).code == 0
        for name in names:  # so that the next run finds work
            if texts[name] == new[name] and name not in pending:
                old[name], new[name] = new[name] + "Quill\n", new[name] + "[PERSON_1]\n"
                (tree / name).write_text(old[name])
    assert halfway
    assert run("--rules", "short.yaml", "-i", *names).code == 0
    assert [name for name in names if (tree / name).read_text() != new[name]] == []
    assert list(tree.glob(".anonfilter-*")) == []
    done = run("restore", "--rules", "short.yaml", *names)
    assert done.code == 0
    assert done.out.count("Jane Smith") == 200


@pytest.mark.slow
def test_two_runs_at_once_do_not_mix(run: CommandLine, tree: Path) -> None:
    names = sorted(path.name for path in tree.glob("*.txt"))[:20]
    processes = [started(tree, "-i", *names) for _ in range(3)]
    for process in processes:
        _, said = process.communicate()
        assert process.returncode == 0, said.decode()
    assert run("restore", *names).out == "".join(f"Quill, {name}\nJane Smith\n" for name in names)
    assert list(tree.glob(".anonfilter-*")) == []


def test_a_full_disk_leaves_everything_as_it_was(run: CommandLine, corpus: Repository) -> None:
    (run.folder / "short.yaml").write_text(RULES)
    path = corpus.write("note.txt", "Quill\n" + "x" * 300_000)
    assert run("--rules", "short.yaml", "-i", "note.txt").code == 0
    path.write_text(path.read_text() + "\nJane Smith\n")
    before = path.read_bytes(), sidecar_of(path).read_bytes()
    for limit in (0, 200, 1_500, 290_000):
        process = started(
            run.folder,
            "-i",
            "note.txt",
            limits=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit)),
        )
        _, said = process.communicate()
        assert process.returncode == 3
        assert "cannot be written: File too large" in said.decode()
        assert (path.read_bytes(), sidecar_of(path).read_bytes()) == before
        assert list(run.folder.glob(".anonfilter-*")) == []
    assert run("--rules", "short.yaml", "-i", "note.txt").code == 0
    assert run("restore", "note.txt").out.endswith("Jane Smith\n")
