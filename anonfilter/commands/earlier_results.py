"""Report results of earlier runs that this run did not replace."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.commands.console import notify
from anonfilter.files.paths import real_place

if TYPE_CHECKING:
    from anonfilter.sidecars.policy import SidecarPolicy

_MOST = 20  # results that are listed by name


def report_earlier_results(places: Iterable[Path], policy: SidecarPolicy | None = None) -> None:
    """Report existing results, and the command that removes them with their sidecars.

    ``places`` are the paths of results that this run did not write. Nothing is removed: an earlier
    result may be the only copy.
    """
    results = [place for place in dict.fromkeys(places) if os.path.lexists(place)]
    for place in results[:_MOST]:
        notify(f"{place}: is a result of an earlier run; it may hold data that only this run found")
    if len(results) > _MOST:
        notify(f"and {len(results) - _MOST:,} more")
    if results:
        files = [file for result in results for file in (result, *_sidecars(policy, result))]
        them = "it" if len(results) == 1 else "them"
        notify(f"  to remove {them}: {shlex.join(['rm', '--', *map(str, files)])}")


def _sidecars(policy: SidecarPolicy | None, result: Path) -> Iterator[Path]:
    """Yield the sidecar of a result, if there is one, with the path for the user."""
    if policy is not None and policy.kind is not None:
        sidecar = policy.place(real_place(result))
        if os.path.lexists(sidecar):
            yield Path(os.path.relpath(sidecar))
