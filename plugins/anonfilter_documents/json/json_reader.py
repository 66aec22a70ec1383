"""Read JSON: the strings, unusual keys and long numbers of a file become fields."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import islice

from anonfilter.contract.document import CODE, BareValue, Replacement, Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.json.json_labels import JsonLabels
from anonfilter_documents.json.json_paths import Node, Roles, parse_path
from anonfilter_documents.json.json_settings import JsonSettings
from anonfilter_documents.json.json_spelled import (
    is_coordinate,
    read_spelled,
    read_whole_number,
)
from anonfilter_documents.json.json_syntax import JsonError, Kind, Token, read_tokens, unescape
from anonfilter_documents.json.speech_json import (
    SpokenItem,
    SpokenItems,
    count_words,
    is_speaker,
    match_token_numbers,
)
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.decoded_text import whole_piece
from anonfilter_documents.shared.schema_names import counts_when_short, is_schema_name, names_font
from anonfilter_documents.shared.value_fields import add_value

_CONVERSATIONS = frozenset(("messages", "conversations", "conversation", "dialogue", "dialog"))
_FEW = 200  # tokens of the first element that are examined
_LINKED_DATA = re.compile(
    r"@(?:context|type|id|graph|value|language|list|set|reverse|index|base|vocab|container|direction"
    r"|import|included|json|nest|none|prefix|propagate|protected|version)"
)
_SCHEMAS = ("@context", "$schema")  # keys whose value is the address of a schema
_ADDRESS = re.compile(r"https?://[^@\s]*\Z")
_WHOLE_NUMBER = re.compile(r"-?([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a value: its nodes for the paths to roles and for the path to a group."""

    node: Node
    group: Node


@hide_values
@dataclass(slots=True)
class _Open:
    """An open object or array: its place, the index of its next element, and its name.

    The name is the last key of an object, or the key of an array. ``words`` is set for an array of
    recognised words, and ``spoken`` for the parts of a recognised word or segment.
    """

    at: _Place
    index: int | None
    name: str
    spoken: SpokenItem | None = None
    words: SpokenItems | None = None


_NOTHING = _Open(_Place(Node(frozenset(), ""), Node(frozenset(), "")), None, "")


