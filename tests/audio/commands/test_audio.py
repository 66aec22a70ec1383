"""``anonfilter audio`` as a user runs it, on speech that espeak-ng makes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from anonfilter_audio.sound import intervals
from numpy.typing import NDArray

from tests.audio.recordings.speech import RATE, pause, said, side_by_side
from tests.commands.commandline import CommandLine, Result

SAID = "My name is Robert Wilson and I live in Denver. It was a very nice day."
SHORT = "My name is Robert Wilson."
WORDS = {
    "words": [
        {"word": word, "start": 0.5 * at, "end": 0.5 * at + 0.4}
        for at, word in enumerate(["my", "name", "is", "Wilma", "Quillfeather,", "hello"])
    ]
}

Samples = NDArray[Any]


def _write(path: Path, samples: Samples, rate: int = RATE, subtype: str = "PCM_16") -> None:
    soundfile.write(path, samples, rate, subtype=subtype)


def _read(path: Path, dtype: str = "int16") -> Samples:
    samples, _ = soundfile.read(path, dtype=dtype, always_2d=True)
    return np.asarray(samples)


def _silenced(folder: Path, name: str) -> list[intervals.Interval]:
    return intervals.read((folder / name).read_text(), name)[0]


def _only_these(
    before: Samples, after: Samples, reported: list[intervals.Interval], rate: int
) -> bool:
    """Whether intervals are silent, and all else is as it was."""
    before = before.copy()
    for one in reported:
        channel = slice(None) if one.channel is None else one.channel
        # written with three digits, outwards
        first, last = int((one.start + 0.001) * rate) + 1, int((one.end - 0.001) * rate)
        if after[first:last, channel].any():
            return False
        rows = slice(max(0, int((one.start - 0.001) * rate)), int((one.end + 0.001) * rate) + 1)
        before[rows, channel] = after[rows, channel]
    return bool(np.array_equal(before, after))


@pytest.fixture
def given(run: CommandLine) -> CommandLine:
    """Four seconds of noise, and the words that are said in them."""
    made = np.random.default_rng(3).integers(-9000, 9000, (4 * 8000, 2)).astype(np.int16)
    _write(run.folder / "a.wav", made, 8000)
    (run.folder / "a.json").write_text(json.dumps(WORDS))
    return run


def _with_words(run: CommandLine, *more: str, name: str = "a.wav") -> Result:
    return run("audio", name, "--transcript", "a.json", "--rules", "fast", *more)


POCKETSPHINX = "anonfilter: 1\nextends: fast==1\nrecognisers: [{use: pocketsphinx}]\n"


@pytest.fixture
def unsure(run: CommandLine) -> CommandLine:
    """Rules with a recogniser of unknown quality."""
    (run.folder / "own.yaml").write_text(POCKETSPHINX)
    return run


@pytest.mark.slow
def test_recognised_names_are_silent_and_not_recognised_again(run: CommandLine) -> None:
    _write(run.folder / "a.wav", said(SAID))
    done = run(
        "audio",
        "a.wav",
        "-o",
        "b.wav",
        "--rules",
        "default",
        "--text",
        "b.txt",
        "--intervals",
        "b.json",
        "--intervals",
        "b.labels.txt",
        "--intervals",
        "b.vtt",
    )
    assert done.code == 0, done.err
    reported = _silenced(run.folder, "b.json")
    assert {one.label for one in reported} == {"PERSON", "LOCATION"}
    assert _only_these(_read(run.folder / "a.wav"), _read(run.folder / "b.wav"), reported, RATE)
    text = (run.folder / "b.txt").read_text()
    assert "My name is [PERSON_1]" in text
    assert "nice day" in text
    assert (run.folder / "b.vtt").read_text().count("-->") == len(reported)
    assert "2 intervals to silence" in done.err
    heard = run("check", "b.wav", "--rules", "default", "--accept-recogniser")
    assert heard.code == 0, heard.err
    assert run("check", "b.txt", "--rules", "default").code == 0


@pytest.mark.slow
def test_check_hears_recordings_and_tells_the_times(run: CommandLine) -> None:
    _write(run.folder / "a.flac", said(SAID))
    found = run("check", "a.flac", "--rules", "fast", "--show-values")
    assert found.code == 1
    assert "a.flac: 00:00:00." in found.out
    assert ": PERSON (" in found.out
    assert run("check", "a.flac", "--rules", "fast", "--output", "sarif").code == 1


@pytest.mark.slow
def test_a_call_is_silenced_only_in_the_channel_of_the_speaker(run: CommandLine) -> None:
    _write(run.folder / "a.wav", side_by_side(said("Who are you?"), said(SHORT)))
    (run.folder / "own.yaml").write_text("anonfilter: 1\nextends: fast==1\naudio: {below: 0}\n")
    done = run(
        "audio",
        "a.wav",
        "-o",
        "b.wav",
        "--rules",
        "own.yaml",
        "--intervals",
        "b.json",
        "--beep",
        "--accept-recogniser",
    )
    assert done.code == 0, done.err
    reported = _silenced(run.folder, "b.json")
    assert reported
    assert {one.channel for one in reported} == {1}
    before, after = _read(run.folder / "a.wav"), _read(run.folder / "b.wav")
    assert np.array_equal(before[:, 0], after[:, 0])
    middle = int((reported[0].start + reported[0].end) / 2 * RATE)
    assert 0.05 < np.abs(after[middle : middle + 200, 1]).max() / 32768 < 0.15


@pytest.mark.slow
def test_speech_without_words_is_reported_and_nothing_is_written(run: CommandLine) -> None:
    gone = "x" * 3
    words = [{"word": gone, "start": 0.0, "end": 0.3}]
    _write(run.folder / "a.wav", np.concatenate([pause(1), said(SAID), pause(1)]))
    (run.folder / "a.json").write_text(json.dumps({"words": words}))
    done = _with_words(run, "-o", "b.wav", "--intervals", "b.json")
    assert done.code == 3
    assert "something is said, and no word of it was recognised" in done.err
    assert not (run.folder / "b.wav").exists()
    done = _with_words(run, "-o", "b.wav", "--intervals", "b.json", "--unrecognised", "mask")
    assert done.code == 0, done.err
    reported = _silenced(run.folder, "b.json")
    assert {(one.label, one.cause) for one in reported} == {("UNRECOGNISED", "unrecognised")}
    left = np.count_nonzero(_read(run.folder / "b.wav"))
    assert left < 0.1 * np.count_nonzero(_read(run.folder / "a.wav"))


def test_given_words_are_silenced_by_their_times(given: CommandLine) -> None:
    done = _with_words(given, "-o", "b.wav", "--intervals", "out/b.json", "--text", "b.out.json")
    assert done.code == 0, done.err
    reported = _silenced(given.folder, "out/b.json")
    assert [(one.start, one.end, one.label) for one in reported] == [(1.35, 2.55, "PERSON")]
    assert _only_these(_read(given.folder / "a.wav"), _read(given.folder / "b.wav"), reported, 8000)
    words = json.loads((given.folder / "b.out.json").read_text())["words"]
    assert [word["word"] for word in words] == ["my", "name", "is", "[PERSON_1]", ",", "hello"]
    assert [word["start"] for word in words] == [word["start"] for word in WORDS["words"]]


def test_a_transcript_has_tags_where_rules_ask_for_surrogates(given: CommandLine) -> None:
    """They would have no sidecar by which to tell them from names."""
    (given.folder / "rules.yaml").write_text(
        "anonfilter: 1\nextends: fast==1\ntaggers: [{use: surrogate, labels: ['*']}]\n"
    )
    done = given(
        "audio", "a.wav", "--transcript", "a.json", "--text", "b.json", "--rules", "rules.yaml"
    )
    assert done.code == 0, done.err
    assert "[PERSON_1]" in (given.folder / "b.json").read_text()
    assert "the transcript gets tags" in done.err


def test_without_personal_data_the_file_is_the_same(given: CommandLine) -> None:
    (given.folder / "a.json").write_text(json.dumps({"words": WORDS["words"][-1:]}))
    assert _with_words(given, "-o", "b.wav").code == 0
    assert (given.folder / "b.wav").read_bytes() == (given.folder / "a.wav").read_bytes()


def test_tags_are_cleared_and_that_is_said(given: CommandLine) -> None:
    from tests.audio.sound.sounds import with_chunk

    place = given.folder / "a.wav"
    place.write_bytes(with_chunk(place.read_bytes(), b"LIST", b"INFOIART\6\0\0\0Wilma\0"))
    done = _with_words(given, "-o", "b.wav")
    assert "removed data other than sound: LIST" in done.err
    assert b"Wilma" not in (given.folder / "b.wav").read_bytes()


def test_words_below_a_confidence_are_masked_in_sound_and_text(given: CommandLine) -> None:
    words = [
        {**word, "confidence": 0.2 if at == 5 else 0.9} for at, word in enumerate(WORDS["words"])
    ]
    (given.folder / "a.json").write_text(json.dumps({"words": words}))
    (given.folder / "own.yaml").write_text(
        "anonfilter: 1\nextends: fast==1\naudio: {below: 0.4, padding: 0}\n"
    )
    done = given(
        "audio",
        "a.wav",
        "--transcript",
        "a.json",
        "--rules",
        "own.yaml",
        "--intervals",
        "b.json",
        "--text",
        "b.out.json",
    )
    assert done.code == 0, done.err
    reported = _silenced(given.folder, "b.json")
    assert [(one.start, one.end, one.cause) for one in reported] == [
        (1.5, 2.9, "found")  # joined, as they are near
    ]
    words = json.loads((given.folder / "b.out.json").read_text())["words"]
    assert words[-1]["word"] == "[SILENCED]"


def test_channels_of_given_words(given: CommandLine) -> None:
    words = [{**word, "channel": 1} for word in WORDS["words"]]
    words.append({"word": "bye", "start": 3.5, "end": 3.7, "channel": 0})
    (given.folder / "a.json").write_text(json.dumps({"words": words}))
    assert _with_words(given, "-o", "b.wav").code == 0
    before, after = _read(given.folder / "a.wav"), _read(given.folder / "b.wav")
    assert np.array_equal(before[:, 0], after[:, 0])
    assert not after[12000:20000, 1].any()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["audio", "a.wav"], "name the result with -o FILE"),
        (["audio", "a.wav", "-o", "b.flac"], "-o FILE must end in .wav, as the recording does"),
        (["audio", "a.wav", "--intervals", "b.xml"], "--intervals FILE must end in"),
        (["audio", "a.wav", "-o", "b.wav", "--beep", "--noise"], "cannot be combined"),
        (["audio", "a.wav", "-o", "b.wav", "--verify"], "--verify needs --transcript"),
        (["audio", "a.wav", "-o", "./a.wav"], "two of these paths are the same file"),
        (["audio", "a.wav", "-o", "b.wav", "--text", "."], ".: is a folder"),
        (["audio", "a.wav", "-o", "b.wav", "--text", "-"], "Name a file"),
    ],
)
def test_wrong_usage(given: CommandLine, arguments: list[str], said: str) -> None:
    done = given(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_rules_that_read_no_words_say_what_is_missing(given: CommandLine) -> None:
    done = given("audio", "a.wav", "-o", "b.wav")
    assert done.code == 2
    assert "`- use: ctm` under `formats:`" in done.err


def test_a_transcript_without_times_is_refused(given: CommandLine) -> None:
    (given.folder / "a.txt").write_text("Hello.\n")
    done = given("audio", "a.wav", "--transcript", "a.txt", "-o", "b.wav")
    assert done.code == 3
    assert "has no times for its words" in done.err


@pytest.mark.slow
def test_check_reads_what_a_recording_holds_besides_sound(run: CommandLine) -> None:
    from tests.audio.sound.sounds import with_chunk

    place = run.folder / "a.wav"
    _write(place, pause(1))
    assert run("check", "a.wav", "--rules", "fast").code == 0
    plain = place.read_bytes()
    place.write_bytes(
        with_chunk(plain, b"LIST", b"INFOICMT\x1c\0\0\0with Dr. Wilma Quillfeather\0")
    )
    found = run("check", "a.wav", "--rules", "fast")
    assert found.code == 1
    assert "a.wav: LIST: PERSON (" in found.out
    _, _, command = found.err.partition("next:\n  anonfilter ")
    assert command.startswith("audio --rules fast a.wav -o REDACTED.wav ")
    assert "allow" not in command
    place.write_bytes(with_chunk(plain, b"_xyz", b"1234"))
    found = run("check", "a.wav", "--rules", "fast")
    assert found.code == 3
    assert "holds _xyz, which is not read" in found.err


@pytest.mark.slow
def test_verify_finds_names_that_wrong_times_left(run: CommandLine) -> None:
    _write(run.folder / "a.wav", said(SHORT))
    words = [
        {"word": word, "start": 0.05 + 0.1 * at, "end": 0.14 + 0.1 * at}
        for at, word in enumerate(SHORT.rstrip(".").split())
    ]
    words.append({"word": "so", "start": 0.6, "end": 1.6})
    (run.folder / "a.json").write_text(json.dumps({"words": words}))
    assert _with_words(run, "-o", "b.wav").code == 0
    assert run("check", "b.wav", "--rules", "fast").code == 1
    done = _with_words(run, "-o", "c.wav", "--verify", "--intervals", "c.json")
    assert done.code == 0, done.err
    assert max(one.end for one in _silenced(run.folder, "c.json")) > 1.2
    assert run("check", "c.wav", "--rules", "fast", "--accept-recogniser").code == 0


@pytest.mark.slow
def test_more_wordings_silence_no_less(run: CommandLine) -> None:
    _write(run.folder / "a.wav", said(SAID))
    found: list[list[intervals.Interval]] = []
    for many in (1, 6):
        (run.folder / "own.yaml").write_text(
            f"{POCKETSPHINX}audio: {{hypotheses: {many}, accept_recogniser: true}}\n"
        )
        done = run("audio", "a.wav", "--rules", "own.yaml", "--intervals", "b.json")
        assert done.code == 0, done.err
        found.append(_silenced(run.folder, "b.json"))
    for one in found[0]:
        assert any(each.start <= one.start and one.end <= each.end for each in found[1])


@pytest.mark.slow
def test_words_of_a_recogniser_of_unknown_quality_are_incomplete(unsure: CommandLine) -> None:
    _write(
        unsure.folder / "a.wav", np.concatenate([said(SAID), pause(2), said("What a nice day.")])
    )
    arguments = ("audio", "a.wav", "-o", "b.wav", "--text", "b.txt", "--rules", "own.yaml")
    done = unsure(*arguments)
    assert done.code == 3
    places = re.findall(
        r"^a.wav: 00:00:\S+ to 00:00:\S+: the words heard here are not certain$",
        done.err,
        re.MULTILINE,
    )
    assert len(places) >= 2
    assert "--accept-recogniser" in done.err
    assert "nothing was written" in done.err
    assert not (unsure.folder / "b.wav").exists()
    assert not (unsure.folder / "b.txt").exists()
    kept = unsure(*arguments, "--keep-output")
    assert kept.code == 3
    assert (unsure.folder / "b.wav").exists()
    accepted = unsure(*arguments, "--accept-recogniser")
    assert (accepted.code, "not certain" in accepted.err) == (0, False)


@pytest.mark.slow
def test_check_does_not_call_clean_what_such_a_recogniser_heard(unsure: CommandLine) -> None:
    _write(unsure.folder / "a.wav", said("It was a very nice day."))
    found = unsure("check", "a.wav", "--rules", "own.yaml")
    assert found.code == 3
    assert "the words heard here are not certain" in found.err
    assert unsure("check", "a.wav", "--rules", "own.yaml", "--accept-recogniser").code == 0
    assert unsure("check", "a.wav", "--rules", "own.yaml").code == 3


@pytest.mark.slow
def test_rules_can_accept_the_recogniser(run: CommandLine) -> None:
    _write(run.folder / "a.wav", said("It was a very nice day."))
    (run.folder / "own.yaml").write_text(f"{POCKETSPHINX}audio: {{accept_recogniser: true}}\n")
    assert run("audio", "a.wav", "-o", "b.wav", "--rules", "own.yaml").code == 0
    assert run("check", "b.wav", "--rules", "own.yaml").code == 0


@pytest.mark.slow
def test_a_recording_without_speech_needs_no_certain_words(run: CommandLine) -> None:
    _write(run.folder / "a.wav", pause(3))
    assert run("audio", "a.wav", "-o", "b.wav", "--rules", "fast").code == 0


NOTHING_RECOGNISED = "no word was recognised, which does not prove silence"


def _noise(frames: int) -> Samples:
    return np.random.default_rng(5).normal(0, 5000, frames).clip(-25000, 25000).astype(np.int16)


@pytest.mark.slow
def test_noise_in_which_nothing_is_recognised_may_hide_speech(unsure: CommandLine) -> None:
    speech = said(SAID) // 4
    _write(unsure.folder / "a.wav", speech + _noise(len(speech)))
    arguments = ("audio", "a.wav", "-o", "b.wav", "--rules", "own.yaml")
    done = unsure(*arguments)
    assert (done.code, "0 words" in done.err, NOTHING_RECOGNISED in done.err) == (3, True, True)
    assert not (unsure.folder / "b.wav").exists()
    found = unsure("check", "a.wav", "--rules", "own.yaml")
    assert (found.code, NOTHING_RECOGNISED in found.err) == (3, True)
    assert unsure(*arguments, "--accept-recogniser").code == 0
    assert unsure("check", "b.wav", "--rules", "own.yaml", "--accept-recogniser").code == 0


@pytest.mark.slow
def test_noise_in_one_channel_of_a_call(unsure: CommandLine) -> None:
    both = np.stack([_noise(2 * RATE), pause(2)], axis=1)
    _write(unsure.folder / "a.wav", both)
    done = unsure("audio", "a.wav", "-o", "b.wav", "--rules", "own.yaml")
    assert done.code == 3
    assert f"channel 1: {NOTHING_RECOGNISED}" in done.err
    assert "channel 2" not in done.err


@pytest.mark.slow
def test_a_channel_in_which_nothing_is_recognised_is_silenced(run: CommandLine) -> None:
    """The quality of the recogniser of the default rules is known, but noise can hide speech."""
    both = np.stack([_noise(2 * RATE), pause(2)], axis=1)
    _write(run.folder / "a.wav", both)
    done = run("audio", "a.wav", "-o", "b.wav", "--rules", "fast", "--intervals", "b.json")
    assert done.code == 0, done.err
    assert {one.label for one in _silenced(run.folder, "b.json")} <= {
        "UNRECOGNISED",
        "LOW_CONFIDENCE",
        "LOW_CONFIDENCE+UNRECOGNISED",
    }
    assert not _read(run.folder / "b.wav").any()


RECOGNISER = """
from anonfilter_audio.sound.recogniser import Hypothesis
from anonfilter_audio.sound.words import Word
from anonfilter.contract import Strict, hookimpl

