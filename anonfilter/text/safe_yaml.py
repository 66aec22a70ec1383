"""The reader of YAML as plain data, for rules and word lists."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import resources
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.resolver import VersionedResolver


class _Resolver(VersionedResolver):
    """A resolver that determines the version of YAML once.

    The library's resolver does so for each value, which takes a third of the reading time.
    """

    @cached_property
    def versioned_resolver(self) -> Any:
        return super().versioned_resolver


def reader() -> YAML:
    """Return a YAML reader, which can be used for one document."""
    yaml = YAML(typ="safe")
    yaml.Resolver = _Resolver
    return yaml


@cache
def table(package: str, name: str) -> Any:
    """Return the content of ``data/<name>.yaml`` of a package: a word list."""
    file = resources.files(package).joinpath("data", f"{name}.yaml")
    return reader().load(file.read_text("utf-8"))
