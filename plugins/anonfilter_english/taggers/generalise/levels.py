"""The protocol of the ways to generalise, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from anonfilter.contract.document import Document, Mention
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Generalised:
    """A value that is less exact than the original, and the stretch of the mention it replaces."""

    value: str
    start: int
    end: int


class Level(Protocol):
    """A way to generalise. ``stem`` is the word of its tags.

    It contains the values that it can write, and no others: a text with one of them in the form of
    a tag is not filtered again.
    """

    stem: str

    def __contains__(self, value: object) -> bool: ...

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        """Return a value for each mention; None if the original cannot be read with certainty."""
