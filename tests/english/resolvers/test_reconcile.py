"""All spans with the same words in a document get one label."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.reconcile import Reconcile


def test_the_label_found_most_often_wins(resolve) -> None:
    made = resolve(Reconcile, "<LOCATION Austin>, <LOCATION AUSTIN>, <PERSON Austin>")
    assert made.marked == "<LOCATION Austin>, <LOCATION AUSTIN>, <LOCATION Austin>"
    assert made.reasons == ["the document has most evidence for LOCATION"]


def test_a_fuller_name_is_evidence_for_its_parts(resolve) -> None:
    made = resolve(Reconcile, "<PERSON Jane Austin>. <LOCATION Austin> left.")
    assert made.marked == "<PERSON Jane Austin>. <PERSON Austin> left."


def test_a_place_with_a_high_score_after_in_stays_a_place(resolve) -> None:
    text = "<PERSON Jane Austin> was in <LOCATION=0.95 Austin>. <PERSON Austin> left."
    assert resolve(Reconcile, text).marked == text.replace("=0.95", "")
    made = resolve(Reconcile, text.replace(" in ", " with "))
    assert made.marked == "<PERSON Jane Austin> was with <PERSON Austin>. <PERSON Austin> left."


def test_an_organisation_with_the_name_of_a_person_may_be_a_place(resolve) -> None:
    made = resolve(Reconcile, "<PERSON Ann Harrow>. I went to <ORGANIZATION=0.4 Harrow>.")
    assert made.marked == "<PERSON Ann Harrow>. I went to <LOCATION Harrow>."
    made = resolve(Reconcile, "<PERSON Ann Harrow>. I asked <ORGANIZATION=0.4 Harrow>.")
    assert made.marked == "<PERSON Ann Harrow>. I asked <PERSON Harrow>."


def test_a_place_found_more_often_than_the_fuller_name_stays(resolve) -> None:
    made = resolve(
        Reconcile, "<PERSON Jane Austin>. <LOCATION Austin>, <LOCATION Austin>, <LOCATION Austin>."
    )
    assert made.changes == []


def test_each_detector_counts(resolve) -> None:
    document = "<PERSON Austin> and <LOCATION Austin>, <PERSON@names =0.8 x>"
    made = resolve(Reconcile, document.replace(", <PERSON@names =0.8 x>", ""))
    assert {span.label for span in made.spans} == {"PERSON"}


def test_repetitions_are_no_evidence(resolve) -> None:
    made = resolve(Reconcile, "<LOCATION@propagate Bell> <LOCATION@propagate Bell> <PERSON Bell>")
    assert made.marked == "<PERSON Bell> <PERSON Bell> <PERSON Bell>"


def test_the_label_of_a_term_list_wins(resolve) -> None:
    made = resolve(
        Reconcile, "<LOCATION@dictionary Bell> <PERSON Bell> <PERSON Bell> <PERSON Bell>"
    )
    assert {span.label for span in made.spans} == {"LOCATION"}


def test_other_labels_are_not_changed(resolve) -> None:
    made = resolve(Reconcile, "<USERNAME bell> <PERSON Bell>")
    assert made.changes == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # verbs of people
        ("<LOCATION Savannah> told me to wait.", "<PERSON Savannah> told me to wait."),
        ("<LOCATION Georgia> doesn't want that.", "<PERSON Georgia> doesn't want that."),
        ("<LOCATION Savannah> and me were driving.", "<PERSON Savannah> and me were driving."),
        ("I met <LOCATION Savannah> there.", "I met <PERSON Savannah> there."),
        ("My cousin <LOCATION Savannah> left.", "My cousin <PERSON Savannah> left."),
        ("That was <LOCATION Savannah>'s mother.", "That was <PERSON Savannah>'s mother."),
        ("<LOCATION Kingston> never wrote to me.", "<PERSON Kingston> never wrote to me."),
        # verbs and prepositions of places
        ("I moved to <PERSON Carson> later.", "I moved to <LOCATION Carson> later."),
        ("She went back to <PERSON Orlando>.", "She went back to <LOCATION Orlando>."),
        ("<PERSON Madison>'s a nice town.", "<LOCATION Madison>'s a nice town."),
        # a person and a place in one text
        (
            "<PERSON Sydney> wrote to me. <PERSON Sydney> came. I grew up in <LOCATION Sydney>.",
            "<PERSON Sydney> wrote to me. <PERSON Sydney> came. I grew up in <LOCATION Sydney>.",
        ),
    ],
)
def test_people_and_places_are_distinguished_by_their_verbs(
    resolve, before: str, after: str
) -> None:
    assert resolve(Reconcile, before).marked == after


@pytest.mark.parametrize(
    "text",
    [
        "The senator from <LOCATION Virginia> said so.",  # "from" counts, not "said"
        "I believe in <PERSON Grace>. I went to <PERSON Ann Carson>.",
        "<LOCATION Sacramento> said no. <LOCATION Texas> has laws.",
        "In <PERSON Charles> the Second's reign, <PERSON Sage> was read.",
        "I talked to <PERSON Carson>.",
    ],
)
def test_text_without_evidence_changes_nothing(resolve, text: str) -> None:
    assert resolve(Reconcile, text).changes == []
