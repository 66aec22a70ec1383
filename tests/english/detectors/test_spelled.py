"""Letters said one by one: those that spell a name, the place of each name, and other letters."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.spelled import SPELLED, Spelled
from anonfilter_english.knowledge.spelling.spelled_letters import UNCONFIRMED

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import document_of


def found(text: str, rule: str = SPELLED) -> list[tuple[str, str]]:
    """Return the finds of a rule: the text of each, and the name that it spells."""
    return [
        (text[span.start : span.end], span.canonical) for span in spans(text) if span.rule == rule
    ]


def spans(text: str) -> list[Span]:
    document = document_of(text)
    return list(Spelled(Spelled.Config(), Setting("spelled")).detect(document, document.fields))


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("Mr. Quillan, Q-U-I-L-L-A-N, is here.", [("Q-U-I-L-L-A-N", "Quillan")]),
        ("it's okoro, o-k-o-r-o", [("o-k-o-r-o", "Okoro")]),
        ("last name T. O. V. A. R.", [("T. O. V. A. R", "Tovar")]),
        ("last name T.O.V.A.R.", [("T.O.V.A.R", "Tovar")]),
        ("spelled T O V A R for you", [("T O V A R", "Tovar")]),
        ("my last name is t o v a r i think", [("t o v a r", "Tovar")]),
        ("That's T, O, V, A, R.", [("T, O, V, A, R", "Tovar")]),
        ("That's T, uh, O, um, V, A, R.", [("T, uh, O, um, V, A, R", "Tovar")]),
        ("It's R-O-double S.", [("R-O-double S", "Ross")]),
        ("It's H-O-double L-I-S.", [("H-O-double L-I-S", "Hollis")]),
        ("It's H-O-two L's-I-S.", [("H-O-two L's-I-S", "Hollis")]),
        ("spelled double U-I-L-K", [("double U-I-L-K", "Wilk")]),
        ("capital D, small e, capital V-O-S", [("capital D, small e, capital V-O-S", "Devos")]),
        ("M-C capital D-O-W", [("M-C capital D-O-W", "Mcdow")]),
        ("O apostrophe D-A-R-E", [("O apostrophe D-A-R-E", "O'Dare")]),
        ("K-A-\nT-Z-E", [("K-A-\nT-Z-E", "Katze")]),
        ("Is it R-U-I-", [("R-U-I", "Rui")]),
        ("last name is t o v a r v as in victor", [("t o v a r", "Tovar")]),
    ],
)
def test_names_spelled_in_different_forms_are_found(
    text: str, spelled: list[tuple[str, str]]
) -> None:
    assert found(text) == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("T-E-A hyphen B-E-L-L", [("T-E-A", "Tea"), ("B-E-L-L", "Bell")]),
        ("D-E space L-A space V-O-S", [("D-E", "De"), ("L-A", "La"), ("V-O-S", "Vos")]),
        ("I-N-E-S T-O-V-A-R", [("I-N-E-S", "Ines"), ("T-O-V-A-R", "Tovar")]),
        ("I-N-E-S, T-O-V-A-R", [("I-N-E-S", "Ines"), ("T-O-V-A-R", "Tovar")]),
        ("T-O-V-A, R.", [("T-O-V-A", "Tovar"), ("R", "Tovar")]),
        ("T-O, V-A-R.", [("T-O", "Tovar"), ("V-A-R", "Tovar")]),
        ("T-O-V-A-R, I think", [("T-O-V-A-R", "Tovar")]),
    ],
)
def test_each_name_has_its_own_place(text: str, spelled: list[tuple[str, str]]) -> None:
    assert found(text) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "Please spell it. N-G.",
        "THE CLERK: How do you spell your last name?\nTHE WITNESS: N-G.",
        "N-G is how you spell it.",
        "Her surname is L-I.",
    ],
)
def test_two_letters_after_a_cue_are_found(text: str) -> None:
    assert len(found(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I-I-I was there.",
        "I-I-I, b-b-but, I was w-w-with her",
        "th-th-that is b-b-but so",
        "m-m-Maria",
        "J. R. R. Tolliver wrote it.",
        "Mr. J.R. Tolliver",
        "A-B-12",
        "t o v a r at mail dot com",
        "a lone letter A, and I",
        "e-mail and t-shirt and X-ray",
    ],
)
def test_letters_that_spell_no_name_are_not_found(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "He got his G-E-D.",
        "the C-D-C-R",
        "the F.B.I. and the U.S. police",
        "N-A and A-A meetings",
        "I went to N-A",
        "Inner Circle Kindness, I-C-K",
        "got a QUEB for it; then a second Q-U-E-B",
        "A, B, C, D",
        "N-G came",
        "W-I, I don't know.",
        "So W-I, W-I went, I mean.",
        "He left. W-E, W-E, W-E ran.",
        "My name is-- W-I, I don't know.",
        "I-A-I was there.",
        "T O V",
        "S U M M A R Y",
    ],
)
def test_letters_that_need_a_known_name_have_their_own_rule(text: str) -> None:
    assert found(text) == []
    assert found(text, UNCONFIRMED)


def test_a_name_spelled_over_several_turns_is_found() -> None:
    text = (
        "ATTORNEY VALE: T-O-V.\nPRESIDING COMMISSIONER: Okay, go ahead.\nATTORNEY VALE: A-R-E.\n"
        "PRESIDING COMMISSIONER: Uh-huh.\nATTORNEY VALE: S.\n"
    )
    assert found(text) == [("T-O-V", "Tovares"), ("A-R-E", "Tovares"), ("S", "Tovares")]


def test_a_spelling_repeated_by_another_speaker_counts_once() -> None:
    text = "MS. VALE: T-O-V.\nMR. ASH: T-O-V?\nMS. VALE: A-R-E-S.\n"
    assert {canonical for _, canonical in found(text)} <= {"Tovares", "Tov", "Ares"}
    assert [surface for surface, _ in found(text)] == ["T-O-V", "T-O-V", "A-R-E-S"]


def test_letters_after_a_question_for_another_name_are_another_name() -> None:
    text = "MR. ASH: I-N-E-S.\nMS. VALE: And the last name?\nMR. ASH: T-O-V-A-R.\n"
    assert found(text) == [("I-N-E-S", "Ines"), ("T-O-V-A-R", "Tovar")]


def test_a_stutter_after_a_spelled_name_is_no_part_of_it() -> None:
    assert found("My name is R-A-M-O-N, R-R-Ramon.") == [("R-A-M-O-N", "Ramon")]


def test_a_single_letter_is_not_found() -> None:
    assert spans("MR. ASH: B.\nMS. VALE: Okay.\nMR. ASH: Exhibit C.\n") == []


@pytest.mark.parametrize(
    "unit",
    [
        "a ",
        "J-",
        "a.",
        "a um ",
        "double ",
        "capital ",
        "A B\n\n",
        "A.\n",
        "A: B-C.\nB: Okay.\n",
        "spell J-O ",
        "uh, ",
        "(",
        "last name ",
    ],
)
def test_time_grows_linearly_with_the_text(unit: str) -> None:
    assert grows_no_faster(lambda count: spans(unit * count), 100_000 // len(unit))
