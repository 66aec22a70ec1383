"""Which name a spelling spells, and whether it spells one at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_parts import parts_of
from anonfilter_english.knowledge.spelling.letters import UNCONFIRMED, Piece, chain_at, piece_of
from anonfilter_english.resolvers.known_names import plain_parts
from anonfilter_english.resolvers.spellings.known_parts import Part, Parts, alike, letters_of

_WORD = re.compile(r"[^\W\d_]+(?:['-](?!s(?!\w))[^\W\d_]+)*", re.I)
_TOGETHER = 60
_BEFORE = 60
_SCORE = 0.9
_SPELLED_OUT = "a name that is spelled out"
_LETTERS_AFTER = re.compile(r"[^\w]{1,3}[^\W\d_](?!\w)")
_NAMED = re.compile(r"\bname(?:'s|d)?\b", re.I)

Read = tuple[list[Span], str]


class Spellings:
    """Gives a spelling the number of the name that it spells; drops letters that spell none.

    What is spelled is a name wherever it stands in the text, though no detector found it there.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of names that may be spelled"
        )
        spelled: tuple[LabelName, ...] = Option(
            default=("SPELLED_NAME",), description="labels of spellings"
        )
        mistaken: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION", "NRP", "PRODUCT", "LOCATION"),
            description="what models take a name for that is spelled out",
        )
        vouched: tuple[str, ...] = Option(
            default=("front-page", "dictionary", "patterns"),
            description="detectors that make no such mistake",
        )

    name: ClassVar[str] = "spellings"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._labels = setting.labels
        self._vouched = setting.detectors(config.vouched)

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        if not enabled.finds(self._config.spelled):
            yield f"no enabled detector finds {' or '.join(self._config.spelled)}"

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        spelled = algebra.order(span for span in spans if span.label in self._config.spelled)
        if not spelled:
            return list(spans), []
        names = Parts(self._parts(text, spans, spelled))
        others = [span for span in spans if span.label not in self._config.spelled]
        result: list[Span] = []
        changes: list[Change] = []
        for at, span in enumerate(spelled):
            around = [near for near in spelled[max(0, at - 1) : at + 2] if near is not span]
            made, reason = _read(text, span, around, names)
            result += made
            if made != [span]:
                changes.append(Change(self.name, reason, (span,), tuple(made)))
        written = {fold(one.canonical): one.canonical for one in result if len(one.canonical) > 2}
        for at, span in enumerate(others):
            others[at] = self._meant(text, span, written)
            if others[at] != span:
                changes.append(Change(self.name, _SPELLED_OUT, (span,), (others[at],)))
        missed = list(self._missed(text, result, others, written))
        changes += (Change(self.name, _SPELLED_OUT, (), (span,)) for span in missed)
        return [*others, *result, *missed], changes

    def _parts(self, text: str, spans: Iterable[Span], spelled: Sequence[Span]) -> Iterator[Part]:
        """The parts of all names, but for letters that are themselves a spelling."""
        letters = algebra.merged((span.start, span.end) for span in spelled)
        for span in spans:
            if span.label not in self._config.people:
                continue
            surface = text[span.start : span.end]
            parts = list(parts_of(surface))
            known_as = [span.canonical[a:b] for a, b in parts_of(span.canonical)]
            if len(known_as) != len(parts):
                known_as = plain_parts(surface)
            for (a, b), name in zip(parts, known_as, strict=True):
                start, end = span.start + a, span.start + b
                if len(letters_of(name)) > 1 and not algebra.within(letters, start, end):
                    yield Part(start, end, name)

    def _meant(self, text: str, span: Span, written: Mapping[str, str]) -> Span:
        """The span; as a person's name if it is one that is spelled out and a model mistook it.

        Towns are spelled out as well: with a capital it takes the word "name" to be sure.
        """
        if span.label not in self._config.mistaken or not self._vouched.isdisjoint(span.detectors):
            return span
        match = _WORD.match(text, span.start, span.end)
        canonical = written.get(fold(match[0]), "") if match else ""
        if match is None or not canonical or is_common(match[0]):
            return span
        alone = match.end() == span.end or _LETTERS_AFTER.match(text, match.end(), span.end)
        named = match[0].islower() or _NAMED.search(text, max(0, span.start - _BEFORE), span.start)
        if not alone or (span.label == "LOCATION" and not named):
            return span
        return replace(span, end=match.end(), label=self._config.people[0], canonical=canonical)

    def _missed(
        self, text: str, spelled: Sequence[Span], others: Sequence[Span],
        written: Mapping[str, str],
    ) -> Iterator[Span]:  # fmt: skip
        """Where a spelled name stands in the text and is not masked. A word that everybody uses
        is one only right before its letters; there one with a slip is one as well."""
        close: dict[tuple[int, int], str] = {}
        for span in spelled:
            if len(span.canonical) > 2:
                close |= _before(text, span)
        masked = algebra.merged(
            (span.start, span.end)
            for span in (*others, *spelled)
            if self._labels[span.label].redact
        )
        for match in _WORD.finditer(text):
            word = fold(match[0])
            canonical = close.get(match.span()) or (
                "" if is_common(word) else written.get(word, "")
            )
            if canonical and not algebra.within(masked, *match.span()):
                yield Span(
                    *match.span(), self._config.people[0], self.name, _SCORE,
                    rule=_SPELLED_OUT, canonical=canonical,
                )  # fmt: skip


