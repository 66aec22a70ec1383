"""Defines and writes the file format of sidecars: ``hearing.txt.pseudonyms.yaml``.

It is YAML in one fixed form, with one entry per line, sorted by tag. Git thus shows and merges it
by entry, and thousands of files are parsed quickly. Parsing and rendering need no key, since sealed
values stay sealed (``codec.py`` opens them).

::

    anonfilter: pseudonyms 1
    kind: sealed
    corpus: "…"
    document: "…"
    about: "…"
    entries:
    - {tag: "[PERSON_1]", label: "PERSON", original: "…", marks: "…"}
    ...

Labels are quoted because YAML reads ``NULL`` as nothing. The final dots end a YAML document; a file
without them was cut off. While document and sidecar are being replaced, ``coming-about:`` and
``coming:`` follow with the next state. If a text has surrogates, ``surrogates:`` follows
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
SURROGATES_VERSION = "anonfilter: pseudonyms 2"
SURROGATES = "surrogates"
# The keys of the two states of a sidecar: the current one, and the next one.
KEYS = (("about", "entries"), ("coming-about", "coming"))
_HEAD = 4  # the lines above the first state


class Kind(StrEnum):
    """The kind of a sidecar: with sealed originals, or with originals in clear."""

    SEALED = "sealed"
    PLAIN = "plain"


@hide_values
@dataclass(frozen=True, slots=True)
class Line:
    """An entry of a sidecar, as a line of the file.

    ``original`` and ``marks`` are sealed. In a plain sidecar, ``original`` is the payload of the
    entry, and ``marks`` is "".
    """

    tag: str
    label: str
    original: str = field(repr=False)
    marks: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """The lines for one state of a document, and the head of that state (``about``).

    ``surrogates`` has the surrogates in its text, sealed in the same way as marks; "" without any.
    """

    about: str = field(repr=False)
    lines: tuple[Line, ...] = ()
    surrogates: str = field(default="", repr=False)


@hide_values
@dataclass(frozen=True, slots=True)
class Sidecar:
    """A sidecar that is parsed but not opened; ``where`` is its path for errors.

    ``coming`` is the next state while the document is being replaced. The bytes of the document
    show which state is valid.
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
        """Return the sidecar with both states, which is written before the document is replaced."""
        return replace(self, coming=coming)

    def settled(self, state: State) -> Sidecar:
        """Return the sidecar with one state, which is written once that state is valid."""
        return replace(self, state=state, coming=None)

    def place(self, state: State, at: int | None = None) -> str:
        """Return file, line and column of an entry or, without ``at``, of the head of a state."""
        first = _HEAD + 1
        if state is not self.state:
            first += 2 + bool(self.state.surrogates) + len(self.state.lines)
        return f"{self.where}:{first if at is None else first + 2 + bool(state.surrogates) + at}:1"


def is_tag(text: str) -> bool:
    """Return True for a text that is exactly one tag."""
    match = next(tag_shapes(text), None)
    return match is not None and match[0] == text


Order = tuple[str, int, int, str]


def order_of(tag: str) -> Order:
    """Return the sort key of a tag: its stem, then its number or the value that it states."""
    match = next(tag_shapes(tag))
    stem, number = match[1], match[2] or ""
    if match[3]:
        return stem, 3, 0, match[3]
    if number.isdecimal():
        return stem, 1, int(number), ""
    return stem, 2 if number else 0, 0, number


def render(sidecar: Sidecar) -> bytes:
    """Return the content of a sidecar's file."""
    return "".join(f"{line}\n" for line in _written(sidecar)).encode("ascii")


def _written(sidecar: Sidecar) -> Iterator[str]:
    quoted = _single_quoted if sidecar.kind is Kind.PLAIN else _quoted
    yield SURROGATES_VERSION if any(state.surrogates for state in sidecar.states) else VERSION
    yield f"kind: {sidecar.kind}"
    yield f"corpus: {_quoted(sidecar.corpus)}"
    yield f"document: {_quoted(sidecar.document)}"
    for (about, entries), state in zip(KEYS, sidecar.states, strict=False):
        yield f"{about}: {quoted(state.about)}"
        if state.surrogates:
            yield f"{SURROGATES}: {quoted(state.surrogates)}"
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
    """Return a value in single quotes, in which YAML keeps the backslashes of JSON."""
    return "'" + value.replace("'", "''") + "'"
