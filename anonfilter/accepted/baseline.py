"""The baseline: a file with earlier findings, so that only new findings fail a check.

Each line is one finding: the fingerprint of its file, its label, its own fingerprint. Both
fingerprints are keyed, so nothing can be read or guessed from them. There are no line numbers,
which move, and no time stamps. Lines are written sorted, and read in any order and with
repetitions, so that git's ``merge=union`` merges branches. Equal findings in one file are numbered
before they are fingerprinted, so one more equal finding is new.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.contract.document import Finding
from anonfilter.errors import AnonfilterError, RulesError
from anonfilter.files import write as output
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import check_key_of
from anonfilter.keys.keyring import find_key, kept_keys, missing_key_error, search_key
from anonfilter.rules.find import display
from anonfilter.sidecars.lines import CONFLICT
from anonfilter.text.values import hide_values

_HEAD = """\
# Earlier findings of `anonfilter check`, as keyed fingerprints: nothing can be read from them.
# `anonfilter check --baseline FILE --update-baseline` rewrites it.
"""
_VERSION = "anonfilter: baseline 1"
_LIST = "findings:"
_KEY = re.compile('key: "([a-z2-7]{10})"')
_LINE = re.compile("- ([a-z2-7]{16}) ([A-Z][A-Z0-9_]*) ([a-z2-7]{24})")

_UPDATE = "anonfilter check --baseline {} --update-baseline creates it."
_MERGED = "merge=union"
_AGAIN = "Restore the file from git, or rewrite it with --update-baseline."


@hide_values
@dataclass(frozen=True, slots=True, order=True)
class BaselineEntry:
    """A finding of an earlier check: the fingerprint of its file, its label, its fingerprint."""

    file: str
    label: str
    fingerprint: str

    def __str__(self) -> str:
        return f"- {self.file} {self.label} {self.fingerprint}"


@hide_values
@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of a baseline, and the id of the check key of their fingerprints."""

    key_id: str
    entries: frozenset[BaselineEntry] = frozenset()

    def gone(
        self,
        found: Collection[BaselineEntry],
        files: Collection[str],
        *,
        incomplete: Collection[str] = (),
        whole: bool = False,
        labels: Collection[str] | None = None,
    ) -> set[BaselineEntry]:
        """Return the entries whose findings no longer exist, as far as a check can show that.

        ``found`` are the entries of its findings, and ``files`` and ``incomplete`` the fingerprints
        of the files that it did and did not scan to the end. If it covered the ``whole``
        repository, a file that is in neither was removed. ``labels`` are the labels that were
        searched for; None means all.
        """
        return {
            entry
            for entry in self.entries.difference(found)
            if (labels is None or entry.label in labels)
            and (entry.file in files or (whole and entry.file not in incomplete))
        }

    def text(self) -> str:
        """Return the content of the file."""
        entries = "".join(f"{entry}\n" for entry in sorted(self.entries))
        return f'{_HEAD}{_VERSION}\nkey: "{self.key_id}"\n{_LIST}\n{entries}'


def entries_of(
    fingerprints: Fingerprints, found: Sequence[Finding], added: Sequence[bool] = ()
) -> list[BaselineEntry | None]:
    """Return the baseline entry of each finding; None for a finding without a value.

    ``added`` has, for each finding, whether it is on an added line. Equal findings on older lines
    are then numbered first, so that their entries match no finding on an added line.
    """
    entries: list[BaselineEntry | None] = [None] * len(found)
    numbers = Counter[str]()
    order = sorted(range(len(found)), key=lambda at: bool(added) and added[at])
    for at in order:
        finding = found[at]
        fingerprint = fingerprints.of(finding)
        if fingerprint:
            numbers[fingerprint] += 1
            numbered = fingerprints.numbered(fingerprint, numbers[fingerprint])
            entries[at] = BaselineEntry(fingerprints.file(finding.path), finding.label, numbered)
    return entries


