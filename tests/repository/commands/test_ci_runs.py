"""The commands of generated configurations, run as they stand in real repositories."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.ci_runner import bash, included, pipeline, propose
from tests.commands.commandline import RULES
from tests.repository.hooked import CLEAN, LEAK, Dataset

pytestmark = pytest.mark.slow

ADDS, COMMITS = "Check what a pull request adds", "Check its commits and their messages"
EVERYWHERE = {"PYTHONSAFEPATH": "1"}
ALL, PUSHED = "Check all files", "Check the commits of this push"


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    made = Dataset(tmp_path / "dataset")
    made.stage("notes.txt", CLEAN)
    made.commit()
    return made


# GitHub


def steps(dataset: Dataset, event: str) -> Iterator[dict[str, Any]]:
    """The steps with commands that a runner would take for this event."""
    printed = dataset.call("ci", "init", "github", "--print", "--branch", "main").stdout
    [job] = YAML(typ="safe").load(printed)["jobs"].values()
    assert job["env"] == EVERYWHERE
    for step in job["steps"]:
        if "run" in step and ("if" not in step or f"github.event_name == '{event}'" in step["if"]):
            yield step


def github(
    dataset: Dataset, event: str, *, key: str = "", before: str = "", install: bool = False
) -> dict[str, str]:
    """What each step said, with its exit code in front. What is installed here already is
    installed again only where that is what a test is about."""
    known = {"secrets.ANONFILTER_KEY": key, "github.event.before": before}
    said = {}
    for step in steps(dataset, event):
        if step["name"] == "Install" and not install:
            continue
        told = EVERYWHERE | {
            name: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], value)
            for name, value in step.get("env", {}).items()
        }
        done = bash(dataset, step["run"], told)
        said[step["name"]] = f"{done.returncode}\n{done.stdout}{done.stderr}"
    return said


def codes(said: Mapping[str, str]) -> dict[str, int]:
    return {name: int(text.partition("\n")[0]) for name, text in said.items()}


def test_a_clean_pull_request_passes(dataset):
    propose(dataset, {"more.txt": CLEAN})
    said = github(dataset, "pull_request", install=True)
    assert codes(said) == {"Install": 0, ADDS: 0, COMMITS: 0}
    sarif = json.loads((dataset.path / "anonfilter.sarif").read_text())
    assert sarif["version"] == "2.1.0"


def test_a_leak_in_a_pull_request_fails_at_its_line(dataset):
    propose(dataset, {"notes.txt": CLEAN + LEAK})
    said = github(dataset, "pull_request")
    assert codes(said) == {ADDS: 1, COMMITS: 1}
    assert "::error file=notes.txt,line=4" in said[ADDS]
    assert json.loads((dataset.path / "anonfilter.sarif").read_text())["runs"][0]["results"]


def test_a_leak_that_a_later_commit_takes_out_fails(dataset):
    propose(dataset, {"leak.txt": LEAK}, {"leak.txt": None, "more.txt": CLEAN})
    assert codes(github(dataset, "pull_request")) == {ADDS: 0, COMMITS: 1}


def test_what_leaked_before_is_not_held_against_a_pull_request(dataset):
    dataset.stage("old.txt", LEAK)
    dataset.commit()
    propose(dataset, {"more.txt": CLEAN})
    assert codes(github(dataset, "pull_request")) == {ADDS: 0, COMMITS: 0}


SOFTER = RULES.replace("taggers:", "check: {ignore: [PERSON, CASE]}\ntaggers:")


@pytest.mark.parametrize(
    "softening",
    [
        {".anonfilter/rules.yaml": SOFTER},
        {".anonfilter/rules.yaml": RULES + "documents: ['!*']\n"},
        {".anonfilter/rules.yaml": None},
        {".gitignore": "*.txt\n"},
        {".gitattributes": "*.txt -diff -text\n"},
        {"pip.py": "", "pip/__main__.py": "", "anonfilter/__init__.py": ""},
        {"rules.yaml": "anonfilter: 1\nlabels: {}\n"},
    ],
)
def test_no_pull_request_switches_the_check_off(dataset, softening):
    propose(dataset, {**softening, "leak.txt": LEAK})
    said = github(dataset, "pull_request", install="pip.py" in softening)
    assert codes(said)[ADDS] == 1
    assert codes(said).get("Install", 0) == 0


def test_a_fork_s_build_says_what_it_did_not_look_for(dataset):
    dataset.call("key", "new")
    dataset.git("add", ".anonfilter")
    dataset.commit()
    key = dataset.call("key", "export", "--check").stdout.strip()
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    propose(dataset, {"more.txt": CLEAN})
    said = github(dataset, "pull_request")
    assert codes(said)[ADDS] == 0
    assert "known originals" in said[ADDS]
    said = github(dataset, "pull_request", key=key)
    assert codes(said)[ADDS] == 0
    assert "known originals" not in said[ADDS]


def test_a_repository_that_leaks_already_fails_on_what_is_new(dataset):
    dataset.call("key", "new")
    key = dataset.call("key", "export", "--check").stdout.strip()
    dataset.stage("old.txt", LEAK)
    accepted = dataset.call("check", "--baseline", ".anonfilter/baseline.yaml", "--update-baseline")
    assert accepted.returncode == 0, accepted.stderr
    dataset.git("add", ".")
    dataset.commit()
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    propose(dataset, {"old.txt": LEAK + "One more line.\n"})
    for given in ("", key):
        said = github(dataset, "pull_request", key=given)
        assert codes(said) == {ADDS: 0, COMMITS: 0}, said
    dataset.git("checkout", "-q", "main")
    dataset.stage("new.txt", LEAK)
    dataset.commit()
    said = github(dataset, "push", key=key, before=before)
    assert codes(said) == {ALL: 1, PUSHED: 1}
    assert "new.txt" in said[ALL]
    assert "old.txt" not in said[ALL]


@pytest.fixture
def without_key(dataset):
    """A repository that leaks already, with a baseline, in a fork's build."""
    dataset.call("key", "new")
    dataset.stage("old.txt", LEAK)
    dataset.stage("Wilma Quillfeather.txt", LEAK)
    assert dataset.call("check", "--update-baseline").returncode == 0
    dataset.git("add", ".")
    dataset.commit()
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    return dataset


