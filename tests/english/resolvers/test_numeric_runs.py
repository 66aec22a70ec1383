"""Runs of three or more digits, spoken or written, are found; counts and money stay."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.resolvers.numeric_runs.digit_runs import find_codes, find_runs
from anonfilter_english.resolvers.numeric_runs.numeric_runs import NumericRuns

from anonfilter.contract.document import Label
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import Resolved, accounted, document_of, marked_document

KEPT = ("DATE", "TIME")
LABELS = {
    name: Label(name, redact=name not in KEPT)
    for name in ("NUMERIC", "PHONE_NUMBER", "GENERIC_ID", *KEPT)
}


def resolved(marked: str, **config: object) -> Resolved:
    document, spans = marked_document(marked)
    setting = Setting("numeric-runs", labels=LABELS)
    resolver = NumericRuns(NumericRuns.Config.model_validate(config), setting)
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


def found(marked: str) -> str:
    """Return the text without its marks, with the spans of the resolver marked."""
    return resolved(re.sub(r"<NUMERIC ([^>]*)>", r"\1", marked)).marked


@pytest.mark.parametrize(
    "marked",
    [
        "It's <NUMERIC 447>.",
        "(<NUMERIC 4471>)",
        "It's <NUMERIC 4 4 7 1>.",
        "It's <NUMERIC 44-71-90>.",
        "It's <NUMERIC four four seven>.",
        "It's <NUMERIC four, four, seven, one>.",
        "It's <NUMERIC four-four-seven>.",
        "It's <NUMERIC forty-four seventy-one>.",
        "It's <NUMERIC nine oh three, um, one four>.",
        "It's <NUMERIC 9 oh three 1>.",
        "It's <NUMERIC double oh seven>.",
        "It's <NUMERIC double-oh seven>.",
        "It's <NUMERIC triple four two>.",
        "It's <NUMERIC nought four seven>.",
        "It's <NUMERIC four seven niner>.",
        "The gate is <NUMERIC 447>, the PIN <NUMERIC 8820>.",
        "It's <GENERIC_ID D44719>.",
        "It's <GENERIC_ID tf009b116d>.",
        "It's <GENERIC_ID AB-12-34-CD>.",
    ],
)
def test_spoken_and_written_runs_are_found(marked: str) -> None:
    assert found(marked) == marked


@pytest.mark.parametrize(
    "text", ["It's 44.", "It's forty-four.", "four seven", "double four", "He is 44, 45 at most."]
)
def test_too_few_digits_are_not_a_run(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I paid $4471.",
        "I paid $ 4471.",
        "I paid 4471 dollars.",
        "I paid 4,471 dollars and £882.",
        "I paid 882€, or 882 €.",
        "I paid USD 882, then EUR 4471.",
        "I paid four four seven one dollars.",
        "It costs eighty-four ninety-nine.",
    ],
)
def test_money_stays(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "351 customers came.",
        "351 loyal customers came.",
        "About 351 came.",
        "It rose by 351 percent, or 351%.",
        "I drove 351 miles.",
        "It's 351 times as long.",
        "See page 351.",
        "300-400 at most",
        "from 350 to 450",
        "between 350 and 450",
        "the 351st",
        "a 351-page book",
        "4400mg, 2160p",
        "1.351 and 12:35:10 and 12/04/1984",
    ],
)
def test_a_count_stays(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "That was in 1984.",
        "1984, I think.",
        "nineteen eighty-four",
        "from 1984 to 1991",
        "1984-1991",
        "1984-91",
        "twenty nineteen",
        "the 1990s, FY2021, post-2008",
    ],
)
def test_a_year_stays(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "text", ["Call 911.", "A 401 or a 1099?", "one two three four", "Some 500."]
)
def test_public_numbers_stay(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "marked",
    [
        "The member number is <NUMERIC 1984>.",
        "The PIN is <NUMERIC nineteen eighty-four>.",
        "The code is <NUMERIC 911>.",
        "The case is <NUMERIC 2019-2021>.",
        "My account ends in <NUMERIC eighty-four ninety-nine>.",
        "Order #<NUMERIC 500>",
        "The code is <NUMERIC 4471> $20 was the fee",
        "My badge is <NUMERIC one two three four>.",
    ],
)
def test_announced_numbers_are_found_even_if_they_look_like_years_or_counts(marked: str) -> None:
    assert found(marked) == marked


@pytest.mark.parametrize(
    "text",
    [
        "The order was 351 shirts.",
        "My claim is $ 4471.",
        "The account has 4471 dollars.",
        "A code? In 1984.",
    ],
)
def test_an_announcement_does_not_apply_to_money_and_counts(text: str) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("<PHONE_NUMBER 555-0199>", "<PHONE_NUMBER 555-0199>"),
        ("<GENERIC_ID D44719>", "<GENERIC_ID D44719>"),
        ("It's <PHONE_NUMBER 555 0199> 4471.", "It's <PHONE_NUMBER 555 0199> <NUMERIC 4471>."),
        ("It's <PHONE_NUMBER 555 0199> 44.", "It's <PHONE_NUMBER 555 0199> 44."),
        ("on <DATE@patterns 03 04 2011>", "on <DATE 03 04 2011>"),
        ("at <TIME@spoken seven seven oh two>", "at <TIME seven seven oh two>"),
    ],
)
def test_digits_with_another_label_are_not_found_again(marked: str, expected: str) -> None:
    assert resolved(marked).marked == expected


@pytest.mark.parametrize(
    "marked", ["It's <TIME 7702>.", "It ends in <TIME@spoken seven seven oh two>."]
)
def test_digits_of_a_label_that_stays_are_left_out_only_if_a_believed_detector_found_them(
    marked: str,
) -> None:
    made = resolved(marked)
    assert [span.label for span in made.spans] == ["TIME", "NUMERIC"]
    assert len({(span.start, span.end) for span in made.spans}) == 1


def test_rules_set_the_label_and_the_shortest_run() -> None:
    marked = resolved("It's 44.", label="GENERIC_ID", shortest=2).marked
    assert marked == "It's <GENERIC_ID 44>."


@pytest.mark.parametrize(
    "text",
    [
        "447190",
        "44 71 90",
        "44-71-90",
        "4 4 7 1 9 0",
        "forty-four seventy-one ninety",
        "four four seven one nine oh",
        "double four seven one ninety",
        "44 uh 7190",
    ],
)
def test_the_digits_of_a_run_are_the_same_in_every_grouping(text: str) -> None:
    assert "".join(run.digits for run in find_runs(text)) == "447190"


def test_a_comma_between_written_numbers_divides_a_run() -> None:
    assert [run.digits for run in find_runs("351, 352")] == ["351", "352"]


@pytest.mark.parametrize("text", ["anna4471@example.com", "B-52", "mp3", "H1-2021", "4471ft"])
def test_text_that_is_not_a_code(text: str) -> None:
    assert list(find_codes(document_of(text).prose)) == []
