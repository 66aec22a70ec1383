"""The tables of an evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from typing import TypeVar

from anonfilter.reports.tables import OVERALL, Section, Sheet, share
from anonfilter_audio.evaluation.evaluation import Evaluation
from anonfilter_audio.evaluation.measures import BINS, Point, histogram
from anonfilter_audio.evaluation.misses import Cause, Fit

Kind = TypeVar("Kind", bound=StrEnum)
WORDS = ("identifiers", "others")


def sections(evaluation: Evaluation) -> Iterator[Section]:
    """Yield the tables; tables of errors and causes only if the recognised words are known."""
    yield _curve(evaluation)
    yield _labels(evaluation)
    yield _coverage(evaluation)
    yield _counted("alignment", "alignment of identifiers", Fit, evaluation.fits)
    if evaluation.errors is not None:
        yield _recognition(evaluation)
        title = f"missed identifiers, rho {evaluation.rho:.2f}"
        yield _counted("misses", title, Cause, evaluation.causes)


def point(one: Point) -> dict[str, float | None]:
    """Return a point of the curve as data."""
    return {"rho": one.rho, "recall": one.recall, "precision": one.precision, "f1": one.f1}


def _curve(evaluation: Evaluation) -> Section:
    best = evaluation.best
    sheet = Sheet(
        f"best F1 {share(best.f1)}, rho {best.rho:.2f}",
        ("rho", "recall", "precision", "F1"),
        tuple(
            (f"{one.rho:.2f}", share(one.recall), share(one.precision), share(one.f1))
            for one in evaluation.curve
        ),
    )
    return Section(
        "curve", {"best": point(best), "points": list(map(point, evaluation.curve))}, sheet
    )


def _labels(evaluation: Evaluation) -> Section:
    rows = dict(evaluation.labels)
    rows[OVERALL] = tuple(map(sum, zip(*rows.values(), strict=True)))  # type: ignore[assignment]
    data = {
        label: {"words": words, "covered": covered, "recall": covered / words}
        for label, (words, covered) in rows.items()
    }
    sheet = Sheet(
        f"identifiers by label, rho {evaluation.rho:.2f}",
        ("label", "words", "covered", "recall"),
        tuple(
            (label, f"{words:,}", f"{covered:,}", share(covered / words))
            for label, (words, covered) in rows.items()
        ),
    )
    return Section("labels", {"rho": evaluation.rho, "labels": data}, sheet)


def _coverage(evaluation: Evaluation) -> Section:
    counts = [histogram(evaluation.shares[own]) for own in (True, False)]
    sheet = Sheet(
        "how much of words is silenced",
        ("share", *WORDS),
        tuple(
            (name, *(f"{one:,}" for one in both))
            for name, both in zip(BINS, zip(*counts, strict=True), strict=True)
        ),
    )
    data = {"bins": list(BINS), **dict(zip(WORDS, map(list, counts), strict=True))}
    return Section("coverage", data, sheet)


def _recognition(evaluation: Evaluation) -> Section:
    both = evaluation.errors or ()
    sheet = Sheet(
        "errors of recognition",
        ("words", "said", "substituted", "deleted", "inserted", "error rate"),
        tuple(
            (name, *(f"{count:,}" for count in asdict(one).values()), share(one.rate))
            for name, one in zip(WORDS, both, strict=True)
        ),
    )
    data = {name: {**asdict(one), "rate": one.rate} for name, one in zip(WORDS, both, strict=True)}
    return Section("recognition", data, sheet)


def _counted(key: str, title: str, kinds: type[Kind], counts: Counter[Kind]) -> Section:
    total = counts.total()
    rows: Sequence[tuple[str, int]] = [(str(kind), counts[kind]) for kind in kinds]
    sheet = Sheet(
        title,
        ("", "number", "share"),
        tuple(
            (name, f"{count:,}", share(count / total if total else None)) for name, count in rows
        ),
    )
    return Section(key, dict(rows), sheet)
