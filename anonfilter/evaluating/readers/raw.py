"""What every reader hands on: texts and mentions with the labels that the file gives them."""

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
    """Gold that is not what it should be: half of it would give half a score."""
    return Incomplete(what, where=f"{file}:{line}")
