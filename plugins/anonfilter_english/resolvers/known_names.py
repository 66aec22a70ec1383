"""The parts of names that a document knows, and which of them a misspelled word stands for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rapidfuzz.distance import OSA

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_parts import parts_of
from anonfilter_english.knowledge.people.name_words import is_established
from anonfilter_english.knowledge.people.near_spelling import keys, near

_POSSESSIVE = re.compile(r"'s?\Z", re.I)
_LONG = 7
_COMPARED = 16  # names that share a key: a text made of thousands of near names takes no longer


def plain_parts(name: str) -> list[str]:
    """The parts of a name as they are numbered, less a possessive."""
    return [_POSSESSIVE.sub("", name[start:end]) for start, end in parts_of(name)]


@hide_values
@dataclass(slots=True)
class Form:
    """One way in which a part of a name is written here, and what speaks for it.

    ``vouched``: it stands on the cover or was spelled out. ``after`` are the given names that
    it follows.
    """

    written: str
    first: int
    found: int = 0
    score: float = 0.0
    vouched: bool = False
    after: set[str] = field(default_factory=set)


class KnownNames:
    """Forms by nearness. The surer ones are names; a rarer one near them is a slip.

    Looking a word up takes as long as it has letters, however many names there are.
    """

    def __init__(self, forms: Mapping[str, Form]) -> None:
        self._forms = forms
        self._near: defaultdict[str, list[str]] = defaultdict(list)
        self.slips: dict[str, str] = {}
        for folded in sorted(forms, key=self._rank):
            head = self._head(folded)
            if head is None:
                self._learn(folded)
            else:
                self.slips[folded] = head

    def written(self, folded: str) -> str:
        return self._forms[folded].written

    def score(self, folded: str) -> float:
        return self._forms[folded].score

    def stray(self, folded: str, *, sure: bool) -> str | None:
        """The name that a word stands for which no detector took for one. ``sure`` asks for a long
        name and no more than one letter: for words whose capital says nothing."""
        if is_common(folded) or is_established(folded) or folded in self._forms:
            return None
        if sure and len(folded) < _LONG:
            return None
        for head in self._nearest(folded):
            if near(folded, head) and not (sure and OSA.distance(folded, head) > 1):
                return head
        return None

    def _rank(self, folded: str) -> tuple[bool, bool, int, float, int, str]:
        """The surer comes first."""
        form = self._forms[folded]
        return (
            not form.vouched, not is_established(folded), -form.found,
            -form.score, form.first, folded,
        )  # fmt: skip

    def _learn(self, folded: str) -> None:
        for key in set(keys(folded)):
            if len(self._near[key]) < _COMPARED:
                self._near[key].append(folded)

    def _head(self, folded: str) -> str | None:
        """The surer name that this one is a slip of."""
        form = self._forms[folded]
        if form.vouched:
            return None
        for head in self._nearest(folded):
            other = self._forms[head].after
            together = not form.after.isdisjoint(other)
            apart = bool(form.after and other) and not together
            if apart or (not together and (is_established(folded) or is_common(folded))):
                continue
            if near(folded, head, in_company=together):
                return head
        return None

    def _nearest(self, folded: str) -> Iterator[str]:
        """Names that may be near, the nearest first, the surer before the other."""
        found = {head: None for key in keys(folded) for head in self._near.get(key, ())}
        found.pop(folded, None)
        yield from sorted(found, key=lambda head: (OSA.distance(folded, head), self._rank(head)))
