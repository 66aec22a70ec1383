"""The model itself: from word pieces to numbers, one window at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from anonfilter_plugins.detectors.caseless.pieces import PLAIN, Pieces, Window

INPUTS = ("ids", "shapes")
_OPENING, _CLOSING = 101, 102


class Session:
    """Tokenizer and network. One thread, one window: the same result wherever it stands."""

    def __init__(self, folder: Path) -> None:
        # From 1.29 on the library reports its use to its maker, by threads that no hook of
        # Python's sees. We ask for an older one; should another be there, it is told not to.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self.tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._network = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def logits(self, read: Pieces, window: Window) -> Any:
        """A row for the opening mark, for each piece of the window, and for the closing mark."""
        first, last = read.words[window.start].first, read.words[window.end - 1].last
        ids = (_OPENING, *read.ids[first:last], _CLOSING)
        shapes = (PLAIN, *read.shapes[first:last], PLAIN)
        inputs = {
            name: np.array([values], dtype=np.int64)
            for name, values in zip(INPUTS, (ids, shapes), strict=True)
        }
        return self._network.run(None, inputs)[0]
