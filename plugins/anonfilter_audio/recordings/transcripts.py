"""Words with times as documents of the engine: those that were heard, and those that are given."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from anonfilter.contract.document import Document, Timing
from anonfilter.errors import Incomplete
from anonfilter_audio.sound.intervals import Time, times_of
from anonfilter_audio.sound.words import Word

HEARD = "heard.ctm"  # the format of what was heard
_LABEL = re.compile(r"(?:ch(?:annel)?)?[ _-]?([0-9]{1,3}|[A-Z])", re.IGNORECASE)
_SPEAKER, _SPEECH = "speaker", "speech"  # roles of fields
_BEHIND = 2.0  # seconds
_SEVERAL = re.compile(r"\S\s+\S")


def as_ctm(words: Iterable[Word]) -> bytes:
    """The words, a line each, as NIST's tools have them; channels are letters."""
    lines = []
    for word in words:
        channel = "-" if word.channel is None else _letter(word.channel)
        sure = "" if word.confidence is None else f" {word.confidence:.4f}"
        lines.append(
            f"- {channel} {word.start:.3f} {word.end - word.start:.3f} {word.text}{sure}\n"
        )
    return "".join(lines).encode()


def _letter(channel: int) -> str:
    return ascii_uppercase[channel] if channel < len(ascii_uppercase) else "-"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A stretch of a document's text, when it is said, and in which channel: None for all."""

    start: int
    end: int
    time: Time
    channel: int | None
    confidence: float | None
    several: bool  # words, which have no times of their own


class Transcript:
    """A document with times: what is said when."""

    def __init__(self, document: Document, duration: float, channels: int) -> None:
        self.document = document
        self._duration = duration
        self.spoken = sorted(_spoken(document, duration, channels), key=lambda one: one.start)
        self._ends = [one.end for one in self.spoken]
        self._timed = sorted(self.spoken, key=lambda one: one.time)
        self._longest = max((one.time[1] - one.time[0] for one in self.spoken), default=0.0)

    def require_times(self) -> None:
        """Refuse a document that tells no times, or those of another recording."""
        said = (one.time for field in self.document.fields for one in field.timings)
        if max((time[0] for time in said if time), default=0.0) > self._duration + _BEHIND:
            raise Incomplete(
                "tells of words behind the end of the recording", where=self.document.name,
                hint="Is it a transcript of this recording, with times in seconds?",
            )  # fmt: skip
        if not self.spoken:
            raise Incomplete(
                "tells no times of what is said", where=self.document.name,
                hint="`anonfilter formats` lists transcripts with times.",
            )  # fmt: skip

    def said(self, start: int, end: int) -> Iterator[Spoken]:
        """What is said of a stretch of the text; of a sentence without times of its words, these
        words where another view of the same file has their times, else all of it."""
        text = self.document.text
        for one in self.spoken[bisect_right(self._ends, start) :]:
            if one.start >= end:
                break
            if one.several:
                said = _plain(text[max(start, one.start) : min(end, one.end)])
                exact = list(self._words(said, one.time))
                if exact:
                    yield from exact
                    continue
            yield one

    def _words(self, said: list[str], time: Time) -> Iterator[Spoken]:
        """Where words stand one after the other in that time, in a view with times of words."""
        text = self.document.text
        inside = [
            one for one in self._between(*time)
            if not one.several and time[0] <= one.time[0] and one.time[1] <= time[1]
        ]  # fmt: skip
        words = [(word, one) for one in inside for word in _plain(text[one.start : one.end])]
        for at in range(len(words) - len(said) + 1) if said else ():
            if [word for word, _ in words[at : at + len(said)]] == said:
                yield from (one for _, one in words[at : at + len(said)])

    def _between(self, start: float, end: float) -> Sequence[Spoken]:
        """What may be said in a time, by when it begins."""
        low = bisect_left(self._timed, start - self._longest, key=lambda one: one.time[0])
        return self._timed[low : bisect_right(self._timed, end, key=lambda one: one.time[0])]

    def during(self, start: float, end: float, channel: int | None) -> Iterator[Spoken]:
        """What is mostly said in an interval."""
        for one in self._between(start, end):
            if channel is None or one.channel is None or channel == one.channel:
                shared = min(end, one.time[1]) - max(start, one.time[0])
                if shared > 0 and shared * 2 >= one.time[1] - one.time[0]:
                    yield one


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _spoken(document: Document, duration: float, channels: int) -> Iterator[Spoken]:
    """What is said, by the views of the file: the words of an array go on from turn to turn. Who
    says it is not, nor is what else stands beside speech."""
    views = defaultdict[str, list[Timing]](list)
    fields = [field for field in document.fields if field.timings and field.role != _SPEAKER]
    speech = [field for field in fields if field.role == _SPEECH]
    for field in speech or fields:
        views[field.name] += field.timings
    numbers = _numbers({one.channel for said in views.values() for one in said}, channels)
    for said in views.values():
        times = [(one.start, one.end, _time(one, duration)) for one in said]
        if not any(time for _, _, time in times):
            continue
        for one, time in zip(said, times_of(times, duration), strict=True):
            several = _SEVERAL.search(document.text[one.start : one.end].strip()) is not None
            channel = numbers.get(one.channel)
            yield Spoken(one.start, one.end, time, channel, one.confidence, several)


def _time(said: Timing, duration: float) -> Time | None:
    """Its time, if that is one: what begins where it ends is as if it had none, and so is what
    begins where the recording has ended."""
    time = said.time
    return time if time is not None and time[0] < min(time[1], duration) else None


def _numbers(labels: set[str], channels: int) -> dict[str, int | None]:
    """The channel of each of a file's labels, counted from 0; None where that is not certain."""
    matches = {label: _LABEL.fullmatch(label) for label in labels}
    told = {label: match[1].upper() for label, match in matches.items() if match is not None}
    digits = {int(one) for one in told.values() if one.isdecimal()}
    first = 0 if 0 in digits else 1 if digits and max(digits) == channels else None
    known: dict[str, int | None] = {}
    for label, one in told.items():
        if not one.isdecimal():
            number: int | None = ascii_uppercase.index(one)
        else:
            number = None if first is None else int(one) - first
        known[label] = number if number is not None and number < channels else None
    return known
