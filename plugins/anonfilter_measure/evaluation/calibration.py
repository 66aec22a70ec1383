"""Compare the scores of found mentions with the share of mentions of such scores that are right."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from anonfilter.reports.tables import Section, Sheet, share
from anonfilter_measure.evaluation.filtered_gold import FilteredGold
from anonfilter_measure.evaluation.gold_matching import judged, right_mentions

_BANDS = 10


@dataclass(slots=True)
class Band:
    """The found mentions of one label and detector whose scores are in one tenth.

    ``scores`` is the sum of their scores.
    """

    finds: int = 0
    right: int = 0
    scores: float = 0.0


Bands = Mapping[tuple[str, int], Band]
"""The bands of one label by detector and tenth."""


def section(results: Iterable[FilteredGold], annotated: Mapping[str, frozenset[str]]) -> Section:
    """Build a row per label, detector and tenth of the score, and a row per label with its error.

    Mentions whose label is not annotated in their file are left out, and counted.
    """
    labels: defaultdict[str, defaultdict[tuple[str, int], Band]]
    labels = defaultdict(lambda: defaultdict(Band))
    left_out: Counter[str] = Counter()
    for result in results:
        here = annotated[result.gold.file]
        judgeable = list(judged(result, here))
        for found in judgeable:
            band = labels[found.label][found.detector, min(int(found.score * _BANDS), _BANDS - 1)]
            band.finds += 1
            band.right += bool(right_mentions(result, found))
            band.scores += found.score
        unmarked = set(result.found).difference(judgeable)
        left_out.update(found.label for found in unmarked if found.label not in here)
    bands = {label: dict(sorted(own.items())) for label, own in sorted(labels.items())}
    data = {
        "labels": {label: _data(own) for label, own in bands.items()},
        "left_out": dict(sorted(left_out.items())),
    }
    sheet = Sheet(
        "; ".join(_title(left_out)),
        ("label", "detector", "score", "finds", "right", "mean score", "share right", "", "error"),
        tuple(row for label, own in bands.items() for row in _rows(label, own)),
        texts=3,
    )
    return Section("calibration", data, sheet)


def _title(left_out: Mapping[str, int]) -> Iterator[str]:
    yield "calibration: how often found mentions are right, by score"
    yield "error: the mean distance of score and share right"
    if left_out:
        counts = ", ".join(f"{label} ({count:,})" for label, count in sorted(left_out.items()))
        yield f"left out, because the gold does not mark these labels: {counts}"


def _error(bands: Bands) -> float:
    """Return the expected calibration error: the mean distance of score and right share."""
    distances = (abs(band.scores - band.right) for band in bands.values())
    return sum(distances) / sum(band.finds for band in bands.values())


def _data(bands: Bands) -> dict[str, Any]:
    detectors: dict[str, list[dict[str, Any]]] = {}
    for (detector, at), band in bands.items():
        detectors.setdefault(detector, []).append(
            {
                "from": at / _BANDS,
                "to": (at + 1) / _BANDS,
                "finds": band.finds,
                "right": band.right,
                "mean_score": band.scores / band.finds,
            }
        )
    return {
        "finds": sum(band.finds for band in bands.values()),
        "right": sum(band.right for band in bands.values()),
        "error": _error(bands),
        "detectors": detectors,
    }


def _rows(label: str, bands: Bands) -> Iterator[tuple[str, ...]]:
    whole = Band()
    for (detector, at), band in bands.items():
        yield label, detector, f"{at / _BANDS:g} to {(at + 1) / _BANDS:g}", *_cells(band), ""
        whole.finds += band.finds
        whole.right += band.right
        whole.scores += band.scores
    yield label, "all", "", *_cells(whole), share(_error(bands))


def _cells(band: Band) -> tuple[str, ...]:
    right = band.right / band.finds
    bar = "█" * round(_BANDS * right)
    return (
        f"{band.finds:,}",
        f"{band.right:,}",
        share(band.scores / band.finds),
        share(right),
        bar.ljust(_BANDS, "░"),
    )
