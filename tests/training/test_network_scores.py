"""Scores, and what they are worth."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from anonfilter_english.detectors.caseless.calibration import FILE, calibrated, curves

from training.calibrate import Sample, fitted, table, write
from training.example import UNSURE, Example, Mark
from training.network_scores import score

pytestmark = pytest.mark.slow

TEXT = "Mrs. Oona Brackwater and Lew met at Velmere, they say, once."


def test_score() -> None:
    example = Example(
        TEXT, (Mark(5, 20, "PERSON"), Mark(25, 28, "PERSON"), Mark(36, 43, "LOCATION"))
    )
    finds = [
        Mark(5, 20, "PERSON"),  # right
        Mark(36, 43, "PERSON"),  # masks the place, of the wrong label
        Mark(55, 59, "PERSON"),  # no name at all
    ]
    people = score(example, finds, "PERSON")
    assert (people.gold, people.masked) == (2, 1)
    assert (people.seen, people.right, people.none, people.false) == (3, 1, 1, 1)
    assert score(example, finds, "LOCATION").masked == 1


def test_partly_found_names_are_not_masked() -> None:
    example = Example(TEXT, (Mark(5, 20, "PERSON"),))
    assert score(example, [Mark(5, 9, "PERSON")], "PERSON").masked == 0


def test_an_other_masks_nothing() -> None:
    example = Example(TEXT, (Mark(25, 28, "PERSON"),))
    assert score(example, [Mark(25, 28, "OTHER")], "PERSON").masked == 0


def test_unconfirmed_marks_count_neither_way() -> None:
    example = Example(TEXT, (Mark(25, 28, UNSURE),))
    people = score(example, [Mark(25, 28, "PERSON")], "PERSON")
    assert (people.gold, people.seen) == (0, 0)


def test_a_find_at_four_fifths_is_right_four_times_in_five() -> None:
    chance = random.Random(1)
    some: list[Sample] = []
    for _ in range(4000):
        worth = chance.random()
        shown = worth**0.4  # a network that is too sure of itself
        some.append((shown, chance.random() < worth, 1.0))
    slope, shift = fitted(some)
    for mean, right, count in table(some, slope, shift):
        assert count < 20 or abs(mean - right) < 0.08
    shown = 0.8**0.4
    assert calibrated(shown, slope, shift) == pytest.approx(0.8, abs=0.05)


def test_the_detector_reads_what_training_writes(tmp_path: Path) -> None:
    write({"PERSON": (0.7012, -0.25), "OTHER": (1.0, 0.0)}, tmp_path / FILE)
    read = curves(tmp_path)
    assert {label: (one.slope, one.shift) for label, one in read.items()} == {
        "PERSON": (0.701, -0.25),
        "OTHER": (1.0, 0.0),
    }
