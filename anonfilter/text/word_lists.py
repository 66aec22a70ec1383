"""Word lists: YAML in the folder ``data`` of a package, and regexes made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any


@cache
def table(package: str, name: str) -> Any:
    """The content of ``data/<name>.yaml``, read when first needed."""
    from anonfilter.text.safe_yaml import reader

    file = resources.files(package).joinpath("data", f"{name}.yaml")
    return reader().load(file.read_text("utf-8"))


def alternatives(words: Iterable[str], blank: str = r"\s+") -> str:
    """A regex for one of these terms, the longest first, blanks of any kind between words."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(blank.join(map(re.escape, word.split())) for word in ordered)
