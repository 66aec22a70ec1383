"""Runs of words that are phrases of the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from anonfilter_english.knowledge.people.role_phrases import Cue, Phrases, Table, words_of
from anonfilter_english.knowledge.people.role_words import Word, breaks

_INNER = re.compile(r"[\s,.()'\"\u2014-]{0,4}")
_WAS = frozenset(("is", "was", "are", "were", "being"))
_MOST_BETWEEN = 12


class Matching:
    """Looks for phrases among the words of one text."""

    def __init__(self, phrases: Phrases, text: str) -> None:
        self._phrases = phrases
        self._text = text
        self._linking = words_of("linking")
        self._determiners = words_of("determiners")
        self._postmodifiers = words_of("postmodifiers")

    def told_to_be(self, near: Sequence[Word], start: int) -> Cue | None:
        """ "The expert called by the Claimant was Dr. Bell": a noun, what says more of it, "was"
        and the name, which begins at ``start``."""
        if not near or near[-1].key not in _WAS or self._text[near[-1].end : start].strip(" .\n"):
            return None
        return self._with_more(near, len(near) - 1, start)

    def apposed(self, near: Sequence[Word], start: int) -> Cue | None:
        """ "An expert in road safety, Dr. Bell": a noun, what says more of it, a comma and the
        name. The noun begins its clause, or "the expert of" says whose."""
        if not near or self._text[near[-1].end : start].strip() != ",":
            return None
        return self._with_more(near, len(near), start, opening=True)

    def _with_more(
        self, near: Sequence[Word], last: int, start: int, *, opening: bool = False
    ) -> Cue | None:
        for end in range(last, max(0, last - _MOST_BETWEEN), -1):
            at = end - self._longest(self._phrases.nouns, near[:end])
            if at < end and self._says_more(near[end:last]) and not self._is_others(near, at):
                opens = not opening or (end < last and self._opens(near, at))
                return self._phrases.nouns.cues[self._keys(near[at:end])] if opens else None
            if breaks(self._text, near[end - 1].end, start):
                break
        return None

    def _opens(self, near: Sequence[Word], at: int) -> bool:
        """Whether a noun begins a clause, behind its articles."""
        while at and near[at - 1].key in self._determiners | self._linking:
            at -= 1
        gap = self._text[near[at - 1].end : near[at].start] if at else "."
        return bool(gap.strip())

    @staticmethod
    def _keys(some: Sequence[Word]) -> tuple[str, ...]:
        return tuple(one.key for one in some)

    def _says_more(self, between: Sequence[Word]) -> bool:
        """ "appointed by the Tribunal on quantities": no more than two words of their own behind
        each that leads to them."""
        own = 2
        for one in between:
            own = 0 if one.key in self._postmodifiers else own + 1
            if own > 2:
                return False
        return True

    def _is_others(self, near: Sequence[Word], at: int) -> bool:
        """Whether the noun that begins here says whose expert, and not who was it: "called by the
        Claimant"."""
        skipped = self._determiners | (self._linking - self._postmodifiers)
        while at and near[at - 1].key in skipped:
            at -= 1
        return at > 0 and near[at - 1].key in self._postmodifiers

    def _longest(self, table: Table, near: Sequence[Word]) -> int:
        """How many of the last words are a phrase."""
        for length in range(min(table.longest, len(near)), 0, -1):
            some = near[-length:]
            if tuple(one.key for one in some) in table.cues and self._together(some):
                return length
        return 0

    def _phrase_at(self, table: Table, ahead: Sequence[Word]) -> int:
        """How many of the first words are a phrase."""
        for length in range(min(table.longest, len(ahead)), 0, -1):
            some = ahead[:length]
            if tuple(one.key for one in some) in table.cues and self._together(some):
                return length
        return 0

    def _together(self, some: Sequence[Word]) -> bool:
        pairs = pairwise(some)
        return all(
            _INNER.fullmatch(self._text, one.end, other.start)
            and not breaks(self._text, one.end, other.start)
            for one, other in pairs
        )
