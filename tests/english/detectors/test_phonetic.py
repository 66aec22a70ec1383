"""Letters that words explain, and IDs in any spoken or written form."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.phonetic.phonetic import Phonetic
from anonfilter_english.knowledge.spoken_digits import joined, read_digits
from pydantic import ValidationError

from anonfilter.contract.document import Label
from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.rules import parse_ruleset
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import document_of

ITEM, ID = "SPELLED_OUT_ITEM", "CDCR_ID"


def found(
    text: str, *labels: str, config: Phonetic.Config | None = None
) -> list[tuple[str, str, str]]:
    declared = {name: Label(name) for name in labels or (ITEM, ID)}
    detector = Phonetic(config or Phonetic.Config(), Setting("phonetic", labels=declared))
    document = document_of(text)
    return [
        (span.label, text[span.start : span.end], span.canonical)
        for span in detector.detect(document, document.fields)
    ]


def items(text: str) -> list[str]:
    return [surface for label, surface, _ in found(text) if label == ITEM]


def ids(text: str) -> list[tuple[str, str]]:
    return [(surface, value) for label, surface, value in found(text) if label == ID]


@pytest.mark.parametrize(
    "text",
    [
        "It's [V as in Victor].",
        "it's [v as in victor]",
        "[A like apple], you know.",
        "[B for boy]",
        "[X as in x-ray]",
        "[x as in x ray] it says",
        "[R as in Robert, O, A, N as in Nancy, oh five one seven]",
        "[capital V Victor]",
        "[S as in the word sugar]",
        '[S as in "sugar"]',
        "[V as in Victor, O as in ocean, S as in Sam]",
        "[V as in Victor, um, O, uh, S as in Sam] and so on",
        "[T-O-V, V as in Victor, A-R], I think",
        "[K as in kilo, 7, dash, four four, bravo].",
        "[zulu, R as in Robert, four, tango], he said",
        "[B as in boy, seven, two, D as in dog, 4-4]. One more thing.",
        "[V Victor, O Ocean]",
        "call [delta, oscar, echo], please",
        "[I as in India] I say",
    ],
)
def test_explained_letters_are_found_as_a_whole(text: str) -> None:
    bare = text.replace("[", "").replace("]", "")
    assert items(bare) == [text[text.index("[") + 1 : text.index("]")]]


@pytest.mark.parametrize(
    "text",
    [
        "I like ice cream, and I for instance like Indian food.",
        "The pressure P is pretty low.",
        "John, Paul and George were there.",
        "Victor and Charlie stayed at a hotel.",
        "He was as in need of it as I am.",
        "Mary D David went.",
        "a one, a two, a three",
        "as in the past",
    ],
)
def test_words_that_explain_no_letter_are_not_found(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Victor 12345",
        "victor one two three four five",
        "Victor one two, three four, five.",
        "V12345",
        "V-12345",
        "V 12345",
        "v 1 2 3 4 5",
        "V-1-2-3-4-5",
        "v won two three for five",
        "V one to three four five",
        "V, um, one, two, uh, three, four, five",
        "V as in Victor, one two three four five",
        "V as in Victor 12345",
        "capital V 12345",
        "V Victor 12345",
        "V as in Victor, V12345",
        "V twelve three forty-five",
        "V 12345, 12345",
    ],
)
def test_an_id_is_found_in_any_form(text: str) -> None:
    assert ids(text) == [(text.rstrip("."), "V12345")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("l nine oh three one four", "L90314"),
        ("L nine zero three double one", "L90311"),
        ("L nine zero triple three", "L90333"),
        ("CDCR number AB 1234", "AB1234"),
        ("A as in Adam, C as in Charles, 1234", "AC1234"),
        ("AC1234", "AC1234"),
        ("ac-1234", ""),
        ("his number is A 90314", "A90314"),
        ("L nine zero three one ate.", "L90318"),
        ("L nine zero three one four for the record", "L90314"),
    ],
)
def test_the_canonical_form_is_the_intended_id(text: str, value: str) -> None:
    assert [canonical for _, canonical in ids(text)] == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("L-9-0, correction, L90314", "L90314"),
        ("L nine zero, I'm sorry, L nine zero three one four", "L90314"),
        ("L-9-0, L90314", "L90314"),
        ("L90341, excuse me, that's L90314", "L90314"),
        ("L90341, sorry, 314", "L90314"),
        ("L nine zero, um, correction, nine zero three one four", "L90314"),
        ("V as in Victor, six one nine, correction, 6-1-9-4-2", "V61942"),
        ("V six-- Victor 61942", "V61942"),
        ("L-8, no, L-9, wait, L90314", "L90314"),
    ],
)
def test_an_id_and_its_correction_are_one_find(text: str, value: str) -> None:
    assert ids(text) == [(text, value)]


def test_two_ids_are_two_finds() -> None:
    assert [value for _, value in ids("L90314, L90315 and M23515")] == [
        "L90314",
        "L90315",
        "M23515",
    ]


@pytest.mark.parametrize("text", ["Ines Tovar, L90314", "Tovar L90314", "Tovar L 90314"])
def test_a_spelled_name_before_an_id_is_not_part_of_it(text: str) -> None:
    surface = text[text.index("L") :]
    assert found(text) == [(ID, surface, "L90314")]


@pytest.mark.parametrize(
    "text",
    [
        "P.O. Box 12345",
        "P.O. Box L 12345",
        "CA 94964",
        "my number is 7, at Velda, CA 94964",
        "25000 dollars",
        "B 25000 dollars",
        "A 1990 Ford",
        "a 12345 square foot hall",
        "Title 15",
        "Section 3041",
        "Section B 30410",
        "Exhibit B 12345",
        "AB 2942, PC 3051 and VC 23152",
        "in Q1 2020, and Q2, 2021",
        "IN 1990 HE",
        "Mike 2015",
        "November 2019",
        "Chicago 60601",
        "i one two three",
        "I had a one, no, two three four five",
        "A-five, six, seven, eight",
        "M.P.; 19801",
        "see mail l90314@velda.example",
        "COVID-19 and F-150",
        "T-O-V 12345",
    ],
)
def test_other_text_is_not_an_id(text: str) -> None:
    assert ids(text) == []


def test_a_setting_defines_the_form_of_ids() -> None:
    config = Phonetic.Config(id_label="BADGE", id_regex=r"K\d{6}")
    assert found("kilo one two three four five six", "BADGE", config=config) == [
        ("BADGE", "kilo one two three four five six", "K123456")
    ]
    with pytest.raises(ValidationError, match="not a valid regex"):
        Phonetic.Config(id_regex="(")


def test_only_labels_that_the_rules_declare_are_found() -> None:
    text = "V as in Victor, please. L90314"
    assert [label for label, *_ in found(text, ID)] == [ID]
    assert [label for label, *_ in found(text, ITEM)] == [ITEM]


RULES = """
anonfilter: 1
labels: {%s}
formats: [{use: text}]
detectors: [{use: phonetic}]
resolvers: [{use: overlaps}]
taggers: [{use: numbered}]
"""


def test_an_id_has_one_number_in_all_forms_and_filtering_is_stable() -> None:
    engine = Engine(parse_ruleset(RULES % "CDCR_ID: {survives: fail}, SPELLED_OUT_ITEM: {}", "r"))
    text = (
        "Number L90314. That's Lincoln nine zero three one four, or L-9-0-3-1-4.\n\n"
        "The other is M as in Mary 23515, and the box is D as in David.\n"
    )
    redaction = engine.redact(engine.read_document(text.encode(), "test.txt"))
    assert redaction.output.decode() == (
        "Number [CDCR_ID_1]. That's [CDCR_ID_1], or [CDCR_ID_1].\n\n"
        "The other is [CDCR_ID_2], and the box is [SPELLED_OUT_ITEM_1].\n"
    )
    again = engine.read_document(redaction.output, "test.txt")
    assert engine.redact(again).output == redaction.output
    assert engine.check(again) == []


def test_rules_that_declare_neither_label_are_reported() -> None:
    with pytest.raises(AnonfilterError, match="SPELLED_OUT_ITEM"):
        Engine(parse_ruleset(RULES % "PERSON: {}", "r"))


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("four one five", "415"),
        ("for one five", ""),
        ("five five five, for", "5554"),
        ("five for the road", "5"),
        ("five to one", "521"),
        ("double oh seven", "007"),
        ("triple 5, 2", "5552"),
        ("ninety-three fourteen", "9314"),
        ("9-0-3", "903"),
        ("nothing", ""),
        ("1.5", ""),
        ("10:30", ""),
    ],
)
def test_read_digits(text: str, digits: str) -> None:
    assert joined(read_digits(text, 0, len(text))) == digits


@pytest.mark.parametrize(
    "unit",
    [
        "a ",
        "J-",
        "one ",
        "L9 ",
        "V as in Victor ",
        "victor ",
        "L 9, sorry, ",
        "L-9-0, correction, ",
        "1 ",
        "for ",
        "hundred ",
        "a1",
        "the letter ",
        "B as ",
        "no, ",
        "L90314 ",
        "a one ",
        "V one two ",
    ],
)
def test_time_grows_linearly_with_the_text(unit: str) -> None:
    assert grows_no_faster(lambda count: found(unit * count), 60_000 // len(unit))


@pytest.mark.parametrize(
    "text",
    [
        "Tov Bell, B-E-L-L, T as in Tom, four eight two one three.",
        "Bell. B-E-L-L. Tango four eight two one three.",
    ],
)
def test_an_id_after_a_spelled_name_is_a_find_of_its_own(text: str) -> None:
    assert [value for _, value in ids(text)] == ["T48213"]
    assert not any("E-L" in surface for _, surface, _ in found(text))


@pytest.mark.parametrize(
    "text",
    [
        "the booking number is [q w e four five six]",
        "my policy number is [p o l dash four four one two].",
        "confirmation code [alpha seven seven tango echo three]",
        "it's about order [d for delta nine nine four b as in boy nine] please",
        "swift code [D E U T D E F F five hundred]",
        "confirmation number [a 34 l 95] okay",
        "my ticket, uh, it's [4 B 9 9 2] I think",
    ],
)
def test_an_announced_code_is_one_find(text: str) -> None:
    plain = text.replace("[", "").replace("]", "")
    [(label, surface, _)] = found(plain, ITEM, "GENERIC_ID")
    assert surface == text[text.index("[") + 1 : text.index("]")]
    assert (label == ITEM) == any(word in plain for word in ("delta", "tango"))


@pytest.mark.parametrize(
    "text",
    [
        "the zip code is seven zero zero two three I got everything",
        "in my account I I seventy dollars",
        "it's on the order of eight to ten. I think so",
        "VAT number DE136695976",
        "case number QA 048817",
        "she spoke of b four five six seven",
    ],
)
def test_other_text_is_not_an_announced_code(text: str) -> None:
    assert found(text, ITEM, "GENERIC_ID") == []
