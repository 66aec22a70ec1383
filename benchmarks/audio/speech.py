"""Synthesise running speech with espeak-ng, with the times of its words.

The library reports the first sample of each word and each phoneme. It speaks some pairs of common
words as one word, such as "of the"; then the time of each word is estimated.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

_SYNCHRONOUS, _PHONEMES, _STAY = 2, 1, 0x8000
_CHARACTERS, _UTF8 = 1, 1
_RATE, _PITCH = 1, 3
_WORD, _PHONEME, _END = 1, 7, 0


class _Id(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("unique", ctypes.c_uint),
        ("position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("milliseconds", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user", ctypes.c_void_p),
        ("id", _Id),
    )


_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice of espeak-ng, with its rate in words per minute, and its pitch from 0 to 99."""

    name: str
    rate: int = 160
    pitch: int = 50


@dataclass(frozen=True, slots=True)
class Speech:
    """Samples of 16 bits, with the first sample and the end of each word.

    ``exact`` is False for words that are spoken together with another word.
    """

    samples: Any
    rate: int
    times: tuple[tuple[int, int], ...]
    exact: tuple[bool, ...]


@dataclass(slots=True)
class _Heard:
    """The output of the library: samples, and the beginnings of words and phonemes."""

    rate: int
    samples: list[Any] = field(default_factory=list)
    words: list[tuple[int, int]] = field(default_factory=list)  # place in the text, sample
    phonemes: list[tuple[int, bool]] = field(default_factory=list)  # sample, whether a pause


def speak(words: Sequence[str], voice: Voice) -> Speech:
    """Return the speech of these words as one text."""
    heard = _synthesised(" ".join(words), voice)
    samples = np.concatenate(heard.samples)
    bounds = [*_starts(words, heard), (len(words), len(samples))]
    times: list[tuple[int, int]] = []
    for (at, start), (following, end) in pairwise(bounds):
        times += _divided(words[at:following], list(_sounding(heard, start, end)))
    exact = [
        following - at == 1
        for (at, _), (following, _) in pairwise(bounds)
        for _ in range(at, following)
    ]
    return Speech(samples, heard.rate, tuple(times), tuple(exact))


@cache
def _library() -> tuple[ctypes.CDLL, int]:
    """Return the library and its sample rate.

    Earlier speech in the same process changes a few samples, so only a new process speaks exactly
    the same.
    """
    library = ctypes.CDLL("libespeak-ng.so.1")
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, None, _PHONEMES | _STAY)
    if rate <= 0:
        raise RuntimeError("espeak-ng has no data: apt install espeak-ng")
    return library, rate


def _synthesised(text: str, voice: Voice) -> _Heard:
    library, rate = _library()
    heard = _Heard(rate)

    def take(samples: Any, count: int, events: Any) -> int:
        if samples and count:
            heard.samples.append(np.ctypeslib.as_array(samples, (count,)).copy())
        at = 0
        while events[at].type != _END:
            one = events[at]
            if one.type == _WORD:
                heard.words.append((one.position - 1, one.sample))
            elif one.type == _PHONEME:
                heard.phonemes.append((one.sample, one.id.string.startswith(b"_")))
            at += 1
        return 0

    taken = _CALLBACK(take)
    library.espeak_SetSynthCallback(taken)
    if library.espeak_SetVoiceByName(voice.name.encode()):
        raise RuntimeError(f"espeak-ng has no voice {voice.name}")
    library.espeak_SetParameter(_RATE, voice.rate, 0)
    library.espeak_SetParameter(_PITCH, voice.pitch, 0)
    ctypes.CDLL(None).srand(1)  # breath is random
    data = text.encode()
    library.espeak_Synth(data, len(data) + 1, 0, _CHARACTERS, 0, _UTF8, None, None)
    return heard


def _starts(words: Sequence[str], heard: _Heard) -> Iterator[tuple[int, int]]:
    """Yield each word that begins a sound, and the sample; others belong to the word before.

    A reported place inside a word stands for the next word or for a pause.
    """
    ends = [sample for _, sample in heard.words[1:]] + [heard.phonemes[-1][0] + 1]
    places, at = {}, 0
    for number, word in enumerate(words):
        places[at] = number
        at += len(word) + 1
    last = -1
    for (place, sample), end in zip(heard.words, ends, strict=True):
        number = max(places.get(place, 0), last + 1)
        if number < len(words) and len(list(_sounding(heard, sample, end))) > 1:
            yield number, sample
            last = number


def _sounding(heard: _Heard, start: int, end: int) -> Iterator[int]:
    """Yield the first sample of each phoneme between these samples, and the end of the last one."""
    own = [one for one in heard.phonemes if start <= one[0] < end]
    while own and own[-1][1]:
        end = own.pop()[0]
    if own:
        yield from sorted({start, *(sample for sample, _ in own)})
    yield end


def _divided(words: Sequence[str], bounds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the estimated times of words spoken as one: by their letters, at ends of phonemes."""
    start, letters = bounds[0], sum(map(len, words))
    done = 0
    for word in words:
        done += len(word)
        wanted = bounds[0] + (bounds[-1] - bounds[0]) * done / letters
        end = min(bounds, key=lambda bound: abs(bound - wanted)) if done < letters else bounds[-1]
        yield start, end
        start = end
