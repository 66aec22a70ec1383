"""Decide by context whether a common word is a person's name."""

from __future__ import annotations

import re
from collections.abc import Container

from anonfilter_english.knowledge.people import lowercase_names
from anonfilter_english.knowledge.people.titles import Titles, title_key
from anonfilter_english.knowledge.sentences import goes_on_with_name
from anonfilter_english.knowledge.word_lists import terms

_BEFORE = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)?\.?)[^\S\n]*\n?[^\S\n]*\Z")
_AFTER = re.compile(r"[^\S\n]*\n?[^\S\n]*([^\W_]+(?:'[^\W_]+)?)")
_POSSESSIVE = re.compile(r"'s(?!\w)", re.I)
_ALONE = re.compile(r"[^\S\n]*(?:[?!,]|\.(?:\s|\Z)|\Z)")
_SPEAKER = re.compile(r"[^\S\n]*:(?:\s|\Z)")
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.")
_TITLE_BEFORE = re.compile(r"([^\W\d_][\w'.]*)\s{1,3}\Z")
_OPENERS = "\"'\u201c\u201d\u00ab\u2018([{<*_#>|\u2022"
_ENDS = ".!?:;\u2026-\u2014\ufffc"
_REACH = 40
_TITLE_REACH = 24

_titles = Titles()


def is_name_here(
    text: str, start: int, end: int, known: Container[str], *, alone: bool = True
) -> bool:
    """Return True if a common word is a name at this place.

    A capital is evidence within a sentence, or beside a title or another name. Without capitals,
    the words around decide. ``known`` has the folded words of names in this document. With
    ``alone``, a call ("Rose!", "Rose, come here") is evidence as well, which is enough for a known
    name.
    """
    word = text[start:end]
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    previous = before[1] if before else ""
    after = _AFTER.match(text, end, min(len(text), end + _REACH))
    following = after[1] if after else ""
    if not word[:1].isupper():
        return title_key(previous) in terms(
            "name_contexts", "addressed"
        ) or lowercase_names.is_name_here(text, start, end, known)
    month = following[:1].isdigit() or title_key(previous) in terms("name_contexts", "month_before")
    if month and word.casefold() in terms("dates", "months"):
        return False
    if _beside_name(text, end, previous, following, known):
        return True
    begins_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    if begins_line and word.isupper() and _SPEAKER.match(text, end):
        return True
    if text[start - 1 : start] == "(" and text[end : end + 2] == "):":  # "Agent (Hope): Yes."
        return True
    if title_key(previous) in terms("name_contexts", "not_after") or _all_capitals(
        word, previous, following
    ):
        return False
    if not begins_sentence(text, start):
        return not (_is_capitalised(previous) and _is_capitalised(following))
    if _SPEAKER.match(text, end) or (alone and _ALONE.match(text, end)):
        return True
    return following.casefold() in terms("name_contexts", "verbs") and following.islower()


def has_title_before(text: str, start: int) -> bool:
    """Return True if the last word before an offset is a title."""
    before = _TITLE_BEFORE.search(text, max(0, start - _TITLE_REACH), start)
    return before is not None and _titles.is_title(title_key(before[1]))


def _beside_name(text: str, end: int, previous: str, following: str, known: Container[str]) -> bool:
    """Return True if a title, a possessive or another part of a name is next to the word."""
    if previous and _is_capitalised(previous):
        if _titles.is_title(title_key(previous)) or _INITIAL.fullmatch(previous):
            return True
        if title_key(previous) in known and not previous.endswith("."):
            return True
    if following and _is_capitalised(following) and following.casefold() in known:
        return text[end : end + 1].isspace() or text[end : end + 1] == "-"
    return _POSSESSIVE.match(text, end) is not None and title_key(previous) not in terms(
        "name_contexts", "not_after"
    )


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper() and word not in ("I", "A")


def _all_capitals(word: str, previous: str, following: str) -> bool:
    """Return True if a word is in capitals and so are its neighbours, if it has any."""
    if not word.isupper() or len(word) == 1:
        return False
    around = [near for near in (previous.rstrip("."), following) if len(near) > 1]
    return not around or all(near.isupper() for near in around)


def begins_sentence(text: str, start: int) -> bool:
    """Return True if a sentence begins at an offset, so that a capital is no evidence."""
    at = start - 1
    while at >= 0 and (text[at].isspace() or text[at] in _OPENERS):
        if text[at] in _OPENERS or (text[at] == "\n" and text[at - 1 : at] == "\n"):
            return True
        at -= 1
    return at < 0 or (text[at] in _ENDS and not (text[at] == "." and goes_on_with_name(text, at)))
