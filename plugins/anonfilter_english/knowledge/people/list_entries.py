"""Divide a name at line ends between entries of a list, such as counsel in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter_english.knowledge.people.titles import Titles, title_key
from anonfilter_english.knowledge.word_lists import terms

_GAP = re.compile(r"(?<=\S)[^\S\n]{3,}(?=\S)")
_WORD = re.compile(r"[^\W\d_]+")
_FIRST = re.compile(r"\s*(?=\S)")
_BEHIND_AND = frozenset(("partners", "associates", "sons", "co"))
_ABBREVIATION = re.compile(r"\s*[A-Z]{2,5}\s*")
_CELLS = re.compile(r" {2,}|[ \t]*(?:\t|\|)[ \t]*")
_INDENT = 3
_REACH = 200

_titles = Titles()


def entries(text: str, start: int, end: int, *, person: bool) -> Iterator[tuple[int, int]]:
    """Yield the parts of a name, divided at the line ends that end an entry of a list.

    A name is an entry if only titles stand before it in its line or column, or after a colon. The
    entry ends if the next line is indented or begins left of the column. The entry of a person also
    ends before a line with the name of a firm. At other line ends the text is wrapped. An indented
    line below an organisation or a place is another line of a title page.
    """
    begin, at = start, text.find("\n", start, end)
    while at >= 0:
        line = max(text.rfind("\n", 0, begin) + 1, begin - _REACH)
        column = _column(text, line, begin)
        after = _FIRST.match(text, at, end)
        if after is None:
            break
        indent = after.end() - (text.rfind("\n", at, after.end()) + 1)
        ends = (
            indent >= _INDENT or indent < column - line or (person and _is_firm(text, after.end()))
        )
        if person and _is_title(text, begin, at, after.end()):
            start = after.end()
        elif ends and (_follows_titles(text, column, begin) or (indent >= _INDENT and not person)):
            yield start, at
            start = after.end()
        begin, at = after.end(), text.find("\n", after.end(), end)
    yield start, end


def _is_title(text: str, start: int, end: int, following: int) -> bool:
    """Return True for an abbreviation at the end of a table's titles: "Patient   SSN   MRN"."""
    if not _ABBREVIATION.fullmatch(text, start, end):
        return False
    word = text[start:end].strip().lower()
    # The line of titles has no figures; the next line has some, and as many cells.
    titles = _CELLS.split(text[text.rfind("\n", 0, end) + 1 : end].strip())
    row = text[text.rfind("\n", 0, following) + 1 :].partition("\n")[0].strip()
    return (
        len(titles) > 1
        and len(titles) == len(_CELLS.split(row))
        and any(map(str.isdigit, row))
        and not any(map(str.isdigit, "".join(titles)))
        and not (may_be_given(word) or is_family_name(word))
    )


def _column(text: str, line: int, begin: int) -> int:
    """Return the start of the column or line of a name.

    Digits before a gap number a paragraph and are no column.
    """
    gaps = list(_GAP.finditer(text, line, begin + 1))
    return gaps[-1].end() if gaps and _WORD.search(text, line, gaps[-1].start()) else line


def _follows_titles(text: str, column: int, begin: int) -> bool:
    column = max(column, text.rfind(":", column, begin))
    return all(_titles.is_title(title_key(word[0])) for word in _WORD.finditer(text, column, begin))


def _is_firm(text: str, start: int) -> bool:
    """Return True if the line or column at this offset is the name of a firm."""
    line = text[start : start + _REACH].partition("\n")[0]
    words = _GAP.split(line)[0].rstrip(" .,").split()
    small = terms("names", "particles") | terms("body_words", "linking")
    if len(words) < 2 or any(word[0].islower() and word not in small for word in words):
        return False
    last = title_key(words[-1])
    return last in terms("words", "company_forms") or (
        last in _BEHIND_AND and words[-2] in ("&", "and")
    )
