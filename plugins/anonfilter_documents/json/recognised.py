"""What recognisers of speech write as JSON: words with times, beside the text that they are.

Whisper and its kin, AWS Transcribe, Google, Deepgram, AssemblyAI, Azure, Speechmatics, Rev, Vosk
and gentle write arrays of words, phrases or turns, each an object; only their keys differ. Words
are read as the sentence that they are (:mod:`anonfilter_documents.shared.said`), and what
spells them besides (the numbers of a model's tokens, phonemes) is taken out where a name is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from anonfilter.contract.document import Replacement
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import clock
from anonfilter_documents.json.json_syntax import Kind, tokens
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import DECIMAL, FRACTION, Time, Word, add_words, confidence_of

# arrays of words; those of the second kind only if their objects tell times
_WORDS = frozenset(("words", "Words", "word_segments", "displayWords"))
_MAYBE_WORDS = frozenset(("items", "tokens", "elements", "chars", "chunks", "result", "results"))
# arrays of what is said in one go, if their objects tell times
_SEGMENTS = frozenset(
    ("segments", "audio_segments", "utterances", "transcription", "chunks", "results", "monologues",
     "sentences", "paragraphs", "sentiment_analysis_results", "chapters",
     "recognizedPhrases")
)  # fmt: skip
# keys of a word, and of what is said: each is read as a sentence of its own
VIEWS = frozenset(
    ("word", "punctuated_word", "text", "content", "value", "char", "Word", "alignedWord",
     "displayText")
)  # fmt: skip
_SAID = frozenset(("text", "transcript"))
_TEXTS = frozenset((*_SAID, "content", "display", "lexical"))
_SPEAKERS = frozenset(
    ("speaker", "speaker_label", "speakerLabel", "speaker_id", "speakerTag", "speaker_tag",
     "speakerId", "channel_label", "channel")
)  # fmt: skip
_SURE = frozenset(("confidence", "Confidence", "conf", "probability", "score"))
_PHONEMES = frozenset(("phone", "phoneme", "Phoneme"))
_MACHINE = re.compile(r"(?:(?i:speaker|spk|spkr|channel|ch)?[ _-]?[0-9]{1,3}|[A-Z])")
_Key = str | tuple[str, int]  # of an object; or of an array, and where in it
_BEGINS: tuple[_Key, ...] = (
    "start", "start_time", "startTime", "start_offset", "startOffset", "ts", "from", "offset",
    "Offset", "offsetInTicks", "offsetMilliseconds", ("timestamp", 0),
)  # fmt: skip
_ENDS: tuple[_Key, ...] = (
    "end", "end_time", "endTime", "end_offset", "endOffset", "end_ts", "to", ("timestamp", 1),
)  # fmt: skip
_LENGTHS: tuple[_Key, ...] = ("duration", "Duration", "durationInTicks", "durationMilliseconds")
_TIMES = {key: at for at, keys in enumerate((_BEGINS, _ENDS, _LENGTHS)) for key in keys}
# the units of Azure, as parts of a second; it writes durations of ISO 8601 as well
_TICK, _MILLISECOND = 1e-7, 1e-3
_UNITS = {
    **dict.fromkeys(("Offset", "Duration", "offsetInTicks", "durationInTicks"), _TICK),
    **dict.fromkeys(("offsetMilliseconds", "durationMilliseconds"), _MILLISECOND),
}
_ISO = re.compile(rf"PT(?:([0-9]{{1,3}})H)?(?:([0-9]{{1,3}})M)?(?:({DECIMAL})S)?")
_NUMBER = re.compile(DECIMAL)
_TICKS = re.compile(r"[0-9]{1,8}(?:0{4})?(?:\.0*)?")
"""Ticks of up to 27 hours. Azure measures whole milliseconds."""
_CLOCK = re.compile(rf"[0-9]{{1,3}}:[0-9]{{2}}:[0-9]{{2}}[,.]{FRACTION}")
_NUMBERS = re.compile(r"\[\s*+(?:[0-9]{1,6}\s*+,\s*+)*+[0-9]{1,6}\s*+\]")
_BEGINNING = 40  # tokens by which an array is known
_DIGITS = 6  # of the number of a token
_LONGEST = 10  # seconds of a word; what is longer is told in milliseconds


def _is_words(text: str, at: int, name: str) -> bool:
    """Whether the array that begins here, under this key, is of words: by its first object."""
    if name not in _WORDS and name not in _MAYBE_WORDS:
        return False
    depth, word, timed = 0, False, name in _WORDS
    for number, token in enumerate(tokens(text, at, len(text))):
        if token.kind in (Kind.OBJECT, Kind.ARRAY):
            depth += 1
        elif token.kind is Kind.CLOSE:
            depth -= 1
        elif token.kind is Kind.KEY:
            key = text[token.start : token.end]
            word |= key in VIEWS and not (depth > 2 and key != "content")
            timed |= _TIMES.get(key, 2) < 2 and key != "offset"
            timed |= key in ("timestamp", "offsets", "timestamps")
        if number == _BEGINNING or (number and depth < 2) or (word and timed):
            break
    return word and timed


def token_numbers(text: str, at: int, name: str) -> re.Match[str] | None:
    """The array of a model's tokens that begins here, under this key, if it is one."""
    return _NUMBERS.match(text, at) if name == "tokens" else None


View = tuple[str, list[Piece], str]
"""What is said, where each part of it stands, and its role."""


