"""The parts of the utility tasks: sentences, ROUGE-1, and the records."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.proof.utility.summaries import rouge, sentences, words
from anonfilter_measure.proof.utility.training_records import Fields, Record, read_records
from anonfilter_measure.proof.utility.training_scores import require_labels

from anonfilter.errors import AnonfilterError, Incomplete

FIELDS = Fields("text", "label", "summary")


def test_sentences_end_at_marks_and_lines() -> None:
    assert sentences("We met Mr. Bell. He left!  Why?\nI do not know\n\n") == [
        "We met Mr. Bell.",
        "He left!",
        "Why?",
        "I do not know",
    ]


def test_rouge_counts_shared_words() -> None:
    assert rouge(words("The cat sat."), words("the cat ran off")) == pytest.approx(4 / 7)
    assert rouge(words("a a a"), words("a b")) == pytest.approx(2 / 5)
    assert rouge([], words("a")) == 0


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({3: {"text": "a"}}, Incomplete),
        ({3: {"label": "x"}}, Incomplete),
        ({3: {"text": 5, "label": "x"}}, Incomplete),
        ({3: {"text": "a", "label": 1}}, Incomplete),
    ],
)
def test_a_record_that_is_not_whole_is_incomplete(tmp_path, change, error) -> None:
    rows = [change.get(at, {"text": "a", "label": "x"}) for at in range(30)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(error) as raised:
        read_records([str(tmp_path / "a.jsonl")], FIELDS, None)
    assert raised.value.where == f"{tmp_path}/a.jsonl:4:1"


def test_too_few_records_or_labels_are_refused(tmp_path) -> None:
    row = json.dumps({"text": "a", "label": "x"})
    (tmp_path / "a.jsonl").write_text("\n".join([row] * 30))
    assert len(read_records([str(tmp_path / "a.jsonl")], FIELDS, None)) == 30
    with pytest.raises(AnonfilterError, match="at least 20 are needed"):
        read_records([str(tmp_path / "a.jsonl")], FIELDS, 19)
    with pytest.raises(AnonfilterError, match="no row has a field"):
        read_records([str(tmp_path / "a.jsonl")], Fields("text", "topic", "gist"), None)
    with pytest.raises(AnonfilterError, match="all records have the same label"):
        require_labels([Record("", "a", "x")] * 50)
    with pytest.raises(AnonfilterError, match="rarest of 2 labels has 9 records"):
        require_labels([Record("", "a", "x")] * 50 + [Record("", "a", "y")] * 9)


def test_csv_is_read_too(tmp_path) -> None:
    lines = ["text,label", *['"a, or\nb",x'] * 20]
    (tmp_path / "a.csv").write_text("\n".join(lines))
    found = read_records([str(tmp_path / "a.csv")], FIELDS, None)
    assert (len(found), found[1].text, found[1].where) == (20, "a, or\nb", f"{tmp_path}/a.csv:4:1")
