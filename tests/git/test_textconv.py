"""Readable diffs of sidecars: an optional driver of a clone, without a cache."""

from __future__ import annotations

import pytest

from tests.repository.hooked import Dataset

pytestmark = pytest.mark.slow

SIDECAR = "notes.txt.pseudonyms.yaml"


def attributes(dataset: Dataset) -> str:
    return (dataset.path / ".git" / "info" / "attributes").read_text()


def driver_of(dataset: Dataset, name: str) -> str:
    return dataset.git("check-attr", "diff", "--", name).stdout.strip().rpartition(" ")[2]


def test_textconv_is_set_only_on_request(dataset):
    dataset.call("git", "install")
    assert driver_of(dataset, SIDECAR) == "unspecified"
    said = dataset.call("git", "install", "--textconv").stderr
    assert "driver anonfilter set, in .git/info/attributes" in said
    assert driver_of(dataset, SIDECAR) == driver_of(dataset, f"sub/{SIDECAR}") == "anonfilter"
    assert driver_of(dataset, "notes.yaml") == "unspecified"
    assert "readable, without originals" in dataset.call("git", "status").stdout


def test_originals_are_shown_only_when_asked_for(dataset):
    assert dataset.call("git", "install", "--show-values").returncode == 2
    dataset.call("git", "install", "--textconv")
    command = dataset.git("config", "diff.anonfilter.textconv").stdout
    assert "map show --textconv" in command
    assert "--show-values" not in command
    dataset.call("git", "install", "--textconv", "--show-values")
    assert "--show-values" in dataset.git("config", "diff.anonfilter.textconv").stdout
    assert "readable, with originals" in dataset.call("git", "status").stdout


def test_a_diff_of_a_real_sidecar_is_one_of_tags(dataset):
    dataset.call("key", "new")
    dataset.call("git", "install", "--textconv")
    dataset.write("notes.txt", "We met Wilma Quillfeather.\n")
    assert dataset.call("-i", "notes.txt").returncode == 0
    dataset.git("add", ".")
    dataset.commit()
    dataset.write("notes.txt", "We met [PERSON_1] [PERSON_2] and Abel Tamsin.\n")
    assert dataset.call("-i", "notes.txt").returncode == 0
    assert "\n+[PERSON_3] PERSON" in dataset.git("diff", "--", SIDECAR).stdout
    dataset.call("git", "install", "--textconv", "--show-values")
    assert "Tamsin" in dataset.git("diff", "--", SIDECAR).stdout
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    shown = dataset.git("diff", "--", SIDECAR).stdout
    assert "[PERSON_3]" in shown
    assert "Tamsin" not in shown


@pytest.mark.parametrize("value", ["true", "yes", "1", "on"])
def test_textconv_is_refused_while_git_caches_its_output(dataset, value):
    dataset.git("config", "diff.anonfilter.cachetextconv", value)
    refused = dataset.call("git", "install", "--textconv")
    assert refused.returncode == 2
    assert "in clear" in refused.stderr
    assert not dataset.hooks()
    assert driver_of(dataset, SIDECAR) == "unspecified"


def test_a_cache_that_is_switched_on_later_leaves_the_clone_unguarded(dataset):
    dataset.call("git", "install", "--textconv")
    assert dataset.call("git", "status").returncode == 0
    dataset.git("config", "diff.anonfilter.cachetextconv", "true")
    done = dataset.call("git", "status")
    assert done.returncode == 1
    assert "! textconv" in done.stdout
    assert "git update-ref -d refs/notes/textconv/anonfilter" in done.stdout


def test_a_cache_for_all_repositories_does_not_affect_this_one(dataset, tmp_path):
    (tmp_path / "gitconfig").write_text("")
    dataset.environment["GIT_CONFIG_GLOBAL"] = str(tmp_path / "gitconfig")
    dataset.call("git", "install", "--textconv")
    dataset.git("config", "--global", "diff.anonfilter.cachetextconv", "true")
    assert dataset.git("config", "--bool", "diff.anonfilter.cachetextconv").stdout == "false\n"
    assert dataset.call("git", "status").returncode == 0


def test_without_anonfilter_diffs_show_sealed_lines(dataset):
    dataset.call("git", "install", "--textconv", "--command", "/nowhere/anonfilter")
    dataset.stage(SIDECAR, "sealed: one\n")
    dataset.commit()
    dataset.write(SIDECAR, "sealed: two\n")
    shown = dataset.git("diff", "--", SIDECAR).stdout
    assert "-sealed: one\n+sealed: two" in shown


def test_uninstalling_removes_our_settings_only(dataset):
    dataset.write(".git/info/attributes", "*.png binary\n")
    dataset.git("config", "diff.other.textconv", "cat")
    before = dataset.git("config", "--list", "--local").stdout
    for _ in range(2):
        dataset.call("git", "install", "--textconv")
    assert attributes(dataset).count("=anonfilter") == 2  # diff and merge
    dataset.call("git", "uninstall")
    assert attributes(dataset) == "*.png binary\n"
    assert dataset.git("config", "--list", "--local").stdout == before


def test_textconv_works_in_worktrees(dataset, tmp_path):
    other = tmp_path / "other"
    dataset.git("worktree", "add", "-q", str(other))
    dataset.call("git", "install", "--textconv", folder=other)
    assert driver_of(dataset, SIDECAR) == "anonfilter"
