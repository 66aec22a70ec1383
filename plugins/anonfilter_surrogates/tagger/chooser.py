"""The protocol by which surrogates are chosen, and helpers that make candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """A chooser that gives an original the same surrogate in every text, by a secret key.

    ``days`` is the number of days by which the dates of the text are shifted.
    """

    days: int

    def choose(
        self,
        kind: str,
        original: str,
        candidate: Callable[[int], str],
        *,
        free: bool = False,
        whole: bool = False,
    ) -> str:
        """Return an allowed surrogate that ``candidate`` makes from a number, or "".

        ``free``: several originals may share it, as initials do. ``whole``: its words may occur in
        the text, but not all of it.
        """


def generator(number: int) -> Random:
    """Return a random generator with a keyed number as its seed."""
    return Random(number)  # noqa: S311 - the seed is keyed; guessing it reveals no other seed


def one_of(pool: Sequence[str]) -> Callable[[int], str]:
    """Return a function that takes a candidate from a list by number; "" from an empty list."""
    return lambda number: pool[number % len(pool)] if pool else ""
