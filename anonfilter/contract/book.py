"""The book of numbers: which original has which number in its tag."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter.contract.document import Tag
from anonfilter.text.values import hide_values

SequenceKey = tuple[str, str]  # a sequence, and a key or a number in it


@hide_values
@dataclass(slots=True)
class NumberRequest:
    """What taggers reported to the book about a key: its names, and how the text writes them."""

    names: dict[str, None] = field(default_factory=dict)
    written: dict[str, None] = field(default_factory=dict)


class Book:
    """The numbers of one document: each sequence counts its keys in order of first appearance.

    ``assigned`` keys keep their numbers, and ``used`` numbers are not given again. New numbers
    follow the highest used number and skip those of tags that are in the text (``taken``).
    """

    def __init__(
        self,
        taken: Iterable[Tag] = (),
        assigned: Mapping[SequenceKey, str] | None = None,
        used: Iterable[SequenceKey] = (),
    ) -> None:
        self.requests: dict[SequenceKey, NumberRequest] = defaultdict(NumberRequest)
        self._numbers: dict[SequenceKey, str] = dict(assigned or {})
        self._last: dict[str, int] = defaultdict(int)
        self._taken = {(tag.sequence, tag.number) for tag in taken if tag.number}
        for sequence, number in used:
            if number.isdecimal():
                self._last[sequence] = max(self._last[sequence], int(number))

    def number(self, sequence: str, key: str, name: str = "", written: str = "") -> str:
        """Return the number of this key; give the key a new number if it has none yet.

        ``written`` is the surface in the text, and ``name`` is the name, if the key is not a name
        itself. A later run, whose keys may differ, finds the number by ``name`` or ``written``.
        """
        request = self.requests[sequence, key]
        request.names[name or key] = None
        request.written[written or name or key] = None
        known = self._numbers.get((sequence, key))
        if known is not None:
            return known
        while True:
            self._last[sequence] += 1
            number = str(self._last[sequence])
            if (sequence, number) not in self._taken:
                break
        self._numbers[sequence, key] = number
        return number
