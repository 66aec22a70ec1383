"""Train a network; the same command resumes a training that was interrupted at any point."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from training.data import Item
from training.model import EXITS, batch, loss, precision


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a training.

    - ``rate`` is the learning rate; it falls to zero in the last ``falling`` share of all batches.
    - ``head`` multiplies the rate for the last layer and the exit heads.
    - ``warm`` is the number of batches in which the rate rises.
    - ``every`` is the number of seconds between checkpoints.
    """

    epochs: int
    rate: float
    falling: float = 1.0
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
    """Train a model with AdamW, or load the weights of a finished training.

    ``folder`` has checkpoint.pt, from which a training resumes, and at the end weights.pt, with the
    average of the weights over about the last thousand batches. ``batches_of`` returns the batches
    of an epoch, and must return the same batches each time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / "weights.pt"
    if weights.exists():
        model.load_state_dict(torch.load(weights))
        return
    optimiser = _optimiser(model, plan)
    at = _Place(folder / "checkpoint.pt", model)
    at.restore(model, optimiser)
    for number in range(at.epoch, plan.epochs):
        batches = batches_of(number)
        at.total = at.step - at.batch + len(batches) * (plan.epochs - number)
        _epoch(model, optimiser, batches, plan, at)
        after(number)
        at.epoch, at.batch = number + 1, 0
        at.save(model, optimiser)
    torch.save(at.averaged, weights.with_suffix(".new"))
    weights.with_suffix(".new").replace(weights)
    at.path.unlink(missing_ok=True)
    model.load_state_dict(at.averaged)


def trained(model: Any, folder: Path) -> Any:
    """Return the model with the weights that its training in ``folder`` has reached so far."""
    weights, checkpoint = folder / "weights.pt", folder / "checkpoint.pt"
    state = torch.load(weights) if weights.exists() else torch.load(checkpoint)["averaged"]
    model.load_state_dict(state)
    return model


def reached(folder: Path) -> str:
    """Return the progress of a training, as text for its name; "" if it has ended."""
    if (folder / "weights.pt").exists():
        return ""
    place = torch.load(folder / "checkpoint.pt", mmap=True)["place"]
    return f" after {place[2]} batches"


def _optimiser(model: Any, plan: Plan) -> torch.optim.AdamW:
    head = [*model.classifier.parameters(), *getattr(model, "exits", nn.Module()).parameters()]
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
            group["lr"] = rate * _factor(at.step, plan, at.total)
        with precision():
            answer = model(**batch(items), surely=_surely())
        found = loss(answer, items)
        found.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        at.batch, at.step = at.batch + 1, at.step + 1
        at.average(model)
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


def _factor(step: int, plan: Plan, steps: int) -> float:
    falling = max(1.0, plan.falling * (steps - plan.warm))
    return min(1.0, (step + 1) / plan.warm, max(0.0, (steps - step) / falling))


def _surely() -> tuple[float, ...]:
    """Return random thresholds of the exits for one batch; () for half of the batches.

    So the layers learn to read beside words that have stopped.
    """
    draw = torch.rand(2)
    return (0.1 * 0.02 ** float(draw[1]),) * len(EXITS) if draw[0] < 0.5 else ()


class _Place:
    """The progress of a training, which is saved to a file and restored from it."""

    def __init__(self, path: Path, model: Any) -> None:
        self.path = path
        self.epoch = self.batch = self.step = self.total = 0
        self.averaged = {name: value.clone() for name, value in model.state_dict().items()}

    def average(self, model: Any) -> None:
        """Move the averaged weights towards those of the model, faster in the beginning."""
        share = max(0.001, 9 / (9 + self.step))
        own = model.state_dict()
        for name, value in self.averaged.items():
            value.lerp_(own[name], share) if value.is_floating_point() else value.copy_(own[name])

    def save(self, model: Any, optimiser: Any) -> None:
        new = self.path.with_suffix(".new")
        torch.save(
            {
                "place": (self.epoch, self.batch, self.step, self.total),
                "model": model.state_dict(),
                "averaged": self.averaged,
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
        self.averaged = state["averaged"]
        optimiser.load_state_dict(state["optimiser"])
        torch.set_rng_state(state["random"])
        print(f"taken up in epoch {self.epoch + 1} after {self.batch} batches", flush=True)
