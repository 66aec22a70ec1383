"""Word lists: YAML files in the folder ``data`` of a package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any


@cache
def table(package: str, name: str) -> Any:
    """Return the content of ``data/<name>.yaml`` of a package."""
    from anonfilter.text.safe_yaml import reader

    file = resources.files(package).joinpath("data", f"{name}.yaml")
    return reader().load(file.read_text("utf-8"))
