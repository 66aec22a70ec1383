"""Whether a word that is also a common one stands here as somebody's name."""

from __future__ import annotations

import re
from collections.abc import Container

from anonfilter_plugins.english import small_letters
from anonfilter_plugins.english.lists import terms
from anonfilter_plugins.english.sentences import goes_on_with_name
from anonfilter_plugins.english.titles import Titles, key

_BEFORE = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)?\.?)[^\S\n]*\n?[^\S\n]*\Z")
_AFTER = re.compile(r"[^\S\n]*\n?[^\S\n]*([^\W_]+(?:'[^\W_]+)?)")
_POSSESSIVE = re.compile(r"'s(?!\w)", re.I)
_ALONE = re.compile(r"[^\S\n]*(?:[?!,]|\.(?:\s|\Z)|\Z)")
_SPEAKER = re.compile(r"[^\S\n]*:(?:\s|\Z)")
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.")
_OPENERS = "\"'\u201c\u201d\u00ab\u2018([{<*_#>|\u2022"
_ENDS = ".!?:;\u2026-\u2014\ufffc"
_REACH = 40

_titles = Titles()


def is_name_here(
    text: str, start: int, end: int, known: Container[str], *, alone: bool = True
) -> bool:
    """A capital and a context: not the first word of a sentence, or one with a name's company;
    or, in any letter case, "mr." before it; or, where nobody writes capitals, other company.

    ``known`` holds the folded parts of the names of this document. ``alone`` says that a call
    ("Rose!", "Rose, come here") is a context too: it is for a name, and proves none.
    """
    word = text[start:end]
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    previous = before[1] if before else ""
    after = _AFTER.match(text, end, min(len(text), end + _REACH))
    following = after[1] if after else ""
    if not word[:1].isupper():
        return key(previous) in terms("contexts", "addressed") or small_letters.is_name_here(
            text, start, end, known
        )
    if word.casefold() in terms("dates", "months") and _as_month(previous, following):
        return False
    if _in_company(text, end, previous, following, known):
        return True
    if word.isupper() and _SPEAKER.match(text, end) and _begins_line(text, start):
        return True
    if text[start - 1 : start] == "(" and text[end : end + 2] == "):":  # "Agent (Hope): Yes."
        return True
    if key(previous) in terms("contexts", "not_after") or _shouted(word, previous, following):
        return False
    if not begins_sentence(text, start):
        return not (_large(previous) and _large(following))
    if _SPEAKER.match(text, end) or (alone and _ALONE.match(text, end)):
        return True
    return following.casefold() in terms("contexts", "verbs") and following.islower()


def _in_company(text: str, end: int, previous: str, following: str, known: Container[str]) -> bool:
    """A title or another part of a name beside it, or a possessive."""
    if previous and _large(previous):
        if _titles.is_title(key(previous)) or _INITIAL.fullmatch(previous):
            return True
        if key(previous) in known and not previous.endswith("."):
            return True
    if following and _large(following) and following.casefold() in known:
        return text[end : end + 1].isspace() or text[end : end + 1] == "-"
    return _POSSESSIVE.match(text, end) is not None and key(previous) not in terms(
        "contexts", "not_after"
    )


def _as_month(previous: str, following: str) -> bool:
    return following[:1].isdigit() or key(previous) in terms("contexts", "month_before")


def _large(word: str) -> bool:
    return word[:1].isupper() and word not in ("I", "A")


def _begins_line(text: str, start: int) -> bool:
    """As the label of a speaker does."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _shouted(word: str, previous: str, following: str) -> bool:
    """All in capitals, as everything around it."""
    if not word.isupper() or len(word) == 1:
        return False
    around = [near for near in (previous.rstrip("."), following) if len(near) > 1]
    return not around or all(near.isupper() for near in around)


def begins_sentence(text: str, start: int) -> bool:
    """Whether a capital at this place says nothing."""
    at = start - 1
    while at >= 0 and (text[at].isspace() or text[at] in _OPENERS):
        if text[at] in _OPENERS or (text[at] == "\n" and text[at - 1 : at] == "\n"):
            return True
        at -= 1
    return at < 0 or (text[at] in _ENDS and not (text[at] == "." and goes_on_with_name(text, at)))
