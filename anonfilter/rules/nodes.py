"""Reads YAML as plain data that keeps the place of each value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from anonfilter.errors import RulesError
from anonfilter.text.safe_yaml import reader


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column of a file, counted from one."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(slots=True)
class Node:
    """A YAML value: a scalar, a list of nodes, or a mapping to nodes."""

    value: Any
    place: Place
    keys: dict[str, Place]

    def plain(self) -> Any:
        """Return the value without places: lists, mappings and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def at(self, path: Iterable[str | int]) -> Node:
        """Return the node at this path; steps that the YAML does not have are skipped."""
        node = self
        for step in path:
            inside = node.value
            if isinstance(inside, dict):
                node = inside.get(str(step), node)
            elif isinstance(inside, list) and isinstance(step, int) and step < len(inside):
                node = inside[step]
        return node

    def locate(self, path: Iterable[str | int]) -> Place:
        """Return the place of the value at this path; if missing, of the nearest node above it."""
        return self.at(path).place

    def key_place(self, path: tuple[str | int, ...]) -> Place:
        """Return the place of the last key of this path; if it is missing, that of its mapping."""
        holder = self.at(path[:-1])
        return holder.keys.get(str(path[-1]), holder.place) if path else holder.place


_MOST_NODES = 1_000_000  # twice as many as for 100,000 terms with all their settings
_DEEPEST = 50
_DEEP = f"has more than {_DEEPEST} levels of lists and mappings"
_BRACKET = re.compile(r"[\[{]")  # 500 brackets without such an indent nest at most 1,000 levels
_INDENTED = re.compile(r"[ ?:-]{250}")
_WRONG = "not valid YAML, a key twice, or nested too deeply"
_TEXT = "tag:yaml.org,2002:str"


def load(text: str, file: str, *, private: bool = False) -> Node:
    """Parse one YAML document; refuse duplicate keys, custom tags and syntax errors.

    Errors in a ``private`` document state the place, without values.
    """
    try:
        return _load(text, file)
    except RulesError as error:
        if not private:
            raise
        raise RulesError(_WRONG, where=error.where or file) from None


def _load(text: str, file: str) -> Node:
    reader = _Reader(file)
    try:
        return reader.read(text)
    except RecursionError:
        raise RulesError(_DEEP, where=file) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = reader.place(mark) if mark else Place(file, 1, 1)
        raise RulesError(f"not valid YAML: {error.problem}", where=str(place)) from None
    except YAMLError as error:
        raise RulesError(f"not valid YAML: {error}", where=file) from None


class _Reader:
    """Reads one YAML file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._yaml = reader()
        self._count = 0

    def read(self, text: str) -> Node:
        if _INDENTED.search(text) or len(_BRACKET.findall(text)) > 500:
            self._bound(text)
        root = self._yaml.compose(text)
        return Node({}, Place(self._file, 1, 1), {}) if root is None else self._node(root, ())

    def _bound(self, text: str) -> None:
        """Raise an error for deep nesting, since 30,000 levels would crash the process."""
        depth = 0
        for event in self._yaml.parse(text):
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if depth > _DEEPEST + 1:
                raise RulesError(_DEEP, where=str(self.place(event.start_mark)))

    def place(self, mark: Any) -> Place:
        return Place(self._file, mark.line + 1, mark.column + 1)

    def _node(self, node: Any, parents: tuple[Any, ...]) -> Node:
        place = self.place(node.start_mark)
        self._count += 1
        if any(node is parent for parent in parents):
            raise RulesError("this alias contains itself", where=str(place))
        if self._count > _MOST_NODES:
            raise RulesError("has more than 1,000,000 values, aliases included", where=str(place))
        if len(parents) > _DEEPEST:
            raise RulesError(_DEEP, where=str(place))
        if isinstance(node, ScalarNode):
            return Node(self._scalar(node, place), place, {})
        inside = (*parents, node)
        if isinstance(node, SequenceNode):
            return Node([self._node(item, inside) for item in node.value], place, {})
        assert isinstance(node, MappingNode)
        mapping: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        for key_node, value_node in node.value:
            key, key_place = self._key(key_node), self.place(key_node.start_mark)
            if key in mapping:
                raise RulesError(
                    f"the key {key!r} is repeated; it is first used at {keys[key]}",
                    where=str(key_place),
                )
            mapping[key] = self._node(value_node, inside)
            keys[key] = key_place
        return Node(mapping, place, keys)

    def _scalar(self, node: Any, place: Place) -> Any:
        if str(node.ctag) == _TEXT:  # the usual case; the constructor is slower
            return node.value
        try:
            return self._yaml.constructor.construct_object(node)
        except (ValueError, MarkedYAMLError):
            raise RulesError("YAML cannot read this value", where=str(place)) from None

    def _key(self, node: Any) -> str:
        if not isinstance(node, ScalarNode):
            raise RulesError("a key must be a word", where=str(self.place(node.start_mark)))
        return str(node.value)
