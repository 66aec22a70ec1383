"""User names made of names in the document, and runs of digits without another label."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.handles import Handles
from anonfilter_english.resolvers.numeric_runs.numeric_runs import NumericRuns

from anonfilter.contract.plugin import Setting
from tests import shipped
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def resolve(resolver: Any, marked: str, **config: Any) -> Resolved:
    labels = dict(shipped.ruleset().labels)
    labels["TIME"] = replace(labels["TIME"], redact=False)
    made = resolver(resolver.Config(**config), Setting(resolver.__name__, labels=labels))
    document, spans = marked_document(marked)
    found, changes = made.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


PEOPLE = "<PERSON Jane Quist>, <PERSON John Ray Smith> and <PERSON Ramona>."
HANDLES = """
    jquist jane.quist JaneQuist quistj jane1986 j_quist jquist22 quist.jane jsmith
    john.smith jrsmith john_r_smith smith1970 ramona88 @jquist janeq77 jane-quist
"""
NO_HANDLES = """
    Janes janes ramona Smith-Quist Jane-Quist smithy jane quist j86 jane1 Smith.And
    rsmithers tquist ramonaq bluefox77 J.Quist J.R.Smith
"""


@pytest.mark.parametrize("handle", HANDLES.split())
def test_a_user_name_made_of_a_name_in_the_document_is_found(handle: str) -> None:
    made = resolve(Handles, f"{PEOPLE} It is {handle}, all one word.")
    assert f"<USERNAME {handle}>" in made.marked


@pytest.mark.parametrize("word", NO_HANDLES.split())
def test_words_that_are_not_user_names_stay(word: str) -> None:
    made = resolve(Handles, f"{PEOPLE} It is {word}, all one word.")
    assert "USERNAME" not in made.marked


def test_a_user_name_that_a_model_took_for_a_name_is_relabelled() -> None:
    made = resolve(Handles, "<PERSON Jane Quist> is <PERSON jquist>, <ORGANIZATION jane1986> here.")
    assert made.marked == "<PERSON Jane Quist> is <USERNAME jquist>, <USERNAME jane1986> here."


def test_a_name_that_its_speaker_interrupts_is_no_user_name() -> None:
    text = "<PERSON Ba-rragan> here. <PERSON Barragan>, <PERSON Ramon Ba-rragan>."
    assert resolve(Handles, text).marked == text


def test_an_address_keeps_its_label() -> None:
    text = "<PERSON Jane Quist>: <EMAIL_ADDRESS jquist.x>, jquist@x, <ORGANIZATION of jquist here>."
    assert resolve(Handles, text).marked == text


def test_user_names_need_a_name_in_the_document() -> None:
    assert resolve(Handles, "jquist and jane1986").spans == []


RUNS = [
    "my code is [4471].",
    "it is [four four seven one]",
    "okay [8 8 2 1 3 6]",
    "the pin is [1984]",
    "[double five one oh two]",
    "that's [90 21 55]",
    "extension [four fifteen]",
    "[4-4-7-1] yes",
    "so [77123]",
    "enter [300]",
    "[twenty-two forty-five sixty]",
    "[one, um, two nine seven]",
    "[9 9, 9 3]",
    "so --[417], he",
    "#[4471]",
    "serial number [600213]",
    "[zero zero seven three]",
    "gate [five five six]",
]
CODES = ["[D44719]", "so [TF009B116D].", "[CCU-24-0771]"]
NO_RUNS = [
    "I paid $4471 for it",
    "4471 dollars",
    "about 500 of them",
    "in 1984 he",
    "nineteen eighty-four",
    "twenty twenty-three",
    "1,500 units",
    "25000 dollars",
    "call nine one one",
    "one two three go",
    "we have 350 customers",
    "we have 350 happy customers",
    "12.345",
    "10:30",
    "300 to 400",
    "300-400",
    "200, 300, 500",
    "S&P 500",
    "24/7 we",
    "401(k)",
    "350 basis points",
    "two or three",
    "five hundred and six",
    "page 415",
    "150th",
    "two hundred fifty",
    "Q4-2021",
    "FY2021",
    "the 1990s",
    "a 1500-page book",
    "post-2008",
    "A320",
    "MP3",
    "1500km",
    "10000th",
    "CD-ROM",
    "jane@x1234.example",
    "x1234.example",
    "€ 1550",
    "1550 %",
    "almost 1250",
    "forty five minutes",
    "four by four",
    "it is eighty-four ninety-nine",
]


@pytest.mark.parametrize("text", RUNS)
def test_a_run_of_digits_is_found(text: str) -> None:
    made = resolve(NumericRuns, text.replace("[", "").replace("]", ""))
    assert made.marked == text.replace("[", "<NUMERIC ").replace("]", ">")


@pytest.mark.parametrize("text", CODES)
def test_a_run_with_letters_is_a_code(text: str) -> None:
    made = resolve(NumericRuns, text.replace("[", "").replace("]", ""))
    assert made.marked == text.replace("[", "<GENERIC_ID ").replace("]", ">")


@pytest.mark.parametrize("text", NO_RUNS)
def test_money_counts_and_years_stay(text: str) -> None:
    assert resolve(NumericRuns, text).spans == []


def test_digits_with_another_label_are_not_a_run() -> None:
    text = "It was <DATE 5512>, and <PHONE_NUMBER four four seven> one."
    assert resolve(NumericRuns, text).marked == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is <TIME 5500218663>.", "It is <NUMERIC 5500218663>."),
        ("It is <TIME@spoken seven oh two>.", "It is <TIME seven oh two>."),
        ("Ends in <TIME three oh three> six.", "Ends in <NUMERIC three oh three six>."),
        ("Is it seven <TIME seven oh two>?", "Is it <NUMERIC seven seven oh two>?"),
        ("The pin is <TIME nine oh five>.", "The pin is <NUMERIC nine oh five>."),
        ("At <TIME@spoken nine oh five>, on line 3.", "At <TIME nine oh five>, on line 3."),
        ("<PHONE_NUMBER 555 0188> 4471", "<PHONE_NUMBER 555 0188> <NUMERIC 4471>"),
        ("<PHONE_NUMBER 555 0188> 44", "<PHONE_NUMBER 555 0188> 44"),
    ],
)
def test_a_time_that_stays_is_no_part_of_a_longer_number(before: str, after: str) -> None:
    made = resolve(NumericRuns, before)
    numeric = [span for span in made.spans if span.label == "NUMERIC"]
    others = [
        span
        for span in made.before
        if not any(span.start < run.end and run.start < span.end for run in numeric)
    ]
    assert Resolved(made.document, [], [*others, *numeric], []).marked == after


def test_each_word_list_has_only_strings() -> None:
    for terms in table("numeric_runs").values():
        assert all(isinstance(term, str) and term for term in terms)
