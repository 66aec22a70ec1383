"""Gold in each notation is read as texts with the places of their mentions."""

from __future__ import annotations

import gzip
import json

import pytest
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import conll, read
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities

from anonfilter.contract.document import Label
from anonfilter.errors import AnonfilterError, Incomplete

RULES = {name: Label(name) for name in ("PERSON", "LOCATION", "ORGANIZATION", "DATE", "GENERIC_ID")}


def labels(**mapped: str) -> Labels:
    return Labels(RULES, mapped)


def found(document):
    return [(document.text[one.start : one.end], one.label) for one in document.mentions]


TALK = "Then Wilma Tamsin of Port Ellery spoke."
ENTITIES = [
    {"start": 5, "end": 17, "label": "PERSON", "cluster": "w"},
    {"start": 21, "end": 32, "label": "GPE", "gold": "silver"},
]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.json"])
def test_objects_with_entities(write, name):
    line = json.dumps({"id": "x", "genre": "talk", "text": TALK, "entities": ENTITIES})
    data = gzip.compress(line.encode()) if name.endswith(".gz") else line
    [document] = read(str(write(name, data)), labels())
    assert found(document) == [("Wilma Tamsin", "PERSON"), ("Port Ellery", "LOCATION")]
    assert [one.certain for one in document.mentions] == [True, False]
    assert document.mentions[0].cluster == "w"
    assert document.context == "talk"


def test_nested_mentions_count_once(write):
    inner = [*ENTITIES, {"start": 11, "end": 17, "label": "PERSON"}]
    line = json.dumps({"text": TALK, "entities": inner})
    [document] = read(str(write("a.jsonl", line)), labels())
    assert [text for text, _ in found(document)] == ["Wilma Tamsin", "Port Ellery"]


def test_the_benchmarks_standoff_has_a_document_for_each_annotator(write):
    mention = {
        "start_offset": 5,
        "end_offset": 17,
        "entity_type": "PERSON",
        "entity_id": "e1",
        "identifier_type": "DIRECT",
    }
    other = {
        "start_offset": 21,
        "end_offset": 32,
        "entity_type": "LOC",
        "entity_id": "e2",
        "identifier_type": "NO_MASK",
    }
    whole = [
        {
            "doc_id": "001-1",
            "text": TALK,
            "annotations": {
                "annotator1": {"entity_mentions": [mention, other]},
                "annotator2": {"entity_mentions": [mention]},
            },
        }
    ]
    first, second = read(str(write("tab.json", json.dumps(whole))), labels())
    assert found(first) == [("Wilma Tamsin", "PERSON"), ("Port Ellery", "LOCATION")]
    assert [one.identifying for one in first.mentions] == [True, False]
    assert found(second) == [("Wilma Tamsin", "PERSON")]


def test_columns(write):
    text = (
        "-DOCSTART- -X- O\n\nWilma NNP B-PER\nTamsin NNP I-PER\n's POS O\nfarm NN O\n, , O\n"
        "Port NNP B-LOC\nEllery NNP I-LOC\n. . O\n\nMonday NNP U-DATE\n\n"
        "-DOCSTART- O\n\nAbel S-PER\n"
    )
    first, second = read(str(write("a.conll", text)), labels())
    assert first.text == "Wilma Tamsin's farm, Port Ellery.\nMonday"
    assert found(first) == [
        ("Wilma Tamsin", "PERSON"),
        ("Port Ellery", "LOCATION"),
        ("Monday", "DATE"),
    ]
    assert found(second) == [("Abel", "PERSON")]


TAGS = st.lists(
    st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B", "E-A", "S-A", "E-B", "S-B"]), max_size=12
)


@given(TAGS)
def test_columns_are_divided_as_seqeval_divides_them(tags):
    ours = [(label, first, last) for first, last, label in conll.chunks(tags)]
    assert ours == get_entities(tags)


@pytest.mark.parametrize(
    "mark",
    [
        "(Wilma)[MISSED_PERSON]",
        "(Wilma)(MISSED_PERSON)",
        "[Wilma][MISSED_PERSON]",
        "[Wilma](MISSED_PERSON_NAME)",
        "{Wilma} {MISSED_NAME}",
        "<Wilma><MISSED_PER>",
    ],
)
def test_marks_in_brackets_of_any_kind(write, mark):
    [document] = read(str(write("a.txt", f"[CITY_1], {mark} (missed) it.\n")), labels())
    assert document.text == "[CITY_1], Wilma (missed) it.\n"
    assert found(document) == [("[CITY_1]", "LOCATION"), ("Wilma", "PERSON")]


def test_a_mark_with_an_unknown_label_is_refused(write):
    path = str(write("a.txt", "(Wilma)[MISSED_PRESON] met [PERSON_1].\n"))
    with pytest.raises(AnonfilterError, match="PRESON"):
        list(read(path, labels()))
    [document] = read(path, labels(PRESON="PERSON"))
    assert [label for _, label in found(document)] == ["PERSON", "PERSON"]


