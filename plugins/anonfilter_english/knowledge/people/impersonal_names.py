"""Recognise names that identify nobody: eponyms of medicine, and foreign mail headers."""

from __future__ import annotations

import re
from functools import cache

from anonfilter.text.words import fold
from anonfilter_english.knowledge.word_lists import alternatives, terms

_REACH = 80
_HEADER = re.compile(r"^[ \t>|*]*([^\W\d_][\w' -]{0,24}?)[ \t\xa0*]*:", re.MULTILINE)
_LINE = re.compile(r"[^\n]*")


def why_impersonal(text: str, start: int, end: int) -> str:
    """Return the reason why text[start:end] identifies no person; "" if it may do so."""
    if _is_eponym(text, start, end):
        return "an eponym of medicine, not a person"
    return "a header of a mail, not a name" if _is_header(text, start, end) else ""


def _is_eponym(text: str, start: int, end: int) -> bool:
    """Return True for "Babinski" in "Babinski negative", and for "Wells" in "Wells score"."""
    found = _eponym().match(text, start, end + _REACH)
    if found is None or (found.end("names") < end and found.end() < end):
        return False
    is_rare = found["surname"] is None
    return bool(found["head"] or (found["rare"] and is_rare and found["finding"]))


def _is_header(text: str, start: int, end: int) -> bool:
    """Return True for "Betreff" at the beginning of a line beside another mail header."""
    line = text.rfind("\n", 0, start) + 1
    own = _HEADER.match(text, line)
    if own is None or own.span(1) != (start, end) or fold(own[1]) not in _headers():
        return False
    after = _LINE.match(text, own.end())
    around = [text.rfind("\n", 0, max(0, line - 1)) + 1] if line else []
    around += [after.end() + 1] if after is not None else []
    others = (_HEADER.match(text, at) for at in around if at <= len(text))
    return any(other is not None and fold(other[1]) in _headers() for other in others)


@cache
def _headers() -> frozenset[str]:
    return frozenset(map(fold, terms("mail_headers", "people") | terms("mail_headers", "others")))


@cache
def _eponym() -> re.Pattern[str]:
    """Return a regex for eponyms and the words after them."""
    rare = alternatives(terms("eponyms", "rare"), r"[\s-]")
    surnames = alternatives(terms("eponyms", "surnames"), r"[\s-]")
    heads = alternatives(terms("eponyms", "heads"))
    findings = alternatives(terms("eponyms", "findings"))
    possessive = r"(?:['\u2019]s?)?"
    first = rf"(?:(?P<rare>{rare})|(?P<surname>{surnames})){possessive}"
    more = rf"(?:(?:[\s,/-]|\sand\s|\sor\s)+(?:{rare}|{surnames}){possessive}(?!\w))*"
    being = r"(?:\s?[:=]|\s+(?:was|were|is|are|remained|remains|in|of))?"
    number = r"(?:[A-D]|[IVX]{1,4}|\d{1,3}(?:\.\d+)?)(?!\w)"
    return re.compile(
        rf"(?i:(?P<names>{first}(?!\w){more}))"
        rf"(?:\s+(?P<head>(?i:{heads}))(?!\w)"
        rf"|{being}\s+(?:(?:both|not|bilaterally|now)\s+)*(?P<finding>(?i:{findings})(?!\w)|{number}))"
    )
