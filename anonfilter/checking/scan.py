"""Scanning one file for a check: all that the check must know of it, as plain data.

Nothing is decided here but what the rules find. What is let pass, and what is told, is decided
where all files come together (:mod:`anonfilter.checking.collect`), whoever scanned them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from anonfilter.checking.found import judgeable
from anonfilter.checking.risk import adding, is_limited, weights
from anonfilter.checking.selection import Chosen, from_top
from anonfilter.contract.book import Book
from anonfilter.contract.document import Analysis, Document, Finding, Span, Tagged
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing
from anonfilter.files.paths import real
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.pseudonyms.sidecars import mapping
from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.rules import find
from anonfilter.text.lines import count_lines

Guard = Callable[[str], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class Lost:
    """A tag of ours that the document's sidecar does not know."""

    line: int
    column: int
    tag: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that could not be scanned to its end, or one beside it, and why."""

    name: str
    message: str
    line: int | None = None
    column: int | None = None

    @classmethod
    def of(cls, error: Incomplete, name: str) -> Trouble:
        return cls(name, error.message, *(error.place(name) or (None, None)))


@dataclass(frozen=True, slots=True)
class Scan:
    """What one file came to. ``tagged`` is what its findings would be replaced by."""

    name: str
    lines: int = 0
    scanned: bool = True
    findings: tuple[Finding, ...] = ()
    tagged: tuple[Tagged, ...] = field(default=(), repr=False)
    lost: tuple[Lost, ...] = ()
    remarks: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def clean(self) -> bool:
        """Nothing need be told of it."""
        return not (self.findings or self.lost or self.remarks or self.troubles)


class Scanner:
    """Scans files one after the other. ``guard`` makes an error of ours one of that file."""

    def __init__(
        self, engine: Engine, keeping: SidecarPolicy, guard: Guard = lambda name: nullcontext()
    ) -> None:
        self._engine = engine
        self._rules = engine.ruleset.model.check
        self._keeping = keeping
        self._guard = guard

    def scan(self, chosen: Chosen, sidecars: Tree = DISK, decided: Tree = DISK) -> Scan:
        """Scan a file whose sidecar, and what plugins read beside it, are in these trees."""
        try:
            with self._guard(chosen.name):
                document = self._engine.decode(chosen.read(), chosen.name, decided)
                analysis = self._engine.analyse(document)
        except ModelMissing:
            raise
        except Incomplete as error:
            return Scan(chosen.name, scanned=False, troubles=(Trouble.of(error, chosen.name),))
        spans = self._counting(analysis)
        lost, troubles = self._lost(document, sidecars)
        return Scan(
            chosen.name,
            count_lines(document.source.text),
            findings=tuple(self._findings(document, spans)),
            tagged=tuple(self._engine.tag(document, spans, Book(document.tags))) if spans else (),
            lost=tuple(lost),
            remarks=tuple(f"{one.resolver}: {one.reason}" for one in analysis.remarks),
            troubles=tuple(troubles),
        )

    def _counting(self, analysis: Analysis) -> Sequence[Span]:
        """The spans that fail a check, or may do so together with others."""
        if is_limited(self._rules):
            return adding(analysis, self._rules)
        return self._engine.failing(analysis)

    def _findings(self, document: Document, spans: Sequence[Span]) -> list[Finding]:
        """The spans as they are judged; weighed, where the rules limit what they add up to."""
        if not spans:
            return []
        found = judgeable(self._engine, document, spans, from_top(document.name))
        if not is_limited(self._rules):
            return found
        costs = weights(document, spans, self._engine.labels)
        return [replace(one, weight=cost) for one, cost in zip(found, costs, strict=True)]

    def sidecar_place(self, name: str) -> Path | None:
        """Where a document's sidecar would be."""
        try:
            return self._keeping.place(real(name))
        except AnonfilterError:  # outside of what `map_dir` is about
            return None

    def _lost(self, document: Document, sidecars: Tree) -> tuple[list[Lost], list[Trouble]]:
        """Tags that the document's sidecar does not know."""
        place = self.sidecar_place(document.name)
        if place is None:
            return [], []
        shown = find.display(str(place))
        try:
            data = sidecars.read(place)
            sidecar = parse(data, shown) if data is not None else None
        except Incomplete as error:
            return [], [Trouble.of(error, shown)]
        if sidecar is None:
            return [], []
        lost = mapping.lost(document.source.text, sidecar, self._engine.grammar)
        return [Lost(*one) for one in lost], []
