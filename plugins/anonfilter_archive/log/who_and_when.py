"""Find out who decided something and when, from signatures of reviewers and from Git."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from anonfilter_english.resolvers.decisions import reviews_file

from anonfilter.errors import AnonfilterError
from anonfilter.git.running import run
from anonfilter.text.values import hide_values
from anonfilter_archive.log.log_rows import NOT_RECORDED


@hide_values
class Change(NamedTuple):
    """The last change of a file: its author, if Git knows one, and its day."""

    who: str
    when: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """The last signature of reviewers under the present text of a document; None without one."""

    signed: reviews_file.Signed | None

    @classmethod
    def of(cls, document: str, text: str) -> Signatures:
        known = reversed(reviews_file.read(document).signed)
        return cls(next((one for one in known if one.is_about(text)), None))

    def who_and_when(self, otherwise: Change) -> Change:
        """Return the reviewers and the day of the signature; without one, the change of a file."""
        if self.signed is None:
            return otherwise
        return Change(", ".join(self.signed.reviewers), self.signed.date)


def last_change(path: Path, line: int = 0) -> Change:
    """Return the last change of a file or, with ``line``, of one of its lines.

    Without a commit that has the file as it is, the author is not recorded.
    """
    written = date.fromtimestamp(path.stat().st_mtime).isoformat()
    try:
        where = ("--", path.name)
        if run("status", "--porcelain", *where, folder=path.parent, of_repository=False).stdout:
            return Change(NOT_RECORDED, written)
        limit = ("-s", f"-L{line},{line}:{path.name}") if line else where
        shown = ("log", "-1", "--format=%an%x00%as", *limit)
        log = run(*shown, folder=path.parent, of_repository=False)
    except AnonfilterError:  # there is no git, no repository or no commit
        return Change(NOT_RECORDED, written)
    who, _, when = log.stdout.decode("utf-8", "replace").strip().partition("\0")
    return Change(who, when) if when else Change(NOT_RECORDED, written)
