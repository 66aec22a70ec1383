"""Recognise other forms of known names: cut off ("Richar-"), plural, drawn out ("Tommyyyy")."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from anonfilter.text.values import hide_values
from anonfilter.text.word_index import Token, Words
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.titles import collapse_letters

DASHES = frozenset("-\u2014\u2015")
SHORTEST_FAMILY = 3


@hide_values
@dataclass(slots=True)
class KnownName:
    """The evidence that a sequence of words is a name.

    ``labels`` counts its spans by label, and ``written`` has their texts. ``parts``: parts of the
    name are searched for too. ``confirmed``: another detector found something in the same place.
    ``in_context``: the words around it indicate a name. ``everywhere``: the words are a name in any
    context.
    """

    labels: Counter[str] = field(default_factory=Counter)
    score: float = 0.0
    written: set[str] = field(default_factory=set)
    parts: bool = False
    confirmed: bool = False
    in_context: bool = False
    everywhere: bool = False


@hide_values
class Match(NamedTuple):
    """A known name in the text.

    ``length`` counts its tokens, and ``canonical`` is the form by which the match is numbered.
    """

    length: int
    name: KnownName
    reason: str
    canonical: str = ""


class OtherForms:
    """A finder of other forms of the known names that have one word."""

    def __init__(self, known: Mapping[Words, KnownName], cut_off: int) -> None:
        self._known = {words[0]: name for words, name in known.items() if len(words) == 1}
        self._sorted = sorted(self._known)
        self._people = sorted(word for word, name in self._known.items() if name.parts)
        self._shortest = cut_off
        self._plain: set[str] = set()  # words without repeated letters

    def find(self, text: str, token: Token) -> Match | None:
        """Return the name of which this token is another form; None if there is none."""
        start, end, word = token
        if word in self._plain and not text[start].isupper() and text[end : end + 1] not in DASHES:
            return None
        return self.cut_off(text, token) or self._plural(text, token) or self._drawn_out(token)

    def cut_off(self, text: str, token: Token) -> Match | None:
        """Return the name that a token begins and a dash cuts off: "Richar-"; None if none."""
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
        canonical = names[0] if len(names) == 1 else ""
        return Match(1, self._known[names[0]], "a name cut off", canonical)

    def _beginning_with(self, beginning: str) -> list[str]:
        """Return up to two names with this beginning: names of people, or else other names."""
        for words in (self._people, self._sorted):
            at = bisect_left(words, beginning)
            near = words[at : at + 3]
            found = [word for word in near if word.startswith(beginning) and word != beginning]
            if found:
                return found[:2]
        return []

    def _plural(self, text: str, token: Token) -> Match | None:
        """Return the name of a family in the plural: "the Okonkwos"; None for other words."""
        if not text[token.start].isupper():
            return None
        for ending in ("es", "s"):
            singular = token.folded.removesuffix(ending)
            name = self._known.get(singular)
            if name is None or singular == token.folded or len(singular) < SHORTEST_FAMILY:
                continue
            the = fold(text[max(0, token.start - 4) : token.start]) == "the"
            if name.parts and (the or not is_common(singular)):
                return Match(1, name, "a family's name", singular)
        return None

    def _drawn_out(self, token: Token) -> Match | None:
        """Return the name that a token writes with repeated letters: "Tommyyyy"; None if none."""
        word = collapse_letters(token.folded)
        if word == token.folded:
            self._plain.add(word)
            return None
        name = self._known.get(word)
        return (
            Match(1, name, "a name with letters drawn out", word)
            if name and name.everywhere
            else None
        )
