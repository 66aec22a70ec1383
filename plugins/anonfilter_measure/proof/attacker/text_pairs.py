"""Pair originals with their filtered texts: two files, two folders, or the rows of two files."""

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
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.proof.row_files import Row, read_rows, text_of

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine


@hide_values
@dataclass(frozen=True, slots=True)
class Known:
    """A value in an original, which the attacker knows, and its label."""

    surface: str
    label: str


@hide_values
@dataclass(frozen=True, slots=True)
class Text:
    """A text with its tags hidden, and its document."""

    name: str
    prose: str = field(repr=False)
    document: Document = field(repr=False)
    in_row: bool = False

    def places(self) -> Callable[[int], str]:
        """Return a function that names the place of an offset in the text."""
        places = Places(self.document.source.text)

        def place_of(offset: int) -> str:
            start, _ = self.document.origin.extent(offset, offset + 1)
            if not self.in_row:
                return places.named(self.name, start)
            _, line, column = places.at(start)
            return f"{self.name} (line {line}, column {column} of its text)"

        return place_of


@dataclass(frozen=True, slots=True)
class TextPair:
    """An original, its filtered text, and the values that the attacker knows."""

    original: Text
    filtered: Text
    known: tuple[Known, ...] = field(repr=False)


Read = Callable[[str], Document]


def pair_names(originals: str, filtered: str, inside: Sequence[str]) -> list[tuple[str, str]]:
    """Pair the names of two files; for two folders, of the files ``inside`` the first.

    Files in folders are paired by their relative paths.
    """
    if not Path(originals).is_dir():
        return [(originals, filtered)]
    if not Path(filtered).is_dir():
        raise AnonfilterError("is not a folder, but the originals are a folder", where=filtered)
    return [(name, str(Path(filtered) / Path(name).relative_to(originals))) for name in inside]


def pair_files(names: tuple[str, str], engine: Engine, read: Read) -> TextPair:
    """Pair two files; the known values are the findings of the rules in the original."""
    original, filtered = (
        Text(name, document.prose, document)
        for name, document in zip(names, map(read, names), strict=True)
    )
    return TextPair(original, filtered, _found(engine, original.document))


def pair_rows(
    names: tuple[str, str], engine: Engine, column: str, labels: Labels
) -> Iterator[TextPair]:
    """Pair the rows of two files; known values are their ``entities``, or the rules' findings."""
    for rows in zip_longest(*map(read_rows, names)):
        if None in rows:
            message = "does not have as many rows as the original"
            raise Incomplete(message, where=names[1])
        original, filtered = (
            _row(name, row, column, engine) for name, row in zip(names, rows, strict=True)
        )
        marked = rows[0][1].get("entities")
        known = (
            _found(engine, original.document)
            if marked is None
            else tuple(_marked(marked, original, labels))
        )
        yield TextPair(original, filtered, known)


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
    """Yield the direct identifiers of people that are annotated in a row."""
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
