"""Transcripts with times: when a stretch of their text is said, and in which channel."""

from __future__ import annotations

import json
from functools import cache

import pytest
from anonfilter_audio.recordings import finding
from anonfilter_audio.recordings.hearing import Part, wording
from anonfilter_audio.recordings.transcripts import Transcript, as_ctm
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.recogniser import Hypothesis
from anonfilter_audio.sound.words import Word

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset
from anonfilter.rules.schema import AudioRules


@cache
def _engine() -> Engine:
    return Engine(load_ruleset("fast"))


def _transcript(data: bytes | object, name: str = "a.json", channels: int = 2) -> Transcript:
    if not isinstance(data, bytes):
        data = json.dumps(data).encode()
    return Transcript(_engine().read_document(data, name), 60.0, channels)


def _times(transcript: Transcript, text: str) -> list[tuple[float, float]]:
    """When a text is said, wherever it stands."""
    whole = transcript.document.text
    starts = [at for at in range(len(whole)) if whole.startswith(text, at)]
    assert starts
    return sorted({one.time for at in starts for one in transcript.said(at, at + len(text))})


def test_heard_words_come_back_with_their_times() -> None:
    words = [Word("hello", 0.5, 1, 0.91234), Word("wilma", 1, 1.5, None, 1), Word("oh", 3, 4)]
    transcript = _transcript(as_ctm(words), "a.ctm")
    reported = [(one.time, one.channel, one.confidence) for one in transcript.spoken]
    assert reported == [((0.5, 1), None, 0.9123), ((1, 1.5), 1, None), ((3, 4), None, None)]
    assert _times(transcript, "wilma") == [(1, 1.5)]


def test_a_word_without_a_time_has_all_between_those_beside_it_also_of_other_turns() -> None:
    words = [
        {"word": "in", "start": 1, "end": 2, "speaker": "A"},
        {"word": "2014", "speaker": "B"},
        {"word": "yes", "start": 5, "end": 6, "speaker": "A"},
        {"word": "Quill", "start": 8, "end": 8, "speaker": "A"},
        {"word": "so", "start": 9, "end": 9.5, "speaker": "A"},
    ]
    transcript = _transcript({"words": words})
    assert _times(transcript, "2014") == [(2, 5)]
    assert _times(transcript, "Quill") == [(6, 9)]


def test_words_with_times_take_precedence_over_their_sentence() -> None:
    words = [
        {"word": word, "start": at, "end": at + 0.5}
        for at, word in enumerate(["I", "saw", "Wilma", "Quillfeather.", "Wilma", "left."])
    ]
    segments = [{"start": 0, "end": 6, "text": "I saw Wilma Quillfeather. Wilma left."}]
    both = _transcript({"segments": segments, "words": words})
    assert _times(both, "Wilma Quillfeather") == [(2, 2.5), (3, 3.5)]
    alone = _transcript({"segments": segments})
    assert _times(alone, "Wilma Quillfeather") == [(0, 6)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b'{"segments": [{"start": 1, "end": 3, "speaker": "Wilma", "text": "So."}]}'),
        ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:03.000\n<v Wilma>So.\n"),
        ("a.stm", b"wilma 1 Wilma 1.0 3.0 So.\n"),
        ("a.ctm", b"wilma 1 1.0 2.0 So. 0.9 lex Wilma\n"),
    ],
)
def test_speaker_labels_are_not_spoken_words(name: str, data: bytes) -> None:
    transcript = _transcript(data, name)
    assert _times(transcript, "So") == [(1, 3)]
    assert _times(transcript, transcript.document.text[:5]) == []


def test_captions_tell_the_time_of_a_cue() -> None:
    vtt = b"WEBVTT\n\n00:01.000 --> 00:03.000\nHello Wilma\n\n00:04.000 --> 00:05.000\nBye\n"
    transcript = _transcript(vtt, "a.vtt")
    assert _times(transcript, "Wilma") == [(1, 3)]


@pytest.mark.parametrize(
    ("labels", "channels"),
    [
        (["0", "1"], [0, 1]),
        (["1", "2"], [0, 1]),
        (["1", "1"], [None, None]),  # of 0 and 1, or of 1 and 2?
        (["A", "B"], [0, 1]),
        (["ch_0", "ch_1"], [0, 1]),
        (["left", "7"], [None, None]),
    ],
)
def test_channels_are_known_where_that_is_certain(labels: list[str], channels: list[int]) -> None:
    words = [
        {"word": "so", "start": at, "end": at + 0.5, "channel": label}
        for at, label in enumerate(labels)
    ]
    assert [one.channel for one in _transcript({"words": words}).spoken] == channels


def test_a_transcript_of_another_recording_is_refused() -> None:
    words = [{"word": "so", "start": 70, "end": 71}]
    with pytest.raises(Incomplete, match="after the end of the recording"):
        _transcript({"words": words}).require_times()


def test_a_word_behind_the_end_has_all_from_the_word_before() -> None:
    words = [("so", 58.0, 58.4), ("is", 58.4, 58.6), ("Wilma", 60.5, 61.0), ("Quill", 61, 61.5)]
    reported = [{"word": word, "start": start, "end": end} for word, start, end in words]
    transcript = _transcript({"words": reported})
    transcript.require_times()
    assert _times(transcript, "Wilma Quill") == [(58.6, 60.0)]
    late = [{"word": "so", "start": 59, "end": 61.5}, *reported[2:]]
    assert _times(_transcript({"words": late}), "Quill") == [(60.0, 60.0)]


# wordings


