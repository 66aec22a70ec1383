"""Read the word lists in ``data/``, each once.

An entry ``<dates.months>`` includes the list ``months`` of ``dates.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from anonfilter.text import safe_yaml

ENGLISH = "anonfilter_english.knowledge"
_NAMED = re.compile(r"<(\w+)\.(\w+)>")

HESITATION = r"(?:u+[hm]+|e+r+m?|a+h+|h+m+|mm+)"
"""A regex for one filled pause ("uh", "erm"), without word boundaries."""


@cache
def table(name: str) -> Any:
    """Return the content of ``data/<name>.yaml``, with the entries of included lists."""
    return _filled(safe_yaml.table(ENGLISH, name))


@cache
def terms(name: str, key: str) -> frozenset[str]:
    """Return a list of ``data/<name>.yaml`` as a set of lower-case terms."""
    return frozenset(str(term).casefold() for term in table(name)[key])


@cache
def names(prefix: str) -> tuple[str, ...]:
    """Return the names of the files in ``data/`` that begin with a prefix, without the prefix."""
    stems = (
        file.name.removesuffix(".yaml")
        for file in resources.files(ENGLISH).joinpath("data").iterdir()
    )
    return tuple(sorted(stem.removeprefix(prefix) for stem in stems if stem.startswith(prefix)))


@cache
def postal_codes() -> frozenset[str]:
    """Return the two letters of each US state and territory in lower case."""
    known = table("places")
    states = (spellings[0] for spellings in known["us_states"].values())
    return frozenset(code.casefold() for code in (*states, *known["us_territories"]))


def _filled(data: Any) -> Any:
    """Return data with the entries of included lists, and the keys of included mappings."""
    if isinstance(data, dict):
        return {key: _filled(value) for key, value in data.items()}
    if not isinstance(data, list):
        return data
    filled: list[Any] = []
    for entry in data:
        named = _NAMED.fullmatch(entry) if isinstance(entry, str) else None
        if named is None:
            filled.append(_filled(entry))
        else:
            filled += _filled(list(safe_yaml.table(ENGLISH, named[1])[named[2]]))
    return filled


def alternatives(words: Iterable[str], blank: str = r"\s+") -> str:
    """Return a regex for one of these terms; longer terms come first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(blank.join(map(re.escape, word.split())) for word in ordered)
