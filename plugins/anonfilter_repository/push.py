"""What a push sends, as git reports it to its pre-push hook, or pre-commit to its own hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter.git.clone import Clone


@dataclass(frozen=True, slots=True)
class Update:
    """A branch or tag of the remote that is to name another object."""

    name: str
    new: str
    old: str

    @property
    def deletes(self) -> bool:
        return _is_null(self.new)


def read(lines: Iterable[str]) -> list[Update]:
    """Parse the lines that git gives: local name, new object, remote name, old object."""
    updates = []
    for line in lines:
        parts = line.rsplit(maxsplit=3)  # the local name may be an expression with blanks in it
        if len(parts) != 4:
            raise Incomplete("input is not in the format of git's pre-push hook", where="pre-push")
        updates.append(Update(parts[2], parts[1], parts[3]))
    return updates


def from_pre_commit(environment: Mapping[str, str]) -> list[Update] | None:
    """Read the one update that pre-commit reports in the environment; None if there is none."""
    new = environment.get("PRE_COMMIT_TO_REF") or environment.get("PRE_COMMIT_LOCAL_BRANCH")
    if not new:
        return None
    name = environment.get("PRE_COMMIT_REMOTE_BRANCH", "")
    return [Update(name, new, environment.get("PRE_COMMIT_FROM_REF") or "0")]


def range_of(updates: Iterable[Update], remote: str, clone: Clone) -> str:
    """Return the commits to check, those that the remote lacks, as arguments of git rev-list.

    What the remote has is known from its branches as git reports them and, if ``remote`` names one
    that this clone fetches from, as they were at the last fetch. Empty if nothing is sent.
    """
    sent = [update for update in updates if not update.deletes]
    if not sent:
        return ""
    known = [
        update.old for update in sent if not _is_null(update.old) and clone.has_commit(update.old)
    ]
    there = [*known, *([f"--remotes={remote}"] if remote else [])]
    return " ".join([*(update.new for update in sent), *(["--not", *there] if there else [])])


def names_of(updates: Iterable[Update]) -> list[str]:
    """List the names of branches and tags on the remote; local names may differ."""
    return [update.name for update in updates if update.name and not update.deletes]


def _is_null(name: str) -> bool:
    """Return True if this is git's null object id: all zeros."""
    return not name.strip("0")
