"""Reads the objects of Git LFS (Large File Storage), in place of the pointers that Git stores."""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache, partial
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.read import read_file
from anonfilter.git.running import GitError, output_line

_BEGINNING = b"version https://git-lfs.github.com/spec/"
_POINTER = re.compile(
    re.escape(_BEGINNING) + rb"v1\noid sha256:(?P<oid>[0-9a-f]{64})\nsize (?P<size>\d+)\n?"
)


def is_pointer(data: bytes) -> bool:
    return data.startswith(_BEGINNING)


def content(data: bytes, folder: Path, *, of_repository: bool = False) -> bytes:
    """Return the data; for a pointer, the object that it names in the repository around a folder.

    Raise ``Incomplete`` for a pointer without its object. ``of_repository``: the variables that
    select a repository, such as GIT_DIR, take precedence over the folder.
    """
    if not is_pointer(data):
        return data
    pointer = _POINTER.fullmatch(data)
    try:
        if pointer is None:
            raise Incomplete("is not a pointer of version 1")
        oid = pointer["oid"].decode()
        path = _objects(folder, of_repository) / oid[:2] / oid[2:4] / oid
        stored = read_file(str(path)).data
    except (GitError, Incomplete):
        raise Incomplete(
            "is a Git LFS pointer; the text itself is not here",
            hint="`git lfs fetch --all` brings the objects of all commits into this clone.",
        ) from None
    if len(stored) != int(pointer["size"]) or hashlib.sha256(stored).hexdigest() != oid:
        raise Incomplete(
            "is a Git LFS pointer, and its object here is damaged",
            hint="`git lfs fsck` checks the objects.",
        )
    return stored


@cache
def _objects(folder: Path, of_repository: bool) -> Path:
    """Return the folder in which the repository keeps the objects of Git LFS."""
    ask = partial(
        output_line, folder=None if of_repository else folder, of_repository=of_repository
    )
    top = ask("rev-parse", "--path-format=absolute", "--git-common-dir")
    storage = ask("config", "--type=path", "--default=lfs", "--get", "lfs.storage")
    return Path(os.path.join(top, storage), "objects")
