"""The attributes of files that apply in one clone only: ``.git/info/attributes``."""

from __future__ import annotations

from anonfilter.files import staging
from anonfilter_repository.clone import Clone


def lines(clone: Clone) -> list[str]:
    try:
        return clone.attributes.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return []


def add(clone: Clone, line: str) -> None:
    """Add a line unless the file has it."""
    known = lines(clone)
    if line not in known:
        _write(clone, [*known, line])


def remove(clone: Clone, line: str) -> bool:
    """Remove a line, and the file if it has no other; return False if the line is not there."""
    known = lines(clone)
    if line not in known:
        return False
    _write(clone, [other for other in known if other != line])
    return True


def _write(clone: Clone, kept: list[str]) -> None:
    path = clone.attributes
    if not kept:
        path.unlink()
        return
    staging.folder_for(path)
    data = "".join(f"{line}\n" for line in kept).encode("utf-8", "surrogateescape")
    staging.stage(path, data, str(path)).put()
