"""Apply the rules to the recordings of gold, or read earlier results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from anonfilter.contract.document import Document
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import one_file
from anonfilter.files.read import read_file
from anonfilter_audio.evaluation import gold, samples
from anonfilter_audio.evaluation.evaluation import Scored, score
from anonfilter_audio.recordings.hearing import Listener, Part, wording
from anonfilter_audio.recordings.opening import opened, recogniser_of, recording_of
from anonfilter_audio.recordings.redacting import Redactor
from anonfilter_audio.recordings.transcripts import HEARD, Transcript, as_ctm
from anonfilter_audio.sound import intervals
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.recording import Recording
from anonfilter_audio.sound.words import Word, in_turns


def scored(engine: Engine, recording: gold.Recording, *, given: bool = False) -> Scored:
    """Score a recording by the result that its gold names, else by the result of the rules.

    The rules read a transcript if there is one or, with ``given``, the words of the gold. Otherwise
    a recogniser is run on the recording.
    """
    name = str(recording.audio)
    with opened(name) as file, one_file(name):
        audio = recording_of(file, name)
        document = _transcript(engine, recording, given=given)
        found, heard = _made(recording), None
        if document is not None:
            heard = list(_words(document, audio))
            found = _given(engine, audio, document) if found is None else found
        elif found is None:
            found, heard = _heard(engine, audio)
        return score(recording, audio.channels, found, heard)


def _transcript(engine: Engine, recording: gold.Recording, *, given: bool) -> Document | None:
    if given:
        return transcript_of(engine, recording)
    if recording.transcript is None:
        return None
    name = str(recording.transcript)
    return engine.read_document(read_file(name).data, name)


def transcript_of(engine: Engine, recording: gold.Recording) -> Document:
    """Return the words of the gold as a transcript."""
    words = (
        Word(word.text, word.start, word.end, channel=word.channel) for word in recording.words
    )
    return engine.read_document(as_ctm(in_turns(words)), f"{recording.audio}.{HEARD}")


def _made(recording: gold.Recording) -> list[Interval] | None:
    """Return the silenced intervals that the gold names; None if it names no result."""
    if recording.redacted is not None:
        return samples.silenced(recording.audio, recording.redacted)
    if recording.intervals is not None:
        name = str(recording.intervals)
        return intervals.read(read_file(name).data.decode("utf-8", "replace"), name)[0]
    return None


def _given(engine: Engine, audio: Recording, document: Document) -> list[Interval]:
    """Return the intervals that the rules silence in a transcript."""
    redactor = Redactor(engine, audio, engine.ruleset.model.audio)
    return redactor.given(document, None, "silence", _unwatched).intervals


def _heard(engine: Engine, audio: Recording) -> tuple[list[Interval], list[Word]]:
    """Return the intervals that are silenced in a recording, and the words recognised in it."""
    rules = engine.ruleset.model.audio
    rounds: list[list[Part]] = []

    def kept(parts: Iterable[Part]) -> Iterable[Part]:
        rounds.append(list(parts))
        return rounds[-1]

    listener = Listener(audio, recogniser_of(engine), rules)
    found = Redactor(engine, audio, rules).heard(listener, "silence", kept)
    return found.intervals, wording(rounds[0], 0)


def _words(document: Document, audio: Recording) -> Iterator[Word]:
    """Yield the words of a transcript; words without times have the time of their stretch."""
    transcript = Transcript(document, audio.duration, audio.channels)
    transcript.require_times()
    for one in transcript.spoken:
        for text in document.text[one.start : one.end].split():
            yield Word(text, *one.time, one.confidence, one.channel)


def _unwatched(parts: Iterable[Part]) -> Iterable[Part]:
    return parts
