"""Recognise decades: "the nineties", "the '90s", "the early two thousands"; not "his thirties"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from anonfilter_english.knowledge.spoken_numbers import Hit, Reading, compiled, listed

_LISTED = (
    r"\s*(?:,|-|(?:,\s*)?(?:and|or|to|through|into))\s*(?:the\s+)?(?:(?:early|mid|late)[\s-])?\Z"
)
_POSSESSED = r"\b(?:my|his|her|their|your|our|whose)\s+(?:(?:early|mid|late)[\s-]+)?\Z"
_CUED = (
    r"\b(?:the\s+(?:(?:very\s+)?(?:early|mid|late|middle)(?:[\s-]to[\s-](?:mid|late))?[\s-]+)?"
    r"|(?:in|since|until|till|by|from|during|through|of)\s+(?:early|mid|late)[\s-]+"
    r"|(?:early|mid|late)-)\Z"
)


@cache
def _decade() -> str:
    words = listed("decades")
    return (
        rf"(?P<sure>(?<!\w)(?:eighteen|nineteen|twenty)[\s-]{words}|(?<![\w$£€.,/])(?:1[5-9]|20)\d0'?s(?!\w)"
        r"|(?<![\w'])'[1-9]0'?s(?!\w))"
        rf"|(?P<cued>{words}|{listed('late_decades')}|(?<![\w$£€.,/'])[1-9]0'?s(?![\w°]))"
    )


def find(reading: Reading) -> Iterator[Hit]:
    """Yield every decade of a text, without its article."""
    end = -1
    for match in compiled(_decade()).finditer(reading.text):
        before = reading.before(match.start(), 40)
        if compiled(_POSSESSED).search(before) or _counts(reading, match.end()):
            continue
        listed_with = end >= 0 and compiled(_LISTED).match(reading.text[end : match.start()])
        if match["sure"] or listed_with or compiled(_CUED).search(before):
            yield Hit(*match.span(), "DATE", "decade")
            end = match.end()


def _counts(reading: Reading, end: int) -> bool:
    """Return True if a quantity follows: "in the mid nineties percent range"."""
    return compiled(rf"\s+(?:range|{listed('counted')})").match(reading.text, end) is not None
