"""The word lists behind the resolvers: YAML beside this module, read when first needed."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any


@cache
def table(name: str) -> Any:
    """The content of ``data/<name>.yaml``."""
    from ruamel.yaml import YAML

    file = resources.files("anonfilter_resolvers").joinpath("data", f"{name}.yaml")
    return YAML(typ="safe").load(file.read_text("utf-8"))


@cache
def names(prefix: str) -> tuple[str, ...]:
    """What follows this prefix in the names of the files, in order."""
    files = (
        file.name for file in resources.files("anonfilter_resolvers").joinpath("data").iterdir()
    )
    return tuple(
        sorted(
            name.removeprefix(prefix).removesuffix(".yaml")
            for name in files
            if name.startswith(prefix)
        )
    )


@cache
def terms(name: str, key: str) -> frozenset[str]:
    """A list of that file, as a set of lower-case terms."""
    return frozenset(str(term).casefold() for term in table(name)[key])


def alternatives(words: frozenset[str]) -> str:
    """A regex for one of these terms, the longest first, blanks of any kind between words."""
    import re

    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in ordered)
