"""The sealed roster of names from other sources: ``.anonfilter/roster.yaml``.

Like a sidecar it is YAML in one fixed form, with one name per line. The id of a line is derived
from name and label under the corpus key. A name thus has the same line on every branch, and the
order of the lines reveals nothing::

    anonfilter: roster 1
    corpus: "…"
    names:
    - {id: "…", label: "PERSON", original: "…", marks: "…"}
    ...
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.keys.key import CheckKey, Key, base32
from anonfilter.keys.sealing import NotOpened, Seal, is_sealed, open_any
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars.lines import END, ID, SEALED, line_error, split_lines
from anonfilter.text.values import hide_values

VERSION = "anonfilter: roster 1"
_CORPUS = re.compile(f'corpus: "({ID})"')
_LINE = re.compile(
    f'- \\{{id: "({ID})", label: "([A-Z][A-Z0-9_]*)", original: {SEALED}, marks: {SEALED}\\}}'
)
_FIRST = 4  # the line of the first name
_NO_ROSTER = "this line does not have the form of a roster"
_AGAIN = "Restore the file from Git, and add the missing names."
_MERGING = "Both branches added names. Keep the lines of both, sorted by id."


@hide_values
@dataclass(frozen=True, slots=True)
class RosterLine:
    """A name as a line of the file."""

    id: str
    label: str
    original: str = field(repr=False)
    marks: str = field(repr=False)


@hide_values
@dataclass(frozen=True, slots=True)
class Roster:
    """A roster, parsed but not opened; ``where`` is its name, for errors."""

    corpus: str
    lines: tuple[RosterLine, ...] = ()
    where: str = field(default="", compare=False)

    def with_lines(self, lines: Iterable[RosterLine]) -> Roster:
        """Return the roster with more names; existing lines stay as they are."""
        by_id = {line.id: line for line in (*lines, *self.lines)}
        return replace(self, lines=tuple(by_id[name] for name in sorted(by_id)))

    def place(self, at: int) -> str:
        return f"{self.where}:{_FIRST + at}:1"


def parse(data: bytes, where: str) -> Roster:
    """Parse a roster; raise ``Incomplete`` with the first line that has another form."""
    lines = split_lines(data, where, ".anonfilter/*.yaml", _MERGING)
    if len(lines) < _FIRST or lines[-1] != END:
        raise line_error("is cut off: the end is missing", where, len(lines), _AGAIN)
    if lines[0] != VERSION:
        raise line_error("is not a roster of this version of anonfilter", where, 1, _AGAIN)
    corpus = _CORPUS.fullmatch(lines[1])
    if corpus is None or lines[2] not in ("names:", "names: []"):
        raise line_error(_NO_ROSTER, where, 2 if corpus is None else 3, _AGAIN)
    names = tuple(_line(line, where, at) for at, line in enumerate(lines[3:-1], _FIRST))
    if bool(names) != (lines[2] == "names:"):
        raise line_error(_NO_ROSTER, where, 3, _AGAIN)
    for at, (before, name) in enumerate(pairwise(names), _FIRST + 1):
        if before.id >= name.id:
            raise line_error(
                "this line is repeated, or the lines are not sorted by id", where, at, _MERGING
            )
    return Roster(corpus[1], names, where)


def _line(line: str, where: str, number: int) -> RosterLine:
    match = _LINE.fullmatch(line)
    if match is None or not (is_sealed(match[3]) and is_sealed(match[4])):
        raise line_error("this line does not have the form of a name", where, number, _AGAIN)
    return RosterLine(match[1], match[2], match[3], match[4])


def render(roster: Roster) -> bytes:
    """Return the bytes of a roster's file."""
    names = (
        f'- {{id: "{line.id}", label: "{line.label}", original: "{line.original}", '
        f'marks: "{line.marks}"}}'
        for line in roster.lines
    )
    head = "names:" if roster.lines else "names: []"
    written = (VERSION, f'corpus: "{roster.corpus}"', head, *names, END)
    return "".join(f"{line}\n" for line in written).encode("ascii")


class RosterSeal:
    """A seal for the names in the roster of a corpus; equal names give equal lines."""

    def __init__(self, corpus: str, key: Key) -> None:
        self._id_key = key.roster
        self._seal = Seal(key.seal, corpus)
        self._marking = Seal(key.check.marks, corpus)
        self._marks_of = MarkMaker(key.check.prints)

    def line(self, name: str, label: str) -> RosterLine | None:
        """Seal a name; return None for an everyday word, which could not be recognised."""
        found = self._marks_of.of([name])
        if not found:
            return None
        written = name.encode("utf-8", "surrogatepass")
        keyed = hashlib.blake2b(key=self._id_key, digest_size=16, person=b"roster")
        keyed.update(f"{label}\0".encode() + written)
        own = base32(keyed.digest())
        marks = self._marking.close(found, "roster marks", own, label)
        return RosterLine(own, label, self._seal.close(written, "roster", own, label, marks), marks)


def open_marks(roster: Roster, corpus: str, key: CheckKey) -> Iterator[tuple[str, bytes]]:
    """Yield the label and the marks of each line, without opening a name."""
    require_corpus(roster, corpus)
    seal = Seal(key.marks, corpus)
    for at, line in enumerate(roster.lines):
        yield line.label, _open(roster, at, [seal], line.marks, "roster marks", line.id, line.label)


def open_names(roster: Roster, corpus: str, keys: Sequence[Key]) -> list[tuple[str, str]]:
    """Return labels and names; each line may open with any of the keys."""
    require_corpus(roster, corpus)
    seals = [Seal(key.seal, corpus) for key in keys]
    found = []
    for at, line in enumerate(roster.lines):
        beside = line.id, line.label, line.marks
        name = _open(roster, at, seals, line.original, "roster", *beside)
        found.append((line.label, name.decode("utf-8", "surrogatepass")))
    return found


def resealed(roster: Roster, keys: Sequence[Key]) -> Roster:
    """Seal a roster with the first of several keys; each line may open with any of them."""
    sealing = RosterSeal(roster.corpus, keys[0])
    names = open_names(roster, roster.corpus, keys)
    lines = (sealing.line(name, label) for label, name in names)
    return replace(roster, lines=()).with_lines(line for line in lines if line is not None)


def _open(
    roster: Roster, at: int, seals: Iterable[Seal], value: str, what: str, *beside: str
) -> bytes:
    try:
        return open_any(seals, value, what, *beside)[1]
    except NotOpened:
        message = "this line does not open: it was changed, or sealed with another key"
        raise Incomplete(message, where=roster.place(at), hint=_AGAIN) from None


def require_corpus(roster: Roster, corpus: str) -> None:
    """Refuse the roster of another corpus."""
    if roster.corpus != corpus:
        raise AnonfilterError(
            "belongs to another corpus",
            where=f"{roster.where}:2:1",
            hint="To have its names in the roster of this corpus, add them from the list that they "
            "came from: anonfilter roster add FILE.",
        )
