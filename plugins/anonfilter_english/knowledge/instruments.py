"""Recognise names of licences, laws, treaties and standards, such as "Clean Air Act"."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import alternatives, terms

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_NAME = r"[A-Z][^\W_]*+(?:['-][^\W_]++)*+"
_SMALL = frozenset(("of", "the", "and", "for", "to", "on", "in", "with", "from", "by"))
_GAP = r"(?:[^\S\n]{1,2}|[^\S\n]?\n[^\S\n]*+)"
_RUN = re.compile(rf"{_NAME}(?:{_GAP}(?:{_NAME}|{alternatives(_SMALL)})(?![\w'-])){{0,11}}+")
_NUMBERED = re.compile(r"(?:,?\s+(?:of\s+|no\.?\s+|v\.?|version\s+)?[\d.]+)?\W*\Z", re.I)
_GOES_ON = re.compile(rf"[^\S\n]{{1,2}}(?!(?:Version|Section|Article|Part|No)\b){_NAME}")
_LETTERS = 3  # of an acronym


def is_instrument(text: str, start: int, end: int, *, called: bool) -> bool:
    """Return True for the name of a licence, law or treaty, or for the first words of one.

    All words of the name must be English, since the "Penhale Act" contains a name. ``called``: the
    text may be a person's name, so the words must not be frequent names either.
    """
    run = _RUN.match(text, start)
    words = list(_WORD.finditer(text, start, run.end())) if run else []
    for at, word in enumerate(words):
        inside = word.end() <= end
        if _is_head(word[0]) and (not inside or _NUMBERED.fullmatch(text, word.end(), end)):
            before = words[:at]
            if not inside and (len(before) < 2 or before[-1].start() >= end):
                return False  # the licence of a firm: "Shell License"
            is_known = is_ordinary if called else _is_english
            return _GOES_ON.match(text, word.end()) is None and _is_name(before, word[0], is_known)
    return False


def initials(text: str) -> frozenset[str]:
    """Return the acronyms of the licences and laws that a text names in full, such as "GPL"."""
    found: set[str] = set()
    for run in _RUN.finditer(text):
        words = list(_WORD.finditer(text, *run.span()))
        for at, word in enumerate(words):
            if not _is_head(word[0]):
                continue
            before = [*takewhile(lambda word: _is_english(word[0]), reversed(words[:at]))][::-1]
            letters = "".join(part[0][0] for part in (*before, word) if part[0][0].isupper())
            found.update(letters[first:] for first in range(len(letters) - _LETTERS + 1))
    return frozenset(found)


def _is_name(before: list[re.Match[str]], head: str, is_known: Callable[[str], bool]) -> bool:
    """Return True if a head word and the words before it name a licence, law or standard.

    Return False for "Institute of Standards" and "Evening Standard".
    """
    if not before or not all(word[0] in _SMALL or is_known(word[0]) for word in before):
        return False
    if head.casefold() in terms("words", "instruments"):
        return before[-1][0] not in _SMALL
    return len(before) > 1 and not any(word[0] in _SMALL for word in before)


def _is_head(word: str) -> bool:
    folded = word.casefold()
    return word[0].isupper() and (
        folded in terms("words", "instruments") or folded in terms("words", "standards")
    )


def _is_english(word: str) -> bool:
    return is_common(word) or is_ordinary(word)
