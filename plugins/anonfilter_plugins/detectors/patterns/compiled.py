"""Compiled regexes, kept between runs.

`regex` is written in Python where it compiles: two hundred patterns take longer than all else that
a check of a small file does. What it makes of them can be pickled, and is there again in no time.
Nothing is unpickled but what this user's own runs have kept (:mod:`anonfilter.files.cache`).
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import regex

from anonfilter.files.cache import Cache

_KIND = "patterns"
_MOST = 12  # rulesets whose patterns are kept
_Known = dict[tuple[str, int], Any]


Compile = Callable[[str, int], Any]  # as regex.compile, with its errors


@contextmanager
def compiling(rules: str) -> Iterator[Compile]:
    """In here, patterns are compiled, or are there already; ``rules`` are what they stand in."""
    cache = Cache.of_user()
    name = "" if cache is None else cache.digest(_KIND, *map(str.encode, (_made_by(), rules))).hex()
    there = _unpickled(None if cache is None else cache.load(_KIND, name))
    used: _Known = {}

    def compile_(text: str, flags: int) -> Any:
        known = there.get((text, flags))
        used[text, flags] = found = regex.compile(text, flags) if known is None else known
        return found

    yield compile_  # an error in here is the user's: nothing is kept then
    if cache is not None and used.keys() - there.keys():
        cache.save(_KIND, name, pickle.dumps(used), most=_MOST)


def _made_by() -> str:
    return f"{sys.version} regex {regex.__version__}"


def _unpickled(data: bytes | None) -> _Known:
    if data is None:
        return {}
    try:
        found: _Known = _OfRegex(io.BytesIO(data)).load()
    except Exception:  # written by another version of something
        return {}
    return found


class _OfRegex(pickle.Unpickler):
    """Makes patterns, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] != "regex" or name != "compile":
            raise pickle.UnpicklingError("no pattern")
        return super().find_class(module, name)
