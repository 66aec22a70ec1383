"""What a push would send: from what git tells its hook pre-push, or pre-commit its own hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter.git.clone import Clone


@dataclass(frozen=True, slots=True)
class Update:
    """A branch or tag of the remote that is to stand for another object."""

    name: str
    new: str
    old: str

    @property
    def deletes(self) -> bool:
        return _is_nothing(self.new)


def read(lines: Iterable[str]) -> list[Update]:
    """The lines that git gives: local name, new object, remote name, old object."""
    updates = []
    for line in lines:
        parts = line.rsplit(maxsplit=3)  # the local name may be an expression with blanks in it
        if len(parts) != 4:
            raise Incomplete("git said something else than what is pushed", where="pre-push")
        updates.append(Update(parts[2], parts[1], parts[3]))
    return updates


def told_by_pre_commit(told: Mapping[str, str]) -> list[Update] | None:
    """The one update that pre-commit tells its hooks about; None if it tells nothing."""
    new = told.get("PRE_COMMIT_TO_REF") or told.get("PRE_COMMIT_LOCAL_BRANCH")
    if not new:
        return None
    name = told.get("PRE_COMMIT_REMOTE_BRANCH", "")
    return [Update(name, new, told.get("PRE_COMMIT_FROM_REF") or "0")]


def range_of(updates: Iterable[Update], remote: str, clone: Clone) -> str:
    """The commits to check, as git's rev-list takes them: those that the remote does not have.

    What it has is known from what git says of its branches, and, if ``remote`` is the name of one
    that we fetch from, from its branches as they were at the last fetch. Empty if nothing is sent.
    """
    sent = [update for update in updates if not update.deletes]
    if not sent:
        return ""
    known = [
        update.old
        for update in sent
        if not _is_nothing(update.old) and clone.has_commit(update.old)
    ]
    there = [*known, *([f"--remotes={remote}"] if remote else [])]
    return " ".join([*(update.new for update in sent), *(["--not", *there] if there else [])])


def names_of(updates: Iterable[Update]) -> list[str]:
    """What branches and tags will be called there, which may be something else than here."""
    return [update.name for update in updates if update.name and not update.deletes]


def _is_nothing(name: str) -> bool:
    """Git's word for no object: nothing but zeros."""
    return not name.strip("0")
