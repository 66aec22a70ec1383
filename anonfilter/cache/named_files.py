"""Finds the files that a ruleset names: lists of terms, rosters, models, files in named folders.

Only a plugin knows what its settings mean. Therefore every text in the rules counts as the name of
a file if such a file exists.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from anonfilter.rules.load import Instance, Ruleset
from anonfilter.rules.merge import instance_name
from anonfilter.rules.nodes import Node

_LONGEST = 1024  # characters: a longer text is no file name
_OF_DOCUMENTS = ("corpus", "documents", "map_dir", "description", "context_hints")


class NamedFiles:
    """Finds the files that a ruleset names; looks up each text of the rules once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._folder = str(ruleset.folder)
        self._names = ruleset.tree.names()
        self._known: dict[str, list[str]] = {}

    def all(self) -> list[str]:
        """Return the sorted paths of all named files, on the disk and in the tree of the rules."""
        inside = self._ruleset.node.value
        nodes = [child for key, child in inside.items() if key not in _OF_DOCUMENTS]
        return self._named(nodes, self._ruleset.parts)

    def of(self, instance: Instance) -> list[str]:
        """Return the files that the settings of one plugin name."""
        entries = self._ruleset.node.value[instance.kind].value
        own = [entry for entry in entries if instance_name(entry) == instance.name]
        return self._named(own, instance.files)

    def _named(self, nodes: Iterable[Node], parts: Iterable[Path]) -> list[str]:
        found = {str(path) for path in parts}
        for text in {text for node in nodes for text in _texts(node)}:
            if text not in self._known:
                self._known[text] = self._found(text)
            found.update(self._known[text])
        return sorted(found)

    def _found(self, text: str) -> list[str]:
        """Return the path of the file with this name, or the paths in the folder with this name."""
        if not 0 < len(text) <= _LONGEST or "\0" in text or "\n" in text:
            return []
        path = os.path.join(self._folder, os.path.expanduser(text))
        if os.path.isfile(path):
            return [path]
        if os.path.basename(text) in self._names and self._ruleset.tree.has(path):
            return [path]
        return files_below(path) if "/" in text and os.path.isdir(path) else []


def _texts(node: Node) -> Iterator[str]:
    """Yield all texts in a part of the rules."""
    inside = node.value
    if isinstance(inside, dict):
        inside = list(inside.values())
    if isinstance(inside, list):
        for child in inside:
            yield from _texts(child)
    elif isinstance(inside, str):
        yield inside


def files_below(folder: str) -> list[str]:
    """Return the sorted paths of all files below a folder, without compiled Python files.

    A link to a folder is returned like a file. It cannot be read, so its content is unknown.
    """
    found: list[str] = []
    for place, folders, files in os.walk(folder):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        linked = (name for name in folders if os.path.islink(os.path.join(place, name)))
        found += (os.path.join(place, name) for name in (*files, *linked))
    return sorted(found)
