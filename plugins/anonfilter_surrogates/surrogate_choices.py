"""Choose surrogates: equal surrogates for equal originals in all texts of a corpus.

A choice is keyed: without the key, nobody can determine the surrogate of an original, or whether a
name is a surrogate. Earlier choices, for this text or another of the corpus, are repeated. A
candidate is refused if the text contains it, if the corpus knows it as an original, or if it is the
surrogate of another original, so that two people never get the same name.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from anonfilter.text.values import hide_values
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import fold
from anonfilter_surrogates.surrogate_map import FREE

TRIES = 200
_FINGERPRINT_BYTES = 10
_SHARED_LETTERS = 4  # the fewest letters of an original that a surrogate must not contain

Stretch = tuple[int, int, str]
"""A stretch of the text of a mention, and its replacement."""


@hide_values
@dataclass(slots=True)
class Choices:
    """The surrogates chosen in a corpus, by the fingerprint of their original.

    ``taken`` has the fingerprint of the original by the surrogate, and ``contested`` has the
    surrogates of several originals, which merging two branches may cause. These are not chosen
    again.
    """

    chosen: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)

    def add(self, choices: Mapping[str, str]) -> None:
        """Add surrogates by the fingerprint of their original."""
        for original, surrogate in choices.items():
            self.chosen.setdefault(original, surrogate)
            if original.startswith(FREE):
                continue
            if self.taken.setdefault(fold(surrogate), original) != original:
                self.contested.add(fold(surrogate))

    def is_free(self, original: str, surrogate: str) -> bool:
        """Return True if no other original has this surrogate."""
        name = fold(surrogate)
        return name not in self.contested and self.taken.get(name, original) == original


class Chooser:
    """A chooser of the surrogates of one text, which are collected in ``made``.

    It chooses no word of the ``text`` and of its ``originals``. ``is_known`` returns True if the
    corpus has an original with the given name. ``earlier`` has the choices of an earlier run for
    the text, and ``days`` is the number of days by which its dates are shifted.
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
        self._originals = {word for original in originals for word in folded_words(original)}
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
        """Return the surrogate of an original; "" if no candidate is allowed.

        ``candidate`` makes a surrogate from a random number. With ``free``, several originals may
        share a surrogate that identifies no person, such as an initial. With ``whole``, the text
        may contain words of the surrogate, such as the groups of a number, but not all of it.
        """
        what = f"{kind}\0{original}".encode("utf-8", "surrogatepass")
        print_of_original = hmac.digest(self._secret, what, "sha256")[:_FINGERPRINT_BYTES]
        fingerprint = FREE * free + print_of_original.hex()
        if fingerprint in self.made:
            return self.made[fingerprint]
        for known in (self._own.chosen.get(fingerprint), self._corpus.chosen.get(fingerprint)):
            if known and (free or self._fits(fingerprint, known, whole)):
                return self._take(fingerprint, known)
        for attempt in range(TRIES):
            made = candidate(keyed(self._secret, f"{kind}\0{original}\0{attempt}"))
            if not made or fold(made) == fold(original):
                continue
            if free or (self._fits(fingerprint, made, whole) and not self._is_known(made)):
                return self._take(fingerprint, made)
        return ""

    def _take(self, fingerprint: str, surrogate: str) -> str:
        self.made[fingerprint] = surrogate
        self._own.add({fingerprint: surrogate})
        return surrogate

    def _fits(self, fingerprint: str, surrogate: str, whole: bool) -> bool:
        if not all(
            choices.is_free(fingerprint, surrogate) for choices in (self._corpus, self._own)
        ):
            return False
        words = folded_words(surrogate)
        if whole:
            return not self._words.issuperset(words) or surrogate not in self._text
        is_new = self._words.isdisjoint(words) and self._originals.isdisjoint(words)
        parts = (part for word in words for part in _parts(word))
        return is_new and not any(part in self._originals for part in parts)


def keyed(secret: bytes, what: str) -> int:
    """Return a number of 64 bits that is derived from a key."""
    return int.from_bytes(hmac.digest(secret, what.encode("utf-8", "surrogatepass"), "sha256")[:8])


def _parts(word: str) -> Iterator[str]:
    """Yield the parts of a word that are long enough to reveal an original."""
    for start in range(len(word) - _SHARED_LETTERS + 1):
        for end in range(start + _SHARED_LETTERS, len(word) + 1):
            yield word[start:end]


def generator(number: int) -> Random:
    """Return a random generator with a keyed number as its seed."""
    return Random(number)  # noqa: S311 - the seed is keyed; guessing it reveals no other seed


def one_of(pool: Sequence[str]) -> Callable[[int], str]:
    """Return a function that takes a candidate from a list by number; "" from an empty list."""
    return lambda number: pool[number % len(pool)] if pool else ""
