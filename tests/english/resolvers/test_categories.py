"""A name gets the label of its category in the word lists, and groups are no people."""

from __future__ import annotations

from typing import Any

import pytest
from anonfilter_english.resolvers.categories import Categories

from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import Resolved, accounted, document_of, marked_document

FIND = {"find": ["GANG", "NATIONALITY", "ETHNICITY", "RELIGION"]}


def resolved(marked: str, **config: Any) -> str:
    document, spans = marked_document(marked)
    resolver = Categories(Categories.Config.model_validate(config), Setting("categories"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes).marked


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He is an <PERSON Odinist>.", "He is an <NRP Odinist>."),
        ("the <PERSON Hondurans>", "the <NRP Hondurans>"),
        ("My aunt was <ORGANIZATION Pentecostal>.", "My aunt was <NRP Pentecostal>."),
        ("I ran with the <PERSON Sureños>.", "I ran with the <ORGANIZATION Sureños>."),
        ("the <LOCATION Ninth Street Gangsters>", "the <ORGANIZATION Ninth Street Gangsters>"),
        # names that people and towns have too
        (
            "He was <PERSON Christian>, a <PERSON Christian> man.",
            "He was <NRP Christian>, a <NRP Christian> man.",
        ),
        ("I asked <PERSON Christian> to go.", "I asked <PERSON Christian> to go."),
        (
            "<PERSON Christian Bell> left. She was <PERSON Christian>.",
            "<PERSON Christian Bell> left. She was <PERSON Christian>.",
        ),
        (
            "Ms. <PERSON French>, an <PERSON Irish> family",
            "Ms. <PERSON French>, an <NRP Irish> family",
        ),
        ("Thank you, Dr. <PERSON Navajo>.", "Thank you, Dr. <PERSON Navajo>."),
        ("I flew to <LOCATION Cheyenne>.", "I flew to <LOCATION Cheyenne>."),
        # towns
        ("at Elk Hospital in <ORGANIZATION Manteca>", "at Elk Hospital in <LOCATION Manteca>"),
        (
            "in <ORGANIZATION Elk Systems>, by <ORGANIZATION Manteca>",
            "in <ORGANIZATION Elk Systems>, by <ORGANIZATION Manteca>",
        ),
        # words that are not only the name of a group
        ("at <ORGANIZATION First Baptist Church>", "at <ORGANIZATION First Baptist Church>"),
        ("born on <DATE Friday>", "born on <DATE Friday>"),
    ],
)
def test_a_name_has_the_label_of_its_category(before: str, after: str) -> None:
    assert resolved(before) == after


def test_the_rules_choose_the_label_of_a_category() -> None:
    marked = "<ORGANIZATION Mule Creek State Prison>, where <PERSON Norteño> gangs are"
    prisons = {"PRISON": "LOCATION", "GANG": "NRP"}
    assert resolved(marked, labels=prisons) == (
        "<LOCATION Mule Creek State Prison>, where <NRP Norteño> gangs are"
    )


def test_an_acronym_is_linked_with_its_full_form() -> None:
    marked = "<ORGANIZATION Elk Training Facility>, then <ORGANIZATION ETF> and <ORGANIZATION EFT>"
    assert resolved(marked, labels={"PRISON": "LOCATION"}) == (
        "<LOCATION Elk Training Facility>, then <LOCATION ETF> and <ORGANIZATION EFT>"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "She saw a Bulldog and two Black males.",
            "She saw a <ORGANIZATION Bulldog> and two <NRP Black> males.",
        ),
        ("the <NRP Mexican> <ORGANIZATION Mafia> man", "the <ORGANIZATION Mexican Mafia> man"),
        ("He met a Hmong family.", "He met a <NRP Hmong> family."),
        ("no baptist is there", "no <NRP baptist> is there"),
        ("She had a black car. The blood was his.", "She had a black car. The blood was his."),
        (
            "Ann Black was there, Mr. White too. He is learning English.",
            "Ann Black was there, Mr. White too. He is learning English.",
        ),
        (
            "<PERSON Ann Black> is not of those Black men.",
            "<PERSON Ann Black> is not of those Black men.",
        ),
    ],
)
def test_groups_that_no_detector_found_are_found(before: str, after: str) -> None:
    assert resolved(before, **FIND) == after
    if before != after:
        assert resolved(before) != after


def test_time_grows_linearly_with_the_text() -> None:
    resolver = Categories(Categories.Config.model_validate(FIND), Setting("categories"))

    def resolve(times: int) -> None:
        document = document_of("She saw a Bulldog and a Hmong family. " * times)
        resolver.resolve(document, ())

    assert grows_no_faster(resolve, 300)