class JsonReader:
    """A reader that makes fields of the values of one file."""

    def __init__(self, source: Source, config: JsonSettings, *, by_line: bool) -> None:
        self.builder = DocumentBuilder(source)
        self._labels = JsonLabels(self.builder)
        self._source = source
        self._config = config
        paths = [(parse_path(rule.path), rule.role) for rule in config.fields]
        self._roles = Roles(paths, config.others)
        self._lines_are_records = by_line and config.records.apart()
        has_conversations = not by_line and _has_conversations(source.text)
        self._elements_are_records = not by_line and config.records.apart(usual=has_conversations)
        group = config.records.group_path(by_line=by_line)
        self._groups = Roles([(group, "group")] if group else [], "")
        self._reached: set[int] = set()
        self._is_empty = True
        self._schema_names: dict[str, bool] = {}

    def read_value(self, start: int, end: int) -> None:
        """Read one JSON value with all values in it."""
        open_: list[_Open] = []
        at = _Place(self._roles.root, self._groups.root)
        done = start
        if self._lines_are_records:
            self.builder.begin_record()
        for token in read_tokens(self._source.text, start, end):
            kind = token.kind
            if token.start < done:
                continue
            if kind is Kind.KEY:
                open_[-1].name = self._read_key(token, open_[-1].at.node)
                at = self._below(open_[-1].at, open_[-1].name)
                continue
            if kind is Kind.CLOSE:
                self._close(open_.pop(), open_)
                continue
            index = open_[-1].index if open_ else None
            if index is not None:
                at = self._below(open_[-1].at, index)
                open_[-1].index = index + 1
                if self._elements_are_records and len(open_) == 1:
                    self.builder.begin_record()
            self._note_paths(at, token)
            first, within = self.builder.field_count, open_[-1] if open_ else _NOTHING
            upto = self._read_simple(token, at.node, within)
            self._labels.add_value(within.name, index, first)
            if upto is None:
                open_.append(self._open(at, token, within))
            else:
                done = upto

    def _note_paths(self, at: _Place, token: Token) -> None:
        """Record that a path leads to this value; set the group if the path of the group does."""
        if at.node.path is not None:
            self._reached.add(at.node.path)
        if at.group.path is not None and token.kind in (Kind.STRING, Kind.NUMBER):
            self.builder.set_group(self._source.text[token.start : token.end])

    def _open(self, at: _Place, token: Token, above: _Open) -> _Open:
        """Open an object or array, which may hold recognised words or be a recognised word."""
        name, spoken = above.name, above.spoken
        self._labels.open(name, is_array=token.kind is Kind.ARRAY)
        if token.kind is Kind.ARRAY:
            is_word = spoken is not None and spoken.is_word
            words = None if is_word else SpokenItems.of(self._source.text, token.start, name)
            return _Open(at, 0, name, spoken, words)
        if above.words is not None:
            spoken = above.words.begin_item(self.builder.field_count)
        return _Open(at, None, name, spoken)

    def _close(self, closed: _Open, open_: list[_Open]) -> None:
        spoken = closed.spoken
        self._labels.close()
        if closed.words is not None:
            closed.words.add_to(self.builder, _escape)
        elif spoken is not None and (not open_ or open_[-1].spoken is not spoken):
            untimed = spoken.pop_untimed_views()
            for name, view in untimed.items():
                self._add_value(*view, name)
            self.builder.time_fields(spoken.first, spoken.time, spoken.echoes if untimed else ())

    def _read_simple(self, token: Token, node: Node, within: _Open) -> int | None:
        """Read a value and return its end; return None for an object or array that is opened."""
        role, name = node.role, within.name
        if within.spoken is not None and role != "leave":
            if (upto := self._read_spoken(token, node, within, within.spoken)) is not None:
                return upto
            if is_speaker(name) and node.path is None:
                role = "speaker"
        if token.kind is Kind.STRING:
            address = name in _SCHEMAS and _ADDRESS.match(self._source.text, token.start, token.end)
            if role == "text" and (address or names_font(name)):
                role = CODE
            self._read_string(token, role, name)
        elif token.kind is Kind.NUMBER:
            self._read_number(token, role, within)
        elif token.kind is not Kind.CONSTANT:
            return self._read_spelled(token, role, name) if token.kind is Kind.ARRAY else None
        return token.end

    def _read_spoken(
        self, token: Token, node: Node, within: _Open, spoken: SpokenItem
    ) -> int | None:
        """Read a value in a recognised word or segment; return its end, or None for others."""
        name, (kind, start, end) = within.name, token
        text = self._source.text
        index = within.index - 1 if within.index else None
        if kind is Kind.STRING:
            if spoken.add_time(name, index, text[start:end]) or spoken.add_phoneme(
                name, start, end
            ):
                return end
            decoded = unescape(text, start, end)
            spoken.length = max(spoken.length, count_words(name, decoded[0]))
            if spoken.add_view(name, *decoded, node.role):
                return end
        elif kind is Kind.NUMBER:
            if spoken.add_time(name, index, text[start:end]):
                return end
            if spoken.add_token_number(name, start, end):
                return end
            pieces = whole_piece(start, end)
            if spoken.is_word and spoken.add_view(name, text[start:end], pieces, node.role):
                spoken.echoes += Replacement(start, start, '"'), Replacement(end, end, '"')
                return end
        elif (
            kind is Kind.ARRAY
            and spoken.views
            and (array := match_token_numbers(text, start, name))
        ):
            spoken.echoes.append(Replacement(start + 1, array.end() - 1, ""))
            return array.end()
        return None

    def _below(self, at: _Place, key: str | int) -> _Place:
        return _Place(self._roles.child(at.node, key), self._groups.child(at.group, key))

    def require_paths(self) -> None:
        """Raise ``Incomplete`` if no path of the rules leads to a value, with `others: leave`."""
        paths = {at for at, rule in enumerate(self._config.fields) if rule.role != "leave"}
        if self._config.others == "leave" and not self._is_empty and not paths & self._reached:
            raise Incomplete(
                "has no value at the paths of the rules, and all other values are left unread",
                where=self._source.name,
                hint="Correct `fields:`, or write `others: text`.",
            )

    def _read_key(self, token: Token, parent: Node) -> str:
        """Return a key; make a field of it if it may be about a person."""
        text = self._source.text[token.start : token.end]
        key = unescape(self._source.text, *token[1:])[0] if "\\" in text else text
        of_schema = self._schema_names.get(key)
        if of_schema is None:
            of_schema = self._schema_names[key] = (
                key in self._roles.named
                or _LINKED_DATA.fullmatch(key) is not None
                or is_schema_name(key)
            )
        is_read = parent.role != "leave" or parent.path is None
        if not of_schema and self._config.keys == "text" and is_read:
            self._read_string(token, CODE if parent.role == CODE else "text")
        return key

    def _read_string(self, token: Token, role: str, name: str = "") -> None:
        self._is_empty = False
        if role == "leave" or token.end == token.start:
            return
        if self._source.text.find("\\", token.start, token.end) < 0:
            pieces = whole_piece(token.start, token.end)
            self._add_value(self._source.text[token.start : token.end], pieces, role, name)
        else:
            self._add_value(*unescape(self._source.text, token.start, token.end), role, name)

    def _add_value(self, text: str, pieces: list[Piece], role: str, name: str) -> None:
        added = self.builder.add_text(text, pieces)
        add_value(self.builder, added, role, _escape, speakers=self._config.speakers, name=name)

    def _read_spelled(self, token: Token, role: str, name: str) -> int | None:
        """Read an array that spells a value and return its end; return None for other arrays."""
        value = read_spelled(self._source.text, token.start, name) if role != "leave" else None
        if value is None:
            return None
        self._is_empty = False
        text = self.builder.add_text(value.text, value.pieces)
        encode = json.dumps if value.of_numbers else _escape
        add_value(self.builder, text, role, encode, name=name)
        return value.end

    def _read_number(self, token: Token, role: str, within: _Open) -> None:
        """Make a field of a long whole number, or of a short one that may get a label.

        A number that is replaced becomes a string.
        """
        name = within.name
        if role == "leave" or self._config.numbers is None:
            return
        written = self._source.text[token.start : token.end]
        whole = _WHOLE_NUMBER.fullmatch(written)
        digits = whole[1] if whole is not None else read_whole_number(written)
        if is_coordinate(written, name):
            whole, digits = None, written
        elif not digits:
            return
        is_short = len(digits) < self._config.numbers and not counts_when_short(name)
        index = within.index - 1 if within.index else None
        if is_short and not self._labels.may_get_label(name, index):
            return
        first_field = self.builder.field_count
        pieces = [Piece(0, len(digits), token.start, token.end)]
        if whole is not None:  # the decimals are replaced together with the last digit
            first, last = token.start + whole.start(1), token.start + whole.end(1) - 1
            before = len(digits) - 1
            pieces = [Piece(0, before, first, last), Piece(before, before + 1, last, token.end)]
        # A number with a tag in it always needs quotes.
        bare = BareValue(token.start, token.end, lambda _: False, _escape)
        add_value(self.builder, self.builder.add_text(digits, pieces), role, bare=bare, name=name)
        if is_short:
            self.builder.drop_unless_labelled(first_field)


def _has_conversations(text: str) -> bool:
    """Return True for an array of objects that each have an array of messages."""
    open_ = ""
    key = ""
    try:
        for token in islice(read_tokens(text, 0, len(text)), _FEW):
            if token.kind is Kind.CLOSE:
                open_ = open_[:-1]
                if len(open_) < 2:
                    return False
            elif token.kind is Kind.KEY:
                key = text[token.start : token.end]
            elif token.kind in (Kind.OBJECT, Kind.ARRAY):
                open_ += "{" if token.kind is Kind.OBJECT else "["
                if open_ == "[{[" and key in _CONVERSATIONS:
                    return True
    except JsonError:
        return False
    return False


def _escape(value: str) -> str:
    """Escape a value for a JSON string, without the quotes."""
    return json.dumps(value)[1:-1]
