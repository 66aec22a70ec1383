"""The inputs of a run, and the decision whether a file is read as a whole or in parts."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import IO

from anonfilter.containers.decoding import OPENERS, find_opener
from anonfilter.containers.members import MOST
from anonfilter.contract.plugin import RoleResolver
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.files.read import (
    STANDARD_INPUT,
    STDIN,
    LoadedFile,
    changed,
    open_file,
    read_input,
    state,
    unread,
)
from anonfilter.limits import ALLOW_MORE, MEGABYTE
from anonfilter.text.values import hide_values

_CHUNK = 1 << 18
LARGE = 1_000_000
"""The size in bytes from which a file is read in parts if nothing is lost by it."""


class Reading(Enum):
    """The way in which a file is read."""

    WHOLE = "whole"
    EITHER = "either"
    IN_PARTS = "in parts"

    def is_in_parts(self, *, if_possible: bool) -> bool:
        """Return True if a file is read in parts; for ``EITHER``, ``if_possible`` decides."""
        return self is Reading.IN_PARTS or (self is Reading.EITHER and if_possible)


def plan_reading(engine: Engine, name: str, size: int, data: bytes | None = None) -> Reading:
    """Decide how a file of this name and size is read.

    - ``IN_PARTS``: it is longer than the rules allow for a whole file (`whole_megabytes`).
    - ``EITHER``: it is over 1 MB, and the result is the same either way. Parts take less memory:
      for 15 MB, a fifth.
    - ``WHOLE``: it is short, or cannot be divided, or roles, surrogates or titles of columns apply
      to all of it. Without ``data``, this is the plan for every file that the rules allow.
    """
    if size > whole_size(engine, name):
        return Reading.IN_PARTS
    formats = engine.tools.formats
    if data is None or size <= LARGE or find_opener(formats.declared.read_name(name), data):
        return Reading.WHOLE
    if engine.surrogate_tagger or any(isinstance(made, RoleResolver) for _, made in engine.parts()):
        return Reading.WHOLE
    from anonfilter.streams.long_text import long_text  # most files are shorter

    try:
        is_linked = long_text(engine, name, pieces(data)).is_linked
    except Incomplete:  # the file cannot be divided
        return Reading.WHOLE
    return Reading.WHOLE if is_linked else Reading.EITHER


def whole_size(engine: Engine, name: str) -> int:
    """Return the size in bytes up to which the rules let this file be read as a whole.

    Containers are always read as a whole; their text is limited when they are opened.
    """
    if suffix_of(engine.tools.formats.declared.read_name(name)) in OPENERS:
        return MOST
    return int(engine.ruleset.model.limits.whole_megabytes * MEGABYTE)


@hide_values
@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to process: its name, and the way to its bytes.

    - ``stored``: returns the bytes of a file that is not simply the file of this name on disk, such
      as a blob of git or a message. ``on_disk``: it is a file on disk nevertheless, and ``stored``
      reads the object of a Git LFS pointer.
    - ``added``: the lines that count in a check; None for all. ``commits``: the commits that added
      or changed the file, in a check of the history. ``blob``: git's name of its bytes.
    """

    name: str
    stored: Callable[[], bytes | LoadedFile] | None = None
    added: frozenset[int] | None = None
    commits: tuple[str, ...] = ()
    blob: str = ""
    on_disk: bool = False
    is_stdin: bool = False

    @classmethod
    def named(cls, name: str, called: str | None = None) -> InputFile:
        """Return the file of this name; `-` is standard input, which messages call ``called``."""
        return cls(called or STANDARD_INPUT, is_stdin=True) if name == STDIN else cls(name)

    def load(self) -> LoadedFile:
        """Return the bytes and status of the whole file; raise ``Incomplete`` on failure."""
        if self.stored is None:
            return read_input(STDIN if self.is_stdin else self.name, self.name)
        data = self.stored()
        return LoadedFile(self.name, data) if isinstance(data, bytes) else data

    def read(self) -> bytes:
        """Return the bytes of the whole file."""
        return self.load().data


