"""Match the mentions that the rules found with the mentions of the gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from anonfilter_measure.evaluation.filtered_gold import FoundMention, GoldResult
from anonfilter_measure.evaluation.gold import GoldMention


class _Placed(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=_Placed)


def touching(sought: _Placed, among: Sequence[P]) -> Iterator[P]:
    """Yield the items that overlap ``sought``."""
    return (one for one in among if one.start < sought.end and sought.start < one.end)


def same_label(mention: GoldMention, found: FoundMention) -> bool:
    """Return True if a found mention has the base label or the finer label of a gold mention."""
    names = {found.label, found.category} - {""}
    return mention.label in names or mention.named in names


def right_mentions(result: GoldResult, found: FoundMention) -> list[GoldMention]:
    """Return the gold mentions with the same label that a found mention overlaps.

    The found mention is right if there is at least one.
    """
    return [one for one in touching(found, result.gold.mentions) if same_label(one, found)]


def is_exact(mention: GoldMention, found: FoundMention) -> bool:
    return (mention.start, mention.end) == (found.start, found.end) and same_label(mention, found)


def judged(result: GoldResult, annotated: frozenset[str]) -> Iterator[FoundMention]:
    """Yield the found mentions that the gold can judge.

    Mentions in machine annotations are excluded, and mentions whose label is not annotated in the
    file: they would all count as wrong.
    """
    for found in result.found:
        touched = list(touching(found, result.gold.mentions))
        certain = [mention for mention in touched if mention.certain]
        if touched and not certain:
            continue
        if found.label in annotated or any(same_label(mention, found) for mention in certain):
            yield found


def paired(result: GoldResult) -> list[tuple[GoldMention, FoundMention]]:
    """Pair gold mentions and found mentions one to one, the largest overlap first."""
    overlaps = sorted(
        (max(mention.start, found.start) - min(mention.end, found.end), at, other)
        for at, mention in enumerate(result.gold.mentions)
        for other, found in enumerate(result.found)
        if mention.start < found.end and found.start < mention.end
    )
    free, free_found = set(range(len(result.gold.mentions))), set(range(len(result.found)))
    pairs: list[tuple[GoldMention, FoundMention]] = []
    for _, at, other in overlaps:
        if at in free and other in free_found:
            free.remove(at)
            free_found.remove(other)
            pairs.append((result.gold.mentions[at], result.found[other]))
    return pairs
