"""Merges a ruleset with the ruleset that it extends.

Mappings are merged key by key, and the extending ruleset wins. Lists are joined: a ruleset can
only add patterns, terms and globs to those that it inherits. Lists of plugins (detectors, …) are
merged by name. ``replace: true`` drops the inherited settings of a plugin. ``before:`` and
``after:`` name the neighbour of a new plugin. Without them, a new detector, format or recogniser
comes first, because the first one wins, and a new resolver or tagger comes last.
"""

from __future__ import annotations

import os

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import Node

CHAINS = ("formats", "detectors", "resolvers", "taggers", "recognisers")
_FILE_LISTS = ("files", "plugins")
_NAMES_OR_FILES = ("packs",)
_FROM_TOP = ("corpus", "map_dir")
_FIRST_WINS = ("formats", "detectors", "recognisers")
_PLACING = ("before", "after", "replace")


def merge_rulesets(base: Node, top: Node) -> Node:
    """Return the ruleset ``top`` merged with ``base``, the ruleset that it extends."""
    _drop_templates(mapping(base, "labels"), mapping(top, "labels"))
    for own, opposite in (("redact", "keep"), ("keep", "redact")):  # `top` moves roles
        roles, moved = mapping(base, "people").get(own), mapping(top, "people").get(opposite)
        if roles and moved and isinstance(roles.value, list) and isinstance(moved.value, list):
            dropped = {node.value for node in moved.value}
            roles.value = [node for node in roles.value if node.value not in dropped]
    merged = _merge_mappings(base, top, skip=CHAINS)
    for chain in CHAINS:
        if chain in top.value or chain in base.value:
            merged.value[chain] = merge_chain(
                base.value.get(chain), top.value.get(chain), new_first=chain in _FIRST_WINS
            )
            merged.keys[chain] = (top if chain in top.value else base).keys[chain]
    return merged


def _drop_templates(labels: dict[str, Node], top: dict[str, Node]) -> None:
    """Remove the inherited template of each label to which ``top`` gives another one.

    ``tag: '[ID_{n}]'`` and ``template: '[ID_{n}]'`` mean the same, so one must replace the other.
    """
    for name in labels.keys() & top.keys():
        label, new = labels[name], top[name].value
        has_one = isinstance(new, dict) and ("template" in new or _is_template(new.get("tag")))
        if has_one and isinstance(label.value, dict):
            label.value = {
                key: node
                for key, node in label.value.items()
                if key != "template" and not (key == "tag" and _is_template(node))
            }


def mapping(node: Node, key: str) -> dict[str, Node]:
    """Return the mapping under a key; an empty mapping if there is none."""
    child = node.value.get(key)
    return child.value if child is not None and isinstance(child.value, dict) else {}


def _is_template(node: Node | None) -> bool:
    return node is not None and str(node.value).startswith("[")


def merge(base: Node, top: Node) -> Node:
    """Return two mappings merged key by key, or two lists joined; ``top`` for any other values."""
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
    """Return the name of an entry in a list of plugins: its `name:`, or its `use:`."""
    if not isinstance(node.value, dict):
        raise RulesError("an entry of this list must begin with `use:`", where=str(node.place))
    named = node.value.get("name") or node.value.get("use")
    if named is None:
        raise RulesError("this entry has no `use:`", where=str(node.place))
    return str(named.value)


def merge_chain(base: Node | None, top: Node | None, *, new_first: bool = False) -> Node:
    """Return a list of plugins merged with the inherited one; either list may be missing.

    New plugins of ``top`` come last or, with ``new_first``, first.
    """
    written = top or base
    assert written is not None
    result: dict[str, Node] = {}
    for source in (base, top):
        if source is None:
            continue
        if not isinstance(source.value, list):
            raise RulesError("must be a list of `use:` entries", where=str(source.place))
        in_front = 0 if new_first and source is top and base is not None else None
        known: dict[str, Node] = {}
        for node in source.value:
            name = instance_name(node)
            if name in known:
                raise RulesError(
                    f"{name!r} is used twice; it is first used at {known[name].place}",
                    where=str(node.place),
                    hint="Give one of them another `name:`.",
                )
            known[name] = node
            new = name not in result
            result = _placed(result, name, node, in_front)
            if in_front is not None and new and not node.value.keys() & {"before", "after"}:
                in_front += 1
    return Node(list(result.values()), written.place, {})


def _placed(
    result: dict[str, Node], name: str, node: Node, in_front: int | None
) -> dict[str, Node]:
    """Return the plugins with this one added, or changed, at the place that its entry names."""
    own = {key: value for key, value in node.value.items() if key not in _PLACING}
    instance = Node(own, node.place, node.keys)
    names = list(result)
    at = len(names) if in_front is None else in_front
    if name in names:
        at = names.index(name)
        names.pop(at)
        if "replace" not in node.value or node.value["replace"].value is not True:
            instance = _merge_mappings(result[name], instance)
    for key, offset in (("before", 0), ("after", 1)):
        neighbour = node.value.get(key)
        if neighbour is not None:
            if neighbour.value not in names:
                raise RulesError(
                    f"`{key}: {neighbour.value}` names no plugin of this list",
                    where=str(neighbour.place),
                    hint=f"The list has: {', '.join(names) or 'none'}.",
                )
            at = names.index(neighbour.value) + offset
    names.insert(at, name)
    result = {**result, name: instance}
    return {each: result[each] for each in names}


def rebase(node: Node, folder: str, key: str = "") -> None:
    """Put ``folder`` in front of the file names in a ruleset that a ruleset elsewhere extends.

    File names are the entries of ``files:`` and ``plugins:``, entries of ``packs:`` that end in
    ``.yaml`` or ``.yml``, and all values that begin with ``./`` or ``../``. ``key`` is the key of
    the node.
    """
    if isinstance(node.value, dict):
        for own, child in node.value.items():
            if own not in _FROM_TOP:  # always relative to the top of the corpus
                rebase(child, folder, own)
    elif isinstance(node.value, list):
        for child in node.value:
            rebase(child, folder, key)
    elif isinstance(node.value, str) and (
        node.value.startswith(("./", "../"))
        or key in _FILE_LISTS
        or (key in _NAMES_OR_FILES and is_file(node.value))
    ):
        node.value = os.path.join(folder, node.value)


def is_file(name: str) -> bool:
    """Return True if a name ends like a YAML file; else it is the name of a shipped pack."""
    return name.endswith((".yaml", ".yml"))
