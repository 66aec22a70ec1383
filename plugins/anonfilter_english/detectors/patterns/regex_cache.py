"""Cache compiled regexes between runs.

`regex` compiles in Python, which takes longer for two hundred patterns than the rest of a check of
a small file. Pickled patterns are loaded only from this user's sealed cache
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
_Known = dict[tuple[str, int], Any]  # compiled regexes by text and flags
_MOST_LOADED = 12  # rulesets whose patterns a process keeps
_loaded: dict[str, _Known] = {}

Compile = Callable[[str, int], Any]  # as regex.compile, with its errors


@contextmanager
def compiling(rules: str) -> Iterator[Compile]:
    """Yield ``regex.compile`` with a cache for the patterns of these ``rules``."""
    cache = Cache.of_user()
    if cache is None:
        yield regex.compile
        return
    versions = f"{sys.version} regex {regex.__version__}"
    name = cache.digest(_KIND, versions.encode(), rules.encode()).hex()
    used, known = _Known(), _loaded.get(name)
    if known is None:
        known = _unpickled(cache.load(_KIND, name))

    def compile_(text: str, flags: int) -> Any:
        found = known.get((text, flags))
        used[text, flags] = found = regex.compile(text, flags) if found is None else found
        return found

    yield compile_  # after an error in the rules, nothing is saved
    if used.keys() - known.keys():
        cache.save(_KIND, name, pickle.dumps(used))
    _loaded[name] = used  # kept for a fork of this process
    while len(_loaded) > _MOST_LOADED:
        del _loaded[next(iter(_loaded))]


def _unpickled(data: bytes | None) -> _Known:
    if data is None:
        return {}
    try:
        found: _Known = _PatternUnpickler(io.BytesIO(data)).load()
    except Exception:  # written by another version of Python or of a library
        return {}
    return found


class _PatternUnpickler(pickle.Unpickler):
    """An unpickler that accepts only compiled patterns."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] != "regex" or name != "compile":
            raise pickle.UnpicklingError("the cache has an object that is not a compiled pattern")
        return super().find_class(module, name)
