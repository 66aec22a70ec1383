"""Read a recording for `anonfilter check`: its words, and its tags."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from anonfilter.contract.document import Analysis, Document, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, PluginError
from anonfilter_audio.recordings import finding
from anonfilter_audio.recordings.hearing import Listener, levels_of, wording
from anonfilter_audio.recordings.opening import recogniser_of, recording_of
from anonfilter_audio.recordings.transcripts import HEARD, Transcript, as_ctm
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.tags import Tag


@dataclass(frozen=True, slots=True)
class Looked:
    """The words of a recording, and the intervals without any recognised or certain word."""

    transcript: Transcript
    analysis: Analysis
    tags: tuple[Tag, ...]
    unheard: Sequence[Interval]
    uncertain: Sequence[Interval]
    without_words: Sequence[Interval]

    def when(self, span: Span) -> Interval:
        """Return the time of a span."""
        intervals = list(
            finding.intervals_of(self.transcript, [(span.start, span.end, span.label)])
        )
        first, last = (
            (intervals[0], intervals[-1]) if intervals else (Interval(0, 0, span.label),) * 2
        )
        return Interval(first.start, last.end, span.label, first.channel)


def looked(engine: Engine, data: bytes, name: str) -> Looked:
    """Recognise the words of a recording once, as `anonfilter audio` does with its result.

    Raise ``Incomplete`` if something that this needs is not installed.
    """
    try:
        recording = recording_of(io.BytesIO(data), name)
        recogniser = recogniser_of(engine)
    except PluginError as error:
        raise Incomplete(error.message, where=name, hint=error.hint) from None
    rules = engine.ruleset.model.audio
    listener = Listener(recording, recogniser, rules)
    parts = list(listener.again((), "silence"))
    document = engine.read_document(as_ctm(wording(parts, 0)), f"{name}.{HEARD}")
    transcript = Transcript(document, recording.duration, recording.channels)
    known = ((one.time, one.channel) for one in transcript.spoken)
    levels, certain = levels_of(recording), listener.certain_from
    unheard = finding.unheard(levels, known, rules)
    uncertain = finding.uncertain(transcript, certain, recording.duration)
    lacking = uncertain if certain == inf else transcript.spoken
    none = [] if rules.accept_recogniser else finding.without_words(levels, lacking)
    return Looked(transcript, engine.analyse(document), recording.tags, unheard, uncertain, none)


def documents_of(engine: Engine, seen: Looked, name: str) -> Iterator[tuple[Tag, Document | None]]:
    """Yield each tag with its text as a document; None for a tag that cannot be read."""
    for tag in seen.tags:
        text = tag.text
        yield (
            tag,
            None
            if text is None
            else engine.read_document(text.encode(), f"{name}: {tag.name}.txt"),
        )
