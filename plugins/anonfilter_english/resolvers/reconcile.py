"""Give all spans with the same words the label that has the most evidence in the document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.names import may_be_given
from anonfilter.text.word_index import Words, folded_words
from anonfilter_english.knowledge.categories.category_lists import families
from anonfilter_english.knowledge.people.person_or_place import (
    Context,
    context_of,
    is_certainly_person,
)
from anonfilter_english.resolvers.propagate import Propagate

_MOST_EVIDENCE = "the document has most evidence for"
_SURE = 0.9
_SHORT = 2
_REACH = 20
_INSIDE = re.compile(r"(?<!\w)(?:in|near|outside|throughout)(?!\s*\n\s*\n)\s+\Z", re.I)


class Reconcile:
    """A resolver that gives words with several labels the label that has the most evidence.

    Each span counts with its score, so two detectors that agree count twice. A fuller name ("Jane
    Austin") also counts for its parts. Repetitions that ``propagate`` found do not count. If a
    person and a place have the same name, the words beside each mention decide: "Austin hit her",
    "I moved to Austin". A place with a high score after "in" stays a place.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP"),
            description="labels that models confuse",
        )
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",),
            description="labels whose fuller names are evidence for their parts",
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",),
            description="labels of places: a span with a high score after "
            'the word "in" keeps its label',
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary",), description="detectors whose labels stay"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._listed = setting.detectors(config.settled)
        self._risk = {name: label.risk for name, label in setting.labels.items()}

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        surfaces = [
            folded_words(document.prose[span.start : span.end])
            if span.label in self._config.labels
            else ()
            for span in spans
        ]
        evidence = self._evidence(spans, surfaces)
        settled = {surface: self._strongest(counts) for surface, counts in evidence.items()}
        result = list(spans)
        changed: defaultdict[str, list[tuple[Span, Span]]] = defaultdict(list)
        for at, (span, surface) in enumerate(zip(spans, surfaces, strict=True)):
            strongest = settled.get(surface, span.label)
            by_context = self._by_context(document.prose, span, strongest, evidence.get(surface))
            label = by_context or strongest
            if not by_context and self._is_place(document.prose, span):
                continue
            if surface and label != span.label and span.detector not in self._listed:
                result[at] = replace(span, label=label)
                reason = "the words beside it indicate" if by_context else _MOST_EVIDENCE
                changed[f"{reason} {label}"].append((span, result[at]))
        changes = []
        for reason, pairs in changed.items():
            before, after = zip(*pairs, strict=True)
            changes.append(Change("", reason, before, after))
        return result, changes

    def _is_place(self, text: str, span: Span) -> bool:
        """Return True for a place with a high score after "in" or a similar word."""
        return (
            span.label in self._config.places
            and span.score >= _SURE
            and _INSIDE.search(text, max(0, span.start - _REACH), span.start) is not None
        )

    def _by_context(
        self, text: str, span: Span, strongest: str, evidence: Counter[str] | None
    ) -> LabelName | None:
        """Return the label that the words beside a person or place indicate.

        Return None if they indicate none, or one that the name cannot have. An organisation with
        the name of a person may be a place ("went to Harrow"), if its label would change anyway.
        """
        people, places = self._config.people, self._config.places
        either = span.label in (*people, *places)
        if evidence is None or not (either or strongest in people):
            return None
        context = context_of(text, span.start, span.end)
        if not either and context is not Context.PLACE:
            return None
        if context is Context.UNKNOWN:
            return None
        wanted = people if context is Context.PERSON else places
        if span.label in wanted or not wanted:
            return span.label if wanted else None
        may_be = any(evidence[label] for label in wanted) or _may_be(text, span, context)
        return wanted[0] if may_be else None

    def _evidence(
        self, spans: Sequence[Span], surfaces: Sequence[Words]
    ) -> dict[Words, Counter[str]]:
        """Return the sum of the scores for each label, by the words of the spans."""
        evidence: defaultdict[Words, Counter[str]] = defaultdict(Counter)
        for span, surface in zip(spans, surfaces, strict=True):
            if surface and span.detector != Propagate.name:
                weight = 1000.0 if span.detector in self._listed else span.score
                evidence[surface][span.label] += weight  # type: ignore[assignment]
        for span, surface in zip(spans, surfaces, strict=True):
            if span.label in self._config.people and len(surface) > 1:
                for word in surface:
                    if (word,) in evidence:
                        evidence[(word,)][span.label] += span.score  # type: ignore[assignment]
        return evidence

    def _strongest(self, counts: Counter[str]) -> str:
        """Return the label with the most evidence; if equal, the one with the highest risk."""
        return min(
            counts, key=lambda name: (-round(counts[name], 6), -self._risk.get(name, 0), name)
        )


def _may_be(text: str, span: Span, context: Context) -> bool:
    """Return True if people can have this name, or places, whichever the context indicates."""
    # Imported here because few documents need it.
    from anonfilter_english.knowledge.categories.category_classifier import categorise

    surface = text[span.start : span.end]
    category = categorise(surface, "LOCATION").category
    if context is Context.PERSON:
        city = category == "CITY" and surface.isalpha()
        return may_be_given(surface.casefold()) or (
            city and is_certainly_person(text, span.start, span.end)
        )
    firm = context is Context.PLACE and len(surface) > _SHORT
    return firm and category in families()["LOCATION"]
