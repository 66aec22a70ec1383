"""Scan files for the findings that a reviewer decides about."""

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
from anonfilter.run.check_file import to_findings
from anonfilter.run.inputs import InputFile
from anonfilter.text.values import hide_values
from anonfilter_review.decision_updates import lost
from anonfilter_review.review_items import Item, items_of


@hide_values
@dataclass(frozen=True, slots=True)
class InspectedFile:
    """A scanned file: its bytes, its text, and the findings that fail a check.

    ``decided`` has the bytes of its decisions file, and ``lost`` the numbers of the decisions that
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
    """An inspector of files, which leaves out findings that the allow list accepts."""

    def __init__(self, engine: Engine, allowed: AllowList) -> None:
        self._engine = engine
        self._allowed = allowed

    def inspect(self, chosen: InputFile) -> InspectedFile:
        """Scan a file; raise ``Incomplete`` if it cannot be read or scanned completely."""
        with one_file(chosen.name):
            data = chosen.read()
            decided = DISK.read(chosen.name + SUFFIX)
            analysis = self.analyse(data, chosen.name, decided)
        text = analysis.document.source.text
        items = tuple(self._items(analysis))
        return InspectedFile(chosen, data, text, items, decided, lost(analysis.changes))

    def analyse(self, data: bytes, name: str, decided: bytes | None) -> Analysis:
        """Analyse the bytes of a file with this content of its decisions file."""
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
    """The files on disk, except that the file at ``path`` has ``data``, or is absent with None."""

    path: str
    data: bytes | None

    def read(self, path: str | Path) -> bytes | None:
        return self.data if str(path) == self.path else super().read(path)

    def has(self, path: str | Path) -> bool:
        return self.read(path) is not None
