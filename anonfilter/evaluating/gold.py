"""Annotated text: what somebody who read it says is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from anonfilter_plugins.english.lists import terms

Stretch = tuple[int, int]

WORD = re.compile(r"[^\W_]+")
# What stands before a name and is not it: leaving it bare leaks nobody.
TITLES = terms("titles", "civil") | {
    "miss", "dr", "prof", "professor", "sir", "dame", "lady", "lord", "judge", "justice", "officer",
    "sergeant", "sgt", "captain", "capt", "lieutenant", "lt", "detective", "deputy", "commissioner",
}  # fmt: skip


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


def name_tokens(text: str, start: int, end: int) -> tuple[Stretch, ...]:
    """The words by which a mention is known: with a capital or a digit, titles aside.

    Where it has none ("my old school", a name in lower case), all of its words.
    """
    words = list(WORD.finditer(text, start, end))
    named = [word for word in words if _names(word[0]) and word[0].lower() not in TITLES]
    return tuple(word.span() for word in named or words)


def _names(word: str) -> bool:
    return word != word.lower() or any(char.isdigit() for char in word)
