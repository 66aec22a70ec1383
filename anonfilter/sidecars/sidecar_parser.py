"""Parses sidecars in the exact form that ``sidecar.render`` writes.

There is a pattern for each line. YAML readers take ten to fifty times as long
(``benchmarks/sidecars.py``) and accept files that anonfilter did not write. An error names the line
and does not show its content.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR
from anonfilter.keys.sealing import is_sealed
from anonfilter.sidecars.lines import END, ID, SEALED, line_error, split_lines
from anonfilter.sidecars.sidecar import (
    KEYS,
    SURROGATES,
    SURROGATES_VERSION,
    VERSION,
    Kind,
    Line,
    Sidecar,
    State,
    is_tag,
    order_of,
)

_PLAIN = "'((?:[ -&(-~]|'')*)'"
_ENTRY = r'- \{tag: "([^"]+)", label: "([A-Z][A-Z0-9_]*)", original: '

_ANY_VERSION = re.compile("anonfilter: pseudonyms [0-9]+")
_KIND = re.compile("kind: (sealed|plain)")
_CORPUS = {
    Kind.SEALED: re.compile(f'corpus: "({ID})"'),
    Kind.PLAIN: re.compile(f'corpus: "({ID}|)"'),
}
_DOCUMENT = re.compile(f'document: "({ID})"')
_VALUE = {
    (kind, key): re.compile(f"{key}: {value}")
    for kind, value in ((Kind.SEALED, SEALED), (Kind.PLAIN, _PLAIN))
    for key in (*(about for about, _ in KEYS), SURROGATES)
}
_LINE = {
    Kind.SEALED: re.compile(f"{_ENTRY}{SEALED}(?:, marks: {SEALED})?\\}}"),
    Kind.PLAIN: re.compile(f"{_ENTRY}{_PLAIN}()\\}}"),
}

_NO_ENTRY = "this line does not have the form of an entry"
_NO_SEAL = "a value in this line does not have the form of a sealed value"
_AGAIN = "Restore the file from Git, or filter the original again."
_MERGING = (
    "Two branches changed this document. If their entries have different tags, keep all entries, "
    "sorted by tag, and one of the lines `about:`. If a tag stands for two things, take document "
    "and sidecar of one branch, and filter the original of the other branch again."
)


def parse(data: bytes, where: str) -> Sidecar:
    """Parse a sidecar; raise ``Incomplete`` for the first line that is not in the exact form."""
    return _Reader(split_lines(data, where, f"*{SIDECAR}", _MERGING), where).sidecar()


class _Reader:
    """Reads the lines of a sidecar one after the other."""

    def __init__(self, lines: list[str], where: str) -> None:
        self._lines = lines
        self._where = where
        self._at = 0
        self._has_surrogates = False

    def sidecar(self) -> Sidecar:
        self._take_version()
        kind = Kind(self._take(_KIND, "`kind: sealed` or `kind: plain` is missing here")[1])
        corpus = self._take(_CORPUS[kind], "`corpus:` with its id is missing here")[1]
        document = self._take(_DOCUMENT, "`document:` with its id is missing here")[1]
        state = self._state(kind, *KEYS[0])
        coming = self._state(kind, *KEYS[1]) if self._next_is(_VALUE[kind, KEYS[1][0]]) else None
        if self._take_line() != END:
            raise self._error(_NO_ENTRY)
        if self._at < len(self._lines):
            self._at += 1
            raise self._error("lines follow the end of the sidecar")
        if self._has_surrogates and not (
            state.surrogates or (coming is not None and coming.surrogates)
        ):
            raise self._of_another_version(1)
        return Sidecar(kind, corpus, document, state, coming, self._where)

    def _take_version(self) -> None:
        line = self._take_line()
        self._has_surrogates = line == SURROGATES_VERSION
        if self._has_surrogates or line == VERSION:
            return
        if _ANY_VERSION.fullmatch(line):
            raise self._of_another_version(self._at)
        raise self._error("is not a sidecar of anonfilter")

    def _state(self, kind: Kind, about: str, entries: str) -> State:
        """Return the state whose head and entries follow under these keys."""
        text = self._value(kind, about)
        has_surrogates = self._has_surrogates and self._next_is(_VALUE[kind, SURROGATES])
        surrogates = self._value(kind, SURROGATES) if has_surrogates else ""
        head = self._take_line()
        if head == f"{entries}: []":
            return State(text, surrogates=surrogates)
        if head != f"{entries}:":
            raise self._error(f"`{entries}:` is missing here")
        return State(text, self._entries(kind), surrogates)

    def _value(self, kind: Kind, key: str) -> str:
        text = self._take(_VALUE[kind, key], f"`{key}:` is missing here")[1]
        if kind is Kind.SEALED and not is_sealed(text):
            raise self._error(_NO_SEAL)
        return _unquoted(text, kind)

    def _entries(self, kind: Kind) -> tuple[Line, ...]:
        found = [self._entry(kind)]
        last = order_of(found[0].tag)
        while self._at < len(self._lines) and self._lines[self._at].startswith("- "):
            found.append(self._entry(kind))
            order = order_of(found[-1].tag)
            if order == last:
                raise self._error("this is a second entry for the same tag", _MERGING)
            if order < last:
                raise self._error("the entries are not sorted by tag")
            last = order
        return tuple(found)

    def _entry(self, kind: Kind) -> Line:
        match = self._take(_LINE[kind], _NO_ENTRY)
        tag, label, original, marks = match.groups(default="")
        if not is_tag(tag):
            raise self._error("`tag:` is not a tag")
        if kind is Kind.SEALED and not (is_sealed(original) and (not marks or is_sealed(marks))):
            raise self._error(_NO_SEAL)
        return Line(tag, label, _unquoted(original, kind), marks)

    def _of_another_version(self, line: int) -> Incomplete:
        hint = "Use the version of anonfilter with which the corpus is filtered."
        return line_error("was written by another version of anonfilter", self._where, line, hint)

    def _next_is(self, pattern: re.Pattern[str]) -> bool:
        return self._at < len(self._lines) and pattern.fullmatch(self._lines[self._at]) is not None

    def _take(self, pattern: re.Pattern[str], message: str) -> re.Match[str]:
        match = pattern.fullmatch(self._take_line())
        if match is None:
            raise self._error(message)
        return match

    def _take_line(self) -> str:
        self._at += 1
        if self._at > len(self._lines):
            raise self._error("is cut off: the end is missing")
        return self._lines[self._at - 1]

    def _error(self, message: str, hint: str = _AGAIN) -> Incomplete:
        return line_error(message, self._where, self._at, hint)


def _unquoted(value: str, kind: Kind) -> str:
    return value.replace("''", "'") if kind is Kind.PLAIN else value
