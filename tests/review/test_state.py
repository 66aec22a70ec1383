"""Answers and undo, without a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anonfilter_review.review_items import grouped
from anonfilter_review.review_state import State, Verdict
from hypothesis import given
from hypothesis import strategies as st

from tests.review.findings import findings

TEXT = "Abel Tamsin met Wilma Quillfeather. 21-CV-1234, Abel Tamsin.\n"


@pytest.fixture
def state():
    return State.begin(grouped(findings(TEXT)))


def answers(state):
    return [one.answer for one in state.questions]


def test_one_question_after_the_other(state):
    state = state.answered(Verdict.REDACT).answered(Verdict.SKIP)
    assert state.current.group.first.label == "CASE"
    state = state.answered(Verdict.ALWAYS, "a public docket")
    assert state.is_finished
    assert answers(state) == [Verdict.REDACT, Verdict.SKIP, Verdict.ALWAYS]
    assert state.questions[2].reason == "a public docket"


def test_skipping_decides_nothing(state):
    assert not state.answered(Verdict.SKIP).decided
    assert state.answered(Verdict.ONCE).decided


def test_another_label_is_a_decision_and_the_question_stays(state):
    labelled = state.labelled("CASE")
    assert labelled.decided
    assert labelled.at == state.at
    assert not labelled.labelled("PERSON").decided


def test_a_group_can_be_divided_into_single_questions(state):
    apart = state.one_by_one()
    assert [len(one.group.items) for one in apart.questions] == [1, 1, 1, 1]
    assert apart.answered(Verdict.REDACT).current.group.first.place == (48, 59)


def test_findings_allowed_always_are_asked_about_once():
    state = State.begin(grouped(findings(TEXT), each=True)).answered(Verdict.ALWAYS, "known")
    assert answers(state) == [Verdict.ALWAYS, None, None, Verdict.ALWAYS]
    assert state.answered(Verdict.SKIP).answered(Verdict.SKIP).is_finished
    assert answers(state.undone()) == [None] * 4


def test_undoing_takes_back_the_last_thing_whatever_it_was(state):
    split = state.one_by_one()
    labelled = split.labelled("CASE")
    assert labelled.answered(Verdict.REDACT).undone() == labelled
    assert labelled.undone() == split
    assert split.undone() == state
    assert state.undone() == state


def test_an_answer_can_be_changed_without_an_undo(state):
    answered = state.answered(Verdict.REDACT)
    back = answered.back()
    assert back.at == 0
    assert back.undone() == state
    assert answers(back.answered(Verdict.SKIP)) == [Verdict.SKIP, None, None]
    assert state.back() == state


def test_questions_of_a_label_or_of_a_kind_with_the_same_answer_are_answered_at_once():
    state = State.begin(grouped(findings(TEXT), each=True))
    assert state.like(0, of_label=True) == [0, 1, 3]
    assert state.like(0, of_label=False) == [0, 3]
    state = state.answered(Verdict.ONCE, which=[0])
    assert state.like(3, of_label=True) == [1, 3]
    state = state.answered(Verdict.REDACT, which=state.like(3, of_label=True))
    assert answers(state) == [Verdict.ONCE, Verdict.REDACT, None, Verdict.REDACT]
    assert state.progress() == {"talk.txt": (3, 4)}
    assert answers(state.answered(None, which=[0])) == [None, *answers(state)[1:]]
    assert state.undone().undone() == State.begin(grouped(findings(TEXT), each=True))


def test_an_added_finding_covers_findings_within_it(state):
    item = replace(findings(TEXT)[0], finding=replace(findings(TEXT)[0].finding, label=""))
    added = state.added(item, "CASE", covered=[0])
    assert answers(added) == [Verdict.COVERED, None, None, None]
    assert added.questions[3].label == "CASE"
    assert added.undone() == state


def test_decisions_are_counted_in_findings(state):
    state = state.answered(Verdict.REDACT).labelled("CASE")
    assert dict(state.counts()) == {"redact": 2, "another label": 1, "open": 2}


STEPS = st.lists(st.sampled_from([*Verdict, "label", "apart"]))


@given(STEPS)
def test_everything_can_be_undone(steps):
    first = state = State.begin(grouped(findings(TEXT)))
    for step in steps:
        if state.is_finished:
            break
        if step == "label":
            state = state.labelled("CASE")
        elif step == "apart":
            state = state.one_by_one()
        else:
            state = state.answered(step)
        assert sum(len(one.group.items) for one in state.questions) == 4
    while state.before is not None:
        state = state.undone()
    assert state == first
