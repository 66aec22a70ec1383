"""The baseline: what a repository leaked before anybody checked it, so that only what is new fails.

A line a finding: the fingerprint of its file, its label, its own fingerprint. All are keyed, so
nothing can be read or guessed from them. There are no line numbers, which move, and no time
stamps. Lines are sorted, by file, and any order and repetition is read: git's own ``merge=union``
merges two branches. Equal findings in one file are numbered before they are fingerprinted, so one
more of them is new.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from anonfilter.checking.found import Fingerprints
from anonfilter.contract.document import Finding
from anonfilter.errors import RulesError

_HEAD = """\
# What `anonfilter check` found here before: fingerprints, from which nothing can be read.
# `anonfilter check --baseline FILE --update-baseline` writes it anew.
"""
_VERSION = "anonfilter: baseline 1"
_LIST = "findings:"
_KEY = re.compile('key: "([a-z2-7]{10})"')
_ENTRY = re.compile("- ([a-z2-7]{16}) ([A-Z][A-Z0-9_]*) ([a-z2-7]{24})")
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")

_AGAIN = "Take the file from git again, or write it anew: --update-baseline."


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding that was there before; ``file`` and ``fingerprint`` are keyed."""

    file: str
    label: str
    fingerprint: str

    def __str__(self) -> str:
        return f"- {self.file} {self.label} {self.fingerprint}"


@dataclass(frozen=True, slots=True)
class Baseline:
    """All of them, under the check key of this id."""

    key_id: str
    entries: frozenset[Entry] = frozenset()

    def gone(self, survey: Survey) -> set[Entry]:
        """Entries whose finding is there no more, as far as that was looked at."""
        return {
            entry
            for entry in self.entries.difference(survey.entries)
            if (survey.all_labels or entry.label in survey.labels)
            and (
                entry.file in survey.files or (survey.whole and entry.file not in survey.incomplete)
            )
        }

    def text(self) -> str:
        """The file."""
        entries = "".join(f"{entry}\n" for entry in sorted(self.entries))
        return f'{_HEAD}{_VERSION}\nkey: "{self.key_id}"\n{_LIST}\n{entries}'


@dataclass(frozen=True, slots=True)
class Survey:
    """What a check looked at: the files that it scanned to their end and what it found in them.

    ``whole``: every document of the repository, so that a file which is not among them, nor
    ``incomplete``, is gone. ``labels`` are those that were looked for, unless it was for all.
    """

    entries: Collection[Entry]
    files: Collection[str]
    incomplete: Collection[str] = ()
    whole: bool = False
    labels: Collection[str] = ()
    all_labels: bool = True


def entries_of(
    fingerprints: Fingerprints, found: Sequence[Finding], added: Sequence[bool] = ()
) -> list[Entry | None]:
    """The entry of each finding in one file; None where it has no value, and is always new.

    Where only what was ``added`` counts, equal findings that stood there before come first: what
    was let pass for them is not there for another one.
    """
    entries: list[Entry | None] = [None] * len(found)
    numbers = Counter[str]()
    order = sorted(range(len(found)), key=lambda at: bool(added) and added[at])
    for at in order:
        one = found[at]
        fingerprint = fingerprints.of(one)
        if fingerprint:
            numbers[fingerprint] += 1
            numbered = fingerprints.numbered(fingerprint, numbers[fingerprint])
            entries[at] = Entry(fingerprints.file(one.path), one.label, numbered)
    return entries


def parse(data: bytes, name: str) -> Baseline:
    """The baseline in a file's bytes; an error says which line is none, and repeats nothing."""
    lines = data.decode("ascii", "replace").removesuffix("\n").split("\n")
    said = [
        (at, line.removesuffix("\r"))
        for at, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    for at, line in said:
        if _CONFLICT.fullmatch(line):
            raise _wrong(
                "git could not merge this", name, at,
                "Keep the lines of both branches; for the next time, write "
                "`baseline.yaml merge=union` into .anonfilter/.gitattributes.",
            )  # fmt: skip
    if not said or said[0][1] != _VERSION:
        raise _wrong("this is no baseline of anonfilter", name, said[0][0] if said else 1)
    keys = {match[1] for _, line in said if (match := _KEY.fullmatch(line))}
    if len(keys) != 1:
        raise _wrong(
            "`key:` is missing" if not keys else "merged from baselines under two keys", name, 1,
            "Take the file of one branch, and write it anew: --update-baseline.",
        )  # fmt: skip
    return Baseline(keys.pop(), frozenset(_entries(said, name)))


def _entries(said: Iterable[tuple[int, str]], name: str) -> Iterator[Entry]:
    for at, line in said:
        match = _ENTRY.fullmatch(line)
        if match:
            yield Entry(*match.groups())
        elif line not in (_VERSION, _LIST) and not _KEY.fullmatch(line):
            raise _wrong("this is no entry as anonfilter writes it", name, at)


def _wrong(message: str, name: str, line: int, hint: str = _AGAIN) -> RulesError:
    return RulesError(message, where=f"{name}:{line}:1", hint=hint)
