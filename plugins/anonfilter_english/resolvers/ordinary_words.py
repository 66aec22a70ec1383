"""What a text says against a model's find: an ordinary word that stands there as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Annotated, ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import folded_words, tokens
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.categories.knowledge import knowledge
from anonfilter_english.knowledge.instruments import initials, is_instrument
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people.name_contexts import begins_sentence, is_name_here
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers, key
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.sentences import names_have_capitals
from anonfilter_english.resolvers.independent import at_least, seconded

_SMALL = "an ordinary word, written small where names have a capital"
_SMALL_PLACE = "common words, written small where places have a capital, of which no model is sure"
_STRESS = "ordinary words in capitals, which are stress"
_STATUTE = "an acronym of a statute"
_OPENS = "a common word whose capital only begins a sentence"
_ELSEWHERE = "written small elsewhere, and nothing says that it is a name"
_THING = "written small, with an article and in the plural, as a thing is"
_INSTRUMENT = "a licence, a law or the like, named by English words"
_LONE = "an ordinary word that no one is called, found by one model"


_LINE = 200


class OrdinaryWords:
    """Drops ordinary words that models took for names.

    Where the text has capitals: what is written small; what is written in capitals among others
    that are not, statutes included ("RICO"); what has a capital only at the start of sentences; and
    any word that stands small elsewhere, if one model alone found it and never where a capital says
    something; and what has a capital nowhere, but an article and a plural ("my mike", "two mikes").
    Names of licences, laws and treaties that are made of English words become things.
    Without capitals: a word that no one is called, if one model alone took it for a person.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT"),
            description="labels of names",
        )
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="those of people's names"
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",), description="those of places, which are not called like people"
        )
        models: tuple[str, ...] = Option(
            default=("spacy", "stanza", "caseless", "names"),
            description="detectors that take words for names; what others find stands",
        )
        things: LabelName = Option(
            default="OTHER", description="the label of what is a licence, a law or a treaty instead"
        )
        sure: dict[str, Annotated[float, Option(ge=0, le=1)]] = Option(
            default={"caseless": 0.85},
            description="detector, and the score from which its find stands however it is written",
        )
        counts: float = Option(
            default=0.5, ge=0, le=1,
            description="the score from which one detector bears another out",
        )  # fmt: skip

    name: ClassVar[str] = "ordinary-words"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config.model_copy(update={"models": tuple(setting.detectors(config.models))})
        self._things = config.things if config.things in setting.labels else ""

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        named = [span for span in spans if span.label in self._config.labels]
        view = _View(document.prose, named, self._config)
        kept: list[Span] = []
        changes: list[Change] = []
        for span in spans:
            reason = view.against(span) if span.label in self._config.labels else ""
            if not reason:
                kept.append(span)
                continue
            thing = self._things if reason == _INSTRUMENT else ""
            after = (replace(span, label=thing),) if thing else ()
            changes.append(Change(self.name, reason, (span,), after))
            kept.extend(after)
        return kept, changes


