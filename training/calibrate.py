"""Calibrate a network's scores, so that four in five of all finds with the score 0.8 are right.

Each label has a slope and a shift: slope times the log-odds of the score, plus shift, gives the
log-odds that the find is right. A find weighs less if its corpus and letter case have more finds.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from anonfilter_english.detectors.caseless.calibration import EDGE, calibrated

from training.example import Mark
from training.network_scores import Texts
from training.reading import Network, Reading

Sample = tuple[float, bool, float]


def samples(
    network: Network, tokenizer: Any, texts: Iterable[Texts], bias: float
) -> dict[str, list[Sample]]:
    """Return for each label its finds: score, True if the find is right, and weight."""
    result: dict[str, list[Sample]] = defaultdict(list)
    for some in texts:
        reading = Reading(network, tokenizer, [one.text for one in some.examples], "neighbours")
        own: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for example, finds in zip(some.examples, reading.finds(bias), strict=True):
            for find in finds:
                if find.label in some.labels and (right := _right(find, example.marks)) is not None:
                    own[find.label].append((find.score, right))
        for label, pairs in own.items():
            weight = len(pairs) ** -0.5
            result[label] += [(score, right, weight) for score, right in pairs]
    return result


def _right(find: Mark, marks: Sequence[Mark]) -> bool | None:
    """Return True if a find touches a mark of its label, and None if an unconfirmed mark may be it.

    Return False if the find touches no mark, or only confirmed marks of other labels.
    """
    touched = {mark.label for mark in marks if mark.start < find.end and find.start < mark.end}
    if find.label in touched:
        return True
    known = {"PERSON", "LOCATION", "ORGANIZATION", "NRP", "DATE", "TIME", "OTHER"}
    return False if touched <= known else None


def fitted(some: Sequence[Sample]) -> tuple[float, float]:
    """Return slope and shift, fitted by Newton's method with a weak prior at (1, 0)."""
    scores, right, weight = (np.array(column, dtype=float) for column in zip(*some, strict=True))
    weight *= len(some) / weight.sum()
    odds = log_odds(scores)
    inputs = np.stack([odds, np.ones_like(odds)], axis=1)
    prior = np.array([1.0, 0.0])

    def cost(at: Any) -> float:
        odds = inputs @ at
        return float(
            weight @ (np.logaddexp(0, odds) - right * odds) + np.sum((at - prior) ** 2) / 2
        )

    found = prior
    for _ in range(30):
        chance = np.exp(-np.logaddexp(0, -inputs @ found))
        slope = inputs.T @ (weight * (chance - right)) + (found - prior)
        curve = (inputs * (weight * chance * (1 - chance))[:, None]).T @ inputs + np.eye(2)
        step = np.linalg.solve(curve, slope)
        while cost(found - step) > cost(found) and np.abs(step).max() > 1e-9:
            step = step / 2  # A whole step may go too far.
        found = found - step
    return float(found[0]), float(found[1])


def log_odds(scores: Any) -> Any:
    scores = np.clip(scores, EDGE, 1 - EDGE)
    return np.log(scores / (1 - scores))


def table(some: Sequence[Sample], slope: float, shift: float) -> list[tuple[float, float, int]]:
    """Return for each tenth of the calibrated scores the mean, the right share, and the number."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for score, right, _ in some:
        chance = calibrated(score, slope, shift)
        bins[min(int(chance * 10), 9)].append((chance, right))
    return [
        (
            sum(chance for chance, _ in own) / len(own),
            sum(right for _, right in own) / len(own),
            len(own),
        )
        for _, own in sorted(bins.items())
    ]


def halved(texts: Iterable[Texts]) -> list[list[Texts]]:
    """Return two halves of the texts, each with every second text of each corpus."""
    whole = list(texts)
    return [
        [Texts(some.corpus, some.case, some.examples[half::2]) for some in whole] for half in (0, 1)
    ]


def checked(halves: Sequence[dict[str, list[Sample]]]) -> Iterator[str]:
    """Yield the lines of a table: fits on one half of the texts, tried on the other half."""
    yield "## What scores are worth"
    yield ""
    yield "Finds by their calibrated score, and how many of them are right; fitted on one half of"
    yield "the texts and tried on the other, both ways."
    yield ""
    yield "| label | slope, shift | mean score | right | finds |"
    yield "|---|---|---|---|---|"
    for label in sorted(set(halves[0]) & set(halves[1])):
        for here, there in (halves, halves[::-1]):
            slope, shift = fitted(here[label])
            for mean, right, count in table(there[label], slope, shift):
                yield (
                    f"| {label} | {slope:.2f}, {shift:+.2f} | {mean:.2f} | {right:.2f} | {count} |"
                )


def write(fits: dict[str, tuple[float, float]], path: Path) -> None:
    """Write slope and shift of each label to a JSON file."""
    content = {
        "what": "log-odds of being right = slope * log-odds of the score + shift",
        "labels": {
            label: {"slope": round(slope, 3), "shift": round(shift, 3)}
            for label, (slope, shift) in sorted(fits.items())
        },
    }
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
