"""Run the network: from windows of word pieces to logits, in batches of windows of like length."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from anonfilter import limits
from anonfilter_english.detectors.caseless.calibration import curves
from anonfilter_english.detectors.caseless.pieces import PLAIN, Pieces, Window

_OPENING, _CLOSING, _PADDING = 101, 102, 0
_BATCH = 256  # word pieces, padding included

Job = tuple[Pieces, Window]
Key = tuple[tuple[int, ...], tuple[int, ...]]


class Session:
    """The tokenizer and the network.

    The eight-bit scales are fixed and padding is masked, so the logits of a window are the same,
    bit for bit, in every batch. The network runs in one thread.
    """

    def __init__(self, folder: Path) -> None:
        # From 1.29 on the library sends telemetry from native threads, beyond Python's audit
        # hooks. The pinned version is older; a newer one is configured not to.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self.tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.curves = curves(folder)
        self._known: dict[Key, Any] = {}
        self._network = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def logits(self, jobs: Sequence[Job]) -> list[Any]:
        """Return, for each window, a row of logits for its opening mark and for each word piece.

        Windows that the previous call computed are not computed again.
        """
        before = self._known  # Another thread may replace it.
        keys = [_key(job) for job in jobs]
        fresh = {key: job for key, job in zip(keys, jobs, strict=True) if key not in before}
        known = {key: before[key] for key in keys if key in before}
        asked = list(fresh.items())
        lengths = [_length(job) for _, job in asked]
        done, whole = 0, sum(lengths)
        for group in _batches(lengths):
            ids, shapes = _padded([asked[at][1] for at in group])
            answers = self._network.run(None, {"ids": ids, "shapes": shapes})[0]
            for at, answer in zip(group, answers, strict=True):
                known[asked[at][0]] = answer[: lengths[at] - 1].copy()
                done += lengths[at]
            limits.reached(done, whole)
        self._known = known
        return [known[key] for key in keys]


def _key(job: Job) -> Key:
    read, _ = job
    first, last = _range(*job)
    return read.ids[first:last], read.shapes[first:last]


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield batches of window indices: each window once, windows of similar length together."""
    group: list[int] = []
    for at in sorted(range(len(lengths)), key=lengths.__getitem__):
        if group and lengths[at] * (len(group) + 1) > _BATCH:
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def _padded(jobs: Sequence[Job]) -> tuple[Any, Any]:
    ids = np.full((len(jobs), max(map(_length, jobs))), _PADDING, dtype=np.int64)
    shapes = np.full_like(ids, PLAIN)
    for row, (read, window) in enumerate(jobs):
        first, last = _range(read, window)
        end = last - first + 1
        ids[row, 0], ids[row, end] = _OPENING, _CLOSING
        ids[row, 1:end], shapes[row, 1:end] = read.ids[first:last], read.shapes[first:last]
    return ids, shapes


def _length(job: Job) -> int:
    first, last = _range(*job)
    return last - first + 2


def _range(read: Pieces, window: Window) -> tuple[int, int]:
    return read.words[window.start].first, read.words[window.end - 1].last
