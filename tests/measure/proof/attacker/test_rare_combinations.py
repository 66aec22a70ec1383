"""Attributes of people in a text, and combinations of them that only one text has."""

from __future__ import annotations

import re

import pytest
from anonfilter_measure.proof.attacker.rare_combinations import Pattern, attributes, patterns, rare

from anonfilter.testing.growth import grows_no_faster

SAID = "I'm 63 years old, I was a nurse, and my three daughters came along.\n"
OTHER = "I'm 41 years old, I was a nurse, and my two sons came along.\n"
PATTERNS = [(kind, one) for kind, those in patterns().items() for one in those]


@pytest.mark.parametrize(("kind", "pattern"), PATTERNS, ids=[kind for kind, _ in PATTERNS])
def test_a_pattern_matches_its_example_alone(kind: str, pattern: Pattern) -> None:
    assert re.search(pattern.regex, pattern.example, re.I)
    assert not re.search(pattern.regex, pattern.counterexample, re.I)


def test_speech_is_read() -> None:
    assert [(one.kind, one.value) for one in attributes(SAID)] == [
        ("age", "63"),
        ("occupation", "nurse"),
        ("family", "three daughters"),
    ]


def test_a_combination_in_one_text_is_rare() -> None:
    found = rare([SAID, OTHER, OTHER])
    assert [(one.document, [kind for kind, _ in one.combination]) for one in found] == [
        (0, ["age", "family", "occupation"])
    ]
    assert SAID[found[0].start : found[0].end].startswith("63 years old, I was")


def test_two_attributes_or_a_single_text_are_not_rare() -> None:
    assert rare(["I'm 63 years old, and I was a nurse.", OTHER, OTHER]) == []
    assert rare([SAID]) == []


def test_distant_facts_do_not_belong_to_one_person() -> None:
    apart = SAID.replace(", I was", ". " + "Well, we talked. " * 50 + "I was")
    assert rare([apart, OTHER, OTHER]) == []


def test_time_grows_with_the_text() -> None:
    assert grows_no_faster(lambda size: rare([SAID * size, OTHER * size]), 600)
