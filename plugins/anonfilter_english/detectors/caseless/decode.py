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
"""The minimum chance of a word in a name, as a share of the chance of the likeliest word."""
_OTHER = [at for at, label in enumerate(LABEL_OF) if label == "OTHER"]
OTHER_BIAS = 1.0
"""Subtracted from the score of OTHER: to mask a title as a person costs less than to miss a person
within a title.
"""


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

    ``logits`` has a row for the window's opening mark and one for each word piece. ``bias`` is
    subtracted from the score of an ordinary word, because a miss costs more than a false alarm.
    ``curves`` calibrate the confidence; labels without a curve keep the confidence of the network.
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
    for first, last in _runs(best, words[window.start : window.end]):
        label, own = _label(best[first:last], chances[first:last])
        run = words[window.start + first : window.start + last]
        own[[word.mark for word in run]] = (
            own.max()
        )  # A comma beside a name is no evidence against it.
        for start, end in _parts(run, own):
            begin, stop = window.start + first + start, window.start + first + end
            if begin < window.core_end and stop > window.core_start:
                score = float(own[start:end].min())
                if curve := curves.get(label):
                    score = calibrated(score, curve.slope, curve.shift)
                yield Find(words[begin].start, words[stop - 1].end, label, score)


def _label(tags: Sequence[int], chances: Any) -> tuple[ModelLabel, Any]:
    """Return the likeliest label of a run of words, and the chance that each word has this label.

    In a run with several labels, a word's chances for all of them are added: in the name of a
    prison, "State" by itself looks like an organisation.
    """
    labels = list(dict.fromkeys(label for tag in tags if (label := LABEL_OF[tag])))
    each = {
        label: chances[:, [at for at, other in enumerate(LABEL_OF) if other == label]].sum(axis=1)
        for label in labels
    }
    return max(labels, key=lambda label: each[label].sum()), sum(each.values())


def _parts(run: Sequence[Word], chances: Any) -> Iterator[tuple[int, int]]:
    """Yield the parts of a run: unlikely words at its ends, and the words between them.

    Unlikely words would lower the chance of the others: "and" is divided from "Kherson Bank". Words
    without a blank between them, such as "Q.C.", stay together.
    """
    likely = np.flatnonzero(chances >= _LIKELY * chances.max())
    first, last = int(likely[0]), int(likely[-1]) + 1
    while first and run[first - 1].end == run[first].start:
        first -= 1
    while last < len(run) and run[last - 1].end == run[last].start:
        last += 1
    for start, end in ((0, first), (first, last), (last, len(run))):
        if start < end:
            yield start, end


def _runs(tags: Sequence[int], words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each run of words that is one name.

    A name ends where its sentence ends; the full stop belongs to it only after an initial ("D.C.").
    """
    start = 0
    for at in range(1, len(tags) + 1):
        end = at
        if at < len(tags) and tags[at] and _goes_on(tags[at - 1], tags[at]):
            if not (words[at].opens and words[at - 1].mark):
                continue
            initial = at - 2 >= start and words[at - 2].end - words[at - 2].start == 1
            end = at if initial else at - 1
        if tags[start] and start < end:
            yield start, end
        start = at


def _goes_on(before: int, tag: int) -> bool:
    """Return True if a word continues the name before it, even under another label.

    Dates, times and groups never continue a name.
    """
    if not before or TAGS[tag][0] != "I":
        return False
    one, other = LABEL_OF[before], LABEL_OF[tag]
    return one == other or not {one, other} & _APART
