"""The forms in which a known name turns up besides its own: broken off, plural, drawn out."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from anonfilter.text.values import hide_values
from anonfilter.text.word_index import Token, Words
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.titles import collapse_letters

DASHES = frozenset("-\u2014\u2015")
SHORTEST_FAMILY = 3


@hide_values
@dataclass(slots=True)
class Known:
    """A word sequence that is known to be a name: by which labels, how surely, how written.

    ``seconded``: another detector found something there too. ``placed``: its context says that it
    is a name. ``everywhere``: its words alone tell.
    """

    labels: Counter[str] = field(default_factory=Counter)
    score: float = 0.0
    written: set[str] = field(default_factory=set)
    parts: bool = False
    finds: int = 0
    seconded: bool = False
    placed: bool = False
    everywhere: bool = False


Match = tuple[int, Known, str, str]
"""How many tokens, what they are, how it was told, and the form whose number it takes."""


class Variants:
    """Other forms of known single words."""

    def __init__(self, known: Mapping[Words, Known], cut_off: int) -> None:
        self._known = {words[0]: one for words, one in known.items() if len(words) == 1}
        people = {word for word, one in self._known.items() if one.parts}
        self._sorted = sorted(self._known)
        self._people = sorted(people)
        self._shortest = cut_off
        self._plain: set[str] = set()  # words that are not drawn out

    def of(self, text: str, token: Token) -> Match | None:
        """What this token is, if it is another form of a known word."""
        start, end, word = token
        if word in self._plain and not text[start].isupper() and text[end : end + 1] not in DASHES:
            return None
        return self.cut_off(text, token) or self._plural(text, token) or self._drawn_out(token)

    def cut_off(self, text: str, token: Token) -> Match | None:
        """ "Richar-": the beginning of a known name, broken off."""
        if (
            len(token.folded) < self._shortest
            or text[token.end : token.end + 1] not in DASHES
            or text[token.end + 1 : token.end + 2].isalnum()
            or is_common(token.folded)
        ):
            return None
        names = self._beginning_with(token.folded)
        if not names:
            return None
        return 1, self._known[names[0]], "a name cut off", names[0] if len(names) == 1 else ""

    def _beginning_with(self, beginning: str) -> list[str]:
        """Longer words that begin so, people's before others': one, or two, which is enough to
        know that it is not one."""
        for words in (self._people, self._sorted):
            at = bisect_left(words, beginning)
            near = words[at : at + 3]
            found = [word for word in near if word.startswith(beginning) and word != beginning]
            if found:
                return found[:2]
        return []

    def _plural(self, text: str, token: Token) -> Match | None:
        """ "the Okonkwos": a family by its name."""
        if not text[token.start].isupper():
            return None
        for ending in ("es", "s"):
            singular = token.folded.removesuffix(ending)
            one = self._known.get(singular)
            if one is None or singular == token.folded or len(singular) < SHORTEST_FAMILY:
                continue
            the = fold(text[max(0, token.start - 4) : token.start]) == "the"
            if one.parts and (the or not is_common(singular)):
                return 1, one, "a family's name", singular
        return None

    def _drawn_out(self, token: Token) -> Match | None:
        """ "Tommyyyy": a name called out."""
        word = collapse_letters(token.folded)
        if word == token.folded:
            self._plain.add(word)
            return None
        one = self._known.get(word)
        return (1, one, "a name drawn out", word) if one and one.everywhere else None
