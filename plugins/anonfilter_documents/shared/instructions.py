"""What a program fills a field in by, of Word and of RTF: strings, words for people, the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter.contract.document import LISTING
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.schema_names import is_schema_name

_STRING = re.compile(r'(?<!\\[#@] )"([^"]+)"')  # but for those that say how a date is written
_PROSE = re.compile(r"[^\W\d_][\w\s,;:.!?()&'\u2019-]*")
_LETTERS = re.compile(r"[^\W\d_]{2}")
# Instructions whose words without quotes are for people; with a first that is a name for programs
_SAYING = re.compile(
    r"(?i)\s*+(?:(?:MACROBUTTON|GOTOBUTTON|ASK|SET)\s++\S++"
    r"|(?:EQ|FILLIN|QUOTE|IF|COMPARE|COMMENTS|AUTHOR|TITLE|SUBJECT|KEYWORDS|USERNAME|USERADDRESS"
    r"|USERINITIALS|ADDRESSBLOCK|GREETINGLINE|XE|TC|TA|LASTSAVEDBY)(?!\w))"
)
_SWITCH = re.compile(r"\\(?:\*\s*+\w++|[#@]\s*+\S++|[^\W\d_]{1,2}(?![^\W\d_])|.)")


@hide_values
class Part(NamedTuple):
    """A stretch of an instruction; ``quoted``: it stands in a string."""

    start: int
    end: int
    role: str
    quoted: bool = False


def instruction(text: str) -> Iterator[Part]:
    """The parts of an instruction: its strings are text, the rest is read for what has a form."""
    told = _SAYING.match(text)
    done = told.end() if told else 0
    if done:
        yield Part(0, done, LISTING)
    for string in _STRING.finditer(text, done):
        if role_of_string(string[1]) == "text":
            yield from _between(text, done, string.start(1), told is not None)
            yield Part(*string.span(1), "text", quoted=True)
            done = string.end(1)
    yield from _between(text, done, len(text), told is not None)


def _between(text: str, start: int, end: int, said: bool) -> Iterator[Part]:
    """What stands between strings; ``said``: its words are for people, its switches are not."""
    done = start
    for switch in _SWITCH.finditer(text, start, end) if said else ():
        yield from _words(text, done, switch.start())
        done = switch.end()
    yield from _words(text, done, end) if said else (Part(done, end, LISTING),)


def _words(text: str, start: int, end: int) -> Iterator[Part]:
    if _LETTERS.search(text, start, end):
        yield Part(start, end, "text")
    elif any(map(str.isalnum, text[start:end])):
        yield Part(start, end, LISTING)


def role_of_string(said: str) -> str:
    """The role of a string that a program holds: text, if it may be what people write."""
    return "text" if _PROSE.fullmatch(said) and not is_schema_name(said) else LISTING
