"""Recordings: what is silenced is silent, and nothing else changes."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
import soundfile
from anonfilter_audio.sound.fills import Cut
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.recording import Recording
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.audio.sound.sounds import PACKED, RATE, packed, wave, with_chunk

_INFO = b"INFO" + b"IART" + struct.pack("<I", 10) + b"Ana Quill\0"


def _recording(data: bytes, name: str = "a.wav") -> Recording:
    return Recording.of(io.BytesIO(data), name)


def _written(data: bytes, cuts: list[Cut], kind: str = "silence", name: str = "a.wav") -> bytes:
    return b"".join(_recording(data, name).written(cuts, kind))  # type: ignore[arg-type]


def _frames(data: bytes, dtype: str = "float64") -> np.ndarray:
    samples, _ = soundfile.read(io.BytesIO(data), dtype=dtype, always_2d=True)
    return np.asarray(samples)


@pytest.mark.parametrize("subtype", PACKED)
@pytest.mark.parametrize("form", ["WAV", "WAVEX"])
def test_frames_are_silent_in_every_kind_of_wav(subtype: str, form: str) -> None:
    data = packed(wave(), subtype, form)
    done = _written(data, [Cut(1000, 3000), Cut(5000, 5100, 1)])
    before, after = _frames(data), _frames(done)
    assert len(done) == len(data)
    level = np.abs(after[1000:3000]).max(), np.abs(after[5000:5100, 1]).max()
    assert max(level) < 3e-4  # of A-law, the least is not zero
    after[1000:3000], after[5000:5100, 1] = before[1000:3000], before[5000:5100, 1]
    assert np.array_equal(before, after)


def test_bytes_outside_are_the_same() -> None:
    data = packed(wave(channels=1), "PCM_16")
    done = _written(data, [Cut(10, 20)])
    start = data.index(b"data") + 8
    assert done[: start + 20] == data[: start + 20]
    assert done[start + 20 : start + 40] == bytes(20)
    assert done[start + 40 :] == data[start + 40 :]


@pytest.mark.parametrize("subtype", ["PCM_S8", "PCM_16", "PCM_24"])
@pytest.mark.parametrize("channels", [1, 2, 6])
def test_frames_are_silent_in_flac(subtype: str, channels: int) -> None:
    data = packed(wave(channels=channels), subtype, "FLAC")
    done = _written(data, [Cut(1000, 3000), Cut(5000, 5100, 0)], name="a.flac")
    before, after = _frames(data, "int32"), _frames(done, "int32")
    assert not after[1000:3000].any()
    assert not after[5000:5100, 0].any()
    after[1000:3000], after[5000:5100, 0] = before[1000:3000], before[5000:5100, 0]
    assert np.array_equal(before, after)
    assert soundfile.info(io.BytesIO(done)).subtype == subtype


@pytest.mark.parametrize(("form", "name"), [("WAV", "a.wav"), ("FLAC", "a.flac")])
def test_a_file_without_anything_to_silence_or_clear_is_the_same(form: str, name: str) -> None:
    data = packed(wave(), form=form)
    assert _written(data, [], name=name) == data


@pytest.mark.parametrize("kind", ["beep", "noise"])
@pytest.mark.parametrize("subtype", ["PCM_16", "FLOAT", "ULAW"])
def test_a_tone_or_noise_takes_the_place(kind: str, subtype: str) -> None:
    data = packed(wave(), subtype)
    done = _written(data, [Cut(1000, 3000, 1)], kind)
    assert done == _written(data, [Cut(1000, 3000, 1)], kind)
    before, after = _frames(data), _frames(done)
    assert 0.001 < np.abs(after[1000:3000, 1]).mean() < 0.15
    assert not np.corrcoef(before[1000:3000, 1], after[1000:3000, 1])[0, 1] > 0.5
    assert np.array_equal(before[:, 0], after[:, 0])


@pytest.mark.parametrize("kind", ["silence", "beep", "noise"])
def test_blocks_are_as_they_will_be_written(kind: str) -> None:
    data = packed(wave(9, 2, 44_100), "FLOAT", rate=44_100)
    recording, cuts = _recording(data), [Cut(60_000, 200_000), Cut(300_000, 300_010, 1)]
    blocks = recording.blocks(cuts=cuts, kind=kind)  # type: ignore[arg-type]
    heard = np.concatenate(list(blocks))
    assert np.array_equal(heard, _frames(_written(data, cuts, kind), "float32"))


@pytest.mark.parametrize("name", [b"LIST", b"bext", b"id3 ", b"iXML", b"free", b"JUNK"])
def test_metadata_that_may_name_people_is_cleared(name: bytes) -> None:
    plain = packed(wave())
    data = with_chunk(plain, name, _INFO)
    (tag,) = _recording(data).tags
    assert tag.name == name.decode().strip()
    assert _written(data, []) == plain


def test_a_count_of_samples_has_room_for_nothing_else() -> None:
    plain = packed(wave())
    data = with_chunk(plain, b"fact", _INFO)
    assert [tag.name for tag in _recording(data).tags] == ["fact"]
    assert _written(data, []) == plain
    counted = with_chunk(plain, b"fact", bytes(4))
    assert _written(counted, []) == counted


def test_a_format_with_room_for_text_is_refused() -> None:
    plain = packed(wave())
    at = plain.index(b"fmt ") + 8
    longer = (
        plain[:16]
        + (16 + 24).to_bytes(4, "little")
        + plain[at : at + 16]
        + b"Wilma Quillfeather later"
    )
    longer = longer.replace((40).to_bytes(4, "little"), (42).to_bytes(4, "little"), 1) + b"!!"
    longer += plain[at + 16 :]
    longer = longer[:4] + (len(longer) - 8).to_bytes(4, "little") + longer[8:]
    with pytest.raises(Incomplete, match="longer than its format"):
        _recording(longer)


def test_an_empty_filler_stays() -> None:
    data = with_chunk(packed(wave()), b"JUNK", bytes(27))
    assert _recording(data).tags == ()
    assert _written(data, []) == data


def test_bytes_after_the_end_are_cleared() -> None:
    data = packed(wave())
    assert _written(data + b"TAG Ana Quill", []) == data
    flac = packed(wave(), form="FLAC")
    tag = b"TAG" + b"Ana Quill".ljust(125, b"\0")
    assert _written(flac + tag, [], name="a.flac") == flac


@pytest.mark.parametrize("subtype", ["PCM_S8", "PCM_16", "PCM_24"])
@pytest.mark.parametrize("behind", [b"APETAGEX Ana Quill", b"Q", b"\xff\xf8" * 900])
def test_bytes_after_the_end_of_a_flac_are_reported_and_cleared(
    subtype: str, behind: bytes
) -> None:
    samples = np.random.default_rng(1).uniform(-1, 1, (30_000, 2)).astype(np.float32)
    data = packed(samples, subtype, "FLAC")
    (tag,) = _recording(data + behind, "a.flac").tags
    assert (tag.name, tag.text) == ("(behind the end)", None)
    done = _written(data + behind, [], name="a.flac")
    assert np.array_equal(_frames(done), _frames(data))
    assert not _recording(done, "a.flac").tags
    assert not _recording(data, "a.flac").tags
    assert _written(data, [], name="a.flac") == data


def test_text_in_tags_is_reported_and_pictures_are_not_read() -> None:
    tags = _recording(with_chunk(packed(wave()), b"LIST", _INFO)).tags
    assert [tag.text for tag in tags] == ["INFOIART\nAna Quill"]
    tags = _recording(with_chunk(packed(wave()), b"id3 ", b"ID3\3 APIC \1\2\3")).tags
    assert [tag.text for tag in tags] == [None]


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_text_of_two_bytes_a_letter_is_read(coding: str) -> None:
    chunk = b"ID3\4TPE1\0\0\0\x13\0\0\2" + "Ana Quill".encode(coding)
    (tag,) = _recording(with_chunk(packed(wave()), b"id3 ", chunk)).tags
    assert "Ana Quill" in (tag.text or "")


def test_comments_of_flac_are_cleared_and_its_sound_is_not_encoded_again() -> None:
    plain = packed(wave(), form="FLAC")
    text = b"ARTIST=Ana Quill"
    content = struct.pack("<I", 0) + struct.pack("<II", 1, len(text)) + text
    end = 4 + 4 + 34
    info = plain[:4] + bytes([plain[4] & 0x7F]) + plain[5:end]
    data = info + bytes([4]) + len(content).to_bytes(3, "big") + content + plain[end:]
    (tag,) = _recording(data, "a.flac").tags
    assert (tag.name, tag.text) == ("VORBIS_COMMENT", "ARTIST=Ana Quill")
    done = _written(data, [], name="a.flac")
    assert b"Quill" not in done
    assert done == plain


@pytest.mark.parametrize("cut", [3, 11, 20, 50, 3000])
def test_a_file_that_is_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(Incomplete):
        _recording(packed(wave())[:cut])
    with pytest.raises(Incomplete):
        list(_recording(packed(wave(), form="FLAC")[:cut], "a.flac").blocks())


@pytest.mark.parametrize(("form", "subtype"), [("WAV", "IMA_ADPCM"), ("WAV", "GSM610")])
def test_compressed_samples_are_refused_with_a_hint(form: str, subtype: str) -> None:
    with pytest.raises(Incomplete, match="samples that are compressed") as raised:
        _recording(packed(wave(channels=1), subtype, form))
    assert "ffmpeg -i a.wav" in raised.value.hint


def test_other_files_are_refused_with_a_hint() -> None:
    with pytest.raises(Incomplete) as raised:
        _recording(b"ID3\3", "a.m4a")
    assert "ffmpeg -i a.m4a" in raised.value.hint


@given(st.binary(max_size=200))
def test_any_bytes_are_a_recording_or_refused(data: bytes) -> None:
    for name, head in (("a.wav", b"RIFF\xff\0\0\0WAVE"), ("a.flac", b"fLaC")):
        for whole in (data, head + data):
            with pytest.raises(Incomplete):
                _recording(whole, name)


_SOUND = {
    "a.wav": with_chunk(packed(wave(0.05)), b"LIST", _INFO),
    "a.flac": packed(wave(0.05), form="FLAC"),
}


@given(st.sampled_from(sorted(_SOUND)), st.integers(0, 200), st.binary(max_size=9), st.booleans())
def test_a_damaged_file_is_read_to_its_end_or_refused(
    name: str, at: int, other: bytes, inserted: bool
) -> None:
    data = _SOUND[name]
    data = data[:at] + other + data[at if inserted else at + len(other) :]
    try:
        recording = _recording(data, name)
        assert sum(map(len, recording.blocks())) == recording.frames
        for cuts in ([], [Cut(10, 50)]):
            done = _recording(b"".join(recording.written(cuts, "silence")), name)
            assert (done.frames, done.channels) == (recording.frames, recording.channels)
            assert done.tags == ()
    except Incomplete:
        pass


def test_intervals_become_whole_frames() -> None:
    recording = _recording(packed(wave()))
    reported = recording.cuts([Interval(0.10001, 0.2, "X"), Interval(0.9, 7, "X", 1)])
    assert reported == [Cut(800, 1600), Cut(7200, RATE, 1)]
