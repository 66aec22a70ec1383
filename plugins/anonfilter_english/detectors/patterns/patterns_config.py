"""Settings of the patterns detector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo
from pydantic import Field as Option

from anonfilter.errors import nearest
from anonfilter.files.source_tree import Tree
from anonfilter.rules.nodes import Node
from anonfilter_english.detectors.patterns.pattern_packs import PackRules, PatternRules, with_packs


def _is_known(name: str, info: ValidationInfo) -> str:
    """Return the name of a pattern; raise an error if there is no such pattern."""
    patterns: tuple[PatternRules, ...] | None = info.data.get("patterns")
    known = [name] if patterns is None else names(patterns)  # None: they are invalid themselves
    if name not in known:
        close = nearest(name, known)
        raise ValueError(
            f"there is no pattern {name!r}" + (f"; did you mean {close!r}?" if close else "")
        )
    return name


def names(patterns: Iterable[PatternRules]) -> list[str]:
    """Return the names of patterns; a pattern without a name has its label and a number."""
    numbers = Counter[str]()
    found = []
    for rules in patterns:
        numbers[rules.label] += 1
        found.append(rules.name or f"{rules.label}-{numbers[rules.label]}")
    return found


class PatternsConfig(PackRules):
    """Settings of the patterns detector."""

    without: tuple[Annotated[str, AfterValidator(_is_known)], ...] = Option(
        default=(), description="patterns that are switched off, by their names"
    )
    timeout: float = Option(
        default=20.0,
        gt=0,
        description="seconds that a pattern may take for a field; longer for very long fields",
    )

    @classmethod
    def expanded(cls, settings: Node, folder: Path, tree: Tree) -> tuple[Node, tuple[Path, ...]]:
        """Return the settings with the contents of packs in place of ``packs``."""
        return with_packs(settings, folder, tree)
