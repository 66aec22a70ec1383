"""Names in citations: whose case it was, who wrote the book."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from anonfilter.contract.document import Span
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.lists import table

_REACH = 260
_PER_MATCH = 0.5
_VERSUS = re.compile(r"\s(?:v|vs|V|Vs|VS)\.?\s|\s(?:versus|Versus|VERSUS)\s|\sc\.\s(?=[A-Z])")
_SMALL = "of|the|and|in|for|de|la|du|van|von|on|ex|rel|by|through|at|d'"
_PARTY_WORD = rf"(?:[A-Z0-9][\w.'()/-]*+|&|{_SMALL})"  # a word whole: time stays in proportion
_LEFT = re.compile(rf"(?:{_PARTY_WORD},?[ \t]*\n?[ \t]*){{1,14}}\Z")
_RIGHT = re.compile(rf"\s*(?:{_PARTY_WORD}(?:,?[ \t]*\n?[ \t]*(?={_PARTY_WORD})|)){{1,14}}")
_ANNOUNCED = re.compile(
    r"(?:[Ii]n|[Ss]ee|[Cc]f\.?|[Cc]iting|[Qq]uoting|[Uu]nder|[Bb]y|[Ff]ollowing|also|[Tt]he"
    r"|[Aa]lso|[Ee]\.g\.|[Aa]nd|[Ll]ike|[Dd]istinguish(?:ing|ed)|[Oo]verrul(?:ing|ed)),?\s+"
)
_SPOKEN_OF = re.compile(
    r"(?:\b(?:in|see|see also|cf\.?|citing|quoting|following|applying|approving|distinguishing"
    r"|overruling|decision of|principle of|rule in|authority of),?\s+)\Z",
    re.I,
)
_NEAR = 40
_LEADING = re.compile(rf"(?:(?:{_SMALL})\s+)+", re.I)


@dataclass(frozen=True, slots=True)
class Citation:
    """A case that is cited: its name, and what tells where it was reported, if that is ``sure``;
    else a sentence just speaks of it as of another case."""

    start: int
    end: int
    sure: bool = True


@hide_values
@dataclass(frozen=True, slots=True)
class Pattern:
    """What stands behind a name in a citation."""

    role: str
    what: str
    compiled: Any
    sure: bool = True


@cache
def patterns() -> tuple[Pattern, ...]:
    data = table("citations")
    return tuple(
        Pattern(
            one["role"],
            one["what"],
            regex.compile(_filled(one["regex"], data["define"])),
            one.get("sure", True),
        )
        for one in data["patterns"]
    )


@cache
def reporter() -> Any:
    """What follows the names of a case that is cited."""
    data = table("citations")
    report, pins = data["report"], data["pins"]
    return regex.compile(
        rf"[\s,]*+(?:\(?{data['marks']}[\s,]*+)?{report}(?:[\s,:=]{{0,4}}(?:{report}|{pins})){{0,12}}+\)?",
        regex.VERBOSE,
    )


@cache
def docket() -> Any:
    """The number of a case that stands before its name."""
    return regex.compile(table("citations")["docket"])


def _filled(written: str, define: dict[str, str]) -> str:
    for _ in define:
        for name, value in define.items():
            written = written.replace(f"{{{name}}}", value)
    return written


def behind(text: str, end: int) -> tuple[str, bool, int]:
    """The role that a citation gives to the name that ends here, whether that is sure, and where
    the citation ends; "" if there is none."""
    ahead = text[end : end + _REACH]
    if ahead[:1] not in (" ", ",", "'", "(", "\n"):
        return "", False, end
    flat = ahead.replace("\n", " ")
    for one in patterns():
        found = one.compiled.match(flat, timeout=_PER_MATCH)
        if found:
            return one.role, one.sure, end + int(found.end())
    return "", False, end


def cases(text: str) -> Iterator[Citation]:
    """The cases that a text cites, in order: with a reporter, or as a sentence announces them.

    All others may be the very case that the text is about, whose parties do not stay.
    """
    done = 0
    for match in _VERSUS.finditer(text):
        left = _LEFT.search(text, max(done, match.start() - 160), match.start() + 1)
        right = _RIGHT.match(text, match.end() - 1, min(len(text), match.end() + 160))
        if left is None or right is None:
            continue
        start = _name_start(text, left)
        end = right.end()
        while text[end - 1].isspace() or text[end - 1] == ",":
            end -= 1
        reported = reporter().match(text, end, min(len(text), end + _REACH), timeout=_PER_MATCH)
        inside = _reported_inside(text, match.end(), end)
        numbered = docket().match(text, start, match.start())
        sure = bool(reported or inside or (numbered and _is_in_a_line(text, start)))
        if sure or _is_announced(text, start):
            end = inside or (reported.end() if reported else end)
            done = end
            yield Citation(start, end, sure)


def _name_start(text: str, left: re.Match[str]) -> int:
    """Where the first party's name begins behind "In" and "See also"."""
    start = left.start()
    paragraph = text.rfind("\n\n", start, left.end())
    if paragraph >= 0:
        start = paragraph + 2
    bracket = text.rfind(")", start, left.end())
    if bracket >= 0 and "(" not in text[start:bracket]:
        start = bracket + 1
        while text[start].isspace():
            start += 1
    while announced := _ANNOUNCED.match(text, start, left.end()):
        start = announced.end()
    leading = _LEADING.match(text, start, left.end())
    if leading is not None and text[start : leading.end()].islower():
        start = leading.end()
    return start


def _reported_inside(text: str, start: int, end: int) -> int:
    """Where the report ends that the second name was taken to go on with: "Jones AIR 1973"."""
    for at in range(start, end):
        if text[at - 1].isspace() or text[at - 1] == ",":
            found = reporter().match(text, at, min(len(text), at + 80), timeout=_PER_MATCH)
            if found and any(char.isdigit() for char in found[0]):
                return int(found.end())
    return 0


def _is_in_a_line(text: str, start: int) -> bool:
    """Whether text stands before this place in its line, as it does not before a title."""
    return bool(text[text.rfind("\n", 0, start) + 1 : start].strip())


def _is_announced(text: str, start: int) -> bool:
    """Whether a sentence speaks of it as of another case: "In …", "following …"."""
    return _SPOKEN_OF.search(text, max(0, start - _NEAR), start) is not None


def cited(citations: Sequence[Citation], span: Span) -> bool:
    """Whether a span stands in one of the citations, which are in order."""
    return place(citations, span) is not None


def place(citations: Sequence[Citation], span: Span) -> int | None:
    """Which of the citations, which are in order, a span stands in."""
    at = bisect_right(citations, span.start, key=lambda one: one.start) - 1
    return at if at >= 0 and span.end <= citations[at].end else None
