"""Silence personal data in a recording, and recognise the result again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from anonfilter.contract.document import Document, Finding, Redaction, Replacement
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.rewrite import rewrite
from anonfilter.rules.schema import AudioRules
from anonfilter.streams.carried import CarriedOriginals
from anonfilter.text.values import hide_values
from anonfilter_audio.recordings import finding
from anonfilter_audio.recordings.hearing import (
    Listener,
    Part,
    Watch,
    levels_of,
    with_defaults,
    wording,
)
from anonfilter_audio.recordings.transcripts import HEARD, Transcript, as_ctm
from anonfilter_audio.sound.fills import Cut, Kind
from anonfilter_audio.sound.intervals import Cause, Interval, merged
from anonfilter_audio.sound.recording import Recording

_MASK = "[SILENCED]"
MOST_ROUNDS = 8
"""How often a result is recognised again."""


@hide_values
@dataclass(frozen=True, slots=True)
class Silenced:
    """The result for a recording: silenced intervals and frames, and the filtered transcript.

    ``findings`` remain in the transcript, ``still`` remain audible after all rounds. ``unheard``
    and ``unsure`` are stretches that the rules want reported and that are not silenced.
    ``uncertain`` are times of words that cannot be relied on, and ``without_words`` is sound
    without any recognised word, of a recogniser of unknown quality.
    """

    intervals: list[Interval]
    cuts: list[Cut]
    transcript: bytes
    spoken: str
    findings: tuple[Finding, ...] = ()
    still: list[Interval] = field(default_factory=list)
    unheard: list[Interval] = field(default_factory=list)
    unsure: list[Interval] = field(default_factory=list)
    words: int = 0
    uncertain: list[Interval] = field(default_factory=list)
    without_words: list[Interval] = field(default_factory=list)


class Redactor:
    """A redactor for one recording, by the rules of an engine."""

    def __init__(self, engine: Engine, recording: Recording, rules: AudioRules) -> None:
        self._recording = recording
        self._rules = rules
        self._carried = CarriedOriginals(engine.options.known)
        self._first, self._engine = engine, engine.with_known(self._carried)
        self._extra: list[Interval] = []

    def heard(self, listener: Listener, kind: Kind, watch: Watch) -> Silenced:
        """Recognise the recording, silence the findings, and recognise the result."""
        parts = list(watch(listener.parts()))
        wordings = max((len(part.wordings) for part in parts), default=1)
        transcripts = [self._transcript(parts, number) for number in range(max(1, wordings))]
        redaction = self._redacted(transcripts[0])
        found = [list(finding.intervals_of(transcripts[0], finding.replaced(redaction.tagged)))]
        for other in transcripts[1:]:
            spans = self._engine.analyse(other.document).spans
            found.append(list(finding.intervals_of(other, finding.stretches(spans))))
        intervals = finding.joined(found, parts, self._rules)
        self._extra += [one for one in intervals if one not in found[0]]
        known = ((time, part.channel) for part in parts for time in _times(part))
        levels, certain = levels_of(self._recording), listener.certain_from
        unheard = finding.unheard(levels, known, self._rules)
        if listener.measured is not None:
            unheard += finding.without_words(levels, transcripts[0].spoken)
        low = list(finding.unsure(transcripts[0], listener.rules))
        intervals, unheard, low = self._reported(intervals, unheard, low, listener.rules)
        intervals, still = self._verified(listener, intervals, kind, watch)
        done = self._silenced(transcripts[0], redaction, intervals, still, unheard, low)
        uncertain = finding.uncertain(transcripts[0], certain, self._recording.duration, intervals)
        none = finding.without_words(levels, uncertain, intervals) if certain == inf else []
        return replace(done, uncertain=uncertain, without_words=none)

    def given(
        self, document: Document, listener: Listener | None, kind: Kind, watch: Watch
    ) -> Silenced:
        """Silence the findings in a transcript with times; verify them if there is a recogniser."""
        transcript = Transcript(document, self._recording.duration, self._recording.channels)
        transcript.require_times()
        redaction = self._redacted(transcript)
        found = list(finding.intervals_of(transcript, finding.replaced(redaction.tagged)))
        known = ((one.time, one.channel) for one in transcript.spoken)
        rules = with_defaults(self._rules, None)
        unheard = finding.unheard(levels_of(self._recording), known, rules)
        low = list(finding.unsure(transcript, rules))
        intervals, unheard, low = self._reported(found, unheard, low, rules)
        still: list[Interval] = []
        if listener is not None:
            intervals, still = self._verified(listener, intervals, kind, watch)
        return self._silenced(transcript, redaction, intervals, still, unheard, low)

    def _transcript(self, parts: Iterable[Part], number: int) -> Transcript:
        data = as_ctm(wording(parts, number))
        document = self._first.read_document(data, f"{self._recording.name}.{HEARD}")
        return Transcript(document, self._recording.duration, self._recording.channels)

    def _redacted(self, transcript: Transcript) -> Redaction:
        redaction = self._first.redact(transcript.document)
        self._carried.add(redaction.tagged)
        return redaction

    def _reported(
        self,
        found: list[Interval],
        unheard: list[Interval],
        low: list[Interval],
        rules: AudioRules,
    ) -> tuple[list[Interval], list[Interval], list[Interval]]:
        """Return the silenced intervals, and the stretches to report.

        These are speech without recognised words, and words of low confidence.
        """
        masked = [*unheard] if rules.unrecognised == "mask" else []
        masked += low if rules.low_confidence == "mask" else []
        self._extra += masked
        intervals = self._merged([*found, *masked])
        return (
            intervals,
            [] if rules.unrecognised == "mask" else unheard,
            [] if rules.low_confidence == "mask" else low,
        )

    def _merged(self, intervals: Iterable[Interval], times: int = 1) -> list[Interval]:
        pad = self._rules.padding * times
        return merged(
            intervals, self._recording.duration, padding=(pad, pad), gap=self._rules.merge_gap
        )

    def _verified(
        self, listener: Listener, intervals: list[Interval], kind: Kind, watch: Watch
    ) -> tuple[list[Interval], list[Interval]]:
        """Recognise the result again, and silence what is still found, until nothing is.

        Silence takes the context from the words beside it, so the recogniser may take these for
        other words, and even for names. The padding doubles in each round, so that it soon reaches
        the next pause. Return the findings that remain after the last round.
        """
        for number in range(MOST_ROUNDS + 1):
            cuts = self._recording.cuts(intervals)
            again = list(watch(listener.again(cuts, kind)))
            transcript = self._transcript(again, 0)
            spans = finding.stretches(self._engine.analyse(transcript.document).spans)
            heard = finding.intervals_of(transcript, spans, Cause.HEARD_AGAIN)
            left = [one for one in heard if not finding.is_silent(one, intervals)]
            if not left or number == MOST_ROUNDS:
                break
            self._extra += left
            intervals = merged(
                [*intervals, *self._merged(left, 2**number)],
                self._recording.duration,
                gap=self._rules.merge_gap,
            )
        return intervals, left

    def _silenced(
        self,
        transcript: Transcript,
        redaction: Redaction,
        intervals: list[Interval],
        still: list[Interval],
        unheard: list[Interval],
        low: list[Interval],
    ) -> Silenced:
        document = transcript.document
        written = [part for one in redaction.tagged for part in one.replacements]
        masks = list(_masks(transcript, self._extra, written))
        output = document.source.encode(redaction.rewritten.text)  # with tags
        if masks:
            parts = sorted([*written, *masks], key=lambda part: part.start)
            output = document.source.encode(rewrite(document, parts).text)
        again = self._first.read_document(output, document.name)
        spoken = [again.text[one.start : one.end] for one in again.fields if one.role == "speech"]
        return Silenced(
            intervals,
            self._recording.cuts(intervals),
            output,
            "\n".join(spoken),
            redaction.findings,
            still,
            unheard,
            low,
            len(transcript.spoken),
        )


def _times(part: Part) -> Iterator[tuple[float, float]]:
    for one in part.wordings[:1]:
        for word in one.words:
            yield word.start, word.end


def _masks(
    transcript: Transcript, extra: Iterable[Interval], written: Sequence[Replacement]
) -> Iterator[Replacement]:
    """Yield replacements for words that are silenced, but not yet replaced in the transcript."""
    taken = {at for part in written for at in range(part.start, part.end)}
    for one in extra:
        for word in transcript.during(one.start, one.end, one.channel):
            place = range(word.start, word.end)
            if word.end > word.start and taken.isdisjoint(place):
                taken.update(place)
                yield Replacement(word.start, word.end, _MASK)