def _before(text: str, span: Span) -> Iterator[tuple[tuple[int, int], str]]:
    """The words before a spelling that are what it spells, but for a slip."""
    name = fold(span.canonical)
    for match in _WORD.finditer(text, max(0, span.start - _BEFORE), span.start):
        word = fold(match[0])
        slip = len(word) > 3 and word[0] == name[0] and not is_common(word) and alike(word, name)
        if word == name or slip:
            yield match.span(), span.canonical


def _read(text: str, span: Span, around: Sequence[Span], names: Parts) -> Read:
    """The spans that a spelling is, with the names they spell, and how that is known."""
    piece = piece_of(chain_at(text, span.start, span.end).units)
    exact = _exact(span, piece, around, names)
    if exact:
        return [replace(span, canonical=exact)], "spells a name that is known"
    cut = _without_pronoun(span, piece, names)
    if cut:
        return [cut], "spells a name that is known, and a word of one letter"
    for at, first, second in names.two_in(piece.text):
        return list(_divided(span, piece, at, first, second)), "spells two names that are known"
    whole = span.canonical or piece.text.title()
    near = names.near(whole, span.start, span.end)
    if near:
        return [replace(span, canonical=near)], "spells the name that stands near, with a slip"
    if span.rule == UNCONFIRMED:
        return [], "letters that spell no known name"
    again = next((other for other in around if _again(span, other)), None)
    if again:
        return [replace(span, canonical=again.canonical)], "spelled twice, once with a slip"
    return [span if span.canonical else replace(span, canonical=whole)], "its letters together"


def _exact(span: Span, piece: Piece, around: Sequence[Span], names: Parts) -> str:
    """The known name that these letters spell, or spell together with those beside them."""
    found = names.spelled(span.canonical) or names.spelled(piece.text)
    if found:
        return found
    for other in around:
        if other.canonical == span.canonical or not _close(span, other):
            continue
        first, second = sorted((span, other), key=lambda one: one.start)
        found = names.spelled(first.canonical + second.canonical)
        if found:
            return found
    return ""


def _close(one: Span, other: Span) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) <= _TOGETHER


def _again(span: Span, other: Span) -> bool:
    """Whether the letters that follow spell the same again, better."""
    return (
        other.start > span.end
        and other.rule != UNCONFIRMED
        and _close(span, other)
        and other.canonical != span.canonical
        and alike(span.canonical, other.canonical)
    )


def _without_pronoun(span: Span, piece: Piece, names: Parts) -> Span | None:
    """ "s m i t h I think": the span without the word of one letter at its end or start."""
    for units in (piece.units[:-1], piece.units[1:]):
        left = next(unit for unit in (piece.units[-1], piece.units[0]) if unit not in units)
        if len(units) < 2 or left.text.casefold() not in "ai":
            continue
        known = names.spelled(piece_of(units).text)
        if known:
            return replace(span, start=units[0].start, end=units[-1].end, canonical=known)
    return None


def _divided(span: Span, piece: Piece, at: int, first: str, second: str) -> Iterator[Span]:
    """The span in two, between the letters where one name ends and the next begins."""
    spelled = 0
    for number, unit in enumerate(piece.units):
        if spelled == at:
            yield replace(span, end=piece.units[number - 1].end, canonical=first)
            yield replace(span, start=unit.start, canonical=second)
            return
        spelled += len(unit.text)
    yield replace(span, canonical=first)
