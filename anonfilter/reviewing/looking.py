"""Looking at a file for what is to be decided in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from anonfilter_plugins.resolvers.decisions.decisions_file import SUFFIX

from anonfilter.checking.accepted.allow_list import AllowList
from anonfilter.checking.found import judgeable
from anonfilter.checking.scan import Guard
from anonfilter.checking.selection import Chosen, from_top
from anonfilter.contract.document import Analysis
from anonfilter.engine.pipeline import Engine
from anonfilter.files.source_tree import DISK
from anonfilter.reviewing.items import Item, items_of
from anonfilter.reviewing.people.renewing import lost


@dataclass(frozen=True, slots=True)
class Looked:
    """A file as it was when it was looked at: its bytes, its text, and what fails a check in it.

    ``decided`` is what stood beside it, and ``lost`` the numbers of decisions that match nothing.
    """

    chosen: Chosen
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    items: tuple[Item, ...]
    decided: bytes | None
    lost: frozenset[int]

    @property
    def name(self) -> str:
        return self.chosen.name


class Looker:
    """Looks at files by the rules, and passes by what the allow list lets stand."""

    def __init__(self, engine: Engine, allowed: AllowList, guard: Guard) -> None:
        self._engine = engine
        self._allowed = allowed
        self._guard = guard

    def look(self, chosen: Chosen) -> Looked:
        """``Incomplete``, where the file cannot be read or scanned to its end."""
        with self._guard(chosen.name):
            data = chosen.read()
            decided = DISK.read(chosen.name + SUFFIX)
            analysis = self.analyse(data, chosen.name, decided)
        text = analysis.document.source.text
        items = tuple(self._items(analysis))
        return Looked(chosen, data, text, items, decided, lost(analysis.changes))

    def analyse(self, data: bytes, name: str, decided: bytes | None) -> Analysis:
        """What the rules find in these bytes, with these decisions beside them."""
        tree = _Instead(name + SUFFIX, decided)
        return self._engine.analyse(self._engine.decode(data, name, tree))

    def _items(self, analysis: Analysis) -> Iterator[Item]:
        document, today = analysis.document, date.today()
        failing = self._engine.failing(analysis)
        found = judgeable(self._engine, document, failing, from_top(document.name))
        for item in items_of(document.name, document.source.text, found):
            if not self._allowed.matching(item.finding, today):
                yield item


@dataclass(slots=True)
class _Instead:
    """The files as they are, but for one."""

    path: str
    data: bytes | None
    name: str = DISK.name
    is_index: bool = False

    def read(self, path: str | Path) -> bytes | None:
        return self.data if str(path) == self.path else DISK.read(path)

    def has(self, path: str | Path) -> bool:
        return self.read(path) is not None

    def top(self, folder: Path) -> Path | None:
        return DISK.top(folder)

    def names(self) -> frozenset[str]:
        return DISK.names()