@hide_values
@dataclass(slots=True)
class Spoken:
    """A word, or a segment: what it is by each of its ``keys``, who says it, and when.

    ``first`` is the first field in it; ``token``: it is a model's.
    """

    first: int
    keys: frozenset[str]
    token: bool
    views: dict[str, View] = field(default_factory=dict)
    times: list[str] = field(default_factory=lambda: ["", "", ""])  # begin, end, length
    echoes: list[Replacement] = field(default_factory=list)
    speaker: str = ""
    channel: str = ""
    confidence: float | None = None
    length: int = 1  # in words
    number: Replacement | None = None

    @property
    def is_word(self) -> bool:
        return self.keys is VIEWS

    def tells(self, key: str, index: int | None, written: str) -> bool:
        """Take a time, or the number of a speaker. Return False if it is neither."""
        if key in _SURE and (confidence := confidence_of(written)) is not None:
            self.confidence = confidence
        if key in _SPEAKERS:
            self.speaker = written
            self.channel = written if key.startswith("channel") else self.channel
            return _MACHINE.fullmatch(written) is not None
        which = _TIMES.get((key, index) if index is not None else key)
        seconds = None if which is None else _seconds(written, _UNITS.get(key))
        if which is None or seconds is None:
            return False
        if key in ("from", "to") and ":" not in written:
            return ":" in self.times[which]  # once more, in milliseconds; else of a call or a mail
        self.times[which] = self.times[which] or seconds
        return True

    def spells(self, key: str, start: int, end: int) -> bool:
        """Take a phoneme; whether it is one."""
        if key in _PHONEMES:
            self.echoes.append(Replacement(start, end, ""))
        return key in _PHONEMES

    @property
    def time(self) -> Time | None:
        """From when to when, in seconds."""
        begin, until, lasts = self.times
        if not begin or not (until or lasts):
            return None
        start, end = clock(begin), clock(until or lasts)
        if not until:
            end = round(start + end, 3)
        whole = all(map(str.isdecimal, filter(None, self.times)))
        if whole and (end - start) / self.length > _LONGEST:
            return start / 1000, end / 1000
        return start, end

    def says(self, key: str, text: str, stands: list[Piece], role: str) -> bool:
        """Take what is said; whether it is that."""
        if key not in self.keys or key in self.views:
            return False
        self.views[key] = text, stands, role
        return True

    def alone(self) -> dict[str, View]:
        """What is read alone: a segment that tells no time may be anything."""
        if self.is_word or self.time is not None:
            return {}
        views, self.views = self.views, {}
        return views

    def numbers(self, key: str, start: int, end: int) -> bool:
        """Take the number of a token, which stands before its probability; whether it is one."""
        if key == "p" and self.number is not None:
            self.echoes.append(self.number)
        if not (self.token and key == "id" and end - start <= _DIGITS):
            return False
        self.number = Replacement(start, end, "0")
        return True


def _seconds(written: str, unit: float | None) -> str | None:
    """Return a time in seconds, or in hours, minutes and seconds; None if it is no time."""
    if unit is not None:
        counted = _TICKS if unit == _TICK else _NUMBER
        return f"{float(written) * unit:.7f}" if counted.fullmatch(written) else None
    if iso := _ISO.fullmatch(written):
        hours, minutes, seconds = (one or "0" for one in iso.groups())
        return f"{hours}:{minutes}:{seconds}"
    plain = written.removesuffix("s")
    return plain if _NUMBER.fullmatch(plain) or _CLOCK.fullmatch(written) else None


class Words:
    """The words or segments of an array, which become fields when it ends.

    What one speaker says is one field: a recogniser cuts it anywhere.
    """

    def __init__(self, name: str, keys: frozenset[str]) -> None:
        self._name = name
        self._keys = keys
        self._words: list[Spoken] = []

    @classmethod
    def of(cls, text: str, at: int, name: str) -> Words | None:
        """The words or segments of the array that begins here, if it is one of them."""
        if _is_words(text, at, name):
            return cls(name, VIEWS)
        return cls(name, _SAID) if name in _SEGMENTS else None

    def begin(self, first: int) -> Spoken:
        self._words.append(Spoken(first, self._keys, self._name == "tokens"))
        return self._words[-1]

    def add_to(self, builder: DocumentBuilder, encode: Callable[[str], str]) -> None:
        """Make a field of each turn, by each key."""
        keys = dict.fromkeys(key for word in self._words for key in word.views)
        for key in keys:
            some = [word for word in self._words if key in word.views]
            said = [word.views[key][0] for word in some]
            blanks = not any(text[:1].isspace() or text[-1:].isspace() for text in said[1:])
            blanks = blanks and key != "char"
            for (_, role), turn in groupby(some, partial(_turn, key)):
                add_words(builder, _read(key, turn), role, encode, name=f"{self._name}.{key}",
                          between=" " if blanks else "")  # fmt: skip


def _turn(key: str, word: Spoken) -> tuple[str, str]:
    return word.speaker, word.views[key][2]


def _read(key: str, turn: Iterable[Spoken]) -> Iterator[Word]:
    for word in turn:
        text, stands, _ = word.views[key]
        yield Word(text, stands, word.time, tuple(word.echoes), word.channel, word.confidence)


def length_of(key: str, text: str) -> int:
    """The number of words, if a key says that these are what is said."""
    return len(text.split()) if key in _TEXTS else 1


def is_speaker(key: str) -> bool:
    return key in _SPEAKERS
