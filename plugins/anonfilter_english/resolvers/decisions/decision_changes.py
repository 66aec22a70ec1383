"""The changes by which the resolver ``decisions`` records what it did."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.contract.document import Change
from anonfilter.text.values import hide_values

SUFFIX = ".decisions.yaml"
"""The suffix of a file of decisions, after the name of its document."""


@hide_values
@dataclass(frozen=True, slots=True)
class Uncovered(Change):
    """Spans that stay in the text by decision: names if ``kept``, else words that are no names."""

    kept: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Settled(Change):
    """Mentions whose person is certain, because a user decided whom they name."""


@hide_values
@dataclass(frozen=True, slots=True)
class Unmatched(Change):
    """A decision that no longer matches any mention.

    ``number`` is its position in the file of decisions, counted from 1.
    """

    number: int = 0
