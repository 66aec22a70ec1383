"""Replaces the published names of labels in a ruleset by the labels of the rules it extends."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from anonfilter.contract.label_names import find_label
from anonfilter.rules.merge import mapping
from anonfilter.rules.nodes import Node

_LABELS = ("label", "labels", "of", "fail_on", "ignore")  # keys under which are names of labels


def rename_labels(node: Node, labels: Container[str]) -> None:
    """Replace published names of ``labels`` in a ruleset ("IMSI_ID") by these labels ("IMSI").

    A label that the ruleset declares, and gives to a detector of its own, keeps its name.
    """
    detectors = node.value.get("detectors")
    found = set(_values(detectors, "label")) if detectors else set()
    own = found & mapping(node, "labels").keys()
    names = {*mapping(node, "labels"), *_values(node, *_LABELS)}
    renamed = {name: find_label(name, labels) or name for name in names - own}
    _rename(node, renamed)


def _values(node: Node, *keys: str, key: str = "") -> Iterator[str]:
    """Yield the strings under these keys."""
    if isinstance(node.value, dict):
        for name, child in node.value.items():
            yield from _values(child, *keys, key=name)
    elif isinstance(node.value, list):
        for child in node.value:
            yield from _values(child, *keys, key=key)
    elif key in keys and isinstance(node.value, str):
        yield node.value


def _rename(node: Node, names: Mapping[str, str], key: str = "") -> None:
    if isinstance(node.value, dict):
        if key == "labels":
            node.value = {names.get(name, name): child for name, child in node.value.items()}
            node.keys = {names.get(name, name): place for name, place in node.keys.items()}
        for name, child in node.value.items():
            _rename(child, names, name)
    elif isinstance(node.value, list):
        for child in node.value:
            _rename(child, names, key)
    elif key in _LABELS and isinstance(node.value, str):
        node.value = names.get(node.value, node.value)
