"""Find the checks for a CI build: of a pull request, of a push, or of given paths.

A pull request is compared with its target branch, and the rules, the allow list and the baseline of
that branch decide, so that a pull request cannot switch the check off. Its commits are checked one
by one as well: a commit stays in the history even if a later one removes a line. So are its title,
its text and the name of its branch. After a push, all files and the commits of the push are
checked; after an event about an issue or a comment, only its texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from anonfilter.errors import AnonfilterError
from anonfilter.git.revisions import commit
from anonfilter.git.running import GitError
from anonfilter.text.values import hide_values
from anonfilter_repository import ci_events
from anonfilter_repository.ci_events import EventText


@hide_values
@dataclass(frozen=True, slots=True)
class Build:
    """The commits and texts of a build.

    ``base`` is the commit to compare with, ``before`` the commit before a push. ``branch`` is the
    name of the branch of a pull request. ``annotated`` is True if the runner shows annotations of
    GitHub, ``only_texts`` if there are no commits to check.
    """

    base: str = ""
    before: str = ""
    is_push: bool = False
    annotated: bool = False
    only_texts: bool = False
    branch: str = ""
    texts: tuple[EventText, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class BuildCheck:
    """A check of a build: what is checked, the arguments of ``check``, its standard input."""

    subject: str
    arguments: tuple[str, ...]
    text: str | None = None


def read_build(environment: Mapping[str, str], base: str) -> Build:
    """Return the build that GitHub or GitLab describes; ``base`` overrides its target branch."""
    if "GITHUB_EVENT_NAME" in environment:
        return _github(environment, base)
    base = base or environment.get("CI_MERGE_REQUEST_DIFF_BASE_SHA", "")
    before = environment.get("CI_COMMIT_BEFORE_SHA", "")
    return Build(
        _existing(base),
        before,
        is_push="CI_COMMIT_SHA" in environment,
        branch=environment.get("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", ""),
        texts=tuple(ci_events.gitlab_texts(environment)),
    )


def checks(build: Build, paths: Sequence[str], rules: str, sarif: str) -> Iterator[BuildCheck]:
    """Yield the checks of a build."""
    given = [*(("--rules", rules) if rules else ())]
    given += ["--rules-from", build.base] if build.base else []
    reports = ["--output", "github"] if build.annotated else []
    reports += ["--output", "text"] if sarif and not build.annotated else []
    reports += ["--output", f"sarif={sarif}"] if sarif else []
    if paths:
        yield BuildCheck("the given paths", (*given, *reports, "--", *paths))
    elif build.base:
        added = f"{build.base}..HEAD"
        yield BuildCheck("the added lines", ("--diff", added, *given, *reports))
        branch = ("--ref", build.branch) if build.branch else ()
        yield BuildCheck("the commits and their messages", ("--history", added, *branch, *given))
    elif not build.only_texts:
        yield BuildCheck("all files", (*given, *reports))
        if build.is_push:
            pushed = ("--history", _pushed(build.before), *given)
            yield BuildCheck("the commits of the push", pushed)
    for one in build.texts:
        arguments = ("--stdin", "--stdin-filename", one.name, "--no-baseline", *given)
        yield BuildCheck(f"the text of the {one.name}", arguments, one.text)


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
    described = ci_events.read_event(environment)
    return Build(
        _existing(base),
        str(described.get("before", "")),
        event == "push",
        annotated=True,
        only_texts=ci_events.has_only_texts(event),
        branch=environment.get("GITHUB_HEAD_REF", ""),
        texts=tuple(ci_events.github_texts(event, described)),
    )


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
