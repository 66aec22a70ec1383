"""Values in spoken numbers are found, and numbers that only count are not."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.detectors.spoken.spoken import Spoken
from anonfilter_english.detectors.spoken.spoken_finds import find

from anonfilter.contract.document import Label
from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset, parse_ruleset
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import document_of

MARK = re.compile(r"<[A-Z_]+ ([^<>]*)>")

FOUND = [
    # the radio alphabet
    "the reg is <GENERIC_ID whiskey papa two one, echo juliet november>",
    "the plate was <GENERIC_ID six delta victor foxtrot two two one> and",
    # heights
    "He was <HEIGHT six foot two> and heavy.",
    "He is <HEIGHT 5 feet and 11 inches>.",
    "She's <HEIGHT 6-foot-2>.",
    "I'm <HEIGHT 5'11\"> and he's <HEIGHT 6'2>.",
    "a <HEIGHT six-foot-two> guy",
    "a <HEIGHT six foot> tall man",
    "She is <HEIGHT five feet> tall.",
    "He's <HEIGHT six-two>.",
    "I was, like, <HEIGHT five seven>, maybe <HEIGHT five eight>.",
    "he stands <HEIGHT 6-2>, two hundred pounds",
    "my height is <HEIGHT five ten>",
    "I was about <HEIGHT five nine and a half>.",
    "the nurse said <HEIGHT five foot and a half inch>",
    "He is <HEIGHT 180 centimeters> tall, I am <HEIGHT one meter eighty>.",
    "He was <HEIGHT five and a half feet> tall, or <HEIGHT 5 feet 6 1/2 inches>.",
    "She was <HEIGHT 152 centimeters>.",
    "The nurse had her at <HEIGHT 1.52 meters>.",
    "<HEIGHT Five ten>, <HEIGHT five eleven>? Which one?",
    "My cousin, the one that's <HEIGHT six three>, saw it.",
    # ages
    "She is <AGE twenty-two> years old.",
    "I was <AGE nineteen>.",
    "when I was <AGE 19> I left",
    "he's <AGE fifty-one>, sir",
    "I'll be <AGE forty> in spring",
    "my son is, uh, about <AGE nine>",
    "Darren was <AGE nineteen> at the time",
    "i was <AGE fourteen> darren was in jail",
    "I turned <AGE 18> then",
    "I am just over <AGE 18>. He is over <AGE forty>.",
    "at age <AGE nine>, at the age of, um, <AGE ten>",
    "I left home at <AGE fifteen> and never came back",
    "He was <AGE nineteen> or <AGE twenty> years old, maybe.",
    "I was <AGE sixteen>, <AGE seventeen> when it happened",
    "twins, they're <AGE twelve>",
    "a <AGE nineteen>-year-old kid, <AGE six> months old",
    "in my <AGE thirties>, in his late <AGE 20s>",
    "a boy of <AGE eleven>",
    "Rosa Delmar, <AGE 44>, of Fresno",
    "I'm <AGE 47>, going on <AGE 48>.",
    "I was <AGE nineteen>, almost <AGE twenty>. He's pushing <AGE thirty>.",
    "By <AGE thirteen> I was drinking, and by <AGE 16> it was every day.",
    "She was <AGE 15>, then <AGE 16>, and I wasn't even <AGE 20> yet.",
    "He said he'd be gone by <AGE thirty>. I did not stop until <AGE 40>.",
    "He was <AGE thirty-four> years, <AGE seven> months old.",
    "<AGE 34> years and <AGE 7> months at the time",
    "Teodor, <AGE 12> at the time, and the doctor has him <AGE nineteen>.",
    "I began to smoke at <AGE eleven>, from <AGE eleven> to <AGE nineteen>.",
    "My uncle, Anders, is <AGE eighty-four>.",
    "He is a year younger than me, so <AGE twelve>.",
    "In my <AGE teens>, his late <AGE teens>. My brother, <AGE fifteen>, and his boy <AGE five>.",
    "I had just turned <AGE 20>, about to be <AGE 21>.",
    # dates
    "<DATE March nineteenth, two thousand three>",
    "the <DATE nineteenth of March>, on <DATE may fifth, twenty twelve>",
    "he got here <DATE march sixth>",
    "back in <DATE nineteen ninety-eight>",
    "in <DATE nineteen oh five>, in <DATE ninety-eight>, since <DATE oh three>",
    "the winter of <DATE sixty three> nine weeks long",
    "since <DATE two thousand>, in <DATE two thousand and one>",
    "in <DATE ninety-seven> or <DATE ninety-eight>",
    "in the <DATE nineties>, the late <DATE eighties>, the <DATE 1990s>, the <DATE '90s>",
    "in the <DATE seventies> and <DATE eighties>",
    "<DATE Monday the fifteenth of June, 2011>",
    "<DATE thursday the sixteenth> around noon",
    "on the <DATE fifteenth>, he said",
    "in <DATE september>, <DATE June of '04>",
    "the <DATE 16 July 1960>",
    "my date of birth is <DATE_OF_BIRTH six twenty-one eighty-four>",
    "born <DATE_OF_BIRTH March the third, nineteen eighty-one>",
    "dated <DATE six slash twenty-one slash eighty-four>",
    "It was <DATE nine nineteen of '71>.",
    "about <DATE nine nineteen of nineteen seventy-one> or so",
    # times
    "at <TIME ten forty-five>",
    "The time is <TIME ten oh five>.",
    "The time is <TIME nine four- nine forty-seven AM>.",
    "at <TIME quarter to five>, <TIME half past nine>",
    "<TIME ten minutes past six>, it was <TIME ten to five>",
    "<TIME one PM>, <TIME ten a.m.>, <TIME nine o'clock>",
    "<TIME fourteen hundred hours>, <TIME oh nine hundred>, <TIME zero six thirty hours>",
    "at <TIME nine> in the morning, at <TIME nine> tonight",
    "we open Monday, <TIME eight> to <TIME five>",
    "it starts at <TIME ten>.",
    # telephone and other numbers
    "my number is <PHONE_NUMBER four one five, five five five, oh one three two>",
    "It's <PHONE_NUMBER four one five, uh, five five five, oh one for two>.",
    "<PHONE_NUMBER 415, five five five, oh one thirty-two>",
    "<PHONE_NUMBER five five five, zero one, that's zero one, four two>",
    "12   Q.  <PHONE_NUMBER Five five five, oh one four two>.\n16   Q.  Yes.",
    "area code <PHONE_NUMBER four one five>. My extension is <PHONE_NUMBER two oh four>",
    "call me at <PHONE_NUMBER five five five, double oh, twenty-two>",
    "Five five five is it. Zero one seven.",
    "<PHONE_NUMBER Zero one seven zero>, sir.",
    "my social security number is <US_SSN two one nine, oh nine, nine nine nine nine>",
    "the last four of my social are <US_SSN six seven eight nine>",
    "case number <GENERIC_ID two two dash seven four one nine>",
    "confirmation number is <GENERIC_ID A B seven four two>",
    "bar number <GENERIC_ID 2 8 8 1 0 7>",
    # places
    "<LOCATION fourteen twenty-five Oak Street>, <LOCATION apartment four>",
    "he lives at <LOCATION twenty two main street>",
    "on <LOCATION Seventy-third Avenue>",
    "zip code <LOCATION nine four one oh two>",
    "Oakland, California <LOCATION nine four six oh one>",
    "P.O. Box <LOCATION four four one>",
    "zip is <LOCATION nine five four nine oh>. S-S-- I can't say.",
    # the net
    "My email is <EMAIL_ADDRESS jane dot smith at gmail dot com>",
    "<EMAIL_ADDRESS j underscore smith at g mail dot com>",
    "it's um <EMAIL_ADDRESS jane dot doe forty three at example dot net>",
    "my email is <EMAIL_ADDRESS jane doe at two lakes dot org>.",
    "<EMAIL_ADDRESS M-K two one @abc.com>",
    "<URL www dot example dot ca dot gov>",
    "look at <URL I R S dot gov>",
    "<URL acme dot com slash help>",
    "their web page, <URL two lakes dot org>",
]

NOTHING = [
    "We see where we are.\n32-55 -",
    "at the golf hotel, room two one, with mike and oscar",
    "It was 5 feet and then some more.",
    "He stood ten feet away. I was six feet from him.",
    "the fence is eight feet tall",
    "six feet, two people",
    "the score was six two",
    "one of them, two or three people, the two of us",
    "the 10th grade class of kids",
    "25 to life, fifteen years to life, six months",
    "seven sixteen",
    "I was two blocks away, nineteen minutes late, he is two hundred pounds",
    "I was one of them. I am one hundred percent sure.",
    "It was nineteen. There were twelve.",
    "I may first ask. We march three miles. I may have two.",
    "in ninety-eight percent of cases, in twenty minutes",
    "twenty twenty vision",
    "nineteen people, eighteen hundred dollars, two thousand dollars",
    "for eighteen hundred and forty",
    "one, two, three, four, five, six, seven",
    "they called nine one one",
    "the second time, the third one, on the fourth floor",
    "half of it, a quarter of them, a quarter to spend",
    "two of the streets, a two way street, three doors down the street",
    "the dot com boom, connect the dots at com",
    "left.And then, e.g. this",
    "25000 dollars",
    "on a scale from one to ten",
    "Oh, five of them.",
    "nice one this morning",
    "My brothers, two of them, and my cousin two weeks later.",
    "There were 12 at the time. We had 16 at the time.",
    "We were up by 21. They won by fourteen. It was divided by 20.",
    "By 20 percent, by fifteen votes, signed by 20 people, by 30 years",
    "She will be going on forty-five minutes.",
    "The rope was 180 centimeters. I was 160 centimeters away.",
    "It was five and a half feet long and 1.5 meters deep.",
    "I am over 18. She's under sixteen.",
]

RULES = """
anonfilter: 1
labels:
  DATE: {kind: indirect, tag: date-parts}
  DATE_OF_BIRTH: {kind: direct, tag: date-parts}
  TIME: {kind: indirect, tag: numbers-only, template: '[TIME]'}
  AGE: {kind: indirect, tag: numbers-only, template: '[AGE]'}
  HEIGHT: {kind: indirect, tag: numbers-only, template: '[HEIGHT]'}
  LOCATION: {kind: indirect}
  PHONE_NUMBER: {kind: direct}
  US_SSN: {kind: direct}
  GENERIC_ID: {kind: direct}
  EMAIL_ADDRESS: {kind: direct}
  URL: {kind: indirect}
