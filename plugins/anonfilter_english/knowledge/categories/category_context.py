"""Choose the category of a place or group by the words around its name."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.categories.category_lists import Knowledge
from anonfilter_english.knowledge.categories.category_names import key_of

REACH = 48

_BEFORE = re.compile(
    r"\b(?:(?P<STATE>state|commonwealth)|(?P<PROVINCE>province)|(?P<COUNTY>county)"
    r"|(?P<COUNTRY>country|republic|nation|kingdom)"
    r"|(?P<CITY>city|town|village|suburb|outskirts|mayor|streets)) of (?:the )?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^ (?:(?P<STATE>state)|(?P<PROVINCE>province)|(?P<COUNTY>county)|(?P<CITY>city))\b",
    re.IGNORECASE,
)
_SPOKEN_BEFORE = re.compile(
    r"\b(?:sp[eo]aks?|spoken?|speaking|talk(?:s|ed|ing)?|fluent in|bilingual in"
    r"|translat\w+ (?:in)?to|translated from|learn(?:s|ed|ing)?|stud(?:y|ies|ied|ying)|understands?"
    r"|language|the word|written in|(?P<in>in|into|of)) (?:\w+ (?:and|or) )?$",
    re.IGNORECASE,
)
_SPOKEN_AFTER = re.compile(
    r"^(?:[- ](?:language|speaking|speakers?|translations?|interpreters?|dialects?|word|verb|noun"
    r"|grammar|vocabulary|alphabet|subtitles)\b|,? (?:as a second|is my (?:first|second)))",
    re.IGNORECASE,
)
# the end of a clause or a small word: no noun follows
_NO_NOUN = re.compile(r"^\s*(?:[.,;:!?)\"]|$|(?:and|or|but|as|for|to|with|because|so|at|in)\b)")
_NAME_BEFORE = re.compile(r"((?:[^\W\d_][\w.'-]*[ \n]){0,2}[^\W\d_][\w.'-]*)\s*,\s*$")
_NAME_AFTER = re.compile(r"^\s*,\s*((?:[^\W\d_][\w.'-]*)(?: [^\W\d_][\w'-]*)?)")

_LARGER = ("COUNTRY", "STATE", "PROVINCE")


@hide_values
@dataclass(frozen=True)
class Context:
    """The text before and after a mention, up to a limit."""

    before: str = ""
    after: str = ""

    @cached_property
    def _flat(self) -> tuple[str, str]:
        before, after = " ".join(self.before.split()), " ".join(self.after.split())
        return (
            before + " " if self.before[-1:].isspace() else before,
            " " + after if self.after[:1].isspace() else after,
        )

    def kind_of_place(self, candidates: Collection[str], knowledge: Knowledge) -> str:
        """Return the category among ``candidates`` that the words around support, or ""."""
        before, after = self._flat
        for match in (_BEFORE.search(before), _AFTER.match(after)):
            if match and match.lastgroup in candidates:
                return str(match.lastgroup)
        following = _NAME_AFTER.match(after)
        if "CITY" in candidates and following:
            names = (following[1], following[1].split(" ")[0])
            kinds = {kind for name in names for kind in knowledge.terms.get(key_of(name), ())}
            if not kinds.isdisjoint(_LARGER):
                return "CITY"
        preceding = _NAME_BEFORE.search(before)
        if preceding:
            order = _larger_than(preceding[1], knowledge)
            return next((category for category in order if category in candidates), "")
        return ""

    def is_spoken(self) -> bool:
        """Return True if the words around the name of a people show that a language is meant."""
        before, after = self._flat
        match = _SPOKEN_BEFORE.search(before)
        if match:
            return match["in"] is None or bool(_NO_NOUN.match(after))
        return _SPOKEN_AFTER.match(after) is not None


def _larger_than(words: str, knowledge: Knowledge) -> tuple[str, ...]:
    """Return the categories that a name may have after a city and a comma, the most likely first.

    ``words`` is the text before the comma.
    """
    parts = words.split()
    for at in range(len(parts)):
        key = key_of(" ".join(parts[at:]))
        if key in knowledge.gazetteer.us:
            return ("STATE", "PROVINCE", "COUNTRY")
        if key in knowledge.gazetteer.cities or key in knowledge.gazetteer.towns:
            return ("PROVINCE", "COUNTRY", "STATE")
    return ()
