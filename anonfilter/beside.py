"""Files that stand beside a document and say more about it: ``notes.txt.decisions.yaml``.

Where a check judges what git's index holds, they are read from there as well: what is only in
the working tree is not part of the commit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from anonfilter.errors import Incomplete
from anonfilter.inputs import read_file

Reader = Callable[[str], bytes | None]


def from_disk(name: str) -> bytes | None:
    """The bytes of a file, or None where there is none."""
    try:
        return read_file(name).data
    except Incomplete as error:
        missing = isinstance(error.__context__, FileNotFoundError | NotADirectoryError)
        if missing and not os.path.lexists(name):  # a link that leads nowhere was something
            return None
        raise


_READER: ContextVar[Reader] = ContextVar("reader", default=from_disk)


def read(document: str, suffix: str) -> bytes | None:
    """What stands beside the document of this name, if anything does."""
    return _READER.get()(document + suffix)


@contextmanager
def read_by(reader: Reader) -> Iterator[None]:
    """In here, files beside documents come from somewhere else."""
    token = _READER.set(reader)
    try:
        yield
    finally:
        _READER.reset(token)
