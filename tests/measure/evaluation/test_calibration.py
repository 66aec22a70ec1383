"""Calibration: the scores of found mentions, compared with how often they are right."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.evaluation import calibration
from anonfilter_measure.evaluation.filtered_gold import filter_gold
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.mention_scores import annotated_labels
from anonfilter_measure.evaluation.readers import read

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

RULES = """
anonfilter: 1
labels: {CODE: {tag: '[CODE_{n}]'}, DAY: {tag: '[DAY_{n}]'}}
formats: [{use: text}]
taggers: [{use: numbered}]
detectors:
  - use: patterns
    name: sure
    patterns: [{label: CODE, regex: 'X\\d', score: 1}, {label: DAY, regex: 'Monday', score: 0.9}]
  - use: patterns
    name: unsure
    patterns: [{label: CODE, regex: 'Y\\d', score: 0.55}, {label: CODE, regex: 'Z\\d', score: 0.1}]
"""

TEXT = "X1 X2 X3 X4, Y1 Y2, Z1 Z2 Z3 Z4 on Monday"


@pytest.fixture
def engine() -> Engine:
    return Engine(parse_ruleset(RULES, "rules.yaml"))


def section(engine: Engine, write, *entities: tuple[str, str], **more: str):
    line = json.dumps(
        {
            "text": TEXT,
            "entities": [
                {
                    "start": TEXT.index(part),
                    "end": TEXT.index(part) + len(part),
                    "label": label,
                    **more,
                }
                for part, label in entities
            ],
        }
    )
    documents = list(read(str(write("gold.jsonl", line)), Labels(engine.labels, {})))
    return calibration.section(list(filter_gold(engine, documents)), annotated_labels(documents))


CODES = [(code, "CODE") for code in ("X1", "X2", "X3", "Y1")]


def test_calibration_by_detector_and_score(engine: Engine, write) -> None:
    [label] = section(engine, write, *CODES).data["labels"].values()
    assert label["detectors"] == {
        "sure": [{"from": 0.9, "to": 1, "finds": 4, "right": 3, "mean_score": 1}],
        "unsure": [
            {"from": 0.1, "to": 0.2, "finds": 4, "right": 0, "mean_score": pytest.approx(0.1)},
            {"from": 0.5, "to": 0.6, "finds": 2, "right": 1, "mean_score": pytest.approx(0.55)},
        ],
    }
    assert (label["finds"], label["right"]) == (10, 4)


def test_the_error_does_not_weigh_one_detector_against_another(engine: Engine, write) -> None:
    """4 finds are off by 0.25, 4 by 0.1 and 2 by 0.05."""
    [label] = section(engine, write, *CODES).data["labels"].values()
    assert label["error"] == pytest.approx((4 * 0.25 + 4 * 0.1 + 2 * 0.05) / 10)


def test_a_label_that_the_gold_never_marks_is_left_out_and_listed(engine: Engine, write) -> None:
    found = section(engine, write, *CODES)
    assert set(found.data["labels"]) == {"CODE"}
    assert found.data["left_out"] == {"DAY": 1}
    assert "left out, because the gold does not mark these labels: DAY (1)" in found.sheet.title
    both = section(engine, write, *CODES, ("Monday", "DAY"))
    assert both.data["left_out"] == {}
    assert "left out" not in both.sheet.title


def test_machine_annotations_are_not_scored(engine: Engine, write) -> None:
    found = section(engine, write, *CODES, gold="silver")
    assert found.data["labels"] == {}


def test_the_table(engine: Engine, write) -> None:
    rows = section(engine, write, *CODES).sheet.rows
    assert rows[0] == ("CODE", "sure", "0.9 to 1", "4", "3", "1.000", "0.750", "████████░░", "")
    assert rows[-1] == ("CODE", "all", "", "10", "4", "0.550", "0.400", "████░░░░░░", "0.150")
    assert len(rows) == 4
