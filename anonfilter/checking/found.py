"""What was found in a file, without values: enough to make its findings again without a model.

The values are in the file, at the places that are kept here. A span's ``canonical`` is a value, so
it is left out, as is all that only resolvers and taggers need.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from anonfilter.contract.document import Span, Weight


@dataclass(frozen=True, slots=True)
class Found:
    """The spans that count in a check, in the order of the text; ``weights`` are theirs, where
    the rules limit the sum of risks."""

    spans: tuple[Span, ...] = ()
    weights: tuple[Weight, ...] = ()
    remarks: tuple[str, ...] = ()

    @classmethod
    def of(cls, spans: Iterable[Span], weights: Iterable[Weight], remarks: Iterable[str]) -> Found:
        kept = (
            Span(one.start, one.end, one.label, one.detector, one.score, agreed=one.agreed)
            for one in spans
        )
        return cls(tuple(kept), tuple(weights), tuple(remarks))

    def packed(self) -> bytes:
        """The bytes to keep; none, if nothing was found."""
        if not (self.spans or self.remarks):
            return b""
        spans = [(s.start, s.end, s.label, s.detector, s.score, s.agreed) for s in self.spans]
        costs = [(weight.value, weight.cost) for weight in self.weights]
        return json.dumps([spans, costs, self.remarks], separators=(",", ":")).encode()

    @classmethod
    def unpacked(cls, data: bytes) -> Found:
        """What `packed` has made."""
        spans, costs, remarks = json.loads(data) if data else ((), (), ())
        return cls(
            tuple(replace(Span(*span), agreed=tuple(agreed)) for *span, agreed in spans),
            tuple(Weight(*cost) for cost in costs),
            tuple(remarks),
        )
