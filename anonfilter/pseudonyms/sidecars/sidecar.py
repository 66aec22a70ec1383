"""The sidecar of a document, as a file: ``hearing.txt.pseudonyms.yaml``.

It is YAML of one form only, an entry a line, in the order of the tags, so that git shows and
merges it by entry, and so that thousands of files are read in no time. To read and to write it
takes no key; what is sealed in it stays so (``opening.py`` opens it).

::

    anonfilter: pseudonyms 1
    kind: sealed
    corpus: "…"
    document: "…"
    about: "…"
    entries:
    - {tag: "[PERSON_1]", label: "PERSON", original: "…", marks: "…"}
    ...

Labels stand in quotes because YAML takes ``NULL`` for nothing; the three dots at the end, which
are YAML's own, tell a file that was cut off from a whole one. While document and sidecar are
being replaced, ``coming-about:`` and ``coming:`` follow: the same for what comes next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from anonfilter.contract.tags import tag_shapes
from anonfilter.pseudonyms.sidecars.lines import END

VERSION = "anonfilter: pseudonyms 1"
# The keys of the two states that a sidecar may hold: what is, and what is about to be.
KEYS = (("about", "entries"), ("coming-about", "coming"))
_HEAD = 4  # the lines above the first state


class Kind(StrEnum):
    SEALED = "sealed"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it stands in the file: ``original`` and ``marks`` are sealed, or in a plain
    sidecar the entry's payload, and nothing."""

    tag: str
    label: str
    original: str = field(repr=False)
    marks: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """All entries of a document at one time, and about which state of the document they are."""

    about: str = field(repr=False)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A sidecar, read but not opened. ``where`` is the file's name, for errors.

    ``coming`` is there from before the document is replaced until after: which of the two states
    holds, the document's bytes tell.
    """

    kind: Kind
    corpus: str
    document: str
    state: State
    coming: State | None = None
    where: str = field(default="", compare=False)

    @property
    def states(self) -> tuple[State, ...]:
        return (self.state,) if self.coming is None else (self.state, self.coming)

    @property
    def tags(self) -> frozenset[str]:
        """The tags that have an entry, in whichever state."""
        return frozenset(line.tag for state in self.states for line in state.lines)

    def pending(self, coming: State) -> Sidecar:
        """What is written before the document is replaced."""
        return replace(self, coming=coming)

    def settled(self, state: State) -> Sidecar:
        """What is written when it is known which state holds."""
        return replace(self, state=state, coming=None)

    def place(self, state: State, at: int | None = None) -> str:
        """Where in the file a state's entry stands, or what it says about the document."""
        first = _HEAD + 1
        if state is not self.state:
            first += 2 + len(self.state.lines)
        return f"{self.where}:{first if at is None else first + 2 + at}:1"


def is_tag(text: str) -> bool:
    match = next(tag_shapes(text), None)
    return match is not None and match[0] == text


Order = tuple[str, int, int, str]


def order_of(tag: str) -> Order:
    """Entries are in the order of their stems, then of their numbers."""
    match = next(tag_shapes(tag))
    stem, number = match[1], match[2] or ""
    if number.isdecimal():
        return stem, 1, int(number), ""
    return stem, 2 if number else 0, 0, number


def render(sidecar: Sidecar) -> bytes:
    """The sidecar as a file."""
    return "".join(f"{line}\n" for line in _written(sidecar)).encode("ascii")


def _written(sidecar: Sidecar) -> Iterator[str]:
    quoted = _single_quoted if sidecar.kind is Kind.PLAIN else _quoted
    yield VERSION
    yield f"kind: {sidecar.kind}"
    yield f"corpus: {_quoted(sidecar.corpus)}"
    yield f"document: {_quoted(sidecar.document)}"
    for (about, entries), state in zip(KEYS, sidecar.states, strict=False):
        yield f"{about}: {quoted(state.about)}"
        yield f"{entries}:" if state.lines else f"{entries}: []"
        for line in state.lines:
            marks = f", marks: {_quoted(line.marks)}" if line.marks else ""
            yield (
                f"- {{tag: {_quoted(line.tag)}, label: {_quoted(line.label)}, "
                f"original: {quoted(line.original)}{marks}}}"
            )
    yield END


def _quoted(value: str) -> str:
    return f'"{value}"'


def _single_quoted(value: str) -> str:
    """YAML's quotes in which a backslash is one: JSON stands between them as it is."""
    return "'" + value.replace("'", "''") + "'"
