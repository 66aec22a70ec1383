"""The configuration of pre-commit, as ``anonfilter git status`` evaluates it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from anonfilter_repository import clone as clones
from anonfilter_repository import clone_guard, pre_commit_checks

from tests.repository.hooked import HERE, Dataset
from tests.test_hooks import manifest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A repository with a transcript, in which pre-commit has installed its hooks."""
    dataset = Dataset(tmp_path_factory.mktemp("configured") / "dataset")
    dataset.stage("transcripts/a.txt", "Yes.\n")
    dataset.write(".pre-commit-config.yaml", "repos: []\n")
    kinds = ["-t", "pre-commit", "-t", "pre-merge-commit", "-t", "commit-msg", "-t", "pre-push"]
    subprocess.run(
        [HERE / "pre-commit", "install", *kinds],
        cwd=dataset.path,
        env=dataset.environment,
        check=True,
        capture_output=True,
    )
    return dataset.path


@pytest.fixture
def clone(installed, monkeypatch) -> clones.Clone:
    monkeypatch.chdir(installed)
    monkeypatch.delenv("ANONFILTER_RULES", raising=False)
    monkeypatch.delenv("SKIP", raising=False)
    return clones.current()


@pytest.fixture
def reported(clone):
    """What is said of a hook with a configuration."""

    def of(config: str, hook: str = "pre-commit") -> clone_guard.Fact:
        (clone.top / ".pre-commit-config.yaml").write_text(config)
        return clone_guard.hook(clone, hook)

    return of


def local(said):
    """A configuration with one hook of the user's own."""
    hook = f"{{id: mine, name: x, language: system, {said}}}"
    return f"repos: [{{repo: local, hooks: [{hook}]}}]\n"


def shipped(hook="anonfilter-check", said="", top=""):
    """A configuration with one hook of ours, and what is said of it, or of all hooks."""
    named = f"{{id: {hook}{said and ', '}{said}}}"
    address = "'https://github.com/anonfilter/anonfilter'"
    return f"{top}repos: [{{repo: {address}, rev: v1, hooks: [{named}]}}]\n"


COMMITTED = "entry: anonfilter check --staged, types: []"


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (shipped(said="exclude: transcripts/"), "`exclude: transcripts/` leaves out transcripts/a"),
        (shipped(said=r"exclude: \.(srt|vtt)$"), "leaves out document.srt, document.vtt"),
        (shipped(said="files: ^src/"), "leaves out transcripts/a.txt, document.txt"),
        (shipped(top="exclude: ^trans\n"), "`exclude: ^trans` leaves out transcripts/a.txt"),
        (shipped(top="files: py$\n"), "`files: py$` leaves out"),
        (shipped(said="files: '('"), "is not a regular expression"),
        (shipped(said="types: [python]"), "which `types: [python]` disables"),
        (shipped(said="types: [file]"), "which `types: [file]` disables"),
        (shipped(said="types_or: [markdown]"), "which `types_or: [markdown]` disables"),
        (shipped(said="types_or: [file]"), "which `types_or: [file]` disables"),
        (shipped(said="exclude_types: [csv]"), "which `exclude_types: [csv]` disables"),
        (shipped(said="stages: [manual]"), "without anonfilter"),
        (shipped(said="stages: []", top="default_stages: [pre-push]\n"), "without anonfilter"),
        (shipped(said="args: [--only, DATE]"), "are not only our check"),
        (shipped(said="args: [--help]"), "are not only our check"),
        (shipped(said="entry: 'true'"), "are not only our check"),
        (shipped(said="language: pygrep"), "which `language: pygrep` disables"),
        (shipped("anonfilter-redact"), "are not only our check"),
        (local("entry: bash -c 'anonfilter check --staged || true', types: []"), "only our check"),
        (local("entry: ./anonfilter check --staged, types: []"), "are not only our check"),
        (local("entry: anonfilter check, types: []"), "are not only our check"),
        (local("entry: anonfilter check --staged"), "which `types: [file]` disables"),
    ],
)
def test_settings_that_hide_files_disable_our_hook(reported, config, why):
    fact = reported(config)
    assert not fact.well
    assert why in fact.says


@pytest.mark.parametrize(
    ("config", "hook"),
    [
        (shipped(), "pre-commit"),
        (shipped("anonfilter-check-fast", "args: [--rules, strict]"), "pre-commit"),
        (shipped(said=r"exclude: ^(src|vendor)/|\.py$", top="fail_fast: true\n"), "pre-commit"),
        (shipped(said="exclude: ., always_run: true, pass_filenames: false"), "pre-commit"),
        (local(COMMITTED), "pre-commit"),
        (
            local("entry: uv run anonfilter check --staged, always_run: yes, pass_filenames: no"),
            "pre-merge-commit",
        ),
        (shipped("anonfilter-commit-msg", "exclude: ^docs/"), "commit-msg"),
        (shipped("anonfilter-pre-push", top="files: py$\n"), "pre-push"),
    ],
)
def test_settings_that_hide_no_document_are_allowed(reported, config, hook):
    fact = reported(config, hook)
    assert fact.well, fact


@pytest.mark.parametrize(
    ("config", "hook"),
    [
        (shipped("anonfilter-commit-msg", "files: txt$"), "commit-msg"),
        (shipped("anonfilter-commit-msg", "types: [markdown]"), "commit-msg"),
        (shipped("anonfilter-commit-msg", "pass_filenames: false"), "commit-msg"),
        (shipped("anonfilter-commit-msg", top="files: txt$\n"), "commit-msg"),
        (shipped("anonfilter-pre-push", "always_run: false"), "pre-push"),
        (shipped("anonfilter-pre-push", "pass_filenames: true"), "pre-push"),
        (shipped("anonfilter-pre-push", "args: [x]"), "pre-push"),
    ],
)
def test_settings_that_hide_messages_and_pushes_disable_our_hooks(reported, config, hook):
    assert not reported(config, hook).well


def test_two_hooks_cover_together_what_each_leaves_out(reported):
    both = "{id: anonfilter-check, files: ^a/}, {id: anonfilter-check, exclude: ^a/}"
    assert reported(shipped().replace("{id: anonfilter-check}", both)).well


@pytest.mark.parametrize("config", ["repos: 7\n", "[]\n", f"repos: {'[' * 30_000}", "a: [\n", "\0"])
def test_a_configuration_that_cannot_be_read_guards_nothing(reported, config):
    assert not reported(config).well


def test_a_hook_that_the_environment_skips_is_disabled(reported, monkeypatch):
    monkeypatch.setenv("SKIP", "flake8, anonfilter-check")
    assert "which the variable SKIP skips" in reported(shipped()).says


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("HERE=", "exit 0\nHERE="),
        ("#!/usr/bin/env bash", "#!/bin/true"),
        ("exec pre-commit", "pre-commit"),
        ("--hook-type=pre-commit", "--hook-type=pre-push"),
        ("--hook-type=pre-commit)", "--hook-type=pre-commit); exit"),
    ],
)
def test_an_edited_hook_of_pre_commit_is_not_trusted(reported, clone, old, new):
    assert reported(shipped()).well
    path = clone.hooks / "pre-commit"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    try:
        fact = reported(shipped())
    finally:
        path.write_text(text)
    assert not fact.well
    assert "but" in fact.says


def test_status_reads_our_hooks_as_shipped():
    named = ("entry", "types", "types_or", "stages", "always_run", "pass_filenames", "args")
    assert {
        hook["id"]: {key: hook[key] for key in named if key in hook} for hook in manifest()
    } == pre_commit_checks.MANIFEST
