"""What one document shows of what the people in it are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from anonfilter.contract.document import Document, Span
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people.role_phrases import (
    AUTHOR,
    CITED_ROLE,
    Cue,
    Phrases,
    shipped,
    words_of,
)
from anonfilter_english.knowledge.people.role_words import phrase, words
from anonfilter_english.knowledge.turns import turns
from anonfilter_english.resolvers.roles import citations
from anonfilter_english.resolvers.roles.role_cues import BEHIND, Cues, Shown
from anonfilter_english.resolvers.roles.role_headings import listed

_JOINED = re.compile(r"\s*(?:,|;|,?\s(?:and|&))\s", re.I)
_OPPONENT_BEHIND = re.compile(
    r"(?:\s*(?:&|and) (?:ors|others|anr|another)\.?,?)?\s+(?:v|vs|versus)\b", re.I
)
_OPPONENT_BEFORE = re.compile(
    r"(?<!\w)(?:v|vs|versus)\b\.?\s+(?:\d{1,2}[.)]\s*)?(?:the\s+)?\Z", re.I
)
_NEAR = 60
_ARTICLES = terms("words", "articles")
_SHARED = "what stands behind a list of names"


@hide_values
class Told(NamedTuple):
    """A role, what shows it, and whether that can be said of no other person."""

    role: str
    why: str
    sure: bool = True


class Evidence:
    """What one document shows of the names in it."""

    def __init__(
        self,
        document: Document,
        names: Sequence[Span],
        phrases: Phrases,
        bodies: set[str],
        people: Sequence[str],
        kept: Collection[str],
        cases: Sequence[citations.Citation],
    ) -> None:
        self._people = people
        self._text = document.prose
        self._names = names
        self._bodies = bodies
        self._address = words_of("address")
        spoken = _spoken(document)
        self._cues = Cues(phrases, self._text, spoken, kept)
        self._listed = listed(self._text, names, phrases, spoken)
        self._cases = cases
        self._reported = self._names_reported()

    def roles(self) -> dict[Span, Told]:
        """The role of each name that shows one, and what shows it."""
        found: dict[Span, Told] = {}
        before: Span | None = None
        shown: Cue | None = None
        sure = True
        for span in self._names:
            cue, why, own = self._cue(span)
            if cue is None and before and shown and self._goes_on(shown, before, span):
                cue, why, own = shown, "a list of names that begins with one of this role", sure
            if cue is not None and self._may_be(span, cue.role):
                found[span] = Told(cue.role, why, own)
            before, shown, sure = span, cue, own
        self._add_from_behind(found)
        return found

    def _goes_on(self, cue: Cue, one: Span, other: Span) -> bool:
        """Whether what was shown of a name holds for the next: both are joined, and the cue is of
        several, or they appear together."""
        together = cue.role == "LAWYER" and self._appears_with(one, other)
        return together or (cue.plural and self._joined(one, other))

    def _appears_with(self, one: Span, other: Span) -> bool:
        """ "Mr. Bell with Ms. Duarte", "Bell i/b Duarte"."""
        between = list(words(self._text, one.end, other.start))
        while between and between[-1].key in self._address:
            between.pop()
        joining = tuple(word.key for word in between)
        return 0 < len(joining) < 3 and " ".join(joining) in _appearing()

    def _may_be(self, span: Span, role: str) -> bool:
        return span.label in self._people or role in self._bodies

    def _names_reported(self) -> frozenset[str]:
        """The words of names in citations that say where the case was reported."""
        sure = [one for one in self._cases if one.sure]
        named = (span for span in self._names if citations.cited(sure, span))
        return frozenset(word for span in named for word in self._words(span))

    def _words(self, span: Span) -> list[str]:
        return fold(self._text[span.start : span.end]).split()

    def _is_reported(self, span: Span) -> bool:
        """Whether a case that is cited by its name only is cited in full somewhere: it may as
        well be this one, whose parties do not stay."""
        return self._reported.issuperset(self._words(span))

    def _is_short_for_a_case(self, span: Span) -> bool:
        """ "the rule of Penhale": a word without a title that a reported case is called by."""
        before = list(words(self._text, max(0, span.start - _NEAR), span.start))
        titled = before and before[-1].key in self._address and before[-1].key not in _ARTICLES
        return not titled and len(self._words(span)) == 1 and self._is_reported(span)

    def _cue(self, span: Span) -> tuple[Cue | None, str, bool]:
        if citations.cited(self._cases, span):
            return Cue(CITED_ROLE), "the name of a case that is cited", self._is_reported(span)
        written, sure, _ = citations.behind(self._text, span.end)
        if written:
            return Cue(written), "a citation", sure or self._is_reported(span)
        beside = self._cues.within(span.start, span.end) or self._cues.beside(span.start, span.end)
        heads = self._heads(span, beside)
        if beside is not None and not beside.cue.weak and not heads:
            item = self._listed.get(span.start)
            sure = beside.sure or (
                item is not None and item.sure and item.cue.role == beside.cue.role
            )
            return beside.cue, f"what stands {beside.where}", sure
        if self._opposed(span):
            return Cue("PARTY"), "one side of the case's title", True
        if span.start in self._listed:
            item = self._listed[span.start]
            return item.cue, "the heading of the list it is in", item.sure
        if beside is None and self._is_short_for_a_case(span):
            return Cue(CITED_ROLE), "the first name of a case that is cited", False
        if beside is None:
            return None, "", True
        return beside.cue, f"what stands {beside.where}", beside.sure

    def _heads(self, span: Span, beside: Shown | None) -> bool:
        """Whether what stands above or below the name goes before what stands beside it: it is a
        party by the title of the case, or a lawyer who sits as an arbitrator."""
        item = self._listed.get(span.start)
        if item is None or beside is None or beside.label:
            return item is not None
        sits = item.sure and item.cue.plural and beside.cue.role == "LAWYER"
        return item.captioned or sits

    def _opposed(self, span: Span) -> bool:
        text = self._text
        return bool(
            _OPPONENT_BEHIND.match(text, span.end)
            or _OPPONENT_BEFORE.search(text, max(0, span.start - _NEAR), span.start)
        )

    def _joined(self, one: Span, other: Span) -> bool:
        """Whether nothing but "and" and a form of address stands between two names."""
        text = self._text
        between = _JOINED.match(text, one.end, other.start)
        if between is None or other.start - one.end > _NEAR:
            return False
        at = between.end()
        for word in words(text, at, other.start):
            if word.key not in self._address or text[at : word.start].strip(" ."):
                return False
            at = word.end
        return not text[at : other.start].strip(" .\n")

    def _add_from_behind(self, found: dict[Span, Told]) -> None:
        """ "Bell and Duarte LJJ", "Bell and Duarte on Evidence": what stands behind a list of
        names holds for all of it."""
        for at in range(len(self._names) - 1, 0, -1):
            one, other = self._names[at - 1], self._names[at]
            role, why, sure = found.get(other, Told("", ""))
            if not role or one in found:
                continue
            if role == "LAWYER" and self._appears_with(one, other):
                found[one] = Told(role, _SHARED, sure)
                continue
            if not self._joined(one, other):
                continue
            shared = role == AUTHOR or why == _SHARED or self._plural_behind(other)
            if shared and self._may_be(one, role):
                found[one] = Told(role, _SHARED, sure)

    def _plural_behind(self, span: Span) -> bool:
        beside = self._cues.beside(span.start, span.end)
        return beside is not None and beside.where == BEHIND and beside.cue.plural


@cache
def _appearing() -> frozenset[str]:
    return frozenset(" ".join(phrase(one)) for one in shipped()["appearing_with"])


def _spoken(document: Document) -> frozenset[int]:
    """The colons behind labels of those who speak: a label that stands there once announces
    a person ("Arbitrator: Ms. Bell"), one that recurs is a speaker's."""
    text = document.prose
    found = [(fold(text[slice(*turn.label)]), turn) for turn in turns(document.text)]
    counts = Counter(label for label, _ in found)
    colons = {
        text.rfind(":", turn.label[1], turn.speech)
        for label, turn in found
        if counts[label] > 1 or turn.name
    }
    return frozenset(colons - {-1})  # "Q." and "A." have none
