"""The trained model as ONNX, with weights of eight bits, and a card that says what it is.

Activations are quantised as they come, with one scale for the whole input. So a window's result
would depend on what shares its batch, and the detector runs one window at a time.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import torch
from anonfilter_plugins.detectors.caseless.network import INPUTS
from onnxruntime.quantization import QuantType, quantize_dynamic


class _Logits(torch.nn.Module):
    """Of one window: no padding, hence no mask to be given."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor, shapes: torch.Tensor) -> torch.Tensor:
        mask = torch.ones_like(ids)
        out = self.model(input_ids=ids, token_type_ids=shapes, attention_mask=mask)
        logits: torch.Tensor = out.logits
        return logits[0]


def export(model: Any, tokenizer: Any, folder: Path) -> None:
    """Writes model.onnx and tokenizer.json."""
    model.eval()
    model.set_attn_implementation("eager")
    example = torch.tensor([[101, 7592, 2088, 102]])
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "whole.onnx"
        torch.onnx.export(
            _Logits(model), (example, torch.zeros_like(example)), str(whole),
            input_names=list(INPUTS), output_names=["logits"],
            dynamic_axes={**{name: {1: "pieces"} for name in INPUTS}, "logits": {0: "pieces"}},
            opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            whole, folder / "model.onnx", weight_type=QuantType.QInt8, per_channel=True,
            op_types_to_quantize=["MatMul", "Gather", "Attention"],
        )  # fmt: skip
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
