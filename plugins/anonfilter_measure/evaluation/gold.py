"""Annotated documents and their mentions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from anonfilter.text.values import hide_values

Stretch = tuple[int, int]


@hide_values
@dataclass(frozen=True, slots=True)
class GoldMention:
    """A mention as marked in the gold.

    ``label`` is the one to score by; ``named`` is the gold's own label, often a finer one (STATE).
    All ``tokens`` must be masked; a tag has none. ``certain`` is false for machine annotations, in
    which nothing is counted. A mention that is not ``identifying`` never leaks. ``speaker`` means
    that the speaker mentions their own name, ``partial`` that the rest of the value was masked
    before. ``role`` is the person's role in the case.
    """

    start: int
    end: int
    label: str
    named: str = ""
    tokens: tuple[Stretch, ...] = ()
    cluster: str = ""
    certain: bool = True
    speaker: bool = False
    identifying: bool = True
    partial: bool = False
    role: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class GoldDocument:
    """An annotated text with its file, line, and number in the file.

    ``context`` groups documents by genre, or else by file. In a ``reviewed`` text, which is
    anonymised, mentions are the tags and the identifiers that reviewers found.
    """

    id: str
    text: str
    mentions: tuple[GoldMention, ...]
    context: str
    file: str
    line: int
    number: int = 1
    reviewed: bool = False


def outermost(mentions: Iterable[GoldMention]) -> tuple[GoldMention, ...]:
    """Sort mentions, and drop mentions inside another one, which are masked with it."""
    kept: list[GoldMention] = []
    for mention in sorted(mentions, key=lambda one: (one.start, -one.end)):
        if not kept or mention.end > kept[-1].end:
            kept.append(mention)
    return tuple(kept)
