"""The word lists behind the transcript plugins: YAML beside this module, read when first needed."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any


@cache
def table(name: str) -> Any:
    """The content of ``data/<name>.yaml``."""
    from ruamel.yaml import YAML

    file = resources.files("anonfilter_transcripts").joinpath("data", f"{name}.yaml")
    return YAML(typ="safe").load(file.read_text("utf-8"))


@cache
def terms(name: str, key: str) -> frozenset[str]:
    """A list of that file, as a set of lower-case terms."""
    return frozenset(str(term).casefold() for term in table(name)[key])
