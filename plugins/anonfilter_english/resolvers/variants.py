"""Recognise misspelled names: "Stevenston" for Stevenson."""

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
from anonfilter_english.resolvers.known_names import Form, KnownNames, plain_parts
from anonfilter_english.resolvers.span_edits import edit_each

_WORD = re.compile(r"[^\W\d_]+(?:'(?!s(?!\w))[^\W\d_]+)*", re.I)
_REASON = "a near miss of a name that is known here"


class Variants:
    """A resolver that gives misspelled names the number of the correct name.

    It also finds misspelled names that detectors missed.

    A name on the front page, a name that is spelled out and a common name are not misspelled. The
    same given name before two similar surnames indicates one person; different ones indicate two.
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
        names = KnownNames(self._forms(text, spans))
        result, changes = edit_each(
            self.name, spans, lambda span: ((self._corrected(text, span, names),), _REASON)
        )
        missed = list(self._missed(text, spans, names))
        changes += (Change(self.name, _REASON, (), (span,)) for span in missed)
        return [*result, *missed], changes

    def _forms(self, text: str, spans: Iterable[Span]) -> dict[str, Form]:
        """Return the spellings of all parts of names, with the evidence for each."""
        forms: dict[str, Form] = {}
        for span in spans:
            spelled = span.label in self._config.spelled
            if spelled or span.label in self._config.labels:
                name = span.canonical if spelled else _name(text, span)
                vouched = spelled or not self._vouched.isdisjoint(span.detectors)
                _learn(forms, plain_parts(name), span, vouched)
        return forms

    def _corrected(self, text: str, span: Span, names: KnownNames) -> Span:
        """Return the span, with the correct names of its parts as canonical form."""
        if span.label in self._config.mistaken and self._vouched.isdisjoint(span.detectors):
            head = names.name_near(fold(text[span.start : span.end]), strict=True)
            if head is None:
                return span
            return replace(span, label=self._config.labels[0], canonical=names.written(head))
        if span.label not in self._config.labels:
            return span
        parts = plain_parts(_name(text, span))
        slips = [names.slips.get(fold(part)) for part in parts]
        if not any(slips) or len(parts) != len(list(parts_of(text[span.start : span.end]))):
            return span
        heads = (
            names.written(slip) if slip else part for slip, part in zip(slips, parts, strict=True)
        )
        return replace(span, canonical=" ".join(heads))

    def _missed(self, text: str, spans: Iterable[Span], names: KnownNames) -> Iterator[Span]:
        """Yield misspelled names outside all spans; one of each must have a capital."""
        words = list(_WORD.finditer(text))
        cased = capitals_tell(text)
        heads = dict(names.slips)
        for word in dict.fromkeys(match[0] for match in words):
            if word[0].isupper() or not cased:
                head = names.name_near(fold(word), strict=not cased)
                if head is not None:
                    heads[fold(word)] = head
        covered = algebra.merged((span.start, span.end) for span in spans)
        for match in words:
            head = heads.get(fold(match[0]))
            if head is None or is_common(match[0]) or algebra.within(covered, *match.span()):
                continue
            yield Span(
                *match.span(),
                self._config.labels[0],
                self.name,
                names.score(head),
                rule="near a known name",
                canonical=names.written(head),
            )


def _name(text: str, span: Span) -> str:
    """Return the name as an earlier resolver or the text writes it."""
    return span.canonical or text[span.start : span.end]


def _learn(forms: dict[str, Form], parts: Sequence[str], span: Span, vouched: bool) -> None:
    for at, part in enumerate(parts):
        if _WORD.fullmatch(part) is None:
            continue
        form = forms.setdefault(fold(part), Form(part, span.start))
        form.found += 1
        form.score = max(form.score, span.score)
        form.vouched |= vouched
        if at and len(parts[0]) > 1:
            form.after.add(fold(parts[0]))
