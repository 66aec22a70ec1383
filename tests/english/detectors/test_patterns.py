"""The settings of patterns, the finds of shipped patterns, and the time that patterns take."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.detectors.patterns.patterns import PatternsDetector

from anonfilter.contract.document import Document, Label, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.tags import HIDDEN
from anonfilter.errors import Incomplete, RulesError
from anonfilter.testing.growth import grows_no_faster
from tests.shipped import ruleset

LABELS = {name: Label(name) for name in ("USERNAME", "GENERIC_ID", "CREDIT_CARD")}


def patterns(*entries: dict[str, Any], **config: Any) -> PatternsDetector:
    filled = [{"label": "GENERIC_ID", **entry} for entry in entries]
    model = PatternsDetector.Config.model_validate({"patterns": filled, **config})
    return PatternsDetector(model, Setting("patterns", labels=LABELS))


@cache
def shipped() -> PatternsDetector:
    instances = ruleset().instances["detectors"]
    made: PatternsDetector = next(one for one in instances if one.name == "patterns").make()
    return made


def read(text: str) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(Source("a.txt", text))


def found(detector: PatternsDetector, text: str) -> list[str]:
    document = read(text)
    spans = detector.detect(document, document.fields)
    return [document.text[span.start : span.end] for span in spans]


def best(text: str) -> set[tuple[str, str]]:
    """Return the finds of shipped patterns; of overlapping spans, the best and longest."""
    document = read(text)
    chosen: list[Any] = []
    spans = shipped().detect(document, document.fields)
    for span in sorted(spans, key=lambda span: (-span.score, span.start - span.end)):
        if all(span.end <= other.start or span.start >= other.end for other in chosen):
            chosen.append(span)
    return {(span.label, document.text[span.start : span.end]) for span in chosen}


# What an entry may say


def test_the_value_is_the_group_value_or_the_group_of_the_settings() -> None:
    assert found(patterns({"regex": r"no\. (?P<value>\d+)"}), "no. 17") == ["17"]
    assert found(patterns({"regex": r"(\w+) (\d+)", "group": 1}), "no 17") == ["no"]
    assert found(patterns({"regex": r"no \d+"}), "no 17") == ["no 17"]


def test_a_context_word_must_be_in_the_window_before_a_match() -> None:
    detector = patterns({"regex": r"\b\w+\d\b", "context": ["user name"], "window": 20})
    assert found(detector, "The USER\nname is fox7") == ["fox7"]
    assert found(detector, "the username is fox7") == []
    assert found(detector, "the user name" + " is" * 10 + " fox7") == []
    assert found(detector, "fox7 is the user name") == []


def test_context_may_be_after_or_around_a_match() -> None:
    after = patterns({"regex": r"\d+", "context": ["votes"], "context_side": "after"})
    around = patterns({"regex": r"\d+", "context": ["votes"], "context_side": "around"})
    assert found(after, "12 votes") == ["12"]
    assert found(after, "votes 12") == []
    assert found(around, "votes 12") == found(around, "12 votes") == ["12"]


def test_context_in_another_paragraph_does_not_count() -> None:
    detector = patterns({"regex": r"\d+", "context": ["badge"]})
    assert found(detector, "A badge.\n\n17 of them") == []


def test_with_next_only_a_context_word_counts_for_one_match() -> None:
    detector = patterns({"regex": r"\b\w+\d\b", "context": ["user"], "next_only": True})
    assert found(detector, "user fox7 and dog8") == ["fox7"]
    assert found(detector, "user fox7 and user dog8") == ["fox7", "dog8"]


def test_with_next_only_a_tag_counts_as_the_match() -> None:
    detector = patterns({"regex": r"\b\w+\d\b", "context": ["user"], "next_only": True})
    document = read("user [TAG] and dog8")
    hidden = replace(document, prose=document.prose.replace("[TAG]", HIDDEN.ljust(5)))
    assert list(detector.detect(hidden, hidden.fields)) == []
    assert found(detector, "user \ufffc dog8") == ["dog8"]  # the same character in a file is none


def test_a_match_without_context_may_have_a_lower_score() -> None:
    detector = patterns({"regex": r"\d+", "context": ["badge"], "score_without_context": 0.3})
    document = read("17, badge 18")
    spans = detector.detect(document, document.fields)
    assert [span.score for span in spans] == [0.3, 0.9]


def test_not_after_and_not_before_exclude_matches() -> None:
    detector = patterns(
        {
            "regex": r"\b\d{4,5}\b",
            "not_after": ["P.O. Box", "$", r"/\bpp?\./"],
            "not_before": ["dollars", "%"],
        }
    )
    text = "p.o. box 1234; $ 2345; pp. 3456; 4567 dollars; 5678%; 6789 dollarsign; 7890"
    assert found(detector, text) == ["6789", "7890"]


def test_a_validator_excludes_matches() -> None:
    detector = patterns({"regex": r"\d{16}", "validator": "card"})
    assert found(detector, "4111111111111111 4111111111111112") == ["4111111111111111"]


def test_pieces_are_included_in_regexes() -> None:
    detector = patterns({"regex": "{{a}}-{{b}}{2}"}, define={"a": r"\d|x", "b": "{{a}}|y"})
    assert found(detector, "1-xy 2-zz") == ["1-xy"]


def test_a_match_near_if_found_is_found_whole_in_a_long_text() -> None:
    filler = "and so on " * 300
    detector = patterns({"regex": r"http://\S+", "if_found": "://"}, {"regex": r"\d+ km"})
    url = "http://aa.example.com/" + "a" * 1500
    text = f"{filler} {url} {filler} 12 km {filler}http://example.com"
    assert sorted(found(detector, text)) == ["12 km", url, "http://example.com"]


def test_finds_in_a_field_do_not_depend_on_other_fields() -> None:
    detector = patterns({"regex": r"(?<!x\s)\b\d+\b(?!\s*y)"})
    assert found(detector, "x\n\n12\n\ny") == ["12"]


# What is wrong with an entry is said, with its name


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"regex": "(", "name": "odd"}, "pattern odd: regex is not a valid regex"),
        ({"regex": "a", "if_found": "["}, "pattern GENERIC_ID-1: if_found is not a valid regex"),
        ({"regex": "a", "not_after": ["/(/"]}, "not_after is not a valid regex"),
        ({"regex": "a", "validator": "iben"}, "no validator 'iben'; did you mean 'iban'"),
        ({"regex": "a", "label": "USER_NAME"}, "no label 'USER_NAME'; did you mean 'USERNAME'"),
        ({"regex": "a", "group": "value"}, "has no group 'value'"),
        ({"regex": "a", "group": 2}, "has no group 2"),
        ({"regex": "{{mnth}}"}, "no piece of regex is defined as 'mnth'; did you mean 'month'"),
        ({"regex": "{{loop}}"}, "the piece of regex 'loop' includes itself"),
    ],
)
def test_errors_have_the_name_of_the_pattern(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        patterns(entry, define={"month": "May", "loop": "{{loop}}"})
    assert message in str(caught.value)


def test_wrong_examples_are_reported_by_number() -> None:
    detector = patterns(
        {
            "name": "badge",
            "regex": r"badge (?P<value>\d+)",
            "examples": ["badge 1", "badge [[12]]", "[[badge 12]]", "no"],
            "counterexamples": ["badge", "badge 3"],
        },
        counterexamples=["nothing", "badge 4"],
    )
    assert [str(problem) for problem in detector.check()] == [
        "pattern badge: example 3 is found, but not exactly the value in [[ ]]",
        "pattern badge: example 4 is not found",
        "pattern badge: counterexample 2 is found",
        "pattern badge: counterexample 2 of all patterns is found",
    ]


@pytest.mark.parametrize("key", ["regex", "if_found"])
def test_a_pattern_that_takes_too_long_makes_the_file_incomplete(key: str) -> None:
    evil = {"name": "evil", "regex": "b", "examples": ["a" * 60 + "b"]} | {key: r"(?:a|aa)+$"}
    detector = patterns(evil, timeout=0.2)
    with pytest.raises(Incomplete) as caught:
        found(detector, "a" * 60 + "b")
    assert caught.value.where == "a.txt"
    assert "evil" in str(caught.value)
    assert "aaa" not in str(caught.value)
    assert [str(problem) for problem in detector.check()] == [
        "pattern evil: example 1 takes too long"
    ]


# The shipped patterns


def test_shipped_patterns_match_their_examples() -> None:
    assert shipped().check() == []


def test_every_shipped_pattern_has_examples_of_both_kinds() -> None:
    bare = [
        pattern.name
        for pattern in shipped()._patterns
        if not pattern.rules.examples or not pattern.rules.counterexamples
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Call (415) 555-0132, ext. 5.", {("PHONE_NUMBER", "(415) 555-0132, ext. 5")}),
        (
            "Wire to account 12345678, sort code 12-34-56.",
            {("BANK_ACCOUNT", "12345678"), ("ROUTING_NUMBER", "12-34-56")},
        ),
        ("He was born on June 15, 1980.", {("DATE_OF_BIRTH", "June 15, 1980")}),
        (
            "On Monday the 15th of June 2011 at 10:30",
            {("DATE", "Monday the 15th of June 2011"), ("TIME", "10:30")},
        ),
        ("at the age of 33 years old", {("AGE", "33")}),
        (
            "I live at 1425 Oak Street, Apt 4B, Exampleton, CA 94964-0001.",
            {("LOCATION", "1425 Oak Street, Apt 4B"), ("LOCATION", "94964-0001")},
        ),
        (
            "mail jane@example.com or see www.example.com/jane.",
            {("EMAIL_ADDRESS", "jane@example.com"), ("URL", "www.example.com/jane")},
        ),
        (
            "My social is 219-09-9999, card 4111 1111 1111 1111 12/27",
            {("US_SSN", "219-09-9999"), ("CREDIT_CARD", "4111 1111 1111 1111")},
        ),
        (
            "passport number AB123456, SIN 046 454 286",
            {("PASSPORT", "AB123456"), ("CA_SIN", "046 454 286")},
        ),
    ],
)
def test_shipped_patterns_find_the_values_of_a_sentence(
    text: str, expected: set[tuple[str, str]]
) -> None:
    assert best(text) == expected


HOSTILE = {
    "digits": "1" * 50_000,
    "digit, hyphen": "1-" * 20_000,
    "digit, blank": "1 " * 20_000,
    "digit, point": "1." * 20_000,
    "digit, slash": "12/" * 15_000,
    "digit, line end": "1\n \n " * 9_000,
    "plus": "+1" * 20_000,
    "at": "a@" * 20_000,
    "at only": "@" * 50_000,
    "parentheses": "(" * 50_000,
    "blanks": " " * 50_000 + "5",
    "points": "a." * 20_000,
    "letters": "a" * 50_000,
    "letter, digit": "A1" * 20_000,
    "colons": "ab:" * 15_000,
    "web": "www." * 12_000,
    "scheme": "http://" + "." * 50_000,
    "user names": "user name " * 5_000 + "a1_" * 10_000,
    "months": "June 1 " * 7_000,
    "may": "may " * 12_000,
    "weekdays": "Monday, the " * 5_000,
    "number words": "five twenty " * 5_000,
    "dots": "a dot at " * 6_000,
    "born": "born " * 10_000,
    "card": "card ending in " * 4_000,
    "account": "account number is " * 4_000,
    "social": "last four of social " * 3_000,
    "street": "12 Oak " * 7_000,
    "state": "CA " * 12_000 + "12345",
    "degrees": "1° " * 12_000,
    "ages": "at the age of " * 5_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_shipped_patterns_are_fast_on_hostile_text(kind: str) -> None:
    text = HOSTILE[kind]

    def find(size: int) -> None:
        found(shipped(), text[: size // 2] + text[-size // 2 :])

    assert grows_no_faster(find, len(text))


def test_no_heavy_library_is_imported() -> None:
    code = (
        "import sys, anonfilter_english.detectors.patterns.patterns;"
        "import anonfilter_english.detectors.dictionary.dictionary;"
        "print({'spacy', 'presidio_analyzer', 'phonenumbers', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run(  # a fresh interpreter: this one may have loaded anything
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
