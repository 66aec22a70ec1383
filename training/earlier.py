"""The weights of version 1 of the model, back in a network: a training can begin there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch

_SMALL = re.compile(r"(?P<name>.+)_(?P<what>scale|zero_point|quantized)")


def begin_with(model: Any, path: Path) -> None:
    """Gives ``model`` the weights of version 1's ONNX file, of eight bits and not fused.

    Labels that the file does not know keep their fresh weights, and are held back at first.
    """
    known = _weights(path)
    own = model.state_dict()
    for name, value in own.items():
        if name not in known:
            raise ValueError(f"{path.name} has no weights for {name}")
        found = known[name]
        if name.startswith("classifier."):
            if name == "classifier.bias":
                value[len(found) :] = -3.0
            value[: len(found)] = found
        else:
            value.copy_(found)
    model.load_state_dict(own)


def _weights(path: Path) -> dict[str, torch.Tensor]:
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found: dict[str, torch.Tensor] = {}
    for name, array in arrays.items():
        match = _SMALL.fullmatch(name)
        if match and match["what"] == "quantized" and name.startswith("model."):
            found[_own(match["name"])] = _whole(arrays, match["name"])
        elif not match and name.startswith("model."):
            found[_own(name)] = torch.tensor(array)
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            weight = _whole(arrays, node.input[1].removesuffix("_quantized"))
            where = node.name.removesuffix("/MatMul_quant").strip("/").replace("/", ".")
            found[_own(f"{where}.weight")] = weight.T.contiguous()
    return found


def _whole(arrays: Any, name: str) -> torch.Tensor:
    small = arrays[f"{name}_quantized"].astype("float32")
    zero = arrays[f"{name}_zero_point"].astype("float32")
    return torch.tensor((small - zero) * arrays[f"{name}_scale"])


def _own(name: str) -> str:
    name = name.removeprefix("model.")
    return "encoder." + name.removeprefix("bert.") if name.startswith("bert.") else name
