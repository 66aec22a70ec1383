"""Find the name in a document that a word misspells."""

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
from anonfilter_english.knowledge.people.near_spelling import is_near_spelling, lookup_keys

_POSSESSIVE = re.compile(r"'s?\Z", re.I)
_LONG = 7
_COMPARED = 16  # names with one key; bounds the time of a text with thousands of similar names


def plain_parts(name: str) -> list[str]:
    """Return the parts of a name without possessives: "Bell" for "Bell's"."""
    return [_POSSESSIVE.sub("", name[start:end]) for start, end in parts_of(name)]


@hide_values
@dataclass(slots=True)
class Spelling:
    """A spelling of a part of a name, and the evidence for it.

    ``vouched``: the spelling is certain, since it is on the front page or was spelled out.
    ``after`` has the given names before it.
    """

    written: str
    first: int
    found: int = 0
    score: float = 0.0
    vouched: bool = False
    after: set[str] = field(default_factory=set)


class NameSpellings:
    """The spellings of names in a document; ``corrections`` maps wrong spellings to correct ones.

    Of two similar spellings, the one with more evidence is correct. The time of a look-up depends
    on the length of the word, not on the number of names.
    """

    def __init__(self, spellings: Mapping[str, Spelling]) -> None:
        self._spellings = spellings
        self._near: defaultdict[str, list[str]] = defaultdict(list)
        self.corrections: dict[str, str] = {}
        for folded in sorted(spellings, key=self._rank):
            name = self._correct_name(folded)
            if name is not None:
                self.corrections[folded] = name
                continue
            for key in set(lookup_keys(folded)):
                if len(self._near[key]) < _COMPARED:
                    self._near[key].append(folded)

    def written(self, folded: str) -> str:
        return self._spellings[folded].written

    def score(self, folded: str) -> float:
        return self._spellings[folded].score

    def name_near(self, folded: str, *, strict: bool) -> str | None:
        """Return the name that a word outside all spans misspells; None if there is none.

        ``strict``: the word must be long, and differ from the name in one letter at most. It is
        for words whose capital is no evidence.
        """
        if is_common(folded) or is_established(folded) or folded in self._spellings:
            return None
        if strict and len(folded) < _LONG:
            return None
        for name in self._nearest(folded):
            if is_near_spelling(folded, name) and not (strict and OSA.distance(folded, name) > 1):
                return name
        return None

    def _rank(self, folded: str) -> tuple[bool, bool, int, float, int, str]:
        """Return a sort key that puts the spelling with the most evidence first."""
        spelling = self._spellings[folded]
        evidence = not spelling.vouched, not is_established(folded), -spelling.found
        return *evidence, -spelling.score, spelling.first, folded

    def _correct_name(self, folded: str) -> str | None:
        """Return the name that this spelling misspells; None if it is not a misspelling."""
        spelling = self._spellings[folded]
        if spelling.vouched:
            return None
        for name in self._nearest(folded):
            before_name = self._spellings[name].after
            same_given = not spelling.after.isdisjoint(before_name)
            differ = bool(spelling.after and before_name) and not same_given
            if differ or (not same_given and (is_established(folded) or is_common(folded))):
                continue
            if is_near_spelling(folded, name, in_company=same_given):
                return name
        return None

    def _nearest(self, folded: str) -> Iterator[str]:
        """Yield the names that may be similar, the most similar first, then the most certain."""
        found = {name: None for key in lookup_keys(folded) for name in self._near.get(key, ())}
        found.pop(folded, None)
        yield from sorted(found, key=lambda name: (OSA.distance(folded, name), self._rank(name)))
