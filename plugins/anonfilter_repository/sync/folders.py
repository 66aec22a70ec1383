"""The folders that are synced, and the paths of originals and copies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import real, real_place
from anonfilter.git import identity
from anonfilter.text.values import hide_values

CORPUS = Path(".anonfilter", "corpus.yaml")


@hide_values
@dataclass(frozen=True, slots=True)
class Workspace:
    """The ``top`` of the repository, the ``root`` of the corpus, and git's hash algorithm.

    Without a corpus, ``root`` is the same as ``top``.
    """

    top: Path
    root: Path
    algorithm: str

    @classmethod
    def current(cls) -> Workspace:
        """Return the workspace of the current folder; raise an error outside a repository."""
        top, algorithm = identity(Path.cwd())
        folder = Path.cwd().resolve()
        above = [folder, *folder.parents]
        inside = above[: above.index(top) + 1] if top in above else [top]
        root = next((one for one in inside if (one / CORPUS).is_file()), top)
        return cls(top, root, algorithm)


@hide_values
@dataclass(frozen=True, slots=True)
class Layout:
    """The folders that the rules name; ``rel`` is always the path of a file below ``source``."""

    workspace: Workspace
    source: str
    output: str

    @property
    def source_folder(self) -> Path:
        return self.workspace.root / self.source

    @property
    def output_folder(self) -> Path:
        return self.workspace.root / self.output

    def original(self, rel: str) -> Path:
        return self.source_folder / rel

    def copy(self, rel: str) -> Path:
        return self.output_folder / rel

    def from_top(self, rel: str) -> str:
        """Return the copy's path from the top of the repository, to which `documents:` applies."""
        return os.path.relpath(self.copy(rel), self.workspace.top)

    def limit(self, paths: Sequence[str]) -> Limit:
        """Return the limit of a run to these originals, copies or folders; without any, none."""
        return Limit(tuple(self._named(path) for path in paths))

    def _named(self, path: str) -> str:
        full = real_place(path)
        for folder in (self.source_folder, self.output_folder):
            for one in (folder, real(folder)):
                if full.is_relative_to(one):
                    return str(full.relative_to(one))
        raise AnonfilterError(
            f"is neither in {self.source}/ nor in {self.output}/",
            where=path,
            hint="Name originals, copies or folders of them; or nothing, for all.",
        )


@hide_values
@dataclass(frozen=True, slots=True)
class Limit:
    """The files or folders that a run covers; without ``names``, all files."""

    names: tuple[str, ...] = ()

    def __contains__(self, rel: str) -> bool:
        return not self.names or any(
            name in (".", rel) or rel.startswith(f"{name}/") for name in self.names
        )

    def require_met(self, rels: Sequence[str], layout: Layout) -> None:
        """Raise an error if one of the names matches none of these files."""
        for name in self.names:
            if name != "." and not any(rel in Limit((name,)) for rel in rels):
                raise AnonfilterError("no such file", where=f"{layout.source}/{name}")

    def names_exactly(self, rel: str) -> bool:
        return rel in self.names


def relative(path: Path) -> str:
    """Return a path relative to the current folder, as messages show it."""
    return os.path.relpath(path)
