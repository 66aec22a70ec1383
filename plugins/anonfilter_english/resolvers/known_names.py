"""Find the name in a document for which a misspelled word stands."""

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
    """Return the parts of a name without possessives, as they are used for numbering."""
    return [_POSSESSIVE.sub("", name[start:end]) for start, end in parts_of(name)]


@hide_values
@dataclass(slots=True)
class Form:
    """A spelling of a part of a name, and the evidence for it.

    ``vouched``: it is on the front page, or was spelled out. ``after`` are the given names before
    it.
    """

    written: str
    first: int
    found: int = 0
    score: float = 0.0
    vouched: bool = False
    after: set[str] = field(default_factory=set)


class KnownNames:
    """The names of a document; ``slips`` maps misspelled forms to names.

    Of two similar forms, the one with more evidence is the name. The time of a look-up depends on
    the length of the word, not on the number of names.
    """

    def __init__(self, forms: Mapping[str, Form]) -> None:
        self._forms = forms
        self._near: defaultdict[str, list[str]] = defaultdict(list)
        self.slips: dict[str, str] = {}
        for folded in sorted(forms, key=self._rank):
            head = self._head(folded)
            if head is not None:
                self.slips[folded] = head
                continue
            for key in set(keys(folded)):
                if len(self._near[key]) < _COMPARED:
                    self._near[key].append(folded)

    def written(self, folded: str) -> str:
        return self._forms[folded].written

    def score(self, folded: str) -> float:
        return self._forms[folded].score

    def name_near(self, folded: str, *, strict: bool) -> str | None:
        """Return the name that a word without a span misspells, if any.

        ``strict`` requires a long name and at most one different letter, for words whose capital
        is no evidence.
        """
        if is_common(folded) or is_established(folded) or folded in self._forms:
            return None
        if strict and len(folded) < _LONG:
            return None
        for head in self._nearest(folded):
            if near(folded, head) and not (strict and OSA.distance(folded, head) > 1):
                return head
        return None

    def _rank(self, folded: str) -> tuple[bool, bool, int, float, int, str]:
        """Return a sort key: the form with the most evidence first."""
        form = self._forms[folded]
        evidence = not form.vouched, not is_established(folded), -form.found
        return *evidence, -form.score, form.first, folded

    def _head(self, folded: str) -> str | None:
        """Return the name with more evidence that this form misspells, if any."""
        form = self._forms[folded]
        if form.vouched:
            return None
        for head in self._nearest(folded):
            before_head = self._forms[head].after
            same_given = not form.after.isdisjoint(before_head)
            differ = bool(form.after and before_head) and not same_given
            if differ or (not same_given and (is_established(folded) or is_common(folded))):
                continue
            if near(folded, head, in_company=same_given):
                return head
        return None

    def _nearest(self, folded: str) -> Iterator[str]:
        """Yield the names that may be similar, the most similar and the most certain first."""
        found = {head: None for key in keys(folded) for head in self._near.get(key, ())}
        found.pop(folded, None)
        yield from sorted(found, key=lambda head: (OSA.distance(folded, head), self._rank(head)))
