"""Rules that switch off what other parts need: `rules check` and each run report it."""

from __future__ import annotations

import pytest

from anonfilter import Engine
from anonfilter.engine.gaps import find_gaps
from anonfilter.rules import load_ruleset, parse_ruleset

SHIPPED = ("default", "fast", "thorough", "call", "hearing", "legal")


def found(rules: str, extends: str = "default") -> str:
    text = f"anonfilter: 1\nextends: {extends}\n{rules}"
    return "\n".join(find_gaps(Engine(parse_ruleset(text, "own.yaml"))))


def off(*detectors: str, on: str = "") -> str:
    uses = [f"{{use: {name}, enabled: false}}" for name in detectors]
    return f"detectors: [{', '.join([*uses, *([on] if on else [])])}]\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_rules_lack_nothing(name: str) -> None:
    assert list(find_gaps(Engine(load_ruleset(name)))) == []


ALONE = "resolvers: [{use: agreement, alone: {names: {PERSON: 0, LOCATION: 0}}}]"
SPACY = "{use: spacy, enabled: true}"


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        (off("caseless", "names", on=SPACY), ("spacy", "PERSON")),
        (off("caseless"), ("names", "PERSON, LOCATION")),
        (off("caseless", on=SPACY), ()),
        (off("names", on=SPACY), ()),
        (off("names"), ()),
        (off("caseless") + ALONE, ()),
        (off("caseless") + "resolvers: [{use: agreement, enabled: false}]", ()),
        (
            off("caseless", "names", on=SPACY) + "labels: {PERSON: {redact: false}}\n"
            "check: {ignore: [PERSON]}",
            (),
        ),
    ],
)
def test_findings_that_need_a_second_detector_are_reported(
    rules: str, named: tuple[str, ...]
) -> None:
    reported = [line for line in found(rules).splitlines() if "agreement" in line]
    assert len(reported) == bool(named)
    assert all(name in reported[0] for name in named)


def test_a_sure_score_needs_no_second_detector() -> None:
    sure = off("caseless", "names", on="{use: spacy, enabled: true, score: 0.95}")
    assert "agreement" not in found(sure)


@pytest.mark.parametrize(
    ("rules", "extends", "label"),
    [
        (
            off("patterns", "caseless", "names", "keyed", "spoken", on=SPACY),
            "default",
            "EMAIL_ADDRESS",
        ),
        (off("spelled"), "call", "SPELLED_NAME"),
        ("labels: {BADGE: {}}", "default", "BADGE"),
    ],
)
def test_a_label_that_no_detector_finds_is_reported(rules: str, extends: str, label: str) -> None:
    lines = found(rules, extends).splitlines()
    [reported] = [line for line in lines if "but no enabled plugin finds it" in line]
    assert label in reported
    assert reported.startswith("own.yaml:")


OWN = "detectors: [{use: dictionary, name: d, terms: [Quarzil Two], label: PRODUCT}]\n"
PATTERN = "detectors: [{use: patterns, patterns: [{label: PRODUCT, regex: 'Q-[0-9]+'}]}]\n"


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (OWN, True),
        (PATTERN, True),
        (OWN + "labels: {PRODUCT: {kind: direct, survives: fail}}", True),
        (OWN + "labels: {PRODUCT: {redact: true}}", False),
        (OWN + "labels: {PRODUCT: {redact: false}}", False),
        (OWN.replace("PRODUCT", "PERSON"), False),
    ],
)
def test_a_label_that_own_detectors_find_and_base_rules_keep(rules: str, kept: bool) -> None:
    reported = found(rules)
    assert ("PRODUCT: is found here and not replaced" in reported) is kept
    assert reported.startswith("own.yaml:3:") is kept


@pytest.mark.parametrize(
    ("detectors", "labels"),
    [
        (("caseless", "names"), ("PERSON", "LOCATION", "ORGANIZATION")),
        (("patterns",), ("EMAIL_ADDRESS", "PHONE_NUMBER", "US_SSN")),
        (("patterns", "keyed"), ("EMAIL_ADDRESS", "PHONE_NUMBER", "US_SSN")),
    ],
)
def test_labels_that_are_found_only_in_special_places(
    detectors: tuple[str, ...], labels: tuple[str, ...]
) -> None:
    lines = [line for line in found(off(*detectors)).splitlines() if "to be replaced" in line]
    assert 1 <= len(lines) <= 2
    assert all(line.startswith("own.yaml:3:") for line in lines)
    assert all(line.count("own.yaml:") == len(detectors) for line in lines)
    assert all(any(label in line for line in lines) for label in labels)


def test_a_label_that_is_not_sought_on_purpose() -> None:
    assert found("labels: {BADGE: {sought: false}}") == ""
    assert found("labels: {BADGE: {redact: false, sought: false}}") == ""


@pytest.mark.parametrize(
    ("rules", "extends", "by"),
    [
        ("resolvers: [{use: reconcile-roles}]", "default", "reconcile-roles"),
        ("taggers: [{use: roles}]\nlabels: {PERSON: {tag: roles}}", "default", "roles"),
        (off("spelled"), "hearing", "spellings"),
    ],
)
def test_a_plugin_without_input_is_reported(rules: str, extends: str, by: str) -> None:
    assert f": {by}: " in found(rules, extends)


def test_labels_of_dates_that_no_detector_finds_are_reported() -> None:
    assert ": dates: no enabled detector finds DATE" in found(off("patterns", "caseless", "spoken"))
