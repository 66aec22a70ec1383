"""Intervals of a recording for the findings in its wordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from anonfilter.contract.document import Span, TaggedMention
from anonfilter.rules.schema import AudioRules
from anonfilter_audio.recordings.hearing import Part
from anonfilter_audio.recordings.transcripts import Spoken, Transcript
from anonfilter_audio.sound.activity import Levels, without
from anonfilter_audio.sound.intervals import Cause, Interval, Time, merged

LOW, UNHEARD, UNCERTAIN = "LOW_CONFIDENCE", "UNRECOGNISED", "UNCERTAIN"
NO_WORDS = "something is said, and no word of it was recognised"
NOT_CERTAIN = "the words heard here are not certain"
NOTHING_RECOGNISED = "no word was recognised, which does not prove silence"
ACCEPTING = (
    "A name that the recogniser mishears stays. Correct the words and give them with --transcript, "
    "or use --accept-recogniser (in the rules `audio: {accept_recogniser: true}`) if you know how "
    "well it hears."
)
_PAUSE = 1.0  # seconds between two utterances

Stretch = tuple[int, int, str]
"""A stretch of a text, and its label."""


def replaced(tagged: Iterable[TaggedMention]) -> Iterator[Stretch]:
    """Yield the stretches of a text that are replaced."""
    for one in tagged:
        for part in one.replacements:
            yield part.start, part.end, one.mention.label.name


def stretches(spans: Iterable[Span]) -> Iterator[Stretch]:
    for span in spans:
        yield span.start, span.end, span.label


def intervals_of(
    transcript: Transcript, found: Iterable[Stretch], cause: Cause = Cause.FOUND
) -> Iterator[Interval]:
    """Yield the intervals of a recording in which stretches of its transcript are spoken."""
    for start, end, label in found:
        for one in transcript.said(start, end):
            yield Interval(*one.time, label, one.channel, cause)


def unsure(transcript: Transcript, rules: AudioRules) -> Iterator[Interval]:
    """Yield the times of words with a low confidence."""
    for one in transcript.spoken:
        if one.confidence is not None and one.confidence < (rules.below or 0):
            yield Interval(*one.time, LOW, one.channel, Cause.LOW_CONFIDENCE)


def uncertain(
    transcript: Transcript, certain_from: float, duration: float, silenced: Sequence[Interval] = ()
) -> list[Interval]:
    """Return the times of heard words that are neither certain nor silenced, by utterance."""
    words = (
        Interval(*one.time, UNCERTAIN, one.channel, Cause.LOW_CONFIDENCE)
        for one in transcript.spoken
        if (one.confidence or 0.0) < certain_from
    )
    return merged([one for one in words if not is_silent(one, silenced)], duration, gap=_PAUSE)


def without_words(
    levels: Sequence[Levels],
    words: Iterable[Interval | Spoken],
    silenced: Sequence[Interval] = (),
) -> list[Interval]:
    """Return the time of the sound in each channel that has none of these words."""
    found = []
    spoken = {one.channel for one in words}
    for channel, one in enumerate(levels):
        if spoken.isdisjoint((None, channel)):
            silent = [(cut.start, cut.end) for cut in silenced if cut.channel in (None, channel)]
            if (sound := one.sound_outside(silent)) is not None:
                found.append(Interval(*sound, UNHEARD, channel, Cause.UNRECOGNISED))
    return found


def is_silent(one: Interval, intervals: Iterable[Interval]) -> bool:
    """Return True if one of the intervals silences the whole time."""
    return any(
        each.start <= one.start and one.end <= each.end and each.channel in (None, one.channel)
        for each in intervals
    )


@dataclass(frozen=True, slots=True)
class _Vote:
    interval: Interval
    weight: float


def joined(
    wordings: Sequence[Sequence[Interval]], parts: Sequence[Part], rules: AudioRules
) -> list[Interval]:
    """Return the findings that the rules ask for, from the findings in each wording.

    These are the findings in any wording, or the times at which the weights of the wordings with a
    finding add up to at least the weight of the rules.
    """
    if rules.join == "or":
        return [one for found in wordings for one in found]
    votes = [
        _Vote(one, weight)
        for number, found in enumerate(wordings)
        for one in found
        if (weight := _weight(one, number, parts)) > 0
    ]
    return [
        interval
        for channel in {vote.interval.channel for vote in votes}
        for interval in _elected(
            [vote for vote in votes if vote.interval.channel == channel], rules.weight
        )
    ]


def _weight(one: Interval, number: int, parts: Sequence[Part]) -> float:
    """Return the weight of a wording with a finding; 0 for a copy in place of a missing wording."""
    for part in parts:
        words = part.wordings[number].words if number < len(part.wordings) else ()
        if any(word.start <= one.start and one.end <= word.end for word in words):
            return part.wordings[number].weight
    return 0.0


def _elected(votes: Sequence[_Vote], least: float) -> Iterator[Interval]:
    edges = sorted({edge for vote in votes for edge in (vote.interval.start, vote.interval.end)})
    for start, end in pairwise(edges):
        here = [vote for vote in votes if vote.interval.start < end and vote.interval.end > start]
        if sum(vote.weight for vote in here) >= least - 1e-9:
            best = max(here, key=lambda vote: vote.weight)
            yield replace(best.interval, start=start, end=end)


def unheard(
    levels: Sequence[Levels], known: Iterable[tuple[Time, int | None]], rules: AudioRules
) -> list[Interval]:
    """Return the times of speech in a channel for which no word is known."""
    known = list(known)
    found = []
    for channel, one in enumerate(levels):
        words = [time for time, own in known if own is None or own == channel]
        for start, end in without(one.stretches(), words, rules.unrecognised_after):
            if not one.steady(start, end):
                found.append(Interval(start, end, UNHEARD, channel, Cause.UNRECOGNISED))
    return found