@pytest.mark.parametrize(
    "changes",
    [
        [{"more.txt": LEAK}, {"more.txt": None}],
        [{"old.txt": LEAK + LEAK}, {"old.txt": LEAK}],
        [{"Wilma Quillfeather/more.txt": CLEAN}, {"Wilma Quillfeather/more.txt": None}],
    ],
)
def test_without_the_key_of_a_baseline_what_came_and_went_fails(without_key, changes):
    propose(without_key, *changes)
    assert codes(github(without_key, "pull_request")) == {ADDS: 0, COMMITS: 1}


def test_without_the_key_of_a_baseline_messages_fail(without_key):
    propose(without_key, {"more.txt": CLEAN})
    without_key.git("commit", "-q", "--amend", "--allow-empty", "-m", "As Wilma Quillfeather said")
    said = github(without_key, "pull_request")
    assert codes(said) == {ADDS: 0, COMMITS: 1}
    assert "commit message:1:4: PERSON" in said[COMMITS]


def test_without_the_key_of_a_baseline_what_is_in_it_passes(without_key):
    moved = {"old.txt": None, "moved.txt": "More.\n" + LEAK}
    edited = {"Wilma Quillfeather.txt": LEAK + "One more line.\n"}
    propose(without_key, moved, edited, {"moved.txt": "More.\n" + LEAK + "And more.\n"})
    said = github(without_key, "pull_request")
    assert codes(said) == {ADDS: 0, COMMITS: 0}, said


def test_a_push_is_looked_at_whole_and_by_its_commits(dataset):
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert codes(github(dataset, "push", before=before)) == {ALL: 0, PUSHED: 0}
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    dataset.git("rm", "-q", "leak.txt")
    dataset.commit()
    assert codes(github(dataset, "push", before=before)) == {ALL: 0, PUSHED: 1}
    assert codes(github(dataset, "push", before="0" * 40))[PUSHED] == 1
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    assert codes(github(dataset, "push", before=before))[ALL] == 1


# GitLab


@pytest.fixture(params=["ci init gitlab", "templates/anonfilter.yml"])
def job(request: pytest.FixtureRequest, dataset: Dataset) -> dict[str, Any]:
    """The job that is written into a repository, and the one of the component."""
    if request.param != "ci init gitlab":
        return included()
    printed = dataset.call("ci", "init", "gitlab", "--print").stdout
    written: dict[str, Any] = YAML(typ="safe").load(printed)["anonfilter"]
    return written


def test_a_merge_request_is_checked(dataset, job):
    base = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert pipeline(dataset, job, CI_MERGE_REQUEST_DIFF_BASE_SHA=base) == 0
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    assert pipeline(dataset, job, CI_MERGE_REQUEST_DIFF_BASE_SHA=base) == 1
    dataset.git("rm", "-q", "leak.txt")
    dataset.commit()
    assert pipeline(dataset, job, CI_MERGE_REQUEST_DIFF_BASE_SHA=base) == 1


def test_the_default_branch_is_checked(dataset, job):
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.write(".cache/pip/licence.txt", LEAK)  # of a package, kept from the last time
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert pipeline(dataset, job, CI_COMMIT_BEFORE_SHA=before) == 0
    assert pipeline(dataset, job, CI_COMMIT_BEFORE_SHA="0" * 40) == 0
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    assert pipeline(dataset, job, CI_COMMIT_BEFORE_SHA=before) == 1
