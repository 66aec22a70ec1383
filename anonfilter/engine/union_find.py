"""Groups items that share a key, directly or through other items (union-find)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence


def group_numbers(keys: Sequence[Iterable[Hashable]]) -> list[int]:
    """Return a number for each item, from its keys; items of one group have the same number."""
    numbers = list(range(len(keys)))

    def first(at: int) -> int:
        while numbers[at] != at:
            numbers[at] = numbers[numbers[at]]
            at = numbers[at]
        return at

    known: dict[Hashable, int] = {}
    for at, own in enumerate(keys):
        for key in own:
            lower, higher = sorted((first(at), first(known.setdefault(key, at))))
            numbers[higher] = lower
    return [first(at) for at in range(len(keys))]
