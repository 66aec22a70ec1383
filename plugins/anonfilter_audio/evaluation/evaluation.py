"""Scores of recordings: the silenced share of each word, and the measures of all recordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from anonfilter_audio.evaluation import gold, measures, misses, samples
from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.evaluation.recognition import Comparison, Errors, Heard, compared
from anonfilter_audio.evaluation.silence import Silence
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.words import Word


@dataclass(frozen=True, slots=True)
class Scored:
    """A recording with its silenced intervals, and the recognised words if they are known."""

    recording: gold.Recording
    silence: Silence
    shares: tuple[float, ...]
    comparison: Comparison | None = None


def score(
    recording: gold.Recording,
    channels: int,
    intervals: Sequence[Interval],
    heard: Sequence[Word] | None = None,
) -> Scored:
    """Score the silenced intervals of a recording with this number of channels."""
    silence = Silence(intervals, channels)
    return Scored(
        recording,
        silence,
        tuple(map(silence.coverage, recording.words)),
        None if heard is None else compared(recording.words, heard),
    )


class Evaluation:
    """The measures of several scored recordings.

    Causes and labels are given at ``rho``, by default the rho with the highest F1.
    """

    def __init__(self, scored: Sequence[Scored], rho: float | None = None) -> None:
        self.scored = scored
        self._rho = rho

    @cached_property
    def shares(self) -> dict[bool, list[float]]:
        """Return the silenced shares of identifiers (True) and of other words (False)."""
        found: dict[bool, list[float]] = {True: [], False: []}
        for _, word, share in self._words():
            found[bool(word.label)].append(share)
        return found

    @cached_property
    def curve(self) -> tuple[measures.Point, ...]:
        return measures.curve(self.shares[True], self.shares[False])

    @property
    def best(self) -> measures.Point:
        return measures.best(self.curve)

    @property
    def rho(self) -> float:
        return self.best.rho if self._rho is None else self._rho

    @cached_property
    def labels(self) -> dict[str, tuple[int, int]]:
        """Count the words of each label, and the covered words among them."""
        found: dict[str, tuple[int, int]] = {}
        for _, word, share in self._words():
            if word.label:
                words, covered = found.get(word.label, (0, 0))
                found[word.label] = words + 1, covered + measures.covered(share, self.rho)
        return dict(sorted(found.items()))

    @cached_property
    def errors(self) -> tuple[Errors, Errors] | None:
        """Return the errors in identifiers and in other words; None if they are unknown."""
        known = [one.comparison for one in self.scored if one.comparison is not None]
        if not known:
            return None
        identifiers, others = Errors(), Errors()
        for one in known:
            identifiers.add(one.identifiers)
            others.add(one.others)
        return identifiers, others

    @cached_property
    def fits(self) -> Counter[misses.Fit]:
        """Count how well silence fits runs of identifiers."""
        found: Counter[misses.Fit] = Counter()
        for one in self.scored:
            found.update(misses.fits(one.recording.words, one.silence))
        return found

    @cached_property
    def causes(self) -> Counter[misses.Cause]:
        """Count why identifiers are not covered, where the recognised words are known."""
        return Counter(cause for one in self.scored for cause in self._causes(one))

    def _causes(self, scored: Scored) -> Iterator[misses.Cause]:
        if scored.comparison is None:
            return
        missed: list[tuple[GoldWord, Heard]] = [
            (word, heard)
            for word, share, heard in zip(
                scored.recording.words, scored.shares, scored.comparison.heard, strict=True
            )
            if word.label and not measures.covered(share, self.rho)
        ]
        spoken = samples.audible(scored.recording.audio, [word for word, _ in missed])
        for (word, heard), there in zip(missed, spoken, strict=True):
            yield misses.cause(word, heard, scored.silence, self.rho, there)

    def _words(self) -> Iterator[tuple[Scored, GoldWord, float]]:
        for one in self.scored:
            for word, share in zip(one.recording.words, one.shares, strict=True):
                yield one, word, share
