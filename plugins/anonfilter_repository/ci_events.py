"""Read the titles and texts that a CI service reports: of a pull request, an issue, a comment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anonfilter.errors import Incomplete
from anonfilter.selection.messages import without_signatures
from anonfilter.text.values import hide_values

PULL_REQUEST = "pull_request"
_KINDS = (PULL_REQUEST, "issue", "comment", "review", "discussion", "release")
_PARTS = ("title", "name", "body")
# Events of GitHub that are about a text only, and bring no commits.
_TEXTS_ONLY = (
    "issues",
    "issue_comment",
    "pull_request_review",
    "pull_request_review_comment",
    "discussion",
    "discussion_comment",
    "commit_comment",
    "release",
)


@hide_values
@dataclass(frozen=True, slots=True)
class EventText:
    """The title and the text of a pull request, issue or comment, as one text like a message."""

    name: str
    text: str

    @classmethod
    def of(cls, name: str, parts: Iterator[str]) -> EventText:
        return cls(name, without_signatures("\n\n".join(parts)))


def read_event(environment: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the event that GitHub describes in a file; raise ``Incomplete`` without the file."""
    try:
        event = json.loads(Path(environment["GITHUB_EVENT_PATH"]).read_text("utf-8"))
    except (KeyError, OSError, ValueError):
        event = None
    if not isinstance(event, dict):
        raise Incomplete("names no file that describes the event", where="GITHUB_EVENT_PATH")
    return event


def has_only_texts(event_name: str) -> bool:
    """Return True for an event of GitHub that brings no commits, such as a new comment."""
    return event_name in _TEXTS_ONLY


def github_texts(event_name: str, event: Mapping[str, Any]) -> Iterator[EventText]:
    """Yield the texts in an event of GitHub."""
    if event_name == PULL_REQUEST and PULL_REQUEST not in event:
        raise Incomplete("does not describe the pull request", where="GITHUB_EVENT_PATH")
    for kind in _KINDS:
        found = event.get(kind)
        if isinstance(found, dict):
            parts = (str(found[part]) for part in _PARTS if found.get(part))
            yield EventText.of(kind.replace("_", " "), parts)


def gitlab_texts(environment: Mapping[str, str]) -> Iterator[EventText]:
    """Yield the title and description of a merge request of GitLab."""
    if "CI_MERGE_REQUEST_IID" not in environment:
        return
    if environment.get("CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED") == "true":
        raise Incomplete(
            "the description is too long: GitLab passes only its beginning to the build",
            where="merge request",
            hint="Shorten it to 2,700 characters.",
        )
    names = ("CI_MERGE_REQUEST_TITLE", "CI_MERGE_REQUEST_DESCRIPTION")
    yield EventText.of("merge request", (environment.get(name, "") for name in names))
