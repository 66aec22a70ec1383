"""The word lists behind the resolvers, in ``data/``."""

from __future__ import annotations

from functools import cache, partial
from importlib import resources

from anonfilter import wordlists
from anonfilter.wordlists import alternatives

__all__ = ["alternatives", "names", "table", "terms"]

table = partial(wordlists.table, "anonfilter_resolvers")
terms = partial(wordlists.terms, "anonfilter_resolvers")


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
