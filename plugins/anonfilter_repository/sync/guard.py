"""Check in every run that git ignores the originals and takes the copies."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import real_place
from anonfilter_repository.sync.layout import Layout, relative

_ANY = ".any-file"


def require_ignored(layout: Layout) -> None:
    """Require that the source folder is ignored as a whole, and nothing in it is tracked."""
    top, named = layout.workspace.top, layout.source_folder
    real = Path(os.path.realpath(named))
    if real == top or top.is_relative_to(real):
        raise AnonfilterError("holds the whole repository", where=relative(named))
    linked = real != real_place(named)
    asked, found = [], list[str]()
    if real.is_relative_to(top):
        found = git.unignored(top, real)
        _require_untracked(layout, real, found)
        asked.append(real / _ANY)
    if linked:
        asked.append(real_place(named))
    missing = set(asked) - git.ignored(top, asked)
    if missing:
        raise AnonfilterError(
            "holds originals, and git does not ignore it: they would be committed",
            where=relative(named),
            hint=f"anonfilter sync --init adds it to .gitignore: /{_from_top(named, top)}",
        )
    if found:
        raise AnonfilterError(
            f"holds originals, and git does not ignore {_counted(len(found))} in it",
            where=relative(named),
            hint="A pattern that begins with ! includes them again; ignore the folder itself.",
        )


def _require_untracked(layout: Layout, folder: Path, found: Collection[str]) -> None:
    tracked = git.tracked(layout.workspace.top, folder) if found else ()
    if tracked:
        raise AnonfilterError(
            f"holds originals, and git tracks {_counted(len(tracked))} in it",
            where=relative(layout.source_folder),
            hint=f"git rm --cached -r {relative(folder)} removes them from the next commit; "
            "earlier commits still hold them.",
        )


def require_kept(layout: Layout, rels: Collection[str]) -> None:
    """Refuse copies, or a folder for them, that git would never commit."""
    top, output = layout.workspace.top, layout.output_folder
    real = Path(os.path.realpath(output))
    if not real.is_relative_to(top):
        raise AnonfilterError(
            "a symbolic link leads out of the repository: copies must be committed",
            where=relative(output),
        )
    source = Path(os.path.realpath(layout.source_folder))
    if real.is_relative_to(source) or source.is_relative_to(real):
        raise AnonfilterError(
            f"resolves to {layout.source}/ or to a folder in it", where=relative(output)
        )
    below = {folder: _behind(real, folder) for folder in {os.path.dirname(rel) for rel in rels}}
    asked = [
        f"{below[folder]}/{name}" for folder, name in map(os.path.split, rels) if below[folder]
    ]
    ignored = git.ignored(top, [real / _ANY, *map(Path, asked)])
    if ignored:
        all_of_it = real / _ANY in ignored
        what = "is" if all_of_it else f"has {_counted(len(ignored))} that would be"
        raise AnonfilterError(
            f"{what} ignored by git, so copies would never be committed",
            where=relative(output),
            hint="Remove the pattern that git check-ignore -v PATH names.",
        )


def _behind(real: Path, below: str) -> str:
    """Resolve the links of a folder.

    Return "" if they lead out of it, so that the document fails.
    """
    found = os.path.realpath(real / below)
    return found if Path(found).is_relative_to(real) else ""


def leaked(layout: Layout, originals: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the paths of the index with the content of an original, and that original.

    In a hook, this is the index that is about to be committed.
    """
    for entry in git.index() if originals else ():
        rel = originals.get(entry.blob)
        if rel is not None:
            yield relative(layout.workspace.top / entry.path), rel


def originals(ids: Mapping[str, Collection[str]], harmless: Collection[str]) -> dict[str, str]:
    """Return the originals by the names of their blobs, except originals without any
    replacement.
    """
    return {one: rel for rel, each in sorted(ids.items()) for one in each if one not in harmless}


def _counted(number: int) -> str:
    return "one file" if number == 1 else f"{number:,} files"


def _from_top(path: Path, top: Path) -> str:
    return path.relative_to(top).as_posix() if path.is_relative_to(top) else path.name
