"""Documents of words with times: recognised words, and given transcripts."""

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

HEARD = "heard.ctm"  # the format of recognised words
_LABEL = re.compile(r"(?:ch(?:annel)?)?[ _-]?([0-9]{1,3}|[A-Z])", re.IGNORECASE)
_SPEAKER, _SPEECH = "speaker", "speech"  # roles of fields
_BEHIND = 2.0  # seconds
_SEVERAL = re.compile(r"\S\s+\S")


def as_ctm(words: Iterable[Word]) -> bytes:
    """Return the words in NIST's CTM format, one a line; channels are letters."""
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
    """A stretch of a document's text with its time and channel; None means all channels."""

    start: int
    end: int
    time: Time
    channel: int | None
    confidence: float | None
    several: bool  # words without times of their own


class Transcript:
    """A document whose text has times."""

    def __init__(self, document: Document, duration: float, channels: int) -> None:
        self.document = document
        self._duration = duration
        self.spoken = sorted(_spoken(document, duration, channels), key=lambda one: one.start)
        self._ends = [one.end for one in self.spoken]
        self._timed = sorted(self.spoken, key=lambda one: one.time)
        self._longest = max((one.time[1] - one.time[0] for one in self.spoken), default=0.0)

    def require_times(self) -> None:
        """Raise an error if a document has no times, or times of another recording."""
        said = (one.time for field in self.document.fields for one in field.timings)
        if max((time[0] for time in said if time), default=0.0) > self._duration + _BEHIND:
            raise Incomplete(
                "has words after the end of the recording",
                where=self.document.name,
                hint="Is it a transcript of this recording, with times in seconds?",
            )
        if not self.spoken:
            raise Incomplete(
                "has no times for its words",
                where=self.document.name,
                hint="`anonfilter formats` lists transcripts with times.",
            )

    def said(self, start: int, end: int) -> Iterator[Spoken]:
        """Yield the time of a stretch of the text.

        In a sentence without times of words, use the times of the same words in another view of the
        file; else use the time of the whole sentence.
        """
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
        """Yield the times of these words in an interval; none if no view has times of words."""
        text = self.document.text
        inside = [
            one
            for one in self._between(*time)
            if not one.several and time[0] <= one.time[0] and one.time[1] <= time[1]
        ]
        words = [(word, one) for one in inside for word in _plain(text[one.start : one.end])]
        for at in range(len(words) - len(said) + 1) if said else ():
            if [word for word, _ in words[at : at + len(said)]] == said:
                yield from (one for _, one in words[at : at + len(said)])

    def _between(self, start: float, end: float) -> Sequence[Spoken]:
        """Return the stretches that may be spoken in an interval, ordered by start."""
        low = bisect_left(self._timed, start - self._longest, key=lambda one: one.time[0])
        return self._timed[low : bisect_right(self._timed, end, key=lambda one: one.time[0])]

    def during(self, start: float, end: float, channel: int | None) -> Iterator[Spoken]:
        """Yield the stretches that are spoken at least half within an interval."""
        for one in self._between(start, end):
            if channel is None or one.channel is None or channel == one.channel:
                shared = min(end, one.time[1]) - max(start, one.time[0])
                if shared > 0 and shared * 2 >= one.time[1] - one.time[0]:
                    yield one


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _spoken(document: Document, duration: float, channels: int) -> Iterator[Spoken]:
    """Yield the spoken stretches of each view of the file, without speakers and other fields.

    The words of an array go on from turn to turn.
    """
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
    """Return the time; None if it is empty or begins after the end of the recording."""
    time = said.time
    return time if time is not None and time[0] < min(time[1], duration) else None


def _numbers(labels: set[str], channels: int) -> dict[str, int | None]:
    """Return the channel of each label of a file, from 0 on; None for an unclear label."""
    matches = {label: _LABEL.fullmatch(label) for label in labels}
    names = {label: match[1].upper() for label, match in matches.items() if match is not None}
    digits = {int(one) for one in names.values() if one.isdecimal()}
    first = 0 if 0 in digits else 1 if digits and max(digits) == channels else None
    known: dict[str, int | None] = {}
    for label, one in names.items():
        if not one.isdecimal():
            number: int | None = ascii_uppercase.index(one)
        else:
            number = None if first is None else int(one) - first
        known[label] = number if number is not None and number < channels else None
    return known
