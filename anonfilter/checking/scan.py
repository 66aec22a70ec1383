"""Scans one file for a check; the result is plain data.

What is accepted and what is reported is decided where all scans come together, in
:mod:`anonfilter.checking.collect`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from anonfilter.checking.findings import to_findings
from anonfilter.checking.risk import counted_spans, is_limited, weights
from anonfilter.checking.selection import Chosen, from_top
from anonfilter.contract.book import Book
from anonfilter.contract.document import Analysis, Document, Finding, Span, Tagged
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing, one_file
from anonfilter.files.paths import real
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.pseudonyms.sidecars import mapping
from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.rules import find
from anonfilter.text.lines import count_lines


@dataclass(frozen=True, slots=True)
class Lost:
    """A tag without an entry in the document's sidecar."""

    line: int
    column: int
    tag: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file, or one beside it, could not be scanned completely."""

    name: str
    message: str
    line: int | None = None
    column: int | None = None
    hint: str = ""

    @classmethod
    def of(cls, error: Incomplete, name: str) -> Problem:
        return cls(name, error.message, *(error.place(name) or (None, None)), error.hint)


@dataclass(frozen=True, slots=True)
class Scan:
    """The scan of one file. ``tagged`` has the tags that would replace its findings."""

    name: str
    lines: int = 0
    scanned: bool = True
    findings: tuple[Finding, ...] = ()
    tagged: tuple[Tagged, ...] = field(default=(), repr=False)
    lost: tuple[Lost, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether there is nothing to report."""
        return not (self.findings or self.lost or self.remarks or self.problems)


class Scanner:
    """Scans files one after the other."""

    def __init__(self, engine: Engine, keeping: SidecarPolicy) -> None:
        self._engine = engine
        self._rules = engine.ruleset.model.check
        self._keeping = keeping

    def scan(self, chosen: Chosen, sidecars: Tree = DISK, decided: Tree = DISK) -> Scan:
        """Scan a file; its sidecar, and what plugins read beside it, are in these trees."""
        try:
            with one_file(chosen.name):
                document = self._engine.decode(chosen.read(), chosen.name, decided)
                analysis = self._engine.analyse(document)
        except ModelMissing:
            raise
        except Incomplete as error:
            return Scan(chosen.name, scanned=False, problems=(Problem.of(error, chosen.name),))
        spans = self._counting(analysis)
        lost, problems = self._lost(document, sidecars)
        return Scan(
            chosen.name,
            count_lines(document.source.text),
            findings=tuple(self._findings(document, spans)),
            tagged=tuple(self._engine.tag(document, spans, Book(document.tags))) if spans else (),
            lost=tuple(lost),
            remarks=tuple(f"{one.resolver}: {one.reason}" for one in analysis.remarks),
            problems=tuple(problems),
        )

    def _counting(self, analysis: Analysis) -> Sequence[Span]:
        """The spans that fail a check, by themselves or by their sum."""
        if is_limited(self._rules):
            return counted_spans(analysis, self._rules)
        return self._engine.failing(analysis)

    def _findings(self, document: Document, spans: Sequence[Span]) -> list[Finding]:
        """The spans as findings, with weights where the rules limit their sum."""
        if not spans:
            return []
        found = to_findings(self._engine, document, spans, from_top(document.name))
        if not is_limited(self._rules):
            return found
        costs = weights(document, spans, self._engine.labels)
        return [replace(one, weight=cost) for one, cost in zip(found, costs, strict=True)]

    def sidecar_place(self, name: str) -> Path | None:
        """The path of a document's sidecar, whether or not it exists; ``Incomplete`` where a link
        leads out of the corpus."""
        try:
            return self._keeping.place(real(name))
        except Incomplete:
            raise
        except AnonfilterError:  # outside of the folder that `map_dir` mirrors
            return None

    def _lost(self, document: Document, sidecars: Tree) -> tuple[list[Lost], list[Problem]]:
        """Tags without an entry in the document's sidecar."""
        try:
            place = self.sidecar_place(document.name)
        except Incomplete as error:
            return [], [Problem.of(error, document.name)]
        if place is None:
            return [], []
        shown = find.display(str(place))
        try:
            data = sidecars.read(place)
            sidecar = parse(data, shown) if data is not None else None
        except Incomplete as error:
            return [], [Problem.of(error, shown)]
        if sidecar is None:
            return [], []
        lost = mapping.lost(document.source.text, sidecar, self._engine.grammar)
        return [Lost(*one) for one in lost], []
