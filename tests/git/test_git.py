"""Reading the index, listing files, and errors of git."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from anonfilter import git
from anonfilter.errors import Incomplete
from tests.git_repository import Repository


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.path)
    return made


def test_the_first_commit_has_no_parent_and_works(repository):
    repository.stage("a.txt", "one")
    assert [entry.path for entry in git.staged()] == ["a.txt"]


def test_a_changed_type_is_a_change(repository):
    repository.stage("a.txt", "one")
    repository.commit()
    (repository.path / "a.txt").unlink()
    (repository.path / "a.txt").symlink_to("b.txt")
    repository.git("add", "a.txt")
    [entry] = git.staged()
    assert entry.mode == "120000"


def test_blobs_come_out_byte_for_byte(repository):
    contents = [b"", b"\n", b"a\r\n\0\xff", os.urandom(300_000), b"no end"]
    for number, content in enumerate(contents):
        repository.stage(f"{number}.bin", content)
    with git.blobs() as reader:
        assert [reader.read(entry.blob) for entry in git.index()] == contents


def test_a_replaced_blob_is_read_as_it_will_be_pushed(repository):
    repository.stage("a.txt", "leak")
    repository.stage("b.txt", "clean")
    leak, clean = git.index()
    repository.git("replace", leak.blob, clean.blob)
    with git.blobs() as reader:
        assert reader.read(leak.blob) == b"leak"


def test_a_blob_that_is_not_here_is_incomplete_and_the_next_one_is_read(repository):
    repository.stage("a.txt", "one")
    [entry] = git.index()
    with git.blobs() as reader:
        with pytest.raises(Incomplete):
            reader.read("0123456789" * 4)
        assert reader.read(entry.blob) == b"one"


def test_the_index_that_is_being_committed_counts(repository, monkeypatch):
    """``git commit PATH`` uses a temporary index, named in the environment."""
    repository.stage("a.txt", "one")
    repository.stage("b.txt", "one")
    repository.git("commit", "-q", "-m", "first", "b.txt")
    other = repository.path / ".git" / "next-index"
    repository.environment["GIT_INDEX_FILE"] = str(other)
    repository.git("read-tree", "HEAD")
    repository.write("b.txt", "two")
    repository.git("update-index", "b.txt")
    assert [entry.path for entry in git.staged()] == ["a.txt"]
    monkeypatch.setenv("GIT_INDEX_FILE", str(other))
    assert [entry.path for entry in git.staged()] == ["b.txt"]


def test_another_repository_is_listed_as_what_it_is(repository, tmp_path, monkeypatch):
    other = Repository(tmp_path / "other")
    other.write("theirs.txt", "")
    monkeypatch.setenv("GIT_DIR", str(repository.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repository.path))
    assert git.listed(other.path) == git.Listing(("theirs.txt",), True)
    assert git.toplevel(other.path) == other.path


def test_a_folder_in_no_repository_has_no_top(tmp_path):
    assert git.toplevel(tmp_path) is None


def test_a_missing_repository_is_reported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(git.GitError, match="not inside a Git repository"):
        git.index()


def test_git_that_refuses_is_never_an_empty_answer(repository, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    for ask in (git.index, git.staged, lambda: git.listed(repository.path)):
        with pytest.raises(git.GitError, match="another user") as refused:
            ask()
        assert "safe.directory" in refused.value.hint


def test_a_missing_git_is_reported(repository, monkeypatch):
    monkeypatch.setenv("PATH", str(repository.path))
    with pytest.raises(git.GitError, match="not installed"):
        git.staged()
