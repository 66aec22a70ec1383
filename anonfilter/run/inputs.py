"""The inputs of a run. A short file is read as a whole, a long file in parts."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import IO

from anonfilter.containers.decoding import find_opener, whole_bytes
from anonfilter.containers.encodings import bom_of
from anonfilter.contract.document import Tag
from anonfilter.contract.plugin import RoleResolver
from anonfilter.contract.tags import TagGrammar
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.files.read import (
    STANDARD_INPUT,
    STDIN,
    Input,
    changed,
    open_file,
    read_input,
    state,
    unread,
)
from anonfilter.text.values import hide_values

WHOLE = 1_000_000
"""The size in bytes from which a file is read in parts if its format allows.

Reading in parts takes less memory: for 15 MB, a fifth.
"""
_CHUNK = 1 << 18
_LONGEST_TAG = 256


@hide_values
@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to process. Reading it raises ``Incomplete``.

    ``stored`` returns its bytes, or an ``Input``, if it is not simply the file of this name: a blob
    of git, a message, a file on disk that must not be a pointer to another. ``on_disk``: it is
    still a file on disk. ``added`` are the lines that count in a check, if not all; ``commits``
    brought it, in a check of the history; ``blob`` is git's name of its bytes.
    """

    name: str
    stored: Callable[[], bytes | Input] | None = None
    added: frozenset[int] | None = None
    commits: tuple[str, ...] = ()
    blob: str = ""
    on_disk: bool = False
    is_stdin: bool = False

    @classmethod
    def named(cls, name: str, called: str | None = None) -> InputFile:
        """Return the file of this name; `-` is standard input, which messages call ``called``."""
        return cls(called or STANDARD_INPUT, is_stdin=True) if name == STDIN else cls(name)

    def load(self) -> Input:
        """Read the whole file."""
        if self.stored is None:
            return read_input(STDIN if self.is_stdin else self.name, self.name)
        data = self.stored()
        return Input(self.name, data) if isinstance(data, bytes) else data

    def read(self) -> bytes:
        """Return the bytes of the whole file."""
        return self.load().data


@hide_values
@dataclass(frozen=True, slots=True)
class LongInput:
    """A file of which only the beginning was read so far.

    Without a ``rest``, it was read completely.

    ``source`` has its name and state, and no data.
    """

    source: Input
    beginning: bytes
    rest: IO[bytes] | None = None

    @property
    def size(self) -> int:
        """Return the size in bytes; 0 if it is unknown."""
        if self.rest is None:
            return len(self.beginning)
        status = self.source.status
        return status.st_size if status is not None and stat.S_ISREG(status.st_mode) else 0

    def chunks(self) -> Iterator[bytes]:
        """Yield all bytes. This method can be called once."""
        yield from pieces(self.beginning)
        if self.rest is None:
            return
        yield from self._read(self.rest)
        before = self.source.status
        if before is not None and stat.S_ISREG(before.st_mode):
            after = os.fstat(self.rest.fileno())
            if state(before) != state(after):
                raise changed(self.source.name)

    def whole(self) -> Input | None:
        """Return the whole file, unless it is longer than the rules allow."""
        return replace(self.source, data=self.beginning) if self.rest is None else None

    def _read(self, rest: IO[bytes]) -> Iterator[bytes]:
        try:
            yield from iter(partial(rest.read, _CHUNK), b"")
        except OSError as error:
            raise unread(error, self.source.name) from None

    def standing(self, grammar: TagGrammar) -> list[Tag]:
        """Return the tags in a file that can be read twice, each tag once."""
        if self.rest is not None and not self.rest.seekable():
            return []
        found: dict[tuple[str, str], Tag] = {}
        here, left = self.rest.tell() if self.rest is not None else 0, ""
        rest = self._read(self.rest) if self.rest is not None else ()
        codec = bom_of(self.beginning)[1]
        codec = "latin-1" if codec == "utf-8" else codec  # tags are ASCII
        decoder = codecs.getincrementaldecoder(codec)("ignore")
        for chunk in chain(pieces(self.beginning), rest):
            text = left + decoder.decode(chunk)
            found |= {(tag.sequence, tag.number): tag for tag in grammar.find(text)}
            left = text[-_LONGEST_TAG:]
        if self.rest is not None:
            self.rest.seek(here)
        return list(found.values())


