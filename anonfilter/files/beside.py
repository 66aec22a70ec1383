"""Files that stand beside a document and say more about it: ``notes.txt.decisions.yaml``.

Where a check judges what git stores, they are read from there as well: what is only in the
working tree is not part of the commit. What people have *decided* belongs to what a check goes
by; a *sidecar* belongs to the document as it is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from anonfilter.files.source_tree import DISK, Tree

Reader = Callable[[str], bytes | None]

_DECIDED: ContextVar[Tree] = ContextVar("decided", default=DISK)
_SIDECARS: ContextVar[Tree] = ContextVar("sidecars", default=DISK)

from_disk: Reader = DISK.read


def read(document: str, suffix: str) -> bytes | None:
    """What stands beside the document of this name, if anything does."""
    return _DECIDED.get().read(document + suffix)


def sidecar(place: Path) -> bytes | None:
    """The sidecar at this place, if there is one."""
    return _SIDECARS.get().read(place)


@contextmanager
def read_by(sidecars: Tree, decided: Tree) -> Iterator[None]:
    """In here, files beside documents come from somewhere else."""
    tokens = _SIDECARS.set(sidecars), _DECIDED.set(decided)
    try:
        yield
    finally:
        _SIDECARS.reset(tokens[0])
        _DECIDED.reset(tokens[1])
