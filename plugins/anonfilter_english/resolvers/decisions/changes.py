"""What decisions leave in the trace of an analysis, for later looks at the same text."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.contract.document import Change
from anonfilter.text.values import hide_values

SUFFIX = ".decisions.yaml"
"""What the name of a document's decisions ends in."""


@hide_values
@dataclass(frozen=True, slots=True)
class Uncovered(Change):
    """Stretches that stay in the text by decision.

    ``kept`` is true of a name that may stay; false where no person is named.
    """

    kept: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Settled(Change):
    """Mentions of which a reader said whose they are: no doubt is left about them."""


@hide_values
@dataclass(frozen=True, slots=True)
class Unmatched(Change):
    """A decision, counted from one, that no longer matches anything."""

    number: int = 0
