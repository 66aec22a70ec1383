"""Split a text into words, and answer questions about the context of each."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from anonfilter_english.detectors.names.word_senses import Word, read

_BESIDE = re.compile(r"[^\S\n]{1,3}")
_BEHIND = re.compile(r"[^\S\n]{0,2}[,:]?[^\S\n]{0,3}[\"'\u201c]?")
_POINT = re.compile(r"\.?[^\S\n]{0,3}")
_INITIAL = re.compile(r"\.?[^\S\n]{0,3}")
_ENDS = re.compile(r"\s*(?:[,.?!;:\u2026)\"\u201d]|--|\n|\Z)")
_BEGINS = re.compile(r"(?:\A|[,.?!;:\u2026(\"\u201c\n]|--|-)\s*\Z")
_POSSESSIVE = re.compile(r"'s?(?!\w)", re.I)
_MOST_WORDS = 4  # of a phrase before a word
_FEW_WORDS = 3
_LONGEST_ABBREVIATION = 4


class Found(NamedTuple):
    """The first and last word of a name, and the rule that found it."""

    first: int
    last: int
    rule: str


class Words:
    """The words of a text. ``has_capitals``: capitals are evidence in this text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.all = read(text)
        is_capitalised = sum(word.is_capitalised for word in self.all if word.end - word.start > 1)
        is_in_capitals = sum(text[word.start : word.end].isupper() for word in self.all)
        self.has_capitals = is_capitalised > 0 and not (
            is_in_capitals > _FEW_WORDS and is_in_capitals > len(self.all) // 2
        )

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, at: int) -> Word:
        return self.all[at]

    def may_be_name(self, at: int) -> bool:
        """Return True if a word is not excluded as a name, and has the letter case of names.

        In a text in which capitals are evidence, a name must have a capital.
        """
        word = self.all[at]
        return not word.sense.is_never_name and (word.is_capitalised or not self.has_capitals)

    def beside(self, at: int) -> bool:
        """Return True if only a blank is between this word and the next."""
        return self._between(at, _BESIDE)

    def is_initial(self, at: int) -> bool:
        """Return True for an initial: "J." or "J" before the next word."""
        word = self.all[at]
        single = word.end - word.start == 1 and (word.is_capitalised or self._after(word) == ".")
        return single and word.key != "i" and self._between(at, _INITIAL)

    def follows_any(self, at: int, phrases: Container[str]) -> bool:
        """Return True if one of these phrases is right before this word."""
        phrase = ""
        for back in range(at - 1, max(-1, at - 1 - _MOST_WORDS), -1):
            if not self._between(back, _BEHIND if back == at - 1 else _BESIDE):
                return False
            phrase = f"{self.all[back].key} {phrase}" if phrase else self.all[back].key
            if phrase in phrases:
                return True
        return False

    def before(self, at: int) -> str:
        """Return the word right before this word; "" if there is none.

        After a short word, which may be an abbreviation, a point may stand between the two.
        """
        if not at:
            return ""
        word = self.all[at - 1]
        allowed = _POINT if len(word.key) <= _LONGEST_ABBREVIATION else _BESIDE
        return word.key if self._between(at - 1, allowed) else ""

    def after(self, at: int) -> str:
        """Return the word after this word if only a blank is between them, else ""."""
        beside = at + 1 < len(self.all) and self.beside(at)
        return self.all[at + 1].key if beside else ""

    def ends_phrase(self, at: int) -> bool:
        """Return True if a pause follows this word."""
        return _ENDS.match(self.text, self.all[at].end) is not None

    def begins_phrase(self, at: int) -> bool:
        """Return True if a pause precedes this word."""
        start = self.all[at].start
        return _BEGINS.search(self.text, max(0, start - 5), start) is not None

    def is_exclaimed(self, at: int) -> bool:
        """Return True for a word after a pause and before "!" or "?", such as "Rose!"."""
        return self.begins_phrase(at) and self._after(self.all[at]) in ("!", "?")

    def has_comma(self, at: int) -> bool:
        """Return True if a comma is next to this word."""
        word = self.all[at]
        return "," in self.text[max(0, word.start - 2) : word.start] + self._after(word)

    def is_possessive(self, at: int) -> bool:
        return _POSSESSIVE.match(self.text, self.all[at].end) is not None

    def has_capital_beside(self, at: int) -> bool:
        """Return True if a neighbour also has a capital, as in the title of a book."""
        around = [at - 1] if at and self.beside(at - 1) else []
        around += [at + 1] if at + 1 < len(self.all) and self.beside(at) else []
        return any(self.all[near].is_capitalised and self.all[near].key != "i" for near in around)

    def is_in_capitals(self, at: int) -> bool:
        """Return True for a word in capitals, such as an abbreviation."""
        word = self.all[at]
        return self.has_capitals and self.text[word.start : word.end].isupper()

    def _after(self, word: Word) -> str:
        return self.text[word.end : word.end + 1]

    def _between(self, at: int, allowed: re.Pattern[str]) -> bool:
        if at + 1 >= len(self.all):
            return False
        gap = self.text[self.all[at].end : self.all[at + 1].start]
        return allowed.fullmatch(gap) is not None
