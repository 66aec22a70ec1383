"""Measure how much faster the eight-bit model is, and how far it agrees with that of 32 bits."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from anonfilter_english.detectors.caseless.pieces import pieces, windows

from training.data import Item
from training.export import KINDS
from training.network_scores import Texts
from training.reading import by_onnx, chances, item_of


def windows_of(tokenizer: Any, texts: Sequence[Texts], wanted: int = 360) -> list[Item]:
    """Return windows of whole documents, from all texts in turn, in random order.

    Every other window sets the scales of the small models; the rest measure their agreement.
    """
    lists = [_windows(tokenizer, some) for some in texts]
    found: list[Item] = []
    for at in range(wanted):
        own = lists[at % len(lists)]
        if (item := next(own, None)) is not None:
            found.append(item)
    random.Random(1).shuffle(found)
    return found


def _windows(tokenizer: Any, some: Texts) -> Iterator[Item]:
    for example in some.examples:
        read = pieces(tokenizer, example.text)
        for window in windows(read.words):
            yield item_of(read, window)


def agreement(folder: Path, tokenizer: Any, texts: Sequence[Texts]) -> list[str]:
    """Return a table: size, pieces per second of processor time, and agreement with 32 bits."""
    found = windows_of(tokenizer, texts)[1::2]
    count = sum(len(item.ids) for item in found)
    whole = by_onnx(folder / "model-whole.onnx")
    right = [rows[1 : 1 + len(item.ids)] for rows, item in zip(whole(found), found, strict=True)]
    lines = [
        "## Of eight bits",
        "",
        "One window at a time, one thread; pieces a second of processor time, on a machine that",
        "others used too. *Same tag*: share of pieces. *Moved*: mean, and greatest, probability",
        "that went from one tag to another.",
        "",
        "| model | MB | pieces/s | same tag | moved, mean | greatest |",
        "|---|---|---|---|---|---|",
    ]
    for kind in KINDS:
        path = folder / f"model-{kind}.onnx"
        if not path.exists():
            continue
        network = by_onnx(path)
        network(found[:4])
        began = time.process_time()
        rows = network(found)
        took = time.process_time() - began
        own = [row[1 : 1 + len(item.ids)] for row, item in zip(rows, found, strict=True)]
        moved = np.concatenate(
            [
                np.abs(chances(a) - chances(b)).sum(axis=1) / 2
                for a, b in zip(right, own, strict=True)
            ]
        )
        same = np.concatenate(
            [a.argmax(axis=1) == b.argmax(axis=1) for a, b in zip(right, own, strict=True)]
        )
        lines.append(
            f"| {kind} | {path.stat().st_size / 1e6:.1f} | {count / took:.0f} | {same.mean():.4f}"
            f" | {moved.mean():.4f} | {moved.max():.2f} |"
        )
    return lines
