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

    - ``label``: the label by which the mention is scored.
    - ``named``: the gold's own label, often a finer one (STATE).
    - ``tokens``: the words that must all be masked; a tag has none.
    - ``certain``: False for machine annotations, in which nothing is counted.
    - ``speaker``: the speaker mentions their own name.
    - ``identifying``: False for a mention that is never a leak.
    - ``partial``: the rest of the value was masked before.
    - ``role``: the person's role in the case.
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

    ``context`` groups documents, for example by genre. The mentions of a ``reviewed`` text, which
    is anonymised, are its tags and the identifiers that reviewers found.
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
    """Return the mentions in order, without mentions inside another mention."""
    kept: list[GoldMention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or mention.end > kept[-1].end:
            kept.append(mention)
    return tuple(kept)
