"""A name found anywhere in a document is a mention everywhere in it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pydantic import Field as Option

from anonfilter import spans as algebra
from anonfilter.hookspecs import Setting
from anonfilter.model import Change, Document, Label, Span, Survives
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.survivors import telling
from anonfilter.text import fold
from anonfilter.wordindex import Token, WordIndex, Words, folded_words, tokens
from anonfilter.words import is_common
from anonfilter_resolvers import edges
from anonfilter_resolvers.contexts import is_name_here

DASHES = "-\u2014\u2015"


class Spread(StrEnum):
    """How far a find of a label reaches."""

    PARTS = "parts"
    WHOLE = "whole"
    NO = "no"


@dataclass(slots=True)
class Known:
    """A word sequence that is known to be a name: by which labels, how surely, how written."""

    labels: Counter[str] = field(default_factory=Counter)
    score: float = 0.0
    written: set[str] = field(default_factory=set)
    parts: bool = False
    finds: int = 0
    placed: bool = False
    everywhere: bool = False


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

    name: ClassVar[str] = "propagate"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._spreads = {
            name: config.labels.get(name, _by_survival(label))
            for name, label in setting.labels.items()
        }
        self._labels = setting.labels

    def resolve(
        self, document: Document, spans: Sequence[Span]
    ) -> tuple[list[Span], list[Change]]:
        text = document.prose
        known = self._known(text, spans)
        if not known:
            return list(spans), []
        found = list(self._found(text, known, self._covered(spans)))
        changes = [Change(self.name, f"found elsewhere: {span.rule}", (), (span,)) for span in found]
        return [*spans, *found], changes

    # what is known

    def _known(self, text: str, spans: Sequence[Span]) -> dict[Words, Known]:
        known: defaultdict[Words, Known] = defaultdict(Known)
        parts = {
            word
            for span in spans
            if self._spreads.get(span.label) is Spread.PARTS
            for word in folded_words(text[span.start : span.end])
        }
        for span in spans:
            spread = self._spreads.get(span.label, Spread.NO)
            if spread is not Spread.NO:
                self._learn(known, text, span, spread, parts)
        return {words: one for words, one in known.items() if self._trusted(words, one)}

    def _learn(
        self, known: Mapping[Words, Known], text: str, span: Span, spread: Spread, parts: Container[str]
    ) -> None:
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
        sequences |= certain
        for words in sequences - {()}:
            one = known[words]
            one.labels[span.label] += 1
            one.score = max(one.score, span.score)
            one.finds += 1
            one.parts |= spread is Spread.PARTS
            one.everywhere |= words in certain or not _ordinary(words)
            if words == whole:
                one.written.add(surface)
            one.placed |= words != whole or is_name_here(text, span.start, span.end, parts)

    def _trusted(self, words: Words, one: Known) -> bool:
        """Whether what was found is more than a common word that once looked like a name."""
        if one.everywhere or len(words) > 1:
            return True
        return one.placed or one.finds >= self._config.finds or one.score >= self._config.sure

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
        self, text: str, known: Mapping[Words, Known], covered: Sequence[tuple[int, int]]
    ) -> Iterator[Span]:
        index = WordIndex(known)
        parts = {words[0] for words, one in known.items() if one.parts and len(words) == 1}
        prefixes = Prefixes((words[0], one) for words, one in known.items() if len(words) == 1)
        all_tokens = tokens(text)
        upto = 0
        for at, token in enumerate(all_tokens):
            if at < upto:
                continue
            match = self._match(text, index, all_tokens, at, parts)
            if match is None:
                match = self._cut_off(text, token, prefixes) or _plural(text, token, known)
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
    ) -> tuple[int, Known, str, str] | None:  # fmt: skip
        start = all_tokens[at].start
        for length, one in index.at(all_tokens, at):
            end = all_tokens[at + length - 1].end
            surface = text[start:end]
            if one.everywhere or (one.parts and length > 1):
                return length, one, _how(surface, one), ""
            if length > 1 or not one.parts:
                if surface in one.written and (length > 1 or is_name_here(text, start, end, parts)):
                    return length, one, "the same words", ""
            elif is_name_here(text, start, end, parts):
                return length, one, _how(surface, one), ""
        return None

    def _cut_off(
        self, text: str, token: Token, prefixes: Prefixes
    ) -> tuple[int, Known, str, str] | None:
        """"Richar-": the beginning of a known name, broken off."""
        if (
            len(token.folded) < self._config.cut_off
            or text[token.end : token.end + 1] not in tuple(DASHES)
            or text[token.end + 1 : token.end + 2].isalnum()
            or is_common(token.folded)
        ):
            return None
        names = prefixes.of(token.folded)
        if not names:
            return None
        canonical = names[0][0] if len(names) == 1 else ""
        return 1, names[0][1], "a name cut off", canonical

    def _label(self, one: Known) -> str:
        """The label found most often; of equals the riskier."""
        return max(one.labels, key=lambda name: (one.labels[name], self._labels[name].risk, name))


class Prefixes:
    """Known single words by their beginnings."""

    def __init__(self, words: Iterable[tuple[str, Known]]) -> None:
        self._known = dict(words)
        self._sorted = sorted(self._known)

    def of(self, beginning: str) -> list[tuple[str, Known]]:
        """The longer words that begin so; two are enough to know that it is not one."""
        at = bisect_left(self._sorted, beginning)
        longer = [
            word for word in self._sorted[at : at + 3]
            if word.startswith(beginning) and word != beginning
        ]  # fmt: skip
        return [(word, self._known[word]) for word in longer[:2]]


def _plural(
    text: str, token: Token, known: Mapping[Words, Known]
) -> tuple[int, Known, str, str] | None:
    """"the Okonkwos": a family by its name."""
    singular = token.folded.removesuffix("s")
    if singular == token.folded or len(singular) < 3 or not text[token.start].isupper():
        return None
    one = known.get((singular,))
    if one is None or not one.parts or (is_common(singular) and not _the_before(text, token.start)):
        return None
    return 1, one, "a family's name", singular


def _the_before(text: str, start: int) -> bool:
    return fold(text[max(0, start - 4) : start]) == "the"


def _ordinary(words: Words) -> bool:
    """Nothing but common words, figures and letters."""
    return all(is_common(word) or len(word) <= 2 or word.isdigit() for word in words)


def _how(surface: str, one: Known) -> str:
    if surface in one.written:
        return "the same words"
    folded = fold(surface)
    return "letter case" if any(fold(known) == folded for known in one.written) else "part of a name"


def _by_survival(label: Label) -> Spread:
    return Spread.WHOLE if label.survives is Survives.FAIL else Spread.NO


def _inside(covered: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(a <= start and end <= b for a, b in algebra.within(covered, start, end))
