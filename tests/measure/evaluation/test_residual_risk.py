"""Residual risk: the sum of the risks of leaks."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.evaluation.filtered_gold import filter_gold, reviewed_result
from anonfilter_measure.evaluation.gold_labels import Labels, stated_risks
from anonfilter_measure.evaluation.readers import read
from anonfilter_measure.evaluation.residual_risk import DocumentRisk, context_risk, document_risk

from anonfilter.rules import load_ruleset, parse_ruleset


def risk(engine, write, text, *entities):
    """The risk of a text; an entity is a surface, a label, and what else the gold says."""
    marked = []
    at = 0
    for surface, label, *more in entities:
        at = text.index(surface, at)
        marked.append(
            {"start": at, "end": at + len(surface), "label": label, **(more[0] if more else {})}
        )
        at += len(surface)
    path = write("gold.jsonl", json.dumps({"text": text, "entities": marked}))
    labels = Labels(engine.labels, {})
    [scored] = filter_gold(engine, read(str(path), labels))
    return document_risk(scored, labels).score


@pytest.mark.parametrize(
    ("text", "entities", "expected"),
    [
        ("Jane Smith", [("Jane Smith", "PERSON")], 0),
        ("Abel Oddling", [("Abel Oddling", "PERSON")], 5),
        ("Abel", [("Abel", "PERSON")], 3),
        ("Judge Oddling", [("Judge Oddling", "PERSON")], 3),
        ("Abel Quill", [("Abel Quill", "PERSON")], 3),
        ("12 Elm Road in Port Ellery", [("12 Elm Road in Port Ellery", "STREET_ADDRESS")], 2),
        ("a1 Quill", [("a1 Quill", "USERNAME")], 1),
        ("A-B-E-L", [("A-B-E-L", "SPELLED_NAME")], 5),
        (
            "Abel Oddling, abel oddling, ABEL ODDLING",
            [("Abel Oddling", "PERSON"), ("abel oddling", "PERSON"), ("ABEL ODDLING", "PERSON")],
            5,
        ),
        (
            "Abel Oddling, Oddling",
            [("Abel Oddling", "PERSON", {"cluster": "a"}), ("Oddling", "PERSON", {"cluster": "a"})],
            5,
        ),
        ("Abel, Bert", [("Abel", "PERSON"), ("Bert", "PERSON")], 6),
        ("Acorn Mill", [("Acorn Mill", "ORGANIZATION")], 0),
        ("Acorn Mill", [("Acorn Mill", "ORGANIZATION", {"speaker": True})], 2),
        ("Abel Oddling", [("Abel Oddling", "PERSON", {"identifying": False})], 0),
        ("Oregon, aged 40", [("Oregon", "STATE"), ("40", "AGE")], 2),
    ],
)
def test_a_document(terms_engine, write, text, entities, expected):
    assert risk(terms_engine, write, text, *entities) == expected


def test_spellings_that_a_reviewer_calls_one_value_count_once(terms_engine, write):
    def scored(text):
        [one] = read(str(write("a.txt", text)), labels)
        return document_risk(reviewed_result(one), labels).score

    labels = Labels(terms_engine.labels, {})
    apart = "(Marc)[MISSED_PERSON], (Mark)[MISSED_PERSON], (M-A-R-K)[MISSED_SPELLED_NAME]."
    assert scored(apart) > 5
    same = apart.replace("(Marc)[MISSED_PERSON]", "(Marc)[MISSED_PERSON=Mark]")
    assert scored(same.replace("_NAME]", "_NAME=mark]")) == 5


def test_marks_of_partly_masked_values_count_half(terms_engine, write):
    labels = Labels(terms_engine.labels, {})
    path = write("a.txt", "He lives at (12)[MISSED_STREET_ADDRESS_PARTIAL] [PLACE_1].")
    [document] = read(str(path), labels)
    assert document_risk(reviewed_result(document), labels).score == 2


def test_a_context():
    scores = [0, 0, 2, 6, 12]
    found = context_risk([DocumentRisk("talk", one, direct=one == 12) for one in scores])
    assert (found.documents, found.mean, found.max) == (5, 4, 12)
    assert found.sd == pytest.approx(5.099, abs=1e-3)
    assert found.p95 == pytest.approx(10.8)
    assert not found.below_limit
    assert (found.share_above, found.above_with_direct) == (pytest.approx(0.4), 1)


def test_one_document_has_no_spread():
    found = context_risk([DocumentRisk("talk", 3, direct=True)])
    assert (found.mean_plus_sd, found.p95, found.below_limit) == (3, 3, True)


@pytest.mark.parametrize("name", ["default", "hearing", "call"])
def test_the_shipped_rules_state_the_default_risks(name):
    ruleset = load_ruleset(name)
    defaults = Labels({}, {})
    stated = Labels(ruleset.labels, {}, stated_risks(ruleset))
    known = [label for label in ruleset.labels if defaults.named(label) not in defaults.unknown]
    assert {label: stated.of(label) for label in known} == {
        label: defaults.of(label) for label in known
    }


@pytest.mark.parametrize(
    ("published", "label"),
    [
        ("LOCATION_COORDINATES", "COORDINATES"),
        ("HTTP_COOKIE", "COOKIE"),
        ("STORAGE_SIGNED_URL", "SIGNED_URL"),
        ("STORAGE_SIGNED_POLICY_DOCUMENT", "SIGNED_URL"),
        ("ICD9_CODE", "DIAGNOSIS_CODE"),
        ("ICD10_CODE", "DIAGNOSIS_CODE"),
        ("IMSI_ID", "IMSI"),
        ("IMEI_HARDWARE_ID", "IMEI"),
        ("VEHICLE_IDENTIFICATION_NUMBER", "VIN"),
        ("MAC_ADDRESS_LOCAL", "MAC_ADDRESS"),
        ("CREDIT_CARD_TRACK_NUMBER", "CARD_TRACK"),
        ("US_SOCIAL_SECURITY_NUMBER", "US_SSN"),
    ],
)
def test_names_of_labels_that_published_work_on_calls_uses(published: str, label: str) -> None:
    labels = Labels(load_ruleset("call").labels, {})
    assert labels.named(published) == label
    assert not labels.unknown


def test_a_risk_that_the_rules_state_counts(terms_rules):
    ruleset = parse_ruleset(terms_rules, "terms")
    changed = parse_ruleset(terms_rules.replace("risk: 5", "risk: 1"), "terms")
    silent = parse_ruleset(terms_rules.replace("risk: 5, ", ""), "terms")
    risks = [
        Labels(one.labels, {}, stated_risks(one)).of("PERSON").risk
        for one in (ruleset, changed, silent)
    ]
    assert risks == [5, 1, 5]
