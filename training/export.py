"""The trained network as ONNX: of 32 bits, and of eight in two ways.

- ``whole``: 32 bits; the check of the others.
- ``dynamic``: the scale of what goes into a layer is taken from the whole input, so a window's
  result would depend on what shares its batch: one window at a time.
- ``static``: those scales are fixed beforehand, from windows of text that is not trained on. So it
  may read windows in batches; shorter ones are filled up with zeros, which are masked, and each
  window's numbers are the same, bit for bit, whatever stands beside it.

What comes out of a layer is not made small: that cost more tags than all the rest.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.data import Item
from training.model import CLS, PAD, SEP, batch

INPUTS = ("ids", "shapes")
KINDS = ("whole", "dynamic", "static")


class _Plain(nn.Module):  # type: ignore[misc]
    """The student's forward pass written out, in the form that the fusion of graphs knows."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model
        config = model.encoder.config
        self.heads = config.num_attention_heads
        self.width = config.hidden_size // self.heads
        self.flat = False

    def forward(self, ids: Tensor, shapes: Tensor) -> Tensor:
        encoder = self.model.encoder
        mask = None if self.flat else (ids != PAD).to(torch.float32)[:, None, None, :]
        if mask is not None:
            mask = (1.0 - mask) * -10000.0
        own = encoder.embeddings
        read = own.word_embeddings(ids) + own.token_type_embeddings(shapes)
        places = torch.arange(ids.shape[1])[None, :]
        state = own.LayerNorm(read + own.position_embeddings(places))
        for layer in encoder.encoder.layer:
            state = self._layer(layer, state, mask)
        logits: Tensor = self.model.classifier(state)
        return logits[0] if self.flat else logits

    def _layer(self, layer: Any, state: Tensor, mask: Tensor | None) -> Tensor:
        own = layer.attention.self
        query, key, value = (self._heads(part(state)) for part in (own.query, own.key, own.value))
        scores = query @ key.transpose(-1, -2) / self.width**0.5
        if mask is not None:
            scores = scores + mask
        seen = (scores.softmax(dim=-1) @ value).permute(0, 2, 1, 3)
        seen = seen.reshape(seen.shape[0], seen.shape[1], self.heads * self.width)
        out = layer.attention.output
        state = out.LayerNorm(out.dense(seen) + state)
        result: Tensor = layer.output.LayerNorm(
            layer.output.dense(layer.intermediate(state)) + state
        )
        return result

    def _heads(self, state: Tensor) -> Tensor:
        shape = (state.shape[0], state.shape[1], self.heads, self.width)
        return state.view(shape).permute(0, 2, 1, 3)


def export(model: Any, tokenizer: Any, folder: Path, texts: Sequence[Item] = ()) -> None:
    """Writes model-KIND.onnx for each kind, and tokenizer.json. ``texts`` set the scales of
    ``static``; without any it is left out."""
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    with tempfile.TemporaryDirectory() as scratch:
        flat, many = Path(scratch) / "flat.onnx", Path(scratch) / "many.onnx"
        _traced(model, flat, one=True)
        _traced(model, many, one=False)
        _fused(many, folder / "model-whole.onnx", model)
        _dynamic(flat, folder / "model-dynamic.onnx")
        if texts:
            parted = Path(scratch) / "parted.onnx"
            _fused(many, parted, model, parted=True)
            _static(parted, folder / "model-static.onnx", texts, Path(scratch))
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)


def _traced(model: Any, path: Path, *, one: bool) -> None:
    plain = _Plain(model)
    plain.flat = one
    plain.eval()
    example = torch.tensor([[CLS, SEP, SEP, SEP]] * (1 if one else 2))
    axes = {1: "pieces"} if one else {0: "windows", 1: "pieces"}
    out = {0: "pieces"} if one else {0: "windows", 1: "pieces"}
    torch.onnx.export(
        plain,
        (example, torch.zeros_like(example)),
        str(path),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={**dict.fromkeys(INPUTS, axes), "logits": out},
        opset_version=17,
        dynamo=False,
    )


def _fused(source: Path, target: Path, model: Any, *, parted: bool = False) -> None:
    """``parted``: what goes into attention stays by itself, so that it can be made small."""
    from onnxruntime.transformers import optimizer
    from onnxruntime.transformers.fusion_options import FusionOptions

    config = model.encoder.config
    options = FusionOptions("bert")
    options.enable_embed_layer_norm = False
    options.use_multi_head_attention = parted
    found = optimizer.optimize_model(
        str(source),
        model_type="bert",
        num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size,
        optimization_options=options,
        opt_level=0,
    )
    found.save_model_to_file(str(target))


def _dynamic(source: Path, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gather", "Attention"],
    )


def _static(source: Path, target: Path, texts: Sequence[Item], scratch: Path) -> None:
    from onnxruntime.quantization import (
        CalibrationDataReader,
        CalibrationMethod,
        QuantFormat,
        QuantType,
        quantize_static,
    )
    from onnxruntime.quantization.shape_inference import quant_pre_process

    shaped = scratch / "shaped.onnx"
    quant_pre_process(str(source), str(shaped), skip_optimization=True)

    class Reader(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self.left: Iterator[dict[str, Any]] = inputs(texts)

        def get_next(self) -> dict[str, Any] | None:
            return next(self.left, None)

    quantize_static(
        str(shaped),
        str(target),
        Reader(),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul", "Gather"],
        calibrate_method=CalibrationMethod.MinMax,
        extra_options={
            "CalibMovingAverage": True,
            "MatMulConstBOnly": True,
            "OpTypesToExcludeOutputQuantization": ["MatMul"],
        },
    )


def inputs(texts: Sequence[Item], size: int = 8) -> Iterator[dict[str, Any]]:
    """Windows as an exported network takes them."""
    for begin in range(0, len(texts), size):
        found = batch(texts[begin : begin + size])
        yield {name: found[name].numpy().astype(np.int64) for name in INPUTS}
