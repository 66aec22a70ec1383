"""The lists of what is never masked: ``data/exclude*.yaml``."""

from __future__ import annotations

from functools import cache
from importlib import resources

from anonfilter_plugins.english.lists import ENGLISH, table

__all__ = ["names", "table"]


@cache
def names(prefix: str) -> tuple[str, ...]:
    """What follows this prefix in the names of the files, in order."""
    files = (file.name for file in resources.files(ENGLISH).joinpath("data").iterdir())
    return tuple(
        sorted(
            name.removeprefix(prefix).removesuffix(".yaml")
            for name in files
            if name.startswith(prefix)
        )
    )
