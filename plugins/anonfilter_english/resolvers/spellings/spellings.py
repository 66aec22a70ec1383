"""Give names that are spelled out ("B-E-L-L") the tag of the name that they spell."""

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
from anonfilter_english.knowledge.spelling.spelled_letters import (
    UNCONFIRMED,
    Piece,
    chain_at,
    piece_of,
)
from anonfilter_english.resolvers.name_spellings import plain_parts
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
    """A resolver that gives a name spelled by letters ("B-E-L-L") the tag of the name.

    It drops letters that spell no name, and finds the spelled names where no detector found them.
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
            description="labels that models give by mistake to a name that is spelled out",
        )
        vouched: tuple[str, ...] = Option(
            default=("front-page", "dictionary", "patterns"),
            description="detectors that do not make this mistake",
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
                changes.append(Change("", reason, (span,), tuple(made)))
        names_spelled = {
            fold(span.canonical): span.canonical for span in result if len(span.canonical) > 2
        }
        for at, span in enumerate(others):
            others[at] = self._corrected(text, span, names_spelled)
            if others[at] != span:
                changes.append(Change("", _SPELLED_OUT, (span,), (others[at],)))
        missed = list(self._missed(text, result, others, names_spelled))
        changes += (Change("", _SPELLED_OUT, (), (span,)) for span in missed)
        return [*others, *result, *missed], changes

    def _parts(self, text: str, spans: Iterable[Span], spelled: Sequence[Span]) -> Iterator[Part]:
        """Yield the parts of people's names, except initials and parts that are spelled out."""
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

    def _corrected(self, text: str, span: Span, names_spelled: Mapping[str, str]) -> Span:
        """Return the span with the label of people's names if another place spells out its name.

        Return other spans as they are. Towns are spelled out too: a place with a capital also needs
        the word "name" before it.
        """
        if span.label not in self._config.mistaken or not self._vouched.isdisjoint(span.detectors):
            return span
        match = _WORD.match(text, span.start, span.end)
        canonical = names_spelled.get(fold(match[0]), "") if match else ""
        if match is None or not canonical or is_common(match[0]):
            return span
        alone = match.end() == span.end or _LETTERS_AFTER.match(text, match.end(), span.end)
        named = match[0].islower() or _NAMED.search(text, max(0, span.start - _BEFORE), span.start)
        if not alone or (span.label == "LOCATION" and not named):
            return span
        return replace(span, end=match.end(), label=self._config.people[0], canonical=canonical)

    def _missed(
        self,
        text: str,
        spelled: Sequence[Span],
        others: Sequence[Span],
        names_spelled: Mapping[str, str],
    ) -> Iterator[Span]:
        """Yield the names outside replaced spans that are spelled out in another place of the text.

        Common words and misspelled names are yielded only right before their spelling.
        """
        before: dict[tuple[int, int], str] = {}
        for span in spelled:
            if len(span.canonical) > 2:
                before |= _names_before(text, span)
        masked = algebra.merged(
            (span.start, span.end)
            for span in (*others, *spelled)
            if self._labels[span.label].redact
        )
        for match in _WORD.finditer(text):
            word = fold(match[0])
            elsewhere = "" if is_common(word) else names_spelled.get(word, "")
            canonical = before.get(match.span()) or elsewhere
            if canonical and not algebra.within(masked, *match.span()):
                yield Span(
                    *match.span(),
                    self._config.people[0],
                    self.name,
                    _SCORE,
                    rule=_SPELLED_OUT,
                    canonical=canonical,
                )


def _names_before(text: str, span: Span) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the place of each word that writes a spelled name right before it, and the name."""
    name = fold(span.canonical)
    for match in _WORD.finditer(text, max(0, span.start - _BEFORE), span.start):
        word = fold(match[0])
        slip = len(word) > 3 and word[0] == name[0] and not is_common(word) and alike(word, name)
        if word == name or slip:
            yield match.span(), span.canonical


def _read(text: str, span: Span, around: Sequence[Span], names: Parts) -> Read:
    """Return the spans for one spelling, with the names that they spell, and the reason."""
    piece = piece_of(chain_at(text, span.start, span.end).units)
    exact = _exact(span, piece, around, names)
    if exact:
        return [replace(span, canonical=exact)], "spells a name that is known"
    shorter = _without_pronoun(span, piece, names)
    if shorter:
        return [shorter], "spells a name that is known, and a word of one letter"
    for at, first, second in names.two_in(piece.text):
        return list(_divided(span, piece, at, first, second)), "spells two names that are known"
    whole = span.canonical or piece.text.title()
    near = names.near(whole, span.start, span.end)
    if near:
        return [replace(span, canonical=near)], "spells a nearby name, with a mistake"
    if span.rule == UNCONFIRMED:
        return [], "letters that spell no known name"
    better = next((other for other in around if _is_respelled(span, other)), None)
    if better:
        return [replace(span, canonical=better.canonical)], "spelled twice, once with a mistake"
    return [span if span.canonical else replace(span, canonical=whole)], "spells a name of its own"


def _exact(span: Span, piece: Piece, around: Sequence[Span], names: Parts) -> str:
    """Return the known name that a spelling spells, alone or with a spelling beside it.

    Return "" if there is none.
    """
    found = names.spelled(span.canonical) or names.spelled(piece.text)
    if found:
        return found
    for other in around:
        if other.canonical == span.canonical or not _are_close(span, other):
            continue
        first, second = sorted((span, other), key=lambda spelling: spelling.start)
        found = names.spelled(first.canonical + second.canonical)
        if found:
            return found
    return ""


def _are_close(span: Span, other: Span) -> bool:
    return max(span.start, other.start) - min(span.end, other.end) <= _TOGETHER


def _is_respelled(span: Span, other: Span) -> bool:
    """Return True if another spelling follows that spells the same name correctly."""
    return (
        other.start > span.end
        and other.rule != UNCONFIRMED
        and _are_close(span, other)
        and other.canonical != span.canonical
        and alike(span.canonical, other.canonical)
    )


def _without_pronoun(span: Span, piece: Piece, names: Parts) -> Span | None:
    """Return the span without an "I" or "a" at one end: "s m i t h I think".

    Return None if there is none, or if the other letters do not spell a known name.
    """
    ends = ((piece.units[:-1], piece.units[-1]), (piece.units[1:], piece.units[0]))
    for units, word in ends:
        if len(units) < 2 or word.text.casefold() not in "ai":
            continue
        known = names.spelled(piece_of(units).text)
        if known:
            return replace(span, start=units[0].start, end=units[-1].end, canonical=known)
    return None


def _divided(span: Span, piece: Piece, at: int, first: str, second: str) -> Iterator[Span]:
    """Yield the parts of a span that spells two names; ``at`` is where the second name begins."""
    spelled = 0
    for number, unit in enumerate(piece.units):
        if spelled == at:
            yield replace(span, end=piece.units[number - 1].end, canonical=first)
            yield replace(span, start=unit.start, canonical=second)
            return
        spelled += len(unit.text)
    yield replace(span, canonical=first)
