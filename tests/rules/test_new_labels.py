"""A label that no detector finds is an error, unless the rules declare it."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter import Engine
from anonfilter.errors import RulesError
from anonfilter.rules import load_ruleset

OWN = """
detectors:
- use: patterns
  name: mine
  patterns: [{label: BADGE, regex: '\\bQX-[0-9]{4}\\b', examples: [QX-1234]}]
"""


def engine(folder: Path, said: str, extends: str = "fast", name: str = "rules.yaml") -> Engine:
    path = folder / name
    path.write_text(f"anonfilter: 1\nextends: {extends}\n{said}\n")
    return Engine(load_ruleset(str(path)))


@pytest.mark.parametrize("settings", ["{redact: false}", "{redact: false, kind: direct}"])
def test_a_mistyped_label_is_refused_with_the_right_one(tmp_path: Path, settings: str) -> None:
    with pytest.raises(RulesError) as raised:
        engine(tmp_path, f"labels:\n  PERSN: {settings}")
    assert "did you mean 'PERSON'?" in str(raised.value)
    assert "sought: false" in raised.value.hint
    assert "rules.yaml:4:" in raised.value.where


def test_a_label_of_another_name_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="PATIENT_NAME"):
        engine(tmp_path, "labels: {PATIENT_NAME: {redact: false}}")


def test_a_declared_label_is_accepted(tmp_path: Path) -> None:
    made = engine(tmp_path, "labels: {PERSN: {redact: false, sought: false}}")
    assert not made.labels["PERSN"].redact


def test_a_label_that_a_detector_finds_is_accepted(tmp_path: Path) -> None:
    assert "BADGE" in engine(tmp_path, "labels: {BADGE: {kind: direct}}" + OWN).labels


def test_labels_of_the_extended_rules_may_be_changed(tmp_path: Path) -> None:
    made = engine(tmp_path, "labels: {PERSON: {redact: false}, DURATION: {redact: true}}")
    assert not made.labels["PERSON"].redact


def test_extended_rules_of_the_user_are_checked_as_well(tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text(
        "anonfilter: 1\nextends: fast\nlabels: {PERSN: {redact: false}}\n"
    )
    with pytest.raises(RulesError, match="did you mean 'PERSON'"):
        engine(tmp_path, "", "team.yaml")
    assert engine(tmp_path, "labels: {PERSN: {sought: false}}", "team.yaml").labels


@pytest.mark.parametrize("name", ["default", "fast", "hearing", "legal", "call"])
def test_shipped_rules_keep_their_labels_whatever_is_switched_off(
    tmp_path: Path, name: str
) -> None:
    off = "detectors:\n- {use: patterns, enabled: false}\n- {use: keyed, enabled: false}"
    assert engine(tmp_path, off, name).labels


def test_published_names_of_labels_are_accepted(tmp_path: Path) -> None:
    rules = """
labels:
  LOCATION_COORDINATES: {redact: false}
  IMEI_HARDWARE_ID: {tag: '[HARDWARE_{n}]'}
  VEHICLE_IDENTIFICATION_NUMBER: {kind: direct}
check: {ignore: [HTTP_COOKIE, ICD10_CODE, IMSI_ID]}
detectors:
- {use: dictionary, name: staff, label: PERSON_NAME, terms: [Quillon]}
- {use: dictionary, name: cars, label: VEHICLE_IDENTIFICATION_NUMBER, terms: [Q-CAR]}
"""
    made = engine(tmp_path, rules)
    assert made.ruleset.model.check.ignore == ("GENERIC_ID", "DIAGNOSIS_CODE", "IMSI")
    text = b"Quillon at 51.5074, -0.1278 has Q-CAR. IMEI 490154203237518."
    done = made.redact(made.read_document(text, "a.txt"))
    assert done.output.decode() == (
        "[PERSON_1] at 51.5074, -0.1278 has [VEHICLE_IDENTIFICATION_NUMBER_1]. IMEI [HARDWARE_1]."
    )
