"""Divide a written name into parts and words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter_english.knowledge.word_lists import terms

PART = re.compile(r"[^\s\-]+")
EDGE = "\"'.,;:()[]{}*_"
WORD = re.compile(r"[^\W_]+")
TITLES = terms("titles", "civil").union(
    ("miss", "dr", "prof", "professor", "sir", "dame", "lady", "lord", "judge", "justice"),
    ("officer", "sergeant", "sgt", "captain", "capt", "lieutenant", "lt", "detective", "deputy"),
    ("commissioner",),
)


def is_particle(word: str) -> bool:
    """Return True for a lower-case word that is used in names: "van", "de"."""
    return word in terms("names", "particles")


def parts_of(surface: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the parts between blanks and hyphens, without punctuation around them."""
    for match in PART.finditer(surface):
        part = match[0]
        start = match.start() + len(part) - len(part.lstrip(EDGE))
        end = match.end() - (len(part) - len(part.rstrip(EDGE)))
        if start < end:
            yield start, end


def name_tokens(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Return the places of the words that identify a person.

    These are words with a capital or a digit that are no titles. If there are none ("my old
    school", a name in lower case), return all words.
    """
    words = list(WORD.finditer(text, start, end))
    named = [
        word
        for word in words
        if (word[0] != word[0].lower() or any(map(str.isdigit, word[0])))
        and word[0].lower() not in TITLES
    ]
    return tuple(word.span() for word in named or words)
