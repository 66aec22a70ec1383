"""What is invented in place of names, dates and numbers."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_surrogates.surrogate_choices import Choices, Chooser
from anonfilter_surrogates.tagger import shifted_dates as dates
from anonfilter_surrogates.tagger.invented_numbers import invent_number
from anonfilter_surrogates.tagger.invented_people import People
from anonfilter_surrogates.tagger.invented_things import invent_thing
from anonfilter_surrogates.tagger.name_pools import given_names, surnames
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Label, Mention, Span

DAYS = dates.shift(77, weekdays=False)


def chooser() -> Chooser:
    return Chooser(bytes(32), Choices(), {}, "", (), lambda name: False, DAYS)


def mention(surface: str, label: str = "PERSON", entity: str = "", category: str = "") -> Mention:
    span = Span(0, len(surface), label, "test", entity=entity)
    return Mention(span, surface, Label(label), category)


def named(*surfaces: str, entity: str = "p1", gender: str = "keep") -> list[str]:
    """The surrogates of what one person is called."""
    mentions = [mention(surface, entity=entity) for surface in surfaces]
    people = People(mentions, chooser(), gender, "keep")
    return [changed(one.surface, people.stretches(one)) for one in mentions]


def changed(surface: str, stretches: list[tuple[int, int, str]]) -> str:
    if not stretches:
        return ""
    for start, end, new in reversed(stretches):
        surface = surface[:start] + new + surface[end:]
    return surface


def test_all_forms_of_a_name_agree() -> None:
    full, first, last, capitals, initials, small, title, comma, owned, kin = named(
        "Jane Smith",
        "Jane",
        "Smith",
        "JANE SMITH",
        "J. Smith",
        "jane smith",
        "Ms. Smith",
        "Smith, Jane",
        "Smith's",
        "Smiths",
    )
    given_name, surname = full.split()
    assert (first, last, capitals) == (given_name, surname, full.upper())
    assert (initials, small) == (f"{given_name[0]}. {surname}", full.lower())
    assert (title, comma) == (f"Ms. {surname}", f"{surname}, {given_name}")
    assert (owned, kin) == (f"{surname}'s", f"{surname}s")
    assert not {"jane", "smith"} & set(re.findall(r"\w+", full.lower()))


def test_a_nickname_and_a_spelled_name_are_those_of_the_person() -> None:
    full, short, spelled = named("Robert Jones", "Bob Jones", "J-O-N-E-S")
    assert short == full
    assert spelled == "-".join(full.split()[1].upper())


def test_kin_keep_one_surname() -> None:
    shared = chooser()
    mentions = [mention("Jane Smith", entity="p1"), mention("John Smith", entity="p2")]
    people = People(mentions, shared, "keep", "keep")
    one, other = (changed(two.surface, people.stretches(two)).split() for two in mentions)
    assert one[1] == other[1]
    assert one[0] != other[0]


@pytest.mark.parametrize(("name", "sex"), [("Jane", "f"), ("Mary", "f"), ("John", "m")])
def test_the_sex_of_a_name_is_kept(name: str, sex: str) -> None:
    assert bearers(named(f"{name} Smith")[0].split()[0].lower()).sex == sex


def test_ordinary_words_in_a_name_stay_and_particles_go() -> None:
    assert re.fullmatch(r"Dr\. [A-Z][a-z]+ [A-Z][a-z]+ Jr\.", named("Dr. John van der Berg Jr.")[0])


@pytest.mark.parametrize("surface", ["Жанна Петрова 7", "of the", "12 34"])
def test_mentions_that_are_not_names_keep_their_tag(surface: str) -> None:
    assert all(not word or word.isascii() for word in named(surface))


@given(st.dates(date(1900, 1, 1), date(2090, 1, 1)), st.dates(date(1900, 1, 1), date(2090, 1, 1)))
def test_all_dates_move_by_the_same_days(one: date, other: date) -> None:
    moved = [
        date.fromisoformat(changed(day.isoformat(), dates.move_date(day.isoformat(), DAYS)))
        for day in (one, other)
    ]
    assert moved[1] - moved[0] == other - one
    assert moved[0] - one == timedelta(DAYS)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("March 3, 2019", "%B %-d, %Y"),
        ("3 March 2019", "%-d %B %Y"),
        ("03/03/2019", "%m/%d/%Y"),
        ("Mar. 3, 2019", "%b. %-d, %Y"),
        ("MARCH 3, 2019", "%B %-d, %Y"),
        ("2019/03/03", "%Y/%m/%d"),
    ],
)
def test_a_date_keeps_its_form(written: str, expected: str) -> None:
    moved = (date(2019, 3, 3) + timedelta(DAYS)).strftime(expected)
    found = changed(written, dates.move_date(written, DAYS))
    assert found == (moved.upper() if written.isupper() else moved)


@pytest.mark.parametrize(
    "written",
    [
        "March 2019",
        "in 1998",
        "'98",
        "Tuesday",
        "June",
        "nineteen ninety-eight",
        "the third of June",
        "Sunday, June 3rd",
        "two thousand and three",
        "June 3-5, 2004",
    ],
)
def test_partial_dates_move_by_whole_units(written: str) -> None:
    found = changed(written, dates.move_date(written, DAYS))
    assert found
    assert found != written
    assert len(found.split()) <= len(written.split()) + 1


@pytest.mark.parametrize("written", ["the 15th", "the 1990s", "last summer", "2019-13-45", "99/99"])
def test_impossible_dates_keep_their_tag(written: str) -> None:
    assert dates.move_date(written, DAYS) == []


@given(st.integers(0, 2**64))
def test_months_and_weekdays_move_unless_the_rules_say_otherwise(number: int) -> None:
    days = dates.shift(number, weekdays=False)
    assert days % 7
    assert 30 < -days % 365 < 336
    assert dates.shift(number, weekdays=True) % 7 == 0
    assert dates.move_date("Tuesday", dates.shift(number, weekdays=True))[0][2] == "Tuesday"


@pytest.mark.parametrize(
    ("written", "form"),
    [("10:30 a.m.", r"\d{1,2}:\d\d a\.m\."), ("22:15", r"\d{1,2}:\d\d"), ("half past nine", "")],
)
def test_times_move_together(written: str, form: str) -> None:
    found = changed(written, dates.move_time(written, DAYS))
    assert re.fullmatch(form, found)
    assert found != written


@pytest.mark.parametrize("written", ["34", "34 years old", "thirty-four"])
def test_an_age_is_off_by_a_few_years(written: str) -> None:
    found = changed(written, dates.move_age(written, 2, chooser()))
    assert found
    assert found != written
    assert dates.move_age(written, 0, chooser()) == []


@pytest.mark.parametrize(
    ("label", "written", "form"),
    [
        ("PHONE_NUMBER", "(415) 555-2671", r"\([2-9]\d\d\) 555-01\d\d"),
        ("PHONE_NUMBER", "+1 415-555-2671", r"\+1 [2-9]\d\d-555-01\d\d"),
        ("PHONE_NUMBER", "555-2671", r"555-01\d\d"),
        ("EMAIL_ADDRESS", "bob@acme.com", r"[a-z]+\.[a-z]+@example\.(?:org|com|net)"),
        ("URL", "https://www.acme.com/x", r"https://www\.example\.(?:org|com|net)/[a-z]+\d\d"),
        ("IP_ADDRESS", "73.12.55.101", r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"),
        ("IP_ADDRESS", "fe80::1", r"2001:db8::[0-9a-f:]+"),
        ("MAC_ADDRESS", "aa-bb-cc-dd-ee-ff", r"00-00-5E-00-53-[0-9A-F]{2}"),
        ("US_SSN", "123-45-6789", r"9\d\d-\d\d-\d{4}"),
        ("IBAN", "GB29 NWBK 6016 1331 9268 19", r"GB00 [A-Z]{4} \d{4} \d{4} \d{4} \d\d"),
        ("MEDICAL_RECORD", "MRN 44-5821", r"[A-Z]{3} \d\d-\d{4}"),
        ("GENERIC_ID", "case 21-CV-1234", r"case \d\d-[A-Z]{2}-\d{4}"),
        ("COORDINATES", "40.7128, -74.0060", r"\d{1,2}\.\d{4}, -\d{1,2}\.\d{4}"),
        ("PHONE_NUMBER", "five five five oh one two three", r"five five five zero one \w+ \w+"),
        ("PHONE_NUMBER", "eight hundred four", ""),
        (
            "EMAIL_ADDRESS",
            "bob at acme dot com",
            r"[a-z]+ dot [a-z]+ at example dot (?:org|com|net)",
        ),
    ],
)
def test_a_number_keeps_its_shape_and_belongs_to_no_person(
    label: str, written: str, form: str
) -> None:
    found = invent_number(label, written, chooser())
    assert re.fullmatch(form, found)
    assert found != written


def test_a_card_has_a_wrong_checksum() -> None:
    from anonfilter_english.detectors.patterns.validators import luhn

    for at in range(50):
        assert not luhn(invent_number("CREDIT_CARD", f"4111 1111 1111 {1000 + at}", chooser()))


@pytest.mark.parametrize(
    ("label", "category", "written", "form"),
    [
        ("LOCATION", "CITY", "Boston", r"[A-Z].*"),
        ("LOCATION", "STATE", "CA", r"[A-Z]{2}"),
        ("LOCATION", "COUNTY", "Kern County", r".+ County"),
        ("LOCATION", "STREET", "Oak Street", r"[A-Z][a-z]+ Street"),
        (
            "LOCATION",
            "ADDRESS",
            "12 Elm Road, Springfield, OH 45501",
            r"\d\d [A-Z][a-z]+ Road, .+, [A-Z]{2} \d{5}",
        ),
        ("LOCATION", "ZIP_CODE", "95814", r"\d{5}"),
        ("ORGANIZATION", "HOSPITAL", "Mercy Hospital", r"[A-Z][a-z]+ Hospital"),
        ("ORGANIZATION", "UNIVERSITY", "University of Chicago", r"University of [A-Z][a-z]+"),
        ("ORGANIZATION", "COMPANY", "Acme Corp.", r"[A-Z][a-z]+ Corp\."),
        ("ORGANIZATION", "AGENCY", "FBI", r"[A-Z]{3}"),
        ("NRP", "NATIONALITY", "Irish", r"[A-Z].*"),
        ("NRP", "GANG", "Crips", ""),
    ],
)
def test_the_category_of_a_thing_is_kept(
    label: str, category: str, written: str, form: str
) -> None:
    found = invent_thing(mention(written, label, category=category), chooser())
    assert re.fullmatch(form, found)
    assert found != written


def test_the_lists_are_long_enough_to_hide_among() -> None:
    assert len(given_names("f", "us")) > 1000
    assert len(given_names("m", "us")) > 500
    assert len(surnames("us")) > 3000
    assert given_names("f", "nowhere") == given_names("f", "us")