@hide_values
@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is open for reading, and how it is read.

    If it has a ``rest``, only the beginning was loaded so far, and the file is read ``IN_PARTS``.
    """

    loaded: LoadedFile
    reading: Reading = Reading.WHOLE
    rest: IO[bytes] | None = None

    @classmethod
    def planned(cls, engine: Engine, loaded: LoadedFile) -> OpenedFile:
        """Return a file that was loaded to its end, with the plan for reading it."""
        data = loaded.data
        return cls(loaded, plan_reading(engine, loaded.name, len(data), data))

    @property
    def size(self) -> int:
        """The size in bytes; 0 if it is unknown."""
        if self.rest is None:
            return len(self.loaded.data)
        status = self.loaded.status
        return status.st_size if status is not None and stat.S_ISREG(status.st_mode) else 0

    def chunks(self) -> Iterator[bytes]:
        """Yield all bytes in chunks. This method can be called once."""
        yield from pieces(self.loaded.data)
        if self.rest is None:
            return
        yield from self.rest_chunks()
        before = self.loaded.status
        if before is not None and stat.S_ISREG(before.st_mode):
            after = os.fstat(self.rest.fileno())
            if state(before) != state(after):
                raise changed(self.loaded.name)

    def rest_chunks(self) -> Iterator[bytes]:
        """Yield the bytes that were not loaded, in chunks."""
        try:
            if self.rest is not None:
                yield from iter(partial(self.rest.read, _CHUNK), b"")
        except OSError as error:
            raise unread(error, self.loaded.name) from None


@contextmanager
def open_input(engine: Engine, file: InputFile) -> Iterator[OpenedFile]:
    """Open a file; load it to its end or, if it is longer than the rules allow, its beginning."""
    most = whole_size(engine, file.name)
    if file.is_stdin and sys.stdin is not None:
        yield _open_stream(engine, sys.stdin.buffer, file.name, most)
    elif (file.stored is not None and not file.on_disk) or _is_small(file.name, most):
        yield OpenedFile.planned(engine, file.load())
    else:
        try:
            opened = open_file(file.name)
        except OSError as error:
            raise unread(error, file.name) from None
        with opened:
            status = os.fstat(opened.fileno())
            most = -1 if stat.S_ISREG(status.st_mode) else most  # it is known to have more
            yield _open_stream(engine, opened, file.name, most, status)


def load_whole(engine: Engine, file: InputFile) -> LoadedFile:
    """Load a file for a command that reads no file in parts; refuse a file that is too long."""
    loaded = file.load()
    if plan_reading(engine, file.name, len(loaded.data)) is Reading.IN_PARTS:
        most = engine.ruleset.model.limits.whole_megabytes
        raise Incomplete(
            f"has more than {most:g} MB, and this command reads files as a whole",
            where=loaded.name,
            hint="`anonfilter --diff` and `anonfilter check` can read a file in parts. "
            f"{ALLOW_MORE.capitalize()}",
        )
    return loaded


def _is_small(name: str, most: int) -> bool:
    """Return True for a regular file of up to this size, and for a file that cannot be read."""
    try:
        status = os.stat(name)
    except OSError:
        return True
    return stat.S_ISDIR(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_size <= most)


def _open_stream(
    engine: Engine, stream: IO[bytes], name: str, most: int, status: os.stat_result | None = None
) -> OpenedFile:
    """Return a stream with its beginning loaded, or all of it if it has up to ``most`` bytes."""
    try:
        beginning = stream.read(max(most, _CHUNK) + 1)  # enough to recognise its type and encoding
    except OSError as error:
        raise unread(error, name) from None
    loaded = LoadedFile(name, beginning, status)
    if len(beginning) <= most:
        return OpenedFile.planned(engine, loaded)
    return OpenedFile(loaded, Reading.IN_PARTS, stream)


def pieces(data: bytes) -> Iterator[bytes]:
    """Yield the data in pieces of at most 256 KiB."""
    return (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
