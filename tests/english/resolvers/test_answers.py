"""The label of an answer is the one that the question before it asks for."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from anonfilter_english.resolvers.answers import Answers

from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import Resolved, accounted, marked_document

QUESTIONS = [
    {"label": "DATE_OF_BIRTH", "asked": ["date of birth", "born"], "of": ["DATE"]},
    {"label": "US_SSN", "asked": ["social"], "of": ["NUMERIC", "PHONE_NUMBER"]},
    {"label": "PASSPORT", "asked": ["passport"], "of": [], "bare": "number", "digits": 3},
    {"label": "BANK_ACCOUNT", "asked": ["account"], "of": ["NUMERIC", "GENERIC_ID"]},
    {"label": "AGE", "asked": ["how old"], "of": [], "bare": "number"},
    {"label": "PHONE_NUMBER", "asked": ["area code"], "of": ["NUMERIC"], "bare": "number"},
    {"label": "PERSON", "asked": ["last name"], "of": ["LOCATION"], "bare": "name"},
]


def answered(marked: str) -> str:
    document, spans = marked_document(marked)
    resolver = Answers(Answers.Config.model_validate({"questions": QUESTIONS}), Setting("answers"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes).marked


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "Ann: And your date of birth?\nBo: Uh, <DATE June second>.",
            "Ann: And your date of birth?\nBo: Uh, <DATE_OF_BIRTH June second>.",
        ),
        (
            "Ann: Last four of your social, please.\nBo: Sure.\nBo: It's <NUMERIC 6789>.",
            "Ann: Last four of your social, please.\nBo: Sure.\nBo: It's <US_SSN 6789>.",
        ),
        (  # a question without a question mark
            "Ann: and your date of birth\nBo: <DATE june second>",
            "Ann: and your date of birth\nBo: <DATE_OF_BIRTH june second>",
        ),
        (  # a question for another thing
            "Ann: When were you born?\nBo: <DATE June second>.\nAnn: And the appointment?\n"
            "Bo: <DATE July third>.",
            "Ann: When were you born?\nBo: <DATE_OF_BIRTH June second>.\n"
            "Ann: And the appointment?\nBo: <DATE July third>.",
        ),
        (
            "Ann: When was he born?\nBo: <DATE June second>.\nAnn: And the baby?\n"
            "Bo: <DATE July third>.",
            "Ann: When was he born?\nBo: <DATE_OF_BIRTH June second>.\nAnn: And the baby?\n"
            "Bo: <DATE_OF_BIRTH July third>.",
        ),
        (  # a statement is no question, but its value may be repeated
            "Bo: I was born on <DATE_OF_BIRTH June second>.\nAnn: <DATE June second>. We meet on "
            "<DATE July third>.",
            "Bo: I was born on <DATE_OF_BIRTH June second>.\nAnn: <DATE_OF_BIRTH June second>. We "
            "meet on <DATE July third>.",
        ),
        (  # a name that is repeated may be a place
            "Ann: Your last name?\nBo: <LOCATION Rivers>. I live in <LOCATION Rivers>.",
            "Ann: Your last name?\nBo: <PERSON Rivers>. I live in <LOCATION Rivers>.",
        ),
        (  # more than an aside between question and answer
            "Ann: and your social\nBo: i told you that last week\nAnn: and what is it\n"
            "Bo: <NUMERIC 6789>",
            "Ann: and your social\nBo: i told you that last week\nAnn: and what is it\n"
            "Bo: <NUMERIC 6789>",
        ),
        (  # only the first name in the turn is the answer
            "Ann: Your last name?\nBo: <LOCATION Rivers>. I was born in <LOCATION Fresno>.",
            "Ann: Your last name?\nBo: <PERSON Rivers>. I was born in <LOCATION Fresno>.",
        ),
        (
            "Ann: Your last name?\n<PERSON Bo>: <PERSON Okoro>, from <LOCATION Fresno>.",
            "Ann: Your last name?\n<PERSON Bo>: <PERSON Okoro>, from <LOCATION Fresno>.",
        ),
        (
            "Ann: Your last name?\n<PERSON Bo>: <LOCATION Rivers>.",
            "Ann: Your last name?\n<PERSON Bo>: <PERSON Rivers>.",
        ),
        (  # the last question counts
            "Ann: I have your account here. Your social?\nBo: <NUMERIC 6789>.",
            "Ann: I have your account here. Your social?\nBo: <US_SSN 6789>.",
        ),
        (  # the question has a value, and asks for a value of this kind
            "Ann: You were <AGE sixteen> or <AGE seventeen>?\nBo: I think seventeen.",
            "Ann: You were <AGE sixteen> or <AGE seventeen>?\nBo: I think <AGE seventeen>.",
        ),
        (  # also before "right?"
            "Ann: You were <AGE sixteen> then. Is that right?\nBo: Seventeen, I think.",
            "Ann: You were <AGE sixteen> then. Is that right?\nBo: <AGE Seventeen>, I think.",
        ),
        (  # a repeated number
            "Ann: How old was he?\nBo: Seventeen.\nAnn: Seventeen?\nBo: Seventeen, sir.\n"
            "Ann: Nine.",
            "Ann: How old was he?\nBo: <AGE Seventeen>.\nAnn: <AGE Seventeen>?\n"
            "Bo: <AGE Seventeen>, sir.\nAnn: Nine.",
        ),
        (  # a short question continues the previous one
            "Ann: How old were you?\nBo: <AGE Sixteen>.\nAnn: And now?\nBo: Fifty.",
            "Ann: How old were you?\nBo: <AGE Sixteen>.\nAnn: And now?\nBo: <AGE Fifty>.",
        ),
        (  # a value before the question does not count
            "Ann: You were <AGE sixteen>. How many were there?\nBo: Seventeen.",
            "Ann: You were <AGE sixteen>. How many were there?\nBo: Seventeen.",
        ),
        (  # no question asks for it
            "Ann: When did you call?\nBo: On <DATE June second>.",
            "Ann: When did you call?\nBo: On <DATE June second>.",
        ),
        (  # a value in the question itself is no answer
            "Ann: Is your date of birth <DATE June second>?\nBo: Yes.",
            "Ann: Is your date of birth <DATE June second>?\nBo: Yes.",
        ),
        (  # another question between question and answer
            "Ann: Date of birth?\nBo: Why?\nAnn: When was that?\nBo: In <DATE June>.",
            "Ann: Date of birth?\nBo: Why?\nAnn: When was that?\nBo: In <DATE June>.",
        ),
    ],
)
def test_the_question_labels_the_answer(marked: str, expected: str) -> None:
    assert answered(marked) == expected


def test_words_late_in_a_long_turn_are_no_answer() -> None:
    text = f"Ann: Where were you born?\nBo: {'Well, that is a story. ' * 10}<DATE June second>."
    assert answered(text) == text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How old are you?", "<AGE Fifty-eight>."),
        ("How old are you?", "Uh, I'm <AGE 58>, sir."),
        ("How old are you?", "Two times I told you."),
        ("How old is that car?", "I have 3 of them."),
        ("Area code?", "<PHONE_NUMBER Four oh two>."),
        ("Area code?", "It's <PHONE_NUMBER 402>."),
        ("What's the last name?", "<PERSON Rivers>. He left."),
        ("What's the last name?", "Uh, <PERSON Okoro-Hale>, sir."),
        ("What's the last name?", "Sure."),
        ("What's the last name?", "Okay, hold on."),
        ("Did she give a last name? How old was she?", "<AGE Nine>."),
        ("Did you see it?", "Nine."),
        ("Your passport?", "Um, thirty."),
        ("Your passport?", "Um, thirty-four."),
        ("Your passport?", "Um, <PASSPORT four oh two>."),
        ("Your passport?", "<PASSPORT Thirty double six>."),
    ],
)
def test_an_answer_that_is_only_a_number_or_a_name_is_found(question: str, answer: str) -> None:
    plain = re.sub(r"<[A-Z_]+ ([^>]*)>", r"\1", answer)
    assert answered(f"Ann: {question}\nBo: {plain}") == f"Ann: {question}\nBo: {answer}"


@pytest.mark.parametrize("turn", ["Q. Yes.\nA. No.\n", "a\n\n", "[[NUMERIC 5]]\n\n"])
def test_many_short_turns_are_read_once(turn: str) -> None:
    assert grows_no_faster(lambda count: answered(turn * count), 4_000)


def test_an_announcement_in_the_turn_itself_takes_precedence_over_the_question() -> None:
    document, spans = marked_document(
        "Ann: Your account, please?\nBo: And your ticket number is <GENERIC_ID I N C 0 0 9 3>."
    )
    announced = [replace(span, rule="announced") for span in spans]
    resolver = Answers(Answers.Config.model_validate({"questions": QUESTIONS}), Setting("answers"))
    found, changes = resolver.resolve(document, announced)
    assert (found, changes) == (announced, [])
