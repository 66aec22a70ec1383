"""Relabel names by the category that word lists give them: "Odinist" is a faith, no person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.word_index import Token, WordIndex, folded_words, tokens
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.categories.category_classifier import candidates, categorise
from anonfilter_english.knowledge.categories.category_lists import families, gazetteer, knowledge
from anonfilter_english.knowledge.people.name_contexts import has_title_before
from anonfilter_english.knowledge.people.person_or_place import Context, context_of
from anonfilter_english.knowledge.sentences import names_have_capitals
from anonfilter_english.knowledge.word_lists import alternatives, terms
from anonfilter_english.resolvers.span_edits import SpanIndex, apply_changes

_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP"))
_PLACE, _BODY = "LOCATION", "ORGANIZATION"
_TOWNS = frozenset(("CITY", "COUNTY", "STATE", "COUNTRY"))
_SHARED_WITH_GROUPS = frozenset(("PERSON", "LOCATION"))  # labels of names that groups have too
_SCORE = 0.8
_REACH = 24
_SHORT = 4
_ACRONYM = range(2, 7)
_MEMBER_BEFORE = re.compile(
    r"(?<!\w)(?:an?|the|some|another|other|two|three|few|many|most|any|those|these|active|former"
    r"|being|became|become|non|half|practicing|devout|raised"
    r"|(?:I|he|she|they|we|you|who)(?:'m|'s|'re|\s(?:am|is|was|are|were))"
    r"|(?:identif\w+|raised|brought)\s(?:\w+\s)?as)[\s-]{1,3}\Z",
    re.I,
)


class Categories:
    """A resolver that relabels names by their category, and finds names of given categories.

    A name that groups share with people ("Christian") is relabelled only if the words around it
    refer to a group: "a Christian family". The acronym of a relabelled organisation is relabelled
    too.
    """

    class Config(Strict):
        labels: dict[str, LabelName] = Option(
            default={},
            description="the label for names of a category; by default NRP for peoples, "
            "faiths and parties, ORGANIZATION for gangs",
        )
        find: tuple[str, ...] = Option(
            default=(),
            description="categories whose names are found even if no detector found them",
        )

    name: ClassVar[str] = "categories"

    def __init__(self, config: Config, setting: Setting) -> None:
        known = setting.labels
        self._known = frozenset(known or _NAMES)
        labels = {
            **dict.fromkeys(families()["NRP"], "NRP"),
            "GANG": "ORGANIZATION",
            **config.labels,
        }
        self._labels = {
            name: label for name, label in labels.items() if not known or label in known
        }
        self._find = tuple(name for name in config.find if name in self._labels)

    def needs(self) -> Needs:
        return Needs(frozenset(self._labels.values()))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        names = (folded_words(text[s.start : s.end]) for s in spans if s.label == "PERSON")
        people = frozenset(word for words in names if len(words) > 1 for word in words)
        after = [self._relabelled(text, span, people) for span in spans]
        initials = {
            acronym: new.label
            for old, new in zip(spans, after, strict=True)
            if old.label != new.label and (acronym := _initials(text[new.start : new.end]))
        }
        for at, span in enumerate(after):
            label = initials.get(text[span.start : span.end])
            if label and span.label in _NAMES:
                after[at] = replace(span, label=label)
        changes = [
            Change("", "the category of the name in the word lists", (old,), (new,))
            for old, new in zip(spans, after, strict=True)
            if old.label != new.label
        ]
        missed = list(self._missed(text, after, people))
        return apply_changes(after, missed)[0], changes + missed

    def _relabelled(self, text: str, span: Span, people: frozenset[str]) -> Span:
        """Return the span with the label of its category if that is certain; else the same span."""
        if span.label not in _NAMES:
            return span
        surface = text[span.start : span.end]
        if self._is_town(text, span, surface):
            return replace(span, label=_PLACE)
        category = categorise(surface, span.label).category
        label = self._labels.get(category, span.label)
        if label == span.label or not _is_sure(surface, span.label, category):
            return span
        shared = span.label in _SHARED_WITH_GROUPS and category in _groups()
        if shared and not _is_group(text, span.start, span.end, people):
            return span
        return replace(span, label=label)

    def _is_town(self, text: str, span: Span, surface: str) -> bool:
        """Return True if a span with the label of organisations is a town: "in Manteca"."""
        if span.label != _BODY or _PLACE not in self._known:
            return False
        firm = context_of(text, span.start, span.end) in (Context.PLACE, Context.INSIDE)
        return firm and categorise(surface, _PLACE).category in _TOWNS

    def _missed(self, text: str, spans: Sequence[Span], people: frozenset[str]) -> Iterator[Change]:
        """Yield a change for each name of the categories under `find` that no span covers.

        A span that covers only a part of the name is replaced.
        """
        if not self._find:
            return
        known = SpanIndex(spans)
        written, capitals = tokens(text), names_have_capitals(text)
        index, end = _index(self._find), 0
        for at, token in enumerate(written):
            for length, category in index.at(written, at):
                last = written[at + length - 1]
                start, stop = token.start, last.end
                parts = known.overlapping(start, stop)
                free = all(
                    start <= span.start and span.end <= stop and len(span) < stop - start
                    for span in parts
                )
                gang = category == "GANG"
                group = _is_unmarked_group(text, token, last, people, gang=gang, capitals=capitals)
                if start >= end and free and group:
                    label, end = self._labels[category], stop
                    found = Span(start, end, label, self.name, _SCORE)
                    yield Change("", "a name of a group", parts, (found,))
                    break


def _is_sure(surface: str, label: str, category: str) -> bool:
    """Return True if a name is certain to belong to this category.

    For the category of a group, the name must be listed for groups only; a name that is not listed
    is certain only as a gang.
    """
    if category not in _groups():
        return True
    listed = candidates(surface, label)
    return set(listed) <= _groups() if listed else category == "GANG"


@cache
def _groups() -> frozenset[str]:
    return frozenset((*families()["NRP"], "GANG"))


@cache
def _index(categories: tuple[str, ...]) -> WordIndex[str]:
    """Return an index of the names that have one of these categories and are names of groups only.

    The index has the plural and the singular of each name.
    """
    found: dict[str, str] = {}
    for name, kinds in knowledge().terms.items():
        wanted = [kind for kind in categories if kind in kinds]
        if wanted and set(kinds) <= _groups():
            found |= dict.fromkeys((name, f"{name}s", name.removesuffix("s")), wanted[0])
    return WordIndex({words: kind for name, kind in found.items() if (words := folded_words(name))})


@cache
def _member_after() -> re.Pattern[str]:
    """Return a pattern for the words after a group's name: "Hmong guys", "a Baptist church"."""
    return re.compile(rf"[\s-]{{1,3}}(?:{alternatives(terms('words', 'of_groups'))})(?!\w)", re.I)