def parse(data: bytes, name: str) -> Baseline:
    """Parse the bytes of a baseline; errors name the line and do not show its content."""
    lines = data.decode("ascii", "replace").removesuffix("\n").split("\n")
    numbered = [
        (at, line.removesuffix("\r"))
        for at, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    for at, line in numbered:
        if CONFLICT.fullmatch(line):
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


def _entries(numbered: Iterable[tuple[int, str]], name: str) -> Iterator[BaselineEntry]:
    for at, line in numbered:
        match = _LINE.fullmatch(line)
        if match:
            yield BaselineEntry(*match.groups())
        elif line not in (_VERSION, _LIST) and not _KEY.fullmatch(line):
            raise _wrong("is not an entry of a baseline", name, at)


def _wrong(message: str, name: str, line: int, hint: str = _AGAIN) -> RulesError:
    return RulesError(message, where=f"{name}:{line}:1", hint=hint)


# the file, with the key of the corpus


class NoKey(AnonfilterError):
    """An error about a baseline whose key is not on this machine."""


@hide_values
@dataclass(frozen=True, slots=True)
class OpenBaseline:
    """A baseline, with the fingerprints under its ``own`` key and under the ``current`` key.

    The keys differ after ``key rotate``, until the baseline is rewritten.
    """

    baseline: Baseline
    own: Fingerprints
    current: Fingerprints
    key_id: str

    @property
    def rotated(self) -> bool:
        return self.baseline.key_id != self.key_id


def open_baseline(
    data: bytes | None, name: str, corpus: Corpus | None, *, updating: bool
) -> OpenBaseline:
    """Open the baseline in the bytes of a file.

    If there is no file, return an empty baseline with ``updating``; raise an error without it.
    Raise ``NoKey`` if the key of the corpus is not on this machine.
    """
    if corpus is None:
        raise AnonfilterError(
            "a baseline needs a corpus: the key of the corpus makes its fingerprints",
            where=name,
            hint="anonfilter key new creates .anonfilter/corpus.yaml and its key.",
        )
    key = find_key(corpus)
    if key is None:
        why = missing_key_error(corpus, search_key(corpus))
        raise NoKey(f"the baseline cannot be read: {why.message}", where=name, hint=why.hint)
    current = Fingerprints(check_key_of(key))
    if data is None:
        if not updating:
            raise AnonfilterError(
                "the baseline does not exist", where=name, hint=_UPDATE.format(name)
            )
        return OpenBaseline(Baseline(key.id), current, current, key.id)
    baseline = parse(data, name)
    if baseline.key_id == key.id:
        return OpenBaseline(baseline, current, current, key.id)
    old = kept_keys(corpus).get(baseline.key_id)
    if old is None:
        raise AnonfilterError(
            f"was written with the key {baseline.key_id}; this corpus has {key.id}",
            where=name,
            hint="Run this on a machine that has kept the old key, as anonfilter key rotate does: "
            + _UPDATE.format(name),
        )
    return OpenBaseline(baseline, Fingerprints(old.check), current, key.id)


def save(path: Path, baseline: Baseline) -> bool:
    """Write a baseline and the git attribute for merging it; return False if it was unchanged."""
    status = None
    with suppress(OSError):
        status = os.stat(path)
    written = output.new_file(path, baseline.text().encode("ascii"), status)
    _set_merge_driver(path)
    return written


def _set_merge_driver(path: Path) -> None:
    """Set, in .gitattributes, git's merge driver that keeps the lines of both branches."""
    attributes = path.with_name(".gitattributes")
    line = f"{path.name} {_MERGED}"
    try:
        text = attributes.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        text = ""
    except OSError as error:
        raise AnonfilterError(
            f"cannot be read: {error.strerror}", where=display(str(attributes))
        ) from None
    if line in text.splitlines():
        return
    text += "" if not text or text.endswith("\n") else "\n"
    data = f"{text}{line}\n".encode("utf-8", "surrogateescape")
    output.new_file(attributes, data, os.stat(attributes) if text else None)
