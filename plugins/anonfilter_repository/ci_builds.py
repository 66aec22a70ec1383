"""Find the checks for a CI build: of a pull request, of a push, or of given paths.

A pull request is compared with its target branch, and the rules, the allow list and the baseline of
that branch decide, so that a pull request cannot switch the check off. Its commits are checked one
by one as well: a commit stays in the history even if a later one removes a line. After a push, all
files and the commits of the push are checked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.git.revisions import commit
from anonfilter.git.running import GitError


@dataclass(frozen=True, slots=True)
class Build:
    """The commits of a build.

    ``base`` is the commit to compare with, ``before`` the commit before a push. ``annotated`` is
    True if the runner shows annotations of GitHub.
    """

    base: str = ""
    before: str = ""
    is_push: bool = False
    annotated: bool = False


def read_build(environment: Mapping[str, str], base: str) -> Build:
    """Return the build that GitHub or GitLab describes; ``base`` overrides its target branch."""
    if "GITHUB_EVENT_NAME" in environment:
        return _github(environment, base)
    base = base or environment.get("CI_MERGE_REQUEST_DIFF_BASE_SHA", "")
    before = environment.get("CI_COMMIT_BEFORE_SHA", "")
    return Build(_existing(base), before, is_push="CI_COMMIT_SHA" in environment)


def checks(
    build: Build, paths: Sequence[str], rules: str, sarif: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield the checks of a build, each as a description and the arguments for ``check``."""
    given = [*(("--rules", rules) if rules else ())]
    given += ["--rules-from", build.base] if build.base else []
    reports = ["--output", "github"] if build.annotated else []
    reports += ["--output", "text"] if sarif and not build.annotated else []
    reports += ["--output", f"sarif={sarif}"] if sarif else []
    if paths:
        yield "the given paths", [*given, *reports, "--", *paths]
    elif build.base:
        added = f"{build.base}..HEAD"
        yield "the added lines", ["--diff", added, *given, *reports]
        yield "the commits and their messages", ["--history", added, *given]
    else:
        yield "all files", [*given, *reports]
        if build.is_push:
            yield "the commits of the push", ["--history", _pushed(build.before), *given]


def _github(environment: Mapping[str, str], base: str) -> Build:
    event = environment["GITHUB_EVENT_NAME"]
    if event == "pull_request_target":
        raise AnonfilterError(
            "pull_request_target gives secrets to builds of forks", hint="Use pull_request."
        )
    if event == "pull_request" and not base:
        # GitHub checks out the merge of the pull request. Its first parent is the target branch.
        if commit("HEAD") != environment.get("GITHUB_SHA"):
            raise AnonfilterError(
                "the commit that is checked out is not the merge of the pull request",
                hint="Leave out `ref` in the step actions/checkout.",
            )
        base = "HEAD^1"
    return Build(_existing(base), _before(environment), event == "push", annotated=True)


def _before(environment: Mapping[str, str]) -> str:
    """Return the commit before a push, from the file that describes the event; "" if unknown."""
    path = environment.get("GITHUB_EVENT_PATH", "")
    if not path or not os.path.isfile(path):
        return ""
    event = json.loads(Path(path).read_text("utf-8"))
    return str(event.get("before", "")) if isinstance(event, dict) else ""


def _existing(base: str) -> str:
    """Return the id of the commit with this name; "" for the name "".

    Raise an error if there is no such commit here.
    """
    return commit(base) if base else ""


def _pushed(before: str) -> str:
    """Return the range of a push; all commits if this clone lacks the commit before it."""
    try:
        return f"{commit(before)}..HEAD" if before else "HEAD"
    except GitError:
        return "HEAD"
