"""What recognisers of speech write as JSON: words are sentences, and all that tells them agrees."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anonfilter_documents.json.json_lines import JsonLines
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Document
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.recognised_files import ALL, AWS, WHISPER, WHISPER_CPP, recognised, words
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged


def read_json(value: Any, **config: Any) -> Document:
    return read(JsonLines, json.dumps(value), "a.json", **config)


def shape(value: Any) -> Any:
    """A value with each string as it is, or empty; the rest as it is."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    return [shape(one) for one in value] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("name", ALL)
def test_no_name_is_left_and_all_else_stays(name, run, folder):
    data = json.dumps(ALL[name], indent=2).replace("\n", "\r\n").encode()
    changed = cleared(run, folder, "jsonl", "a.json", data)
    found = json.loads(changed)
    if name != "whisper":
        assert shape(found) == shape(ALL[name])
    untouched = [line for line in data.decode().split("\r\n") if "start" in line or "end" in line]
    assert [one for one in changed.split("\r\n") if "start" in one or "end" in one] == untouched


@pytest.mark.parametrize("name", ALL)
def test_nothing_to_redact(name, run, folder):
    value = recognised("I'm so-and-so's sister, \"well\", 55 \u00e9.", "SPEAKER_00")[name]
    data = json.dumps(value, indent=1)
    unchanged(run, folder, "jsonl", "a.json", data.encode())


def filtered(run: Any, folder: Any, value: Any) -> Any:
    data = json.dumps(value, ensure_ascii=False).encode()
    return json.loads(cleared(run, folder, "jsonl", "a.json", data))


def test_whisper_text_segments_and_words_agree_and_its_tokens_are_gone(run, folder):
    changed = filtered(run, folder, WHISPER)
    text = " I am [PERSON_1] [PERSON_2]'s sister, call [PHONE_1]."
    first, second = changed["segments"]
    assert changed["text"] == first["text"] == text
    assert "".join(word["word"] for word in first["words"]) == text
    assert first["tokens"] == []
    assert second == WHISPER["segments"][1]


def test_whisper_cpp_tokens_lose_their_numbers_where_a_name_is(run, folder):
    [segment] = filtered(run, folder, WHISPER_CPP)["transcription"]
    assert "".join(one["text"] for one in segment["tokens"]) == f"[_BEG_]{segment['text']}"
    before = WHISPER_CPP["transcription"][0]["tokens"]
    for old, new in zip(before, segment["tokens"], strict=True):
        assert new["id"] == (old["id"] if old["text"] == new["text"] else 0)


def test_aws_items_agree_with_the_transcript(run, folder):
    results = filtered(run, folder, AWS)["results"]
    assert results["transcripts"] == [
        {"transcript": "I am [PERSON_1] [PERSON_2]'s sister, call [PHONE_1]."}
    ]
    assert [one["alternatives"][0]["content"] for one in results["items"]] == [
        "I",
        "am",
        "[PERSON_1]",
        "[PERSON_2]'s",
        "sister",
        ",",
        "call",
        "[PHONE_1]",
        "",
        "",
        ".",
    ]


def test_deepgram_is_clean_with_and_without_punctuation(run, folder):
    [channel] = filtered(run, folder, ALL["deepgram"])["results"]["channels"]
    found = channel["alternatives"][0]["words"]
    assert [one["word"] for one in found] == [
        "i",
        "am",
        "[PERSON_1]",
        "[PERSON_2]'s",
        "sister",
        "call",
        "[PHONE_1]",
        "",
        "",
    ]
    assert [one["punctuated_word"] for one in found][-3:] == ["[PHONE_1]", "", "."]


@pytest.mark.parametrize(
    ("name", "time"),
    [
        ("whisper", [3.6, 5.3]),
        ("whisperx", [3.6, 5.3]),
        ("aws", [3.5, 4.9]),
        ("google", [6.4, 8.8]),
        ("deepgram", [3.6, 5.3]),
        ("assemblyai", [3.6, 5.3]),
    ],
)
def test_detect_reports_the_time_of_a_finding(name, time, run, folder):
    found = reported(run, folder, "jsonl", "a.json", json.dumps(ALL[name]).encode())
    assert ("[PHONE_1]", time) in found


