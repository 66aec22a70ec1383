"""What invents surrogates, and what chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """Chooses the same for the same original, in every text, as only the key can tell.

    ``days`` is what the dates of the text are shifted by.
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
        """One that ``candidate`` makes of a number and that may stand there; "" if none may."""


def chance(number: int) -> Random:
    """Other numbers, of one that only the key tells."""
    return Random(number)  # noqa: S311 - the number is keyed, and who guesses it learns no other


def one_of(pool: Sequence[str]) -> Callable[[int], str]:
    """A candidate from a list for each number; "" from an empty one."""
    return lambda number: pool[number % len(pool)] if pool else ""
