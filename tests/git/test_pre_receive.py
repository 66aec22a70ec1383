"""A server's pre-receive hook: a bare repository refuses commits with personal data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.commandline import RULES
from tests.findings import values_in
from tests.git.hooked import CLEAN, HERE, LEAK, Dataset

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Path:
    return tmp_path / "server.git"


@pytest.fixture
def dataset(tmp_path: Path, server: Path) -> Dataset:
    """A clone without hooks; its remote has one, and nothing was pushed yet."""
    made = Dataset(tmp_path / "dataset")
    made.git("init", "-q", "--bare", "-b", "main", str(server))
    made.git("remote", "add", "origin", str(server))
    made.call("ci", "init", "pre-receive", folder=server)
    return made


def objects(server: Path) -> set[Path]:
    return {path for path in (server / "objects").rglob("*") if path.is_file()}


def refused(dataset: Dataset, server: Path, *arguments: str) -> str:
    """Push, and require that the push is refused whole and leaves no object behind."""
    before = dataset.git("ls-remote", "origin").stdout, objects(server)
    done = dataset.git("push", *arguments, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith("remote:")]
    assert not values_in("\n".join(said))
    assert done.returncode == 1
    assert "pre-receive hook declined" in done.stderr
    assert (dataset.git("ls-remote", "origin").stdout, objects(server)) == before
    return done.stderr


def pushes(dataset: Dataset, *arguments: str) -> None:
    done = dataset.try_git("push", *arguments)
    assert done.returncode == 0, done.stderr


def test_a_clean_history_is_taken_and_a_leak_is_not(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    said = refused(dataset, server, "origin", "main")
    assert "notes.txt:2:8: PERSON" in said
    assert "the push is refused" in said
    dataset.stage("notes.txt", CLEAN)
    dataset.commit()
    refused(dataset, server, "origin", "main")  # the history still has it
    dataset.git("reset", "-q", "--soft", "HEAD~2")
    dataset.commit()
    pushes(dataset, "origin", "main")


def test_the_first_push_is_checked_too(dataset, server):
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_new_branches_and_tags_are_checked_and_the_whole_push_with_them(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("checkout", "-q", "-b", "next")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    dataset.git("tag", "v1")
    dataset.git("checkout", "-q", "main")
    dataset.stage("other.txt", CLEAN)
    dataset.commit()
    refused(dataset, server, "origin", "next")
    refused(dataset, server, "origin", "v1")
    refused(dataset, server, "origin", "main", "next")
    pushes(dataset, "origin", "main", "main:another", "main:refs/tags/v0")


def test_names_of_branches_and_tags_are_read(dataset, server):
    pushes(dataset, "origin", "main")
    refused(dataset, server, "origin", "main:refs/tags/Wilma-Quillfeather")
    refused(dataset, server, "origin", "main:refs/heads/about/Wilma-Quillfeather")


def test_messages_are_read(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("commit", "-q", "--allow-empty", "-m", "What Wilma Quillfeather said")
    refused(dataset, server, "origin", "main")


def test_what_goes_away_needs_no_check(dataset, server):
    pushes(dataset, "origin", "main", "main:old", "main:refs/tags/v0")
    pushes(dataset, "origin", ":old", ":refs/tags/v0")
    pushes(dataset, "origin", "main:newer")


def test_a_forced_push_is_checked(dataset, server):
    dataset.stage("other.txt", CLEAN)
    dataset.commit()
    pushes(dataset, "origin", "main")
    dataset.git("reset", "-q", "--hard", "HEAD~1")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "--force", "origin", "main")


def test_no_push_softens_the_rules(dataset, server):
    pushes(dataset, "origin", "main")
    softer = RULES.replace("taggers:", "check: {ignore: [PERSON, CASE]}\ntaggers:")
    dataset.stage(".anonfilter/rules.yaml", softer)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")
    dataset.git("reset", "-q", "--hard", "HEAD~1")
    dataset.stage(".anonfilter/rules.yaml", softer)
    dataset.commit()
    pushes(dataset, "origin", "main")  # by themselves they are looked at by people
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    pushes(dataset, "origin", "main")


def test_a_server_that_knows_no_default_branch_says_so(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("-C", str(server), "symbolic-ref", "HEAD", "refs/heads/trunk")
    assert "git symbolic-ref HEAD" in refused(dataset, server, "origin", "main:another")


def test_a_server_may_have_rules_of_its_own(dataset, server, tmp_path):
    own = tmp_path / "server rules.yaml"
    own.write_text(RULES)
    dataset.git("-C", str(server), "config", "anonfilter.rules", str(own))
    dataset.stage(".anonfilter/rules.yaml", "anonfilter: 1\nlabels: {}\n")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_a_server_without_anonfilter_takes_nothing(dataset, server):
    dataset.environment["PATH"] = os.environ["PATH"].replace(f"{HERE}{os.pathsep}", "")
    said = refused(dataset, server, "origin", "main")
    assert "cannot be run on this server" in said
    tool = server / "anonfilter"
    tool.symlink_to(HERE / "anonfilter")
    dataset.git("-C", str(server), "config", "anonfilter.command", f"'{tool}'")
    pushes(dataset, "origin", "main")


def test_what_cannot_be_checked_is_not_taken(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("notes.txt", b"a\0b")
    dataset.commit()
    said = refused(dataset, server, "origin", "main")
    assert "the check is incomplete (exit code 3" in said


def test_notes_that_no_reference_names_yet(dataset: Dataset, server: Path) -> None:
    dataset.stage("notes.txt", CLEAN)
    dataset.commit()
    dataset.git("push", "-q", "origin", "main")
    dataset.git("notes", "add", "-m", LEAK)
    refused(dataset, server, "origin", "refs/notes/commits")
    refused(dataset, server, "origin", "refs/notes/commits:refs/heads/other")
