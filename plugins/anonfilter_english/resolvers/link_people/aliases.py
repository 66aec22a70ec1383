"""Find mentions of one person ("Jo, known as C-Note") and of two people ("Jack and Jon")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from anonfilter_english.knowledge.word_lists import alternatives, terms

_REACH = 60
_FAR = 240
_REMARK = re.compile(r"\s*\([^()\n]{1,150}\)")
_OPENS = re.compile(r"[^()\n]{0,3}\([^()\n]{0,40}\Z")
_AND = re.compile(r"\s+(?:and|nor|&)\s+(?:[A-Z][a-z]{1,3}\.\s+)?")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")


@cache
def _alias_cue() -> re.Pattern[str]:
    """Return a pattern for the words between two names of one person: "also known as"."""
    cues = alternatives(terms("name_words", "aliases"))
    return re.compile(
        rf"[\s,;:(\[\"'-]{{1,4}}(?:(?:who|he|she|is|was|were|be|to)\s){{0,3}}(?:{cues})"
        rf"(?:\s(?:simply|as|the|professionally|by (?:his|her|their)|stage|pen|ring|name))*"
        rf"[\s:(\"',-]{{1,4}}",
        re.I,
    )


def find_aliases(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of successive mentions of which the second is another name of the first.

    A remark in brackets may be between them. ``places`` has the mentions in the order of the text.
    """
    for at in range(1, len(places)):
        (_, end), (start, last) = places[at - 1], places[at]
        if not 0 < start - end <= _FAR:
            continue
        between = _REMARK.sub("", text[end:start])
        # "Ann, known as Bell's wife" is no alias.
        if len(between) > _REACH or text.startswith("'s", last):
            continue
        transcribed = _OPENS.fullmatch(between) and _is_in_other_script(text[start:last])
        if transcribed or _alias_cue().fullmatch(between):
            yield at - 1, at


def find_pairs(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of successive mentions with "and" between them, which are two people."""
    for at in range(1, len(places)):
        if _AND.fullmatch(text, places[at - 1][1], places[at][0]):
            yield at - 1, at


def _is_in_other_script(name: str) -> bool:
    """Return True if a name has letters, but none in Latin script."""
    letters = [char for char in name if char.isalpha()]
    return bool(letters) and not any(map(_LATIN.match, letters))
