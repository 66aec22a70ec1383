"""Check scores against ``--fail-under PERSON.masked=0.97,overall.precision=0.9``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import OVERALL
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.mention_scores import SCORES, Tally


@hide_values
@dataclass(frozen=True, slots=True)
class Floor:
    """A score and its lowest allowed value."""

    label: str
    score: str
    least: float

    def __str__(self) -> str:
        return f"{self.label}.{self.score}"


def parse(text: str) -> list[Floor]:
    """Parse floors such as ``PERSON.masked=0.97``, separated by commas."""
    return [_floor(part.strip()) for part in text.split(",") if part.strip()]


def _floor(text: str) -> Floor:
    name, _, number = text.partition("=")
    label, _, score = name.strip().rpartition(".")
    try:
        least = float(number)
    except ValueError:
        least = -1.0
    if not label or score not in SCORES or not 0 <= least <= 1:
        raise AnonfilterError(
            f"--fail-under {text} is not of the form LABEL.SCORE=0.97",
            hint=f"The label may be {OVERALL!r}; the scores are {', '.join(SCORES)}.",
        )
    return Floor(label, score, least)


def below(tally: Tally, floors: Sequence[Floor]) -> Iterator[str]:
    """Yield a message for each score below its floor.

    Raise an error for a floor whose score this run does not measure.
    """
    for floor in floors:
        counts = tally.overall if floor.label == OVERALL else tally.labels.get(floor.label)
        actual = counts.scores()[floor.score] if counts is not None else None
        if actual is None:
            raise AnonfilterError(f"--fail-under {floor}: this run does not measure that score")
        if actual < floor.least:
            yield f"{floor} is {actual:.4f}, below {floor.least:g}"
