"""Read numbers in spoken text: the text, its numbers, the finds, and regexes of word lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge import word_lists as data
from anonfilter_english.knowledge.number_words import Number, numbers
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives

REACH = 80
_WORDS = re.compile(r"(?<=\s)[^\W\d_][\w']*")
_BLANKS = r"\s{1,8}"


@hide_values
@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of a text, its label, and the rule that found it.

    ``written`` is the value in figures, if it is not written so in the text.
    """

    start: int
    end: int
    label: str
    rule: str
    score: float = 0.9
    written: str = ""


class Reading:
    """The text of a field, and the numbers in it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(numbers(self.text))

    def gap(self, at: int) -> str:
        """Return the text between a number and the next number, or "." after the last number."""
        if at < 0 or at + 1 >= len(self.numbers):
            return "."
        return self.text[self.numbers[at].end : self.numbers[at + 1].start][:REACH]

    def before(self, at: int, reach: int = REACH) -> str:
        return self.text[max(0, at - reach) : at]

    def after(self, at: int, reach: int = REACH) -> str:
        return self.text[at : at + reach]

    def counts_nothing(self, at: int) -> bool:
        """Return True if the number that ends here does not count the following words.

        In text without punctuation, a verb or the like must occur before any plural: "i was
        fourteen will was ten".
        """
        if self.ends_at(at):
            return True
        for word in _WORDS.findall(self.after(at, 40))[:3]:
            if compiled(rf"{listed('counted')}|(?!\w*'s)\w{{3,}}s\Z").match(word):
                return False
            at = self.text.index(word, at) + len(word)
            if self.ends_at(at):
                return self.text[at : at + 1].isspace()
        return False

    def counts_at(self, at: int) -> bool:
        """Return True if a counted thing follows an offset, as in "two people"."""
        return compiled(rf"[\s-]{{1,3}}{listed('counted')}").match(self.text, at) is not None

    def ends_at(self, at: int) -> bool:
        """Return True if a phrase ends at an offset: at punctuation, or before "when"."""
        return ending().match(self.text, at) is not None


def terms(key: str) -> frozenset[str]:
    """Return a word list of ``spoken.yaml``."""
    return data.terms("spoken", key)


def table(key: str) -> Any:
    """Return the content under a key of ``spoken.yaml``."""
    return data.table("spoken")[key]


def either(words: Iterable[str]) -> str:
    """Return a regex for one of these words or phrases as whole words."""
    return rf"(?<!\w)(?:{alternatives(words, _BLANKS)})(?!\w)"


@cache
def listed(*keys: str) -> str:
    """Return a regex for one of the words in lists of ``spoken.yaml``."""
    return either(term for key in keys for term in terms(key))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a regex that ignores case."""
    return re.compile(pattern, re.I)


def extended(pattern: str, text: str, end: int) -> int:
    """Return the end of a match of the pattern right after ``end``, or ``end`` without one."""
    match = compiled(pattern).match(text, end)
    return match.end() if match else end


@cache
def ending() -> re.Pattern[str]:
    turn = r"\n\s*[\w .'-]{1,30}:\s"
    return compiled(
        rf"(?:\s*{turn}|\s*(?:\Z|[.,;:!?)\]\"\ufffc](?!\d)|['-](?!\w)|{listed('ends')}))"
    )


@cache
def hedges() -> str:
    """Return a regex for words that may precede a number: "about, uh, maybe"."""
    return rf"(?:(?:{listed('hedges')}|\b{HESITATION}\b)[\s,.-]{{1,4}}){{0,4}}"
