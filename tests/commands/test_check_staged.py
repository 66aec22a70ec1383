"""``anonfilter check --staged``: the index, not the files on disk."""

from __future__ import annotations

import pytest

from tests.git_repository import Repository

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"


def test_staged_reads_the_index_and_not_the_file(run, repository):
    repository.stage("a.txt", LEAK)
    repository.write("a.txt", CLEAN)
    repository.stage("b.txt", CLEAN)
    repository.write("b.txt", LEAK)
    result = run("check", "--staged")
    assert {line.partition(":")[0] for line in result.out.splitlines()} == {"a.txt"}


def test_staged_reads_changes_and_named_files(run, repository):
    repository.stage("old.txt", LEAK)
    repository.stage("gone.txt", LEAK)
    repository.stage("sub/deep.txt", LEAK)
    repository.stage("moved.txt", LEAK + "More.\n" * 20)
    repository.commit()
    assert run("check", "--staged").last == "nothing to scan: no file was chosen; 0 files outside"
    assert run("check", "--staged", "old.txt").code == 1
    assert run("check", "--staged", ".").last.startswith("scanned 4 files")
    assert run("check", "--staged", "sub").out.startswith("sub/deep.txt:2:8")
    repository.git("rm", "-q", "gone.txt")
    assert run("check", "--staged").code == 0
    repository.git("mv", "moved.txt", "renamed.txt")
    assert run("check", "--staged").out.startswith("renamed.txt:2:8")


def test_settings_of_git_hide_nothing(run, repository, monkeypatch):
    repository.git("config", "diff.relative", "true")
    repository.git("config", "diff.renames", "copies")
    repository.git("config", "diff.external", "true")
    repository.git("config", "core.quotePath", "true")
    repository.stage("top.txt", LEAK)
    repository.stage("sub/deep.txt", CLEAN)
    monkeypatch.chdir(repository.path / "sub")
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "1")
    assert run("check", "--staged").out.startswith("../top.txt:2:8: PERSON")


def test_a_file_in_conflict_is_incomplete(run, repository):
    repository.stage("a.txt", "one\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "other")
    repository.stage("a.txt", "two\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.stage("a.txt", "three\n")
    repository.commit()
    repository.git("merge", "other", check=False)
    for arguments in (["check", "--staged"], ["check", "--staged", "a.txt"]):
        result = run(*arguments)
        assert result.code == 3
        assert "a.txt: has a merge conflict" in result.err


def test_a_submodule_is_outside(run, repository, tmp_path):
    other = Repository(tmp_path / "other")
    other.stage("a.txt", LEAK)
    other.commit()
    repository.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.path), "mod.txt"
    )
    assert run("check", "--staged").last.endswith("2 files outside")
    assert run("check", "--staged", "mod.txt").code == 0
    assert run("check").last.endswith("2 files outside")
    assert run("check", "mod.txt").code == 1


@pytest.mark.parametrize(
    "command",
    [
        "check --staged",
        "check --diff main...HEAD",
        "check --history",
        "check --history a..b",
        "check --rules-from main",
        "git status",
        "git install",
        "git uninstall",
        "git pushed x y",
        "ci init pre-receive",
    ],
)
def test_outside_a_repository_staged_is_an_error(run, command):
    result = run(*command.split())
    assert result.code == 2
    assert result.err.startswith("anonfilter: this is not inside a Git repository\n")
