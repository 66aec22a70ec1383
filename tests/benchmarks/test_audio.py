"""The synthetic set: what is said in it, and when."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
from anonfilter_audio.evaluation import gold

from benchmarks.audio import hour, recordings
from benchmarks.audio.__main__ import main
from benchmarks.audio.dialogues import dialogue
from benchmarks.audio.page import filled
from benchmarks.audio.recordings import VOICES, noisy, spoken, write
from benchmarks.audio.speech import Voice, speak

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


def level(samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples.astype(np.float64))))) if len(samples) else 0.0


@pytest.mark.parametrize("pair", VOICES)
@pytest.mark.parametrize("seed", range(4))
def test_a_word_is_heard_at_its_time_and_nothing_between_words(pair, seed):
    """By energy: a pause is quiet once the last sound has faded."""
    for turn in dialogue(seed):
        speech = speak([one.text for one in turn.tokens], pair[turn.speaker])
        fading = int(0.06 * speech.rate)
        quiet = level(speech.samples) / 10
        before = 0
        for start, end in speech.times:
            assert before <= start < end <= len(speech.samples)
            assert level(speech.samples[start:end]) > quiet
            assert level(speech.samples[before + fading : start]) < quiet
            before = end


@pytest.mark.parametrize("seed", range(12))
def test_the_times_of_identifiers_are_exact(seed):
    for turn in dialogue(seed):
        speech = speak([one.text for one in turn.tokens], VOICES[seed % 4][turn.speaker])
        assert all(
            exact or not one.label for one, exact in zip(turn.tokens, speech.exact, strict=True)
        )


def test_words_that_are_spoken_as_one_divide_its_time():
    words = ["He", "lives", "in", "the", "house", "of", "the", "doctor."]
    speech = speak(words, Voice("en-us"))
    joined = {word for word, exact in zip(words, speech.exact, strict=True) if not exact}
    assert joined
    assert joined <= {"in", "of", "the"}
    ends = [time for times in speech.times for time in times]
    assert ends == sorted(ends)


def test_a_word_takes_as_long_as_by_itself_if_it_is_spoken_alone():
    """Against another source of times: the same word between two others, and alone."""
    voice = Voice("en-us")
    [(start, end)] = speak(["Sacramento"], voice).times
    said = speak(["We", "saw", "Sacramento,", "then", "left."], voice).times[2]
    assert said[1] - said[0] == pytest.approx(end - start, rel=0.3)


def test_the_set_is_the_same_at_every_run(tmp_path):
    program = (
        "import sys, pathlib; from benchmarks.audio.recordings import write; "
        "write(pathlib.Path(sys.argv[1]), 2, turns=3)"
    )
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        subprocess.run([sys.executable, "-c", program, str(folder)], check=True, cwd=ROOT)
    one, two = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert len(one) == 9
    assert one == two


def test_in_stereo_a_word_is_heard_in_the_channel_of_its_speaker():
    made = spoken(dialogue(1, turns=4), VOICES[0], 1, stereo=True)
    for word in made.words:
        start, end = round(word.start * made.rate), round(word.end * made.rate)
        own, other = (
            made.samples[start:end, word.channel],
            made.samples[start:end, 1 - word.channel],
        )
        assert level(own) > 300
        assert level(other) == 0


def test_noise_has_the_power_that_is_asked_for():
    made = spoken(dialogue(1, turns=2), VOICES[0], 1, stereo=False)
    voiced = made.samples[abs(made.samples) > 50]
    noise = noisy(made.samples, 20, 1).astype(np.int32) - made.samples
    assert 20 * np.log10(level(voiced) / level(noise)) == pytest.approx(20, abs=0.2)


def test_the_set_is_gold_of_recordings(tmp_path):
    paths = write(tmp_path, 2, recordings.NOISES, turns=2)
    assert [path.name for path in paths] == ["clean.jsonl", "20db.jsonl", "10db.jsonl"]
    for path in paths:
        found = list(gold.read(str(path)))
        gold.require_identifiers(found)
        for one in found:
            assert one.words[-1].end <= soundfile.info(str(one.audio)).duration


def test_the_measured_part_of_the_page_is_written_at_its_places(tmp_path):
    page = tmp_path / "audio.md"
    page.write_text((ROOT / "docs/audio-measured.md").read_text())
    assert main(["--dialogues", "1", "--turns", "2", "--rules", "fast", "--page", str(page)]) == 0
    text = page.read_text()
    lines = [line.split(" | ") for line in text.splitlines() if line.startswith("| given, padding")]
    assert [line[5] for line in lines] == [lines[0][5]] * 3
    assert text.count("<!-- measured: ") == text.count("<!-- end of ") == 4


def test_a_page_without_a_place_is_refused():
    with pytest.raises(ValueError, match="no place for set"):
        filled("# Recordings\n", {"set": ["- one"]})


def test_a_long_recording_has_its_transcript(tmp_path):
    length = hour.write(tmp_path, seconds=60)
    *_, last = (tmp_path / "long.ctm").read_text().splitlines()
    start, duration = map(float, last.split()[2:4])
    assert length - 2 < start + duration < length
    assert soundfile.info(str(tmp_path / "long.wav")).duration == pytest.approx(length)
    seconds, megabytes = hour.took("-c", "sum(range(10**6))")
    assert seconds > 0
    assert megabytes > 1
