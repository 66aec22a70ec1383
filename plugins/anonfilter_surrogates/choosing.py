"""Chooses surrogates: the same for the same original, in every text of a corpus.

A choice is keyed: without the key, nobody can tell which surrogate an original has, nor whether a
name is one. What was chosen before, for this text or another of the corpus, is chosen again. A
candidate is refused if it stands in the text, if the corpus knows it as an original, or if it is
what another original has: no two people become one.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from anonfilter.sidecars.surrogate_map import FREE
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import fold

TRIES = 200
_PRINT = 10  # bytes
_TELLING = 4  # so many letters of an original must not stand within a surrogate


@hide_values
@dataclass(slots=True)
class Choices:
    """What was chosen in a corpus: surrogates by the fingerprint of their original.

    ``contested`` are those that stand for several originals, as two branches may have it when they
    are merged: nothing new is called so.
    """

    chosen: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)

    def add(self, choices: Mapping[str, str]) -> None:
        for one, surrogate in choices.items():
            self.chosen.setdefault(one, surrogate)
            if one.startswith(FREE):
                continue
            if self.taken.setdefault(fold(surrogate), one) != one:
                self.contested.add(fold(surrogate))

    def free(self, one: str, surrogate: str) -> bool:
        """Whether no other original has a surrogate."""
        name = fold(surrogate)
        return name not in self.contested and self.taken.get(name, one) == one


class Chooser:
    """Chooses for one text. ``made`` has what it chose; ``days`` is the shift of its dates.

    No word of ``text`` is chosen, nor of the ``originals`` that stood in it; ``is_known`` tells
    whether the corpus knows an original; ``earlier`` is what an earlier run chose for the text.
    """

    def __init__(
        self,
        secret: bytes,
        corpus: Choices,
        earlier: Mapping[str, str],
        text: str,
        originals: Collection[str],
        is_known: Callable[[str], bool],
        days: int,
    ) -> None:
        self._secret = secret
        self._corpus = corpus
        self._own = Choices()
        self._own.add(earlier)
        self._text = text
        self._words = frozenset(folded_words(text))
        self._originals = {word for one in originals for word in folded_words(one)}
        self._is_known = is_known
        self.days = days
        self.made: dict[str, str] = {}

    def choose(
        self,
        kind: str,
        original: str,
        candidate: Callable[[int], str],
        *,
        free: bool = False,
        whole: bool = False,
    ) -> str:
        """The surrogate of an original, which ``candidate`` makes of numbers; "" if there is none.

        ``free``: it names nothing by itself, as an initial, and may be that of several. ``whole``:
        its words may stand in the text, but not all of it, as of a number in groups.
        """
        what = f"{kind}\0{original}".encode("utf-8", "surrogatepass")
        one = hmac.digest(self._secret, what, "sha256")[:_PRINT].hex()
        one = FREE * free + one
        if one in self.made:
            return self.made[one]
        for known in (self._own.chosen.get(one), self._corpus.chosen.get(one)):
            if known and (free or self._fits(one, known, whole)):
                return self._take(one, known)
        for attempt in range(TRIES):
            made = candidate(keyed(self._secret, f"{kind}\0{original}\0{attempt}"))
            if not made or fold(made) == fold(original):
                continue
            if free or (self._fits(one, made, whole) and not self._is_known(made)):
                return self._take(one, made)
        return ""

    def _take(self, one: str, surrogate: str) -> str:
        self.made[one] = surrogate
        self._own.add({one: surrogate})
        return surrogate

    def _fits(self, one: str, surrogate: str, whole: bool) -> bool:
        if not (self._corpus.free(one, surrogate) and self._own.free(one, surrogate)):
            return False
        words = folded_words(surrogate)
        if whole:
            return not self._words.issuperset(words) or surrogate not in self._text
        free = self._words.isdisjoint(words) and self._originals.isdisjoint(words)
        return free and not any(part in self._originals for word in words for part in _parts(word))


def keyed(secret: bytes, what: str) -> int:
    """A number of 64 bits that only the key tells."""
    return int.from_bytes(hmac.digest(secret, what.encode("utf-8", "surrogatepass"), "sha256")[:8])


def _parts(word: str) -> Iterator[str]:
    """What of a word may tell an original."""
    for start in range(len(word) - _TELLING + 1):
        for end in range(start + _TELLING, len(word) + 1):
            yield word[start:end]
