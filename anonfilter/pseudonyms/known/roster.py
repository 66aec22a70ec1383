"""Names that are known from elsewhere, sealed: ``.anonfilter/roster.yaml``.

YAML of one form only, a name a line, like sidecars. The id of a line is made of name and label
under the corpus key, so that the same name is the same line on every branch, and the order of
the lines says nothing of the names::

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
from anonfilter.pseudonyms.keys.key import CheckKey, Key, base32
from anonfilter.pseudonyms.keys.sealing import NotOpened, Seal, is_sealed
from anonfilter.pseudonyms.known.marks import Marking
from anonfilter.pseudonyms.sidecars.lines import END, ID, SEALED, lines_of, wrong

VERSION = "anonfilter: roster 1"
_CORPUS = re.compile(f'corpus: "({ID})"')
_LINE = re.compile(
    f'- \\{{id: "({ID})", label: "([A-Z][A-Z0-9_]*)", original: {SEALED}, marks: {SEALED}\\}}'
)
_FIRST = 4  # the line of the first name
_AGAIN = "Take the file from git again, and add the names again that it did not have there."
_MERGING = "Both branches added names: keep the lines of both, in the order of their ids."


@dataclass(frozen=True, slots=True)
class Line:
    """A name as it stands in the file."""

    id: str
    label: str
    original: str = field(repr=False)
    marks: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Roster:
    """The file, read but not opened; ``where`` is its name, for errors."""

    corpus: str
    lines: tuple[Line, ...] = ()
    where: str = field(default="", compare=False)

    def with_lines(self, lines: Iterable[Line]) -> Roster:
        """The same with more names; those that are there stay as they are."""
        by_id = {line.id: line for line in (*lines, *self.lines)}
        return replace(self, lines=tuple(by_id[one] for one in sorted(by_id)))

    def place(self, at: int) -> str:
        return f"{self.where}:{_FIRST + at}:1"


def parse(data: bytes, where: str) -> Roster:
    """The roster in a file's bytes; ``Incomplete`` tells which line is not as it was written."""
    lines = lines_of(data, where, ".anonfilter/*.yaml", _MERGING)
    if len(lines) < _FIRST or lines[-1] != END:
        raise _wrong("cut off: the end is missing", where, len(lines))
    if lines[0] != VERSION:
        raise _wrong("this is no roster of anonfilter, or of another version", where, 1)
    corpus = _CORPUS.fullmatch(lines[1])
    if corpus is None or lines[2] not in ("names:", "names: []"):
        raise _wrong("this is not as anonfilter wrote it", where, 2 if corpus is None else 3)
    names = tuple(_line(line, where, at) for at, line in enumerate(lines[3:-1], _FIRST))
    if bool(names) != (lines[2] == "names:"):
        raise _wrong("this is not as anonfilter wrote it", where, 3)
    for at, (one, other) in enumerate(pairwise(names), _FIRST + 1):
        if one.id >= other.id:
            raise _wrong("twice there, or not in the order of the ids", where, at, _MERGING)
    return Roster(corpus[1], names, where)


def _line(line: str, where: str, number: int) -> Line:
    match = _LINE.fullmatch(line)
    if match is None or not (is_sealed(match[3]) and is_sealed(match[4])):
        raise _wrong("this is no name as anonfilter writes it", where, number)
    return Line(match[1], match[2], match[3], match[4])


def render(roster: Roster) -> bytes:
    names = (
        f'- {{id: "{line.id}", label: "{line.label}", original: "{line.original}", '
        f'marks: "{line.marks}"}}'
        for line in roster.lines
    )
    head = "names:" if roster.lines else "names: []"
    written = (VERSION, f'corpus: "{roster.corpus}"', head, *names, END)
    return "".join(f"{line}\n" for line in written).encode("ascii")


class Sealing:
    """Seals names for a corpus's roster. Of the same names, the same lines."""

    def __init__(self, corpus: str, key: Key) -> None:
        self._id_key = key.roster
        self._seal = Seal(key.seal, corpus)
        self._marking = Seal(key.check.marks, corpus)
        self._marks_of = Marking(key.check.prints)

    def line(self, name: str, label: str) -> Line | None:
        """The line of a name; None for one that nobody would know again: an everyday word."""
        found = self._marks_of.of([name])
        if not found:
            return None
        written = name.encode("utf-8", "surrogatepass")
        keyed = hashlib.blake2b(key=self._id_key, digest_size=16, person=b"roster")
        keyed.update(f"{label}\0".encode() + written)
        own = base32(keyed.digest())
        marks = self._marking.close(found, "roster marks", own, label)
        return Line(own, label, self._seal.close(written, "roster", own, label, marks), marks)


def open_marks(roster: Roster, corpus: str, key: CheckKey) -> Iterator[tuple[str, bytes]]:
    """Labels, and what recognises the names under each; nothing of them is opened."""
    require_corpus(roster, corpus)
    seal = Seal(key.marks, corpus)
    for at, line in enumerate(roster.lines):
        yield line.label, _open(roster, at, [seal], line.marks, "roster marks", line.id, line.label)


def open_names(roster: Roster, corpus: str, keys: Sequence[Key]) -> list[tuple[str, str]]:
    """Labels and names, by whichever of the keys opens each."""
    require_corpus(roster, corpus)
    seals = [Seal(key.seal, corpus) for key in keys]
    found = []
    for at, line in enumerate(roster.lines):
        beside = line.id, line.label, line.marks
        name = _open(roster, at, seals, line.original, "roster", *beside)
        found.append((line.label, name.decode("utf-8", "surrogatepass")))
    return found


def resealed(roster: Roster, keys: Sequence[Key]) -> Roster:
    """The roster under the first of several keys; any of them may open a line."""
    sealing = Sealing(roster.corpus, keys[0])
    names = open_names(roster, roster.corpus, keys)
    lines = (sealing.line(name, label) for label, name in names)
    return replace(roster, lines=()).with_lines(line for line in lines if line is not None)


def _open(
    roster: Roster, at: int, seals: Iterable[Seal], value: str, what: str, *beside: str
) -> bytes:
    for seal in seals:
        try:
            return seal.open(value, what, *beside)
        except NotOpened:
            continue
    raise Incomplete(
        "this line does not open: it was changed, or sealed with another key",
        where=roster.place(at),
        hint=_AGAIN,
    )


def require_corpus(roster: Roster, corpus: str) -> None:
    if roster.corpus != corpus:
        raise AnonfilterError(
            "the roster of another corpus", where=f"{roster.where}:2:1",
            hint="Add its names here with `anonfilter roster add`, from the list that they are in.",
        )  # fmt: skip


def _wrong(message: str, where: str, number: int, hint: str = _AGAIN) -> Incomplete:
    return wrong(message, where, number, hint)
