"""What a network says of whole texts, read in the ways that the product could read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from anonfilter_english.detectors.caseless.decode import found
from anonfilter_english.detectors.caseless.pieces import Pieces, Window, pieces, windows
from anonfilter_english.detectors.caseless.stretches import runs

from training.data import Item, first_pieces
from training.example import Mark
from training.export import ORDINARY
from training.model import Answer, batch, precision

Rows = list[Any]
Network = Callable[[Sequence[Item]], Rows]
"""For each window a row of numbers for its opening mark, for each piece, and more rows or none."""

WAYS = ("lines", "neighbours", "document")
"""Each line by itself; short ones with those before them, as in the product; all as one text."""


class Find(Mark):
    """A mark with how sure the network is."""

    __slots__ = ("score",)
    score: float

    def __init__(self, start: int, end: int, label: str, score: float) -> None:
        super().__init__(start, end, label)
        object.__setattr__(self, "score", score)


def by_torch(model: Any, surely: Sequence[float] = ()) -> Network:
    """A network as it is trained. Words whose chance to be a name is, at an exit head,
    below its ``surely`` stop there and are ordinary."""

    def network(items: Sequence[Item]) -> Rows:
        model.eval()
        with torch.no_grad(), precision():
            answer = model(**batch(items), surely=surely)
        return rows_of(answer)

    return network


def rows_of(answer: Answer) -> Rows:
    """Return the rows of an answer; words that have stopped are ordinary."""
    logits = answer.logits.detach().float()
    if answer.stopped:
        logits[answer.stopped[-1]] = torch.tensor(ORDINARY)
    return list(logits.numpy())


def by_onnx(path: Any, threads: int = 1) -> Network:
    """A network as it ships; one window at a time."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [one.name for one in session.get_inputs()]

    def network(items: Sequence[Item]) -> Rows:
        rows: Rows = []
        for item in items:
            inputs = batch([item])
            rows.append(session.run(None, {name: inputs[name].numpy() for name in names})[0][0])
        return rows

    return network


def item_of(read: Pieces, window: Window) -> Item:
    first, last = read.words[window.start].first, read.words[window.end - 1].last
    firsts = first_pieces(read, window.start, window.end)
    return Item(read.ids[first:last], read.shapes[first:last], (), None, firsts)


def said(network: Network, jobs: Sequence[tuple[Pieces, Window]], size: int = 24) -> Rows:
    """The network's rows for each window, read in batches of like length."""
    order = sorted(range(len(jobs)), key=lambda at: jobs[at][1].end - jobs[at][1].start)
    rows: Rows = [None] * len(jobs)
    for begin in range(0, len(order), size):
        group = order[begin : begin + size]
        answers = network([item_of(*jobs[at]) for at in group])
        for at, answer in zip(group, answers, strict=True):
            rows[at] = answer
    return rows


class Reading:
    """A network's numbers for some texts; finds can be read off them at any bias."""

    def __init__(self, network: Network, tokenizer: Any, texts: Sequence[str], way: str) -> None:
        self._jobs: list[tuple[int, int, Pieces, Window]] = []
        for number, text in enumerate(texts):
            for start, end in _read_together(text, way):
                read = pieces(tokenizer, text[start:end])
                self._jobs += ((number, start, read, window) for window in windows(read.words))
        self._rows = said(network, [job[2:] for job in self._jobs])
        self._texts = len(texts)

    def finds(self, bias: float) -> list[list[Find]]:
        """For each text what was found in it."""
        result: list[list[Find]] = [[] for _ in range(self._texts)]
        for (number, start, read, window), rows in zip(self._jobs, self._rows, strict=True):
            for one in found(read.words, window, rows, bias):
                result[number].append(
                    Find(one.start + start, one.end + start, one.label, one.score)
                )
        return result


def _read_together(text: str, way: str) -> Iterator[tuple[int, int]]:
    """Where each stretch of a text that is read as one begins and ends."""
    lines = list(_lines(text))
    if way == "document" or not lines:
        yield 0, len(text)
        return
    single = (range(at, at + 1) for at in range(len(lines)))
    short = runs(text.count(" ", start, end) + 1 for start, end in lines)
    for group in single if way == "lines" else short:
        yield lines[group[0]][0], lines[group[-1]][1]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            yield start, start + len(line.rstrip())
        start += len(line)


def chances(rows: Any) -> Any:
    """Rows of numbers as probabilities."""
    rows = np.asarray(rows, dtype=np.float32)
    spread = np.exp(rows - rows.max(axis=-1, keepdims=True))
    return spread / spread.sum(axis=-1, keepdims=True)
