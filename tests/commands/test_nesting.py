"""Deeply nested YAML and JSON is refused wherever it is read."""

from __future__ import annotations

import pytest

DEEP = "anonfilter: 1\nx: " + "[" * 30_000 + "]" * 30_000 + "\n"
FILES = [
    ".anonfilter/corpus.yaml",
    ".anonfilter/allow.yaml",
    ".anonfilter/baseline.yaml",
    "notes.txt.decisions.yaml",
    "notes.txt.pseudonyms.yaml",
    "roster.yaml",
]


@pytest.fixture(autouse=True)
def rules_of_the_tree(run, monkeypatch):
    """Rules with decisions, in the repository."""
    text = (run.folder.parent / "rules" / "small.yaml").read_text()
    monkeypatch.delenv("ANONFILTER_RULES")
    (run.folder / "rules.yaml").write_text(text + "resolvers: [{use: roles}, {use: decisions}]\n")


@pytest.mark.parametrize("path", FILES)
def test_deep_files_make_a_check_incomplete(run, repository, path):
    repository.stage("rules.yaml", (run.folder / "rules.yaml").read_bytes())
    repository.stage("notes.txt", "We met at noon.\n")
    repository.stage(path, DEEP)
    result = run("check", "--staged")
    assert result.code in (2, 3), result.err
    assert path.removeprefix("notes.txt.") in result.err
    assert "unexpected" not in result.err


@pytest.mark.parametrize("path", ["rules.yaml", "roster.yaml", "own.yaml"])
def test_deep_named_files_are_refused(run, path):
    (run.folder / path).write_text(DEEP)
    named = {"roster.yaml": ["--roster", path], "own.yaml": ["--rules", path]}.get(path, [])
    result = run("check", "--stdin", *named, stdin=b"We met at noon.\n")
    assert result.code in (2, 3), result.err
    assert f"{path}:" in result.err
    assert "unexpected" not in result.err


@pytest.mark.parametrize("path", FILES)
def test_the_history_is_still_checked(run, repository, path):
    """A file that was committed stays in the history for good."""
    repository.stage("rules.yaml", (run.folder / "rules.yaml").read_bytes())
    repository.stage("notes.txt", "On Monday we met Wilma Quillfeather.\n")
    repository.stage(path, DEEP)
    repository.commit()
    repository.git("rm", "-q", path)
    repository.commit("mended")
    result = run("check", "--history")
    assert result.code == 1, result.err
    assert "notes.txt:1:18: PERSON" in result.out


def test_a_roster_with_deep_yaml_is_reported(run, repository):
    repository.stage("who.yaml", "people:\n- name: Wilma Quillfeather\n" + DEEP)
    assert "who.yaml:1:1: ROSTER" in run("check", "--staged").out
