"""Collect the evidence of one document for the roles of the people in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from anonfilter.contract.document import Document, Span
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.role_phrases import (
    AUTHOR,
    CITED_ROLE,
    Cue,
    Phrases,
    shipped,
    words_of,
)
from anonfilter_english.knowledge.people.role_words import phrase, words
from anonfilter_english.knowledge.speaker_turns import turns
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.roles import citations
from anonfilter_english.resolvers.roles.body_names import is_law_firm
from anonfilter_english.resolvers.roles.role_cues import BEFORE, BEHIND, CueBeside, CueFinder
from anonfilter_english.resolvers.roles.role_headings import Item, listed

_JOINED = re.compile(r"\s*(?:,|;|,?\s(?:and|&))\s", re.I)
_OPPONENT_BEHIND = re.compile(
    r"(?:\s*(?:&|and) (?:ors|others|anr|another)\.?,?)?\s+(?:v|vs|versus)\b", re.I
)
_OPPONENT_INSIDE = re.compile(r"\w\s+(?:v|vs|versus)\.?\Z", re.I)
_OPPONENT_BEFORE = re.compile(
    r"(?<!\w)(?:v|vs|versus)\b\.?\s+(?:\d{1,2}[.)]\s*)?(?:the\s+)?\Z", re.I
)
_CLIENT = re.compile(r"\s*,\s*\w[^,;:.\n]{0,40}\bfor\s[^,;:.\n]{0,40}")
_ADDITION = re.compile(
    r"(?:\s*\([^()\n]{0,40}\))?(?:\s+(?:for|on behalf of|called by)\s(?:the\s)?\w+)?"
)
_OF_FIRM = re.compile(r"(?:,|\s(?:of|from|at))\s\Z")
_TESTIFYING = ("EXPERT", "WITNESS")
_SURE = (AUTHOR, True)
_INITIALS = r"(?:[A-Z]\.[-\s]?){1,3}[A-Z][a-z][\w'\u2019-]*"
_INITIALS_AND_SURNAME = re.compile(_INITIALS)
_AND_INITIALS = re.compile(rf"\s&\s{_INITIALS}")
_INITIALS_AND = re.compile(rf"(?<![rs]\.\s){_INITIALS}\s&\s\Z")  # not "Mr. G. Bell & "
_NEAR = 60
_MOST_JOINING = 2
_MOST_BETWEEN = 12
_ARTICLES = terms("words", "articles")
_TITLE = f"what stands {BEFORE}"
_SHARED = "what stands behind a list of names"


@hide_values
class ShownRole(NamedTuple):
    """A role and the evidence for it.

    ``sure``: the evidence cannot apply to another person.
    """

    role: str
    reason: str
    sure: bool = True


class Evidence:
    """The evidence for the roles of the names in one document."""

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
        self._cues = CueFinder(phrases, self._text, spoken, kept)
        self._listed = listed(self._text, names, phrases, spoken, people)
        self._cases = cases
        reported = [case for case in cases if case.sure]
        self._reported = frozenset(
            word
            for span in names
            if citations.is_cited(reported, span)
            for word in self._words(span)
        )

        cited = (
            span for span in names if citations.citation_after(self._text, span.end)[:2] == _SURE
        )
        authors = (self._words(span) for span in cited)
        self._authors = {(name[0][0], name[-1]) for name in authors if len(name) > 1}

    def roles(self) -> dict[Span, ShownRole]:
        """Return the roles of the names that show one, with the evidence."""
        found: dict[Span, ShownRole] = {}
        before: Span | None = None
        last: Cue | None = None
        last_sure = True
        for span in self._names:
            cue, reason, sure = self._cue(span)
            if cue is None and before and last:
                together = last.role == "LAWYER" and self._appear_together(before, span)
                if together or (last.plural and self._are_joined(before, span)):
                    cue, sure = last, last_sure
                    reason = "a list of names that begins with one of this role"
            elif before and last and cue and cue.role == "LAWYER" and last.role in _TESTIFYING:
                # "evidence was given by Dr. Bell for the Claimant and Dr. Voss for the Respondent"
                if last.plural and self._are_joined(before, span):
                    cue, sure, reason = last, last_sure, _SHARED
            elif before and reason == _TITLE and cue and last and cue.role == last.role == "LAWYER":
                client = _CLIENT.fullmatch(self._text, before.end, span.start)
                cue = Cue("PARTY") if client else cue
            if before and last and last.role == "LAWYER" and self._is_firm_of(before, span):
                cue, reason, sure = Cue("LAW_FIRM"), "the firm of a lawyer", True
            if cue is not None and self._may_have(span, cue.role):
                found[span] = ShownRole(cue.role, reason, sure)
            before, last, last_sure = span, cue, sure
        self._add_shared_from_last(found)
        return found

    def _appear_together(self, first: Span, second: Span) -> bool:
        """Return True for "Bell i/b Duarte" and "Mr. Bell, Senior Counsel, with Ms. Duarte"."""
        between = [word.key for word in words(self._text, first.end, second.start)]
        while between and between[-1] in self._address:
            between.pop()
        for length in range(1, min(len(between), _MOST_JOINING) + 1):
            if " ".join(between[-length:]) in _appearing_with():
                return len(between) <= _MOST_BETWEEN and _of_lawyers().issuperset(between[:-length])
        return False

    def _is_firm_of(self, lawyer: Span, body: Span) -> bool:
        """Return True for "Ms. Bell of Penhale & Co" and "Mr. Bell, Penhale LLP"."""
        between = self._text[lawyer.end : body.start]
        return (
            body.label not in self._people
            and len(between) < _NEAR
            and _OF_FIRM.search(between) is not None
            and _of_lawyers().issuperset(word.key for word in words(between, 0, len(between)))
        )

    def _may_have(self, span: Span, role: str) -> bool:
        return span.label in self._people or role in self._bodies

    def _words(self, span: Span) -> list[str]:
        return fold(self._text[span.start : span.end]).split()

    def _is_reported(self, span: Span) -> bool:
        """Return True if the name of a cited case is also cited with a report.

        Otherwise it may be the case that the text is about, whose parties must be replaced.
        """
        return self._reported.issuperset(self._words(span))

    def _is_short_for_case(self, span: Span) -> bool:
        """Return True for one word without a title that names a case: "the rule of Penhale"."""
        before = list(words(self._text, max(0, span.start - _NEAR), span.start))
        titled = before and before[-1].key in self._address and before[-1].key not in _ARTICLES
        return not titled and len(self._words(span)) == 1 and self._is_reported(span)

    def _cue(self, span: Span) -> tuple[Cue | None, str, bool]:
        """Return the best cue for a name, the evidence, and whether it is certain."""
        if citations.is_cited(self._cases, span):
            return Cue(CITED_ROLE), "the name of a case that is cited", self._is_reported(span)
        role, sure, _ = citations.citation_after(self._text, span.end)
        if role:
            return Cue(role), "a citation", sure or self._is_reported(span)
        if span.label not in self._people and is_law_firm(self._text[span.start : span.end]):
            return Cue("LAW_FIRM"), "the form of its name", True
        beside = self._cues.inside(span.start, span.end) or self._cues.beside(span.start, span.end)
        item = self._listed.get(span.start)
        if beside is not None and not beside.cue.weak and not _outweighs(item, beside):
            same = item is not None and item.sure and item.cue.role == beside.cue.role
            return beside.cue, f"what stands {beside.where}", beside.sure or same
        if self._has_opponent(span):
            return Cue("PARTY"), "one side of the case's title", True
        if item is not None:
            return item.cue, "the heading of the list it is in", item.sure
        if beside is not None:
            return beside.cue, f"what stands {beside.where}", beside.sure
        if self._is_short_for_case(span):
            return Cue(CITED_ROLE), "the first name of a case that is cited", False
        if self._is_author(span):
            return Cue(AUTHOR), "written as an author is cited, or the name of one", False
        return None, "", True

    def _is_author(self, span: Span) -> bool:
        """Return True for "G. Bell & A. Voss", and for "Ines Voss" if "I. Voss" is an author."""
        text = self._text
        before = list(words(text, max(0, span.start - _NEAR), span.start))
        if before and before[-1].key in self._address - _ARTICLES:
            return False
        name = self._words(span)
        if len(name) > 1 and (name[0][0], name[-1]) in self._authors:
            return True
        initialled = _INITIALS_AND_SURNAME
        beside = _AND_INITIALS.match(text, span.end) or _INITIALS_AND.search(
            text, max(0, span.start - _NEAR), span.start
        )
        return bool(beside and initialled.fullmatch(text, span.start, span.end))

    def _has_opponent(self, span: Span) -> bool:
        text = self._text
        return bool(
            _OPPONENT_INSIDE.search(text, span.start, span.end)
            or _OPPONENT_BEHIND.match(text, span.end)
            or _OPPONENT_BEFORE.search(text, max(0, span.start - _NEAR), span.start)
        )

    def _are_joined(self, first: Span, second: Span) -> bool:
        """Return True if only "and" or a comma and a form of address separate two names."""
        text = self._text
        addition = _ADDITION.match(text, first.end, second.start)
        between = _JOINED.match(text, addition.end() if addition else first.end, second.start)
        if between is None or second.start - first.end > _NEAR:
            return False
        at = between.end()
        for word in words(text, at, second.start):
            if word.key not in self._address or text[at : word.start].strip(" ."):
                return False
            at = word.end
        return not text[at : second.start].strip(" .\n")

    def _add_shared_from_last(self, found: dict[Span, ShownRole]) -> None:
        """Apply a phrase after a list of names to the whole list: "Bell and Duarte LJJ"."""
        for at in range(len(self._names) - 1, 0, -1):
            first, second = self._names[at - 1], self._names[at]
            role, reason, sure = found.get(second, ShownRole("", ""))
            if not role or first in found:
                continue
            shared = role == "LAWYER" and self._appear_together(first, second)
            if not shared and self._are_joined(first, second) and self._may_have(first, role):
                beside = self._cues.beside(second.start, second.end)
                plural = beside is not None and beside.where == BEHIND and beside.cue.plural
                shared = role == AUTHOR or reason == _SHARED or plural
            if shared:
                found[first] = ShownRole(role, _SHARED, sure)


def _outweighs(item: Item | None, beside: CueBeside) -> bool:
    """Return True if the place of a name in a list counts more than a cue beside it.

    For example, it does for a party in the title of the case, and for a lawyer who sits as an
    arbitrator.
    """
    if item is None:
        return False
    if item.placed and item.cue.role == "LAWYER":
        return beside.cue.role in ("PARTY", AUTHOR)  # "for Mr. Bell", "R1 By Adv. Bell"
    if beside.label:
        return True
    sits = item.sure and item.cue.plural and beside.cue.role == "LAWYER"
    return item.placed or sits


@cache
def _appearing_with() -> frozenset[str]:
    return frozenset(" ".join(phrase(words)) for words in shipped()["appearing_with"])


@cache
def _of_lawyers() -> frozenset[str]:
    """Return the words that phrases for lawyers consist of."""
    return frozenset(phrase(word)[0] for word in shipped()["title_page"]["counsel_words"])


def _spoken(document: Document) -> frozenset[int]:
    """Return the places of the colons after speakers' labels.

    A label that occurs once announces a person ("Arbitrator: Ms. Bell"); one that recurs, or that
    has a name, is a speaker's.
    """
    text = document.prose
    found = [(fold(text[slice(*turn.label)]), turn) for turn in turns(document.text)]
    counts = Counter(label for label, _ in found)
    colons = {
        text.rfind(":", turn.label[1], turn.speech)
        for label, turn in found
        if counts[label] > 1 or turn.name
    }
    return frozenset(colons - {-1})  # "Q." and "A." have none
