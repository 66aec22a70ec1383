"""Drop ordinary words that models took for names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Annotated

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import folded_words, tokens
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.categories.category_lists import knowledge
from anonfilter_english.knowledge.people.name_contexts import begins_sentence, is_name_here
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers, name_key
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.sentences import names_have_capitals
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.agreement import confirmed_spans
from anonfilter_english.resolvers.span_edits import edit_each

_SMALL = "an ordinary word in lower case, in a text where names have a capital"
_SMALL_PLACE = "common words in lower case, which models found with low scores"
_STRESS = "ordinary words in capitals for emphasis"
_STATUTE = "an acronym of a statute"
_OPENS = "a common word that has a capital only at the start of sentences"
_ELSEWHERE = "a word that is in lower case elsewhere, without evidence that it is a name"
_THING = "a word that the text also has in the plural and with an article, as for a thing"
_INSTRUMENT = "a licence, a law or a treaty with a name of English words"
_LONE = "an ordinary word that only one model found, and that is no person's name"

_LINE = 200


class OrdinaryWords:
    """A resolver that drops ordinary words that models took for names.

    In a text with capitals, these words are dropped: in lower case; in capitals, in a line that is
    otherwise in lower case ("RICO"); with a capital only at the start of sentences; in lower case
    elsewhere, if only one model found them and no capital is evidence; without capitals, if the
    text also has them with an article and in the plural ("my mike", "two mikes"). Licences, laws
    and treaties with a name of English words get the label ``things``.

    In a text without capitals, a word that is no one's name is dropped if only one model found it.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT"),
            description="labels of names",
        )
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels of people's names"
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",), description="labels of places"
        )
        models: tuple[str, ...] = Option(
            default=("spacy", "stanza", "caseless", "names"),
            description="detectors that may take words for names; spans of other detectors stay",
        )
        things: LabelName = Option(
            default="OTHER", description="the label for names that are licences, laws or treaties"
        )
        sure: dict[str, Annotated[float, Option(ge=0, le=1)]] = Option(
            default={"caseless": 0.85},
            description="for a detector: the score from which a span stays in any letter case",
        )
        counts: float = Option(
            default=0.5,
            ge=0,
            le=1,
            description="the score from which one detector confirms another",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config.model_copy(update={"models": tuple(setting.detectors(config.models))})
        self._things = config.things if config.things in setting.labels else ""

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        named = [span for span in spans if span.label in self._config.labels]
        examination = _Examination(document.prose, named, self._config)

        def examined(span: Span) -> tuple[Sequence[Span], str]:
            reason = examination.reason(span) if span.label in self._config.labels else ""
            if not reason:
                return (span,), ""
            thing = self._things if reason == _INSTRUMENT else ""
            return (replace(span, label=thing),) if thing else (), reason

        return edit_each(spans, examined)


@hide_values
@dataclass
class _Examination:
    """An examination of the names found in a text, and of the evidence against each."""

    text: str
    spans: Sequence[Span]
    config: OrdinaryWords.Config

    def reason(self, span: Span) -> str:
        """Return the reason to drop or relabel a span; "" if there is none."""
        surface = self.text[span.start : span.end]
        words = folded_words(surface)
        if span.detector not in self.config.models or not self._settled.isdisjoint(words):
            return ""
        if len(surface) == 1:  # a letter of a name that is spelled
            return ""
        if not self._has_capitals:
            return _LONE if self._is_lone(span, surface) else ""
        if self._is_instrument(span, surface):
            return _INSTRUMENT
        sure = span.score >= self.config.sure.get(span.detector, 2)
        speaker = self.text[span.end : span.end + 1] == ":"
        statute = fold(surface) in terms("words", "statutes") and surface.isupper()
        if statute and not speaker and self._is_among_lower_case(span):
            return _STATUTE
        if reason := self._reason_by_case(span, surface, sure=sure):
            return reason
        if surface.islower() and self._is_no_place(surface):
            return _SMALL_PLACE
        if len(words) > 1 or (sure and self._only_opens(span, surface)):
            return ""
        return self._reason_by_occurrences(span, surface, words[0])

    def _reason_by_case(self, span: Span, surface: str, *, sure: bool) -> str:
        """Return the reason to drop ordinary words because of their letter case; "" if none."""
        alone = span not in self._confirmed
        if not all(map(_is_no_name, surface.split())):
            return ""
        known = sure and span.label not in self.config.people
        if surface.islower() and (alone or len(folded_words(surface)) == 1) and not known:
            return _SMALL
        stressed = surface.isupper() and alone and not sure and self._is_among_lower_case(span)
        return _STRESS if stressed else ""

    def _reason_by_occurrences(self, span: Span, surface: str, word: str) -> str:
        """Return the reason to drop a word because of its other occurrences; "" if none."""
        if self._only_opens(span, surface):
            return _OPENS
        if word in self._elsewhere:
            return _ELSEWHERE
        places = self._things.get(word, frozenset())
        if span.start in places or (places and span not in self._confirmed):
            return _THING
        return ""

    def _is_no_place(self, surface: str) -> bool:
        """Return True for common words that were mostly taken for a place, with low scores.

        An example is "the downtown branch". Words that are also a surname, such as Branch, count
        too.
        """
        same = self._found[fold(surface)]
        places = sum(span.score for span in same if span.label in self.config.places)
        return (
            2 * places > sum(span.score for span in same)
            and all(span.score < self.config.counts for span in same)
            and all(is_common(word) and not _is_known(word) for word in surface.split())
        )

    def _is_lone(self, span: Span, surface: str) -> bool:
        """Return True for a word that is no person's name, and that only one model took for one."""
        return (
            span.label in self.config.people
            and span not in self._confirmed
            and _is_no_name(surface)
            and bearers(name_key(surface)) is UNLISTED
            and not is_name_here(self.text, span.start, span.end, self._parts)
        )

    def _is_instrument(self, span: Span, surface: str) -> bool:
        """Return True for the name of a licence, law or treaty, or for its acronym."""
        from anonfilter_english.knowledge.instruments import is_instrument

        person = span.label in self.config.people
        if surface in self._initials:
            return not person
        return is_instrument(self.text, span.start, span.end, called=person)

    @cached_property
    def _initials(self) -> frozenset[str]:
        from anonfilter_english.knowledge.instruments import initials

        return initials(self.text)

    def _is_among_lower_case(self, span: Span) -> bool:
        """Return True if the rest of the line has lower-case letters."""
        before = self.text[max(0, span.start - _LINE) : span.start].rpartition("\n")[2]
        after = self.text[span.end : span.end + _LINE].partition("\n")[0]
        return any(map(str.islower, before + after))

    def _only_opens(self, span: Span, surface: str) -> bool:
        """Return True for an English word that was only found at the start of sentences.

        Return False if the context indicates a name, or if a known place has this name.
        """
        if not (is_common(surface) or is_ordinary(surface)):
            return False
        if span.label in self.config.people:
            return fold(surface) in self._openers and fold(surface) not in self._used_as_names
        return fold(surface) in self._openers and not _is_known(surface)

    @cached_property
    def _openers(self) -> frozenset[str]:
        """Return the folded texts whose spans are all at the start of a sentence."""
        return self._always(lambda span: begins_sentence(self.text, span.start))

    @cached_property
    def _used_as_names(self) -> frozenset[str]:
        """Return the common words that are certainly a name somewhere: "Rose, come here"."""
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
        """Return the words that are in lower case elsewhere, without evidence that they are names.

        Evidence is another detector in the same place, or a capital within a sentence.
        """
        never = self._always(
            lambda span: (
                span not in self._confirmed
                and (self.text[span.start].islower() or begins_sentence(self.text, span.start))
            )
        )
        people = (span for span in self.spans if span.label in self.config.people)
        full_names = (s for s in people if len(self.text[s.start : s.end].split()) > 1)
        return frozenset(
            word
            for word in never & self._lower_case - self._words(full_names)
            if is_ordinary(word) or bearers(name_key(word)) is UNLISTED
        )

    @cached_property
    def _things(self) -> Mapping[str, frozenset[int]]:
        """Return the words in lower case that the text has in the plural and after "a" or "my".

        Each word has the places where it is after "a", "my" and the like.
        """
        words = tokens(self.text)
        capitals = {word.folded for word in words if not self.text[word.start].islower()}
        lower = {word.folded for word in words} - capitals
        places: defaultdict[str, set[int]] = defaultdict(set)
        for before, word in pairwise(words):
            if (
                before.folded in _determiners()
                and self.text[before.end : word.start].isspace()
                and word.folded in lower
                and f"{word.folded}s" in lower
            ):
                places[word.folded].add(word.start)
        return {word: frozenset(starts) for word, starts in places.items()}

    def _always(self, holds: Callable[[Span], bool]) -> frozenset[str]:
        """Return the folded texts of which every span meets a condition."""
        return frozenset(word for word, same in self._found.items() if all(map(holds, same)))

    @cached_property
    def _has_capitals(self) -> bool:
        return names_have_capitals(self.text)

    @cached_property
    def _confirmed(self) -> set[Span]:
        return confirmed_spans(
            self.spans, [span for span in self.spans if span.score >= self.config.counts]
        )

    @cached_property
    def _found(self) -> Mapping[str, Sequence[Span]]:
        """Return the spans by their folded text."""
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
    def _lower_case(self) -> frozenset[str]:
        """Return the words that are in lower case outside all spans."""
        covered = algebra.merged((span.start, span.end) for span in self.spans)
        found: set[str] = set()
        for start, end, word in tokens(self.text):
            outside = word not in found and not algebra.within(covered, start, end)
            if outside and self.text[start].islower():
                found.add(word)
        return frozenset(found)

    def _words(self, spans: Iterable[Span]) -> frozenset[str]:
        return frozenset(
            word for span in spans for word in folded_words(self.text[span.start : span.end])
        )


@cache
def _determiners() -> frozenset[str]:
    kinds = ("articles", "demonstratives", "quantifiers", "possessives")
    return frozenset().union(*(terms("words", kind) for kind in kinds))


def _is_no_name(word: str) -> bool:
    """Return True for an ordinary word that is not a known place or organisation."""
    bare = word.strip("'.,()")
    return is_ordinary(bare) and not _is_known(bare)


def _is_known(word: str) -> bool:
    known = knowledge()
    return fold(word) in known.terms or fold(word) in known.gazetteer.cities
