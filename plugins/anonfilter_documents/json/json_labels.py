"""Label JSON values with more than their keys: with questions, titles of columns, outer keys."""

from __future__ import annotations

from dataclasses import dataclass, field

from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.label_keys import LABELS, is_value_name, plain_name
from anonfilter_documents.shared.schema_names import may_be_title
from anonfilter_documents.shared.tables import Table

_TITLES = frozenset(("columns", "column", "header", "headers", "fields", "fieldnames", "titles"))
_ROWS = frozenset(("data", "rows", "values", "records", "items", "body"))


@hide_values
@dataclass(slots=True)
class _Level:
    """An open object or array: its key, its labels so far, and the fields of its members.

    ``values`` are the members whose key usually holds a value, such as "answer".
    """

    name: str
    is_array: bool
    first: int  # its first field
    labels: list[str] = field(default_factory=list)
    titles: tuple[str, ...] = ()
    members: list[tuple[int, int]] = field(default_factory=list)
    values: list[tuple[int, int]] = field(default_factory=list)
    table: Table | None = None
    has_words: bool = False  # titles or cells with letters, which may label numbers


class JsonLabels:
    """A labeller of the fields in the objects and arrays of a JSON value."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._open: list[_Level] = []

    def open(self, name: str, *, is_array: bool) -> None:
        """Begin an object or array; ``name`` is its key."""
        above = self._open[-1] if self._open else None
        if above is not None and above.is_array and is_array:
            if above.table is None:
                above.table = Table(self._builder, named=True)
                owner = self._open[-2] if len(self._open) > 1 else above
                if plain_name(above.name) in _ROWS and owner.titles:
                    above.table.titles(owner.titles)
                    above.has_words = True
            above.table.row()
        self._open.append(_Level(name, is_array, self._builder.field_count))

    def add_value(self, name: str, index: int | None, first: int) -> None:
        """Read a value whose fields begin at ``first``; ``index`` is its place in an array."""
        upto = self._builder.field_count
        if upto == first or not self._open:
            return
        table = self._open[-2].table if len(self._open) > 1 else None
        if index is not None and table is not None:
            table.place(index, first)
            above = self._open[-2]
            if not above.has_words:
                text = self._builder.text_of(first, upto, named=True)
                above.has_words = any(map(str.isalpha, text))
        elif index is None:
            self._add_member(self._open[-1], name, first, upto)

    def may_get_label(self, name: str, index: int | None) -> bool:
        """Return True if the next value may get a label other than its key."""
        if index is None:
            return is_value_name(name)
        above = self._open[-2] if len(self._open) > 1 else None
        return above is not None and above.table is not None and above.has_words

    def _add_member(self, level: _Level, name: str, first: int, upto: int) -> None:
        level.members.append((first, upto))
        if is_value_name(name):
            level.values.append((first, upto))
            if level.name:
                self._builder.label_fields(first, upto, (level.name,))
        elif plain_name(name) in LABELS:
            self._add_label(level, first, upto)

    def _add_label(self, level: _Level, first: int, upto: int) -> None:
        text = self._builder.text_of(first, upto, named=True)
        if may_be_title(text):
            level.labels.append(text)

    def close(self) -> None:
        """End the object or array that was opened last."""
        level = self._open.pop()
        if level.table is not None:
            level.table.end()
        for first, upto in level.values if level.labels else ():
            self._builder.label_fields(first, upto, level.labels)
        is_wrapper = level.name and not level.is_array and len(level.members) == 1
        if is_wrapper and level.members[0] == (level.first, self._builder.field_count):
            self._builder.label_fields(*level.members[0], (level.name,))
        if self._open and not self._open[-1].is_array:
            self._add_container(level, self._open[-1])

    def _add_container(self, level: _Level, above: _Level) -> None:
        name = plain_name(level.name)
        if is_value_name(level.name):
            above.values.append((level.first, self._builder.field_count))
        elif name in LABELS and level.labels:
            above.labels += level.labels
        elif name in LABELS and self._builder.field_count == level.first + 1:
            self._add_label(above, level.first, level.first + 1)
        elif name in _TITLES and level.is_array:
            fields = range(level.first, self._builder.field_count)
            above.titles = tuple(self._builder.text_of(at, at + 1, named=True) for at in fields)
