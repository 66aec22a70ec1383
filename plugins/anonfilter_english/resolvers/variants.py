"""Give misspelled names the correct form, so that they get its tag: "Stevenston", "Stevenson"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_parts import parts_of
from anonfilter_english.knowledge.sentences import capitals_tell
from anonfilter_english.resolvers.name_spellings import NameSpellings, Spelling, plain_parts
from anonfilter_english.resolvers.span_edits import edit_each

_WORD = re.compile(r"[^\W\d_]+(?:'(?!s(?!\w))[^\W\d_]+)*", re.I)
_REASON = "a misspelling of a name that is known here"


class Variants:
    """A resolver that gives misspelled names the tag of the correct name.

    It also finds misspelled names that no detector found. A name on the front page, a name that is
    spelled out and a common name are always correct. Two similar surnames after the same given name
    are one person; after different given names they are two.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON",),
            min_length=1,
            description="labels of names whose parts are compared",
        )
        spelled: tuple[LabelName, ...] = Option(
            default=("SPELLED_NAME",),
            description="labels of names spelled out, which show the correct spelling",
        )
        mistaken: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION", "NRP", "PRODUCT"),
            description="labels that models give by mistake to a misspelled name",
        )
        vouched: tuple[str, ...] = Option(
            default=("front-page", "dictionary"),
            description="detectors whose names are spelled correctly",
        )

    name: ClassVar[str] = "variants"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._vouched = setting.detectors(config.vouched)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        names = NameSpellings(self._spellings(text, spans))
        result, changes = edit_each(
            spans, lambda span: ((self._corrected(text, span, names),), _REASON)
        )
        missed = list(self._missed(text, spans, names))
        changes += (Change("", _REASON, (), (span,)) for span in missed)
        return [*result, *missed], changes

    def _spellings(self, text: str, spans: Iterable[Span]) -> dict[str, Spelling]:
        """Return the spelling of each part of the names by its folded form."""
        spellings: dict[str, Spelling] = {}
        for span in spans:
            spelled = span.label in self._config.spelled
            if spelled or span.label in self._config.labels:
                name = span.canonical if spelled else _name(text, span)
                vouched = spelled or not self._vouched.isdisjoint(span.detectors)
                _add_evidence(spellings, plain_parts(name), span, vouched)
        return spellings

    def _corrected(self, text: str, span: Span, names: NameSpellings) -> Span:
        """Return the span; a misspelled name gets the correct name as its canonical form."""
        if span.label in self._config.mistaken and self._vouched.isdisjoint(span.detectors):
            name = names.name_near(fold(text[span.start : span.end]), strict=True)
            if name is None:
                return span
            return replace(span, label=self._config.labels[0], canonical=names.written(name))
        if span.label not in self._config.labels:
            return span
        parts = plain_parts(_name(text, span))
        corrections = [names.corrections.get(fold(part)) for part in parts]
        if not any(corrections) or len(parts) != len(list(parts_of(text[span.start : span.end]))):
            return span
        correct = (
            names.written(name) if name else part
            for name, part in zip(corrections, parts, strict=True)
        )
        return replace(span, canonical=" ".join(correct))

    def _missed(self, text: str, spans: Iterable[Span], names: NameSpellings) -> Iterator[Span]:
        """Yield misspelled names outside all spans.

        In a text with capitals, one occurrence of the misspelling must have a capital.
        """
        words = list(_WORD.finditer(text))
        cased = capitals_tell(text)
        corrections = dict(names.corrections)
        for word in dict.fromkeys(match[0] for match in words):
            if word[0].isupper() or not cased:
                name = names.name_near(fold(word), strict=not cased)
                if name is not None:
                    corrections[fold(word)] = name
        covered = algebra.merged((span.start, span.end) for span in spans)
        for match in words:
            name = corrections.get(fold(match[0]))
            if name is None or is_common(match[0]) or algebra.within(covered, *match.span()):
                continue
            yield Span(
                *match.span(),
                self._config.labels[0],
                self.name,
                names.score(name),
                rule="near a known name",
                canonical=names.written(name),
            )


def _name(text: str, span: Span) -> str:
    """Return the canonical form of a name, or else the name as the text writes it."""
    return span.canonical or text[span.start : span.end]


def _add_evidence(
    spellings: dict[str, Spelling], parts: Sequence[str], span: Span, vouched: bool
) -> None:
    for at, part in enumerate(parts):
        if _WORD.fullmatch(part) is None:
            continue
        spelling = spellings.setdefault(fold(part), Spelling(part, span.start))
        spelling.found += 1
        spelling.score = max(spelling.score, span.score)
        spelling.vouched |= vouched
        if at and len(parts[0]) > 1:
            spelling.after.add(fold(parts[0]))
