"""Originals and their filtered texts: two files, two folders, or the rows of two files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anonfilter.containers.places import Places
from anonfilter.contract.document import Document, Kind, Source
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.labels import Labels
from anonfilter_measure.proof.rows import Row, read_rows, text_of

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine


@hide_values
@dataclass(frozen=True, slots=True)
class Known:
    """A value in an original that the attacker knows."""

    surface: str
    label: str


@hide_values
@dataclass(frozen=True, slots=True)
class Text:
    """A text with its tags hidden, and a function that names its places."""

    name: str
    prose: str = field(repr=False)
    document: Document = field(repr=False)
    in_row: bool = False

    def places(self) -> Callable[[int], str]:
        """Return the names of places in the text."""
        places = Places(self.document.source.text)

        def place_of(offset: int) -> str:
            start, _ = self.document.origin.extent(offset, offset + 1)
            if not self.in_row:
                return places.named(self.name, start)
            _, line, column = places.at(start)
            return f"{self.name} (line {line}, column {column} of its text)"

        return place_of


@dataclass(frozen=True, slots=True)
class Twin:
    """An original, its filtered text, and the known values."""

    original: Text
    filtered: Text
    known: tuple[Known, ...] = field(repr=False)


Read = Callable[[str], Document]


def names_of_twins(originals: str, filtered: str, inside: Sequence[str]) -> list[tuple[str, str]]:
    """Pair two named files, or the files ``inside`` the originals by their relative paths."""
    if not Path(originals).is_dir():
        return [(originals, filtered)]
    if not Path(filtered).is_dir():
        raise AnonfilterError("is not a folder, but the originals are", where=filtered)
    return [(name, str(Path(filtered) / Path(name).relative_to(originals))) for name in inside]


def of_files(pair: tuple[str, str], engine: Engine, read: Read) -> Twin:
    """Pair two files; the known values are the findings of the rules in the original."""
    original, filtered = (Text(name, one.prose, one) for name in pair for one in [read(name)])
    return Twin(original, filtered, _found(engine, original.document))


def of_rows(pair: tuple[str, str], engine: Engine, column: str, labels: Labels) -> Iterator[Twin]:
    """Pair the rows of two files; known values are their ``entities``, or the rules' findings."""
    for one, other in zip_longest(*map(read_rows, pair)):
        if one is None or other is None:
            message = "has another number of rows than the original"
            raise Incomplete(message, where=pair[1])
        original, filtered = (
            _row(name, row, column, engine) for name, row in zip(pair, (one, other), strict=True)
        )
        marked = one[1].get("entities")
        known = (
            _found(engine, original.document)
            if marked is None
            else tuple(_marked(marked, original, labels))
        )
        yield Twin(original, filtered, known)


def _row(name: str, row: Row, column: str, engine: Engine) -> Text:
    line, fields = row
    where = f"{name}:{line}"
    document = engine.read(Source("row.txt", text_of(fields, column, f"{where}:1")))
    return Text(where, document.prose, document, in_row=True)


def _found(engine: Engine, document: Document) -> tuple[Known, ...]:
    """Return the direct identifiers of people that the rules find."""
    found = engine.analyse(document).spans
    return tuple(
        Known(document.text[one.start : one.end], one.label)
        for one in found
        if engine.labels[one.label].kind is Kind.DIRECT
    )


def _marked(marked: Any, original: Text, labels: Labels) -> Iterator[Known]:
    """Yield the direct identifiers of people that are annotated."""
    text = original.document.source.text
    for one in marked if isinstance(marked, list) else [None]:
        start, end, raw = _place(one, original.name)
        named = labels.named(raw)
        if not 0 <= start < end <= len(text):
            raise Incomplete("an entity lies outside the text", where=original.name)
        if named and labels.of(named).kind is Kind.DIRECT:
            yield Known(text[start:end], labels.scored(named))


def _place(one: Any, where: str) -> tuple[int, int, str]:
    fields: Mapping[str, Any] = one if isinstance(one, dict) else {}
    start, end, raw = (fields.get(name) for name in ("start", "end", "label"))
    if type(start) is int and type(end) is int and isinstance(raw, str):
        return start, end, raw
    raise Incomplete("an entity has no start, end or label", where=where)
