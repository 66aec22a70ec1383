"""Read paths in JSON from the rules, and find the roles that they give to values.

The paths are JSONPath without filters: ``$.turns[*].text``, ``$..name``, ``$.a['b c']``,
``$.rows[0]``, ``$.*``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from anonfilter.text.values import hide_values

_STEP = re.compile(
    r"""(?P<deep>\.\.)?(?:
      (?<=\.)(?P<name>[^\W\d][\w-]*|\*)
    | \.(?P<child>[^\W\d][\w-]*|\*)
    | \[\s*(?:
        (?P<any>\*)|(?P<index>[0-9]+)|'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"
      )\s*\]
    )""",
    re.VERBOSE | re.DOTALL,
)
_OTHER: Final = object()


@hide_values
@dataclass(frozen=True, slots=True)
class Step:
    """A step to the member or element ``key``, or to all members if ``key`` is None."""

    key: str | int | None
    deep: bool = False


def parse_path(written: str) -> tuple[Step, ...]:
    """Return the steps of a path; raise ``ValueError`` for a path that is not valid."""
    if not written.startswith("$"):
        raise ValueError(f"a path begins with $, as in $.turns[*].text: {written!r}")
    steps: list[Step] = []
    at = 1
    while at < len(written):
        match = _STEP.match(written, at)
        if match is None:
            raise ValueError(
                f"{written!r} has an error at character {at + 1}; "
                "a path consists of .name, ['name'], [0], [*], .* and ..name"
            )
        steps.append(Step(_key(match), match["deep"] is not None))
        at = match.end()
    return tuple(steps)


def _key(match: re.Match[str]) -> str | int | None:
    name = match["name"] or match["child"]
    if name is not None:
        return None if name == "*" else name
    if match["any"]:
        return None
    if match["index"]:
        return int(match["index"])
    return re.sub(r"\\(.)", r"\1", match["single"] if match["double"] is None else match["double"])


State = frozenset[tuple[int, int]]


@hide_values
@dataclass(frozen=True, slots=True)
class Node:
    """The role of a value, and how many steps of each path lead to it.

    ``path`` is the index of the path that gave the role, or None.
    """

    state: State
    role: str
    path: int | None = None


class Roles:
    """The role of each value, by the nearest path that leads to it or to a value around it.

    If two paths lead to the same value, the first path in the list counts. ``named`` are the keys
    and indexes that occur in the paths.
    """

    def __init__(self, paths: Sequence[tuple[tuple[Step, ...], str]], others: str) -> None:
        self._paths = paths
        self.named = {step.key for steps, _ in paths for step in steps if step.key is not None}
        self._known: dict[tuple[Node, object], Node] = {}
        self.root = self._node({(at, 0) for at in range(len(paths))}, Node(frozenset(), others))

    def child(self, node: Node, key: str | int) -> Node:
        """Return the node of the member or element with this key."""
        if not node.state:
            return node
        step = key if key in self.named else (_OTHER, isinstance(key, int))
        child = self._known.get((node, step))
        if child is None:
            child = self._known[node, step] = self._new_child(node, key)
        return child

    def _new_child(self, node: Node, key: str | int) -> Node:
        after: set[tuple[int, int]] = set()
        for path, done in node.state:
            steps = self._paths[path][0]
            if done == len(steps):
                continue
            if steps[done].deep:
                after.add((path, done))
            wanted = steps[done].key
            if wanted is None or (wanted == key and type(wanted) is type(key)):
                after.add((path, done + 1))
        return self._node(after, node)

    def _node(self, state: set[tuple[int, int]], above: Node) -> Node:
        reached = [path for path, done in state if done == len(self._paths[path][0])]
        if reached:
            return Node(frozenset(state), self._paths[min(reached)][1], min(reached))
        return Node(frozenset(state), above.role, above.path)
