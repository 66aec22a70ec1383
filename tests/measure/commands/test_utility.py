"""``anonfilter eval --utility``: models trained on originals and on filtered text."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.proof.utility.training_records import Record, filtered

from anonfilter.commands.options import open_session

TOPICS = {
    "boats": ("the boat took on water", "we sailed past the harbour", "the mast broke in the wind"),
    "bread": ("the dough rose too long", "we baked it in the oven", "the crust came out burnt"),
}

NAME = "Bertram Oddlington"
HOLD = "Please hold the line for a while"


@pytest.fixture
def records(folder):
    rows = [
        {
            "text": f"{HOLD}, day {at}.\n{said[at % 3]}, says Wilma Quillfeather.",
            "label": topic,
            "summary": f"Wilma Quillfeather says that {said[at % 3]}.",
        }
        for at in range(20)
        for topic, said in TOPICS.items()
    ]
    (folder / "talks.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return rows


@pytest.mark.slow
def test_scores_of_originals_and_of_each_ruleset_side_by_side(run, records):
    result = run("eval", "--utility", "--rules", "fast", "--seeds", "2", "--json", "talks.jsonl")
    found = result.json()
    assert (result.code, set(found)) == (0, {"classification", "summaries"})
    for task, models in (("classification", 2), ("summaries", 2)):
        rows = found[task]
        assert [row["version"] for row in rows] == ["original", "fast"] * models
        assert all(0 <= row["same"] <= 1 for row in rows)
    assert found["classification"][0]["same"] > 0.9
    by = {(row["model"], row["version"]): row["same"] for row in found["summaries"]}
    assert by["learned sentences", "fast"] > by["first sentences", "fast"]


@pytest.mark.slow
def test_no_value_is_printed_and_the_same_seeds_give_the_same(run, records):
    first, again = (
        run("eval", "--utility", "--rules", "fast", "--seeds", "1", "--markdown", "talks.jsonl")
        for _ in range(2)
    )
    assert first.out == again.out
    assert "| logistic regression | fast |" in first.out
    assert "Quillfeather" not in first.out + first.err


def test_records_have_the_replacements_of_the_rules_surrogates_too(run, folder, records):
    """Text and summary are one document, so a person has the same replacement in both."""
    record = Record("", f"It was {NAME} who called.", "", f"{NAME} called.")
    taggers = {"tags": "", "surrogates": "taggers: [{use: surrogate, labels: ['*']}]\n"}
    made = {}
    for name, tagger in taggers.items():
        (folder / f"{name}.yaml").write_text(f"anonfilter: 1\nextends: fast\n{tagger}")
        session = open_session(f"{name}.yaml", False, assume_language=True, seeking=False)
        (made[name],) = filtered(session.engine, [record], 1)
    assert made["tags"].text == "It was [PERSON_1] who called."
    invented = made["surrogates"].summary.removesuffix(" called.")
    assert invented not in (NAME, "[PERSON_1]")
    assert made["surrogates"].text == f"It was {invented} who called."


@pytest.mark.slow
def test_texts_without_sentences_to_choose_are_refused(run, folder):
    row = json.dumps({"text": "It rained.", "summary": "It rained."})
    (folder / "talks.jsonl").write_text("\n".join([row] * 20))
    result = run("eval", "--utility", "--rules", "fast", "talks.jsonl")
    assert (result.code, "no sentence can be chosen" in result.err) == (2, True)


def test_utility_has_its_own_options(run, records):
    assert "--seeds" in run("eval", "--utility", "--help").out
    assert "--seeds" not in run("eval", "--help").out
    assert run("eval", "--utility", "--ablate", "talks.jsonl").code == 2
    assert run("eval", "--utility", "missing.jsonl").code == 3
    assert run("eval", "--utility", "--label", "topic", "--most", "3", "talks.jsonl").code == 2
