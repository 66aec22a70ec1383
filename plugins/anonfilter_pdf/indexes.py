"""Tells pages that are an index: their lines end in numbers of pages, or their words are places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anonfilter_pdf.words import Line

_HEADING = re.compile(r"(?:MASTER|WORD|CHRONOLOGICAL|ALPHABETICAL)?INDEX|(?:TABLEOF)?CONTENTS")
_PAGE = re.compile(r"\d{1,4}(?:[,;:-]\d{1,4})*[,;]?|[ivxl]{1,6}")
_PLACE = re.compile(r"\[?\d{1,4}(?:[:/]\d{1,3}(?:[,;]\d{1,3})*[,;]?|[,;])|\(\d{1,4}\)|\d{1,4}\]?")
_LEADER = re.compile(r"(?:\.\s?){4,}|_{4,}|-{6,}|…{2,}")
_APART = 1.5  # of the size: how far a number stands from its entry
_HEAD = 6  # lines
_HEADED, _ALONE, _NEXT = 0.3, 0.6, 0.4  # of the lines end in the number of a page
_ENTRIES = 2, 5
_WORDS, _PLACES = 40, 0.4  # an index of words: so many of them, and how many are places


def indexes(pages: Sequence[Sequence[Line]]) -> list[bool]:
    """Tell which pages are an index, given the lines of each without headers and footers."""
    done: list[bool] = []
    for page in pages:
        entries = sum(map(_is_entry, page))
        share = entries / max(len(page), 1)
        if any(map(_is_heading, page[:_HEAD])):
            found = entries >= _ENTRIES[0] and share >= _HEADED
        else:
            follows = bool(done) and done[-1]
            led = follows or sum(map(_has_leader, page)) >= _ALONE * entries
            found = entries >= _ENTRIES[1] and led and share >= (_NEXT if follows else _ALONE)
        done.append(found or _is_of_words(page))
    return done


def _is_heading(line: Line) -> bool:
    letters = "".join(filter(str.isalpha, line.text)).upper()
    return _HEADING.fullmatch(letters) is not None


def _is_entry(line: Line) -> bool:
    """Whether a line is an entry: words, and apart from them the number of a page."""
    if len(line.words) < 2 or not _PAGE.fullmatch(line.words[-1].text):
        return False
    before, last = line.words[-2:]
    return last.x0 - before.x1 >= _APART * line.size or _has_leader(line)


def _has_leader(line: Line) -> bool:
    return _LEADER.search(line.text) is not None


def _is_of_words(page: Sequence[Line]) -> bool:
    """Whether most words are places in the text: "able 12:3 14:7"."""
    words = [word.text for line in page for word in line.words]
    places = sum(_PLACE.fullmatch(word) is not None for word in words)
    return len(words) >= _WORDS and places >= _PLACES * len(words)
