"""Decode the model's outputs to names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from anonfilter_english.detectors.caseless.calibration import Curves, calibrated
from anonfilter_english.detectors.caseless.pieces import LABEL_OF, TAGS, ModelLabel, Window, Word

_NONE: Curves = {}
_APART = {"DATE", "TIME", "NRP"}
_LIKELY = 0.5
"""Share of the likeliest word's chance."""
_OTHER = [at for at, label in enumerate(LABEL_OF) if label == "OTHER"]
OTHER_BIAS = 1.0
"""What is subtracted from the score of OTHER: a title that is taken for a person costs less than a
person who is taken for part of a title."""


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
    rows[:, _OTHER] -= OTHER_BIAS
    best = rows.argmax(axis=1).tolist()
    for first, last in _runs(best):
        label, own = _label(best[first:last], chances[first:last])
        run = words[window.start + first : window.start + last]
        own[[word.mark for word in run]] = own.max()  # a comma beside a name says nothing of it
        for start, end in _parts(run, own):
            begin, stop = window.start + first + start, window.start + first + end
            if begin < window.core_end and stop > window.core_start:
                score = float(own[start:end].min())
                if curve := curves.get(label):
                    score = calibrated(score, curve.slope, curve.shift)
                yield Find(words[begin].start, words[stop - 1].end, label, score)


def _label(tags: Sequence[int], chances: Any) -> tuple[ModelLabel, Any]:
    """The likeliest label of a run, and how likely each word is to be of it; in a run of several
    labels ("State" of a prison's name alone is a body), of any."""
    labels = list(dict.fromkeys(label for tag in tags if (label := LABEL_OF[tag])))
    each = {
        label: chances[:, [at for at, other in enumerate(LABEL_OF) if other == label]].sum(axis=1)
        for label in labels
    }
    return max(labels, key=lambda label: each[label].sum()), sum(each.values())


def _parts(run: Sequence[Word], chances: Any) -> Iterator[tuple[int, int]]:
    """Part the words of a run from unlikely ones at its ends, which would make the whole unlikely:
    "Kherson Bank" from "and". What is written in one ("Q.C.") stays in one."""
    likely = np.flatnonzero(chances >= _LIKELY * chances.max())
    first, last = int(likely[0]), int(likely[-1]) + 1
    while first and run[first - 1].end == run[first].start:
        first -= 1
    while last < len(run) and run[last - 1].end == run[last].start:
        last += 1
    for start, end in ((0, first), (first, last), (last, len(run))):
        if start < end:
            yield start, end


def _runs(tags: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of words that are one name."""
    start = 0
    for at in range(1, len(tags) + 1):
        if at < len(tags) and tags[at] and _goes_on(tags[at - 1], tags[at]):
            continue
        if tags[start]:
            yield start, at
        start = at


def _goes_on(before: int, tag: int) -> bool:
    """Whether a word goes on with the name before it, be it of another label; dates, times and
    groups are no part of names."""
    if not before or TAGS[tag][0] != "I":
        return False
    one, other = LABEL_OF[before], LABEL_OF[tag]
    return one == other or not {one, other} & _APART
