"""The action and the component at the top of this repository, run as they stand."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from anonfilter import __version__
from tests.ci_runner import COMPONENT, ROOT, bash, included, inputs, pipeline, propose, runner
from tests.commands.commandline import RULES
from tests.repository.hooked import CLEAN, LEAK, Dataset
from tests.schemas import GITHUB_ACTION, GITLAB_CI, stored

pytestmark = pytest.mark.slow

ACTION: dict[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text())


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    made = Dataset(tmp_path / "dataset")
    made.stage("notes.txt", CLEAN)
    made.commit()
    return made


def act(
    dataset: Dataset, event: str, *, before: str = "", step: str = "Check", **given: str
) -> subprocess.CompletedProcess[str]:
    """Run a step of the action, as a runner does for an event."""
    values = inputs(ACTION["inputs"], {name.replace("_", "-"): one for name, one in given.items()})
    known = {f"inputs.{name}": value for name, value in values.items()}
    [found] = [one for one in ACTION["runs"]["steps"] if one.get("name") == step]
    assert found["shell"] == "bash"
    assert "${{" not in found["run"], "what others name must not become a command"
    reported = {
        name: re.sub(r"\$\{\{ (.*?) \}\}", lambda gap: known[gap[1]], value)
        for name, value in found["env"].items()
    }
    given_by_runner = runner(dataset, event, before) | {"GITHUB_ACTION_PATH": str(ROOT)}
    return bash(dataset, found["run"], given_by_runner | reported)


def test_the_action_is_one_that_github_takes() -> None:
    stored(GITHUB_ACTION).validate(ACTION)
    assert not stored(GITHUB_ACTION).is_valid(ACTION | {"runs": {"using": "composite"}})


def test_the_component_is_one_that_gitlab_takes() -> None:
    stored(GITLAB_CI).validate({"anonfilter": included()})
    head, _ = YAML(typ="safe").load_all(COMPONENT.read_text())
    assert head["spec"]["inputs"]["packages"]["default"] == f"anonfilter=={__version__}"


def test_the_action_installs_its_own_checkout(dataset, tmp_path, monkeypatch):
    target = tmp_path / "installed"
    monkeypatch.setitem(dataset.environment, "PIP_TARGET", str(target))
    monkeypatch.setitem(dataset.environment, "PIP_NO_DEPS", "1")
    monkeypatch.setitem(dataset.environment, "PIP_NO_BUILD_ISOLATION", "0")  # no, there is none
    done = act(dataset, "push", step="Install", extras="lsp", packages="\npluggy>=1.5\n")
    assert done.returncode == 0, done.stderr
    assert (target / "anonfilter" / "__main__.py").is_file()
    assert (target / "anonfilter_english").is_dir()
    assert (target / "pluggy").is_dir()


def test_a_pull_request_is_checked_by_the_rules_of_its_target_branch(dataset):
    softer = RULES.replace("taggers:", "check: {ignore: [PERSON, CASE]}\ntaggers:")
    propose(dataset, {".anonfilter/rules.yaml": softer, "leak.txt": LEAK})
    done = act(dataset, "pull_request")
    assert done.returncode == 1
    assert "::error file=leak.txt,line=2" in done.stdout
    assert json.loads((dataset.path / "anonfilter.sarif").read_text())["runs"][0]["results"]
    assert act(dataset, "pull_request", paths="leak.txt").returncode == 1


def test_a_pull_request_is_clean_if_all_its_commits_are(dataset):
    propose(dataset, {"more.txt": CLEAN})
    assert act(dataset, "pull_request").returncode == 0


def test_a_leak_that_a_later_commit_takes_out_fails(dataset):
    propose(dataset, {"leak.txt": LEAK}, {"leak.txt": None})
    done = act(dataset, "pull_request")
    assert (done.returncode, "leak.txt" in done.stdout) == (1, True)


def test_a_commit_to_compare_with_can_be_given(dataset):
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert act(dataset, "merge_group", base="HEAD^").returncode == 0
    assert act(dataset, "merge_group", base="HEAD~2").returncode == 1
    assert act(dataset, "merge_group").returncode == 1


def test_all_files_and_the_commits_of_a_push_are_checked(dataset):
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    assert act(dataset, "push", before=before).returncode == 1
    dataset.git("rm", "-q", "leak.txt")
    dataset.commit()
    after = dataset.git("rev-parse", "HEAD").stdout.strip()
    assert act(dataset, "push", before=after).returncode == 0
    assert act(dataset, "push", before=before).returncode == 1
    assert act(dataset, "push", before="0" * 40).returncode == 1


def test_paths_are_checked_whole_and_alone(dataset):
    dataset.stage("a folder/leak.txt", LEAK)
    dataset.commit()
    assert act(dataset, "push", paths="notes.txt").returncode == 0
    assert act(dataset, "push", paths="notes.txt\na folder\n").returncode == 1
    assert act(dataset, "push", paths="notes.txt", rules="nowhere.yaml").returncode == 2


@pytest.mark.parametrize(
    ("event", "base", "why"),
    [
        ("pull_request_target", "", "pull_request_target"),
        ("pull_request", "no-such-commit", "fetch-depth"),
        ("pull_request", "--all", "fetch-depth"),
    ],
)
def test_revisions_that_cannot_be_compared_fail(dataset, event, base, why):
    done = act(dataset, event, base=base)
    assert (done.returncode, why in done.stdout) == (2, True)


def test_another_commit_than_the_merge_of_a_pull_request_fails(dataset, monkeypatch):
    propose(dataset, {"leak.txt": LEAK}, {"more.txt": CLEAN})
    merge = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.git("checkout", "-q", "proposed")
    [step] = [one for one in ACTION["runs"]["steps"] if one.get("name") == "Check"]
    reported = (
        dict.fromkeys(step["env"], "") | runner(dataset, "pull_request") | {"GITHUB_SHA": merge}
    )
    done = bash(dataset, step["run"], reported)
    assert (done.returncode, "merge of the pull request" in done.stdout) == (2, True)


def component(dataset: Dataset, base: str = "", **given: str) -> int:
    return pipeline(dataset, included(**given), CI_MERGE_REQUEST_DIFF_BASE_SHA=base)


def test_the_component_takes_paths_and_rules(dataset):
    dataset.stage("a folder/leak.txt", LEAK)
    dataset.commit()
    assert component(dataset, paths="notes.txt") == 0
    assert component(dataset, paths="notes.txt\na folder") == 1
    base = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert component(dataset, base, rules="fast") == 0
    assert component(dataset, base, rules="nowhere.yaml") == 2
