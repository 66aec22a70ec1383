"""JSON and JSON lines: every string, key and long number is text, in the role that a path gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import Field as Option
from pydantic import field_validator

from anonfilter.contract.document import Bare, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_plugins.formats.json.json_paths import Node, Roles, Step, parse_path
from anonfilter_plugins.formats.json.json_spelled import is_coordinate, spelled, whole_number
from anonfilter_plugins.formats.json.json_syntax import JsonError, Kind, Token, tokens, unescaped
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import Role, add_value
from anonfilter_plugins.formats.shared.places import broken
from anonfilter_plugins.formats.shared.records import Records
from anonfilter_plugins.formats.shared.schema_names import is_schema_name

_LINES = (".jsonl", ".ndjson")
_WHOLE = (".json", ".geojson", ".jsonld")
_LINE = re.compile(r"[^\n]+")
_WHOLE_NUMBER = re.compile(r"-?([0-9]+)(?:\.0+)?")


class FieldRules(Strict):
    """Which values, and what they are."""

    path: str = Option(description="a JSONPath: $.turns[*].text, $..name, $.a['b c'], $.rows[0]")
    role: Role = Option(
        default="text", description="text, speech, speaker; leave: it is not looked at"
    )

    @field_validator("path")
    @classmethod
    def _readable(cls, path: str) -> str:
        parse_path(path)
        return path


class JsonRecords(Records):
    """Records of JSON: `by` is a key of the record, or a path from the top."""

    @field_validator("by")
    @classmethod
    def _readable(cls, by: str) -> str:
        if by.startswith("$"):
            parse_path(by)
        return by

    def path(self, *, by_line: bool) -> tuple[Step, ...]:
        """Where what a record belongs to stands; () if nothing says so."""
        if self.by.startswith("$"):
            return parse_path(self.by)
        step = (Step(self.by),) if self.by else ()
        return step if by_line or not step else (Step(None), *step)


class JsonLines:
    """JSON lines (.jsonl, .ndjson), and JSON that is one value (.json)."""

    class Config(Strict):
        fields: tuple[FieldRules, ...] = Option(
            default=(),
            description="roles by path; the nearest path counts for all that is below it, "
            "of two to the same value the first",
        )
        others: Literal["text", "leave"] = Option(
            default="text", description="what no path leads to: is it looked at?"
        )
        keys: Literal["text", "leave"] = Option(
            default="text", description="keys that no schema would have are looked at too"
        )
        numbers: int | None = Option(
            default=5,
            ge=1,
            description="whole numbers of so many digits are looked at; null: none are",
        )
        speakers: bool = Option(
            default=False, description="strings of several turns are divided as transcripts"
        )
        records: JsonRecords = Option(
            default=JsonRecords(),
            description="a line is a record; of one value, with `scope: record`, each element of "
            "its array; `by` is a key of the record, or a path",
        )
        suffixes: tuple[str, ...] = Option(
            default=(*_LINES, *_WHOLE), description="the files that are read so"
        )
        lines: bool | None = Option(
            default=None, description="a value a line? else .jsonl and .ndjson are so"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config

    def read(self, source: Source) -> Document:
        roles = Roles(
            [(parse_path(one.path), one.role) for one in self._config.fields], self._config.others
        )
        by_line = self._by_line(source)
        reading = _Reading(source, self._config, roles, by_line=by_line)
        try:
            for start, end in self._values(source):
                reading.value(start, end)
        except JsonError as error:
            raise broken(
                source, error.position, f"is no JSON: {error.message}", self._hint(source)
            ) from None
        reading.require_paths()
        return reading.builder.build()

    def _by_line(self, source: Source) -> bool:
        by_line = self._config.lines
        return source.name.lower().endswith(_LINES) if by_line is None else by_line

    def _values(self, source: Source) -> Iterator[tuple[int, int]]:
        text = source.text
        if not self._by_line(source):
            yield 0, len(text)
            return
        for line in _LINE.finditer(text):
            if not line[0].isspace():
                yield line.span()

    def _hint(self, source: Source) -> str:
        if self._by_line(source):
            return "In JSON lines each line is a value of its own; `lines: false` reads one value."
        return "`lines: true` in the rules reads a value a line."


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


class _Reading:
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
