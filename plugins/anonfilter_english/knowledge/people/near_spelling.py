"""Compare names by spelling and sound, to recognise a transcriber's misspellings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_SOUNDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(written), sound)
    for written, sound in (
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"x", "ks"),
        (r"ph", "f"),
        (r"^ch(?=[lr])", "k"),
        (r"sch|sh|ch", "x"),
        (r"tz|ts", "s"),
        (r"gh(?=[^aeiouy]|$)", ""),
        (r"dg(?=[eiy])", "j"),
        (r"g(?=[eiy])", "j"),
        (r"c(?=[eiy])", "s"),
        (r"[cq]", "k"),
        (r"z", "s"),
        (r"v", "f"),
        (r"(?<=.)[aeiouyhw]", ""),
        (r"^[aeiouy]", "a"),
        (r"(.)\1+", r"\1"),
    )
)
_ENDING = re.compile(r"(?:[aeiouy]|s|es)?\Z")
_SHORTEST = 4
_LONG = 7
_VERY_LONG = 10
_LONGEST = 64  # letters; the keys of a word are as many as its letters, and as long


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """Return a phonetic key of a word: one letter for each consonant sound, no later vowels."""
    for written, heard in _SOUNDS:
        word = written.sub(heard, word)
    return word


def lookup_keys(word: str) -> Iterator[str]:
    """Yield the lookup keys of a word.

    Words that are misspelled once share a key: the word, its sound, or the word without one letter.
    """
    yield word
    yield f"~{sound(word)}"
    for at in range(1, len(word) if len(word) <= _LONGEST else 0):
        yield word[:at] + word[at + 1 :]


def is_near_spelling(first: str, second: str, *, in_company: bool = False) -> bool:
    """Return True if two folded words may be one name that is misspelled once.

    More letters may differ in longer names, in names that sound alike, and with ``in_company``:
    the same given name precedes both.
    """
    shorter = min(len(first), len(second))
    if shorter < _SHORTEST or sound(first)[:1] != sound(second)[:1]:
        return False
    stems = {_ENDING.sub("", word, count=1) for word in (first, second)}
    if not in_company and len(stems) == 1:  # "Mario" and "Maria" are different names
        return False
    allowed = _allowed(shorter, sound(first) == sound(second), in_company)
    return first != second and differs_by_at_most(first, second, allowed)


def differs_by_at_most(first: str, second: str, most: int) -> bool:
    """Return True if at most this many letters were added, dropped, changed or swapped."""
    # Imported here because a text without similar names does not need it.
    from rapidfuzz.distance import OSA

    return OSA.distance(first, second, score_cutoff=most) <= most


def _allowed(length: int, alike: bool, in_company: bool) -> int:
    """Return how many letters of a name may differ."""
    if length >= _VERY_LONG:
        return 2
    if length >= _LONG:
        return 2 if alike or in_company else 1
    return 1 if in_company or (alike and length > _SHORTEST) else 0
