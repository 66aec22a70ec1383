"""Adjust the start and end of a name to whole words, without punctuation or attached words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import cache

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import alternatives, terms

REACH = 64
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_LAST_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*\Z")
_INITIALS = re.compile(r"(?:(?<![\w'.-])[A-Z]\.[^\S\n]?)+\Z")
_POINTED = re.compile(r"(?:^|[\s.\-])[^\W\d_]\Z")
_LAST_WORD = re.compile(r"[^\W_]+\Z")
_ANSWER = re.compile(r"^[ \t]*(?:\d{1,4}[.)]?[ \t]{1,12})?([QA])\.[ \t]+", re.MULTILINE)
_AROUND = 600
_PAIRS = {")": "(", "]": "[", '"': '"', "\u201d": "\u201c"}


def is_wordly(char: str) -> bool:
    """Return True for a letter, a digit, or a combining mark."""
    return char.isalnum() or unicodedata.category(char).startswith("M")


def widen_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place widened to whole words; the "O'" of a name is a part of its word."""
    first, last = max(0, start - REACH), min(len(text), end + REACH)
    while start > first and is_wordly(text[start]) and is_wordly(text[start - 1]):
        start -= 1
    while end < last and is_wordly(text[end - 1]) and is_wordly(text[end]):
        end += 1
    if start > 1 and text[start - 1] == "'" and text[start].isalpha() and text[start - 2].isalpha():
        before = _LAST_LETTERS.search(text, first, start - 1)
        if before and len(before[0]) <= 4:
            start = before.start()
    if end + 1 < last and text[end] == "'" and text[end - 1].isalpha():
        after = _LETTERS.match(text, end + 1, last)
        if after and after[0].casefold() not in terms("titles", "contractions"):
            end = after.end()
    return start, end


def without_others(text: str, start: int, end: int) -> int:
    """Return the end of a name without "& Anr." or "and others"."""
    found = _and_others().search(text[start:end])
    return start + found.start() if found else end


@cache
def _and_others() -> re.Pattern[str]:
    others = alternatives(terms("titles", "and_others"))
    return re.compile(rf",?\s+(?:&|and)\s+(?:{others})\.?\Z", re.I)


def widen_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a name's place with the hyphenated parts, initials and "Jr." beside it."""
    first, last = max(0, start - REACH), min(len(text), end + REACH)
    while end < last and text[end] == "-" and text[end - 1].isalpha():
        after = _LETTERS.match(text, end + 1, min(len(text), end + 1 + REACH))
        if after is None or not _is_part(after[0], text[start:end]):
            break
        end = contraction_off(text, end + 1, after.end())
    while start > first and text[start - 1] == "-" and text[start].isalpha():
        before = _LAST_LETTERS.search(text, max(0, start - 1 - REACH), start - 1)
        if before is None or not _is_part(before[0], text[start:end]):
            break
        if before[0].casefold() in terms("titles", "prefixes"):
            break
        start = before.start()
    suffix = _suffix().match(text, end, min(len(text), end + REACH))
    if suffix:
        end = suffix.end()
    initials = _INITIALS.search(text, max(0, start - REACH), start)
    return (behind_label(text, initials.start(), start) if initials else start), end


def behind_label(text: str, start: int, end: int) -> int:
    """Return the start of a name, after "A." or "Q." if this labels an answer or a question."""
    label = _ANSWER.match(text, text.rfind("\n", 0, start) + 1, end)
    if label is None or label.start(1) != start:
        return start
    around = _ANSWER.finditer(text, max(0, start - _AROUND), start + _AROUND)
    return label.end() if any(other[1] != label[1] for other in around) else start


@cache
def _suffix() -> re.Pattern[str]:
    """Return a regex for "Jr." or "III" after a name."""
    written = "|".join(
        word.upper() if set(word) <= set("iv") else word.capitalize()
        for word in terms("names", "generations")
    )
    return re.compile(rf",?[^\S\n]+(?:{written})\b(?!\.\w)(?:(?<=[JS]r)\.)?")


def _is_part(word: str, name: str) -> bool:
    """Return True if a word after a hyphen is a part of the name: "-Bell", but not "-based"."""
    word = word.split("'")[0]
    if word[:1].isupper():
        return len(word) > 1 and (not word.isupper() or name.isupper() or not is_common(word))
    return not name[:1].isupper() and not is_common(word) and len(word) > 1


