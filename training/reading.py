"""Find names in whole texts with a network, read in the ways in which the product could read."""

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
"""A network returns for each window a row for its opening mark and for each piece.

More rows may follow, for the closing mark and for padding.
"""

WAYS = ("lines", "neighbours", "document")
"""Read each line by itself; short lines together, as the product does; or the text as a whole."""


class Find(Mark):
    """A name that the network finds, with its score."""

    __slots__ = ("score",)
    score: float

    def __init__(self, start: int, end: int, label: str, score: float) -> None:
        super().__init__(start, end, label)
        object.__setattr__(self, "score", score)


def by_torch(model: Any, surely: Sequence[float] = ()) -> Network:
    """Return a network in the form in which it is trained.

    A word stops at an exit, and is ordinary, if its probability to be a name is below the exit's
    threshold in ``surely``.
    """

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
    """Return an exported network, which reads one window at a time, as the product does."""
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
    """Return the network's rows for each window; batches have windows of similar length."""
    order = sorted(range(len(jobs)), key=lambda at: jobs[at][1].end - jobs[at][1].start)
    rows: Rows = [None] * len(jobs)
    for begin in range(0, len(order), size):
        group = order[begin : begin + size]
        answers = network([item_of(*jobs[at]) for at in group])
        for at, answer in zip(group, answers, strict=True):
            rows[at] = answer
    return rows


class Reading:
    """The output of a network for some texts, from which finds follow for any bias."""

    def __init__(self, network: Network, tokenizer: Any, texts: Sequence[str], way: str) -> None:
        self._jobs: list[tuple[int, int, Pieces, Window]] = []
        for number, text in enumerate(texts):
            for start, end in _read_together(text, way):
                read = pieces(tokenizer, text[start:end])
                self._jobs += ((number, start, read, window) for window in windows(read.words))
        self._rows = said(network, [job[2:] for job in self._jobs])
        self._texts = len(texts)

    def finds(self, bias: float) -> list[list[Find]]:
        """Return the finds in each text."""
        result: list[list[Find]] = [[] for _ in range(self._texts)]
        for (number, start, read, window), rows in zip(self._jobs, self._rows, strict=True):
            for one in found(read.words, window, rows, bias):
                result[number].append(
                    Find(one.start + start, one.end + start, one.label, one.score)
                )
        return result


def _read_together(text: str, way: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each stretch of a text that the network reads at once."""
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
    """Return the probabilities for rows of logits."""
    rows = np.asarray(rows, dtype=np.float32)
    spread = np.exp(rows - rows.max(axis=-1, keepdims=True))
    return spread / spread.sum(axis=-1, keepdims=True)