@hide_values
@dataclass
class _View:
    """A text, and all finds of names in it."""

    text: str
    spans: Sequence[Span]
    config: OrdinaryWords.Config

    def against(self, span: Span) -> str:
        """What the text says against a find; "" if nothing does, or its detector knows."""
        surface = self.text[span.start : span.end]
        words = folded_words(surface)
        if span.detector not in self.config.models or not self._settled.isdisjoint(words):
            return ""
        if len(surface) == 1:  # of a name that is spelled
            return ""
        if not self._cased:
            return _LONE if self._is_lone(span, surface) else ""
        if self._is_instrument(span, surface):
            return _INSTRUMENT
        sure = span.score >= self.config.sure.get(span.detector, 2)
        if fold(surface) in terms("words", "statutes") and self._is_acronym(span, surface):
            return _STATUTE
        if reason := self._against_form(span, surface, sure=sure):
            return reason
        if surface.islower() and self._is_no_place(surface):
            return _SMALL_PLACE
        if len(words) > 1 or (sure and self._only_opens(span, surface)):
            return ""
        return self._against_word(span, surface, words[0])

    def _against_form(self, span: Span, surface: str, *, sure: bool) -> str:
        """Return the reason to drop ordinary words for their letter case, "" for none."""
        alone = span not in self._seconded
        if not all(map(_is_no_name, surface.split())):
            return ""
        known = sure and span.label not in self.config.people
        if surface.islower() and (alone or len(folded_words(surface)) == 1) and not known:
            return _SMALL
        stressed = surface.isupper() and alone and not sure and self._is_stressed(span)
        return _STRESS if stressed else ""

    def _against_word(self, span: Span, surface: str, word: str) -> str:
        """What the places of a single word in a text with capitals say against it."""
        if self._only_opens(span, surface):
            return _OPENS
        if word in self._elsewhere:
            return _ELSEWHERE
        places = self._things.get(word, frozenset())
        if span.start in places or (places and span not in self._seconded):
            return _THING
        return ""

    def _is_no_place(self, surface: str) -> bool:
        """Whether common words look most like a place, and no find of them says more than perhaps:
        "the downtown branch". That Branch is a surname as well does not make it a place."""
        same = self._found[fold(surface)]
        places = sum(one.score for one in same if one.label in self.config.places)
        return (
            2 * places > sum(one.score for one in same)
            and all(one.score < self.config.counts for one in same)
            and all(is_common(word) and not _is_known(word) for word in surface.split())
        )

    def _is_lone(self, span: Span, surface: str) -> bool:
        """Whether it is one word that no one is called, where no other model saw a person."""
        return (
            span.label in self.config.people and span not in self._seconded
            and _is_no_name(surface) and bearers(key(surface)) is UNLISTED
            and not is_name_here(self.text, span.start, span.end, self._parts)
        )  # fmt: skip

    def _is_instrument(self, span: Span, surface: str) -> bool:
        called = span.label in self.config.people
        if surface in self._initials:
            return not called
        return is_instrument(self.text, span.start, span.end, called=called)

    @cached_property
    def _initials(self) -> frozenset[str]:
        return initials(self.text)

    def _is_acronym(self, span: Span, surface: str) -> bool:
        """Whether it is in capitals among words that are not, and labels no speaker."""
        speaker = self.text[span.end : span.end + 1] == ":"
        return surface.isupper() and self._is_stressed(span) and not speaker

    def _is_stressed(self, span: Span) -> bool:
        """Whether the line around has words that are not in capitals."""
        before = self.text[max(0, span.start - _LINE) : span.start].rpartition("\n")[2]
        after = self.text[span.end : span.end + _LINE].partition("\n")[0]
        return any(map(str.islower, before + after))

    def _only_opens(self, span: Span, surface: str) -> bool:
        """Whether an English word was found only where sentences begin, and no sign of a name."""
        if not (is_common(surface) or is_ordinary(surface)):
            return False
        if span.label in self.config.people:
            return fold(surface) in self._openers and fold(surface) not in self._called
        return fold(surface) in self._openers and not _is_known(surface)

    @cached_property
    def _openers(self) -> frozenset[str]:
        """What was found only where a sentence begins."""
        return self._always(lambda span: begins_sentence(self.text, span.start))

    @cached_property
    def _called(self) -> frozenset[str]:
        """The common words that are a name in one place: "Rose, come here", but not "Gladly, he
        said"."""
        return frozenset(
            word
            for word, same in self._found.items()
            if is_common(word) or is_ordinary(word)
            for span in same
            if is_name_here(
                self.text, span.start, span.end, self._parts, alone=not is_ordinary(word)
            )
        )

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        """The words that also stand small, whose finds are neither borne out nor have a capital
        that says something."""
        never = self._always(
            lambda span: (
                span not in self._seconded
                and (self.text[span.start].islower() or begins_sentence(self.text, span.start))
            )
        )
        return frozenset(
            word
            for word in never & self._small - self._full
            if is_ordinary(word) or bearers(key(word)) is UNLISTED
        )

    @cached_property
    def _things(self) -> Mapping[str, frozenset[int]]:
        """The words that have no capital anywhere, and stand in the plural and behind an article
        or "my": a mike where there are mikes. With the places of the latter."""
        words = tokens(self.text)
        capitals = {word.folded for word in words if not self.text[word.start].islower()}
        small = {word.folded for word in words} - capitals
        places: defaultdict[str, set[int]] = defaultdict(set)
        for before, word in pairwise(words):
            if (
                before.folded in _determiners()
                and self.text[before.end : word.start].isspace()
                and word.folded in small
                and f"{word.folded}s" in small
            ):
                places[word.folded].add(word.start)
        return {word: frozenset(starts) for word, starts in places.items()}

    def _always(self, holds: Callable[[Span], bool]) -> frozenset[str]:
        """What was found, if this holds of each find of it."""
        return frozenset(word for word, same in self._found.items() if all(map(holds, same)))

    @cached_property
    def _cased(self) -> bool:
        return names_have_capitals(self.text)

    @cached_property
    def _seconded(self) -> set[Span]:
        return seconded(self.spans, at_least(self.spans, self.config.counts))

    @cached_property
    def _found(self) -> Mapping[str, Sequence[Span]]:
        """The finds by what is written there."""
        found: defaultdict[str, list[Span]] = defaultdict(list)
        for span in self.spans:
            found[fold(self.text[span.start : span.end])].append(span)
        return found

    @cached_property
    def _settled(self) -> frozenset[str]:
        return self._words(s for s in self.spans if s.detector not in self.config.models)

    @cached_property
    def _parts(self) -> frozenset[str]:
        return self._words(span for span in self.spans if span.label in self.config.people)

    @cached_property
    def _full(self) -> frozenset[str]:
        """The parts of people's names of several words."""
        people = (span for span in self.spans if span.label in self.config.people)
        return self._words(s for s in people if len(self.text[s.start : s.end].split()) > 1)

    @cached_property
    def _small(self) -> frozenset[str]:
        """The words that stand small outside all finds."""
        covered = algebra.merged((span.start, span.end) for span in self.spans)
        small: set[str] = set()
        for start, end, word in tokens(self.text):
            if (
                word not in small
                and self.text[start].islower()
                and not algebra.within(covered, start, end)
            ):
                small.add(word)
        return frozenset(small)

    def _words(self, spans: Iterable[Span]) -> frozenset[str]:
        return frozenset(
            word for span in spans for word in folded_words(self.text[span.start : span.end])
        )


@cache
def _determiners() -> frozenset[str]:
    kinds = ("articles", "demonstratives", "quantifiers", "possessives")
    return frozenset().union(*(terms("words", kind) for kind in kinds))


def _is_no_name(word: str) -> bool:
    """Whether it is an ordinary word, and the name of no place or body that is known."""
    bare = word.strip("'.,()")
    return is_ordinary(bare) and not _is_known(bare)


def _is_known(word: str) -> bool:
    known = knowledge()
    return fold(word) in known.terms or fold(word) in known.gazetteer.cities
