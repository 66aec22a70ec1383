"""Decode the model's outputs to names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from anonfilter_plugins.detectors.caseless.calibration import Curves, calibrated
from anonfilter_plugins.detectors.caseless.pieces import LABEL_OF, TAGS, ModelLabel, Window, Word

_NONE: Curves = {}


class Find(NamedTuple):
    """A name at text[start:end], with the model's confidence."""

    start: int
    end: int
    label: ModelLabel
    score: float


def found(
    words: Sequence[Word], window: Window, logits: Any, bias: float, curves: Curves = _NONE
) -> Iterator[Find]:
    """Yield the names that overlap the window's core.

    ``logits`` has a row for the window's opening mark and one for each of its pieces. ``bias`` is
    subtracted from the score of an ordinary word: a miss costs more than a false alarm. ``curves``
    calibrate the confidence; a label without one keeps the network's own.
    """
    first = words[window.start].first
    rows = logits[[1 + word.first - first for word in words[window.start : window.end]]]
    rows = rows.astype(np.float32)
    rows -= rows.max(axis=1, keepdims=True)
    chances = np.exp(rows)
    chances /= chances.sum(axis=1, keepdims=True)
    rows[:, 0] -= bias
    best = rows.argmax(axis=1).tolist()
    for start, end in _runs(best):
        if window.start + end <= window.core_start or window.start + start >= window.core_end:
            continue
        label = LABEL_OF[best[start]]
        assert label is not None
        columns = [at for at, other in enumerate(LABEL_OF) if other == label]
        score = float(chances[start:end][:, columns].sum(axis=1).min())
        if curve := curves.get(label):
            score = calibrated(score, curve.slope, curve.shift)
        yield Find(
            words[window.start + start].start, words[window.start + end - 1].end, label, score
        )


def _runs(tags: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of words that are one name. A name may begin with I- after another label."""
    start = 0
    for at in range(1, len(tags) + 1):
        if at < len(tags) and tags[at] and _goes_on(tags[at - 1], tags[at]):
            continue
        if tags[start]:
            yield start, at
        start = at


def _goes_on(before: int, tag: int) -> bool:
    return bool(before) and TAGS[tag][0] == "I" and LABEL_OF[before] == LABEL_OF[tag]