def test_a_turn_is_one_field_with_the_times_of_its_segments() -> None:
    turn = {"start": 1, "end": 2.5, "speaker": "Ada", "transcript": "So, yes."}
    both = [*words(["So", ",", "Ada"], speaker=0), *words(["yes"], speaker=1)]
    value = {"utterances": [turn], "words": both}
    document = read_json(value)
    assert fields(document) == [
        ("speaker", "Ada"),
        ("text", "So, yes."),
        ("text", "So, Ada"),
        ("text", "yes"),
    ]
    assert times(document)[:3] == [("Ada", (1, 2.5)), ("So, yes.", (1, 2.5)), ("So", (0, 0.5))]


def segments(said: list[str], **more: Any) -> list[dict[str, Any]]:
    return [{"start": at, "end": at + 1.5, "text": one, **more} for at, one in enumerate(said)]


def test_segments_of_one_speaker_are_read_as_one_text(run, folder):
    said = [" I am Wilma", " Quillfeather, call 415 555", " 0100.", " So."]
    value = {"segments": [{**one, "tokens": [7, 8]} for one in segments(said)]}
    changed = filtered(run, folder, value)["segments"]
    assert [one["text"] for one in changed] == [
        " I am [PERSON_1]",
        " [PERSON_2], call [PHONE_1]",
        ".",
        " So.",
    ]
    assert [one["tokens"] for one in changed] == [[], [], [], [7, 8]]
    turns = [*segments(["I am", "Ada."], speaker="A"), *segments(["Yes."], speaker="B")]
    document = read_json({"utterances": turns})
    assert texts(document) == ["I am Ada.", "Yes."]
    assert [time for _, time in times(document)] == [(0, 1.5), (1, 2.5), (0, 1.5)]


@pytest.mark.parametrize("key", ["word", "text"])
def test_a_bare_list_of_words_is_read_as_sentences(key: str) -> None:
    assert texts(read_json(words(["I", "am", "Wilma", "Quillfeather"], key))) == [
        "I am Wilma Quillfeather"
    ]


def test_a_bare_list_of_segments_is_read_as_one_text() -> None:
    said = ["I am Wilma", "Quillfeather, I said."]
    assert texts(read_json(words(said, "text"))) == ["I am Wilma Quillfeather, I said."]


@pytest.mark.parametrize(
    "value",
    [
        [{"text": "Wilma", "start": 5, "end": 10}, {"text": "Orla", "start": 20, "end": 24}],
        [{"text": "Wilma", "score": 0.5}, {"text": "Orla", "score": 0.6}],
    ],
)
def test_bare_lists_of_other_things_are_values_of_their_own(value: Any) -> None:
    assert texts(read_json(value)) == ["Wilma", "Orla"]


def test_segments_without_times_are_values_of_their_own() -> None:
    value = {"results": [{"text": "I am"}, {"text": "Ada.", "start": "so"}, {"text": "Yes."}]}
    assert texts(read_json(value)) == ["I am", "so", "Ada.", "Yes."]


def test_numbers_that_stand_beside_no_text_are_read() -> None:
    value = {"segments": [{"start": 0, "end": 1, "tokens": [65, 100, 97]}]}
    assert texts(read_json(value)) == ["Ada"]


def test_words_that_are_numbers_are_strings_once_they_are_replaced(run, folder):
    value = {"words": words(["call", 415, 555, "0100", "or", 4155550100, "so", 7])}  # type: ignore[list-item]
    changed = filtered(run, folder, value)["words"]
    assert [one["word"] for one in changed] == [
        "call",
        "[PHONE_1]",
        "",
        "",
        "or",
        "[PHONE_1]",
        "so",
        7,
    ]


def test_other_recognisers_are_known_by_their_keys() -> None:
    """Speechmatics, Rev, Vosk, Azure, gentle, transformers: each says "So, Ada Quill"."""
    said = ["So", ",", "Ada", "Quill"]
    shapes = [
        {
            "results": [
                {
                    "start_time": at * 0.5,
                    "end_time": at * 0.5 + 0.4,
                    "type": "word",
                    "alternatives": [{"content": one, "confidence": 1.0}],
                }
                for at, one in enumerate(said)
            ]
        },
        {
            "monologues": [
                {
                    "speaker": 0,
                    "elements": [
                        {"type": "text", "value": one, "ts": 0.5, "end_ts": 0.9}
                        for one in ("So", ", ", "Ada", " ", "Quill")
                    ],
                }
            ]
        },
        {"result": words(["So,", "Ada", "Quill"], conf=1.0)},
        {"NBest": [{"Words": [{"Word": one, "Offset": 1, "Duration": 9} for one in said]}]},
        {"words": [{"alignedWord": one, "start": 0.1, "end": 0.2, "phones": []} for one in said]},
        {"chunks": [{"text": one, "timestamp": [0.1, 0.2]} for one in (" So,", " Ada", " Quill")]},
    ]
    assert [texts(read_json(one))[-1].strip() for one in shapes] == ["So, Ada Quill"] * len(shapes)
    assert all(time for one in (*shapes[:3], shapes[-1]) for _, time in times(read_json(one)))