formats: [{use: text}]
detectors: [{use: spoken}]
taggers: [{use: numbered}, {use: date-parts}, {use: numbers-only}]
"""


def marked(text: str) -> str:
    parts: list[str] = []
    done = 0
    for hit in find(text):
        parts += text[done : hit.start], f"<{hit.label} {text[hit.start : hit.end]}>"
        done = hit.end
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize("example", FOUND)
def test_spoken_values_are_found(example: str) -> None:
    assert marked(MARK.sub(r"\1", example)) == example


@pytest.mark.parametrize("example", [one for one in FOUND if "'" not in one])
def test_letter_case_makes_no_difference_to_numbers(example: str) -> None:
    text = MARK.sub(r"\1", example).upper()
    assert [hit.label for hit in find(text)] == re.findall(r"<([A-Z_]+)", example)


@pytest.mark.parametrize("counterexample", NOTHING)
def test_counts_are_not_found(counterexample: str) -> None:
    assert marked(counterexample) == counterexample


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(parse_ruleset(RULES, "spoken"))


@pytest.mark.parametrize("example", FOUND)
def test_filtering_filtered_text_changes_nothing(engine: Engine, example: str) -> None:
    text = MARK.sub(r"\1", example)
    done = engine.redact(engine.read_document(text.encode(), "turn.txt"))
    assert done.findings == ()
    filtered = engine.read_document(done.output, "turn.txt")
    assert engine.check(filtered) == []
    assert engine.redact(filtered).output == done.output


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("He is 5 feet and 11 inches.", "He is [HEIGHT] feet and [HEIGHT] inches."),
        ("She's 6-foot-2.", "She's [HEIGHT]-foot-[HEIGHT]."),
        ("I turned 18 in the '90s.", "I turned [AGE] in the [DECADE]."),
        (
            "It was March nineteenth, two thousand three, at quarter to five.",
            "It was [MONTH] [DAY], [YEAR], at [TIME] to [TIME].",
        ),
        (
            "Call five five five, oh one four two. That's my number.",
            "Call [PHONE_NUMBER_1]. That's my number.",
        ),
        (
            "her inmate number is four four oh nine one and she left",
            "her inmate number is [GENERIC_ID_1] and she left",
        ),
        ("The page number four four two one is missing.",) * 2,
        ("That is t for this class, s for sure.",) * 2,
    ],
)
def test_default_rules_replace_spoken_values(engine: Engine, text: str, output: str) -> None:
    assert engine.redact(engine.read_document(text.encode(), "turn.txt")).output.decode() == output


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (
            "her inmate number is v as in victor four four oh nine one and she left",
            "her inmate number is [GENERIC_ID_1] and she left",
        ),
        (
            "It expires oh nine twenty-seven, and the three digits are three one eight.",
            "It expires [CREDIT_CARD_1], and the three digits are [CREDIT_CARD_2].",
        ),
    ],
)
def test_the_model_takes_no_part_of_a_spoken_number(text: str, output: str) -> None:
    engine = Engine(load_ruleset("default"))
    assert engine.redact(engine.read_document(text.encode(), "turn.txt")).output.decode() == output


def test_a_spoken_number_has_its_written_canonical_form() -> None:
    (hit,) = find("my number is four one five, five five five, double oh twenty-two")
    assert hit.written == "4155550022"
    (hit,) = find("jane underscore doe at example dot co dot uk")
    assert hit.written == "jane_doe@example.co.uk"


def test_undeclared_labels_are_replaced_by_wider_labels() -> None:
    document = document_of("My social is two one nine oh nine nine nine nine nine. He's six-two.")
    labels = {name: Label(name) for name in ("GENERIC_ID", "DATE")}
    detector = Spoken(Spoken.Config(), Setting("spoken", labels=labels))
    assert [span.label for span in detector.detect(document, document.fields)] == ["GENERIC_ID"]


@pytest.mark.parametrize(
    "unit", ["one ", "five-", "at ", "a dot ", "@ ", "ten to ", "- ", "may ", "i was nineteen or "]
)
def test_time_grows_linearly_with_the_text(unit: str) -> None:
    assert grows_no_faster(lambda times: find(unit * times), 8_000)
