"""The files of loaded code, by which a server notices that the code on the disk has changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from anonfilter.contract.registry import OWN_DISTRIBUTION, installed

States = dict[str, tuple[int, ...]]


def files() -> States:
    """Return the states of all files that this process depends on.

    These are the files of anonfilter and of each loaded module, the folders on the search path of
    modules, and Python itself.
    """
    return {path: state(path) for path in _paths()}


def are_unchanged(before: States) -> bool:
    """Return True if these files have the states that they had before."""
    return all(state(path) == old for path, old in before.items())


def state(path: str) -> tuple[int, ...]:
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _paths() -> Iterator[str]:
    yield sys.executable
    yield from sys.path
    for module in list(sys.modules.values()):
        origin = getattr(module, "__file__", None)
        if isinstance(origin, str):
            yield origin
    ours = (entry.package for entry in installed() if entry.distribution == OWN_DISTRIBUTION)
    for name in sorted({OWN_DISTRIBUTION, *ours}):
        spec = find_spec(name)
        for place in (spec and spec.submodule_search_locations) or ():
            for folder, folders, names in os.walk(place):
                folders[:] = [name for name in folders if name != "__pycache__"]
                yield from (os.path.join(folder, name) for name in names)
