"""Find citations, and the roles that they give to names: the parties of a case, an author."""

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
from anonfilter_english.knowledge.word_lists import table

_REACH = 260
_PER_MATCH = 0.5
_VERSUS = re.compile(r"\s(?:v|vs|V|Vs|VS)\.?\s|\s(?:versus|Versus|VERSUS)\s|\sc\.\s(?=[A-Z])")
_SMALL = "of|the|and|in|for|de|la|du|van|von|on|ex|rel|by|through|at|d'"
# Possessive quantifiers keep the time proportional to the length of the text.
_PARTY_WORD = rf"(?:[A-Z0-9][\w.'()/-]*+|&|{_SMALL})"
_LEFT = re.compile(rf"(?:{_PARTY_WORD},?[ \t]*\n?[ \t]*){{1,14}}\Z")
_RIGHT = re.compile(rf"\s*(?:{_PARTY_WORD}(?:,?[ \t]*\n?[ \t]*(?={_PARTY_WORD})|)){{1,14}}")
_ANNOUNCED = re.compile(
    r"(?:[Ii]n|[Ss]ee|[Cc]f\.?|[Cc]iting|[Qq]uoting|[Uu]nder|[Bb]y|[Ff]ollowing|also|[Tt]he"
    r"|[Aa]lso|[Ee]\.g\.|[Aa]nd|[Ll]ike|[Dd]istinguish(?:ing|ed)|[Oo]verrul(?:ing|ed)),?\s+"
)
_CITED_BEFORE = re.compile(
    r"(?:\b(?:in|see|see also|cf\.?|citing|quoting|following|applying|approving|distinguishing"
    r"|overruling|decision of|principle of|rule in|authority of),?\s+)\Z",
    re.I,
)
_NUMBER = re.compile(r"\d{1,3}\.\s+")
_NEAR = 40
_LEADING = re.compile(rf"(?:(?:{_SMALL})\s+)+", re.I)


@dataclass(frozen=True, slots=True)
class Citation:
    """The name of a cited case with its report.

    If it is not ``sure``, it has no report, or may be the case that the text is about.
    """

    start: int
    end: int
    sure: bool = True


@hide_values
@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern for the text after a name in a citation, and the role of the name."""

    role: str
    what: str
    compiled: Any
    sure: bool = True


@cache
def patterns() -> tuple[Pattern, ...]:
    data = table("citations")
    found: list[Pattern] = []
    for entry in data["patterns"]:
        written = entry["regex"]
        for _ in data["define"]:  # definitions may refer to one another
            for name, value in data["define"].items():
                written = written.replace(f"{{{name}}}", value)
        compiled = regex.compile(written)
        found.append(Pattern(entry["role"], entry["what"], compiled, entry.get("sure", True)))
    return tuple(found)


@cache
def reporter() -> Any:
    """Return a pattern for the report after the names of a cited case."""
    data = table("citations")
    report, pins = data["report"], data["pins"]
    return regex.compile(
        rf"[\s,]*+(?:\(?{data['marks']}[\s,]*+)?{report}(?:[\s,:=]{{0,4}}(?:{report}|{pins})){{0,12}}+\)?",
        regex.VERBOSE,
    )


@cache
def docket() -> Any:
    """Return a pattern for the number of a case before its name."""
    return regex.compile(table("citations")["docket"])


def citation_after(text: str, end: int) -> tuple[str, bool, int]:
    """Return the role that a citation gives to the name before it; "" if there is no citation.

    The other values are whether the role is certain, and where the citation ends.
    """
    ahead = text[end : end + _REACH]
    if ahead[:1] not in (" ", ",", "'", "(", "\n"):
        return "", False, end
    flat = ahead.replace("\n", " ")
    for pattern in patterns():
        found = pattern.compiled.match(flat, timeout=_PER_MATCH)
        if found:
            return pattern.role, pattern.sure, end + int(found.end())
    return "", False, end


def cases(text: str) -> Iterator[Citation]:
    """Yield the cases that a text cites, in order: with a report, or announced by a sentence.

    Any other case may be the one that the text is about, whose parties must be replaced.
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
        within_line = text[text.rfind("\n", 0, start) + 1 : start].strip()  # a title has none
        sure = bool(reported or inside or (numbered and within_line))
        if sure or _CITED_BEFORE.search(text, max(0, start - _NEAR), start):
            end = inside or (reported.end() if reported else end)
            done = end
            yield Citation(start, end, sure)


def _name_start(text: str, left: re.Match[str]) -> int:
    """Return where the first party's name begins, after words such as "In" and "See also"."""
    start = left.start()
    paragraph = text.rfind("\n\n", start, left.end())
    if paragraph >= 0:
        start = paragraph + 2
    bracket = text.rfind(")", start, left.end())
    if bracket >= 0 and "(" not in text[start:bracket]:
        start = bracket + 1
        while text[start].isspace():
            start += 1
    if number := _NUMBER.match(text, start, left.end()):  # of the paragraph
        start = number.end() if not text[text.rfind("\n", 0, start) + 1 : start].strip() else start
    while announced := _ANNOUNCED.match(text, start, left.end()):
        start = announced.end()
    leading = _LEADING.match(text, start, left.end())
    if leading is not None and text[start : leading.end()].islower():
        start = leading.end()
    return start


def _reported_inside(text: str, start: int, end: int) -> int:
    """Return the end of a report that was taken for a part of the second name; 0 if none was."""
    for at in range(start, end):
        if text[at - 1].isspace() or text[at - 1] == ",":
            found = reporter().match(text, at, min(len(text), at + 80), timeout=_PER_MATCH)
            if found and any(char.isdigit() for char in found[0]):
                return int(found.end())
    return 0


def is_cited(citations: Sequence[Citation], span: Span) -> bool:
    """Return True if a span is inside one of the ordered citations."""
    return index_of(citations, span) is not None


def index_of(citations: Sequence[Citation], span: Span) -> int | None:
    """Return the index of the ordered citation that contains a span; None if none does."""
    at = bisect_right(citations, span.start, key=lambda citation: citation.start) - 1
    return at if at >= 0 and span.end <= citations[at].end else None
