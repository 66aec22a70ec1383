"""The output of all readers: texts and mentions, with the labels of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class RawMention:
    start: int
    end: int
    label: str
    cluster: str = ""
    certain: bool = True
    speaker: bool = False
    identifying: bool = True
    partial: bool = False
    role: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class RawDocument:
    """A text with its mentions; ``fields`` are the other members of the document."""

    id: str
    text: str
    mentions: tuple[RawMention, ...]
    line: int = 1
    context: str = ""
    reviewed: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)


def wrong(what: str, file: str, line: int) -> Incomplete:
    """Return an error about invalid gold, which would make the scores wrong."""
    return Incomplete(what, where=f"{file}:{line}")


def without_gold(file: str) -> Incomplete:
    """Return an error about text in which nothing is marked."""
    return Incomplete(
        "has no gold, so there is nothing to score",
        where=file,
        hint="Gold is text in which the personal data is marked: JSONL with a text and its "
        "entities per line, CoNLL columns, or marks such as (Leeds)[MISSED_LOCATION]. "
        "`anonfilter stats` counts what the rules find in text without gold.",
    )
