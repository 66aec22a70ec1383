"""Find all occurrences of names that were found once in a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span, Survives
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.engine.original_words import (
    are_digit_groups,
    identifying_words,
    is_verb_in_lower_case,
)
from anonfilter.text.word_index import TOKEN, Token, WordIndex, Words, folded_words, tokens
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people import name_edges as edges
from anonfilter_english.knowledge.people.lowercase_names import first_name_before
from anonfilter_english.knowledge.people.name_contexts import is_name_here
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.agreement import confirmed_spans
from anonfilter_english.resolvers.other_forms import KnownName, Match, OtherForms

_LONG = 3
_ROMAN = re.compile(r"[ivx]{2,}")


class Spread(StrEnum):
    """The words that are searched for: the name and each of its parts, the whole name, or none."""

    PARTS = "parts"
    WHOLE = "whole"
    NO = "no"


class Propagate:
    """A resolver that finds names again: in any letter case, in the plural, cut off by a dash."""

    class Config(Strict):
        labels: dict[LabelName, Spread] = Option(
            default={
                "PERSON": Spread.PARTS,
                "LOCATION": Spread.WHOLE,
                "ORGANIZATION": Spread.WHOLE,
                "NRP": Spread.WHOLE,
            },
            description="parts: find the whole name and each of its parts; whole: find the whole "
            "name; no: find neither. Labels that are not listed have `whole` if they have "
            "`survives: fail`, else `no`",
        )
        cut_off: int = Option(
            default=4,
            ge=2,
            description="the least number of letters of a name that was cut off by a dash",
        )
        finds: int = Option(
            default=3,
            ge=1,
            description="how often a single common word must be found to count as a name, if "
            "its capital is never evidence",
        )
        sure: float = Option(
            default=0.95,
            ge=0,
            le=1,
            description="the score from which a span needs no other evidence",
        )
        counts: float = Option(
            default=0.5,
            ge=0,
            le=1,
            description="the score from which one detector confirms another",
        )

    name: ClassVar[str] = "propagate"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._labels = setting.labels
        self._spreads = {
            name: config.labels.get(
                name, Spread.WHOLE if label.survives is Survives.FAIL else Spread.NO
            )
            for name, label in setting.labels.items()
        }

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        first_names = list(self._first_names(text, spans))
        spans = algebra.order([*spans, *first_names])
        known = self._known(text, spans, document.source.surnames)
        if not known:
            return list(spans), []
        other_forms = OtherForms(known, self._config.cut_off)
        completed = [self._completed(text, span, other_forms) for span in spans]
        found = list(self._found(text, known, other_forms, self._covered(spans)))
        changes = [
            Change("", "a known name, cut off", (before,), (after,))
            for before, after in zip(spans, completed, strict=True)
            if before != after
        ]
        changes += (
            Change("", "a first name before a surname", (), (span,)) for span in first_names
        )
        changes += (Change("", f"found elsewhere: {span.rule}", (), (span,)) for span in found)
        return [*completed, *found], changes

    def _completed(self, text: str, span: Span, other_forms: OtherForms) -> Span:
        """Return the span, with the label and form of the whole name if a dash cuts it off."""
        surface = text[span.start : span.end]
        if (
            span.canonical
            or span.end >= len(text)
            or self._spreads.get(span.label, Spread.NO) is Spread.NO
            or not TOKEN.fullmatch(surface)
        ):
            return span
        match = other_forms.cut_off(text, Token(span.start, span.end, fold(surface)))
        if match is None or self._label(match.name) not in self._config.labels:
            return span
        return replace(span, label=self._label(match.name), canonical=match.canonical)

    def _first_names(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """Yield first names without capitals before a known surname: "tyrell madison"."""
        covered = self._covered(spans)
        people = [s for s in spans if self._spreads.get(s.label) is Spread.PARTS]
        written = [(span, folded_words(text[span.start : span.end])) for span in people]
        surnames = {words[-1] for _, words in written if len(words) > 1}
        for span, words in written:
            place = first_name_before(text, span.start, span.end, surnames)
            if len(words) == 1 and place and not algebra.within(covered, *place):
                yield Span(*place, span.label, self.name, span.score, rule="first name")

    def _known(
        self, text: str, spans: Sequence[Span], surnames: Mapping[str, str]
    ) -> dict[Words, KnownName]:
        """Return the sequences of words to search for, with the evidence for each.

        ``surnames`` are known from other parts of the file.
        """
        known: defaultdict[Words, KnownName] = defaultdict(KnownName)
        believed = confirmed_spans(
            spans, [span for span in spans if span.score >= self._config.counts]
        )
        parts = {
            word
            for span in spans
            if self._spreads.get(span.label) is Spread.PARTS
            for word in folded_words(text[span.start : span.end])
        }
        for span in spans:
            if self._spreads.get(span.label, Spread.NO) is not Spread.NO:
                self._learn(known, text, span, parts, span in believed)
        for surname, label in surnames.items():
            if self._spreads.get(label) is Spread.PARTS:
                name = known[surname,]
                name.labels[label] += 1
                name.score = max(name.score, self._config.counts)
                name.parts = name.in_context = True
        return {words: name for words, name in known.items() if self._is_trusted(words, name)}

    def _learn(
        self,
        known: Mapping[Words, KnownName],
        text: str,
        span: Span,
        parts: Container[str],
        believed: bool,
    ) -> None:
        """Add the evidence of one span to its words and, for some labels, to parts of them."""
        surface = text[span.start : span.end]
        whole = folded_words(surface)
        by_parts = self._spreads[span.label] is Spread.PARTS
        revealing = self._revealing(span, surface, whole)
        sequences = {whole, *revealing}
        if by_parts:
            sequences.update(folded_words(part) for part in surface.split())
            sequences.update((word,) for word in whole)
        for words in sequences:
            if not whole or not words or _is_meaningless(words):
                continue
            name = known[words]
            name.labels[span.label] += 1
            name.score = max(name.score, span.score)
            name.parts |= by_parts
            name.everywhere |= words in revealing or not _are_ordinary(words)
            name.confirmed |= believed
            if words == whole:
                name.written.add(surface)
                name.in_context |= is_name_here(text, span.start, span.end, parts, alone=False)
            else:
                name.in_context = True

    def _revealing(self, span: Span, surface: str, whole: Words) -> set[Words]:
        """Return the sequences of words that are evidence of this name anywhere in the text."""
        fails = self._labels[span.label].survives is Survives.FAIL
        if not (fails or self._spreads[span.label] is Spread.PARTS):
            return set()
        return set(identifying_words(surface)) - ({whole} if are_digit_groups(whole) else set())

    def _is_trusted(self, words: Words, name: KnownName) -> bool:
        """Return True if the evidence suffices to search for these words in the whole text.

        It does not suffice for an ordinary word that was taken for a name too few times.
        """
        if len(words) > 1 or (name.everywhere and (name.parts or not is_ordinary(words[0]))):
            return True
        if name.labels.total() >= self._config.finds or name.score >= self._config.sure:
            return True
        return name.in_context and (name.parts or name.confirmed)

    def _covered(self, spans: Sequence[Span]) -> list[tuple[int, int]]:
        """Return the stretches of the spans that will be replaced."""
        return algebra.merged((s.start, s.end) for s in spans if self._labels[s.label].redact)

    def _found(
        self,
        text: str,
        known: Mapping[Words, KnownName],
        other_forms: OtherForms,
        covered: Sequence[tuple[int, int]],
    ) -> Iterator[Span]:
        """Yield the repetitions of known names outside the covered stretches."""
        index = WordIndex(known)
        parts = {words[0] for words, name in known.items() if name.parts and len(words) == 1}
        all_tokens = tokens(text)
        done = 0
        for at, token in enumerate(all_tokens):
            if at < done:
                continue
            match = None
            if token.folded in index.lengths:
                match = self._match(text, index, all_tokens, at, parts)
            match = match or other_forms.find(text, token)
            if match is None:
                continue
            name, done = match.name, at + match.length
            start, end = token.start, all_tokens[done - 1].end
            if name.parts:
                start, end = edges.widen_name(text, *edges.widen_words(text, start, end))
            if not algebra.covered(covered, start, end):
                found = Span(start, end, self._label(name), self.name, name.score)
                yield replace(found, rule=match.reason, canonical=match.canonical)

    def _match(
        self,
        text: str,
        index: WordIndex[KnownName],
        all_tokens: Sequence[Token],
        at: int,
        parts: Container[str],
    ) -> Match | None:
        """Return the longest known name that begins at a token; None if there is none."""
        start = all_tokens[at].start
        for length, name in index.at(all_tokens, at):
            end = all_tokens[at + length - 1].end
            surface = text[start:end]
            if surface.islower() and is_verb_in_lower_case(folded_words(surface)):
                continue
            known_form = name.parts or surface in name.written
            if (
                self._matches_any_case(name, surface)
                or (known_form and (length > 1 or is_name_here(text, start, end, parts)))
                or (length >= _LONG and surface.isupper())
            ):
                return Match(length, name, _similarity(surface, name))
        return None

    def _matches_any_case(self, name: KnownName, surface: str) -> bool:
        """Return True if these words are the name, in whatever letter case.

        If they are in lower case, and one detector found the name only once, they match only if the
        score is high or a label of the name has ``survives: fail``.
        """
        if not name.everywhere or name.parts or surface in name.written or not surface.islower():
            return name.everywhere
        fails = any(self._labels[label].survives is Survives.FAIL for label in name.labels)
        return fails or name.confirmed or name.labels.total() > 1 or name.score >= self._config.sure

    def _label(self, name: KnownName) -> str:
        """Return the label found most often; if several are, the one with the highest risk."""
        counts = name.labels
        return max(counts, key=lambda label: (counts[label], self._labels[label].risk, label))


def _are_ordinary(words: Words) -> bool:
    """Return True if there are only ordinary words, figures and letters."""
    return all(
        is_common(word) or is_ordinary(word) or len(word) <= 2 or word.isdigit() for word in words
    )


def _is_meaningless(words: Words) -> bool:
    """Return True for a single letter, particle, title or roman numeral."""
    return len(words) == 1 and (
        len(words[0]) == 1
        or _ROMAN.fullmatch(words[0]) is not None
        or words[0] in terms("name_contexts", "particles")
        or Titles().is_never_name(words[0])
    )


def _similarity(surface: str, name: KnownName) -> str:
    """Return how a repetition differs from the name, as `explain` shows it."""
    if surface in name.written:
        return "the same words"
    folded = fold(surface)
    same = any(fold(known) == folded for known in name.written)
    return "letter case" if same else "part of a name"
