"""Quantities identify no one, so they are dropped; numbers that a pattern found stay."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.numeric import Numeric

QUANTITIES = [
    "25000 dollars",
    "$4.5 million",
    "the 10th grade",
    "9",
    "115",
    "twenty-five percent",
    "about 300 people",
    "first",
    "one",
    "3-2",
    "12.5%",
    "two thousand",
    "£300",
    "at least 40 miles",
]
IDENTIFIERS = ["L90314", "115 Main Street", "Seven Oaks", "90314", "555-01994", "Studio 54"]


@pytest.mark.parametrize("surface", QUANTITIES)
@pytest.mark.parametrize("label", ["PERSON", "ORGANIZATION", "LOCATION"])
def test_a_quantity_is_no_name(resolve, label: str, surface: str) -> None:
    made = resolve(Numeric, f"<{label} {surface}>")
    assert made.spans == []
    assert made.reasons == ["a quantity, not an identifier"]


@pytest.mark.parametrize("surface", IDENTIFIERS)
def test_identifying_numbers_stay(resolve, surface: str) -> None:
    assert resolve(Numeric, f"<ORGANIZATION {surface}>").marked == f"<ORGANIZATION {surface}>"


@pytest.mark.parametrize("surface", ["9", "115", "the 10th grade", "25000 dollars"])
def test_a_quantity_is_no_date(resolve, surface: str) -> None:
    assert resolve(Numeric, f"<DATE {surface}>").spans == []


@pytest.mark.parametrize("surface", ["2011", "15/6", "15th", "1980s", "June 15"])
def test_figures_that_are_dates_stay(resolve, surface: str) -> None:
    assert resolve(Numeric, f"<DATE {surface}>").marked == f"<DATE {surface}>"


@pytest.mark.parametrize(
    "surface",
    [
        "nineteen ninety four",
        "nineteen eighty",
        "twenty twelve",
        "two thousand and six",
        "eighteen hundred",
    ],
)
def test_years_in_words_stay(resolve, surface: str) -> None:
    assert resolve(Numeric, f"<DATE {surface}>").marked == f"<DATE {surface}>"


@pytest.mark.parametrize("surface", ["twenty one", "nineteen", "two thousand", "twenty thousand"])
def test_counts_in_words_are_no_dates(resolve, surface: str) -> None:
    assert resolve(Numeric, f"<DATE {surface}>").spans == []


@pytest.mark.parametrize("marked", ["<GENERIC_ID 115>", "<LOCATION@patterns 115>", "<AGE 33>"])
def test_other_labels_and_detectors_under_keep_stay(resolve, marked: str) -> None:
    assert len(resolve(Numeric, marked).spans) == 1
