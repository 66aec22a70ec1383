"""The recogniser whisper-tiny, with the model that comes with anonfilter."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from anonfilter_audio.recognisers.whisper import whisper_tiny
from anonfilter_audio.recognisers.whisper.log_mel import log_mel
from anonfilter_audio.recognisers.whisper.network import Tokens
from anonfilter_audio.recognisers.whisper.token_times import FRAME, token_times
from anonfilter_audio.recognisers.whisper.whisper_tiny import FOLDER, WhisperTiny, network
from anonfilter_audio.sound.recogniser import RATE
from anonfilter_audio.sound.resampling import resampled

from anonfilter.contract import Setting
from anonfilter.errors import ModelMissing, RulesError
from tests.audio.recordings import speech

SAID = "My name is Robert Wilson."


@pytest.mark.slow
def test_words_have_times_and_confidences() -> None:
    recogniser = WhisperTiny(WhisperTiny.Config(), Setting("whisper-tiny"))
    recogniser.open()
    before, rate = np.zeros(RATE, np.float32), speech.RATE
    spoken = resampled((speech.said(SAID) / 32768).astype(np.float32), rate, RATE)
    [found] = recogniser.hear(np.concatenate([before, spoken]), 1)
    assert [word.text for word in found.words] == ["My", "name", "is", "Robert", "Wilson."]
    assert all(one.end <= two.start for one, two in zip(found.words, found.words[1:], strict=False))
    assert found.words[3].start == pytest.approx(1.8, abs=0.25)
    assert found.words[-1].end == pytest.approx(1 + len(spoken) / RATE, abs=0.4)
    assert all(0.5 < (word.confidence or 0) <= 1 for word in found.words)
    assert recogniser.hear(np.concatenate([before, spoken]), 1) == [found]


@pytest.mark.slow
def test_words_without_an_end_are_all_uncertain() -> None:
    recogniser = WhisperTiny(WhisperTiny.Config(), Setting("whisper-tiny"))
    recogniser.open()
    spoken = resampled((speech.said("ta, " * 60) / 32768).astype(np.float32), speech.RATE, RATE)
    [found] = recogniser.hear(spoken[: 28 * RATE], 1)
    assert found.words
    assert {word.confidence for word in found.words} == {0}


def test_there_is_no_model_of_other_languages() -> None:
    with pytest.raises(RulesError, match="no shipped model for 'de'"):
        WhisperTiny(WhisperTiny.Config(), Setting("whisper-tiny", language="de"))


def test_the_shipped_files_are_those_of_the_model_card() -> None:
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    sums = dict(re.findall(r"\| `([\w.]+)` \| `(\w{64})` \|", card))
    shipped = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.suffix != ".md"}
    assert {name: hashlib.sha256(data).hexdigest() for name, data in shipped.items()} == sums


@pytest.mark.parametrize("file", ["encoder.onnx", "tokenizer.json"])
def test_a_damaged_model(tmp_path: Path, file: str) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "model")
    (folder / file).write_bytes((folder / file).read_bytes()[:1000])
    with pytest.raises(ModelMissing, match="missing or damaged"):
        network(folder)


def _tokens(*texts: str, ended: bool = True) -> Tokens:
    times = [0.5 * at for at in range(len(texts) + 1)]
    return Tokens(list(texts), [0.9] * len(texts), times, ended)


def test_words_are_joined_from_tokens() -> None:
    tokens = Tokens([" Qu", "ill", ",", " he"], [0.9, 0.4, 0.1, 0.8], [0.0, 0.2, 0.4, 1.4, 9], True)
    words = list(whisper_tiny._words(tokens, 2.0))
    assert [(word.text, word.start, word.confidence) for word in words] == [
        ("Quill,", 0.0, 0.4),  # the chance of a comma does not matter
        ("he", 1.4, 0.8),
    ]
    assert [word.end for word in words] == [0.9, 2.0]  # half a second longer, and the piece


@pytest.mark.parametrize("tokens", [_tokens(*[" no", " more"] * 60), _tokens(" well", ended=False)])
def test_a_text_that_repeats_itself_or_does_not_end_is_not_certain(tokens: Tokens) -> None:
    assert {word.confidence for word in whisper_tiny._words(tokens, 30.0)} == {0.0}


def test_tokens_begin_where_the_network_attends_to() -> None:
    attention = np.full((2, 3, 60), 0.001, np.float32)
    for row, (first, last) in enumerate([(0, 20), (20, 45), (45, 60)]):
        attention[:, row, first:last] = 1.0
    assert token_times(attention, 60) == pytest.approx([0, 20 * FRAME, 45 * FRAME], abs=FRAME)


def test_a_tone_is_in_the_band_of_its_frequency() -> None:
    tones = [np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE) for hertz in (500, 1000, 4000)]
    bands = [int(log_mel(tone.astype(np.float32))[:, 50].argmax()) for tone in tones]
    assert log_mel(np.zeros(0, np.float32)).shape == (80, 3000)
    assert bands == [13, 26, 62]
