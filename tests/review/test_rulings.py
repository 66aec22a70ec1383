"""Answers become decisions beside a file, or entries of the allow list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anonfilter_english.resolvers.decisions.decisions_file import Decision
from anonfilter_review.review_items import Group, grouped
from anonfilter_review.review_state import State, Verdict
from anonfilter_review.rulings import Ruling, Support, decisions, entries, glob, rulings

from anonfilter.selection.globs import PathSet
from tests.review.findings import findings

TEXT = "Abel Tamsin met Wilma  Quillfeather. 21-CV-1234, Abel Tamsin.\n"
SUPPORT = Support(True, ("PERSON",), frozenset({"PERSON", "LOCATION"}))


def ruled(*answers, text=TEXT):
    state = State.begin(grouped(findings(text)))
    for answer in answers:
        label, answer = answer if isinstance(answer, tuple) else ("", answer)
        if label:
            state = state.labelled(label)
        if answer is not None:
            state = state.answered(answer, "known to all")
    return list(rulings(state))


def test_a_finding_allowed_once_is_kept_with_place_and_label():
    assert decisions(ruled(Verdict.ONCE, Verdict.SKIP, Verdict.ONCE), SUPPORT) == [
        Decision(keep=((0, 11), (49, 60))),
        Decision(keep=((37, 47),), label="CASE"),
    ]


def test_a_finding_that_is_not_a_person_may_get_another_label():
    assert decisions(ruled(Verdict.NOT_A_PERSON, ("CASE", Verdict.NOT_A_PERSON)), SUPPORT) == [
        Decision(not_a_person=((0, 11), (49, 60))),
        Decision(not_a_person=((16, 35),), label="CASE"),
    ]


@pytest.mark.parametrize("answer", [Verdict.REDACT, Verdict.SKIP, None])
def test_a_new_label_is_written_with_any_answer(answer):
    assert decisions(ruled(("CASE", answer)), SUPPORT) == [
        Decision(add=((0, 11), (49, 60)), label="CASE")
    ]


@pytest.mark.parametrize("answer", [Verdict.REDACT, Verdict.SKIP, Verdict.ALWAYS])
def test_other_answers_are_no_decisions_about_places(answer):
    assert decisions(ruled(answer), SUPPORT) == []


def test_a_finding_allowed_always_is_one_entry_for_all_places():
    ((entry, found),) = entries(ruled(Verdict.SKIP, ("CASE", Verdict.ALWAYS)), SUPPORT)
    assert entry == {"value": "Wilma Quillfeather", "label": "PERSON", "reason": "known to all"}
    assert found.value == "Wilma  Quillfeather"


def test_without_decisions_a_finding_allowed_once_is_an_entry_for_the_file():
    ((entry, _),) = entries(ruled(Verdict.ONCE), Support())
    assert entry["paths"] == ["/talk.txt"]
    assert entries(ruled(Verdict.ONCE), SUPPORT) == []


def test_known_originals_are_allowed_by_value():
    (known, *_) = findings(TEXT)
    known = replace(known, finding=replace(known.finding, detector="known"))
    (question,) = State.begin([Group((known,))]).questions
    ruling = Ruling(known, Verdict.ONCE, "a namesake")
    assert decisions([ruling], SUPPORT) == []
    assert len(entries([ruling], SUPPORT)) == 1
    assert "known original of the corpus" in SUPPORT.refusal(Verdict.NOT_A_PERSON, question)
    assert SUPPORT.refusal(Verdict.REDACT, question) == ""


@pytest.mark.parametrize("path", ["talk.txt", "a/talk.txt", "!a[1]*.txt", "a{b,c}?/[x].txt"])
def test_the_glob_of_a_path_matches_it_and_no_other(path):
    paths = PathSet([glob(path)])
    assert path in paths
    assert f"deeper/{path}" not in paths
    assert path.replace("a", "b", 1).replace("t", "u", 1) not in paths


def test_impossible_answers_are_refused_with_a_reason():
    person, _, case = State.begin(grouped(findings(TEXT))).questions
    assert SUPPORT.refusal(Verdict.NOT_A_PERSON, person) == ""
    assert "not found as a name" in SUPPORT.refusal(Verdict.NOT_A_PERSON, case)
    assert "no resolver `decisions`" in Support().refusal(Verdict.NOT_A_PERSON, person)
    closed = Support(closed={"talk.txt": "is read-only"})
    assert closed.refusal(Verdict.REDACT, person) == "is read-only"
    assert SUPPORT.refusal(Verdict.REDACT, case) == ""
