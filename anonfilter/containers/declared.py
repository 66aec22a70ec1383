"""What rules and users say of how files are read: as if they ended otherwise, in which encoding."""

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
    """What a user says of all files of a command: the name of their format, and their codec."""

    format: str = ""
    codec: str = ""


DEFAULT_READING = ReadingOptions()


@hide_values
@dataclass(frozen=True, slots=True)
class Declared:
    """Suffixes and codecs of files by globs, of which the last that matches decides.

    Before these, and not for files in others, counts what is said of all: the ``ends`` that their
    names should have, and their ``codec``.
    """

    suffixes: Pairs = ()
    codecs: Pairs = ()
    ends: tuple[str, ...] = ()
    codec: str = ""

    def called(self, name: str, *, inside: bool = False) -> str:
        """The name by which a file is read: its own, if that ends as it should."""
        ends = () if inside else self.ends
        ends = ends or tuple(filter(None, [_matching(self.suffixes, name)]))
        return name if not ends or suffix_of(name) in ends else name + ends[0]

    def codec_of(self, name: str, *, inside: bool = False) -> str:
        """The codec of a file; "" where its bytes are to tell."""
        codec = "" if inside else self.codec
        return codec or _matching(self.codecs, self.called(name, inside=inside))

    def of(self, name: str, *, holds: bool) -> Declared:
        """What must be known of a file of this name, which ``holds`` others, to read it again."""
        called = self.called(name)
        ends = () if called == name else (suffix_of(called),)
        if holds:
            return Declared(self.suffixes, self.codecs, ends)
        return Declared(ends=ends, codec=self.codec_of(name))

    def written(self) -> str:
        """What ``parsed`` makes the same of; "" for nothing."""
        said = [self.suffixes, self.codecs, self.ends, self.codec]
        return json.dumps(said, separators=(",", ":")) if any(said) else ""

    @classmethod
    def parsed(cls, written: str) -> Declared:
        """Read what was written; anything else is a ``ValueError``."""
        if not written:
            return NOTHING
        suffixes, codecs, ends, codec = json.loads(written)
        found = cls(_pairs(suffixes), _pairs(codecs), tuple(ends), codec and codec_of(codec))
        if found.written() != written:
            raise ValueError("not as it was written")
        return found


NOTHING = Declared()


def _pairs(written: list[list[str]]) -> Pairs:
    return tuple((str(glob), str(value)) for glob, value in written)


def _matching(pairs: Pairs, name: str) -> str:
    """What is declared of a file, by its path or its name."""
    base = os.path.basename(name)
    tried = {one.lower() for one in (name, base, original(base))}
    for glob, value in reversed(pairs):
        if any(fnmatchcase(one, glob.lower()) for one in tried):
            return value
    return ""


@contextmanager
def named(name: str, called: str) -> Iterator[None]:
    """Give errors of a file its own name, where it is read as if called otherwise."""
    try:
        yield
    except Incomplete as error:
        if called != name and error.where.startswith(called):
            error.where = name + error.where.removeprefix(called)
        raise