def _is_unmarked_group(
    text: str, first: Token, last: Token, people: frozenset[str], *, gang: bool, capitals: bool
) -> bool:
    """Return True if listed words that no detector found are used as the name of a group."""
    surface = text[first.start : last.end]
    if capitals and not surface[0].isupper():
        return False
    everyday = is_common(surface) or is_common(first.folded.removesuffix("s"))
    everyday = everyday or "LANGUAGE" in knowledge().terms.get(first.folded, ())
    if first != last or not (everyday or _may_be_name(surface) or len(surface) <= _SHORT):
        return True
    if first.folded in people or not surface[0].isupper():
        return False
    if _member_after().match(text, last.end):
        return True
    return capitals and (gang or not everyday) and _is_after_member_word(text, first.start)


def _is_group(text: str, start: int, end: int, people: frozenset[str]) -> bool:
    """Return True if words that a detector took for a person or place are the name of a group."""
    if has_title_before(text, start):
        return False
    words = folded_words(text[start:end])
    if not any(map(_may_be_name, words)):
        return True
    if people.intersection(words):
        return False
    return _is_after_member_word(text, start) or _member_after().match(text, end) is not None


def _is_after_member_word(text: str, start: int) -> bool:
    """Return True if words such as "a", "devout" or "identified as" are right before ``start``."""
    return _MEMBER_BEFORE.search(text, max(0, start - _REACH), start) is not None


def _may_be_name(word: str) -> bool:
    """Return True if people or towns have this name too: "Christian", "Cheyenne"."""
    name = fold(word)
    named = may_be_given(name) or is_family_name(name)
    return named or name in gazetteer().towns or name in gazetteer().cities


def _initials(surface: str) -> str:
    """Return the acronym of a name: CTF for Correctional Training Facility; "" if it has none."""
    letters = "".join(word[0] for word in surface.split() if word[0].isupper())
    return letters if len(letters) in _ACRONYM else ""
