"""Link documents of the same person by rare words that they have in common.

If both an interview and a letter say "overwinterage", one person may have written both. Documents
are paired by words that only a few of all have, so the time grows with the size of the texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from anonfilter_english.knowledge.rare_words import is_ordinary

from anonfilter.text.word_index import TOKEN
from anonfilter.text.words import fold
from anonfilter_measure.proof.attacker.combinations import attributes
from anonfilter_measure.proof.attacker.forms import Forms

_FEW = 3  # documents that may have a word; a more frequent word identifies no author
_PEOPLE = 5  # documents that may name a person; others are known to everybody
_SHARED = 2  # rare words that link two documents
_LETTERS = 5

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Linked:
    """The pairs that an attacker links, and the pairs that belong to one person.

    ``all`` counts pairs of documents; by chance, the same share of them is right.
    """

    claimed: frozenset[Pair]
    true: frozenset[Pair]
    all: int

    @property
    def right(self) -> frozenset[Pair]:
        return self.claimed & self.true


def linked(texts: Sequence[str], forms: Forms) -> Linked:
    """Link documents by their remaining words, and compare with the names in their originals."""
    shared = Counter(_pairs(_by_mark(texts), _FEW))
    claimed = frozenset(pair for pair, count in shared.items() if count >= _SHARED)
    named = {
        str(value): forms.documents(value)
        for value in range(len(forms.values))
        if forms.is_full(value)
    }
    return Linked(claimed, frozenset(_pairs(named, _PEOPLE)), len(texts) * (len(texts) - 1) // 2)


def _by_mark(texts: Sequence[str]) -> Mapping[str, set[int]]:
    """Return the documents that share a rare word or an attribute of a person."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for number, text in enumerate(texts):
        for word in set(map(fold, TOKEN.findall(text))):
            if len(word) >= _LETTERS and word.isalpha() and not is_ordinary(word):
                found[word].add(number)
        for one in attributes(text):
            found[f"{one.kind}: {one.value}"].add(number)
    return found


def _pairs(having: Mapping[str, frozenset[int] | set[int]], most: int) -> Iterator[Pair]:
    for documents in having.values():
        if 1 < len(documents) <= most:
            yield from combinations(sorted(documents), 2)
