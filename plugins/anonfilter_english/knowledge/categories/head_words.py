"""Classify a name by its head word, such as "Department" in "Department of Motor Vehicles"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from anonfilter_english.knowledge.categories.category_lists import HeadWords

_OF = re.compile(r" (?:of|de|du|des|del|di|von)(?: the)? ")
_PLACED = re.compile(r" (?:for|at|in|on|to|from|against|upon|near|by)(?: the)? | -+ |[()/]")
_TAIL = re.compile(r"\s+(?:#?\d+[a-z]?|[ivx]{1,4}|jr|no \d+)$")
_MOST_WORDS = 7


def by_head(name: str, label: str, words: HeadWords) -> str:
    """Return the category of a name by its head word; "" without a head word.

    The first part of the name with a head word decides. Parts end at a comma, "at" or "in".
    """
    unlikely = words.unlikely.get(label, ())
    for part in filter(None, (part.strip() for part in name.replace("'", "").split(","))):
        whole = _ending(_TAIL.sub("", part), words.last)
        if " " in whole and (_OF.search(whole) or _PLACED.search(whole)):
            return words.last[whole]
        for phrase in _PLACED.split(part):
            found = _by_phrase(phrase.strip(), words)
            if found and found not in unlikely:
                return found
        found = _opening(part, words.first)
        if found and found not in unlikely:
            return found
    return ""


def _by_phrase(phrase: str, words: HeadWords) -> str:
    """Return the category of a phrase without a preposition of place, by its head word."""
    whole = _ending(_TAIL.sub("", phrase), words.last)
    if _OF.search(whole):
        return words.last[whole]
    head, *others = (_TAIL.sub("", segment) for segment in _OF.split(phrase))
    carried = [
        category
        for segment in others
        if (category := words.last.get(_ending(segment, words.last), ""))
    ]
    own = _singular(head, words.last)
    if own and own not in words.bearers:
        return own
    named = own or _singular(head, words.minor)
    if named in words.bearers:
        return next(
            (category for category in reversed(carried) if category in words.carried), named
        )
    return named or (carried[-1] if carried else "")


def _singular(head: str, phrases: Mapping[str, str]) -> str:
    """Return the category of the last words of a phrase, in the singular or the plural."""
    ending = _ending(head, phrases)
    if not ending and head.endswith("s"):
        ending = _ending(head[:-1], phrases)
    return phrases.get(ending, "")


def _ending(phrase: str, phrases: Mapping[str, str]) -> str:
    """Return the longest listed phrase at the end of a phrase; "" if there is none."""
    tokens = phrase.split(" ")
    for at in range(max(0, len(tokens) - _MOST_WORDS), len(tokens)):
        ending = " ".join(tokens[at:])
        if ending in phrases:
            return ending
    return ""


def _opening(part: str, phrases: Mapping[str, str]) -> str:
    """Return the category of the longest listed phrase that begins a longer phrase, or ""."""
    tokens = part.split(" ")
    for length in range(min(len(tokens) - 1, _MOST_WORDS), 0, -1):
        opening = " ".join(tokens[:length])
        if opening in phrases:
            return phrases[opening]
    return ""
