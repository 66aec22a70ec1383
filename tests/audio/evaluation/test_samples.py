"""What a redacted recording no longer has, of its samples."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile
from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.evaluation.samples import audible, silenced

from anonfilter.errors import Incomplete

RATE = 8000


def tone(seconds: float) -> np.ndarray:
    return 0.3 * np.sin(np.arange(int(seconds * RATE)) * 0.3) + 0.05


def written(path, *channels):
    soundfile.write(str(path), np.stack(channels, axis=1), RATE, subtype="PCM_16")
    return path


@pytest.fixture
def original(tmp_path):
    """Twenty seconds in two channels, with a pause from 5 to 6 in the first."""
    first, second = tone(20), tone(20)
    first[5 * RATE : 6 * RATE] = 0
    return written(tmp_path / "original.wav", first, second)


def redacted(original, *stretches):
    """The recording without these stretches: (channel, start, end)."""
    samples, _ = soundfile.read(str(original))
    for channel, start, end in stretches:
        samples[round(start * RATE) : round(end * RATE), channel] = 0
    return written(original.with_name("redacted.wav"), *samples.T)


def found(original, path):
    return [(one.channel, one.start, one.end) for one in silenced(original, path)]


def test_nothing_is_silenced_in_the_recording_itself(original):
    assert silenced(original, original) == []


@pytest.mark.parametrize(
    "stretch",
    [(0, 1.5, 2.25), (1, 0, 0.5), (1, 19.5, 20), (0, 7, 17), (1, 8.192, 16.384), (1, 0, 20)],
)
def test_a_silenced_stretch_is_found_to_the_sample(original, stretch):
    [one] = found(original, redacted(original, stretch))
    assert one == pytest.approx(stretch)


def test_a_pause_belongs_to_the_silence_beside_it(original):
    assert found(original, redacted(original, (0, 4.5, 5.2))) == [(0, 4.5, 6)]


def test_stretches_in_both_channels(original):
    stretches = [(0, 1, 2), (0, 8, 9), (1, 1.5, 3)]
    assert sorted(found(original, redacted(original, *stretches))) == stretches


def test_recordings_that_do_not_belong_together_are_refused(original, tmp_path):
    with pytest.raises(Incomplete, match="differs from its original"):
        silenced(original, written(tmp_path / "other.wav", tone(3), tone(3)))
    (tmp_path / "no.wav").write_bytes(b"RIFF")
    with pytest.raises(Incomplete, match=r"no\.wav"):
        silenced(original, tmp_path / "no.wav")


def test_audible_stretches(original):
    times = [(1, 2, None), (5.1, 5.9, 0), (5.1, 5.9, None), (19, 30, 1), (21, 22, None), (3, 3, 0)]
    words = [
        GoldWord(text="word", start=start, end=end, channel=channel)
        for start, end, channel in times
    ]
    assert list(audible(original, words)) == [True, False, True, True, False, False]
