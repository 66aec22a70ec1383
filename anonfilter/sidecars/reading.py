"""Parse a sidecar: the one form that ``sidecar.render`` writes, and nothing else.

One pattern per line: YAML readers take ten to fifty times as long (``benchmarks/sidecars.py``), and
accept what anonfilter did not write. An error names the line and shows nothing of it.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR
from anonfilter.keys.sealing import is_sealed
from anonfilter.sidecars.lines import END, ID, SEALED, lines_of, wrong
from anonfilter.sidecars.sidecar import (
    KEYS,
    VERSION,
    WORN,
    WORN_VERSION,
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
_ABOUT = {
    (kind, key): re.compile(f"{key}: {value}")
    for kind, value in ((Kind.SEALED, SEALED), (Kind.PLAIN, _PLAIN))
    for key, _ in KEYS
}
_WORN = {
    kind: re.compile(f"{WORN}: {value}")
    for kind, value in ((Kind.SEALED, SEALED), (Kind.PLAIN, _PLAIN))
}
_LINE = {
    Kind.SEALED: re.compile(f"{_ENTRY}{SEALED}(?:, marks: {SEALED})?\\}}"),
    Kind.PLAIN: re.compile(f"{_ENTRY}{_PLAIN}()\\}}"),
}

_AGAIN = "Restore the file from git, or filter the original again."
_MERGING = (
    "Two branches changed this document. If their entries have different tags, keep the entries "
    "of both, sorted by tag, and either `about:`. If one tag stands for two things, "
    "take document and sidecar of one branch, and filter the other's original again."
)


def parse(data: bytes, where: str) -> Sidecar:
    """Parse a sidecar; ``Incomplete`` names the line that is not as it was written."""
    return _Reader(lines_of(data, where, f"*{SIDECAR}", _MERGING), where).sidecar()


class _Reader:
    """Consumes one line after the other."""

    def __init__(self, lines: list[str], where: str) -> None:
        self._lines = lines
        self._where = where
        self._at = 0
        self._worn = False

    def sidecar(self) -> Sidecar:
        self._take_version()
        kind = Kind(self._take(_KIND, "`kind: sealed` or `kind: plain` belongs here")[1])
        corpus = self._take(_CORPUS[kind], "`corpus:` with its id belongs here")[1]
        document = self._take(_DOCUMENT, "`document:` with its id belongs here")[1]
        state = self._state(kind, *KEYS[0])
        coming = self._state(kind, *KEYS[1]) if self._next_is(_ABOUT[kind, KEYS[1][0]]) else None
        if self._take_line() != END:
            raise self._error("not an entry as anonfilter writes it")
        if self._at < len(self._lines):
            self._at += 1
            raise self._error("something follows the end")
        if self._worn and not (state.worn or (coming is not None and coming.worn)):
            raise self._of_another_version(1)
        return Sidecar(kind, corpus, document, state, coming, self._where)

    def _take_version(self) -> None:
        line = self._take_line()
        self._worn = line == WORN_VERSION
        if self._worn or line == VERSION:
            return
        if _ANY_VERSION.fullmatch(line):
            raise self._of_another_version(self._at)
        raise self._error("not a sidecar of anonfilter")

    def _state(self, kind: Kind, about: str, entries: str) -> State:
        text = self._take(_ABOUT[kind, about], f"`{about}:` belongs here")[1]
        if kind is Kind.SEALED and not is_sealed(text):
            raise self._error("not sealed as anonfilter seals it")
        worn = self._surrogates(kind)
        head = self._take_line()
        if head == f"{entries}: []":
            return State(_unquoted(text, kind), worn=worn)
        if head != f"{entries}:":
            raise self._error(f"`{entries}:` belongs here")
        return State(_unquoted(text, kind), self._entries(kind), worn)

    def _surrogates(self, kind: Kind) -> str:
        if not (self._worn and self._next_is(_WORN[kind])):
            return ""
        text = self._take(_WORN[kind], f"`{WORN}:` belongs here")[1]
        if kind is Kind.SEALED and not is_sealed(text):
            raise self._error("not sealed as anonfilter seals it")
        return _unquoted(text, kind)

    def _entries(self, kind: Kind) -> tuple[Line, ...]:
        found = [self._entry(kind)]
        last = order_of(found[0].tag)
        while self._at < len(self._lines) and self._lines[self._at].startswith("- "):
            found.append(self._entry(kind))
            order = order_of(found[-1].tag)
            if order == last:
                raise self._error("a second entry for the same tag", _MERGING)
            if order < last:
                raise self._error("not sorted by tag")
            last = order
        return tuple(found)

    def _entry(self, kind: Kind) -> Line:
        match = self._take(_LINE[kind], "not an entry as anonfilter writes it")
        tag, label, original, marks = match.groups(default="")
        if not is_tag(tag):
            raise self._error("not a tag")
        if kind is Kind.SEALED and not (is_sealed(original) and (not marks or is_sealed(marks))):
            raise self._error("not sealed as anonfilter seals it")
        return Line(tag, label, _unquoted(original, kind), marks)

    def _of_another_version(self, line: int) -> Incomplete:
        hint = "Use the version that the corpus is filtered with."
        return wrong("written by another version of anonfilter", self._where, line, hint)

    def _next_is(self, pattern: re.Pattern[str]) -> bool:
        return self._at < len(self._lines) and pattern.fullmatch(self._lines[self._at]) is not None

    def _take(self, pattern: re.Pattern[str], wrong: str) -> re.Match[str]:
        match = pattern.fullmatch(self._take_line())
        if match is None:
            raise self._error(wrong)
        return match

    def _take_line(self) -> str:
        self._at += 1
        if self._at > len(self._lines):
            raise self._error("cut off: the end is missing")
        return self._lines[self._at - 1]

    def _error(self, message: str, hint: str = _AGAIN) -> Incomplete:
        return wrong(message, self._where, self._at, hint)


def _unquoted(value: str, kind: Kind) -> str:
    return value.replace("''", "'") if kind is Kind.PLAIN else value
