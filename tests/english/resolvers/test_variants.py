"""A misspelled name gets the number of the correct name; other words do not."""

from __future__ import annotations

from typing import Any

import pytest
from anonfilter_english.knowledge.people.name_words import is_established
from anonfilter_english.knowledge.people.near_spelling import is_near_spelling
from anonfilter_english.resolvers.variants import Variants

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from anonfilter.text.words import is_common
from tests import shipped
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def resolve(marked: str, **config: Any) -> Resolved:
    labels = shipped.ruleset().labels
    resolver = Variants(Variants.Config(**config), Setting("variants", labels=labels))
    document, spans = marked_document(marked)
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


def canonicals(made: Resolved) -> dict[str, str]:
    """Each span's text, and the canonical form that it gets."""
    text = made.document.text
    return {text[s.start : s.end]: s.canonical for s in made.spans if s.canonical}


NEAR = [
    ("Stevenson", "Stevenston"),
    ("Barragan", "Baragan"),
    ("Okonkwo", "Okonquo"),
    ("Richardson", "Richerdson"),
    ("Villanueva", "Villaneuva"),
    ("Wisniewski", "Wisnewsky"),
    ("Zimmermann", "Zimmerman"),
    ("Lopez", "Lopes"),
    ("Schwartz", "Shwartz"),
    ("Christensen", "Kristensen"),
    ("Stephenson", "Stevenson"),
]
APART = [
    ("Mark", "Marks"),
    ("Dan", "Don"),
    ("Jane", "Jean"),
    ("Maria", "Marie"),
    ("Mario", "Maria"),
    ("Richard", "Richards"),
    ("Green", "Greene"),
    ("Harris", "Harrison"),
    ("Bowman", "Lowman"),
    ("Nolan", "Moran"),
    ("Ito", "Ida"),
    ("Tran", "Tram"),
]


@pytest.mark.parametrize(("one", "other"), NEAR)
def test_a_misspelling_is_recognised(one: str, other: str) -> None:
    assert is_near_spelling(one.casefold(), other.casefold())
    assert is_near_spelling(other.casefold(), one.casefold())


@pytest.mark.parametrize(("one", "other"), APART)
def test_another_name_is_not_taken_for_a_misspelling(one: str, other: str) -> None:
    assert not is_near_spelling(one.casefold(), other.casefold())
    assert not is_near_spelling(other.casefold(), one.casefold())


def test_a_misspelled_part_of_a_full_name_is_corrected() -> None:
    made = resolve("<PERSON Mark Stevenson> is present. <PERSON Mark Stevenston> here is late.")
    assert canonicals(made) == {"Mark Stevenston": "Mark Stevenson"}


@pytest.mark.parametrize(("known", "heard"), [pair for pair in NEAR if pair[1] != "Stevenson"])
def test_a_misspelling_that_no_detector_found_is_found(known: str, heard: str) -> None:
    made = resolve(f"<PERSON {known}> sat down. Then {heard} spoke, {heard}'s voice was low.")
    if is_established(heard.casefold()) or is_common(heard):
        assert canonicals(made) == {}
    else:
        assert canonicals(made) == {heard: known}
        assert len(made.spans) == 3


def test_a_misspelling_in_lower_case_is_found_if_it_also_has_a_capital_elsewhere() -> None:
    made = resolve("<PERSON Barragan> left. So baragan left. I saw Baragan go.")
    assert canonicals(made) == {"baragan": "Barragan", "Baragan": "Barragan"}


@pytest.mark.parametrize(
    "marked",
    [
        "<PERSON Larson> came, and a Parson with him. Persons of note.",
        "<PERSON Marley> was late. The Barley was sold. Marly-",
        "<PERSON Madison> spoke. The Medicine helped.",
        "<PERSON Hunter> spoke of Hunger and of hunters.",
        "<PERSON Johnson> sat by Johnston.",
        "<PERSON Ferris> and a ferry, Fern and Farris Wheel-less",
    ],
)
def test_common_words_and_established_names_stay(marked: str) -> None:
    made = resolve(marked)
    assert not {"Parson", "Persons", "Barley", "Medicine", "Hunger", "hunters", "Johnston"} & set(
        canonicals(made)
    )


def test_similar_surnames_after_the_same_given_name_are_one_person() -> None:
    two = resolve("<PERSON Ruth Lindqvist> and <PERSON Omar Lindquist> met.")
    assert canonicals(two) == {}
    one = resolve("<PERSON Ruth Green> came. <PERSON Ruth Greene> left. <PERSON Green> did.")
    assert canonicals(one) == {"Ruth Greene": "Ruth Green"}


def test_names_on_the_front_page_are_correct() -> None:
    text = "<PERSON@cover Halvorsen> and <PERSON@cover Halvorson> met. <PERSON Halversen> and"
    made = resolve(text, vouched=["cover"])
    assert set(canonicals(made)) == {"Halversen"}
    heard = resolve(
        "<PERSON Kowalczik> <PERSON Kowalczik> <PERSON@cover KOWALCZYK>", vouched=["cover"]
    )
    assert canonicals(heard) == {"Kowalczik": "KOWALCZYK"}


def test_a_misspelling_taken_for_an_organisation_is_relabelled() -> None:
    made = resolve("<PERSON Villanueva> spoke. <ORGANIZATION Villaneuva> did not.")
    assert made.marked == "<PERSON Villanueva> spoke. <PERSON Villaneuva> did not."


def test_a_possessive_and_an_accent_make_no_difference() -> None:
    made = resolve("<PERSON Núñezcortés> spoke. Nunezcortez's brother did not.")
    assert canonicals(made) == {"Nunezcortez": "Núñezcortés"}


def test_without_capitals_a_misspelling_must_be_long() -> None:
    low = resolve(
        "so <PERSON richardson> said that richerdson and lopes had gone to the <PERSON lopez> place"
    )
    assert canonicals(low) == {"richerdson": "richardson"}
    loud = resolve("<PERSON BARRAGAN> AND BARAGAN AND <PERSON MORRIS> HAD A MORTIS CASE")
    assert canonicals(loud) == {"BARAGAN": "BARRAGAN"}


def test_a_name_that_is_spelled_out_is_correct() -> None:
    document, spans = marked_document("<PERSON Halversen>, H-A-L-V-O-R-S-E-N.")
    at = document.text.index("H-A")
    spelled = Span(at, at + 17, "SPELLED_NAME", "spelled", canonical="Halvorsen")
    resolver = Variants(Variants.Config(), Setting("variants"))
    found, _ = resolver.resolve(document, [*spans, spelled])
    assert [span.canonical for span in found] == ["Halvorsen", "Halvorsen"]


def test_many_similar_names_take_no_longer_than_different_names() -> None:
    def resolved(count: int) -> None:
        names = [f"Stevens{'abcdefghij'[i % 10]}{'klmnopqrst'[i // 10 % 10]}" for i in range(100)]
        text = " ".join(
            f"<PERSON {names[i % 100]}{'uvwxyz' * (i // 100 % 3)}>" for i in range(count)
        )
        resolve(text)

    assert grows_no_faster(resolved, 8_000)
