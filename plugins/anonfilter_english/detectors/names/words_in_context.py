"""Split a text into words, and query the context of each."""

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
_LONGEST = 4
_SOME = 3
_ABBREVIATED = 4


class Found(NamedTuple):
    """The first and last word of a name, and the rule that found it."""

    first: int
    last: int
    rule: str


class Words:
    """The words of a text. ``cased``: capitals are evidence in this text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.all = read(text)
        large = sum(word.large for word in self.all if word.end - word.start > 1)
        shouted = sum(text[word.start : word.end].isupper() for word in self.all)
        self.cased = large > 0 and not (shouted > _SOME and shouted > len(self.all) // 2)

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, at: int) -> Word:
        return self.all[at]

    def may_be_name(self, at: int) -> bool:
        """Return True if a word has the letter case that names have in this text."""
        word = self.all[at]
        return not word.sense.never and (word.large or not self.cased)

    def beside(self, at: int) -> bool:
        """Return True if only a blank separates this word from the next."""
        return self._between(at, _BESIDE)

    def initial(self, at: int) -> bool:
        """Return True if a word is an initial: "J." or "J" before the next word."""
        word = self.all[at]
        single = word.end - word.start == 1 and (word.large or self._after(word) == ".")
        return single and word.key != "i" and self._between(at, _INITIAL)

    def behind(self, at: int, phrases: Container[str]) -> bool:
        """Return True if one of these phrases stands right before this word."""
        phrase = ""
        for back in range(at - 1, max(-1, at - 1 - _LONGEST), -1):
            if not self._between(back, _BEHIND if back == at - 1 else _BESIDE):
                return False
            phrase = f"{self.all[back].key} {phrase}" if phrase else self.all[back].key
            if phrase in phrases:
                return True
        return False

    def before(self, at: int) -> str:
        """Return the word right before; an abbreviation may end in a point."""
        if not at:
            return ""
        word = self.all[at - 1]
        allowed = _POINT if len(word.key) <= _ABBREVIATED else _BESIDE
        return word.key if self._between(at - 1, allowed) else ""

    def after(self, at: int) -> str:
        """Return the word right after, if only a blank separates them."""
        beside = at + 1 < len(self.all) and self.beside(at)
        return self.all[at + 1].key if beside else ""

    def ends(self, at: int) -> bool:
        """Return True if a pause follows the word."""
        return _ENDS.match(self.text, self.all[at].end) is not None

    def begins(self, at: int) -> bool:
        """Return True if a pause precedes the word."""
        start = self.all[at].start
        return _BEGINS.search(self.text, max(0, start - 5), start) is not None

    def exclaimed(self, at: int) -> bool:
        """Return True if the word stands between a pause and a mark: "Rose!", "Rose?"."""
        return self.begins(at) and self._after(self.all[at]) in ("!", "?")

    def comma(self, at: int) -> bool:
        """Return True if a comma stands beside the word."""
        word = self.all[at]
        return "," in self.text[max(0, word.start - 2) : word.start] + self._after(word)

    def possessive(self, at: int) -> bool:
        return _POSSESSIVE.match(self.text, self.all[at].end) is not None

    def large_beside(self, at: int) -> bool:
        """Return True if a neighbour also has a capital, as in the title of a work."""
        around = [at - 1] if at and self.beside(at - 1) else []
        around += [at + 1] if at + 1 < len(self.all) and self.beside(at) else []
        return any(self.all[near].large and self.all[near].key != "i" for near in around)

    def shouted(self, at: int) -> bool:
        """Return True if the word is in capitals, like an abbreviation."""
        word = self.all[at]
        return self.cased and self.text[word.start : word.end].isupper()

    def _after(self, word: Word) -> str:
        return self.text[word.end : word.end + 1]

    def _between(self, at: int, allowed: re.Pattern[str]) -> bool:
        if at + 1 >= len(self.all):
            return False
        gap = self.text[self.all[at].end : self.all[at + 1].start]
        return allowed.fullmatch(gap) is not None
