"""Score synthetic recordings: recognise them once for each noise, and silence them in many ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any

from anonfilter_audio.evaluation import gold
from anonfilter_audio.evaluation.evaluation import Evaluation, Scored, score
from anonfilter_audio.evaluation.redacted_recordings import transcript_of
from anonfilter_audio.recordings.hearing import Listener, Part, wording
from anonfilter_audio.recordings.opening import opened, recogniser_of, recording_of
from anonfilter_audio.recordings.redacting import Redactor
from anonfilter_audio.recordings.transcripts import Transcript
from anonfilter_audio.sound.recording import Recording

from anonfilter.engine.pipeline import Engine
from anonfilter.rules.schema import AudioRules
from benchmarks.audio.recordings import VOICES

MOST = 5
"""Wordings that are asked for."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A measured setting: given or recognised words, and the rules for silenced intervals."""

    given: bool = False
    hypotheses: int = 1
    join: str = "or"
    padding: float = 0.1
    again: bool = False
    merge_gap: float = AudioRules().merge_gap
    below: float | None = None

    @property
    def rules(self) -> AudioRules:
        return AudioRules(
            hypotheses=self.hypotheses,
            join=self.join,
            padding=self.padding,
            merge_gap=self.merge_gap,
            below=self.below,
        )


@dataclass(slots=True)
class Clock:
    """The CPU seconds of the recogniser, and the seconds of sound that it has heard."""

    recognised: float = 0.0
    heard: float = 0.0


@dataclass(slots=True)
class Bench:
    """Recordings with one level of noise, and the recognised words of each."""

    engine: Engine
    recordings: Sequence[gold.Recording]
    clock: Clock = field(default_factory=Clock)
    _parts: dict[Path, list[Part]] = field(default_factory=dict)

    def evaluation(self, setting: Setting) -> Evaluation:
        return Evaluation(list(self._scored(setting)))

    def by_voices(self, setting: Setting) -> Iterator[tuple[str, Evaluation]]:
        """Yield each pair of voices with the evaluation of its recordings."""
        scored = list(self._scored(setting))
        for number, pair in enumerate(VOICES):
            own = scored[number :: len(VOICES)]
            if own:
                yield " and ".join(voice.name for voice in pair), Evaluation(own)

    def text_recall(self) -> float:
        """Return the share of identifiers that the rules replace in the text of the speech."""
        found = [one for recording in self.recordings for one in self._replaced(recording)]
        return sum(found) / len(found)

    def _replaced(self, recording: gold.Recording) -> Iterator[bool]:
        """Yield True for each identifier in the text that is replaced, else False."""
        document = transcript_of(self.engine, recording)
        tagged = self.engine.redact(document).tagged
        parts = [part for one in tagged for part in one.replacements]
        with opened(str(recording.audio)) as file:
            audio = recording_of(file, str(recording.audio))
            spoken = Transcript(document, audio.duration, audio.channels).spoken
        named = {(word.start, word.text) for word in recording.words if word.label}
        for one in spoken:
            text = document.text[one.start : one.end]
            if any(abs(one.time[0] - start) < 0.001 and text == own for start, own in named):
                yield any(part.start < one.end and one.start < part.end for part in parts)

    def _scored(self, setting: Setting) -> Iterator[Scored]:
        for one in self.recordings:
            name = str(one.audio)
            with opened(name) as file:
                audio = recording_of(file, name)
                redactor = Redactor(self.engine, audio, setting.rules)
                if setting.given:
                    document = transcript_of(self.engine, one)
                    done = redactor.given(document, None, "silence", _passed)
                    yield score(one, audio.channels, done.intervals)
                    continue
                listener = _Known(audio, self._heard(one, audio), setting, self.engine)
                done = redactor.heard(listener, "silence", _passed)
                words = wording(listener.parts(), 0)
                yield score(one, audio.channels, done.intervals, words)

    def _heard(self, one: gold.Recording, audio: Recording) -> list[Part]:
        if one.audio not in self._parts:
            rules = AudioRules(hypotheses=MOST)
            listener = Listener(audio, recogniser_of(self.engine), rules)
            began = process_time()
            self._parts[one.audio] = list(listener.parts())
            self.clock.recognised += process_time() - began
            self.clock.heard += audio.duration * len(listener.voices)
        return self._parts[one.audio]


class _Known(Listener):
    """A listener with known words; it hears the result again only if the setting asks for that."""

    def __init__(
        self, recording: Recording, known: Sequence[Part], setting: Setting, engine: Engine
    ) -> None:
        super().__init__(recording, recogniser_of(engine), setting.rules)
        self._heard_before = known
        self._setting = setting

    def parts(self) -> Iterator[Part]:
        for part in self._heard_before:
            yield replace(part, wordings=part.wordings[: self._setting.hypotheses])

    def again(self, *heard: Any, **how: Any) -> Iterator[Part]:
        return super().again(*heard, **how) if self._setting.again else iter(())


def _passed(parts: Iterable[Part]) -> Iterable[Part]:
    return parts
