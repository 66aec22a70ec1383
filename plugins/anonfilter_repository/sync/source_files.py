"""List the files of the source folder, and the files that cannot be read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_repository.sync.folders import Layout, relative


@hide_values
@dataclass(slots=True)
class SourceFiles:
    """The files of the source folder with their status, and the problems of other files."""

    files: dict[str, os.stat_result] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def beside(self, rel: str) -> Sequence[str]:
        """Return the files named like a document with a suffix, such as its decisions."""
        return self._beside.get(rel, ())

    def hides(self, rel: str) -> bool:
        """Return True if a file was unreadable, or may be in a folder that was unreadable."""
        return any(one in ("", rel) or rel.startswith(f"{one}/") for one in self.problems)

    _beside: dict[str, list[str]] = field(default_factory=dict)

    def settle(self) -> SourceFiles:
        """Sort all files, and group the files beside documents."""
        self.files = dict(sorted(self.files.items()))
        for rel in self.files:
            for document, _ in owners(rel):
                if document in self.files:
                    self._beside.setdefault(document, []).append(rel)
        return self


def owners(rel: str) -> Iterator[tuple[str, str]]:
    """Yield the documents that a file may belong to, each with the suffix that it adds."""
    at = rel.find(".", rel.rfind("/") + 2)
    while at >= 0:
        yield rel[:at], rel[at:]
        at = rel.find(".", at + 1)


def scan(layout: Layout) -> SourceFiles:
    """List the source folder; files that cannot be read are listed as problems.

    A link to a file is listed if its target is in the folder.
    """
    folder = layout.source_folder
    if not folder.is_dir():
        raise Incomplete(
            "the folder of originals does not exist",
            where=relative(folder),
            hint="Is its volume not mounted? anonfilter sync --init creates the folder.",
        )
    tree, real = SourceFiles(), Path(os.path.realpath(folder))
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


def _take(entry: os.DirEntry[str], rel: str, tree: SourceFiles, real: Path) -> bool:
    """Record one directory entry; return True for a folder to descend into."""
    try:
        if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(real):
            tree.problems[rel] = "a symbolic link leads out of the folder of originals"
        elif entry.is_dir(follow_symlinks=False):
            return entry.name != ".git"
        elif entry.is_file() and not entry.name.startswith(".git"):  # such as .gitkeep
            tree.files[rel] = entry.stat()
        elif not (entry.is_file() or entry.is_dir()):  # a link to a folder has no new content
            tree.problems[rel] = "is not a regular file"
    except OSError as error:
        tree.problems[rel] = f"cannot be read: {error.strerror}"
    return False
