"""How files are read if the rules or the user say so: as another suffix, in a given encoding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase

from anonfilter.containers.encodings import codec_of
from anonfilter.errors import Incomplete
from anonfilter.files.paths import original, suffix_of
from anonfilter.text.values import hide_values

Pairs = tuple[tuple[str, str], ...]


@hide_values
@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The format and the codec that the user gave for all files of a command."""

    format: str = ""
    codec: str = ""


DEFAULT_READING = ReadingOptions()


@hide_values
@dataclass(frozen=True, slots=True)
class Declared:
    """Suffixes and codecs of files, by globs; the last glob that matches decides.

    ``ends`` (the suffixes that names should have) and ``codec`` apply to all files before the globs
    do, but not to members of containers.
    """

    suffixes: Pairs = ()
    codecs: Pairs = ()
    ends: tuple[str, ...] = ()
    codec: str = ""

    def read_name(self, name: str, *, inside: bool = False) -> str:
        """Return the name by which a file is read: its own, or its own with a declared suffix."""
        ends = () if inside else self.ends
        ends = ends or tuple(filter(None, [_last_match(self.suffixes, name)]))
        return name if not ends or suffix_of(name) in ends else name + ends[0]

    def codec_of(self, name: str, *, inside: bool = False) -> str:
        """Return the declared codec of a file; return "" if the bytes decide."""
        codec = "" if inside else self.codec
        return codec or _last_match(self.codecs, self.read_name(name, inside=inside))

    def for_file(self, name: str, *, is_container: bool) -> Declared:
        """Return the declarations that are needed to read this file again."""
        read_name = self.read_name(name)
        ends = () if read_name == name else (suffix_of(read_name),)
        if is_container:
            return Declared(self.suffixes, self.codecs, ends)
        return Declared(ends=ends, codec=self.codec_of(name))

    def to_json(self) -> str:
        """Return the declarations as JSON, for ``from_json``; return "" if there are none."""
        values = [self.suffixes, self.codecs, self.ends, self.codec]
        return json.dumps(values, separators=(",", ":")) if any(values) else ""

    @classmethod
    def from_json(cls, written: str) -> Declared:
        """Read what ``to_json`` wrote; raise ``ValueError`` for anything else."""
        if not written:
            return NOTHING_DECLARED
        suffixes, codecs, ends, codec = json.loads(written)
        declared = cls(_pairs(suffixes), _pairs(codecs), tuple(ends), codec and codec_of(codec))
        if declared.to_json() != written:
            raise ValueError("not a declaration that was written by anonfilter")
        return declared


NOTHING_DECLARED = Declared()


def _pairs(written: list[list[str]]) -> Pairs:
    return tuple((str(glob), str(value)) for glob, value in written)


def _last_match(pairs: Pairs, name: str) -> str:
    """Return the value of the last glob that matches the path or the name of a file."""
    base = os.path.basename(name)
    names = {tried.lower() for tried in (name, base, original(base))}
    for glob, value in reversed(pairs):
        if any(fnmatchcase(tried, glob.lower()) for tried in names):
            return value
    return ""


@contextmanager
def errors_named(name: str, read_name: str) -> Iterator[None]:
    """Put the name of the file in errors, if the file is read under another name."""
    try:
        yield
    except Incomplete as error:
        if read_name != name and error.where.startswith(read_name):
            error.where = name + error.where.removeprefix(read_name)
        raise
