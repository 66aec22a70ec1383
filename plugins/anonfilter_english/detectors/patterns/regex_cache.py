"""Cache compiled regexes between runs.

`regex` compiles in Python, which takes longer for two hundred patterns than the rest of a check of
a small file. Pickled patterns are only loaded from this user's sealed cache
(:mod:`anonfilter.cache.sealed`).
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import regex

from anonfilter.cache.sealed import Cache

_KIND = "patterns"
_Known = dict[tuple[str, int], Any]

_MOST_LOADED = 12  # rulesets whose patterns a process keeps
_loaded: dict[str, _Known] = {}


Compile = Callable[[str, int], Any]  # as regex.compile, with its errors


@contextmanager
def compiling(rules: str) -> Iterator[Compile]:
    """Yield a cached ``regex.compile`` for the patterns of these ``rules``."""
    cache = Cache.of_user()
    name = (
        "" if cache is None else cache.digest(_KIND, *map(str.encode, (_versions(), rules))).hex()
    )
    used, there = _Known(), _loaded.get(name)
    if there is None:
        there = _unpickled(None if cache is None else cache.load(_KIND, name))

    def compile_(text: str, flags: int) -> Any:
        known = there.get((text, flags))
        used[text, flags] = found = regex.compile(text, flags) if known is None else known
        return found

    yield compile_  # after an error in the rules, nothing is saved
    if cache is not None and used.keys() - there.keys():
        cache.save(_KIND, name, pickle.dumps(used))
    if cache is not None:
        _loaded[name] = used  # kept for a fork of this process
        while len(_loaded) > _MOST_LOADED:
            del _loaded[next(iter(_loaded))]


def _versions() -> str:
    return f"{sys.version} regex {regex.__version__}"


def _unpickled(data: bytes | None) -> _Known:
    if data is None:
        return {}
    try:
        found: _Known = _PatternUnpickler(io.BytesIO(data)).load()
    except Exception:  # written by another version of Python or of a library
        return {}
    return found


class _PatternUnpickler(pickle.Unpickler):
    """An unpickler that accepts nothing but compiled patterns."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] != "regex" or name != "compile":
            raise pickle.UnpicklingError("no pattern")
        return super().find_class(module, name)
