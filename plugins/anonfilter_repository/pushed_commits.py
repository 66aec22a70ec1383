"""Find the commits that a push sends, from the input of a pre-push hook or from pre-commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter_repository.clone import Clone


@dataclass(frozen=True, slots=True)
class Update:
    """A branch or tag of the remote that a push changes, with its new and old object ids."""

    name: str
    new: str
    old: str

    @property
    def is_deletion(self) -> bool:
        return _is_null(self.new)


def read(lines: Iterable[str]) -> list[Update]:
    """Parse the lines of a pre-push hook: local name, new object, remote name, old object."""
    updates = []
    for line in lines:
        parts = line.rsplit(maxsplit=3)  # The local name may be an expression with blanks.
        if len(parts) != 4:
            raise Incomplete("the input is not that of a pre-push hook of Git", where="pre-push")
        updates.append(Update(parts[2], parts[1], parts[3]))
    return updates


def from_pre_commit(environment: Mapping[str, str]) -> list[Update] | None:
    """Return the update that pre-commit reports in the environment; None if there is none."""
    new = environment.get("PRE_COMMIT_TO_REF") or environment.get("PRE_COMMIT_LOCAL_BRANCH")
    if not new:
        return None
    name = environment.get("PRE_COMMIT_REMOTE_BRANCH", "")
    return [Update(name, new, environment.get("PRE_COMMIT_FROM_REF") or "0")]


def range_of(updates: Iterable[Update], remote: str, clone: Clone) -> str:
    """Return the commits that the remote lacks, as arguments of git rev-list.

    Return "" if the push only deletes branches or tags. The commits of the remote are known from
    the branches that Git reports and, if ``remote`` is not "", from its branches at the last fetch.
    """
    sent = [update for update in updates if not update.is_deletion]
    if not sent:
        return ""
    known = [
        update.old for update in sent if not _is_null(update.old) and clone.has_commit(update.old)
    ]
    there = [*known, *([f"--remotes={remote}"] if remote else [])]
    return " ".join([*(update.new for update in sent), *(["--not", *there] if there else [])])


def names_of(updates: Iterable[Update]) -> list[str]:
    """Return the names of branches and tags on the remote; local names may differ."""
    return [update.name for update in updates if update.name and not update.is_deletion]


def _is_null(name: str) -> bool:
    """Return True for the null object id of Git, which has only zeros."""
    return not name.strip("0")
