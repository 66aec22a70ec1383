"""Install a merge driver for sidecars: ``anonfilter map merge``.

If it cannot merge two sidecars, or is not found, Git's own conflict markers are written, so that
every command refuses the sidecar until the conflict is resolved.
"""

from __future__ import annotations

from anonfilter.files.paths import SIDECAR
from anonfilter_repository import git_attributes
from anonfilter_repository.clone import Clone

_SECTION = "merge.anonfilter"
_LINE = f"*{SIDECAR} merge=anonfilter"
_COMMAND = (
    "f() { command=$(git config --get anonfilter.command); "
    """eval "${command:-anonfilter}"' map merge "$1" "$2" "$3" "$4"' || """
    '{ git merge-file -L ours -L base -L theirs "$2" "$1" "$3"; false; }; }; f %O %A %B %P'
)


def install(clone: Clone) -> None:
    """Set the driver in this clone, and use it for sidecars."""
    clone.set(f"{_SECTION}.name", "sidecars of anonfilter")
    clone.set(f"{_SECTION}.driver", _COMMAND)
    git_attributes.add(clone, _LINE)


def uninstall(clone: Clone) -> bool:
    """Remove the driver; return False if it was not installed."""
    removed = git_attributes.remove(clone, _LINE)
    return clone.unset(_SECTION) or removed
