"""Match finds with mentions of the gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from anonfilter_measure.evaluation.gold import GoldMention
from anonfilter_measure.evaluation.run import Found, Masked


class _Placed(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=_Placed)


def touching(sought: _Placed, among: Sequence[P]) -> Iterator[P]:
    """Yield the items that overlap ``sought``."""
    return (one for one in among if one.start < sought.end and sought.start < one.end)


def same_label(mention: GoldMention, found: Found) -> bool:
    """Return True if a find has the base label or the finer label of a mention."""
    names = {found.label, found.category} - {""}
    return mention.label in names or mention.named in names


def meant(scored: Masked, found: Found) -> list[GoldMention]:
    """Return the mentions of its label that a find overlaps; the find is right if there is any."""
    return [one for one in touching(found, scored.gold.mentions) if same_label(one, found)]


def exact(mention: GoldMention, found: Found) -> bool:
    return (mention.start, mention.end) == (found.start, found.end) and same_label(mention, found)


def judged(scored: Masked, annotated: frozenset[str]) -> Iterator[Found]:
    """Yield the finds that the gold can judge.

    Finds in machine annotations are excluded, and finds whose label is not annotated in the file:
    they would all count as wrong.
    """
    for found in scored.found:
        touched = list(touching(found, scored.gold.mentions))
        certain = [mention for mention in touched if mention.certain]
        if touched and not certain:
            continue
        if found.label in annotated or any(same_label(mention, found) for mention in certain):
            yield found


def paired(scored: Masked) -> list[tuple[GoldMention, Found]]:
    """Pair gold mentions and finds one to one, the largest overlap first."""
    shared = sorted(
        (
            (-(min(mention.end, found.end) - max(mention.start, found.start)), at, other)
            for at, mention in enumerate(scored.gold.mentions)
            for other, found in enumerate(scored.found)
            if mention.start < found.end and found.start < mention.end
        )
    )
    mentions, finds = set[int](), set[int]()
    pairs: list[tuple[GoldMention, Found]] = []
    for _, at, other in shared:
        if at not in mentions and other not in finds:
            mentions.add(at)
            finds.add(other)
            pairs.append((scored.gold.mentions[at], scored.found[other]))
    return pairs
