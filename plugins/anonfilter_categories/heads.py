"""The head of a name, and what it says: "Department" in "Department of Motor Vehicles"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from anonfilter_categories.knowledge import HeadWords

_PREPOSITION = re.compile(r" (?:of|for|at|in|on|to|from|against|upon|near|by|de|du|des|del|di|von) ")
_TAIL = re.compile(r"\s+(?:#?\d+[a-z]?|[ivx]{1,4}|jr|no \d+)$")
_PHRASE_END = re.compile(r" -+ |[()/]")
_LONGEST = 6


def by_head(name: str, words: HeadWords) -> str:
    """The category that a key's head words give it; "" if it has none.

    In the part before the first comma the last telling word counts ("University of Chicago
    Hospital" is a hospital), a minor one only if no other is there ("Superior Court of Kern
    County"). What follows the comma is asked last.
    """
    for part in filter(None, (part.strip() for part in name.replace("'", "").split(","))):
        found = _by_part(part, words)
        if found:
            return found
    return ""


def _by_part(part: str, words: HeadWords) -> str:
    phrases = [_TAIL.sub("", phrase.strip()) for phrase in _PHRASE_END.split(part)]
    for phrase in phrases:
        whole = _ending(phrase, words.last)
        if _PREPOSITION.search(whole):
            return words.last[whole]
    segments = [_TAIL.sub("", s) for phrase in phrases for s in _PREPOSITION.split(phrase)]
    major = [ending for segment in segments if (ending := _ending(segment, words.last))]
    if major:
        return words.last[major[-1]]
    opening = _opening(part, words.last) or _opening(part, words.minor)
    if opening:
        return opening
    minor = [ending for segment in segments if (ending := _ending(segment, words.minor))]
    return words.minor[minor[0]] if minor else _opening(part, words.first)


def _ending(phrase: str, phrases: Mapping[str, str]) -> str:
    """The longest of the phrases that ends this one."""
    tokens = phrase.split(" ")
    for at in range(max(0, len(tokens) - _LONGEST), len(tokens)):
        ending = " ".join(tokens[at:])
        if ending in phrases:
            return ending
    return ""


def _opening(part: str, phrases: Mapping[str, str]) -> str:
    """The category of the longest phrase that begins this one and is not all of it."""
    tokens = part.split(" ")
    for length in range(min(len(tokens) - 1, _LONGEST), 0, -1):
        found = phrases.get(" ".join(tokens[:length]))
        if found:
            return found
    return ""
