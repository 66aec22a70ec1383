"""Check that git ignores the originals, and does not ignore the copies."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import real_place
from anonfilter.text.plural import counted
from anonfilter_repository.sync.folders import Layout, relative

_ANY = ".any-file"


def require_ignored(layout: Layout) -> None:
    """Raise an error unless git ignores the whole source folder, and tracks no file in it."""
    top, named = layout.workspace.top, layout.source_folder
    real = Path(os.path.realpath(named))
    if real == top or top.is_relative_to(real):
        raise AnonfilterError("contains the whole repository", where=relative(named))
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
        shown = named.relative_to(top).as_posix() if named.is_relative_to(top) else named.name
        raise AnonfilterError(
            "has originals, and git does not ignore it: they would be committed",
            where=relative(named),
            hint=f"anonfilter sync --init adds it to .gitignore: /{shown}",
        )
    if found:
        raise AnonfilterError(
            f"has originals, and git does not ignore {counted(len(found), 'file')} in it",
            where=relative(named),
            hint="A pattern that begins with ! includes files again; ignore the folder itself.",
        )


def _require_untracked(layout: Layout, folder: Path, found: Collection[str]) -> None:
    tracked = git.tracked(layout.workspace.top, folder) if found else ()
    if tracked:
        raise AnonfilterError(
            f"has originals, and git tracks {counted(len(tracked), 'file')} in it",
            where=relative(layout.source_folder),
            hint=f"git rm --cached -r {relative(folder)} removes them from the next commit; "
            "earlier commits still contain them.",
        )


def require_kept(layout: Layout, rels: Collection[str]) -> None:
    """Raise an error if git could not commit copies, or if originals share their folder."""
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
            f"is the folder of originals ({layout.source}/), or one of them contains the other, "
            "perhaps through a symbolic link",
            where=relative(output),
            hint="Write the copies to a folder of their own.",
        )
    below = {folder: _resolved(real, folder) for folder in {os.path.dirname(rel) for rel in rels}}
    asked = [
        f"{below[folder]}/{name}" for folder, name in map(os.path.split, rels) if below[folder]
    ]
    ignored = git.ignored(top, [real / _ANY, *map(Path, asked)])
    if ignored:
        all_of_it = real / _ANY in ignored
        what = "is" if all_of_it else f"has {counted(len(ignored), 'file')} that would be"
        raise AnonfilterError(
            f"{what} ignored by git, so copies would never be committed",
            where=relative(output),
            hint="Remove the pattern that git check-ignore -v PATH names.",
        )


def _resolved(real: Path, below: str) -> str:
    """Return a folder of copies with links resolved; "" if a link leads out of ``real``."""
    found = os.path.realpath(real / below)
    return found if Path(found).is_relative_to(real) else ""


def leaked(layout: Layout, originals: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each path in git's index that has the content of an original, and the original.

    ``originals`` maps names of blobs to originals. In a hook, the index is that of the next commit.
    """
    for entry in git.index() if originals else ():
        rel = originals.get(entry.blob)
        if rel is not None:
            yield relative(layout.workspace.top / entry.path), rel
