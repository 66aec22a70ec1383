"""Load the weights of an exported model into a network, so that a training can begin with them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch

_ATTENTION = ("attention.self.query", "attention.self.key", "attention.self.value")
_LAYER = (*_ATTENTION, "attention.output.dense", "intermediate.dense", "output.dense")
_BIASES = re.compile(r"Attention_(?P<layer>\d+)_qkv_bias")


def begin_with(model: Any, path: Path) -> None:
    """Load the weights of a ``weights.pt``, of a ``model-static.onnx`` or of the shipped model.

    Exit heads without weights in an exported model keep their fresh weights.
    """
    if path.suffix == ".pt":
        model.load_state_dict(torch.load(path))
        return
    known = _weights(path)
    own = model.state_dict()
    for name, value in own.items():
        if name in known or not name.startswith("exits."):
            if name not in known:
                raise ValueError(f"{path.name} has no weights for {name}")
            value.copy_(known[name])
    model.load_state_dict(own)


def _weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of a graph by their names in the network.

    The graph keeps the names of embeddings, norms and most biases. The matrices are in the order
    of the layers, and the biases of a layer's query, key and value are joined.
    """
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found: dict[str, torch.Tensor] = {}
    for name, array in arrays.items():
        if match := _BIASES.fullmatch(name):
            for part, bias in zip(_ATTENTION, array.reshape(3, -1), strict=True):
                found[f"encoder.encoder.layer.{match['layer']}.{part}.bias"] = torch.tensor(bias)
        elif name.startswith("model."):
            own = name.removeprefix("model.").removesuffix("_quantized")
            found[own] = (
                _whole(arrays, name) if name.endswith("_quantized") else torch.tensor(array)
            )
    every = [
        node.input[1].replace("_DequantizeLinear_Output", "_quantized")
        for node in graph.node
        if node.op_type == "MatMul"
    ]
    matrices = [name for name in every if arrays[name].shape[1] > 1]
    heads = [name for name in every if arrays[name].shape[1] == 1]
    biases = sorted(name for name in found if name.startswith("exits."))
    for bias, name in zip(biases, heads, strict=True):
        found[bias.replace("bias", "weight")] = _whole(arrays, name).T.contiguous()
    for at, name in enumerate(matrices[:-1]):
        layer, part = divmod(at, len(_LAYER))
        own = f"encoder.encoder.layer.{layer}.{_LAYER[part]}.weight"
        found[own] = _whole(arrays, name).T.contiguous()
    found["classifier.weight"] = _whole(arrays, matrices[-1]).T.contiguous()
    return found


def _whole(arrays: Any, name: str) -> torch.Tensor:
    stem = name.removesuffix("_quantized")
    small = arrays[name].astype("float32") - arrays[f"{stem}_zero_point"].astype("float32")
    return torch.tensor(small * arrays[f"{stem}_scale"])
