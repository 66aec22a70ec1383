"""Choose where the results of a run are written, and report results of earlier runs there."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from anonfilter.commands.console import notify
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import real_place

if TYPE_CHECKING:
    from anonfilter.sidecars.policy import SidecarPolicy

_MOST = 20  # earlier results that are listed by name


def paths_for_results(
    folder: Path, names: Sequence[str], relative: Mapping[str, Path] = MappingProxyType({})
) -> dict[str, Path]:
    """Return the path in ``folder`` for the result of each file.

    ``relative`` has the paths below the folder that are already chosen. Any other result keeps the
    relative path of its file, or its name alone. Two files with one result path, and a result path
    that is itself an input, are errors.
    """
    if folder.exists() and not folder.is_dir():
        raise AnonfilterError("is a file, not a folder for results", where=str(folder))
    inputs = {os.path.realpath(name): name for name in names}
    places: dict[str, Path] = {}
    taken: dict[Path, str] = {}
    for name in names:
        place = folder / (relative.get(name) or relative_result_path(name))
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
                hint="Choose another folder, or use --in-place.",
            )
        if not Path(os.path.realpath(place.parent)).is_relative_to(os.path.realpath(folder)):
            raise AnonfilterError(f"a symbolic link leads out of {folder}", where=str(place.parent))
        places[name] = place
    return places


def relative_result_path(name: str) -> Path:
    """Return the path of a file's result below the folder for results.

    The result has the path of the file if that path is relative and stays below the current folder;
    otherwise it has only the name of the file.
    """
    path = Path(os.path.normpath(name))
    leads_out = path.is_absolute() or path.parts[:1] == ("..",)
    return Path(path.name) if leads_out else path


def report_earlier_results(places: Iterable[Path], policy: SidecarPolicy | None = None) -> None:
    """Report the results of earlier runs that this run did not replace.

    Print their paths, and the command that removes them with their sidecars. ``places`` are the
    paths of results that this run did not write. Nothing is removed: an earlier result may be the
    only copy.
    """
    results = [place for place in dict.fromkeys(places) if os.path.lexists(place)]
    for place in results[:_MOST]:
        notify(
            f"{place}: is the result of an earlier run; it may contain personal data that only "
            "this run found"
        )
    if len(results) > _MOST:
        notify(f"and {len(results) - _MOST:,} more")
    if not results:
        return
    removed = list[Path]()
    for result in results:
        removed.append(result)
        if policy is not None and policy.kind is not None:
            sidecar = policy.place(real_place(result))
            if os.path.lexists(sidecar):
                removed.append(Path(os.path.relpath(sidecar)))
    them = "it" if len(results) == 1 else "them"
    notify(f"  to remove {them}: {shlex.join(['rm', '--', *map(str, removed)])}")
