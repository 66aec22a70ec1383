"""A leak is stopped on every way into git, by the first hook of that way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.repository.hooked import CLEAN, LEAK, Dataset

pytestmark = pytest.mark.slow

NAME = "Wilma Quillfeather"


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """A repository with hooks, and a remote that has everything."""
    made = Dataset(tmp_path / "dataset")
    made.stage("notes.txt", CLEAN)
    made.commit()
    made.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    made.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    made.git("push", "-q", "origin", "main")
    made.call("git", "install")
    return made


def tips(dataset: Dataset) -> str:
    return dataset.git("ls-remote", "origin").stdout


def refused(dataset: Dataset, *arguments: str) -> None:
    """Run git, and require that it refuses, and nothing has moved here or on the remote."""
    before = dataset.git("rev-parse", "HEAD").stdout, tips(dataset)
    done = dataset.try_git(*arguments)
    assert done.returncode != 0, done.stderr
    assert re.search(r": [1-9]\d* finding", done.stderr), done.stderr
    assert (dataset.git("rev-parse", "HEAD").stdout, tips(dataset)) == before


def passes(dataset: Dataset, *arguments: str) -> None:
    done = dataset.try_git(*arguments)
    assert done.returncode == 0, done.stderr


def leak_on(dataset: Dataset, branch: str) -> None:
    """Commit a leak on a branch without hooks."""
    dataset.git("checkout", "-q", "-b", branch)
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    dataset.git("checkout", "-q", "main")


def diverge(dataset: Dataset) -> None:
    dataset.stage("other.txt", CLEAN)
    passes(dataset, "commit", "-m", "on main")


def test_added_files_are_checked(dataset):
    dataset.stage("notes.txt", LEAK)
    refused(dataset, "commit", "-m", "x")


def test_files_that_commit_adds_are_checked(dataset):
    dataset.write("notes.txt", LEAK)
    refused(dataset, "commit", "-a", "-m", "x")
    refused(dataset, "commit", "-m", "x", "notes.txt")


def test_the_staged_version_behind_a_clean_file_is_checked(dataset):
    dataset.stage("notes.txt", LEAK)
    dataset.write("notes.txt", CLEAN)
    refused(dataset, "commit", "-m", "x")
    dataset.stage("notes.txt", CLEAN + "More.\n")
    dataset.write("notes.txt", LEAK)
    passes(dataset, "commit", "-m", "x")


def test_amended_commits_are_checked(dataset):
    dataset.stage("notes.txt", LEAK)
    refused(dataset, "commit", "--amend", "--no-edit")


def test_merged_changes_are_checked(dataset):
    leak_on(dataset, "theirs")
    diverge(dataset)
    refused(dataset, "merge", "--no-edit", "theirs")


def test_changes_of_a_conflicting_merge_are_checked(dataset):
    dataset.git("checkout", "-q", "-b", "theirs")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    dataset.git("checkout", "-q", "main")
    dataset.stage("notes.txt", CLEAN + "Ours.\n")
    passes(dataset, "commit", "-m", "ours")
    assert dataset.try_git("merge", "theirs").returncode == 1
    dataset.stage("notes.txt", LEAK + "Ours.\n")
    refused(dataset, "commit", "--no-edit")


@pytest.mark.parametrize("way", ["merge", "rebase", "cherry-pick", "reset"])
def test_commits_made_without_a_hook_are_not_pushed(dataset, way):
    leak_on(dataset, "theirs")
    if way in ("rebase", "cherry-pick"):
        diverge(dataset)
    if way == "rebase":
        dataset.git("rebase", "-q", "theirs")
    else:
        options = {"merge": ["--ff-only"], "reset": ["--hard"]}.get(way, [])
        dataset.git(way, *options, "theirs")
    assert "leak.txt" in dataset.git("ls-files").stdout
    refused(dataset, "push", "origin", "main")


def test_stashed_changes_are_checked(dataset):
    dataset.stage("notes.txt", LEAK)
    dataset.git("stash", "-q")
    dataset.git("stash", "pop", "-q", "--index")
    refused(dataset, "commit", "-m", "x")
    dataset.git("stash", "-q")
    refused(dataset, "push", "origin", "refs/stash:refs/heads/mine")


def test_renamed_files_are_checked(dataset):
    dataset.stage("leak.md", LEAK)
    dataset.commit()
    dataset.git("mv", "leak.md", "leak.txt")
    refused(dataset, "commit", "-m", "x")


def test_patches_of_a_mailbox_are_checked(dataset, tmp_path):
    leak_on(dataset, "theirs")
    patch = tmp_path / "patch"
    patch.write_text(dataset.git("format-patch", "--stdout", "main..theirs").stdout)
    refused(dataset, "am", str(patch))


def test_names_of_files_are_checked(dataset):
    dataset.stage(f"{NAME}.txt", CLEAN)
    refused(dataset, "commit", "-m", "x")


def test_messages_are_checked(dataset):
    dataset.stage("notes.txt", CLEAN + "More.\n")
    refused(dataset, "commit", "-m", f"Add what {NAME} said")
    dataset.git("commit", "-q", "--no-verify", "-m", f"Add what {NAME} said")
    refused(dataset, "push", "origin", "main")


def test_names_and_messages_of_tags_are_checked(dataset):
    tag = NAME.replace(" ", "-")
    dataset.git("tag", tag)
    refused(dataset, "push", "origin", tag)
    refused(dataset, "push", "--tags", "origin")
    dataset.git("tag", "-a", "-m", f"As {NAME} wished", "v1")
    refused(dataset, "push", "origin", "v1")


def test_names_of_branches_are_checked(dataset):
    refused(dataset, "push", "origin", f"main:refs/heads/{NAME.replace(' ', '-')}")


def test_values_that_were_committed_and_removed_again_are_found(dataset):
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    dataset.git("rm", "-q", "leak.txt")
    passes(dataset, "commit", "-m", "out again")
    refused(dataset, "push", "origin", "main")


def test_every_branch_of_a_push_is_checked(dataset):
    leak_on(dataset, "theirs")
    diverge(dataset)
    refused(dataset, "push", "origin", "main", "theirs")
    passes(dataset, "push", "origin", "main")


def test_an_address_in_place_of_a_remote_hides_nothing(dataset, tmp_path):
    leak_on(dataset, "theirs")
    refused(dataset, "push", str(tmp_path / "remote.git"), "theirs")


def test_commits_of_one_remote_do_not_count_for_another(dataset, tmp_path):
    leak_on(dataset, "theirs")
    dataset.git("push", "-q", "--no-verify", "origin", "theirs")
    public = tmp_path / "public.git"
    dataset.git("init", "-q", "--bare", str(public))
    dataset.git("config", "remote.origin.pushurl", str(public))
    refused(dataset, "push", "origin", "theirs")
    assert not dataset.git("ls-remote", str(public)).stdout


def test_commits_that_the_remote_has_do_not_fail_a_push(dataset):
    leak_on(dataset, "theirs")
    dataset.git("push", "-q", "--no-verify", "origin", "theirs")
    dataset.git("checkout", "-q", "-b", "next", "theirs")
    diverge(dataset)
    passes(dataset, "push", "origin", "next")
    passes(dataset, "push", "origin", ":theirs")
    passes(dataset, "push", "origin", "next")
