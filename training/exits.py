"""Measure early exits, at which words that are almost certainly no names skip the other layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from training.data import Item
from training.model import EXITS, batch, precision
from training.network_scores import Texts, measured
from training.reading import Network, Rows, by_torch, rows_of

THRESHOLDS = ((0.0, 0.005), (0.0, 0.01), (0.0, 0.02), (0.01, 0.01), (0.02, 0.02))
"""For each exit, the probability to be a name below which a word stops there."""


class Counting:
    """A network that counts the pieces that it reads, and the pieces that stop at each exit."""

    def __init__(self, model: Any, surely: Sequence[float]) -> None:
        self._model = model
        self._surely = surely
        self.pieces = 0
        self.stopped = [0] * len(EXITS)

    def __call__(self, items: Sequence[Item]) -> Rows:
        self._model.eval()
        inputs = batch(items)
        with torch.no_grad(), precision():
            answer = self._model(**inputs, surely=self._surely)
        self.pieces += int(inputs["mask"].sum())
        for at, stopped in enumerate(answer.stopped[1:]):
            self.stopped[at] += int((stopped & (inputs["mask"] > 0)).sum())
        return rows_of(answer)

    @property
    def layers(self) -> float:
        """The work of all layers as a share of their work without exits."""
        count = len(self._model.encoder.encoder.layer)
        spared = 0
        before = 0
        for layer, stopped in zip(EXITS, self.stopped, strict=True):
            spared += (stopped - before) * (count - layer)
            before = stopped
        return 1 - spared / max(1, self.pieces * count)


def table(model: Any, tokenizer: Any, texts: Sequence[Texts], bias: float) -> Iterator[str]:
    """Yield lines of Markdown: the remaining work and the lost mentions by text and threshold."""
    yield "## Early exits"
    yield ""
    yield "*Work*: share of the layers' work that is left. *Lost* and *found*: mentions that are"
    yield f"masked without exits and not with them, and the other way round, at bias {bias:g}."
    yield ""
    yield f"| text | stops below | {_stopped_titles()} | work | lost | found |"
    yield f"|---|---:|{'---:|' * len(EXITS)}---:|---:|---:|"
    for some in texts:
        base = _masked(by_torch(model), tokenizer, some, bias)
        for surely in THRESHOLDS:
            network = Counting(model, surely)
            own = _masked(network, tokenizer, some, bias)
            change = [two - one for one, two in zip(base, own, strict=True)]
            shares = " | ".join(f"{stopped / network.pieces:.3f}" for stopped in network.stopped)
            lost, found = -sum(min(0, one) for one in change), sum(max(0, one) for one in change)
            stops = ", ".join(f"{chance:g}" for chance in surely)
            text = f"{some.corpus}, {some.case}"
            yield f"| {text} | {stops} | {shares} | {network.layers:.2f} | {lost} | {found} |"
    yield ""


def _stopped_titles() -> str:
    return " | ".join(f"stopped after {layer}" for layer in EXITS)


def _masked(network: Network, tokenizer: Any, texts: Texts, bias: float) -> list[int]:
    """Return for each text and label how many mentions are masked."""
    found = measured(network, tokenizer, texts, (bias,))
    return [score.masked for _, _, scores in found for score in scores]
