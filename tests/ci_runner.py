"""What a runner of CI does: checks out a proposal, fills in inputs, runs scripts with bash."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.findings import values_in
from tests.repository.hooked import CLEAN, Dataset

ROOT = Path(__file__).parent.parent
COMPONENT = ROOT / "templates" / "anonfilter.yml"


def bash(
    dataset: Dataset, script: str, reported: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """As a runner does it: a script in a file, which ends with its first failure."""
    path = dataset.path.parent / "step.sh"
    path.write_text(script)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", path],
        cwd=dataset.path,
        env=dataset.environment | reported,
        capture_output=True,
        text=True,
    )
    assert not values_in(done.stdout + done.stderr)
    return done


def runner(
    dataset: Dataset, event: str, before: str = "", **described: Mapping[str, str | None]
) -> dict[str, str]:
    """The variables with which a runner of GitHub describes an event."""
    if event == "pull_request":
        described = {"pull_request": {"title": "A change", "body": None}} | described
    path = dataset.path.parent / "event.json"
    path.write_text(json.dumps({"before": before, **described}))
    return {
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_SHA": dataset.git("rev-parse", "HEAD").stdout.strip(),
    }


def propose(dataset: Dataset, *changes: Mapping[str, str | None]) -> None:
    """A pull request with a commit for each change, checked out as the merge that GitHub makes."""
    dataset.git("checkout", "-q", "-b", "proposed")
    for change in changes:
        for name, text in change.items():
            if text is None:
                dataset.git("rm", "-q", name)
            else:
                dataset.stage(name, text)
        dataset.commit()
    dataset.git("checkout", "-q", "main")
    dataset.stage("meanwhile.txt", CLEAN)
    dataset.commit()
    dataset.git("checkout", "-q", "--detach")
    dataset.git("merge", "-q", "--no-ff", "--no-edit", "proposed")


def inputs(described: Mapping[str, Mapping[str, Any]], given: Mapping[str, str]) -> dict[str, str]:
    """What is given for inputs, or else their defaults."""
    assert described.keys() >= given.keys()
    return {name: given.get(name, one["default"]) for name, one in described.items()}


def included(**given: str) -> dict[str, Any]:
    """The job of the GitLab component, with its inputs filled in as an include does it."""
    head, body = YAML(typ="safe").load_all(COMPONENT.read_text())
    known = inputs(head["spec"]["inputs"], given)

    def filled(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: filled(value) for key, value in node.items()}
        if isinstance(node, list):
            return [filled(value) for value in node]
        if isinstance(node, str):
            return re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: known[found[1]], node)
        return node

    job: dict[str, Any] = filled(body["anonfilter"])
    return job


def pipeline(dataset: Dataset, job: Mapping[str, Any], **reported: str) -> int:
    """Run a job of GitLab's on what is checked out; return its exit code."""
    own = {
        name: value.replace("$CI_PROJECT_DIR", str(dataset.path))
        for name, value in job["variables"].items()
    }
    own["CI_COMMIT_SHA"] = dataset.git("rev-parse", "HEAD").stdout.strip()
    script = "\n".join([*job["before_script"], *job["script"]])
    return bash(dataset, script, {"ANONFILTER_KEY": "", **own, **reported}).returncode
