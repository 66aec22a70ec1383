"""What belongs together because it has something in common, directly or by way of others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence


def same(keys: Sequence[Iterable[Hashable]]) -> list[int]:
    """A number for each, equal for those that share a key, or that a third shares one with."""
    numbers = list(range(len(keys)))

    def first(at: int) -> int:
        while numbers[at] != at:
            numbers[at] = numbers[numbers[at]]
            at = numbers[at]
        return at

    known: dict[Hashable, int] = {}
    for at, own in enumerate(keys):
        for key in own:
            one, other = sorted((first(at), first(known.setdefault(key, at))))
            numbers[other] = one
    return [first(at) for at in range(len(keys))]
