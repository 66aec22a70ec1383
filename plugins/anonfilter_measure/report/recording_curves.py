"""Read the curves of evaluations that `anonfilter eval --audio --json` printed."""

from __future__ import annotations

from pydantic import BaseModel, Field, ValidationError

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter_measure.report.report_facts import Curve, Point

_HINT = "anonfilter eval --audio --json GOLD > FILE writes such a file."


class _Curve(BaseModel):
    best: Point
    points: tuple[Point, ...]


class _Evaluation(BaseModel):
    ruleset: str
    digest: str
    recordings: int = Field(ge=0)
    curve: _Curve


def read(name: str) -> Curve:
    """Return the curve of the evaluation in a file; raise an error for any other file."""
    try:
        found = _Evaluation.model_validate_json(read_file(name).data)
    except ValidationError:
        raise AnonfilterError(
            "is not the JSON of an evaluation of recordings", where=name, hint=_HINT
        ) from None
    curve = found.curve
    return Curve(name, found.ruleset, found.digest, found.recordings, curve.best, curve.points)
