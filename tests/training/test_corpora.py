"""What becomes of labels that a corpus does not mark."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from training.apart import kept_apart
from training.corpora import ALL, NAMES, SHIPPABLE, Corpus, completed, read, trainable
from training.example import EITHER, UNSURE, Example, Mark

TEXT = "Then Oona Brackwater played Harbor Lights for the Greeks on Tuesday in Velmere."


def mark(words: str, label: str) -> Mark:
    return Mark(start := TEXT.index(words), start + len(words), label)


def labels(example: Example) -> dict[str, str]:
    return {example.text[one.start : one.end]: one.label for one in example.marks}


def test_complete_annotations_are_used_unchanged() -> None:
    own = Example(TEXT, (mark("Oona Brackwater", "PERSON"),), "x")
    finds = [mark("Velmere", "LOCATION"), mark("Harbor Lights", "OTHER")]
    assert completed(own, finds, Corpus(ALL)) == own


def test_names_of_a_label_that_is_not_marked_are_left_out_of_the_loss() -> None:
    own = Example(TEXT, (mark("Oona Brackwater", "PERSON"),), "x")
    found = completed(own, [mark("Velmere", "LOCATION")], Corpus(frozenset(("PERSON",))))
    assert labels(found)["Velmere"] == UNSURE


def test_a_name_of_no_known_kind_may_be_anything_else() -> None:
    found = completed(
        Example(TEXT, (), "x"), [mark("Harbor Lights", "ORGANIZATION")], Corpus(NAMES)
    )
    assert labels(found)["Harbor Lights"] == EITHER


def test_groups_and_dates_are_filled_in() -> None:
    found = completed(Example(TEXT, (), "x"), [mark("Greeks", "NRP")], Corpus(NAMES))
    assert labels(found) == {"Greeks": "NRP", "Tuesday": "DATE"}


def test_a_machine_s_mark_counts_only_where_the_filler_agrees(tmp_path: Path) -> None:
    marks = [(mark("Oona Brackwater", "PERSON"), "silver"), (mark("Velmere", "LOCATION"), "silver")]
    store(tmp_path, "calls", [document("call-1", marks)])
    (_, example), *_ = read(tmp_path, "calls")
    found = labels(completed(example, [mark("Velmere", "LOCATION")], SHIPPABLE["calls"]))
    assert (found["Oona Brackwater"], found["Velmere"]) == (UNSURE, "LOCATION")


def test_unmarked_first_names_of_agents_are_left_out_of_the_loss() -> None:
    text = "thanks latoya, my bill is wrong"
    found = completed(Example(text, (), "x"), [], SHIPPABLE["multidogo_customers"])
    assert labels(found) == {"latoya": UNSURE}


def test_titles_and_articles_stand_outside(tmp_path: Path) -> None:
    text = "Mrs. Brackwater asked the Velmere Board, and so did mr. oake."
    entities = [
        {"start": 0, "end": 15, "label": "PERSON"},
        {"start": 22, "end": 39, "label": "ORGANIZATION"},
        {"start": 52, "end": 60, "label": "PERSON"},
    ]
    store(tmp_path, "wikigold", [{"id": "1", "text": text, "entities": entities}])
    (_, example), *_ = read(tmp_path, "wikigold")
    assert [text[one.start : one.end] for one in example.marks] == [
        "Brackwater",
        "Velmere Board",
        "oake",
    ]


@pytest.mark.parametrize("corpus", ["slue_voxpopuli", "ami_ne", "judgments_in", "calls"])
def test_nothing_that_is_kept_apart_is_trained_on(tmp_path: Path, corpus: str) -> None:
    names = [f"group{number}-{part}" for number in range(60) for part in "ab"]
    store(tmp_path, corpus, [document(name, []) | {"text": name} for name in names])
    trained = {example.text for example in trainable(tmp_path)}
    apart = {name for name in names if kept_apart(corpus, name)}
    assert apart
    assert trained == set(names) - apart


def test_the_meetings_of_a_series_lie_on_one_side() -> None:
    for number in range(50):
        assert len({kept_apart("ami_ne", f"ami_ES{2000 + number}{part}") for part in "abcd"}) == 1


def document(name: str, marks: list[tuple[Mark, str]]) -> dict[str, Any]:
    entities = [
        {"start": one.start, "end": one.end, "label": one.label, "gold": gold}
        for one, gold in marks
    ]
    return {"id": name, "genre": "news", "text": TEXT, "entities": entities}


def store(folder: Path, corpus: str, documents: list[dict[str, Any]]) -> None:
    with gzip.open(folder / f"{corpus}.jsonl.gz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(one) + "\n" for one in documents)
