"""A training that can be broken off at any moment and is taken up by the same command."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from training.data import Item
from training.model import batch, loss, precision


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, how fast, and how often what has been reached is written down."""

    epochs: int
    rate: float
    head: float = 5.0
    warm: int = 100
    every: float = 180.0


def train(
    model: Any,
    batches_of: Callable[[int], list[list[Item]]],
    plan: Plan,
    folder: Path,
    after: Callable[[int], None] = lambda number: None,
) -> None:
    """AdamW, warmed up, with linear decay to nothing; bfloat16 where it is quick.

    ``folder`` gets checkpoint.pt (all that is needed to go on) and weights.pt (at the end).
    ``batches_of`` makes the batches of an epoch and must make the same each time it is asked.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / "weights.pt"
    if weights.exists():
        model.load_state_dict(torch.load(weights))
        return
    optimiser = _optimiser(model, plan)
    at = _Place(folder / "checkpoint.pt")
    at.restore(model, optimiser)
    for number in range(at.epoch, plan.epochs):
        batches = batches_of(number)
        at.total = at.total or len(batches) * plan.epochs
        _epoch(model, optimiser, batches, plan, at)
        after(number)
        at.epoch, at.batch = number + 1, 0
        at.save(model, optimiser)
    torch.save(model.state_dict(), weights.with_suffix(".new"))
    weights.with_suffix(".new").replace(weights)
    at.path.unlink(missing_ok=True)


def _optimiser(model: Any, plan: Plan) -> torch.optim.AdamW:
    head = list(model.classifier.parameters())
    body = [one for one in model.parameters() if not any(one is other for other in head)]
    groups = [{"params": body, "lr": plan.rate}, {"params": head, "lr": plan.head * plan.rate}]
    return torch.optim.AdamW(groups, weight_decay=0.01, fused=True)


def _epoch(
    model: Any, optimiser: Any, batches: Sequence[list[Item]], plan: Plan, at: _Place
) -> None:
    model.train()
    rates = (plan.rate, plan.head * plan.rate)
    began = saved = time.monotonic()
    losses, pieces, first = 0.0, 0, at.batch
    for items in batches[at.batch :]:
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = rate * _factor(at.step, plan.warm, at.total)
        with precision():
            logits = model(**batch(items))
        found = loss(logits, items)
        found.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        at.batch, at.step = at.batch + 1, at.step + 1
        losses += found.item()
        pieces += sum(len(item.ids) for item in items)
        now = time.monotonic()
        if at.batch % 25 == 0:
            speed = pieces / (now - began)
            place = f"epoch {at.epoch + 1}, {at.batch}/{len(batches)}"
            mean = losses / (at.batch - first)
            print(f"{place}, loss {mean:.4f}, {speed:.0f} pieces/s", flush=True)
        if now - saved > plan.every:
            at.save(model, optimiser)
            saved = now


def _factor(step: int, warm: int, steps: int) -> float:
    return min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))


class _Place:
    """Where a training stands, and how to come back there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.epoch = self.batch = self.step = self.total = 0

    def save(self, model: Any, optimiser: Any) -> None:
        new = self.path.with_suffix(".new")
        torch.save(
            {
                "place": (self.epoch, self.batch, self.step, self.total),
                "model": model.state_dict(),
                "optimiser": optimiser.state_dict(),
                "random": torch.get_rng_state(),
            },
            new,
        )
        new.replace(self.path)

    def restore(self, model: Any, optimiser: Any) -> None:
        if not self.path.exists():
            return
        state = torch.load(self.path)
        self.epoch, self.batch, self.step, self.total = state["place"]
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        torch.set_rng_state(state["random"])
        print(f"taken up in epoch {self.epoch + 1} after {self.batch} batches", flush=True)
