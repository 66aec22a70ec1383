"""A name found anywhere in a document is a mention everywhere in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Label, Span, Survives
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.engine.original_words import are_figures, telling
from anonfilter.text.word_index import TOKEN, Token, WordIndex, Words, folded_words, tokens
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people import edges
from anonfilter_english.knowledge.people.lowercase_names import first_name_before
from anonfilter_english.knowledge.people.name_contexts import is_name_here
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.resolvers.independent import at_least, seconded
from anonfilter_english.resolvers.surface_variants import Known, Match, Variants

_LONG = 3
_ROMAN = re.compile(r"[ivx]{2,}")


class Spread(StrEnum):
    """How far a find of a label reaches."""

    PARTS = "parts"
    WHOLE = "whole"
    NO = "no"


class Propagate:
    """Finds again what was found once: in any letter case, possessive, hyphenated, cut off."""

    class Config(Strict):
        labels: dict[LabelName, Spread] = Option(
            default={
                "PERSON": Spread.PARTS,
                "LOCATION": Spread.WHOLE,
                "ORGANIZATION": Spread.WHOLE,
                "NRP": Spread.WHOLE,
            },
            description="parts: also each part of a name; whole; no. Labels that are not named "
            "spread whole if they say `survives: fail`",
        )
        cut_off: int = Option(
            default=4, ge=2, description="letters before the dash of a name that was cut off"
        )
        finds: int = Option(
            default=3, ge=1,
            description="so often must a lone common word be found to be taken for a name, "
            "if no find stands where a capital says something",
        )  # fmt: skip
        sure: float = Option(default=0.95, ge=0, le=1, description="a score that needs no more")
        counts: float = Option(
            default=0.5, ge=0, le=1,
            description="the score from which one detector bears another out",
        )  # fmt: skip

    name: ClassVar[str] = "propagate"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._spreads = {
            name: config.labels.get(name, _by_survival(label))
            for name, label in setting.labels.items()
        }
        self._labels = setting.labels

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        before = list(self._first_names(text, spans))
        spans = algebra.order([*spans, *before])
        known = self._known(text, spans)
        if not known:
            return list(spans), []
        variants = Variants(known, self._config.cut_off)
        completed = [self._completed(text, span, variants) for span in spans]
        found = list(self._found(text, known, variants, self._covered(spans)))
        changes = [
            Change(self.name, "a known name, cut off", (before,), (after,))
            for before, after in zip(spans, completed, strict=True)
            if before != after
        ]
        changes += (Change(self.name, "a first name before a surname", (), (s,)) for s in before)
        changes += (
            Change(self.name, f"found elsewhere: {span.rule}", (), (span,)) for span in found
        )
        return [*completed, *found], changes

    def _completed(self, text: str, span: Span, variants: Variants) -> Span:
        """A name that was cut off and found as such takes the label of the whole one."""
        if span.canonical or span.end >= len(text):
            return span
        if self._spreads.get(span.label, Spread.NO) is Spread.NO:
            return span
        surface = text[span.start : span.end]
        if not TOKEN.fullmatch(surface):
            return span
        match = variants.cut_off(text, Token(span.start, span.end, fold(surface)))
        if match is None or self._label(match[1]) not in self._config.labels:
            return span
        return replace(span, label=self._label(match[1]), canonical=match[3])

    def _first_names(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """What a tagger that looks for capitals leaves out of "tyrell madison"."""
        covered = self._covered(spans)
        people = [s for s in spans if self._spreads.get(s.label) is Spread.PARTS]
        written = [(span, folded_words(text[span.start : span.end])) for span in people]
        surnames = {words[-1] for _, words in written if len(words) > 1}
        for span, words in written:
            place = first_name_before(text, span.start, span.end, surnames)
            if len(words) == 1 and place and not algebra.within(covered, *place):
                yield Span(*place, span.label, self.name, span.score, rule="first name")

    # what is known

    def _known(self, text: str, spans: Sequence[Span]) -> dict[Words, Known]:
        known: defaultdict[Words, Known] = defaultdict(Known)
        borne_out = seconded(spans, at_least(spans, self._config.counts))
        parts = {
            word
            for span in spans
            if self._spreads.get(span.label) is Spread.PARTS
            for word in folded_words(text[span.start : span.end])
        }
        for span in spans:
            spread = self._spreads.get(span.label, Spread.NO)
            if spread is not Spread.NO:
                self._learn(known, text, span, spread, parts, span in borne_out)
        return {words: one for words, one in known.items() if self._trusted(words, one)}

    def _learn(
        self, known: Mapping[Words, Known], text: str, span: Span, spread: Spread,
        parts: Container[str], borne_out: bool,
    ) -> None:  # fmt: skip
        surface = text[span.start : span.end]
        whole = folded_words(surface)
        if not whole:
            return
        fails = self._labels[span.label].survives is Survives.FAIL
        sequences = {whole}
        if spread is Spread.PARTS:
            sequences.update(folded_words(part) for part in surface.split())
            sequences.update((word,) for word in whole)
        certain = set(telling(surface)) if fails or spread is Spread.PARTS else set()
        if are_figures(whole):
            certain.discard(whole)
        sequences |= certain
        for words in sequences:
            if not words or _meaningless(words):
                continue
            one = known[words]
            one.labels[span.label] += 1
            one.score = max(one.score, span.score)
            one.finds += 1
            one.parts |= spread is Spread.PARTS
            one.everywhere |= words in certain or not _ordinary(words)
            one.seconded |= borne_out
            if words == whole:
                one.written.add(surface)
            one.placed |= words != whole or is_name_here(
                text, span.start, span.end, parts, alone=False
            )

    def _trusted(self, words: Words, one: Known) -> bool:
        """Whether what was found is more than an ordinary word that once looked like a name."""
        if len(words) > 1 or (one.everywhere and (one.parts or not is_ordinary(words[0]))):
            return True
        if one.finds >= self._config.finds or one.score >= self._config.sure:
            return True
        return one.placed and (one.parts or one.seconded)

    # where it stands

    def _covered(self, spans: Sequence[Span]) -> list[tuple[int, int]]:
        """The stretches that are masked already."""
        merged: list[tuple[int, int]] = []
        for span in algebra.order(s for s in spans if self._labels[s.label].redact):
            if merged and span.start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], span.end))
            else:
                merged.append((span.start, span.end))
        return merged

    def _found(
        self,
        text: str,
        known: Mapping[Words, Known],
        variants: Variants,
        covered: Sequence[tuple[int, int]],
    ) -> Iterator[Span]:
        index = WordIndex(known)
        parts = {words[0] for words, one in known.items() if one.parts and len(words) == 1}
        all_tokens = tokens(text)
        upto = 0
        for at, token in enumerate(all_tokens):
            if at < upto:
                continue
            match = None
            if token.folded in index.lengths:
                match = self._match(text, index, all_tokens, at, parts)
            match = match or variants.of(text, token)
            if match is None:
                continue
            length, one, how, canonical = match
            upto = at + length
            start, end = token.start, all_tokens[at + length - 1].end
            if one.parts:
                start, end = edges.widen_name(text, *edges.widen_words(text, start, end))
            if not _inside(covered, start, end):
                yield Span(start, end, self._label(one), self.name, one.score, rule=how,
                           canonical=canonical)  # fmt: skip

    def _match(
        self, text: str, index: WordIndex[Known], all_tokens: Sequence[Token], at: int,
        parts: Container[str],
    ) -> Match | None:  # fmt: skip
        start = all_tokens[at].start
        for length, one in index.at(all_tokens, at):
            end = all_tokens[at + length - 1].end
            surface = text[start:end]
            if self._in_any_case(one, surface) or (one.parts and length > 1):
                return length, one, _how(surface, one), ""
            if length > 1 or not one.parts:
                if surface in one.written and (length > 1 or is_name_here(text, start, end, parts)):
                    return length, one, "the same words", ""
                if length >= _LONG and surface.isupper():
                    return length, one, _how(surface, one), ""
            elif is_name_here(text, start, end, parts):
                return length, one, _how(surface, one), ""
        return None

    def _in_any_case(self, one: Known, surface: str) -> bool:
        """Whether a word is this name in whatever letter case it stands. Written small it is not,
        if one detector found it once elsewhere, unless its label must not be left."""
        if not one.everywhere or one.parts or surface in one.written or not surface.islower():
            return one.everywhere
        must = any(self._labels[name].survives is Survives.FAIL for name in one.labels)
        return must or one.seconded or one.finds > 1 or one.score >= self._config.sure

    def _label(self, one: Known) -> str:
        """The label found most often; of equals the riskier."""
        return max(one.labels, key=lambda name: (one.labels[name], self._labels[name].risk, name))


def _ordinary(words: Words) -> bool:
    """Nothing but ordinary words, figures and letters."""
    return all(
        is_common(word) or is_ordinary(word) or len(word) <= 2 or word.isdigit() for word in words
    )


def _meaningless(words: Words) -> bool:
    """A letter, a particle, a title or a roman numeral says nothing alone."""
    return len(words) == 1 and (
        len(words[0]) == 1
        or _ROMAN.fullmatch(words[0]) is not None
        or words[0] in terms("name_contexts", "particles")
        or Titles().is_never_name(words[0])
    )


def _how(surface: str, one: Known) -> str:
    if surface in one.written:
        return "the same words"
    folded = fold(surface)
    return (
        "letter case" if any(fold(known) == folded for known in one.written) else "part of a name"
    )


def _by_survival(label: Label) -> Spread:
    return Spread.WHOLE if label.survives is Survives.FAIL else Spread.NO


def _inside(covered: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(a <= start and end <= b for a, b in algebra.within(covered, start, end))