@pytest.mark.parametrize(
    ("by", "context"), [("", "talk"), ("file", "gold.jsonl"), ("folder", "."), ("site", "Leeds")]
)
def test_the_context_is_what_the_gold_says_or_what_is_asked_for(write, monkeypatch, by, context):
    path = write(
        "gold.jsonl", json.dumps({"text": "x", "entities": [], "context": "talk", "site": "Leeds"})
    )
    monkeypatch.chdir(path.parent)
    [document] = read(path.name, labels(), context=by)
    assert document.context == context


def test_a_context_that_a_document_does_not_have_is_refused(write):
    path = write("gold.jsonl", '{"text": "x", "entities": []}')
    with pytest.raises(AnonfilterError, match="no field 'site'"):
        list(read(str(path), labels(), context="site"))


def test_reviewers_marks(write):
    text = (
        "[PERSON_1] met (Wilma)[MISSED_PERSON_PARTIAL] [PERSON_2] at (Acorn (North))"
        "[MISSED_ORGANIZATION_SPEAKER] on (May 5)[MISSED_DATE].\n"
    )
    [document] = read(str(write("a.txt", text)), labels())
    assert document.text == "[PERSON_1] met Wilma [PERSON_2] at Acorn (North) on May 5.\n"
    assert found(document) == [
        ("[PERSON_1]", "PERSON"),
        ("Wilma", "PERSON"),
        ("[PERSON_2]", "PERSON"),
        ("Acorn (North)", "ORGANIZATION"),
        ("May 5", "DATE"),
    ]
    assert [one.partial for one in document.mentions] == [False, True, False, False, False]
    assert [one.speaker for one in document.mentions] == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("name", "content", "where"),
    [
        ("a.jsonl", '{"text": "x", "entities": []}\n{"text"', ":2"),
        ("a.jsonl", '{"text": "x", "entities": [{"start": 0, "end": 9, "label": "A"}]}', ":1"),
        ("a.jsonl", '{"text": "x"}', ":1"),
        ("a.jsonl", '{"text": "x", "entities": [{"start": 0, "end": 1}]}', ":1"),
        ("a.json", "[" * 30_000, ":1"),
        ("a.json", '[{"text": "x"},\n{"text": ]', ":2"),
        ("a.json", '[{"text": "x", "annotations": {"a": {}}}]', ":1"),
        ("a.conll", "Wilma B-PER\nTamsin\n", ":2"),
        ("a.conll", "Wilma B-PER\nTamsin 12\n", ":2"),
        ("a.txt", "one\ntwo [MISSED_PERSON]\n", ":2"),
        ("a.txt", "one\n(two)[MISSED PERSON]\n", ":2"),
        ("a.txt", "one\n(two)[MISSED_PERSON)\n", ":2"),
        ("a.txt", b"one\ntwo \xff\n", ":2"),
        ("a.jsonl.gz", b"not packed", ""),
    ],
)
def test_mistakes_are_reported_with_their_line(write, name, content, where):
    path = str(write(name, content))
    with pytest.raises(Incomplete) as error:
        list(read(path, labels()))
    assert error.value.where == f"{path}{where}"
    assert "amsin" not in str(error.value)


def test_an_unknown_suffix_asks_for_the_notation(write):
    path = str(write("gold.dat", "Wilma B-PER\n"))
    with pytest.raises(AnonfilterError, match="--format"):
        list(read(path, labels()))
    assert len(list(read(path, labels(), "conll"))) == 1


def test_labels_are_those_of_the_rules_or_their_nearest(write):
    names = ["PER", "STATE", "CDCR_ID", "Odd"]
    entities = [{"start": at, "end": at + 1, "label": name} for at, name in enumerate(names)]
    path = str(write("a.jsonl", json.dumps({"text": "abcd", "entities": entities})))
    known = labels()
    [document] = read(path, known)
    assert [one.label for one in document.mentions] == ["PERSON", "LOCATION", "GENERIC_ID", "ODD"]
    assert known.unknown == {"ODD"}
    [mapped] = read(path, labels(Odd="DATE", PER=""))
    assert [one.label for one in mapped.mentions] == ["LOCATION", "GENERIC_ID", "DATE"]


def test_titles_and_small_words_need_no_mask(write):
    text = "Judge Wilma de la Tamsin, my old school"
    entities = [
        {"start": 0, "end": 24, "label": "PERSON"},
        {"start": 26, "end": 39, "label": "ORG"},
    ]
    path = write("a.jsonl", json.dumps({"text": text, "entities": entities}))
    [document] = read(str(path), labels())
    tokens = [[text[a:b] for a, b in one.tokens] for one in document.mentions]
    assert tokens == [["Wilma", "Tamsin"], ["my", "old", "school"]]
