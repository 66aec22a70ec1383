"""Choose the paths of the results of several files below one folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from anonfilter.errors import AnonfilterError


def destinations(
    folder: Path, names: Sequence[str], relative: Mapping[str, Path] = MappingProxyType({})
) -> dict[str, Path]:
    """Return the path for each file's result below a folder: by ``relative``, relative path or file
    name.

    Refuse two files with one path, and a path that is an input.
    """
    if folder.exists() and not folder.is_dir():
        raise AnonfilterError("is a file, not a folder for results", where=str(folder))
    inputs = {os.path.realpath(name): name for name in names}
    places: dict[str, Path] = {}
    taken: dict[Path, str] = {}
    for name in names:
        place = folder / (relative.get(name) or relative_place(name))
        other = taken.setdefault(place, name)
        if os.path.realpath(other) != os.path.realpath(name):
            raise AnonfilterError(
                f"{other} and {name} would have the same result file",
                where=str(place),
                hint="Filter them into two folders.",
            )
        overwritten = inputs.get(os.path.realpath(place))
        if overwritten is not None:
            raise AnonfilterError(
                f"the result would overwrite the input {overwritten}",
                where=str(place),
                hint="Choose another folder, or say --in-place.",
            )
        if not Path(os.path.realpath(place.parent)).is_relative_to(os.path.realpath(folder)):
            raise AnonfilterError(f"a symbolic link leads out of {folder}", where=str(place.parent))
        places[name] = place
    return places


def relative_place(name: str) -> Path:
    """Return the relative path of a file's result: its own, unless it leads out of here."""
    path = Path(os.path.normpath(name))
    if path.is_absolute() or path.parts[:1] == ("..",):
        return Path(path.name)
    return path
