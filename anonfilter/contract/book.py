"""The pseudonym book: which original has which number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter.contract.document import Tag
from anonfilter.text.values import hide_values

Sequenced = tuple[str, str]  # a sequence, and a key or a number in it


@hide_values
@dataclass(slots=True)
class Asked:
    """The names that a key was asked for by, and how they were written."""

    names: dict[str, None] = field(default_factory=dict)
    written: dict[str, None] = field(default_factory=dict)


class Book:
    """Numbers for one document: for the keys of each sequence, in order of first appearance.

    ``assigned`` keys have their numbers already; ``used`` numbers are not given again. New numbers
    follow the last used one, and skip those of tags that stand in the text (``taken``).
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

        ``name`` is for keys that are no names themselves, ``written`` the surface in the text: a
        later run, whose keys differ, finds the number by them.
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
