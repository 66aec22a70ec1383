"""MiniLM-L6 with a tag for each word, which is told how words are written."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from anonfilter_plugins.detectors.caseless.pieces import PLAIN, SHAPES, TAGS
from torch.nn.functional import cross_entropy

from training.data import Item

CLS, SEP, PAD = 101, 102, 0


def pretrained(folder: Path) -> Any:
    """The encoder with a new last layer, and shapes of words in place of sentence numbers."""
    from transformers import AutoModelForTokenClassification

    model = AutoModelForTokenClassification.from_pretrained(
        folder, id2label=dict(enumerate(TAGS)), label2id={tag: at for at, tag in enumerate(TAGS)}
    )
    old = model.bert.embeddings.token_type_embeddings.weight.data
    new = torch.nn.Embedding(SHAPES, old.shape[1])
    new.weight.data = old[:1].repeat(SHAPES, 1) + 0.02 * torch.randn(SHAPES, old.shape[1])
    new.weight.data[PLAIN] = old[0]
    model.bert.embeddings.token_type_embeddings = new
    model.config.type_vocab_size = SHAPES
    return model


def batch(items: Sequence[Item]) -> dict[str, torch.Tensor]:
    longest = max(len(item.ids) for item in items) + 2

    def padded(values: Sequence[int], first: int, last: int, rest: int) -> list[int]:
        return [first, *values, last, *[rest] * (longest - len(values) - 2)]

    return {
        "input_ids": torch.tensor([padded(item.ids, CLS, SEP, PAD) for item in items]),
        "token_type_ids": torch.tensor([padded(item.shapes, PLAIN, PLAIN, 0) for item in items]),
        "attention_mask": torch.tensor([padded([1] * len(item.ids), 1, 1, 0) for item in items]),
        "labels": torch.tensor([padded(item.labels, -100, -100, -100) for item in items]),
    }


def train(
    model: Any,
    epochs: int,
    batches_of: Callable[[int], list[list[Item]]],
    after: Callable[[int], None],
    rate: float,
) -> None:
    """AdamW, warmed up, with linear decay to nothing; bfloat16 where that is safe."""
    head = list(model.classifier.parameters())
    body = [one for one in model.parameters() if not any(one is other for other in head)]
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": rate}, {"params": head, "lr": 5 * rate}], weight_decay=0.01
    )
    schedule = None
    for number in range(epochs):
        batches = batches_of(number)
        if schedule is None:
            schedule = _schedule(optimiser, 200, len(batches) * epochs)
        model.train()
        started, losses = time.monotonic(), 0.0
        for at, items in enumerate(batches, 1):
            inputs = batch(items)
            labels = inputs.pop("labels")
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(**inputs).logits
            loss = cross_entropy(logits.float().flatten(0, 1), labels.flatten())
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            optimiser.zero_grad(set_to_none=True)
            losses += loss.item()
            if at % 100 == 0:
                passed = time.monotonic() - started
                place = f"epoch {number + 1}, {at}/{len(batches)}"
                print(f"{place}, loss {losses / at:.4f}, {passed:.0f} s", flush=True)
        after(number)


def _schedule(optimiser: Any, warm: int, steps: int) -> Any:
    def factor(step: int) -> float:
        return min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))

    return torch.optim.lr_scheduler.LambdaLR(optimiser, factor)