@contextmanager
def open_input(engine: Engine, file: InputFile) -> Iterator[Input | LongInput]:
    """Open a file: read it to its end if it is short enough for the rules.

    A short file that is read in parts nevertheless is a ``LongInput`` without a rest.
    """
    most = whole_size(engine, file.name)
    if file.is_stdin and sys.stdin is not None:
        yield in_parts_if_long(engine, _begun(sys.stdin.buffer, file.name, most))
    elif (file.stored is not None and not file.on_disk) or _is_small(file.name, most):
        yield in_parts_if_long(engine, file.load())
    else:
        with _open(file.name) as opened:
            status = os.fstat(opened.fileno())
            most = -1 if stat.S_ISREG(status.st_mode) else most  # it is known to have more
            yield in_parts_if_long(engine, _begun(opened, file.name, most, status))


@contextmanager
def open_whole(engine: Engine, file: InputFile) -> Iterator[Input]:
    """Open a file that is read to its end, however long it is."""
    yield file.load()


def read_whole(engine: Engine, file: InputFile) -> Input:
    """Read a file to its end; refuse a file that is longer than the rules allow."""
    source = file.load()
    if len(source.data) > whole_size(engine, file.name):
        most = engine.ruleset.model.limits.whole_megabytes
        raise Incomplete(
            f"has more than {most:g} MB, and is read as a whole here",
            where=source.name,
            hint="`anonfilter --diff` shows in parts what would be replaced, `anonfilter check` "
            "where. More is allowed in the rules: `limits: {whole_megabytes: …}`.",
        )
    return source


def in_parts_if_long(engine: Engine, source: Input | LongInput) -> Input | LongInput:
    """Return an input as it is filtered: a ``LongInput`` if it is read in parts."""
    if isinstance(source, LongInput) or not is_read_in_parts(engine, source.name, source.data):
        return source
    return LongInput(replace(source, data=b""), source.data)


def is_read_in_parts(engine: Engine, name: str, data: bytes) -> bool:
    """Return True if a file is read in parts: it is too long for the rules, or loses nothing that
    way.

    Parts take less memory, but roles, surrogates and column titles apply to a whole file.
    """
    if len(data) > whole_size(engine, name):
        return True
    if len(data) <= WHOLE or find_opener(engine.tools.formats.declared.read_name(name), data):
        return False
    if engine.surrogate_tagger or any(isinstance(one, RoleResolver) for _, one in engine.parts()):
        return False
    from anonfilter.streams.long_reading import long_text  # most files are shorter

    try:
        return not long_text(engine, name, pieces(data)).is_linked
    except Incomplete:  # the file cannot be divided
        return False


def is_long(engine: Engine, file: InputFile) -> bool:
    """Return True if a file on disk is too long to be read as a whole."""
    return os.path.isfile(file.name) and os.path.getsize(file.name) > whole_size(engine, file.name)


def whole_size(engine: Engine, name: str) -> int:
    """Return the maximum size of this file that the rules read as a whole, in bytes."""
    most = engine.ruleset.model.limits.whole_megabytes
    return whole_bytes(name, most, engine.tools.formats.declared)


def _is_small(name: str, most: int) -> bool:
    """Return True for a regular file of up to this size, and for a file that cannot be read."""
    try:
        status = os.stat(name)
    except OSError:
        return True
    return stat.S_ISDIR(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_size <= most)


def _open(name: str) -> IO[bytes]:
    try:
        return open_file(name)
    except OSError as error:
        raise unread(error, name) from None


def _begun(
    file: IO[bytes], name: str, most: int, status: os.stat_result | None = None
) -> Input | LongInput:
    """Return the beginning of a file, or all of it."""
    try:
        beginning = file.read(max(most, _CHUNK) + 1)  # enough to recognise its type and encoding
    except OSError as error:
        raise unread(error, name) from None
    if len(beginning) <= most:
        return Input(name, beginning, status)
    return LongInput(Input(name, b"", status), beginning, file)


def pieces(data: bytes) -> Iterator[bytes]:
    """Yield the same bytes in small pieces."""
    return (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
