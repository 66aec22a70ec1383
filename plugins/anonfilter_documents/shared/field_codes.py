"""Divide field codes of Word and RTF into strings, words for people, and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from anonfilter.contract.document import LISTING
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.schema_names import is_schema_name

_STRING = re.compile(r'(?<!\\[#@] )"([^"]+)"')  # except patterns of dates and numbers
_PROSE = re.compile(r"[^\W\d_][\w\s,;:.!?()&'\u2019-]*")
_LETTERS = re.compile(r"[^\W\d_]{2}")
# Field codes with words for people outside of quotes; after some of them, a name for programs.
_WITH_WORDS = re.compile(
    r"(?i)\s*+(?:(?:MACROBUTTON|GOTOBUTTON|ASK|SET)\s++\S++"
    r"|(?:EQ|FILLIN|QUOTE|IF|COMPARE|COMMENTS|AUTHOR|TITLE|SUBJECT|KEYWORDS|USERNAME|USERADDRESS"
    r"|USERINITIALS|ADDRESSBLOCK|GREETINGLINE|XE|TC|TA|LASTSAVEDBY)(?!\w))"
)
_SWITCH = re.compile(r"\\(?:\*\s*+\w++|[#@]\s*+\S++|[^\W\d_]{1,2}(?![^\W\d_])|.)")


@hide_values
class Part(NamedTuple):
    """A stretch of a field code with its role; ``quoted`` is True if it is in a string."""

    start: int
    end: int
    role: str
    quoted: bool = False


def split_field_code(text: str) -> Iterator[Part]:
    """Yield the parts of a field code: strings are text, the rest is a listing."""
    head = _WITH_WORDS.match(text)
    done = head.end() if head else 0
    if done:
        yield Part(0, done, LISTING)
    for string in _STRING.finditer(text, done):
        if role_of_string(string[1]) == "text":
            yield from _outside_strings(text, done, string.start(1), head is not None)
            yield Part(*string.span(1), "text", quoted=True)
            done = string.end(1)
    yield from _outside_strings(text, done, len(text), head is not None)


def _outside_strings(text: str, start: int, end: int, has_words: bool) -> Iterator[Part]:
    """Yield the parts between two strings; if the code ``has_words``, omit its switches."""
    if not has_words:
        yield Part(start, end, LISTING)
        return
    switches = [switch.span() for switch in _SWITCH.finditer(text, start, end)]
    for (_, first), (last, _) in pairwise([(start, start), *switches, (end, end)]):
        if _LETTERS.search(text, first, last):
            yield Part(first, last, "text")
        elif any(map(str.isalnum, text[first:last])):
            yield Part(first, last, LISTING)


def role_of_string(string: str) -> str:
    """Return the role of a string in code: text if people could have written it, else a listing."""
    return "text" if _PROSE.fullmatch(string) and not is_schema_name(string) else LISTING
