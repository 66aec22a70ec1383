"""Write dialogues as transcripts, in which each turn begins with the name of its speaker.

The corpora have the speakers beside the text. The added names are not scored: only the linking of
the mentions in the speech counts.
"""

from __future__ import annotations

import gzip
import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from anonfilter_english.knowledge.people.name_parts import name_tokens
from anonfilter_measure.evaluation import linking_scores
from anonfilter_measure.evaluation.cluster_scores import KeyAndResponse
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention

TALK = frozenset(("dialogue",))
"""The corpora of dialogues whose text does not name the speakers."""

_BETWEEN, _AFTER = " & ", ": "


@dataclass(frozen=True, slots=True)
class Turn:
    """The start of a turn, and the names of its speakers."""

    start: int
    speakers: tuple[str, ...]

    @property
    def label(self) -> str:
        return _BETWEEN.join(self.speakers) + _AFTER


def turns(path: Path) -> list[list[Turn]]:
    """Return the turns of each document of a corpus."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    return [
        [Turn(one["start"], tuple(one["speaker"].split(_BETWEEN))) for one in found["turns"]]
        for found in map(json.loads, filter(None, text.split("\n")))
    ]


def labelled(gold: GoldDocument, turns: Sequence[Turn]) -> GoldDocument:
    """Return the document with speakers' names before the turns; these names are mentions too."""
    starts = [turn.start for turn in turns]
    added = [0, *accumulate(len(turn.label) for turn in turns)]

    def moved(start: int, end: int) -> tuple[int, int]:
        shift = added[bisect_right(starts, start)]
        return start + shift, end + shift

    ends = [*starts, len(gold.text)]
    text = gold.text[: ends[0]]
    for turn, end in zip(turns, ends[1:], strict=True):
        text += turn.label + gold.text[turn.start : end]
    said = []
    for one in gold.mentions:
        start, end = moved(one.start, one.end)
        said.append(
            replace(one, start=start, end=end, tokens=tuple(moved(*word) for word in one.tokens))
        )
    labels = [
        mention
        for turn, before in zip(turns, added, strict=False)
        for mention in _names(text, turn, turn.start + before)
    ]
    mentions = sorted((*said, *labels), key=lambda one: one.start)
    return replace(gold, text=text, mentions=tuple(mentions))


def _names(text: str, turn: Turn, start: int) -> Iterator[GoldMention]:
    for name in turn.speakers:
        end = start + len(name)
        yield GoldMention(
            start,
            end,
            linking_scores.PEOPLE,
            tokens=name_tokens(text, start, end),
            cluster=name,
            speaker=True,
        )
        start = end + len(_BETWEEN)


def of_speech(gold: GoldDocument, compared: KeyAndResponse) -> KeyAndResponse:
    """Return both sides of clusters without the names that were added before turns."""
    labels = {at for at, one in enumerate(gold.mentions) if one.speaker}
    key, response = (
        [cluster - labels for cluster in side if not cluster <= labels] for side in compared
    )
    return key, response
