"""Read JSON values: take the strings, keys and long numbers of one file into a document."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from anonfilter.contract.document import CODE, BareValue, Replacement, Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.json.json_labels import JsonLabels
from anonfilter_documents.json.json_paths import Node, Roles
from anonfilter_documents.json.json_spelled import is_coordinate, spelled, whole_number
from anonfilter_documents.json.json_syntax import JsonError, Kind, Token, tokens, unescaped
from anonfilter_documents.json.recognised import Spoken, Words, is_speaker, length_of, token_numbers
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import add_value
from anonfilter_documents.shared.schema_names import counts_when_short, is_schema_name, names_font

if TYPE_CHECKING:
    from anonfilter_documents.json.json_lines import JsonLines

_CONVERSATIONS = frozenset(("messages", "conversations", "conversation", "dialogue", "dialog"))
_FEW = 200  # tokens of the first element that are looked at
_LINKED_DATA = re.compile(
    r"@(?:context|type|id|graph|value|language|list|set|reverse|index|base|vocab|container|direction"
    r"|import|included|json|nest|none|prefix|propagate|protected|version)"
)
_SCHEMAS = ("@context", "$schema")  # keys whose value is the address of a schema
_ADDRESS = re.compile(r"https?://[^@\s]*\Z")
_WHOLE_NUMBER = re.compile(r"-?([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class _Place:
    """How far the paths to roles have come, and the one to what says where a record belongs."""

    node: Node
    group: Node


@hide_values
@dataclass(slots=True)
class _Open:
    """A container that is being read: its place, the index of the next element of an array, and
    what its values are called: by the last key, or as the array is.

    ``words``: it is an array of a recogniser's words; ``told``: what is known of what is said.
    """

    at: _Place
    index: int | None
    name: str
    told: Spoken | None = None
    words: Words | None = None


_NOTHING = _Open(_Place(Node(frozenset(), ""), Node(frozenset(), "")), None, "")


class Reading:
    """Takes the values of one file into a document."""

    def __init__(
        self, source: Source, config: JsonLines.Config, roles: Roles, *, by_line: bool
    ) -> None:
        self.builder = DocumentBuilder(source)
        self._labels = JsonLabels(self.builder)
        self._source = source
        self._config = config
        self._roles = roles
        self._lines = by_line and config.records.apart()
        told = not by_line and holds_conversations(source.text)
        self._elements = not by_line and config.records.apart(usual=told)
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
                self._close(open_.pop(), open_)
                continue
            index = open_[-1].index if open_ else None
            if index is not None:
                at = self._below(open_[-1].at, index)
                open_[-1].index = index + 1
                if self._elements and len(open_) == 1:
                    self.builder.record()
            self._reach(at, token)
            first, within = self.builder.fields, open_[-1] if open_ else _NOTHING
            upto = self._taken(token, at.node, within)
            self._labels.taken(within.name, index, first)
            if upto is None:
                open_.append(self._open(at, token, open_))
            else:
                taken = upto

    def _open(self, at: _Place, token: Token, open_: list[_Open]) -> _Open:
        """Open a container; one of a recogniser's may be words, or something that is said."""
        above = open_[-1] if open_ else _NOTHING
        name, told = above.name, above.told
        self._labels.opened(name, is_array=token.kind is Kind.ARRAY)
        if token.kind is Kind.ARRAY:
            word = told is not None and told.is_word
            words = None if word else Words.of(self._source.text, token.start, name)
            return _Open(at, 0, name, told, words)
        if above.words is not None:
            told = above.words.begin(self.builder.fields)
        return _Open(at, None, name, told)

    def _close(self, closed: _Open, open_: list[_Open]) -> None:
        told = closed.told
        self._labels.closed()
        if closed.words is not None:
            closed.words.add_to(self.builder, _escaped)
        elif told is not None and (not open_ or open_[-1].told is not told):
            alone = told.alone()
            for name, view in alone.items():
                self._value(*view, name)
            self.builder.tell(told.first, told.time, told.echoes if alone else ())

    def _taken(self, token: Token, node: Node, within: _Open) -> int | None:
        """Take a value that holds no others, and return where it ends."""
        role, name = node.role, within.name
        if within.told is not None and role != "leave":
            if (upto := self._told(token, node, within, within.told)) is not None:
                return upto
            if is_speaker(name) and node.path is None:
                role = "speaker"
        if token.kind is Kind.STRING:
            address = name in _SCHEMAS and _ADDRESS.match(self._source.text, token.start, token.end)
            if role == "text" and (address or names_font(name)):
                role = CODE
            self._string(token, role, name)
        elif token.kind is Kind.NUMBER:
            self._number(token, role, within)
        elif token.kind is not Kind.CONSTANT:
            return self._spelled(token, role, name) if token.kind is Kind.ARRAY else None
        return token.end

    def _told(self, token: Token, node: Node, within: _Open, told: Spoken) -> int | None:
        """Take what a recogniser tells, and return where it ends."""
        name, (kind, start, end) = within.name, token
        text = self._source.text
        index = within.index - 1 if within.index else None
        if kind is Kind.STRING:
            if told.tells(name, index, text[start:end]) or told.spells(name, start, end):
                return end
            said = unescaped(text, start, end)
            told.length = max(told.length, length_of(name, said[0]))
            if told.says(name, *said, node.role):
                return end
        elif kind is Kind.NUMBER:
            if told.tells(name, index, text[start:end]):
                return end
            if told.numbers(name, start, end):
                return end
            if told.is_word and told.says(
                name, text[start:end], [Piece(0, end - start, start, end)], node.role
            ):
                told.echoes += Replacement(start, start, '"'), Replacement(end, end, '"')
                return end
        elif kind is Kind.ARRAY and told.views and (all_ := token_numbers(text, start, name)):
            told.echoes.append(Replacement(start + 1, all_.end() - 1, ""))
            return all_.end()
        return None

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
            plain = self._schema_names[key] = (
                key in self._roles.named
                or _LINKED_DATA.fullmatch(key) is not None
                or is_schema_name(key)
            )
        if (
            not plain
            and self._config.keys == "text"
            and (parent.role != "leave" or parent.path is None)
        ):
            self._string(token, CODE if parent.role == CODE else "text")
        return key

    def _string(self, token: Token, role: str, name: str = "") -> None:
        self._empty = False
        if role == "leave" or token.end == token.start:
            return
        if self._source.text.find("\\", token.start, token.end) < 0:
            stands = [Piece(0, token.end - token.start, token.start, token.end)]
            self._value(self._source.text[token.start : token.end], stands, role, name)
        else:
            self._value(*unescaped(self._source.text, token.start, token.end), role, name)

    def _value(self, text: str, stands: list[Piece], role: str, name: str) -> None:
        said = self.builder.value(text, stands)
        add_value(self.builder, said, role, _escaped, speakers=self._config.speakers, name=name)

    def _spelled(self, token: Token, role: str, name: str) -> int | None:
        """Take an array that spells a value, character by character."""
        one = spelled(self._source.text, token.start, name) if role != "leave" else None
        if one is None:
            return None
        self._empty = False
        text = self.builder.value(one.text, one.stands)
        add_value(self.builder, text, role, json.dumps if one.numbers else _escaped, name=name)
        return one.end

    def _number(self, token: Token, role: str, within: _Open) -> None:
        """A long whole number may be a telephone's or a person's. What replaces it is a string.

        A short one counts if a label says that it is a person's.
        """
        name = within.name
        if role == "leave" or self._config.numbers is None:
            return
        written = self._source.text[token.start : token.end]
        whole = _WHOLE_NUMBER.fullmatch(written)
        digits = whole[1] if whole is not None else whole_number(written)
        if is_coordinate(written, name):
            whole, digits = None, written
        elif not digits:
            return
        is_short = len(digits) < self._config.numbers and not counts_when_short(name)
        index = within.index - 1 if within.index else None
        if is_short and not self._labels.may_label(name, index):
            return
        first = self.builder.fields
        stands = [Piece(0, len(digits), token.start, token.end)]
        if whole is not None:  # what follows the last digit goes with it
            first, last = token.start + whole.start(1), token.start + whole.end(1) - 1
            before = len(digits) - 1
            stands = [Piece(0, before, first, last), Piece(before, before + 1, last, token.end)]
        bare = BareValue(token.start, token.end, _never, _escaped)
        add_value(self.builder, self.builder.value(digits, stands), role, bare=bare, name=name)
        if is_short:
            self.builder.only_labelled(first)


def holds_conversations(text: str) -> bool:
    """Whether a value is an array of objects that have an array of messages each."""
    open_ = ""
    key = ""
    try:
        for token in islice(tokens(text, 0, len(text)), _FEW):
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


def _never(written: str) -> bool:
    """Does it still fit without quotes? A number with a tag in it is none."""
    return False


def _escaped(value: str) -> str:
    """A value as it stands between the quotes of a JSON string."""
    return json.dumps(value)[1:-1]
