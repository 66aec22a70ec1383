"""Compute probabilities in batches, so that the choice of batches changes no result.

Only rows of equal length share a batch, so that none is padded. The order of summation may still
differ, so probabilities are rounded. If a probability is close to a rounding boundary, its row is
computed again in a batch of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from anonfilter.errors import Incomplete

Row = Mapping[str, Sequence[int]]
"""The output of a tokenizer for a text: ``input_ids``, and other inputs of the model."""

STEPS = 100  # to which probabilities are rounded
_NEAR = 0.01  # of a step: 1e-4, a hundred times the difference between batches


def probabilities(network: Any, rows: Sequence[Row], batch_size: int) -> list[Any]:
    """Return for each row the probabilities of the labels, or a list of them for its sub-words."""
    answers: list[Any] = [None] * len(rows)
    by_length: dict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_length[len(row["input_ids"])].append(at)
    for same in by_length.values():
        waiting = iter(same)
        while batch := list(islice(waiting, batch_size)):
            steps = _steps(network, [rows[at] for at in batch])
            for at, row in zip(batch, steps, strict=True):
                near_border = ((row - row.floor() - 0.5).abs() < _NEAR).any()
                if len(batch) > 1 and near_border:
                    row = _steps(network, [rows[at]])[0]
                answers[at] = (row.round() / STEPS).tolist()
    return answers


def _steps(network: Any, rows: Sequence[Row]) -> Any:
    import torch

    with torch.inference_mode():
        wanted = {name: torch.tensor([row[name] for row in rows]) for name in rows[0]}
        logits = network(**wanted).logits.double()
    if not torch.isfinite(logits).all():
        raise Incomplete("a model's output is not finite", hint="Its weights are damaged.")
    return logits.softmax(-1) * STEPS
