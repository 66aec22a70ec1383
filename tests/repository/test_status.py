"""``anonfilter git status``: which parts of a clone are guarded."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.git_repository import Repository
from tests.repository.hooked import HERE, Dataset
from tests.repository.test_precommit import local

pytestmark = pytest.mark.slow


def status(dataset: Dataset) -> tuple[bool, dict[str, dict[str, object]]]:
    done = dataset.call("git", "status", "--json")
    reported = json.loads(done.stdout)
    assert done.returncode == (0 if reported["guarded"] else 1)
    return reported["guarded"], {fact["name"]: fact for fact in reported["facts"]}


def test_a_fresh_clone_is_not_guarded_and_status_names_the_command(dataset):
    done = dataset.call("git", "status")
    assert done.returncode == 1
    assert "! pre-commit       none: what is committed is not checked" in done.stdout
    assert done.stdout.count("anonfilter git install") == 1
    assert done.stdout.splitlines()[-1].startswith("not guarded")


def test_a_clone_with_installed_hooks_is_guarded(dataset):
    dataset.call("git", "install")
    guarded, facts = status(dataset)
    assert guarded
    assert all(facts[name]["well"] for name in ("pre-commit", "commit-msg", "pre-push", "rules"))
    assert facts["rules"]["says"] == ".anonfilter/rules.yaml"


@pytest.mark.parametrize("missing", ["pre-commit", "pre-merge-commit", "commit-msg", "pre-push"])
def test_a_clone_without_a_needed_hook_is_not_guarded(dataset, missing):
    dataset.call("git", "install")
    (dataset.path / ".git" / "hooks" / missing).unlink()
    guarded, facts = status(dataset)
    assert not guarded
    assert not facts[missing]["well"]


def test_a_hook_that_is_not_executable_guards_nothing(dataset):
    dataset.call("git", "install")
    (dataset.path / ".git" / "hooks" / "pre-commit").chmod(0o644)
    guarded, facts = status(dataset)
    assert not guarded
    assert "not executable" in facts["pre-commit"]["says"]
    dataset.call("git", "install")
    assert status(dataset)[0]


def test_hooks_of_others_and_altered_ones_are_not_trusted(dataset):
    dataset.call("git", "install")
    path = dataset.path / ".git" / "hooks" / "pre-commit"
    path.write_text(path.read_text().replace("check --staged", "check --staged || true"))
    dataset.hook("pre-push", "anonfilter check")
    guarded, facts = status(dataset)
    assert not guarded
    assert "ours, but it was edited" in facts["pre-commit"]["says"]
    assert "not ours" in facts["pre-push"]["says"]


def test_hooks_outside_the_folder_that_git_uses_guard_nothing(dataset):
    dataset.call("git", "install")
    dataset.git("config", "core.hooksPath", "elsewhere")
    guarded, facts = status(dataset)
    assert not guarded
    assert "elsewhere (core.hooksPath, local)" in facts["hooks"]["says"]


def test_hooks_that_do_not_find_anonfilter_are_reported(dataset):
    dataset.call("git", "install", "--command", "/nowhere/anonfilter")
    guarded, facts = status(dataset)
    assert not guarded
    assert "cannot be run as: /nowhere/anonfilter; our hooks stop" in facts["anonfilter"]["says"]
    dataset.git("config", "anonfilter.command", "true")
    guarded, facts = status(dataset)
    assert not guarded
    assert "cannot be run as: true; our hooks let git go on" in facts["anonfilter"]["says"]


def test_wrong_rules_are_reported(dataset):
    dataset.call("git", "install")
    dataset.write(".anonfilter/rules.yaml", "anonfilter: 1\nlables: {}\n")
    guarded, facts = status(dataset)
    assert not guarded
    assert facts["rules"]["says"].startswith(".anonfilter/rules.yaml:2:1")


def test_rules_outside_the_repository_are_reported(dataset, tmp_path):
    dataset.call("git", "install")
    dataset.git("rm", "-q", ".anonfilter/rules.yaml")
    assert status(dataset)[1]["rules"]["says"] == "default, as shipped"
    (tmp_path / "mine.yaml").write_text("anonfilter: 1\nextends: fast\n")
    dataset.environment["ANONFILTER_RULES"] = str(tmp_path / "mine.yaml")
    assert "other clones may have other rules" in status(dataset)[1]["rules"]["says"]


def test_the_key_of_a_corpus(dataset):
    dataset.call("git", "install")
    assert "no originals are known" in status(dataset)[1]["corpus"]["says"]
    dataset.call("key", "new")
    fact = status(dataset)[1]["corpus"]
    assert fact["well"]
    assert "key" in fact["says"]
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    guarded, facts = status(dataset)
    assert guarded  # the hooks do their work; only what is known from elsewhere is not looked for
    assert "known originals are not recognised" in facts["corpus"]["says"]
    assert not facts["corpus"]["well"]


def test_configurations_of_ci_are_listed(dataset):
    assert not status(dataset)[1]["CI"]["well"]
    dataset.write(".github/workflows/tests.yaml", "on: push\njobs: {}\n")
    assert not status(dataset)[1]["CI"]["well"]
    dataset.call("ci", "init", "github")
    fact = status(dataset)[1]["CI"]
    assert fact["well"]
    assert ".github/workflows/anonfilter.yaml" in fact["says"]


def test_submodules_are_named_and_shown_if_asked_for(dataset, tmp_path):
    other = Repository(tmp_path / "other")
    other.stage("a.txt", "Nobody.\n")
    other.commit()
    add = ("-c", "protocol.file.allow=always", "submodule", "add", "-q")
    dataset.git(*add, str(tmp_path / "other"), "inner")
    dataset.call("git", "install")
    guarded, facts = status(dataset)
    assert guarded
    assert facts["submodules"]["says"] == "not looked at: inner"
    done = dataset.call("git", "status", "--recurse-submodules", "--json")
    assert done.returncode == 1
    reported = json.loads(done.stdout)
    assert not reported["guarded"]
    assert not {one["name"]: one for one in reported["submodules"]["inner"]}["pre-push"]["well"]
    dataset.call("git", "install", folder=dataset.path / "inner")
    assert dataset.call("git", "status", "--recurse-submodules").returncode == 0


def pre_commit(dataset: Dataset, config: str, *kinds: str) -> None:
    dataset.write(".pre-commit-config.yaml", config)
    for kind in kinds:
        subprocess.run(
            [HERE / "pre-commit", "install", "-t", kind],
            cwd=dataset.path,
            env=dataset.environment,
            check=True,
            capture_output=True,
        )


EVERY = ("pre-commit", "pre-merge-commit", "commit-msg", "pre-push")


def test_pre_commit_guards_with_our_hooks_only(dataset):
    dataset.call("ci", "init", "pre-commit")
    config = (dataset.path / ".pre-commit-config.yaml").read_text()
    pre_commit(dataset, config, *EVERY)
    guarded, facts = status(dataset)
    assert guarded
    assert facts["pre-commit"]["says"].startswith("pre-commit's, with anonfilter-check;")
    assert facts["pre-push"]["says"].startswith("pre-commit's, with anonfilter-pre-push;")
    pre_commit(dataset, config.replace("anonfilter-", "other-"), "pre-commit")
    guarded, facts = status(dataset)
    assert not guarded
    assert facts["pre-commit"]["says"].startswith("pre-commit's, without anonfilter")


def test_a_hook_of_pre_commit_in_one_stage_does_not_guard_the_others(dataset):
    pre_commit(
        dataset, local("entry: anonfilter check --staged, stages: [commit], types: []"), *EVERY
    )
    _, facts = status(dataset)
    assert [name for name in EVERY if facts[name]["well"]] == ["pre-commit"]
    assert "with mine" in facts["pre-commit"]["says"]


@pytest.mark.parametrize(
    "config", ["repos: 7\n", "[]\n", "repos: [{hooks: [3]}]\n", "a: [\n", None]
)
def test_a_strange_configuration_of_pre_commit_guards_nothing(dataset, config):
    pre_commit(dataset, "repos: []\n", "pre-commit")
    path = dataset.path / ".pre-commit-config.yaml"
    if config is None:
        path.unlink()
    else:
        path.write_text(config)
    assert not status(dataset)[1]["pre-commit"]["well"]


@pytest.mark.parametrize(
    "command", ["anonfilter --version ||", "sh -c 'anonfilter \"$@\" || true' x"]
)
def test_a_command_that_hides_failures_is_reported(dataset, command):
    dataset.call("git", "install", "--command", command)
    guarded, facts = status(dataset)
    assert not guarded
    assert "hides that a check fails" in facts["anonfilter"]["says"]