def _part(*wordings: tuple[float, str], start: float = 0) -> Part:
    made = tuple(
        Hypothesis(
            tuple(Word(word, start + at, start + at + 1) for at, word in enumerate(text.split())),
            weight,
        )
        for weight, text in wordings
    )
    return Part(None, int(start * 100), int((start + 9) * 100), made)


def test_a_wording_has_the_likeliest_words_where_there_are_no_others() -> None:
    parts = [_part((0.6, "a b"), (0.4, "a c")), _part((1, "d"), start=5)]
    assert [word.text for word in wording(parts, 1)] == ["a", "c", "d"]


def test_wordings_are_joined_by_or_or_by_their_weight() -> None:
    parts = [_part((0.5, "is ana"), (0.3, "is anna"), (0.2, "is an a"))]
    found = [
        [Interval(1, 2, "PERSON")],
        [Interval(1, 2, "PERSON")],
        [Interval(0, 1, "LOCATION"), Interval(1, 2, "PERSON")],
    ]
    assert len(finding.joined(found, parts, AudioRules())) == 4
    weighted = AudioRules(join="weighted", weight=0.9)
    assert finding.joined(found, parts, weighted) == [Interval(1, 2, "PERSON")]
    assert finding.joined(found[1:2], parts, weighted) == []


_START, _END = "0.8984580498866214", "1.2345678901234567"
_CLOCKS = [f"00:00:{_START:0>19}", f"00:00:{_END:0>19}"]
_SLOT = '<TIME_SLOT TIME_SLOT_ID="ts{}" TIME_VALUE="{}"/>'
_TTML = '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="{}" end="{}">{}</p></body></tt>'
_DECIMALS = {
    "words.json": f'{{"words": [{{"word": "Wilma", "start": {_START}, "end": {_END}}}]}}',
    "segments.json": f'{{"segments": [{{"text": "Wilma", "start": {_START}, "end": {_END}}}]}}',
    "chunks.json": f'{{"chunks": [{{"text": "Wilma", "timestamp": [{_START}, {_END}]}}]}}',
    "strings.json": '{"words": [{"word": "Wilma", '
    f'"startTime": "{_START}s", "end": "{_END}"}}]}}',
    "exponents.json": '{"words": [{"word": "Wilma", "start": 8.9845804e-01, "end": 1.234567E+0}]}',
    "lengths.jsonl": '{"segments": [{"text": "Wilma", '
    f'"offset": {_START}, "duration": 0.3361}}]}}',
    "ticks.json": '{"words": [{"Word": "Wilma", "Offset": 8984580, "Duration": 3361000}]}',
    "iso.json": '{"displayWords": [{"displayText": "Wilma", "offset": "PT0.8984580498S", '
    '"duration": "PT0.3361S"}]}',
    "a.ctm": f"a 1 {_START} 0.3361098402368353 Wilma 0.9123456789012345\n",
    "a.stm": f"a 1 A {_START} {_END} Wilma\n",
    "a.srt": "1\n{} --> {}\nWilma\n".format(*_CLOCKS),
    "a.vtt": "WEBVTT\n\n{} --> {}\nWilma\n".format(*_CLOCKS),
    "a.sbv": "{},{}\nWilma\n".format(*_CLOCKS),
    "a.ass": "[Events]\nFormat: Start, End, Text\nDialogue: {},{},Wilma\n".format(*_CLOCKS),
    "clock.ttml": _TTML.format(*_CLOCKS, "Wilma"),
    "offset.ttml": _TTML.format(f"{_START}s", f"{_END}s", "Wilma"),
    "a.cha": "@UTF8\n@Begin\n*ADA:\tWilma . \x15898.4580498866214_1234.5678901234567\x15\n@End\n",
    "a.smi": "<SAMI><BODY><SYNC Start=898.4580498866214><P>Wilma"
    "<SYNC Start=1234.5678901></BODY></SAMI>",
    "a.eaf": f"""<ANNOTATION_DOCUMENT><TIME_ORDER>{_SLOT.format(1, "898.4580498866214")}
        {_SLOT.format(2, "1234.5678901234567")}</TIME_ORDER><TIER TIER_ID="a"><ANNOTATION>
        <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
        <ANNOTATION_VALUE>Wilma</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
        </ANNOTATION_DOCUMENT>""",
    "a.TextGrid": f"""File type = "ooTextFile"\nObject class = "TextGrid"\n
        xmin = 0\nxmax = 2\ntiers? <exists>\nsize = 1\nitem []:\nitem [1]:
        class = "IntervalTier"\nname = "a"\nxmin = 0\nxmax = 2\nintervals: size = 1
        intervals [1]:\nxmin = {_START}\nxmax = {_END}\ntext = "Wilma"\n""",
}


@pytest.mark.parametrize("name", _DECIMALS)
def test_times_have_as_many_decimals_as_a_float_prints(name: str) -> None:
    transcript = _transcript(_DECIMALS[name].encode(), name)
    transcript.require_times()
    [(start, end)] = _times(transcript, "Wilma")
    assert (start, end) == pytest.approx((0.898, 1.2346), abs=0.001)
    text = transcript.document.text
    assert not [one for one in transcript.document.fields if "8984" in text[one.start : one.end]]


@pytest.mark.parametrize("end", ["1e-05", "1", "2.5e-1", "0.00012345678901234567", "3E0"])
def test_times_are_numbers_as_programs_print_them(end: str) -> None:
    [said] = (
        _transcript(f'{{"words": [{{"word": "Wilma", "start": 0, "end": {end}}}]}}'.encode())
        .document.fields[0]
        .timings
    )
    assert said.time == (0, round(float(end), 3))
