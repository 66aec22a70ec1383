"""The lists of what is never masked, in ``data/``."""

from __future__ import annotations

from functools import cache, partial
from importlib import resources

from anonfilter_plugins.english import lists

table = partial(lists.table, package="anonfilter_plugins.resolvers.exclude")


@cache
def names(prefix: str) -> tuple[str, ...]:
    """What follows this prefix in the names of the files, in order."""
    files = (
        file.name
        for file in resources.files("anonfilter_plugins.resolvers.exclude")
        .joinpath("data")
        .iterdir()
    )
    return tuple(
        sorted(
            name.removeprefix(prefix).removesuffix(".yaml")
            for name in files
            if name.startswith(prefix)
        )
    )
