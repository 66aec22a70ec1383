"""Recognisers, with their own libraries and real models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from anonfilter_audio.recognisers.faster_whisper import FasterWhisper
from anonfilter_audio.recognisers.pocketsphinx import PocketSphinx
from anonfilter_audio.sound.recogniser import RATE
from anonfilter_audio.sound.resampling import resampled

from anonfilter.contract import Setting
from anonfilter.errors import ModelMissing, RulesError
from tests.audio.recognisers import whisper_model
from tests.audio.recordings import speech

SAID = "My name is Robert Wilson."


def _sound(text: str) -> np.ndarray:
    samples = (speech.said(text) / 32768).astype(np.float32)
    return np.asarray(resampled(samples, speech.RATE, RATE))


@pytest.mark.slow
def test_pocketsphinx_hears_words_with_times_and_other_wordings() -> None:
    recogniser = PocketSphinx(PocketSphinx.Config(), Setting("pocketsphinx"))
    recogniser.open()
    sound = _sound(SAID)
    found = recogniser.hear(sound, 4)
    assert [word.text for word in found[0].words] == ["my", "name", "is", "robert", "wilson"]
    times = [(word.start, word.end) for word in found[0].words]
    assert times == sorted(times)
    assert times[-1][1] <= len(sound) / RATE
    assert all(0 <= (word.confidence or 0) <= 1 for word in found[0].words)
    assert not recogniser.hear(sound[:3], 1)
    assert len(found) == 4
    assert len({tuple(word.text for word in one.words) for one in found}) == 4
    assert sum(one.weight for one in found) == pytest.approx(1)
    recogniser.hear(sound[RATE:], 1)
    assert recogniser.hear(sound, 1)[0].words == found[0].words  # what came before does not matter


def test_pocketsphinx_has_no_model_of_other_languages() -> None:
    with pytest.raises(RulesError, match="no shipped model for 'de'"):
        PocketSphinx(PocketSphinx.Config(), Setting("pocketsphinx", language="de"))


@pytest.mark.slow
def test_faster_whisper_reads_a_folder(tmp_path: Path) -> None:
    folder = whisper_model.write(tmp_path)
    config = FasterWhisper.Config(model=str(folder))
    recogniser = FasterWhisper(config, Setting("faster-whisper", trusted=True))
    recogniser.open()
    sound = _sound(SAID)
    found = recogniser.hear(sound, 3)
    words = [word for one in found for word in one.words]
    assert words
    assert all(0 <= word.start <= word.end <= len(sound) / RATE for word in words)
    assert all(word.text.strip() and 0 <= (word.confidence or 0) <= 1 for word in words)
    assert recogniser.hear(sound, 1) == found


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    config = FasterWhisper.Config(model=str(tmp_path / "model"))
    with pytest.raises(ModelMissing, match=r"has no model\.bin, config\.json, tokenizer\.json"):
        FasterWhisper(config, Setting("faster-whisper", trusted=True)).open()
