"""One surface, one label: what a name is in this document, by all that was found of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.names import may_be_given
from anonfilter.text.word_index import Words, folded_words
from anonfilter_english.knowledge.categories.knowledge import families
from anonfilter_english.knowledge.people.person_or_place import Told, deals_with_people, told
from anonfilter_english.resolvers.propagate import Propagate

_SURE = 0.9
_SHORT = 2
_REACH = 20
_INSIDE = re.compile(r"(?<!\w)(?:in|near|outside|throughout)\s+\Z", re.I)


class Reconcile:
    """Settles surfaces that have several labels on the one with the most evidence.

    Each find counts with its score, so that two detectors that agree count twice. A fuller
    name ("Jane Austin") counts for its parts, and what ``propagate`` only repeated counts for
    nothing. A person and a place of one name are told apart by what they do, each where it stands:
    "Austin hit her", "I moved to Austin". A sure place after "in" is one.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP"),
            description="labels that models take for one another",
        )
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels whose fuller names speak for their parts"
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",), description="labels that stand where they are sure, after `in`"
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary",), description="detectors whose label stands"
        )

    name: ClassVar[str] = "reconcile"

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
        settled = self._settled(evidence)
        result = list(spans)
        changed: defaultdict[str, list[tuple[Span, Span]]] = defaultdict(list)
        for at, (span, surface) in enumerate(zip(spans, surfaces, strict=True)):
            acting = self._by_what_it_does(document.prose, span, evidence.get(surface))
            label = acting or settled.get(surface, span.label)
            if not acting and self._is_place(document.prose, span):
                continue
            if surface and label != span.label and span.detector not in self._listed:
                result[at] = replace(span, label=label)
                where = "by the words beside it" if acting else "elsewhere in this document"
                changed[f"{where} it is {label}"].append((span, result[at]))
        changes = []
        for reason, pairs in changed.items():
            before, after = zip(*pairs, strict=True)
            changes.append(Change(self.name, reason, before, after))
        return result, changes

    def _is_place(self, text: str, span: Span) -> bool:
        """Whether a sure place stands as one, whatever else bears its name: "in Austin"."""
        return (
            span.label in self._config.places
            and span.score >= _SURE
            and _INSIDE.search(text, max(0, span.start - _REACH), span.start) is not None
        )

    def _by_what_it_does(
        self, text: str, span: Span, evidence: Counter[str] | None
    ) -> LabelName | None:
        """The label of a person or place by what it does, if its name can be of that kind."""
        if evidence is None or span.label not in (*self._config.people, *self._config.places):
            return None
        does = told(text, span.start, span.end)
        if does is Told.NOTHING:
            return None
        wanted = self._config.people if does is Told.PERSON else self._config.places
        if span.label in wanted or not wanted:
            return span.label if wanted else None
        may_be = any(evidence[label] for label in wanted) or _may_be(text, span, does)
        return wanted[0] if may_be else None

    def _evidence(
        self, spans: Sequence[Span], surfaces: Sequence[Words]
    ) -> dict[Words, Counter[str]]:
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

    def _settled(self, evidence: dict[Words, Counter[str]]) -> dict[Words, str]:
        """The label of each surface; of equals the riskier, then the first by name."""
        return {
            surface: min(
                counts,
                key=lambda name: (-round(counts[name], 6), -self._risk.get(name, 0), name),
            )
            for surface, counts in evidence.items()
        }


def _may_be(text: str, span: Span, does: Told) -> bool:
    """Return True if people or places have this name."""
    from anonfilter_english.knowledge.categories.classify import categorise

    surface = text[span.start : span.end]
    category = categorise(surface, "LOCATION").category
    if does is Told.PERSON:
        sees = deals_with_people(text, span.start, span.end)
        return may_be_given(surface.casefold()) or (
            category == "CITY" and surface.isalpha() and sees
        )
    firm = does is Told.PLACE and len(surface) > _SHORT
    return firm and category in families()["LOCATION"]
