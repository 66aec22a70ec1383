"""Read JSON values: take the strings, keys and long numbers of one file into a document."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anonfilter.contract.document import Bare, Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_plugins.formats.json.json_paths import Node, Roles
from anonfilter_plugins.formats.json.json_spelled import is_coordinate, spelled, whole_number
from anonfilter_plugins.formats.json.json_syntax import Kind, Token, tokens, unescaped
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import add_value
from anonfilter_plugins.formats.shared.schema_names import is_schema_name

if TYPE_CHECKING:
    from anonfilter_plugins.formats.json.json_lines import JsonLines

_WHOLE_NUMBER = re.compile(r"-?([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class _Place:
    """How far the paths to roles have come, and the one to what says where a record belongs."""

    node: Node
    group: Node


@dataclass(slots=True)
class _Open:
    """A container that is being read: its place, the index of the next element of an array, and
    what its values are called: by the last key, or as the array is."""

    at: _Place
    index: int | None
    name: str


class Reading:
    """Takes the values of one file into a document."""

    def __init__(
        self, source: Source, config: JsonLines.Config, roles: Roles, *, by_line: bool
    ) -> None:
        self.builder = DocumentBuilder(source)
        self._source = source
        self._config = config
        self._roles = roles
        self._lines = by_line and config.records.apart()
        self._elements = not by_line and config.records.apart(usual=False)
        group = config.records.path(by_line=by_line)
        self._groups = Roles([(group, "group")] if group else [], "")
        self._reached: set[int] = set()
        self._empty = True
        self._schema_names: dict[str, bool] = {}

    def value(self, start: int, end: int) -> None:
        """Take all of one JSON value."""
        open_: list[_Open] = []
        at = _Place(self._roles.root, self._groups.root)
        taken = start
        if self._lines:
            self.builder.record()
        for token in tokens(self._source.text, start, end):
            kind = token.kind
            if token.start < taken:
                continue
            if kind is Kind.KEY:
                open_[-1].name = self._key(token, open_[-1].at.node)
                at = self._below(open_[-1].at, open_[-1].name)
                continue
            if kind is Kind.CLOSE:
                open_.pop()
                continue
            if open_ and (index := open_[-1].index) is not None:
                at = self._below(open_[-1].at, index)
                open_[-1].index = index + 1
                if self._elements and len(open_) == 1:
                    self.builder.record()
            self._reach(at, token)
            name = open_[-1].name if open_ else ""
            upto = self._taken(token, at.node.role, name)
            if upto is None:
                open_.append(_Open(at, 0 if kind is Kind.ARRAY else None, name))
            else:
                taken = upto

    def _taken(self, token: Token, role: str, name: str) -> int | None:
        """Take a value that holds no others, and return where it ends."""
        if token.kind is Kind.STRING:
            self._string(token, role, name)
        elif token.kind is Kind.NUMBER:
            self._number(token, role, name)
        elif token.kind is not Kind.CONSTANT:
            return self._spelled(token, role, name) if token.kind is Kind.ARRAY else None
        return token.end

    def _below(self, at: _Place, key: str | int) -> _Place:
        return _Place(self._roles.child(at.node, key), self._groups.child(at.group, key))

    def _reach(self, at: _Place, token: Token) -> None:
        """Remember which paths lead somewhere, and where the record belongs."""
        if at.node.path is not None:
            self._reached.add(at.node.path)
        if at.group.path is not None and token.kind in (Kind.STRING, Kind.NUMBER):
            self.builder.belongs(self._source.text[token.start : token.end])

    def require_paths(self) -> None:
        """Where only what is named is looked at, something must be there by that name."""
        named = {at for at, one in enumerate(self._config.fields) if one.role != "leave"}
        if self._config.others == "leave" and not self._empty and not named & self._reached:
            raise Incomplete(
                "holds nothing at the paths that the rules name, and all else is left",
                where=self._source.name,
                hint="Correct `fields:`, or say `others: text`.",
            )

    def _key(self, token: Token, parent: Node) -> str:
        """Take a key if it may be about a person; return it as it reads."""
        text = self._source.text[token.start : token.end]
        key = unescaped(self._source.text, *token[1:])[0] if "\\" in text else text
        plain = self._schema_names.get(key)
        if plain is None:
            plain = self._schema_names[key] = key in self._roles.named or is_schema_name(key)
        if (
            not plain
            and self._config.keys == "text"
            and (parent.role != "leave" or parent.path is None)
        ):
            self._string(token, "text")
        return key

    def _string(self, token: Token, role: str, name: str = "") -> None:
        self._empty = False
        if role == "leave" or token.end == token.start:
            return
        if self._source.text.find("\\", token.start, token.end) < 0:
            text = self.builder.take(token.start, token.end)
        else:
            text = self.builder.value(*unescaped(self._source.text, token.start, token.end))
        add_value(self.builder, text, role, _escaped, speakers=self._config.speakers, name=name)

    def _spelled(self, token: Token, role: str, name: str) -> int | None:
        """Take an array that spells a value, character by character."""
        one = spelled(self._source.text, token.start, name) if role != "leave" else None
        if one is None:
            return None
        self._empty = False
        text = self.builder.value(one.text, one.stands)
        add_value(self.builder, text, role, json.dumps if one.numbers else _escaped, name=name)
        return one.end

    def _number(self, token: Token, role: str, name: str) -> None:
        """A long whole number may be a telephone's or a person's. What replaces it is a string."""
        if role == "leave" or self._config.numbers is None:
            return
        written = self._source.text[token.start : token.end]
        whole = _WHOLE_NUMBER.fullmatch(written)
        digits = whole[1] if whole is not None else whole_number(written)
        if is_coordinate(written, name):
            whole, digits = None, written
        elif len(digits) < self._config.numbers:
            return
        first, last = whole.span(1) if whole is not None else (0, len(written))
        stands = Piece(0, len(digits), token.start + first, token.start + last)
        bare = Bare(token.start, token.end, _never, _escaped)
        add_value(self.builder, self.builder.value(digits, [stands]), role, bare=bare, name=name)


def _never(written: str) -> bool:
    """Does it still fit without quotes? A number with a tag in it is none."""
    return False


def _escaped(value: str) -> str:
    """A value as it stands between the quotes of a JSON string."""
    return json.dumps(value)[1:-1]
