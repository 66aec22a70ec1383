"""Link documents of the same person by rare words that they have in common.

If both an interview and a letter say "overwinterage", one person may have written both. Only words
that few documents have are compared, so the time grows linearly with the size of the texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from anonfilter_english.knowledge.rare_words import is_ordinary

from anonfilter.text.word_index import TOKEN
from anonfilter.text.words import fold
from anonfilter_measure.proof.attacker.name_forms import Forms
from anonfilter_measure.proof.attacker.rare_combinations import attributes

_FEW = 3  # documents that may have a word; a more frequent word identifies no author
_PEOPLE = 5  # documents that may name a person; a more frequent name is a public figure
_SHARED = 2  # rare words that link two documents
_LETTERS = 5

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Linked:
    """The pairs of documents that an attacker links, and the pairs that name the same person.

    ``all`` is the number of all pairs, from which follows how many would be right by chance.
    """

    claimed: frozenset[Pair]
    true: frozenset[Pair]
    all: int

    @property
    def right(self) -> frozenset[Pair]:
        return self.claimed & self.true


def linked(texts: Sequence[str], forms: Forms) -> Linked:
    """Link documents by rare words in their texts, and compare with the names in the originals."""
    shared = Counter(_pairs(_documents_with(texts), _FEW))
    claimed = frozenset(pair for pair, count in shared.items() if count >= _SHARED)
    named = {
        str(value): forms.documents(value)
        for value in range(len(forms.values))
        if forms.is_full(value)
    }
    return Linked(claimed, frozenset(_pairs(named, _PEOPLE)), len(texts) * (len(texts) - 1) // 2)


def _documents_with(texts: Sequence[str]) -> Mapping[str, set[int]]:
    """Return for each unusual word and each attribute of a person the documents that have it."""
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
