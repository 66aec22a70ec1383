"""Dates are tagged part by part; times, ages and heights by their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from anonfilter_english.taggers.date_part_tags import PARTS, DateParts
from anonfilter_english.taggers.number_only_tags import NumbersOnly

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Span
from anonfilter.contract.plugin import Setting

LABELS = {
    "DATE": Label("DATE", tag="date-parts"),
    "DATE_OF_BIRTH": Label("DATE_OF_BIRTH", tag="date-parts", template="[BIRTHDAY]"),
    "TIME": Label("TIME", tag="numbers-only"),
    "AGE": Label("AGE", tag="numbers-only", template="[YEARS]"),
    "HEIGHT": Label("HEIGHT", tag="numbers-only", template="[HEIGHT]"),
}


def tagged(tagger: Any, label: str, text: str) -> str:
    """Return the text of a mention with its replacements."""
    made = tagger(tagger.Config(), Setting("tagger", labels=LABELS))
    mention = Mention(Span(100, 100 + len(text), label, "test"), text, LABELS[label])
    parts, done = [], 0
    for replacement in made.replace(mention, Book(())):
        parts += text[done : replacement.start - 100], replacement.text
        done = replacement.end - 100
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("Monday the 15th of June, 2011", "[DAY_OF_WEEK] the [DAY] of [MONTH], [YEAR]"),
        ("September 1st, 2021", "[MONTH] [DAY], [YEAR]"),
        ("the '90s", "the [DECADE]"),
        ("'90s", "[DECADE]"),
        ("late 1980's", "late [DECADE]"),
        ("1990s", "[DECADE]"),
        ("mid-nineties", "mid-[DECADE]"),
        ("nineteen nineties", "[DECADE]"),
        ("early two thousands", "early [DECADE]"),
        ("05/13/2012", "[DATE]"),
        ("5/13/12", "[DATE]"),
        ("2012-05-13", "[DATE]"),
        ("13.5.2012", "[DATE]"),
        ("5/13", "[DATE]"),
        ("2012-05-13T10:30:00Z", "[DATE]"),
        ("1998", "[YEAR]"),
        ("'98", "[YEAR]"),
        ("1998-2004", "[YEAR]-[YEAR]"),
        ("1998-99", "[YEAR]-[YEAR]"),
        ("nineteen ninety-eight", "[YEAR]"),
        ("nineteen oh five", "[YEAR]"),
        ("two thousand and three", "[YEAR]"),
        ("ninety-eight", "[YEAR]"),
        ("March nineteenth, two thousand three", "[MONTH] [DAY], [YEAR]"),
        ("March the third", "[MONTH] the [DAY]"),
        ("twenty-first of May", "[DAY] of [MONTH]"),
        ("March nineteen", "[MONTH] [DAY]"),
        ("thirty-first", "[DAY]"),
        ("the 15th", "the [DAY]"),
        ("15 June", "[DAY] [MONTH]"),
        ("June 3-5, 2010", "[MONTH] [DAY]-[DAY], [YEAR]"),
        ("3-5 June", "[DAY]-[DAY] [MONTH]"),
        ("June of '04", "[MONTH] of [YEAR]"),
        ("Sept. 3, 98", "[MONTH] [DAY], [YEAR]"),
        ("15-Jun-2011", "[DAY]-[MONTH]-[YEAR]"),
        ("Tues., Sept. 4", "[DAY_OF_WEEK], [MONTH] [DAY]"),
        ("Friday nights", "[DAY_OF_WEEK] nights"),
        ("June\n15th,\n2011", "[MONTH]\n[DAY],\n[YEAR]"),
        ("summer of 2010", "summer of [YEAR]"),
        ("3 weeks in May", "[NUMBER] weeks in [MONTH]"),
        ("the second week of June", "the [NUMBER] week of [MONTH]"),
        ("six, twenty-one, eighty-four", "[DATE]"),
        ("seven sixteen", "[DATE]"),
        ("Christmas Eve", "[DATE]"),
    ],
)
def test_parts_of_a_date(date: str, expected: str) -> None:
    assert tagged(DateParts, "DATE", date) == expected


def test_a_label_may_have_its_own_tag_for_whole_dates() -> None:
    assert tagged(DateParts, "DATE_OF_BIRTH", "seven sixteen") == "[BIRTHDAY]"
    assert tagged(DateParts, "DATE_OF_BIRTH", "June 3") == "[MONTH] [DAY]"


def test_templates_has_all_tags_of_dates() -> None:
    tagger = DateParts(DateParts.Config(), Setting("date-parts", labels=LABELS))
    announced = {template.text for template in tagger.templates(LABELS["DATE"])}
    assert announced == {f"[{part}]" for part in PARTS}


@pytest.mark.parametrize("text", ["May 5", "the 5th", "1998", "in two weeks", "Q3", "T10:30"])
def test_no_digit_of_a_date_is_left(text: str) -> None:
    assert not any(char.isdigit() for char in tagged(DateParts, "DATE", text))


@pytest.mark.parametrize(
    ("height", "expected"),
    [
        ("5 feet and 11 inches", "[HEIGHT] feet and [HEIGHT] inches"),
        ("6-foot-2", "[HEIGHT]-foot-[HEIGHT]"),
        ("five-foot-seven", "[HEIGHT]-foot-[HEIGHT]"),
        ("six foot two and a half", "[HEIGHT] foot [HEIGHT]"),
        ("5'11\"", "[HEIGHT]'[HEIGHT]\""),
        ("six-two", "[HEIGHT]"),
        ("five seven", "[HEIGHT]"),
        ("one meter eighty", "[HEIGHT] meter [HEIGHT]"),
        ("1.80 m", "[HEIGHT] m"),
    ],
)
def test_numbers_of_heights_are_tagged(height: str, expected: str) -> None:
    assert tagged(NumbersOnly, "HEIGHT", height) == expected


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("10:30", "[TIME]"),
        ("1:30 PM", "[TIME] PM"),
        ("1 PM", "[TIME] PM"),
        ("10.30am", "[TIME]am"),
        ("ten forty-five a.m.", "[TIME] a.m."),
        ("ten o'clock", "[TIME] o'clock"),
        ("10 o'clock", "[TIME] o'clock"),
        ("nine four- nine forty-seven AM", "[TIME] AM"),
        ("fourteen hundred hours", "[TIME] hours"),
        ("oh nine hundred", "[TIME]"),
        ("quarter to five", "[TIME] to [TIME]"),
        ("half past nine", "[TIME] past [TIME]"),
        ("noon", "[TIME]"),
    ],
)
def test_numbers_of_times_are_tagged(time: str, expected: str) -> None:
    assert tagged(NumbersOnly, "TIME", time) == expected


@pytest.mark.parametrize(
    "age", ["33", "thirty-three", "30s", "thirties", "three and a half", "33½"]
)
def test_numbers_of_ages_are_tagged(age: str) -> None:
    assert tagged(NumbersOnly, "AGE", age) == "[YEARS]"
    assert tagged(NumbersOnly, "AGE", f"mid-{age}") == "mid-[YEARS]"
