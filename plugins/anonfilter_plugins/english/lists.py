"""Word lists, each read once; an entry ``<dates.months>`` stands for that list of this package."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from anonfilter.text import word_lists as wordlists

ENGLISH = "anonfilter_plugins.english"
_NAMED = re.compile(r"<(\w+)\.(\w+)>")


@cache
def table(name: str, package: str = ENGLISH) -> Any:
    """The content of ``data/<name>.yaml`` of a package, the lists that it names filled in."""
    return _filled(wordlists.table(package, name))


@cache
def terms(name: str, key: str, package: str = ENGLISH) -> frozenset[str]:
    """A list of that file, as a set of lower-case terms."""
    return frozenset(str(term).casefold() for term in table(name, package)[key])


def _filled(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _filled(value) for key, value in data.items()}
    if isinstance(data, list):
        return [one for entry in data for one in _entries(entry)]
    return data


def _entries(entry: Any) -> list[Any]:
    """An entry as it stands, or those of the list that it names; of a mapping, the keys."""
    named = _NAMED.fullmatch(entry) if isinstance(entry, str) else None
    if named is None:
        return [_filled(entry)]
    others: list[Any] = _filled(list(wordlists.table(ENGLISH, named[1])[named[2]]))
    return others
