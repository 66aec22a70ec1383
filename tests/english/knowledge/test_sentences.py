"""Ends of sentences, and capitals that are evidence for a name."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.name_contexts import begins_sentence
from anonfilter_english.knowledge.sentences import ends_sentence


@pytest.mark.parametrize(
    "text",
    [
        "Delacourt Q.C. |Rose",
        "Hon'ble. |Rose",
        "Mr. |Rose",
        "Smith v. |Rose",
        "Everard Jr. |Rose",
        "Addl. |Rose",
        "he saw |Rose",
    ],
)
def test_a_capital_after_an_abbreviation_is_evidence(text: str) -> None:
    assert not begins_sentence(text.replace("|", ""), text.index("|"))


@pytest.mark.parametrize(
    "text",
    ["He left. |Rose", "at 5 p.m. |Rose", "He said no. |Rose", "and so on, etc. |Rose", "|Rose"],
)
def test_a_capital_at_the_beginning_of_a_sentence_is_no_evidence(text: str) -> None:
    assert begins_sentence(text.replace("|", ""), text.index("|"))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Delacourt Q.C. rose", False),
        ("see No. 14 of them", False),
        ("Hon'ble. Members", False),
        ("S.L.P. No. 3", False),
        ("He left. Then", True),
        ("Who? He", True),
    ],
)
def test_ends_of_sentences_are_recognised(text: str, ends: bool) -> None:
    assert any(ends_sentence(text, at) for at, char in enumerate(text) if char in ".?") is ends
