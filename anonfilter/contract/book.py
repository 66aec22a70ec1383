"""The pseudonym book: which original has which number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter.contract.document import Tag

Sequenced = tuple[str, str]  # a sequence, and a key or a number in it


@dataclass(slots=True)
class Asked:
    """By which names a key was asked for: those it goes by, and those that were written."""

    names: dict[str, None] = field(default_factory=dict)
    written: dict[str, None] = field(default_factory=dict)


class Book:
    """Numbers for one document: distinct keys of a sequence, in order of first appearance.

    ``assigned`` are keys whose numbers are settled before, ``used`` numbers that nobody else may
    have. New numbers follow the last one used there, and skip those that tags in the text use up.
    """

    def __init__(
        self,
        taken: Iterable[Tag] = (),
        assigned: Mapping[Sequenced, str] | None = None,
        used: Iterable[Sequenced] = (),
    ) -> None:
        self.asked: dict[Sequenced, Asked] = defaultdict(Asked)
        self._numbers: dict[Sequenced, str] = dict(assigned or {})
        self._last: dict[str, int] = defaultdict(int)
        self._taken = {(tag.sequence, tag.number) for tag in taken if tag.number}
        for sequence, number in used:
            if number.isdecimal():
                self._last[sequence] = max(self._last[sequence], int(number))

    def number(self, sequence: str, key: str, name: str = "", written: str = "") -> str:
        """The number of this key, a new one if it has none yet.

        ``name`` is what the key goes by where it is no name itself, ``written`` what stands in
        the text: a later run, which has other keys, knows by them whom it meets again.
        """
        asked = self.asked[sequence, key]
        asked.names[name or key] = None
        asked.written[written or name or key] = None
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
