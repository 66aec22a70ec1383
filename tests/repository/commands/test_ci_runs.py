"""The commands of generated configurations, run in real repositories."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.ci_runner import bash, included, pipeline, propose, runner
from tests.commands.commandline import RULES
from tests.repository.hooked import CLEAN, LEAK, Dataset

pytestmark = pytest.mark.slow

EVERYWHERE = {"PYTHONSAFEPATH": "1"}


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    made = Dataset(tmp_path / "dataset")
    made.stage("notes.txt", CLEAN)
    made.commit()
    return made


# GitHub


def github(
    dataset: Dataset, event: str, *, key: str = "", before: str = "", install: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run the steps with commands of the workflow; return what the step Check printed.

    The step Install runs only if a test is about it: here everything is installed already.
    """
    printed = dataset.call("ci", "init", "github", "--print", "--branch", "main").stdout
    [job] = YAML(typ="safe").load(printed)["jobs"].values()
    assert job["env"] == EVERYWHERE
    scripts = {step["name"]: step for step in job["steps"] if "run" in step}
    assert scripts.keys() == {"Install", "Check"}
    assert scripts["Check"]["env"] == {"ANONFILTER_KEY": "${{ secrets.ANONFILTER_KEY }}"}
    if install:
        assert bash(dataset, scripts["Install"]["run"], EVERYWHERE).returncode == 0
    environment = runner(dataset, event, before) | EVERYWHERE | {"ANONFILTER_KEY": key}
    return bash(dataset, scripts["Check"]["run"], environment)


def test_a_clean_pull_request_passes(dataset):
    propose(dataset, {"more.txt": CLEAN})
    assert github(dataset, "pull_request", install=True).returncode == 0
    sarif = json.loads((dataset.path / "anonfilter.sarif").read_text())
    assert sarif["version"] == "2.1.0"


def test_a_leak_in_a_pull_request_fails_at_its_line(dataset):
    propose(dataset, {"notes.txt": CLEAN + LEAK})
    done = github(dataset, "pull_request")
    assert done.returncode == 1
    assert "::error file=notes.txt,line=4" in done.stdout
    assert json.loads((dataset.path / "anonfilter.sarif").read_text())["runs"][0]["results"]


def test_a_leak_that_a_later_commit_takes_out_fails(dataset):
    propose(dataset, {"leak.txt": LEAK}, {"leak.txt": None, "more.txt": CLEAN})
    done = github(dataset, "pull_request")
    assert done.returncode == 1
    assert "::error" not in done.stdout  # of the commits, not of what is added in all


def test_earlier_leaks_do_not_fail_a_pull_request(dataset):
    dataset.stage("old.txt", LEAK)
    dataset.commit()
    propose(dataset, {"more.txt": CLEAN})
    assert github(dataset, "pull_request").returncode == 0


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
    done = github(dataset, "pull_request", install="pip.py" in softening)
    assert done.returncode == 1
    assert "::error file=leak.txt" in done.stdout


def test_the_build_of_a_fork_reports_what_it_did_not_search(dataset):
    dataset.call("key", "new")
    dataset.git("add", ".anonfilter")
    dataset.commit()
    key = dataset.call("key", "export", "--check").stdout.strip()
    dataset.environment["XDG_CONFIG_HOME"] = "/nowhere"
    propose(dataset, {"more.txt": CLEAN})
    done = github(dataset, "pull_request")
    assert done.returncode == 0
    assert "known originals" in done.stdout + done.stderr
    done = github(dataset, "pull_request", key=key)
    assert done.returncode == 0
    assert "known originals" not in done.stdout + done.stderr


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
        done = github(dataset, "pull_request", key=given)
        assert done.returncode == 0, done.stderr
    dataset.git("checkout", "-q", "main")
    dataset.stage("new.txt", LEAK)
    dataset.commit()
    done = github(dataset, "push", key=key, before=before)
    assert done.returncode == 1
    assert "::error file=new.txt" in done.stdout
    assert "old.txt" not in done.stdout


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
    done = github(without_key, "pull_request")
    assert done.returncode == 1
    assert "::error" not in done.stdout


def test_without_the_key_of_a_baseline_messages_fail(without_key):
    propose(without_key, {"more.txt": CLEAN})
    without_key.git("commit", "-q", "--amend", "--allow-empty", "-m", "As Wilma Quillfeather said")
    done = github(without_key, "pull_request")
    assert done.returncode == 1
    assert "commit message:1:4: PERSON" in done.stdout


def test_without_the_key_of_a_baseline_what_is_in_it_passes(without_key):
    moved = {"old.txt": None, "moved.txt": "More.\n" + LEAK}
    edited = {"Wilma Quillfeather.txt": LEAK + "One more line.\n"}
    propose(without_key, moved, edited, {"moved.txt": "More.\n" + LEAK + "And more.\n"})
    done = github(without_key, "pull_request")
    assert done.returncode == 0, done.stderr


def test_all_files_and_the_commits_of_a_push_are_checked(dataset):
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage("more.txt", CLEAN)
    dataset.commit()
    assert github(dataset, "push", before=before).returncode == 0
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    dataset.git("rm", "-q", "leak.txt")
    dataset.commit()
    done = github(dataset, "push", before=before)
    assert done.returncode == 1
    assert "::error" not in done.stdout  # of the commits: no file has it any more
    after = dataset.git("rev-parse", "HEAD").stdout.strip()
    assert github(dataset, "push", before=after).returncode == 0
    assert github(dataset, "push", before="0" * 40).returncode == 1
    dataset.stage("leak.txt", LEAK)
    dataset.commit()
    done = github(dataset, "push", before=before)
    assert done.returncode == 1
    assert "::error file=leak.txt" in done.stdout


@pytest.mark.parametrize(
    ("event", "described", "code"),
    [
        ("pull_request", {"pull_request": {"title": "Quotes of Wilma Quillfeather"}}, 1),
        ("pull_request", {"pull_request": {"title": "x", "body": f"# Why\n{LEAK}"}}, 1),
        ("issues", {"issue": {"title": "A question", "body": LEAK}}, 1),
        ("issue_comment", {"issue": {"title": "x"}, "comment": {"body": LEAK}}, 1),
        ("issues", {"issue": {"title": "A question", "body": "Where is it?"}}, 0),
        ("issues", [], 3),
    ],
)
def test_titles_and_texts_are_checked_as_messages_are(dataset, event, described, code):
    propose(dataset, {"more.txt": CLEAN})
    environment = runner(dataset, event)
    Path(environment["GITHUB_EVENT_PATH"]).write_text(json.dumps(described))
    done = bash(dataset, "anonfilter ci run", environment)
    assert done.returncode == code, done.stderr
    assert "all files" not in done.stderr


def test_the_name_of_the_branch_of_a_pull_request_is_checked(dataset):
    propose(dataset, {"more.txt": CLEAN})
    environment = runner(dataset, "pull_request") | {"GITHUB_HEAD_REF": "for-Wilma_Quillfeather"}
    assert bash(dataset, "anonfilter ci run", environment).returncode == 1


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
    merge_request = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_MERGE_REQUEST_IID": "1"}
    described = {"CI_MERGE_REQUEST_TITLE": "More", "CI_MERGE_REQUEST_DESCRIPTION": "No names."}
    assert pipeline(dataset, job, **merge_request, **described) == 0
    described["CI_MERGE_REQUEST_DESCRIPTION"] = LEAK
    assert pipeline(dataset, job, **merge_request, **described) == 1
    described["CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED"] = "true"
    assert pipeline(dataset, job, **merge_request, **described) == 3
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
