"""Inspect a file for findings that need a decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX

from anonfilter.accepted.allow_list import AllowList
from anonfilter.contract.document import Analysis
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import one_file
from anonfilter.files.source_tree import DISK, Disk
from anonfilter.files.top_paths import path_from_top
from anonfilter.run.findings import to_findings
from anonfilter.run.inputs import InputFile
from anonfilter.text.values import hide_values
from anonfilter_review.decisions import lost
from anonfilter_review.items import Item, items_of


@hide_values
@dataclass(frozen=True, slots=True)
class Inspected:
    """An inspected file: its bytes, its text, and the findings that fail a check.

    ``decided`` are the bytes of its decisions file, and ``lost`` the numbers of decisions that
    match nothing.
    """

    chosen: InputFile
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    items: tuple[Item, ...]
    decided: bytes | None
    lost: frozenset[int]

    @property
    def name(self) -> str:
        return self.chosen.name


class Inspector:
    """An inspector of files by the rules, without the findings that the allow list accepts."""

    def __init__(self, engine: Engine, allowed: AllowList) -> None:
        self._engine = engine
        self._allowed = allowed

    def inspect(self, chosen: InputFile) -> Inspected:
        """Inspect a file; raise ``Incomplete`` if it cannot be read or scanned completely."""
        with one_file(chosen.name):
            data = chosen.read()
            decided = DISK.read(chosen.name + SUFFIX)
            analysis = self.analyse(data, chosen.name, decided)
        text = analysis.document.source.text
        items = tuple(self._items(analysis))
        return Inspected(chosen, data, text, items, decided, lost(analysis.changes))

    def analyse(self, data: bytes, name: str, decided: bytes | None) -> Analysis:
        """Analyse these bytes with these decisions beside them."""
        tree = _Overlay(name + SUFFIX, decided)
        return self._engine.analyse(self._engine.read_document(data, name, tree))

    def _items(self, analysis: Analysis) -> Iterator[Item]:
        document, today = analysis.document, date.today()
        failing = self._engine.failing(analysis)
        found = to_findings(self._engine, document, failing, path_from_top(document.name))
        for item in items_of(document.name, document.source.text, found):
            if not self._allowed.matching(item.finding, today):
                yield item


@hide_values
@dataclass
class _Overlay(Disk):
    """The files on disk, except for one."""

    path: str
    data: bytes | None

    def read(self, path: str | Path) -> bytes | None:
        return self.data if str(path) == self.path else super().read(path)

    def has(self, path: str | Path) -> bool:
        return self.read(path) is not None
