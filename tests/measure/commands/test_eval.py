"""``anonfilter eval``: scores that a ruleset can be held to."""

from __future__ import annotations

import json

import pytest

TALK = "Wilma Quillfeather and Bertram Oddlington spoke of 21-CV-1234 on a Monday."


@pytest.fixture
def gold(folder):
    """Two people, of whom the rules know one, and a case."""
    spans = [
        ("Wilma Quillfeather", "PERSON"),
        ("Bertram Oddlington", "PERSON"),
        ("21-CV-1234", "CASE"),
    ]
    entities = [
        {"start": TALK.index(text), "end": TALK.index(text) + len(text), "label": label}
        for text, label in spans
    ]
    (folder / "gold.jsonl").write_text(json.dumps({"text": TALK, "entities": entities}) + "\n")
    return "gold.jsonl"


def test_scores_as_data(run, gold):
    result = run("eval", "--json", gold)
    found = result.json()
    assert result.code == 0
    assert found["labels"]["PERSON"]["gold"] == 2
    assert found["labels"]["PERSON"]["scores"]["masked"] == 0.5
    assert found["labels"]["PERSON"]["scores"]["precision"] == 1
    assert found["labels"]["overall"]["scores"]["recall"] == pytest.approx(2 / 3)
    assert found["false_masks"]["per_1000"] == 0
    assert found["documents"] == 1


def test_leaks_say_where_and_never_what(run, gold):
    result = run("eval", "--leaks", gold)
    [leak] = run("eval", "--leaks", "--json", gold).json()["leaks"]
    assert "Oddlington" not in result.out + result.err
    assert "gold.jsonl:1" in result.out
    assert leak == {
        "file": "gold.jsonl",
        "line": 1,
        "document": 1,
        "label": "PERSON",
        "line_of_text": 1,
        "start": 23,
        "end": 41,
        "bare": 2,
    }


def test_values_are_shown_when_asked_for(run, gold):
    assert "Bertram Oddlington" in run("eval", "--leaks", "--show-values", gold).out


@pytest.mark.parametrize(
    ("floor", "code"),
    [("PERSON.masked=0.5", 0), ("PERSON.masked=0.51", 1), ("overall.precision=1,CASE.recall=1", 0)],
)
def test_a_score_below_its_floor_fails(run, gold, floor, code):
    result = run("eval", "--fail-under", floor, gold)
    assert result.code == code
    assert ("below" in result.err) == bool(code)


@pytest.mark.parametrize(
    "floor", ["PERSON=1", "PERSON.speed=1", "PERSON.masked=97", "DATE.masked=1"]
)
def test_a_floor_that_measures_nothing_is_an_error(run, gold, floor):
    assert run("eval", "--fail-under", floor, gold).code == 2


def test_letter_case(run, gold):
    found = run("eval", "--json", "--case", "lower", gold).json()["labels"]["PERSON"]
    assert (found["gold"], found["masked"]) == (2, 0)


def test_detectors_alone_and_the_rules_without_each(run, folder, gold):
    (folder / "two.yaml").write_text(
        "anonfilter: 1\nlabels: {PERSON: {tag: '[PERSON_{n}]'}, CASE: {tag: '[CASE_{n}]'}}\n"
        "formats: [{use: text}]\ntaggers: [{use: numbered}]\ndetectors:\n"
        "  - {use: dictionary, terms: [{term: Bertram Oddlington, label: PERSON}]}\n"
        "  - {use: patterns, patterns: [{label: CASE, regex: '\\d\\d-CV-\\d{4}'}]}\n"
    )
    found = run("eval", "--json", "--by-detector", "--ablate", "--rules", "two.yaml", gold).json()
    masked = {name: one["overall"]["masked"] for name, one in found["by_detector"].items()}
    assert masked == pytest.approx({"all": 2 / 3, "dictionary": 1 / 3, "patterns": 1 / 3})
    assert found["ablate"]["without patterns"]["CASE"]["masked"] == 0
    by_label = found["by_detector_by_label"]
    assert by_label["dictionary"]["PERSON"] == pytest.approx(
        {"precision": 1, "recall": 1 / 2, "f1": 2 / 3}
    )
    one = run("eval", "--json", "--without", "patterns", "--rules", "two.yaml", gold).json()
    assert one["ablate"].keys() == {"all", "without patterns"}
    assert run("eval", "--without", "names", "--rules", "two.yaml", gold).code == 2


def test_confusions_and_stages(run, gold):
    found = run("eval", "--json", "--confusions", "--stages", "--map", "CASE=PERSON", gold).json()
    assert found["confusions"]["PERSON"] == {"CASE": 1, "PERSON": 1, "(nothing)": 1}
    assert {
        "stage": "detectors",
        "by": "patterns",
        "label": "CASE",
        "did": "found",
        "spans": 1,
        "in_gold": 1,
    } in found["stages"]


def test_calibration(run, gold):
    found = run("eval", "--json", "--calibration", gold).json()["calibration"]
    assert found["labels"]["PERSON"]["right"] == 1
    assert found["labels"]["CASE"]["detectors"]["patterns"][0]["finds"] == 1
    assert "| PERSON | all |" in run("eval", "--markdown", "--calibration", gold).out
    assert "████" in run("eval", "--calibration", gold).out
    assert "calibration" not in run("eval", "--json", gold).json()


