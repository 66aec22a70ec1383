"""Causes of identifiers that are still audible, and how well silence fits the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.evaluation.measures import covered
from anonfilter_audio.evaluation.recognition import Heard
from anonfilter_audio.evaluation.silence import Silence

_SLACK = 0.05  # seconds by which silence may begin or end apart from a word


class Cause(StrEnum):
    """Why an identifier is not covered."""

    RECOGNITION = "recognition"
    """The recogniser heard another word or none, and it was not silenced."""
    DETECTION = "detection"
    """The word was recognised, but not found as an identifier."""
    ALIGNMENT = "alignment"
    """The word was found, but something else or only a part of it is silenced."""
    REFERENCE = "reference"
    """The gold is wrong: the recording is silent at that time."""


class Fit(StrEnum):
    """The fit of silence to identifiers that follow one another."""

    WELL = "well aligned"
    EXTENDED = "extended"
    SHORTENED = "shortened"
    MISSED = "missed"


def cause(word: GoldWord, heard: Heard, silence: Silence, rho: float, spoken: bool) -> Cause:
    """Return why a word is not covered; ``spoken`` is True if there is sound at its time."""
    if not spoken:
        return Cause.REFERENCE
    found = heard.word is not None and covered(silence.coverage(heard.word), rho)
    if found or silence.coverage(word) > 0:
        return Cause.ALIGNMENT
    return Cause.DETECTION if heard.right else Cause.RECOGNITION


def fits(words: Sequence[GoldWord], silence: Silence) -> Counter[Fit]:
    """Count how silence fits each run of identifiers."""
    return Counter(_fit(run, silence) for run in runs(words))


def runs(words: Iterable[GoldWord]) -> Iterator[list[GoldWord]]:
    """Yield runs of identifiers that follow one another in a channel, ordered by time."""
    by_channel = sorted(words, key=lambda word: -1 if word.channel is None else word.channel)
    for (_, identifier), run in groupby(by_channel, lambda word: (word.channel, bool(word.label))):
        if identifier:
            yield list(run)


def _fit(run: Sequence[GoldWord], silence: Silence) -> Fit:
    shares = [silence.coverage(word) for word in run]
    around = silence.around(run[0], run[-1])
    if around is None or not any(shares):
        return Fit.MISSED
    bare = ((1 - share) * word.seconds for word, share in zip(run, shares, strict=True))
    if any(seconds > _SLACK for seconds in bare):
        return Fit.SHORTENED
    far = around[0] < run[0].start - _SLACK or around[1] > run[-1].end + _SLACK
    return Fit.EXTENDED if far else Fit.WELL
