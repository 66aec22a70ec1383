"""Install an optional diff driver that makes diffs of sidecars readable.

Git runs the command of the driver on both versions of a file and compares the output. With
``cachetextconv``, Git would store that output in clear as notes, which a push of notes sends. The
driver is therefore not installed if that setting is on.
"""

from __future__ import annotations

from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import SIDECAR
from anonfilter_repository import git_attributes
from anonfilter_repository.clone import Clone

DRIVER = "anonfilter"
CACHING = f"diff.{DRIVER}.cachetextconv"
CONVERTING = f"diff.{DRIVER}.textconv"
NOTES = f"refs/notes/textconv/{DRIVER}"

_SHOW = "map show --textconv"
_LINE = f"*{SIDECAR} diff={DRIVER}"

# The shell appends the name of the file. If anonfilter is not found, the sealed lines are shown.
_COMMAND = (
    "f() {{ command=$(git config --get anonfilter.command); "
    """eval "${{command:-anonfilter}}"' {show} "$1"' 2>/dev/null || cat -- "$1"; }}; f"""
)


def command(*, show_values: bool = False) -> str:
    """Return the shell command of the driver."""
    return _COMMAND.format(show=f"{_SHOW} --show-values" if show_values else _SHOW)


def install(clone: Clone, *, show_values: bool) -> None:
    """Set the driver in this clone, and use it for sidecars."""
    refuse_cache(clone)
    clone.set(CACHING, "false")
    clone.set(CONVERTING, command(show_values=show_values))
    git_attributes.add(clone, _LINE)


def uninstall(clone: Clone) -> bool:
    """Remove the settings that ``install`` made; return False if there were none."""
    removed = git_attributes.remove(clone, _LINE)
    return clone.unset(f"diff.{DRIVER}") or removed


def is_set(clone: Clone) -> bool:
    """Return True if the driver is installed in this clone."""
    return bool(clone.setting(CONVERTING)) and _LINE in git_attributes.lines(clone)


def shows_values(clone: Clone) -> bool:
    """Return True if the driver shows originals in diffs."""
    return "--show-values" in clone.setting(CONVERTING)


def refuse_cache(clone: Clone) -> None:
    """Raise an error if ``cachetextconv`` is on, with which Git would store originals."""
    if clone.is_on(CACHING):
        raise AnonfilterError(
            "is on, so Git would store the originals in diffs of sidecars in clear",
            where=CACHING,
            hint=f"Run: git config --unset {CACHING} (also with --global), and "
            f"git update-ref -d {NOTES} if that exists.",
        )
