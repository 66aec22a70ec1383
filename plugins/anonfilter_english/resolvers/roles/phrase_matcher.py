"""Match the words around a name with the phrases that show roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from anonfilter_english.knowledge.people.role_phrases import Cue, Phrases, Table, words_of
from anonfilter_english.knowledge.people.role_words import Word, breaks

_INNER = re.compile(r"[\s,.()'\"\u2014-]{0,4}")
_WAS = frozenset(("is", "was", "are", "were", "being"))
_MOST_BETWEEN = 12


class PhraseMatcher:
    """A matcher of the words of one text with phrases."""

    def __init__(self, phrases: Phrases, text: str) -> None:
        self._phrases = phrases
        self._text = text
        self._linking = words_of("linking")
        self._determiners = words_of("determiners")
        self._postmodifiers = words_of("postmodifiers")

    def role_before_copula(self, before: Sequence[Word], start: int) -> Cue | None:
        """Return the role in "The expert called by the Claimant was Dr. Bell"; None if none.

        ``start`` is the start of the name.
        """
        if not before or before[-1].key not in _WAS:
            return None
        if self._text[before[-1].end : start].strip(" .\n"):
            return None
        return self._modified_noun(before, len(before) - 1, start)

    def role_before_comma(self, before: Sequence[Word], start: int) -> Cue | None:
        """Return the role in "An expert in road safety, Dr. Bell"; None if there is none.

        The phrase must be at the beginning of a clause.
        """
        if not before or self._text[before[-1].end : start].strip() != ",":
            return None
        return self._modified_noun(before, len(before), start, opening=True)

    def _modified_noun(
        self, before: Sequence[Word], last: int, start: int, *, opening: bool = False
    ) -> Cue | None:
        """Return the role of a noun that only its modifiers follow; None if there is none.

        ``last`` is the index of the word after the modifiers.
        """
        for end in range(last, max(0, last - _MOST_BETWEEN), -1):
            at = end - self._length_of_last(self._phrases.nouns, before[:end])
            if (
                at < end
                and self._are_modifiers(before[end:last])
                and not self._is_object(before, at)
            ):
                opens = not opening or (end < last and self._opens_clause(before, at))
                return self._phrases.nouns.cues[keys_of(before[at:end])] if opens else None
            if breaks(self._text, before[end - 1].end, start):
                break
        return None

    def _opens_clause(self, near: Sequence[Word], at: int) -> bool:
        """Return True if a noun, with its articles, begins a clause."""
        while at and near[at - 1].key in self._determiners | self._linking:
            at -= 1
        gap = self._text[near[at - 1].end : near[at].start] if at else "."
        return bool(gap.strip())

    def _are_modifiers(self, words: Sequence[Word]) -> bool:
        """Return True for modifiers of a noun: "appointed by the Tribunal on quantities".

        At most two other words follow each word that begins a modifier.
        """
        others = 2
        for word in words:
            others = 0 if word.key in self._postmodifiers else others + 1
            if others > 2:
                return False
        return True

    def _is_object(self, near: Sequence[Word], at: int) -> bool:
        """Return True for a noun in the modifier of another noun: "called by the Claimant"."""
        skipped = self._determiners | (self._linking - self._postmodifiers)
        while at and near[at - 1].key in skipped:
            at -= 1
        return at > 0 and near[at - 1].key in self._postmodifiers

    def _length_of_last(self, table: Table, words: Sequence[Word]) -> int:
        """Return how many of the last words are a phrase of the table; 0 if none are."""
        lengths = range(min(table.longest, len(words)), 0, -1)
        return next((n for n in lengths if self._is_phrase(table, words[-n:])), 0)

    def _length_of_first(self, table: Table, words: Sequence[Word]) -> int:
        """Return how many of the first words are a phrase of the table; 0 if none are."""
        lengths = range(min(table.longest, len(words)), 0, -1)
        return next((n for n in lengths if self._is_phrase(table, words[:n])), 0)

    def _is_phrase(self, table: Table, words: Sequence[Word]) -> bool:
        return keys_of(words) in table.cues and self._are_adjacent(words)

    def _are_adjacent(self, words: Sequence[Word]) -> bool:
        return all(
            _INNER.fullmatch(self._text, before.end, after.start)
            and not breaks(self._text, before.end, after.start)
            for before, after in pairwise(words)
        )


def keys_of(words: Iterable[Word]) -> tuple[str, ...]:
    return tuple(word.key for word in words)
