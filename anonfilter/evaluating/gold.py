"""Annotated text: what somebody who read it says is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Stretch = tuple[int, int]

# What stands before a name and is not it: leaving it bare leaks nobody.


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A mention as the gold marks it.

    ``label`` is the one to score by, ``named`` the gold's own, often finer (STATE). ``tokens``
    are the words that must be masked. ``certain`` is false where a machine marked it: right or
    wrong, nothing is counted there. What is not ``identifying`` is found or not, but never leaks.
    ``speaker``: it is the speaker's own. ``partial``: the rest of the value was masked before.
    ``role``: what the person is in the case, "" where the gold does not say.
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


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """An annotated text, and where it stands: its file, the line there, the how-manieth it is.

    ``context`` is what it is compared within: a genre; where there is none, its file.
    """

    id: str
    text: str
    mentions: tuple[GoldMention, ...]
    context: str
    file: str
    line: int
    number: int = 1


def outermost(mentions: Iterable[GoldMention]) -> tuple[GoldMention, ...]:
    """The mentions in order, without those inside another: a name in a name is masked with it."""
    kept: list[GoldMention] = []
    for mention in sorted(mentions, key=lambda one: (one.start, -one.end)):
        if not kept or mention.end > kept[-1].end:
            kept.append(mention)
    return tuple(kept)
