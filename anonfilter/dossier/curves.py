"""Reads evaluations of recordings, as `anonfilter eval --audio --json` prints them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from anonfilter.dossier import facts
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file

_HINT = "anonfilter eval --audio --json GOLD > FILE writes such a file."


class _Point(BaseModel):
    rho: float = Field(ge=0, le=1)
    recall: float | None = Field(ge=0, le=1)
    precision: float | None = Field(ge=0, le=1)
    f1: float | None = Field(ge=0, le=1)


class _Curve(BaseModel):
    best: _Point
    points: tuple[_Point, ...]


class _Evaluation(BaseModel):
    model_config = ConfigDict(extra="ignore")

    ruleset: str
    digest: str
    recordings: int = Field(ge=0)
    curve: _Curve


def read(name: str) -> facts.Curve:
    """Read the curve in a file; refuse anything else."""
    try:
        found = _Evaluation.model_validate_json(read_file(name).data)
    except ValidationError:
        raise AnonfilterError(
            "is not the JSON of an evaluation of recordings", where=name, hint=_HINT
        ) from None
    points = tuple(map(_point, found.curve.points))
    best = _point(found.curve.best)
    return facts.Curve(name, found.ruleset, found.digest, found.recordings, best, points)


def _point(one: _Point) -> facts.Point:
    return facts.Point(one.rho, one.recall, one.precision, one.f1)
