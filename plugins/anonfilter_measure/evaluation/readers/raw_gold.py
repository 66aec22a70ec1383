"""What all readers of gold return: texts and mentions, with the labels that the file uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.gold import GoldMention


@hide_values
@dataclass(frozen=True, slots=True)
class RawDocument:
    """A text with its mentions, which have the labels of the file and no tokens yet.

    ``fields`` has the members of its JSON object.
    """

    id: str
    text: str
    mentions: tuple[GoldMention, ...]
    line: int = 1
    context: str = ""
    reviewed: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)


def wrong(what: str, file: str, line: int) -> Incomplete:
    """Return an error about invalid gold, which would make the scores wrong."""
    return Incomplete(what, where=f"{file}:{line}")


def without_gold(file: str) -> Incomplete:
    """Return an error about a text without annotation."""
    return Incomplete(
        "has no gold, so there is nothing to score",
        where=file,
        hint="Gold is text in which the personal data is marked: JSONL with a text and its "
        "entities per line, CoNLL columns, or marks such as (Leeds)[MISSED_LOCATION]. "
        "`anonfilter stats` counts what the rules find in text without gold.",
    )
