"""What ``anonfilter check`` sees of sidecars, for which it takes no key.

A plain one that git would commit is a finding. So is a tag that the sidecar of its document does
not know: nobody could tell any more what stood there. One that cannot be read is incomplete.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.pseudonyms import mapping
from anonfilter.pseudonyms.keeping import Keeping, committable, real
from anonfilter.pseudonyms.reading import parse
from anonfilter.pseudonyms.sidecar import Kind
from anonfilter.report import Checked, Hit, Unfinished
from anonfilter.rules import find
from anonfilter.summary import counted
from anonfilter.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.beside import Reader
    from anonfilter.choice import Choice
    from anonfilter.engine import Engine
    from anonfilter.model import Document
    from anonfilter.report.paths import Paths

LOST, PLAIN = "LOST_ENTRY", "PLAIN_SIDECAR"


class Sidecars:
    """The sidecars of the documents of a check; ``reader`` has the bytes of each."""

    def __init__(self, engine: Engine, reader: Reader, checked: Checked, paths: Paths) -> None:
        self._engine = engine
        self._keeping = Keeping.by(engine.ruleset.model)
        self._reader = reader
        self._checked = checked
        self._paths = paths

    def check(self, document: Document, *, show_values: bool) -> None:
        """Are there tags that the document's sidecar does not know?"""
        lost = self._lost(document)
        if not lost:
            return
        shown = self._paths.shown(document.name)
        self._checked.files_with_hits += not any(hit.path == shown for hit in self._checked.hits)
        for line, column, tag in lost:
            value = tag if show_values else None
            self._checked.hits.append(Hit(shown, line, column, LOST, "sidecar", 1.0, value))
        number = counted(len(lost), "tag has", "tags have")
        click.echo(one_line(f"{shown}: {number} no entry in its sidecar: take document and sidecar "
                            "from git again, or filter the original again"), err=True)  # fmt: skip

    def _lost(self, document: Document) -> list[tuple[int, int, str]]:
        try:
            place = self._keeping.place(real(document.name))
        except AnonfilterError:  # outside of what `map_dir` is about
            return []
        shown = find.display(str(place))
        try:
            data = self._reader(str(place))
            if data is None:
                return []
            sidecar = parse(data, shown)
        except Incomplete as error:
            self._unfinished(error, shown)
            return []
        return mapping.lost(document.source.text, sidecar, self._engine.grammar)

    def check_all(self, choice: Choice, *, staged: bool) -> None:
        """Can each be read, and is none in clear that is, or would be, committed?"""
        plain: list[Path] = []
        for name, chosen in sorted(choice.sidecars.items()):
            try:
                if parse(chosen.read(), name).kind is Kind.PLAIN:
                    plain.append(Path(name))
            except Incomplete as error:
                self._unfinished(error, name)
        for path in plain if staged else committable(plain):
            self._refuse(self._paths.shown(str(path)))

    def _refuse(self, shown: str) -> None:
        self._checked.files_with_hits += 1
        self._checked.hits.append(Hit(shown, 1, 1, PLAIN, "sidecar", 1.0))
        click.echo(f"{one_line(shown)}: holds originals in clear, and is to be committed: "
                   "`git rm --cached` takes it out, .gitignore keeps it out", err=True)  # fmt: skip

    def _unfinished(self, error: Incomplete, name: str) -> None:
        place = error.place(name) or (None, None)
        one = Unfinished(self._paths.shown(name), error.message, *place)
        if one not in self._checked.incomplete:
            self._checked.incomplete.append(one)
