"""The baseline: findings from before checking began, so that only new ones fail.

Each line is one finding: the fingerprint of its file, its label, its own fingerprint. Both are
keyed, so nothing can be read or guessed from them. There are no line numbers, which move, and no
time stamps. Lines are written sorted, and read in any order and with repetitions, so that git's
``merge=union`` merges branches. Equal findings in one file are numbered before they are
fingerprinted, so one more of them is new.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.contract.document import Finding
from anonfilter.errors import RulesError
from anonfilter.text.values import hide_values

_HEAD = """\
# Earlier findings of `anonfilter check`, as keyed fingerprints: nothing can be read from them.
# `anonfilter check --baseline FILE --update-baseline` rewrites it.
"""
_VERSION = "anonfilter: baseline 1"
_LIST = "findings:"
_KEY = re.compile('key: "([a-z2-7]{10})"')
_ENTRY = re.compile("- ([a-z2-7]{16}) ([A-Z][A-Z0-9_]*) ([a-z2-7]{24})")
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")

_AGAIN = "Restore the file from git, or rewrite it with --update-baseline."


@hide_values
@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding of an earlier check; ``file`` and ``fingerprint`` are keyed."""

    file: str
    label: str
    fingerprint: str

    def __str__(self) -> str:
        return f"- {self.file} {self.label} {self.fingerprint}"


@hide_values
@dataclass(frozen=True, slots=True)
class Baseline:
    """All entries, and the id of the check key of their fingerprints."""

    key_id: str
    entries: frozenset[Entry] = frozenset()

    def gone(self, coverage: Coverage) -> set[Entry]:
        """Return the entries whose findings no longer exist, as far as the check covered them."""
        return {
            entry
            for entry in self.entries.difference(coverage.entries)
            if (coverage.all_labels or entry.label in coverage.labels)
            and (
                entry.file in coverage.files
                or (coverage.whole and entry.file not in coverage.incomplete)
            )
        }

    def text(self) -> str:
        """Return the content of the file."""
        entries = "".join(f"{entry}\n" for entry in sorted(self.entries))
        return f'{_HEAD}{_VERSION}\nkey: "{self.key_id}"\n{_LIST}\n{entries}'


@hide_values
@dataclass(frozen=True, slots=True)
class Coverage:
    """The extent of a check: the completely scanned files, and the entries of their findings.

    ``whole``: every document of the repository was covered, so a file that is neither among them
    nor ``incomplete`` no longer exists. ``labels`` are the labels that were scanned for, unless
    ``all_labels``.
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
    """Return one item per finding: its baseline entry, or None if it has no value.

    Findings without a value always count as new.

    If only ``added`` lines count, equal findings on older lines are numbered first, so that their
    entries do not match a finding on an added line.
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
    """Parse a file's bytes. Errors name the line without its content."""
    lines = data.decode("ascii", "replace").removesuffix("\n").split("\n")
    numbered = [
        (at, line.removesuffix("\r"))
        for at, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    for at, line in numbered:
        if _CONFLICT.fullmatch(line):
            raise _wrong(
                "has a merge conflict",
                name,
                at,
                "Keep the lines of both branches. `baseline.yaml merge=union` in "
                ".anonfilter/.gitattributes avoids this.",
            )
    if not numbered or numbered[0][1] != _VERSION:
        raise _wrong("is not a baseline of anonfilter", name, numbered[0][0] if numbered else 1)
    keys = {match[1] for _, line in numbered if (match := _KEY.fullmatch(line))}
    if len(keys) != 1:
        raise _wrong(
            "`key:` is missing" if not keys else "has entries under two keys",
            name,
            1,
            "Take the file of one branch, and rewrite it with --update-baseline.",
        )
    return Baseline(keys.pop(), frozenset(_entries(numbered, name)))


def _entries(numbered: Iterable[tuple[int, str]], name: str) -> Iterator[Entry]:
    for at, line in numbered:
        match = _ENTRY.fullmatch(line)
        if match:
            yield Entry(*match.groups())
        elif line not in (_VERSION, _LIST) and not _KEY.fullmatch(line):
            raise _wrong("is not an entry of a baseline", name, at)


def _wrong(message: str, name: str, line: int, hint: str = _AGAIN) -> RulesError:
    return RulesError(message, where=f"{name}:{line}:1", hint=hint)
