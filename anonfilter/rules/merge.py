"""How a ruleset and the one that it extends become one.

Mappings are merged key by key, and what the extending ruleset says wins. Lists are joined,
so that a ruleset can only add patterns, terms and globs to what it inherits. Plugin lists
(detectors, …) are merged by instance name. ``replace: true`` in an instance starts it anew;
``before:`` and ``after:`` name the neighbour of a new one, which else comes first among
detectors and formats, where the first one wins, and last among resolvers and taggers.
"""

from __future__ import annotations

import os
from typing import TypeGuard

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import Node

CHAINS = ("formats", "detectors", "resolvers", "taggers")
_FILE_LISTS = ("files", "plugins")
_NAMES_OR_FILES = ("packs",)
_FROM_TOP = ("corpus", "map_dir")
_FIRST_WINS = ("formats", "detectors")
_PLACING = ("before", "after", "replace")


def merge_rulesets(base: Node, top: Node) -> Node:
    """``top`` over ``base``."""
    base = _without_roles_said_anew(_without_said_anew(base, top), top)
    merged = _merge_mappings(base, top, skip=CHAINS)
    for chain in CHAINS:
        if chain in top.value or chain in base.value:
            merged.value[chain] = merge_chain(
                base.value.get(chain), top.value.get(chain), new_first=chain in _FIRST_WINS
            )
            merged.keys[chain] = (top if chain in top.value else base).keys[chain]
    return merged


def _without_said_anew(base: Node, top: Node) -> Node:
    """``base`` less the templates of labels to which ``top`` gives another one.

    ``tag: '[ID_{n}]'`` and ``template: '[ID_{n}]'`` say the same; the later of the two counts.
    """
    labels, others = base.value.get("labels"), top.value.get("labels")
    if not (_is_mapping(labels) and _is_mapping(others)):
        return base
    kept = dict(labels.value)
    for name, label in labels.value.items():
        if _is_mapping(label) and name in others.value and _says_template(others.value[name]):
            rest = {
                key: node
                for key, node in label.value.items()
                if key != "template" and not (key == "tag" and _is_template(node))
            }
            kept[name] = Node(rest, label.place, label.keys)
    value = {**base.value, "labels": Node(kept, labels.place, labels.keys)}
    return Node(value, base.place, base.keys)


def _without_roles_said_anew(base: Node, top: Node) -> Node:
    """``base`` less the roles of people about whom ``top`` says the opposite."""
    people, others = base.value.get("people"), top.value.get("people")
    if not (_is_mapping(people) and _is_mapping(others)):
        return base
    kept = dict(people.value)
    for own, opposite in (("redact", "keep"), ("keep", "redact")):
        said = others.value.get(opposite)
        roles = kept.get(own)
        if _is_list(said) and _is_list(roles):
            anew = {node.value for node in said.value}
            left = [node for node in roles.value if node.value not in anew]
            kept[own] = Node(left, roles.place, {})
    value = {**base.value, "people": Node(kept, people.place, people.keys)}
    return Node(value, base.place, base.keys)


def _is_list(node: Node | None) -> TypeGuard[Node]:
    return node is not None and isinstance(node.value, list)


def _is_mapping(node: Node | None) -> TypeGuard[Node]:
    return node is not None and isinstance(node.value, dict)


def _is_template(node: Node | None) -> bool:
    return node is not None and str(node.value).startswith("[")


def _says_template(label: Node) -> bool:
    return _is_mapping(label) and (
        "template" in label.value or _is_template(label.value.get("tag"))
    )


def merge(base: Node, top: Node) -> Node:
    """Two values as one: mappings key by key, lists joined; else ``top`` counts."""
    if isinstance(base.value, dict) and isinstance(top.value, dict):
        return _merge_mappings(base, top)
    if isinstance(base.value, list) and isinstance(top.value, list):
        return Node([*base.value, *top.value], top.place, {})
    return top


def _merge_mappings(base: Node, top: Node, skip: tuple[str, ...] = ()) -> Node:
    value = {key: node for key, node in base.value.items() if key not in skip}
    for key, node in top.value.items():
        if key not in skip:
            value[key] = merge(value[key], node) if key in value else node
    return Node(value, top.place, {**base.keys, **top.keys})


def instance_name(node: Node) -> str:
    if not isinstance(node.value, dict):
        raise RulesError("an entry here begins with `use:`", where=str(node.place))
    named = node.value.get("name") or node.value.get("use")
    if named is None:
        raise RulesError("which plugin is meant? `use:` is missing", where=str(node.place))
    return str(named.value)


def merge_chain(base: Node | None, top: Node | None, *, new_first: bool = False) -> Node:
    """Two lists of instances as one; also puts a single list in its final form.

    What is new in ``top`` and says no place comes last, or first where the first one wins.
    """
    written = top or base
    assert written is not None
    result: list[tuple[str, Node]] = []
    for source in (base, top):
        if source is None:
            continue
        if not isinstance(source.value, list):
            raise RulesError("a list of `use:` entries is expected", where=str(source.place))
        top_first = new_first and source is top and base is not None
        fronted = 0
        seen: dict[str, Node] = {}
        for node in source.value:
            name = instance_name(node)
            if name in seen:
                raise RulesError(
                    f"{name!r} is used twice here, first at {seen[name].place}",
                    where=str(node.place),
                    hint="Give one of them a `name:` of its own.",
                )
            seen[name] = node
            fronted += _place(result, name, node, fronted if top_first else None)
    return Node([node for _, node in result], written.place, {})


def _place(result: list[tuple[str, Node]], name: str, node: Node, front: int | None) -> bool:
    """Put an instance where it belongs; whether that is at the front, as one of the new."""
    names = [known for known, _ in result]
    stripped = Node(
        {key: value for key, value in node.value.items() if key not in _PLACING},
        node.place,
        node.keys,
    )
    at = len(result) if front is None else front
    fronted = front is not None
    if name in names:
        fronted = False
        at = names.index(name)
        _, old = result.pop(at)
        names.pop(at)
        again = node.value.get("replace")
        if not (again is not None and again.value is True):
            stripped = _merge_mappings(old, stripped)
    for key, offset in (("before", 0), ("after", 1)):
        neighbour = node.value.get(key)
        if neighbour is not None:
            if neighbour.value not in names:
                raise RulesError(
                    f"there is no {neighbour.value!r} to stand {key}",
                    where=str(neighbour.place),
                    hint=f"There are: {', '.join(names) or 'none'}.",
                )
            fronted = False
            at = names.index(neighbour.value) + offset
    result.insert(at, (name, stripped))
    return fronted


def rebase(node: Node, folder: str, key: str = "") -> None:
    """Make the file names in an extended ruleset relative to the folder of the extending one.

    Those are the entries of ``files:`` and ``plugins:``, those of ``packs:`` that end in
    ``.yaml``, and whatever begins with ``./``. ``key`` is the one that the node stands under.
    """
    if isinstance(node.value, dict):
        for own, child in node.value.items():
            if own not in _FROM_TOP:  # those say the same from anywhere
                rebase(child, folder, own)
    elif isinstance(node.value, list):
        for child in node.value:
            rebase(child, folder, key)
    elif isinstance(node.value, str) and _is_path(node.value, key):
        node.value = os.path.join(folder, node.value)


def _is_path(text: str, key: str) -> bool:
    if text.startswith(("./", "../")) or key in _FILE_LISTS:
        return True
    return key in _NAMES_OR_FILES and is_file(text)


def is_file(name: str) -> bool:
    """Does this name a file, where the name of something shipped could stand as well?"""
    return name.endswith((".yaml", ".yml"))
