"""Write tables in Markdown, line by line."""

from __future__ import annotations

from collections.abc import Iterable


def line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def rule(texts: int, numbers: int) -> str:
    return f"|{'---|' * texts}{'---:|' * numbers}"
