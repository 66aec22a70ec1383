"""The output of all readers: texts and mentions, with the labels of the file."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.errors import Incomplete


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


@dataclass(frozen=True, slots=True)
class RawDocument:
    id: str
    text: str
    mentions: tuple[RawMention, ...]
    line: int = 1
    context: str = ""


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