@pytest.mark.parametrize("written", [["--case", "lower"], ["--asr"]], ids=["lower", "asr"])
def test_calibration_of_text_written_otherwise(run, gold, written):
    found = run("eval", "--json", "--calibration", *written, gold).json()["calibration"]
    assert "PERSON" not in found["labels"]


def test_markdown(run, gold):
    lines = run("eval", "--markdown", gold).out.splitlines()
    assert "| PERSON | 2 | 1 | 0.500 | 1.000 | 0.500 | 0.667 | 1.000 | 0.500 | 0.667 |" in lines


def test_one_row_a_file(run, folder, gold):
    (folder / "more.jsonl").write_text((folder / gold).read_text() * 3)
    found = run("eval", "--json", "--most", "2", gold, "more.jsonl").json()
    assert list(found["files"]) == ["gold.jsonl", "more.jsonl"]
    assert found["documents"] == 3


def test_gold_that_cannot_be_read_is_not_scored(run, folder, gold):
    (folder / "broken.jsonl").write_text('{"text": "x"}\n')
    result = run("eval", gold, "broken.jsonl")
    assert (result.code, result.out) == (3, "")
    assert "broken.jsonl:1: " in result.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("talk.txt", f"{TALK}\n"),
        ("talk.jsonl", json.dumps({"text": TALK, "entities": []}) + "\n"),
        ("talk.conll", "Wilma O\nsang O\n"),
        ("empty.txt", ""),
        ("empty.jsonl", ""),
    ],
)
def test_text_without_gold_gives_no_score(run, folder, name, text):
    (folder / name).write_text(text)
    result = run("eval", name)
    assert (result.code, result.out) == (3, "")
    assert "has no gold" in result.err
    assert "[MISSED_LOCATION]" in result.err


def test_plain_text_beside_gold_is_no_gold(run, folder, gold):
    (folder / "talk.txt").write_text(f"{TALK}\n")
    assert run("eval", gold, "talk.txt").code == 3


def test_a_reviewed_text_in_which_nothing_was_missed_is_gold(run, folder, gold):
    (folder / "talk.txt").write_text("[PERSON_1] spoke of it.\n")
    assert run("eval", gold, "talk.txt").code == 0


def test_reviewed_texts_are_scored_unchanged(run, folder):
    """The rules are not applied again: a name in the output counts as missed."""
    for site, text in (
        ("leeds", "[PERSON_1] and (Wilma Oddling)(MISSED_PERSON_NAME) met.\n"),
        ("york", "[PERSON_1] spoke.\n"),
    ):
        (folder / site).mkdir()
        (folder / site / "call.txt").write_text(text)
    result = run("eval", "--json", "leeds/call.txt", "york/call.txt")
    scores = json.loads(result.out)
    person = scores["labels"]["PERSON"]["scores"]
    assert (person["recall"], person["precision"]) == (pytest.approx(2 / 3), None)
    risk = scores["risk"]
    assert [risk[name]["below_limit"] for name in ("leeds", "york")] == [False, True]
    assert risk["overall"]["documents"] == 2
    assert "false_masks" not in scores


def test_reviewed_texts_are_not_filtered(run, folder):
    (folder / "call.txt").write_text("[PERSON_1] spoke.\n")
    result = run("eval", "--ablate", "call.txt")
    assert result.code == 2
    assert "is not filtered again" in result.err


def test_unknown_labels_are_named(run, folder):
    (folder / "a.conll").write_text("Wilma B-PRESON\nTamsin B-PERSON\n")
    result = run("eval", "a.conll")
    assert result.code == 0
    assert "PRESON" in result.err


def test_gold_whose_labels_are_all_unknown_is_not_scored(run, folder, gold):
    (folder / "a.conll").write_text("Wilma B-PRESON\n")
    result = run("eval", gold, "a.conll")
    assert (result.code, result.out) == (2, "")
    assert "a.conll: no label of the gold is known: PRESON" in result.err
    assert "--map" in result.err
    assert run("eval", "--map", "PRESON=PERSON", "a.conll").code == 0


def test_linking_is_scored(run, folder):
    text = "Wilma Quill saw Bram Odd. Then Bram left with Orla Quill."
    people = [(0, 11, "w"), (16, 24, "b"), (31, 35, "b"), (46, 56, "o")]
    entities = [
        {"start": start, "end": end, "label": "PERSON", "cluster": cluster}
        for start, end, cluster in people
    ]
    (folder / "people.jsonl").write_text(json.dumps({"text": text, "entities": entities}) + "\n")
    found = run("eval", "--linking", "--ablate", "--rules", "fast", "--json", "people.jsonl").json()
    given = found["linking"]["gold_mentions"]
    assert given["rules"]["macro"]["mean"]["f1"] == 1
    assert given["equal_surnames"]["micro"]["mean"]["f1"] < 1
    assert found["linking_ablate"]["without parts"]["macro"]["mean"]["f1"] < 1
    shown = run("eval", "--linking", "--rules", "fast", "--markdown", "people.jsonl").out
    assert "| gold mentions | equal surnames |" in shown
    assert "without parts" not in shown


def test_scoring_links_needs_rules_that_link(run, gold):
    result = run("eval", "--linking", gold)
    assert (result.code, result.out) == (2, "")
    assert "link-people" in result.err
