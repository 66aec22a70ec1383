"""A DATE of a model becomes a date, a time, an age, a duration, or nothing."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.dates import Dates


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # dates
        ("on <DATE Monday the 15th of June, 2011>.", "on <DATE Monday the 15th of June, 2011>."),
        ("on <DATE Monday>, <DATE June 15>.", "on <DATE Monday, June 15>."),
        ("<DATE Monday> the <DATE 15th of June>", "<DATE Monday the 15th of June>"),
        ("<DATE Monday>, <DATE Tuesday>", "<DATE Monday>, <DATE Tuesday>"),
        ("in <DATE 2011>", "in <DATE 2011>"),
        ("in <DATE the 1980s>", "in the <DATE 1980s>"),
        ("in <DATE the late eighties>", "in the late <DATE eighties>"),
        ("<DATE 15/06/2011>", "<DATE 15/06/2011>"),
        ("<DATE 15.06.2011>", "<DATE 15.06.2011>"),
        ("<DATE the 15th>", "the <DATE 15th>"),
        ("<DATE Christmas 2009>", "<DATE Christmas 2009>"),
        ("<TIME Tuesday morning>", "<DATE Tuesday morning>"),
        ("<DATE summer of 2010>", "<DATE summer of 2010>"),
        ("<DATE two weeks in May>", "<DATE two weeks in May>"),
        ("<DATE May> fail on Windows.", "May fail on Windows."),
        ("<DATE May> I come in? <DATE May> I?", "May I come in? May I?"),
        ("born in <DATE May> I think", "born in <DATE May> I think"),
        (
            "In <DATE May> rain fell. <DATE May> is wet.",
            "In <DATE May> rain fell. <DATE May> is wet.",
        ),
        # times
        ("at <TIME 10:30>", "at <TIME 10:30>"),
        ("<TIME 09:12:44,118> start", "<TIME 09:12:44,118> start"),
        ("<TIME 09:12:44.118> start", "<TIME 09:12:44.118> start"),
        ("at <DATE 1 PM>", "at <TIME 1 PM>"),
        ("at <TIME ten o'clock>", "at <TIME ten o'clock>"),
        ("at <TIME 2315 HRS>", "at <TIME 2315 HRS>"),
        ("at <DATE 1745hrs>", "at <TIME 1745hrs>"),
        ("at <TIME half past six>", "at <TIME half past six>"),
        ("<TIME Tuesday at 10:30 p.m.>", "<DATE Tuesday> at <TIME 10:30 p.m.>"),
        # ages
        ("<DATE 33 years old>", "<AGE 33> years old"),
        ("a <DATE 33-year-old> man", "a <AGE 33>-year-old man"),
        ("a <DATE 33-year>-old man", "a <AGE 33>-year-old man"),
        ("<DATE 33 years> of age", "<AGE 33> years of age"),
        ("<DATE age 33>", "age <AGE 33>"),
        ("turned <DATE 33>", "turned <AGE 33>"),
        ("<DATE thirty-three years old>", "<AGE thirty-three> years old"),
        ("in <DATE his forties>", "in his <AGE forties>"),
        ("in her <DATE mid-30s>", "in her mid-<AGE 30s>"),
        # zip codes
        ("in <LOCATION Elk Ford>, <DATE 95207>.", "in <LOCATION Elk Ford>, <LOCATION 95207>."),
        ("<LOCATION Elk Ford> <TIME 95207-1912>", "<LOCATION Elk Ford> <LOCATION 95207-1912>"),
        ("in <LOCATION Elk Ford>, <DATE 1952>.", "in <LOCATION Elk Ford>, <DATE 1952>."),
        # durations
        ("<DATE 18 months>", "<DURATION 18 months>"),
        ("<DATE two years>", "<DURATION two years>"),
        ("<DATE the last 20 years>", "the last <DURATION 20 years>"),
        ("<DATE a few days>", "a <DURATION few days>"),
        ("<TIME two hours>", "<DURATION two hours>"),
        ("<TIME about fifteen minutes>", "about <DURATION fifteen minutes>"),
        ("<DATE 25> to life", "<DURATION 25> to life"),
        ("<DATE 25 years to life>", "<DURATION 25 years to life>"),
        # no dates
        ("<DATE today>", "today"),
        ("<DATE the day>", "the day"),
        ("<DATE yesterday>", "yesterday"),
        ("<DATE annual>", "annual"),
        ("<DATE the week>", "the week"),
        ("<DATE last year>", "last year"),
        ("<TIME this morning>", "this morning"),
        ("<TIME tonight>", "tonight"),
        ("<DATE the third day>", "the third day"),
        ("<DATE the 19th century>", "the 19th century"),
        # other numbers
        ("from <DATE 17730> to <DATE 1773612>", "from 17730 to 1773612"),
        ("at <DATE 99871299>, <DATE 713245>", "at 99871299, 713245"),
        ("on <DATE 20120312>, <DATE 140386>", "on <DATE 20120312>, <DATE 140386>"),
        # holidays and seasons
        ("<DATE Christmas>", "<HOLIDAY Christmas>"),
        ("<DATE the Fourth of July>", "the <HOLIDAY Fourth of July>"),
        ("<DATE last summer>", "last <SEASON summer>"),
        # other labels stay
        ("<PERSON May>", "<PERSON May>"),
    ],
)
def test_kinds_of_dates(resolve, before: str, after: str) -> None:
    assert resolve(Dates, before).marked == after


@pytest.mark.parametrize("holiday", sorted(map(str, table("dates")["holidays"])))
def test_each_holiday(resolve, holiday: str) -> None:
    (span,) = resolve(Dates, f"on <DATE {holiday}>").spans
    assert span.label == "HOLIDAY"


@pytest.mark.parametrize("word", sorted({*table("dates")["months"], *table("dates")["weekdays"]}))
def test_each_month_and_weekday_is_a_date(resolve, word: str) -> None:
    (span,) = resolve(Dates, f"on <DATE {word.title()}>").spans
    assert span.label == "DATE"


def test_a_dropped_span_has_a_reason(resolve) -> None:
    assert resolve(Dates, "<DATE today>").reasons == [
        "no date, since it has no digit, number word, month, weekday or decade"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for <DATE 18 months>", "for <AGE 18> months"),
        ("for <DATE the last two years>", "for the last <AGE two> years"),
        ("<DATE twenty-five years> to life", "<AGE twenty-five> years to life"),
        ("<DURATION 25 to life>", "<AGE 25> to life"),
        ("<DATE five or six years>", "<AGE five> or <AGE six> years"),
        ("<DATE a few days>", "a <DURATION few days>"),
        ("<DATE June 2011>", "<DATE June 2011>"),
    ],
)
def test_durations_may_count_as_ages(resolve, before: str, after: str) -> None:
    assert resolve(Dates, before, durations="age").marked == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("on <DATE Monday>", "on Monday"),
        ("<DATE last Tuesday>", "last Tuesday"),
        ("<TIME Friday morning>", "Friday morning"),
        ("on <DATE Monday>, <DATE June 15>", "on <DATE Monday, June 15>"),
        ("<DATE Monday the 15th>", "<DATE Monday the 15th>"),
        ("<DATE Fridays in the 1990s>", "<DATE Fridays in the 1990s>"),
        ("in <DATE May>", "in <DATE May>"),
    ],
)
def test_weekdays_alone_may_stay(resolve, before: str, after: str) -> None:
    assert resolve(Dates, before, weekdays="keep").marked == after


@pytest.mark.parametrize(
    ("before", "after"),
    [("in the '<DATE 90s>", "in the <DATE '90s>"), ("in <DATE the '90s>", "in the <DATE '90s>")],
)
def test_a_year_keeps_its_apostrophe(resolve, before: str, after: str) -> None:
    assert resolve(Dates, before).marked == after


@pytest.mark.parametrize(
    "marked",
    [
        "said '<DATE 3 May 2019>' was",
        "said '<DATE 15 March 2019>' was",
        "said '<DATE 15th of March>' was",
        "VALUES ('<DATE 03/11/1961>', 1)",
        "VALUES ('<DATE 61-11-03>', 1)",
        "VALUES ('<DATE 1961>')",
        "the '<DATE 90s>' of",
    ],
)
def test_an_opening_quote_is_not_taken_for_the_apostrophe_of_a_year(resolve, marked: str) -> None:
    assert resolve(Dates, marked).marked == marked


def test_a_quote_in_the_span_of_a_model_stays_in_the_text(resolve) -> None:
    assert resolve(Dates, "said <DATE '3 May 2019>'").marked == "said '<DATE 3 May 2019>'"


@pytest.mark.parametrize(
    "marked", ["at <TIME@spoken ten forty-five>", "<TIME@spoken nineteen hundred hours>"]
)
def test_spans_of_detectors_of_times_stay(resolve, marked: str) -> None:
    resolved = resolve(Dates, marked, keep=["spoken"])
    assert resolved.spans == resolved.before
