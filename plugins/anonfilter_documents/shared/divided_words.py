"""Decide whether markup between two texts divides words: "555-2671" and a raised "1"."""

from __future__ import annotations

import re

_MARK = re.compile(r"\d{1,3}(?:[,\u2013-]\d{1,3})*\W*\Z")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|e|o|a|º|ª)\b", re.IGNORECASE)
_LAST_WORD = re.compile(r"[^\W\d_]{3,}\Z")
_PREFIXES = frozenset({"Mac", "Fitz", "San", "Van", "Des", "Del", "Les", "Las", "Los", "Von"})


def is_word_edge(before: str, after: str, raised: bool, divides_codes: bool = False) -> bool:
    """Return True if two texts without a space between them are different words.

    The texts are in different elements. "555-2671" and a raised "1", "SSN" and "536-22-8714", and
    "Okafor" and "Reply" are different words; "Oka" and "for", or "1" and "st", are one word. If
    different words were joined, a value would not be found, because a letter or digit follows it.

    A letter beside a digit divides words only with ``divides_codes``: office programs divide a code
    into several elements ("SW" and "1A 2AA").
    """
    last, first = before[-1:], after[:1]
    if not (last.isalnum() and first.isalnum()):
        return False
    if raised and _MARK.match(after) is not None:
        return True
    if last.isdigit() != first.isdigit():
        return divides_codes and _ORDINAL.match(after) is None
    word = _LAST_WORD.search(before)
    return last.islower() and first.isupper() and word is not None and word[0] not in _PREFIXES
