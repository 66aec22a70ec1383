"""The changes by which an analysis records decisions."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.contract.document import Change
from anonfilter.text.values import hide_values

SUFFIX = ".decisions.yaml"
"""The suffix of a file of decisions, after the name of its document."""


@hide_values
@dataclass(frozen=True, slots=True)
class Uncovered(Change):
    """Spans that stay in the text by decision: ``kept`` names, or words that are no names."""

    kept: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Settled(Change):
    """Mentions whose person a reader has decided, so that it is no longer uncertain."""


@hide_values
@dataclass(frozen=True, slots=True)
class Unmatched(Change):
    """A decision that no longer matches anything; ``number`` counts from one."""

    number: int = 0
