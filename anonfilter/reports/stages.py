"""Counts what detectors and resolvers found, dropped and changed, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from anonfilter.contract.document import Analysis, Change, Span
from anonfilter.reports.tables import Section, Sheet
from anonfilter.text.values import hide_values

ALL = "in all"
_DONE = ("found", "joined", "dropped", "relabelled", "added", "replaced")
_STAGES = DETECTION, RESOLUTION, END = "detectors", "resolvers", "result"


@hide_values
class Step(NamedTuple):
    """What a plugin did with a span of a label in one stage, and why."""

    stage: str
    by: str
    label: str
    did: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.did}: {self.why}" if self.why else self.did


def steps(analysis: Analysis) -> Iterator[tuple[Step, Span]]:
    """Yield each step of an analysis, with the span that the step affected."""
    for span in analysis.candidates:
        yield Step(DETECTION, span.detector, span.label, "found"), span
    for change in analysis.changes:
        spans, did = _changed(change)
        for span in spans:
            yield Step(RESOLUTION, change.resolver, span.label, did, change.reason), span
    for span in analysis.spans:
        yield Step(END, "", span.label, "replaced"), span


def _changed(change: Change) -> tuple[Sequence[Span], str]:
    """Return the spans that a change affects, and a word for what the change did with them."""
    if not change.after:
        return change.before, "dropped"
    if not change.before:
        return change.after, "added"
    if {span.label for span in change.before} != {span.label for span in change.after}:
        return change.after, "relabelled"
    return change.before[len(change.after) :], "joined"


def ordered(found: Counter[Step], chain: Sequence[str]) -> list[Step]:
    """Return the steps sorted by stage, and within a stage by plugin in the order of ``chain``.

    The stages are detectors, resolvers, and the result.
    """
    place = {name: at for at, name in enumerate(chain)}
    return sorted(
        found, key=lambda step: (_STAGES.index(step.stage), place.get(step.by, len(place)), step)
    )


@hide_values
@dataclass(slots=True)
class Stages:
    """Counts the steps in documents, by stage and by reason."""

    chain: Sequence[str]
    counts: Counter[Step] = field(default_factory=Counter)
    by_label: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, analysis: Analysis) -> None:
        for step, _ in steps(analysis):
            self.counts[step._replace(label="")] += 1
            self.by_label[step.label, step.did] += 1

    def label_section(self) -> Section:
        """Return a table with a row for each label: how many spans were found, dropped etc."""
        labels = sorted({label for label, _ in self.by_label})
        data = {label: {did: self.by_label[label, did] for did in _DONE} for label in labels}
        sheet = Sheet(
            "stages: spans by label",
            ("label", *_DONE),
            tuple((label, *(f"{data[label][did]:,}" for did in _DONE)) for label in labels),
        )
        return Section("stages_by_label", data, sheet)

    def section(self) -> Section:
        """Return a table with a row for each kind of step, and a row for each of its reasons."""
        totals: Counter[Step] = Counter()
        for step, count in self.counts.items():
            totals[step._replace(why="")] += count
        rows = [
            (total, why, count)
            for total in ordered(totals, self.chain)
            for why, count in self._reasons(total, totals[total])
        ]
        data = [
            {"stage": step.stage, "by": step.by, "did": step.did, "why": why, "spans": count}
            for step, why, count in rows
        ]
        sheet = Sheet(
            "stages: spans by what was done with them",
            ("stage", "by", "what it did", "why", "spans"),
            tuple((step.stage, step.by, step.did, why, f"{n:,}") for step, why, n in rows),
            texts=4,
        )
        return Section("stages", data, sheet)

    def _reasons(self, total: Step, count: int) -> Iterator[tuple[str, int]]:
        """Yield the total, and then the count of each reason, the most frequent reason first."""
        yield ALL, count
        known = {
            step.why: many
            for step, many in self.counts.items()
            if step.why and step._replace(why="") == total
        }
        yield from sorted(known.items(), key=lambda item: (-item[1], item[0]))
