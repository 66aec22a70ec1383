"""Decide by context whether a common word is a person's name in text without capitals.

Speech recognition may write "my son mark", "hunter penny" and "thanks grace".
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.role_labels import is_role
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.word_lists import alternatives, terms

_AROUND = 150
_REACH = 40
_SHORTEST = 3
_CAPITAL = re.compile(r"(?!I\b)[^\W\d_a-z][^\W\d_]*")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[^\S\n]+\Z")
_WORD_AFTER = re.compile(r"[^\S\n]+([^\W\d_]+(?:'[^\W\d_]+)?)")
_END = re.compile(r"[^\S\n]*(?:[.,?!]|\n|\Z)")
_SPELT = re.compile(r"[^\S\n]+with an?[^\S\n]+[^\W\d_](?![\w'])")
_POSSESSIVE = re.compile(r"'s(?!\w)")


def is_name_here(text: str, start: int, end: int, known: Container[str]) -> bool:
    """Return True if a common word in lower case is a name; False if capitals are near it."""
    if _has_capitals(text, start, end):
        return False
    word = text[start:end].casefold()
    line = text.rfind("\n", 0, start) + 1
    before = text[max(line, start - _REACH) : start]
    after = _WORD_AFTER.match(text, end, min(len(text), end + _REACH))
    following = after[1].casefold() if after else ""
    modal = word in terms("lowercase_names", "modals")
    if _ends(before, "introductions"):
        return True
    if _ends(before, "kin"):
        # A modal is a name in "my son will." and "uncle will is", but not in "my son will be".
        named = _END.match(text, end) is not None or following in terms("lowercase_names", "finite")
        return not modal or named
    if following in terms("lowercase_names", "speech") or _SPELT.match(text, end):
        return not _ends(before, "articles")
    if modal:
        return False
    if following in terms("lowercase_names", "pronouns"):
        return not _ends(before, "articles") and not _ends(before, "modals")
    if _ends(before, "greetings"):
        return True
    if _ends(before, "nods"):
        return following not in terms("lowercase_names", "objects")
    if _POSSESSIVE.match(text, end):
        return not _ends(before, "articles")
    return _in_full_name(word, before, following, known)


def first_name_before(
    text: str, start: int, end: int, surnames: Container[str]
) -> tuple[int, int] | None:
    """Return the place of the first name before a known surname ("tyrell madison"), or None.

    ``surnames`` are words that follow a first name elsewhere in the text. A first name that is a
    common word ("skip lawson") needs an introduction or greeting before it.
    """
    found = _WORD_BEFORE.search(text, max(0, start - _REACH), start)
    if found is None or _has_capitals(text, start, end):
        return None
    word = found[1].casefold()
    no_names = terms("titles", "calls") | terms("titles", "kinship")
    if len(word) < _SHORTEST or is_role(word) or Titles().is_title(word) or word in no_names:
        return None
    if is_common(word):
        line = text.rfind("\n", 0, start) + 1
        before = text[max(line, found.start() - _REACH) : found.start()]
        named = any(_ends(before, key) for key in ("introductions", "kin", "greetings"))
    else:
        named = may_be_given(word) or text[start:end].casefold() in surnames
    return found.span(1) if named else None


def _has_capitals(text: str, start: int, end: int) -> bool:
    return any(
        _CAPITAL.search(text, *stretch)
        for stretch in ((max(0, start - _AROUND), start), (end, min(len(text), end + _AROUND)))
    )


def _in_full_name(word: str, before: str, following: str, known: Container[str]) -> bool:
    """Return True for a word before a known surname or after a known first name."""
    if following in known and following not in terms("lowercase_names", "modals"):
        return may_be_given(word) or not is_common(following)
    previous = _WORD_BEFORE.search(before)
    return (
        previous is not None
        and previous[1].casefold() in known
        and may_be_given(previous[1].casefold())
        and previous[1].casefold() not in terms("lowercase_names", "modals")
        and is_family_name(word)
    )


def _ends(before: str, key: str) -> bool:
    """Return True if the text before a word ends with a term of this list."""
    return _ending(key).search(before) is not None


@cache
def _ending(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{alternatives(terms('lowercase_names', key))})\s+\Z", re.I)
