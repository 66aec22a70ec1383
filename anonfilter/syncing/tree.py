"""What is in the source folder: files, what stands beside each, and what cannot be looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.syncing.layout import Layout, relative


@dataclass(slots=True)
class Tree:
    """Files by their path below the source folder, with their status; and what is wrong with
    others."""

    files: dict[str, os.stat_result] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def beside(self, rel: str) -> Iterator[str]:
        """Files of the same name with something behind it: decisions about a document."""
        return iter(self._beside.get(rel, ()))

    def hides(self, rel: str) -> bool:
        """Whether nobody can say if this file is there: it cannot be looked at."""
        return any(one in ("", rel) or rel.startswith(f"{one}/") for one in self.problems)

    _beside: dict[str, list[str]] = field(default_factory=dict)

    def settle(self) -> Tree:
        """Put all in order, once all is known."""
        self.files = dict(sorted(self.files.items()))
        for rel in self.files:
            at = rel.find(".", rel.rfind("/") + 2)
            while at >= 0:
                if rel[:at] in self.files:
                    self._beside.setdefault(rel[:at], []).append(rel)
                at = rel.find(".", at + 1)
        return self


def read(layout: Layout) -> Tree:
    """Every file below the source folder. A link counts if it stays in there."""
    folder = layout.source_folder
    if not folder.is_dir():
        raise Incomplete(
            "there is no such folder, where originals should be", where=relative(folder),
            hint="Is a volume not mounted? anonfilter sync --init makes the folder.",
        )  # fmt: skip
    tree, real = Tree(), Path(os.path.realpath(folder))
    waiting = [""]
    while waiting:
        below = waiting.pop()
        try:
            with os.scandir(folder / below) as entries:
                for entry in entries:
                    rel = f"{below}{entry.name}"
                    if _take(entry, rel, tree, real):
                        waiting.append(f"{rel}/")
        except OSError as error:
            tree.problems[below.rstrip("/")] = f"cannot be listed: {error.strerror}"
    return tree.settle()


def _take(entry: os.DirEntry[str], rel: str, tree: Tree, real: Path) -> bool:
    """Put one entry where it belongs; True for a folder that is to be looked into."""
    try:
        if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(real):
            tree.problems[rel] = "a symbolic link leads out of the folder of originals"
        elif entry.is_dir(follow_symlinks=False):
            return entry.name != ".git"
        elif entry.is_file() and not entry.name.startswith(".git"):  # .gitkeep is git's own
            tree.files[rel] = entry.stat()
        elif not (entry.is_file() or entry.is_dir()):  # a link to a folder shows nothing new
            tree.problems[rel] = "is no regular file"
    except OSError as error:
        tree.problems[rel] = f"cannot be read: {error.strerror}"
    return False
