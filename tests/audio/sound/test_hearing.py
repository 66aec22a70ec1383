"""What recognisers are given, where something is said, and other wordings with times."""

from __future__ import annotations

import numpy as np
import pytest
from anonfilter_audio.sound.activity import Levels, apart, without
from anonfilter_audio.sound.pieces import pieces
from anonfilter_audio.sound.recogniser import RATE, timed
from anonfilter_audio.sound.resampling import resampled
from anonfilter_audio.sound.words import Word
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray


def _noise(seconds: float, level: float, rate: int = RATE) -> NDArray[np.float32]:
    made = np.random.default_rng(1).standard_normal(int(seconds * rate))
    return (made * level).astype(np.float32)


def _speech(seconds: float, level: float = 0.2, rate: int = RATE) -> NDArray[np.float32]:
    """Syllables: four swells a second."""
    at = np.arange(int(seconds * rate)) / rate
    swell = np.square(np.sin(2 * np.pi * 2 * at))
    return (_noise(seconds, level, rate) * swell).astype(np.float32)


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 44100, 48000])
def test_pieces_hold_all_of_a_channel_in_the_rate_of_recognisers(rate: int) -> None:
    sound = np.concatenate([_speech(3, rate=rate), np.zeros(rate // 2), _speech(3, rate=rate)])
    sound = sound.astype(np.float32)
    blocks = [sound[at : at + 5000] for at in range(0, len(sound), 5000)]
    found = list(pieces(blocks, rate, 5.0))
    assert [one.first for one in found[1:]] == [one.last for one in found[:-1]]
    assert (found[0].first, found[-1].last) == (0, len(sound))
    assert 3 * rate <= found[0].last <= 3.5 * rate  # where it is quiet
    for one in found:
        assert abs(len(one.resampled()) / RATE - (one.last - one.first) / rate) < 0.001


@pytest.mark.parametrize("rate", [8000, 11025, 12345, 22050, 44100, 48000, 96000])
def test_resampled_sound_is_the_same(rate: int) -> None:
    def tone(hertz: float, many: int, whole: int) -> NDArray[np.float32]:
        return np.sin(2 * np.pi * hertz / many * np.arange(whole)).astype(np.float32)

    done = resampled(tone(700, rate, rate), rate, RATE)
    assert len(done) == RATE
    assert np.abs(done - tone(700, RATE, RATE))[1000:-1000].max() < 1e-3
    if rate > 20_000:  # what the slower rate does not hold is gone
        gone = resampled(tone(9500, rate, rate), rate, RATE)
        assert np.abs(gone[1000:-1000]).max() < 1e-3


def test_silencing_changes_only_the_pieces_nearby() -> None:
    sound = _speech(60)
    other = sound.copy()
    other[20 * RATE : 21 * RATE] = 0
    places = [
        [(one.first, one.last) for one in pieces([samples], RATE, 5.0)]
        for samples in (sound, other)
    ]
    assert len(set(places[0]) ^ set(places[1])) <= 4


@given(st.lists(st.integers(1, 4000), max_size=20), st.integers(1, 9))
def test_no_piece_is_too_long(sizes: list[int], tenths: int) -> None:
    blocks = [np.zeros(size, np.float32) for size in sizes]
    found = list(pieces(blocks, 8000, tenths / 10))
    assert sum(one.last - one.first for one in found) == sum(sizes)
    assert all(one.last - one.first <= 800 * tenths for one in found)


@pytest.mark.parametrize("level", [0.0, 0.0005, 0.01])
def test_speech_is_distinguished_from_noise(level: float) -> None:
    levels = Levels(RATE)
    silent, said = np.zeros(3 * RATE, np.float32), _speech(2)
    whole = np.concatenate([silent, said, silent])
    levels.feed((whole + _noise(8, level)).astype(np.float32))
    ((start, end),) = levels.stretches()
    assert abs(start - 3) < 0.2
    assert abs(end - 5) < 0.2
    assert not levels.steady(start, end)


def test_a_tone_and_noise_are_not_speech() -> None:
    levels = Levels(RATE)
    tone = 0.1 * np.sin(2 * np.pi * 1000 * np.arange(2 * RATE) / RATE)
    levels.feed(np.concatenate([np.zeros(2 * RATE), tone, _noise(2, 0.05)]).astype(np.float32))
    assert levels.steady(2.1, 3.9)
    assert levels.steady(4.1, 5.9)


def test_channels_with_speakers_of_their_own_are_apart() -> None:
    silent, said = np.zeros(2 * RATE, np.float32), _speech(2)
    left, right, same = Levels(RATE), Levels(RATE), Levels(RATE)
    left.feed(np.concatenate([said, silent]))
    right.feed(np.concatenate([silent, said]))
    same.feed(np.concatenate([said * 0.5, silent]))
    assert apart([left, right])
    assert not apart([left, same])


def test_speech_without_words_is_what_is_left() -> None:
    said, known = [(0.0, 5.0), (6.0, 9.0)], [(0.5, 1.0), (3.5, 4.0)]
    assert list(without(said, known, 1.0)) == [(1.3, 3.2), (6.0, 9.0)]
    assert list(without(said, [(0, 9)], 0.1)) == []


def test_another_wording_has_the_times_of_the_likeliest() -> None:
    words = [Word("my", 0, 0.2), Word("name", 0.3, 0.6), Word("is", 0.7, 0.8), Word("gone", 1, 2)]
    other = timed(words, ["my", "name", "ana", "quill", "gone"])
    assert [(word.text, word.start, word.end) for word in other] == [
        ("my", 0, 0.2),
        ("name", 0.3, 0.6),
        ("ana", 0.7, 0.8),
        ("quill", 0.7, 0.8),
        ("gone", 1, 2),
    ]
    added = timed(words, ["my", "own", "name", "is", "gone"])
    assert (added[1].start, added[1].end) == (0, 0.6)
