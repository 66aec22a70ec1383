"""Capitalise likely names in text without capitals, for models that were trained on edited text.

Speech recognition writes "this is grace lindquist with willow fork", in which such models find only
half of the names. Words that are not everyday words get a capital. A common first name also gets
one, unless its context makes it another word. The length of the text stays the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from anonfilter_english.knowledge.word_lists import terms

from anonfilter.text.names import is_family_name, is_given_name
from anonfilter.text.words import is_common

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_POSSESSIVE = re.compile(r"'s\Z")
_I = re.compile(r"i(?:'(?:m|ll|ve|d))?")
_SHORTEST = 3
_other_word = partial(terms, "recase")


def recased(text: str) -> str:
    """Return the text with capitals for likely names; a text with capitals is unchanged."""
    if any(char.isupper() for char in text):
        return text
    parts: list[str] = []
    done = 0
    for start in _capitals(text):
        parts += text[done:start], _capital(text[start])
        done = start + 1
    parts.append(text[done:])
    return "".join(parts)


def _capital(letter: str) -> str:
    """Return the capital of a letter; "ß" has no capital of one letter and stays."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


def _capitals(text: str) -> Iterator[int]:
    words = list(_WORD.finditer(text))
    named = False
    for at, match in enumerate(words):
        word = _POSSESSIVE.sub("", match[0])
        before = words[at - 1][0] if at else ""
        after = words[at + 1][0] if at + 1 < len(words) else ""
        if _I.fullmatch(match[0]):
            named = False
            yield match.start()
            continue
        named = _may_be_name(word, before, after, named)
        if named:
            yield match.start()


def _may_be_name(word: str, before: str, after: str, named: bool) -> bool:
    """Return True if a word may be a name; ``named`` is True if the word before it may be one."""
    if len(word) < _SHORTEST:
        return False
    if not is_common(word):
        return True
    if is_given_name(word):
        return before not in _other_word("before") and after not in _other_word("after")
    return named and is_given_name(before) and is_family_name(word)
