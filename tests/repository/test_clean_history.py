"""``anonfilter git clean-history`` with the real git-filter-repo."""

from __future__ import annotations

import pytest

from tests.repository.hooked import CLEAN, LEAK, Dataset

pytestmark = pytest.mark.slow

SIGNED = "Signed-off-by: Wilma Quillfeather <wilma@example.org>"


def test_a_history_is_cleaned_in_a_new_clone_only(dataset: Dataset, tmp_path) -> None:
    dataset.stage("notes.txt", LEAK)
    dataset.stage("data.bin", b"\0\1")
    dataset.commit(f"Notes of Abel Tamsin\n\nWhy.\n\n{SIGNED}")
    dataset.stage("notes.txt", CLEAN)
    dataset.commit()
    dataset.git("tag", "-a", "v1", "-m", "For Abel Tamsin")
    before = dataset.git("rev-parse", "--all").stdout
    planned = dataset.call("git", "clean-history")
    assert planned.returncode == 1
    assert "notes.txt (in commit " in planned.stdout
    assert "1 version of files and 2 messages to replace" in planned.stderr
    done = dataset.call("git", "clean-history", "--into", str(tmp_path / "clean.git"))
    assert done.returncode == 0, done.stderr
    assert dataset.git("rev-parse", "--all").stdout == before
    shown = dataset.git("-C", str(tmp_path / "clean.git"), "log", "-p", "--reverse", "main").stdout
    assert SIGNED in shown
    assert "Notes of [PERSON_1] [PERSON_2]" in shown
    assert "+we met [PERSON_1] [PERSON_2], see [CASE_1]." in shown
    assert "Abel" not in dataset.git("-C", str(tmp_path / "clean.git"), "show", "-s", "v1").stdout
    assert "git push --mirror --force" in done.stderr
    assert dataset.call("git", "clean-history", "--into", str(tmp_path)).returncode == 2


def test_what_cannot_be_replaced_is_named(dataset: Dataset, tmp_path) -> None:
    dataset.stage("Wilma_Quillfeather.txt", CLEAN)
    dataset.commit()
    planned = dataset.call("git", "clean-history", "--output", str(tmp_path / "plan"))
    assert planned.returncode == 1
    assert "1 finding to remove by hand" in planned.stderr
    assert (tmp_path / "plan" / "clean-history.sh").exists()
    dataset.stage("broken.txt", b"a\0b")
    dataset.commit()
    assert dataset.call("git", "clean-history").returncode == 3
