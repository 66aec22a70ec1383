"""Recognise names from a schema: keys and column titles that are not about a person."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

from anonfilter_english.knowledge.word_lists import terms

from anonfilter.text.names import may_be_given
from anonfilter.text.words import is_common

_NAME = re.compile(r"[A-Za-z]+[0-9]{0,2}(?:[ _.:/-]{1,2}[A-Za-z]*[0-9]{0,2})*|[0-9]{1,2}")
_FONT = re.compile(
    r"(?P<before>.*?)(?:main|sans|serif|mono|cjk|math|text|heading|body|title|code|r)?"
    r"(?:fonts?(?: ?(?:name|family|face|style|weight|size))?|typefaces?)"
)
_TURNING = frozenset(("of", "by", "for", "from", "behind"))
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_TITLE = re.compile(r"[^\W\d_](?:[\w /.,&'\u2019#-]*[\w.#])?")
_NUMBER = re.compile(r"\d{3}|[^\W\d_]\d{2}")
_NOTE = re.compile(r"[(\[{<][^()\[\]{}<>]{0,40}[)\]}>]")
_AROUND = re.compile(r"^\s*(?:\d{1,3}[.)])?[\s*\u2022-]*|[\s:*?.#\u2026=_-]+$")
_OF_NUMBER = re.compile(
    r"\b(?:no\.|number|nr\.?|num\.?|id|ref\.?)[\s:]*\Z|#[\s:]*\Z", re.IGNORECASE
)
_LONGEST, _MOST_WORDS = 60, 8
_MOST_OF_NUMBER = 4


def is_schema_name(name: str) -> bool:
    """Return True for keys and column titles that programs use: "start_time", "First Name".

    Return False for a name that may be about a person: it has an unusual word or a first name, or
    it begins with a capital and has words that are not usual in titles.
    """
    return _NAME.fullmatch(name) is not None and all(
        _in_schemas(word.lower(), name[0].islower()) for word in _WORD.findall(name)
    )


@lru_cache(maxsize=4096)
def counts_when_short(key: str) -> bool:
    """Return True for keys whose value is read even if it is a short number: "age", "mrn"."""
    words = [word.lower() for word in _WORD.findall(key)]
    return bool(words) and words[-1] in terms("schema", "short_numbers")


def names_font(key: str) -> bool:
    """Return True for keys and attributes whose value is a font: "fontFamily", "main-font".

    The key ends with the word for a font: a "font designer" is a person, and so is the "designer
    of the font". The words before it are everyday words, because readers do not see such a key.
    """
    found = _FONT.fullmatch(" ".join(word.lower() for word in _WORD.findall(key)))
    before = found["before"].split() if found else ()
    return found is not None and all(
        _in_schemas(word, True) and word not in _TURNING for word in before
    )


def _in_schemas(word: str, lower: bool) -> bool:
    if len(word) == 1 or word in _schema_words():
        return True
    return lower and is_common(word) and not may_be_given(word)


def is_title(text: str) -> bool:
    """Return True if a cell or line is a label by its words: "Date of birth:", "SSN (last 4)"."""
    bare = plain_title(text)
    words = _WORD.findall(bare)
    if len(words) > _MOST_WORDS or not may_be_title(bare):
        return False
    return (
        text.rstrip().endswith(":")
        or (len(words) <= _MOST_OF_NUMBER and _OF_NUMBER.search(text, 1) is not None)
        or (bool(words) and all(len(word) == 1 or _may_be_in_title(word.lower()) for word in words))
    )


def may_be_title(text: str) -> bool:
    """Return True for a few words without digits, tags and addresses: "Plate", "Mother tongue"."""
    bare = plain_title(text)
    fits = 0 < len(bare) <= _LONGEST and _NUMBER.search(bare) is None
    return fits and _TITLE.fullmatch(bare) is not None


def plain_title(text: str) -> str:
    """Return a label without its colon, its number, and notes in parentheses."""
    return _AROUND.sub("", _NOTE.sub(" ", text)).strip()


@lru_cache(maxsize=4096)
def _may_be_in_title(word: str) -> bool:
    return word in _schema_words() or word in terms("schema", "titles")


@cache
def _schema_words() -> frozenset[str]:
    text = (
        resources.files("anonfilter_documents.shared")
        .joinpath("schema_words.txt")
        .read_text("utf-8")
    )
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