class Hears:
    longest = 30.0
    {quality}

    class Config(Strict):
        pass

    def __init__(self, config, setting):
        pass

    def open(self):
        pass

    def hear(self, samples, hypotheses):
        words = (Word("hello", 0.1, 0.9, 0.95), Word("house", 1.0, 1.8, {confidence}))
        return [Hypothesis(words)] if len(samples) else []

@hookimpl
def anonfilter_register_recognisers(register):
    register("hears", f"{{__name__}}:Hears")
"""


@pytest.mark.parametrize(
    ("quality", "confidence", "certain"),
    [
        ("", "0.99", False),
        ("certain_from = 0.9", "0.95", True),
        ("certain_from = 0.9", "0.5", True),
        ("certain_from = 0.9", "None", False),
        ("certain_from = 0.0", "None", True),
    ],
)
def test_a_recogniser_of_a_plugin_says_how_sure_a_word_must_be(
    given: CommandLine, quality: str, confidence: str, certain: bool
) -> None:
    (given.folder / "hears.py").write_text(
        RECOGNISER.format(quality=quality or "pass", confidence=confidence)
    )
    (given.folder / "own.yaml").write_text(
        "anonfilter: 1\nextends: fast==1\nplugins: [hears.py]\nrecognisers: [{use: hears}]\n"
        "audio: {unrecognised: mask}\n"
    )
    done = given("audio", "a.wav", "-o", "b.wav", "--rules", "own.yaml", "--trust-local-plugins")
    assert (done.code, "not certain" not in done.err) == (0 if certain else 3, certain)
    assert (given.folder / "b.wav").exists() is certain
    reported = re.findall(r"00:00:0\S+ to 00:00:0\S+", done.err)
    assert bool(reported) is not certain


@pytest.mark.parametrize(
    ("more", "code", "silenced"),
    [
        ("", 0, {"LOW_CONFIDENCE"}),
        (", below: 0.4", 3, set()),
        (", below: 0.4, accept_recogniser: true", 0, set()),
        (", low_confidence: report", 3, set()),
    ],
)
def test_words_that_a_known_recogniser_is_not_certain_of_are_silenced(
    given: CommandLine, more: str, code: int, silenced: set[str]
) -> None:
    (given.folder / "hears.py").write_text(
        RECOGNISER.format(quality="certain_from = 0.9", confidence="0.5")
    )
    (given.folder / "own.yaml").write_text(
        "anonfilter: 1\nextends: fast==1\nplugins: [hears.py]\nrecognisers: [{use: hears}]\n"
        f"audio: {{unrecognised_after: 10{more}}}\n"
    )
    done = given(
        *("audio", "a.wav", "--intervals", "b.json", "--rules", "own.yaml"),
        *("--trust-local-plugins", "--keep-output"),
    )
    assert done.code == code, done.err
    assert {one.label for one in _silenced(given.folder, "b.json")} == silenced


def test_given_words_need_no_recogniser_to_be_accepted(given: CommandLine) -> None:
    assert _with_words(given, "-o", "b.wav").code == 0


@pytest.mark.parametrize("name", ["a.mp3", "a.ogg", "a.opus"])
def test_a_compressed_recording_is_written_as_wav(given: CommandLine, name: str) -> None:
    form, subtype = {"a.mp3": ("MP3", None), "a.ogg": ("OGG", "VORBIS"), "a.opus": ("OGG", "OPUS")}[
        name
    ]
    samples = _read(given.folder / "a.wav")
    soundfile.write(given.folder / name, samples, 8000, format=form, subtype=subtype)
    refused = _with_words(given, "-o", f"b.{name[2:]}", name=name)
    assert (refused.code, "-o FILE must end in .wav" in refused.err) == (2, True)
    done = _with_words(given, "-o", "b.wav", name=name)
    assert done.code == 0, done.err
    assert "written as WAV" in done.err
    after = _read(given.folder / "b.wav")
    assert abs(len(after) - len(samples)) < 8000
    assert not after[int(1.4 * 8000) : int(2.5 * 8000)].any()
    assert after[: int(1.2 * 8000)].any()
    whole = (given.folder / name).read_bytes()
    (given.folder / name).write_bytes(whole[: len(whole) // 3])
    cut = _with_words(given, "-o", "c.wav", name=name)
    assert cut.code == 3  # cut off, or shorter than the times of the words


def test_a_video_is_refused_with_the_command_that_converts_it(given: CommandLine) -> None:
    (given.folder / "a.mp4").write_bytes(b"\0\0\0\x20ftypisom")
    done = _with_words(given, "-o", "b.mp4", name="a.mp4")
    assert (done.code, "ffmpeg -i a.mp4 recording.wav" in done.err) == (3, True)
