"""YAML as plain data that remembers where each value was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from anonfilter.errors import RulesError


@dataclass(frozen=True, slots=True)
class Place:
    """A file, a line and a column, counted from one."""

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
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def at(self, path: Iterable[str | int]) -> Node:
        """The node at this path; steps that were not written (a union's branch) are skipped."""
        node = self
        for step in path:
            inside = node.value
            if isinstance(inside, dict):
                node = inside.get(str(step), node)
            elif isinstance(inside, list) and isinstance(step, int) and step < len(inside):
                node = inside[step]
        return node

    def locate(self, path: Iterable[str | int]) -> Place:
        """The place of the value at this path, or of the nearest that was written."""
        return self.at(path).place

    def key_place(self, path: tuple[str | int, ...]) -> Place:
        """The place of the key that ends this path."""
        holder = self.at(path[:-1])
        return holder.keys.get(str(path[-1]), holder.place) if path else holder.place


_MOST_NODES = 1_000_000  # 100,000 terms with all their settings are half of that
_DEEPEST = 50
_TEXT = "tag:yaml.org,2002:str"


def load(text: str, file: str, *, private: bool = False) -> Node:
    """Parse one YAML document. Duplicate keys, custom tags and syntax errors are refused.

    Errors in a ``private`` one, about people, say where they are and repeat nothing of it.
    """
    try:
        return _load(text, file)
    except RulesError as error:
        if not private:
            raise
        raise RulesError("not valid YAML, or a key twice", where=error.where or file) from None


def _load(text: str, file: str) -> Node:
    yaml = YAML(typ="safe")
    try:
        root = yaml.compose(text)
        if root is None:
            return Node({}, Place(file, 1, 1), {})
        return _convert(root, file, yaml, frozenset(), count())
    except RecursionError:
        raise RulesError("nested too deeply", where=file) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
        raise RulesError(f"not valid YAML: {error.problem}", where=str(place)) from None
    except YAMLError as error:
        raise RulesError(f"not valid YAML: {error}", where=file) from None


def _convert(
    node: Any, file: str, yaml: YAML, open_nodes: frozenset[int], counted: Iterator[int]
) -> Node:
    place = Place(file, node.start_mark.line + 1, node.start_mark.column + 1)
    if id(node) in open_nodes:
        raise RulesError("an alias that contains itself", where=str(place))
    if next(counted) > _MOST_NODES:
        raise RulesError("aliases make this larger than any ruleset is", where=str(place))
    if len(open_nodes) > _DEEPEST:
        raise RulesError("nested too deeply", where=str(place))
    inside = open_nodes | {id(node)}
    if isinstance(node, ScalarNode):
        try:
            is_text = str(node.ctag) == _TEXT  # most are: the constructor takes longer
            value = node.value if is_text else yaml.constructor.construct_object(node)
        except (ValueError, MarkedYAMLError):
            raise RulesError("a value that YAML cannot read", where=str(place)) from None
        return Node(value, place, {})
    if isinstance(node, SequenceNode):
        items = [_convert(item, file, yaml, inside, counted) for item in node.value]
        return Node(items, place, {})
    assert isinstance(node, MappingNode)
    mapping: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    for key_node, value_node in node.value:
        key_place = Place(file, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key_node, ScalarNode):
            raise RulesError("a key must be a word", where=str(key_place))
        key = str(key_node.value)
        if key in mapping:
            raise RulesError(
                f"the key {key!r} stands here a second time, first at {keys[key]}",
                where=str(key_place),
            )
        mapping[key] = _convert(value_node, file, yaml, inside, counted)
        keys[key] = key_place
    return Node(mapping, place, keys)
