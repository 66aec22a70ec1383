"""Gold of recordings: what is read, and what is refused."""

from __future__ import annotations

import json

import pytest
from anonfilter_audio.evaluation import gold

from anonfilter.errors import AnonfilterError, Incomplete

WORD = {"text": "Quillfeather", "start": 1, "end": 2, "label": "PERSON"}


def written(folder, *lines):
    (folder / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(folder / "gold.jsonl")


def test_words_come_in_the_order_of_time_and_paths_from_the_folder_of_the_gold(tmp_path):
    early = {"text": "met", "start": 0.5, "end": 1, "channel": 1, "speaker": "A"}
    name = written(tmp_path, {"audio": "a.wav", "words": [WORD, early], "intervals": "a.json"})
    [one] = gold.read(name)
    assert one.audio == tmp_path / "a.wav"
    assert one.intervals == tmp_path / "a.json"
    assert one.where == f"{name}:1"
    assert [(word.text, word.label, word.channel) for word in one.words] == [
        ("met", "", 1),
        ("Quillfeather", "PERSON", None),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"audio": "a.wav"}, "words: Field required"),
        ({"audio": "a.wav", "words": [WORD | {"end": 0.5}]}, "words.0: the word ends before"),
        ({"audio": "a.wav", "words": [WORD | {"start": "Quillfeather"}]}, "words.0.start: "),
        ({"audio": "a.wav", "words": [WORD | {"end": float("nan")}]}, "words.0.end: "),
        ({"audio": "a.wav", "words": [WORD | {"channel": -1}]}, "words.0.channel: "),
        ({"audio": "a.wav", "words": [WORD | {"text": "Wilma Quillfeather"}]}, "words.0.text: "),
    ],
)
def test_a_wrong_line_is_incomplete_and_tells_no_value(tmp_path, line, said):
    good = {"audio": "a.wav", "words": [WORD]}
    with pytest.raises(Incomplete) as caught:
        list(gold.read(written(tmp_path, good, line)))
    assert caught.value.where.endswith("gold.jsonl:2")
    assert said in caught.value.message
    assert "Quillfeather" not in str(caught.value)


def test_invalid_json_is_refused(tmp_path):
    (tmp_path / "gold.jsonl").write_text("Quillfeather\n")
    with pytest.raises(Incomplete, match="is no JSON") as caught:
        list(gold.read(str(tmp_path / "gold.jsonl")))
    assert "Quillfeather" not in str(caught.value)


def test_one_result_is_scored(tmp_path):
    line = {"audio": "a.wav", "words": [], "intervals": "a.json", "redacted": "b.wav"}
    with pytest.raises(AnonfilterError, match="only one can be scored"):
        list(gold.read(written(tmp_path, line)))


def test_gold_without_identifiers_is_refused(tmp_path):
    name = written(tmp_path, {"audio": "a.wav", "words": [WORD | {"label": ""}]})
    with pytest.raises(Incomplete, match="no word of the gold has a label"):
        gold.require_identifiers(list(gold.read(name)))
