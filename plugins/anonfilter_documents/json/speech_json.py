"""Read the JSON of speech recognisers: words and segments with times.

Whisper and related programs, AWS Transcribe, Google, Deepgram, AssemblyAI, Azure, Speechmatics,
Rev, Vosk and gentle write arrays of words, phrases or turns, each an object; only their keys
differ. The words of a turn become one field (:mod:`anonfilter_documents.shared.timed_words`). If a
name is replaced, its phonemes and the numbers of its tokens are removed as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, islice

from anonfilter.contract.document import Replacement
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import parse_clock
from anonfilter_documents.json.json_syntax import JsonError, Kind, read_tokens
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.timed_words import (
    DECIMAL,
    FRACTION,
    Time,
    Word,
    add_words,
    confidence_of,
)

# Keys of arrays of words; those of the second kind only if their objects have times.
_WORDS = frozenset(("words", "Words", "word_segments", "displayWords"))
_MAYBE_WORDS = frozenset(("items", "tokens", "elements", "chars", "chunks", "result", "results"))
# Keys of arrays of segments, if their objects have times.
_SEGMENTS_NAMES = (
    "segments audio_segments utterances transcription chunks results monologues sentences"
    " paragraphs sentiment_analysis_results chapters recognizedPhrases"
)
_SEGMENTS = frozenset(_SEGMENTS_NAMES.split())
# Keys of the text of a word or segment. The texts under each key are read as a sentence.
_VIEWS_NAMES = "word punctuated_word text content value char Word alignedWord displayText"
VIEWS = frozenset(_VIEWS_NAMES.split())
_SAID = frozenset(("text", "transcript"))
_TEXTS = frozenset((*_SAID, "content", "display", "lexical"))
_SPEAKERS_NAMES = (
    "speaker speaker_label speakerLabel speaker_id speakerTag speaker_tag speakerId"
    " channel_label channel"
)
_SPEAKERS = frozenset(_SPEAKERS_NAMES.split())
_SURE = frozenset(("confidence", "Confidence", "conf", "probability", "score"))
_PHONEMES = frozenset(("phone", "phoneme", "Phoneme"))
_MACHINE = re.compile(r"(?:(?i:speaker|spk|spkr|channel|ch)?[ _-]?[0-9]{1,3}|[A-Z])")
_Key = str | tuple[str, int]  # a key, or the key of an array with an index
_BEGINS = (
    "start start_time startTime start_offset startOffset ts from offset Offset offsetInTicks"
    " offsetMilliseconds"
)
_ENDS = "end end_time endTime end_offset endOffset end_ts to"
_LENGTHS = "duration Duration durationInTicks durationMilliseconds"
_TIMES: dict[_Key, int] = {
    **{key: at for at, keys in enumerate((_BEGINS, _ENDS, _LENGTHS)) for key in keys.split()},
    ("timestamp", 0): 0,
    ("timestamp", 1): 1,
}
"""The keys of times: 0 for a start, 1 for an end, 2 for a length."""
# The units of Azure in seconds; Azure writes ISO 8601 durations as well.
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
_BARE = ""  # the name of an array that is a whole file
_FRACTION = re.compile(r"[0-9]+\.[0-9]+s?|[0-9:]+[.,][0-9]+")
_BEGINNING = 40  # JSON tokens by which an array is recognised
_DIGITS = 6  # digits of the number of a model's token
_LONGEST = 10  # seconds of a word; longer times are in milliseconds


def _is_words(text: str, at: int, name: str) -> bool:
    """Return True if the first object of the array at this offset is a word with times.

    An array that is a whole file may hold anything, so a time in it must have decimals.
    """
    if name not in _WORDS and name not in _MAYBE_WORDS and name != _BARE:
        return False
    if name == _BARE:
        with suppress(JsonError):  # it is reported when the array is read
            return _has_fractions(text, at) and _begins_with_word(text, at, name)
        return False
    return _begins_with_word(text, at, name)


def _begins_with_word(text: str, at: int, name: str) -> bool:
    """Return True if the first object has the key of a word, and a time."""
    depth, word, timed = 0, False, name in _WORDS
    for number, token in enumerate(read_tokens(text, at, len(text))):
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


def _has_fractions(text: str, at: int) -> bool:
    """Return True if the first object of the array at this offset has a time with decimals."""
    key = ""
    for token in islice(read_tokens(text, at, len(text)), _BEGINNING):
        written = text[token.start : token.end]
        if token.kind is Kind.CLOSE:
            return False
        if _TIMES.get(key, 2) < 2 and _FRACTION.fullmatch(written):
            return True
        key = written if token.kind is Kind.KEY else ""
    return False


def match_token_numbers(text: str, at: int, name: str) -> re.Match[str] | None:
    """Return the match of the array of token numbers at this offset; None for other arrays."""
    return _NUMBERS.match(text, at) if name == "tokens" else None


View = tuple[str, list[Piece], str]
"""The text under one key, its pieces, and its role."""


@hide_values
@dataclass(slots=True)
class SpokenItem:
    """A recognised word or segment: its text under each of its ``keys``, its speaker and times.

    ``first`` is the index of its first field, and ``is_token`` is True for a token of a model.
    """

    first: int
    keys: frozenset[str]
    is_token: bool
    views: dict[str, View] = field(default_factory=dict)
    times: list[str] = field(default_factory=lambda: ["", "", ""])  # start, end, length
    echoes: list[Replacement] = field(default_factory=list)
    speaker: str = ""
    channel: str = ""
    confidence: float | None = None
    length: int = 1  # in words
    number: Replacement | None = None

    @property
    def is_word(self) -> bool:
        return self.keys is VIEWS

    def add_time(self, key: str, index: int | None, written: str) -> bool:
        """Add a time, or the number of a speaker; return False if the value is neither."""
        if key in _SURE and (confidence := confidence_of(written)) is not None:
            self.confidence = confidence
        if key in _SPEAKERS:
            self.speaker = written
            self.channel = written if key.startswith("channel") else self.channel
            return _MACHINE.fullmatch(written) is not None
        which = _TIMES.get((key, index) if index is not None else key)
        seconds = None if which is None else _to_seconds(written, _UNITS.get(key))
        if which is None or seconds is None:
            return False
        if key in ("from", "to") and ":" not in written:
            # the same time in milliseconds; without that, "from" and "to" are of a call or a mail
            return ":" in self.times[which]
        self.times[which] = self.times[which] or seconds
        return True

    def add_phoneme(self, key: str, start: int, end: int) -> bool:
        """Make a phoneme disappear if its word is replaced; return False for other values."""
        if key in _PHONEMES:
            self.echoes.append(Replacement(start, end, ""))
        return key in _PHONEMES

    @property
    def time(self) -> Time | None:
        """The start and end in seconds; None if one of them is unknown."""
        begin, until, duration = self.times
        if not begin or not (until or duration):
            return None
        start, end = parse_clock(begin), parse_clock(until or duration)
        if not until:
            end = round(start + end, 3)
        are_whole = all(map(str.isdecimal, filter(None, self.times)))
        if are_whole and (end - start) / self.length > _LONGEST:
            return start / 1000, end / 1000
        return start, end

    def add_view(self, key: str, text: str, pieces: list[Piece], role: str) -> bool:
        """Add the text under a key; return False if the key is not a key of texts."""
        if key not in self.keys or key in self.views:
            return False
        self.views[key] = text, pieces, role
        return True

    def pop_untimed_views(self) -> dict[str, View]:
        """Remove and return the texts of a segment without times; return {} for other items.

        A segment without times may be any object.
        """
        if self.is_word or self.time is not None:
            return {}
        views, self.views = self.views, {}
        return views

    def add_token_number(self, key: str, start: int, end: int) -> bool:
        """Note that the number of a token becomes 0; return False for any other value."""
        if key == "p" and self.number is not None:
            self.echoes.append(self.number)
        if not (self.is_token and key == "id" and end - start <= _DIGITS):
            return False
        self.number = Replacement(start, end, "0")
        return True


def _to_seconds(written: str, unit: float | None) -> str | None:
    """Return a time as seconds, or as hours, minutes and seconds; None for other text."""
    if unit is not None:
        pattern = _TICKS if unit == _TICK else _NUMBER
        return f"{float(written) * unit:.7f}" if pattern.fullmatch(written) else None
    if iso := _ISO.fullmatch(written):
        hours, minutes, seconds = (number or "0" for number in iso.groups())
        return f"{hours}:{minutes}:{seconds}"
    plain = written.removesuffix("s")
    return plain if _NUMBER.fullmatch(plain) or _CLOCK.fullmatch(written) else None


class SpokenItems:
    """The words or segments of an array, which become fields when it ends.

    Consecutive items of one speaker are one field, because recognisers divide them anywhere.
    """

    def __init__(self, name: str, keys: frozenset[str]) -> None:
        self._name = name
        self._keys = keys
        self._items: list[SpokenItem] = []

    @classmethod
    def of(cls, text: str, at: int, name: str) -> SpokenItems | None:
        """Return the items of an array of words or segments; None for other arrays."""
        if _is_words(text, at, name):
            return cls(name, VIEWS)
        return cls(name, _SAID) if name in _SEGMENTS else None

    def begin_item(self, first: int) -> SpokenItem:
        self._items.append(SpokenItem(first, self._keys, self._name == "tokens"))
        return self._items[-1]

    def add_to(self, builder: DocumentBuilder, encode: Callable[[str], str]) -> None:
        """Add a field for each key of each turn."""
        for key in dict.fromkeys(key for item in self._items for key in item.views):
            items = [item for item in self._items if key in item.views]
            later_texts = [item.views[key][0] for item in items[1:]]
            has_spaces = any(text[:1].isspace() or text[-1:].isspace() for text in later_texts)
            between = "" if has_spaces or key == "char" else " "
            for (_, role), turn in groupby(items, partial(_speaker_and_role, key)):
                name = f"{self._name}.{key}"
                add_words(builder, _words(key, turn), role, encode, name=name, between=between)


def _speaker_and_role(key: str, item: SpokenItem) -> tuple[str, str]:
    return item.speaker, item.views[key][2]


def _words(key: str, turn: Iterable[SpokenItem]) -> Iterator[Word]:
    for item in turn:
        text, pieces, _ = item.views[key]
        yield Word(text, pieces, item.time, tuple(item.echoes), item.channel, item.confidence)


def count_words(key: str, text: str) -> int:
    """Return the number of words in the text if its key is for whole texts; else return 1."""
    return len(text.split()) if key in _TEXTS else 1


def is_speaker(key: str) -> bool:
    return key in _SPEAKERS
