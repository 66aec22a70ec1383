"""Read the word lists in ``data/``, each once; an entry ``<dates.months>`` stands for that list."""

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
    """Return the content of ``data/<name>.yaml``, with the lists that it names filled in."""
    return _filled(safe_yaml.table(ENGLISH, name))


@cache
def terms(name: str, key: str) -> frozenset[str]:
    """Return a list of ``data/<name>.yaml`` as a set of lower-case terms."""
    return frozenset(str(term).casefold() for term in table(name)[key])


@cache
def names(prefix: str) -> tuple[str, ...]:
    """List the files of ``data/`` that begin with a prefix, by the rest of their names."""
    stems = (
        file.name.removesuffix(".yaml")
        for file in resources.files(ENGLISH).joinpath("data").iterdir()
    )
    return tuple(sorted(stem.removeprefix(prefix) for stem in stems if stem.startswith(prefix)))


@cache
def postal_codes() -> frozenset[str]:
    """Return the two letters of each US state and territory, in lower case."""
    known = table("places")
    states = (spellings[0] for spellings in known["us_states"].values())
    return frozenset(code.casefold() for code in (*states, *known["us_territories"]))


def _filled(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _filled(value) for key, value in data.items()}
    if isinstance(data, list):
        return [item for entry in data for item in _entries(entry)]
    return data


def _entries(entry: Any) -> list[Any]:
    """Return an entry, or the entries of the list that it names; of a mapping, the keys."""
    named = _NAMED.fullmatch(entry) if isinstance(entry, str) else None
    if named is None:
        return [_filled(entry)]
    others: list[Any] = _filled(list(safe_yaml.table(ENGLISH, named[1])[named[2]]))
    return others


def alternatives(words: Iterable[str], blank: str = r"\s+") -> str:
    """Build a regex for one of these terms, the longest first, with any blanks between words."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(blank.join(map(re.escape, word.split())) for word in ordered)
