"""The linking of people on the page of accuracy: its documents, and how a transcript is made."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention

from benchmarks.accuracy import crowd, labelled, page, people, people_page
from benchmarks.accuracy.__main__ import BLOCKS, ROOT, main
from benchmarks.accuracy.labelled import Turn
from benchmarks.accuracy.people import Linked

TEXT = "Hello, Wilma.\nWho is that?\nIt is Bram."


def clusters(*groups):
    return [frozenset(group) for group in groups]


@pytest.fixture
def talk() -> GoldDocument:
    mentions = tuple(
        GoldMention(TEXT.index(name), TEXT.index(name) + len(name), "PERSON", cluster=name)
        for name in ("Wilma", "Bram")
    )
    return GoldDocument("1", TEXT, mentions, "", "talk.jsonl", 1)


def test_a_transcript_has_the_names_of_those_who_speak(talk):
    turns = [Turn(0, ("Bram Odd",)), Turn(14, ("Wilma Quill", "Orla"))]
    reported = labelled.labelled(talk, turns)
    assert reported.text == (
        "Bram Odd: Hello, Wilma.\nWilma Quill & Orla: Who is that?\nIt is Bram."
    )
    assert [(reported.text[one.start : one.end], one.speaker) for one in reported.mentions] == [
        ("Bram Odd", True),
        ("Wilma", False),
        ("Wilma Quill", True),
        ("Orla", True),
        ("Bram", False),
    ]


def test_text_before_the_first_speaker_stays(talk):
    assert labelled.labelled(talk, [Turn(28, ("Orla",))]).text.startswith("Hello, Wilma.\nWho")
    assert labelled.labelled(talk, []) == talk


def test_names_in_labels_are_not_scored(talk):
    reported = labelled.labelled(talk, [Turn(0, ("Bram Odd",))])
    compared = clusters({0, 2}, {1}), clusters({0}, {1, 2}, {9})
    assert labelled.of_speech(reported, compared) == (clusters({2}, {1}), clusters({1, 2}, {9}))


def test_turns_are_read_from_the_corpus(write):
    lines = [{"turns": [{"start": 3, "end": 9, "speaker": "Orla Odd & Bram"}]}, {"turns": []}]
    path = write("talk.jsonl", "\n".join(map(json.dumps, lines)) + "\n")
    assert labelled.turns(path) == [[Turn(3, ("Orla Odd", "Bram"))], []]


def test_the_crowd_is_as_large_as_the_page_says():
    document, spans = crowd.crowd(0)
    assert len(document.text.split()) == crowd.WORDS
    assert len(spans) == crowd.MENTIONS
    assert all(document.text[one.start].isupper() for one in spans[:100])
    assert (document.text, spans) == (crowd.crowd(0)[0].text, crowd.crowd(0)[1])


@pytest.fixture
def measured() -> Linked:
    right = (clusters({0, 1}, {2}), clusters({0, 1}, {2}))
    wrong = (clusters({0, 1}, {2}), clusters({0}, {1, 2}))
    return Linked(
        "mine",
        "",
        30,
        {
            people.GIVEN: (right,),
            people.GIVEN_SURNAMES: (wrong,),
            people.READ: (right,),
            people.FOUND: (wrong,),
            people.FOUND_SURNAMES: (wrong,),
            people.FOUND_GOLD: (right,),
            "without initials": (right,),
            "without near": (wrong,),
        },
    )


def test_the_page_of_people(measured):
    lines = list(people_page.tables([measured], crowd.Timed(100, 20, 5, 1.25), 0))
    row = next(one for one in lines if one.startswith("| mine"))
    assert row.startswith("| mine |  | 1 | 3 | 1.000 / 1.000 | 0.")
    assert any(one.endswith("change no link here: initials.") for one in lines)
    assert any(one.startswith("| without near | 0.") for one in lines)
    assert not any(one.startswith("| without initials") for one in lines)
    assert "1.2 s on one core" in "\n".join(lines)


def test_one_part_is_measured_and_the_rest_of_the_page_stays(tmp_path, write, capsys):
    write("corpora/mine.jsonl", json.dumps({"text": "I met Wilma.", "entities": []}) + "\n")
    written = (ROOT / "benchmarks/accuracy.md").read_text(encoding="utf-8")
    before = page.filled(written, {name: [f"figures of {name}"] for name in BLOCKS})
    out = tmp_path / "page.md"
    given = [str(tmp_path / "corpora"), "--only", "people", "--jobs", "1", "--out", str(out)]
    out.write_text(before, encoding="utf-8")
    assert main(given) == 0
    assert out.read_text(encoding="utf-8") == before.replace(
        "figures of people", "None of the corpora says which mentions are of one person."
    )


@pytest.mark.slow
def test_the_documents_with_even_numbers_are_the_unread_ones(write):
    text = "Wilma Abel saw Bram Quill. Then Wilma left."
    entities = [
        {"start": start, "end": end, "label": "PERSON", "cluster": cluster}
        for start, end, cluster in ((0, 10, "w"), (15, 25, "b"), (32, 37, "w"))
    ]
    line = json.dumps({"text": text, "entities": entities}) + "\n"
    path = write("corpora/mine.jsonl", line * 5)
    [linked] = people.measure([path], words=10, seed=0, jobs=1)
    assert (linked.corpus, linked.trained) == ("mine", "")
    assert [len(linked.by[how]) for how in (people.GIVEN, people.READ, people.FOUND)] == [2, 3, 2]
    assert [sorted(map(sorted, side)) for side in linked.by[people.GIVEN][0]] == [[[0, 2], [1]]] * 2
