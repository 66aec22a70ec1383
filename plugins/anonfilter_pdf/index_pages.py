"""Recognise pages of an index: lines end with page numbers, or most words are page references."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anonfilter_pdf.pdf_words import Line

_HEADING = re.compile(r"(?:MASTER|WORD|CHRONOLOGICAL|ALPHABETICAL)?INDEX|(?:TABLEOF)?CONTENTS")
_PAGE = re.compile(r"\d{1,4}(?:[,;:-]\d{1,4})*[,;]?|[ivxl]{1,6}")
_PLACE = re.compile(r"\[?\d{1,4}(?:[:/]\d{1,3}(?:[,;]\d{1,3})*[,;]?|[,;])|\(\d{1,4}\)|\d{1,4}\]?")
_LEADER = re.compile(r"(?:\.\s?){4,}|_{4,}|-{6,}|…{2,}")
_APART = 1.5  # distance of a page number from its entry, in font sizes
_HEAD = 6  # lines at the top that may have the heading
_HEADED, _ALONE, _NEXT = 0.3, 0.6, 0.4  # share of lines that end with a page number
_ENTRIES = 2, 5
_WORDS, _PLACES = 40, 0.4  # words in an index of words, and the share of places among them


def find_index_pages(pages: Sequence[Sequence[Line]]) -> list[bool]:
    """Return for each page whether it is an index; ``pages`` have no headers and footers."""
    found: list[bool] = []
    for page in pages:
        entries = sum(map(_is_entry, page))
        share = entries / max(len(page), 1)
        if any(map(_is_heading, page[:_HEAD])):
            is_index = entries >= _ENTRIES[0] and share >= _HEADED
        else:
            continues = bool(found) and found[-1]
            has_leaders = continues or sum(map(_has_leader, page)) >= _ALONE * entries
            least = _NEXT if continues else _ALONE
            is_index = entries >= _ENTRIES[1] and has_leaders and share >= least
        found.append(is_index or _is_word_index(page))
    return found


def _is_heading(line: Line) -> bool:
    letters = "".join(filter(str.isalpha, line.text)).upper()
    return _HEADING.fullmatch(letters) is not None


def _is_entry(line: Line) -> bool:
    """Return True for a line of words with a page number apart from them."""
    if len(line.words) < 2 or not _PAGE.fullmatch(line.words[-1].text):
        return False
    before, last = line.words[-2:]
    return last.x0 - before.x1 >= _APART * line.size or _has_leader(line)


def _has_leader(line: Line) -> bool:
    return _LEADER.search(line.text) is not None


def _is_word_index(page: Sequence[Line]) -> bool:
    """Return True if many words are references to a page and line, as in "able 12:3 14:7"."""
    words = [word.text for line in page for word in line.words]
    places = sum(_PLACE.fullmatch(word) is not None for word in words)
    return len(words) >= _WORDS and places >= _PLACES * len(words)
