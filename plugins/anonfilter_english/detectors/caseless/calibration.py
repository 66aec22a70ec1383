"""Calibrate the model's scores, so that of all finds at 0.8, four in five are right.

The log-odds of a find being right are the log-odds of its score times a slope, plus a shift. Both
were fitted by label to text that the model was not trained on, and lie beside the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from pathlib import Path

from pydantic import Field

from anonfilter.contract.settings import Strict
from anonfilter_english.detectors.caseless.pieces import ModelLabel

FILE = "calibration.json"
EDGE = 1e-4
"""Scores are clipped to this distance from 0 and 1, because a score of 1 has no log-odds."""


class Curve(Strict):
    """The slope and the shift of a label; the slope is positive, so the order of scores stays."""

    slope: float = Field(gt=0, le=50)
    shift: float = Field(ge=-50, le=50)


Curves = Mapping[ModelLabel, Curve]


class _File(Strict):
    what: str
    labels: dict[ModelLabel, Curve]


def curves(folder: Path) -> Curves:
    """Return the curves of the model in a folder, by label; empty if it has no file of curves."""
    try:
        content = (folder / FILE).read_bytes()
    except FileNotFoundError:
        return {}
    return _File.model_validate_json(content).labels


def calibrated(score: float, slope: float, shift: float) -> float:
    score = min(max(score, EDGE), 1 - EDGE)
    return 1 / (1 + exp(-(slope * log(score / (1 - score)) + shift)))
