"""Export the trained network as ONNX, with 32 bits and with eight bits.

- ``whole`` has 32 bits, and is the reference for the other.
- ``static`` has eight bits. The scales of the inputs of layers are fixed in advance, from windows
  of text that is not used for training. So the output for a window is the same, bit for bit, with
  any other windows in its batch. Shorter windows are padded with zeros, which are masked.

The outputs of layers are not quantised, because that changed more tags than all other steps.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import Any

import torch
from anonfilter_english.detectors.caseless.pieces import TAGS
from torch import Tensor, nn

from training.data import Item
from training.model import CLS, EXITS, PAD, SEP, batch, near

INPUTS = ("ids", "shapes", "firsts")
KINDS = ("whole", "static")
ORDINARY = (30.0, *[0.0] * (len(TAGS) - 1))
"""The logits of a word that stopped at an exit: it is an ordinary word."""


class _Attention(torch.autograd.Function):  # type: ignore[misc]
    """The attention of some pieces to all pieces of a window, as one node of the graph."""

    @staticmethod
    def forward(
        ctx: Any, query: Tensor, key: Tensor, value: Tensor, seen: Tensor, heads: int
    ) -> Tensor:
        parts = (
            one.view(one.shape[0], one.shape[1], heads, -1).transpose(1, 2)
            for one in (query, key, value)
        )
        mask = seen[:, None, None, :].bool()
        found = nn.functional.scaled_dot_product_attention(*parts, attn_mask=mask)
        return found.transpose(1, 2).reshape(query.shape)

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, seen: Any, heads: int) -> Any:
        bias = graph.op("prim::Constant")
        bias.setType(torch._C.OptionalType.ofTensor())
        inputs = (query, key, value, bias, seen)
        found = graph.op("com.microsoft::MultiHeadAttention", *inputs, num_heads_i=heads)
        return found.setType(query.type())


class _Plain(nn.Module):  # type: ignore[misc]
    """The student's forward pass for export, with the exits that have a threshold in ``surely``.

    A word stops at an exit if its probability to be a name is below the threshold. Later layers
    compute only the other words, which attend to the states with which words stopped.
    """

    def __init__(self, model: Any, surely: Sequence[float] = ()) -> None:
        super().__init__()
        self.model = model
        self.heads = model.encoder.config.num_attention_heads
        self.exits = [
            (head, layer, log(chance / (1 - chance)))
            for head, layer, chance in zip(model.exits, EXITS, surely, strict=False)
            if chance
        ]

    def forward(self, ids: Tensor, shapes: Tensor, firsts: Tensor) -> Tensor:
        own = self.model.encoder.embeddings
        read = own.word_embeddings(ids) + own.token_type_embeddings(shapes)
        places = torch.arange(ids.shape[1])[None, :]
        state = own.LayerNorm(read + own.position_embeddings(places))
        seen = ids != PAD
        goes_on = seen
        begin = 0
        for head, end, least in self.exits:
            state = self._through(begin, end, state, seen, goes_on)
            likely = near(head(state).squeeze(-1) >= least, firsts)
            goes_on = goes_on & (likely | (ids == CLS) | (ids == SEP))
            begin = end
        state = self._through(begin, None, state, seen, goes_on)
        logits: Tensor = self.model.classifier(state)
        if not self.exits:
            return logits
        return torch.where(goes_on[..., None], logits, torch.tensor(ORDINARY))

    def _through(
        self, begin: int, end: int | None, state: Tensor, seen: Tensor, goes_on: Tensor
    ) -> Tensor:
        """Return the states after some layers; the states of stopped pieces do not change."""
        layers = self.model.encoder.encoder.layer[begin:end]
        if begin == 0:
            mask = seen.to(torch.int32)
            for layer in layers:
                state = self._layer(layer, state, state, mask)
            return state
        places = torch.arange(seen.shape[1], 0, -1)
        order = (goes_on * places).argsort(dim=1, descending=True)
        order = order[:, : goes_on.sum(dim=1).max()]  # as many as the row with most
        counts = goes_on.gather(1, order)
        mask = torch.cat([seen & ~goes_on, counts], dim=1).to(torch.int32)
        chosen = order[..., None].expand(-1, -1, state.shape[2])
        before = own = state.gather(1, chosen)
        for layer in layers:
            own = self._layer(layer, own, torch.cat([state, own], dim=1), mask)
        return state.scatter(1, chosen, torch.where(counts[..., None], own, before))

    def _layer(self, layer: Any, state: Tensor, context: Tensor, mask: Tensor) -> Tensor:
        own = layer.attention.self
        query, key, value = own.query(state), own.key(context), own.value(context)
        seen = _Attention.apply(query, key, value, mask, self.heads)
        out = layer.attention.output
        out = out.LayerNorm(out.dense(seen) + state)
        result: Tensor = layer.output.LayerNorm(layer.output.dense(layer.intermediate(out)) + out)
        return result


def export(
    model: Any,
    tokenizer: Any,
    folder: Path,
    texts: Sequence[Item] = (),
    surely: Sequence[float] = (),
) -> None:
    """Write model-KIND.onnx for each kind, and tokenizer.json.

    ``texts`` determine the scales of ``static``, which is left out without texts. At each exit,
    words stop whose probability to be a name is below the threshold in ``surely``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    with tempfile.TemporaryDirectory() as scratch:
        traced, fused = Path(scratch) / "traced.onnx", folder / "model-whole.onnx"
        _traced(_Plain(model, surely), traced)
        _fused(traced, fused, model)
        if texts:
            _static(fused, folder / "model-static.onnx", texts, Path(scratch))
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)


def _traced(plain: nn.Module, path: Path) -> None:
    ids = torch.tensor([[CLS, SEP, SEP, SEP], [CLS, SEP, PAD, PAD]])
    axes = {0: "windows", 1: "pieces"}
    torch.onnx.export(
        plain.eval(),
        (ids, torch.zeros_like(ids), torch.arange(4).repeat(2, 1)),
        str(path),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes=dict.fromkeys((*INPUTS, "logits"), axes),
        opset_version=17,
        dynamo=False,
    )


def _fused(source: Path, target: Path, model: Any) -> None:
    from onnxruntime.transformers import optimizer
    from onnxruntime.transformers.fusion_options import FusionOptions

    config = model.encoder.config
    options = FusionOptions("bert")
    options.enable_embed_layer_norm = False
    found = optimizer.optimize_model(
        str(source),
        model_type="bert",
        num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size,
        optimization_options=options,
        opt_level=0,
    )
    found.save_model_to_file(str(target))


def _static(source: Path, target: Path, texts: Sequence[Item], scratch: Path) -> None:
    import onnx
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
            names = {
                one.name for one in onnx.load(str(shaped), load_external_data=False).graph.input
            }
            self.left = ({name: one[name] for name in names & one.keys()} for one in inputs(texts))

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
    """Yield the inputs of an exported network, for ``size`` windows at a time."""
    for begin in range(0, len(texts), size):
        found = batch(texts[begin : begin + size])
        yield {name: found[name].numpy() for name in INPUTS}
