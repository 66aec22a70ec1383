"""Run the network: from word pieces to logits, one window at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from anonfilter_plugins.detectors.caseless.calibration import curves
from anonfilter_plugins.detectors.caseless.pieces import PLAIN, Pieces, Window

INPUTS = ("ids", "shapes")
_OPENING, _CLOSING = 101, 102


class Session:
    """Tokenizer and network. One thread and one window at a time, so that results never vary."""

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
        self._network = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def logits(self, read: Pieces, window: Window) -> Any:
        """Return a row for the opening mark, each piece of the window, and the closing mark."""
        first, last = read.words[window.start].first, read.words[window.end - 1].last
        ids = (_OPENING, *read.ids[first:last], _CLOSING)
        shapes = (PLAIN, *read.shapes[first:last], PLAIN)
        inputs = {
            name: np.array([values], dtype=np.int64)
            for name, values in zip(INPUTS, (ids, shapes), strict=True)
        }
        return self._network.run(None, inputs)[0]