def contraction_off(text: str, start: int, end: int) -> int:
    """Return the end of a name without a possessive or a contracted verb."""
    apostrophe = text.rfind("'", start, end)
    if apostrophe <= start:  # none: the tail would be all of the text before
        return end
    tail = text[apostrophe + 1 : end].casefold()
    return apostrophe if tail in terms("titles", "contractions") else end


def behind_contraction(text: str, start: int, end: int) -> int:
    """Return the start of a name after the "s" of "Bell's": "s Office"."""
    word = _LETTERS.match(text, start, end)
    if word is None or not is_contraction(text, start, word.end()):
        return start
    return min(end, word.end() + 1)


def is_contraction(text: str, start: int, end: int) -> bool:
    """Return True if text[start:end] is the "s" of "Bell's"."""
    contractions = terms("titles", "contractions")
    return text[start - 1 : start] == "'" and text[start:end].casefold() in contractions


def trim_punctuation(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a name's place without punctuation around it; "Jr." keeps its point."""
    while start < end and not is_wordly(text[start]):
        start += 1
    while end > start and not is_wordly(text[end - 1]) and not _belongs(text, start, end):
        end -= 1
    return start, end


def close_bracket(text: str, start: int, end: int) -> int:
    """Return the end of a name, after the next bracket if it closes one in the name: "W.P.(C)"."""
    if text[end : end + 1] == ")" and text.count("(", start, end) > text.count(")", start, end):
        return end + 1
    return end


def _belongs(text: str, start: int, end: int) -> bool:
    """Return True if the last character is a part of the name: "Jr.", a closing bracket."""
    last = text[end - 1]
    rest = text[start : end - 1]
    if last == ".":
        word = _LAST_WORD.search(rest)
        if word is None:
            return False
        return _POINTED.search(rest) is not None or word[0].casefold() in terms(
            "titles", "abbreviations"
        )
    opening = _PAIRS.get(last)
    if opening is None:
        return False
    if opening == last:
        return rest.count(last) % 2 == 1
    return rest.count(opening) > rest.count(last)


def trim_tail(text: str, start: int, end: int) -> int:
    """Return the end of a name without "-born", "-based" or "-like"."""
    hyphen = text.rfind("-", start, end)
    tail = text[hyphen + 1 : end]
    if hyphen > start and tail in terms("titles", "tails") and text[hyphen - 1].isalpha():
        return hyphen
    return end


def trim_joining(
    text: str, start: int, end: int, names: Container[int] = frozenset()
) -> tuple[int, int]:
    """Return the place of a name without the small words that join it to its sentence.

    "of the Council and" becomes "the Council". In lower case, "of" stays if another of the
    ``names`` begins right after it: "bank of" before "ellery".
    """
    while (first := _LETTERS.match(text, start, end)) and _joins(text, first, end):
        start = min(end, first.end() + 1)
    while (last := _LAST_LETTERS.search(text, max(start, end - REACH), end)) and (
        _joins(text, last, end) or (len(last[0]) > 1 and last[0] in terms("words", "articles"))
    ):
        if last[0] == "of" and end + 1 in names and text[start:end].islower():
            break
        end = max(start, last.start() - 1)
    return start, end


def _joins(text: str, word: re.Match[str], end: int) -> bool:
    """Return True for a joining word in lower case before a blank or at the end of the name."""
    apart = word.end() == end or text[word.end()].isspace()
    return apart and word[0].islower() and word[0] in terms("words", "joining")


def trim_ordinary(text: str, start: int, end: int) -> int:
    """Return the end of a lower-case name without ordinary last words: "osric resentfully".

    A word is ordinary if it is an English word, common or rare, and not a listed name.
    """
    while text[start:end].islower() and (last := _LAST_LETTERS.search(text, start, end)):
        apart = last.start() > start and text[last.start() - 1].isspace()
        if not apart or not is_ordinary(last[0]) or bearers(last[0]) is not UNLISTED:
            break
        end = last.start() - 1
    return end


def trim_prefix(text: str, start: int, end: int) -> int:
    """Return the start of a name after "pre-" or "ex-"."""
    word = _LETTERS.match(text, start, end)
    if word is None or word.end() + 1 >= end or text[word.end()] != "-":
        return start
    if (
        word[0].casefold() in terms("titles", "prefixes")
        and (word[0].islower() or len(word[0]) <= 4)
        and text[word.end() + 1].isupper()
    ):
        return word.end() + 1
    return start
