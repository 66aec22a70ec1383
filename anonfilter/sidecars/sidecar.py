"""The file format of sidecars: ``hearing.txt.pseudonyms.yaml``.

It is YAML of one form only, one entry per line, sorted by tag, so that git shows and merges it by
entry, and thousands of files parse quickly. Parsing and rendering need no key: what is sealed stays
sealed (``codec.py`` opens it).

::

    anonfilter: pseudonyms 1
    kind: sealed
    corpus: "…"
    document: "…"
    about: "…"
    entries:
    - {tag: "[PERSON_1]", label: "PERSON", original: "…", marks: "…"}
    ...

Labels are quoted because YAML reads ``NULL`` as nothing; without the final dots, which are YAML's
own, a file was cut off. While document and sidecar are being replaced, ``coming-about:`` and
``coming:`` follow with the next state. Where surrogates stand in a text, ``surrogates:`` follows
``about:``, and the version is 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from anonfilter.contract.tags import tag_shapes
from anonfilter.sidecars.lines import END
from anonfilter.text.values import hide_values

VERSION = "anonfilter: pseudonyms 1"
WORN_VERSION = "anonfilter: pseudonyms 2"
WORN = "surrogates"
# The keys of the two states of a sidecar: the current one, and the next one.
KEYS = (("about", "entries"), ("coming-about", "coming"))
_HEAD = 4  # the lines above the first state


class Kind(StrEnum):
    SEALED = "sealed"
    PLAIN = "plain"


@hide_values
@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it stands in the file.

    ``original`` and ``marks`` are sealed; in a plain sidecar they are the entry's payload and "".
    """

    tag: str
    label: str
    original: str = field(repr=False)
    marks: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """All entries of a document at one time, and what state of the document they describe.

    ``worn`` are its surrogates, sealed as marks are; "" if it has none.
    """

    about: str = field(repr=False)
    lines: tuple[Line, ...] = ()
    worn: str = field(default="", repr=False)


@hide_values
@dataclass(frozen=True, slots=True)
class Sidecar:
    """A sidecar, parsed but not opened. ``where`` is the file's name, for errors.

    ``coming`` exists while the document is replaced: its bytes tell which state holds.
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
        """The tags that have an entry in any state."""
        return frozenset(line.tag for state in self.states for line in state.lines)

    def pending(self, coming: State) -> Sidecar:
        """Return what is written before the document is replaced."""
        return replace(self, coming=coming)

    def settled(self, state: State) -> Sidecar:
        """Return what is written once it is known which state holds."""
        return replace(self, state=state, coming=None)

    def place(self, state: State, at: int | None = None) -> str:
        """Return the line of a state's entry in the file, or of its head."""
        first = _HEAD + 1
        if state is not self.state:
            first += 2 + bool(self.state.worn) + len(self.state.lines)
        return f"{self.where}:{first if at is None else first + 2 + bool(state.worn) + at}:1"


def is_tag(text: str) -> bool:
    match = next(tag_shapes(text), None)
    return match is not None and match[0] == text


Order = tuple[str, int, int, str]


def order_of(tag: str) -> Order:
    """Return the sort key of a tag: its stem, then its number."""
    match = next(tag_shapes(tag))
    stem, number = match[1], match[2] or ""
    if number.isdecimal():
        return stem, 1, int(number), ""
    return stem, 2 if number else 0, 0, number


def render(sidecar: Sidecar) -> bytes:
    return "".join(f"{line}\n" for line in _written(sidecar)).encode("ascii")


def _written(sidecar: Sidecar) -> Iterator[str]:
    quoted = _single_quoted if sidecar.kind is Kind.PLAIN else _quoted
    yield WORN_VERSION if any(state.worn for state in sidecar.states) else VERSION
    yield f"kind: {sidecar.kind}"
    yield f"corpus: {_quoted(sidecar.corpus)}"
    yield f"document: {_quoted(sidecar.document)}"
    for (about, entries), state in zip(KEYS, sidecar.states, strict=False):
        yield f"{about}: {quoted(state.about)}"
        if state.worn:
            yield f"{WORN}: {quoted(state.worn)}"
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
    """Quote for YAML so that backslashes stay: JSON stands inside as it is."""
    return "'" + value.replace("'", "''") + "'"