def test_phonemes_go_with_their_word() -> None:
    phones = [{"duration": 0.1, "phone": one} for one in ("k_B", "w_I", "ih_E")]
    value = {
        "words": [
            {"word": "so", "start": 0.1, "phones": [{"phone": "s_S"}]},
            {"word": "Quill", "start": 0.2, "phones": phones},
        ]
    }
    changed = json.loads(replaced(read_json(value), by="[P]"))
    assert changed["words"][0] == value["words"][0]
    assert [one["phone"] for one in changed["words"][1]["phones"]] == ["", "", ""]


def test_roles_of_the_rules_count_within_words_too() -> None:
    value = {"words": words(["So", "Ada"], note="Abel", speaker="Wilma Q")}
    roles = [{"path": "$.words[*].word", "role": "speech"}, {"path": "$..note", "role": "leave"}]
    assert fields(read_json(value, fields=roles)) == [
        ("speaker", "Wilma Q"),
        ("speaker", "Wilma Q"),
        ("speech", "So Ada"),
    ]
    assert texts(read_json(value, fields=[{"path": "$.words", "role": "leave"}])) == []


@pytest.mark.parametrize(
    "value",
    [
        {"items": [{"text": "Ada"}, {"text": "Abel"}]},
        {"words": ["Ada", "Abel"]},
        {"results": [{"name": "Ada", "start": 1, "end": 2}, {"name": "Abel", "start": 1}]},
        {"data": [{"word": "Ada", "start": 1, "end": 2}, {"word": "Abel", "start": 2}]},
    ],
)
def test_other_arrays_are_values_of_their_own(value: Any) -> None:
    assert texts(read_json(value)) == ["Ada", "Abel"]


def test_numbers_of_calls_are_no_times() -> None:
    value = {"results": [{"from": "5550100", "to": "5550199", "text": "so"}]}
    assert texts(read_json(value)) == ["5550100", "5550199", "so"]


def test_alternatives_of_a_word_are_read() -> None:
    item = {"start_time": "0.1", "alternatives": [{"content": "Ada"}, {"content": "Aida"}]}
    assert texts(read_json({"items": [item, {**item, "alternatives": [{"content": "so"}]}]})) == [
        "Aida",
        "Ada so",
    ]


@pytest.mark.parametrize("name", ["whisper", "aws"])
@given(st.integers(0), PUT)
def test_damage(name: str, at: int, put: str) -> None:
    stands_damage(JsonLines, json.dumps(ALL[name]), "a.json", at, put)


@pytest.mark.parametrize(
    "text",
    [
        lambda size: json.dumps({"words": words(["so"] * size)}),
        lambda size: (
            "["
            + f"{'[' * 99}{']' * 99},".replace("[", '{"words":[').replace("]", "]}") * (size // 99)
            + "0]"
        ),
        lambda size: '{"words":[' * 200 + '{"text":"so"},' * size + '{"start":1}' + "]}" * 200,
        lambda size: '{"segments":[' * 200 + '{"text":"so"},' * size + "0" + "]}" * 200,
    ],
    ids=["words", "words in words", "words deep down", "segments deep down"],
)
def test_time_grows_with_size(text: Any) -> None:
    assert grows_no_faster(lambda size: read(JsonLines, text(size), "a.json"), 16_000)


@pytest.mark.parametrize("key", ["start", "end", "duration", "start_time", "Offset", "Duration"])
@pytest.mark.parametrize("number", [5125550142, "5125550142", "5125550142s"])
def test_a_telephone_number_is_no_time(key: str, number: int | str) -> None:
    said = {"words": [{"word": "so", "start": 0, "end": 1, key: number}]}
    document = read(JsonLines, json.dumps(said), "a.json")
    assert str(number) in texts(document)


def test_ticks_of_hours_are_times() -> None:
    said = {"NBest": [{"Words": [{"Word": "so", "Offset": 36001300000, "Duration": 2600000}]}]}
    document = read(JsonLines, json.dumps(said), "a.json")
    assert times(document) == [("so", (3600.13, 3600.39))]
