"""Read the log of some files and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar

from anonfilter.accepted import allow_list
from anonfilter.commands.console import show_error, with_progress
from anonfilter.errors import AnonfilterError, Exit, ModelMissing
from anonfilter.files.paths import real
from anonfilter.reports.versions import versions
from anonfilter.run.check_file import is_recording
from anonfilter.run.inputs import InputFile
from anonfilter.run.session import Session
from anonfilter.selection import choice
from anonfilter.selection.globs import Globs
from anonfilter.sidecars.sidecar_pairs import Access, pairs, require_sidecar
from anonfilter.text.plural import counted
from anonfilter_archive.log.kept_places import KeptPlaces
from anonfilter_archive.log.log_rows import Kept, Replacement, Table, tables
from anonfilter_archive.log.replacements import replacements_of, replacements_without_sidecar

_Row = TypeVar("_Row", Replacement, Kept)


class FolderLog:
    """The log of some paths; ``incomplete`` counts the files that could not be read."""

    def __init__(self, session: Session, paths: Sequence[str]) -> None:
        self.incomplete = 0
        self._session = session
        self._paths = tuple(paths)
        self._access = Access.by(session.ruleset.model)
        self._replacements: list[Replacement] = []
        self._kept: list[Kept] = []

    def tables(self, *, show_values: bool) -> tuple[Table, ...]:
        """Read all files, and return the tables of the log.

        Raise an error if values are wanted, and the key that opens them is not here.
        """
        self._replacements = list(self._read_replacements(show_values=show_values))
        self._kept = list(self._read_kept())
        return tables(self._replacements, self._kept, self._about(), show_values=show_values)

    def summary(self) -> str:
        documents = len({one.document for one in self._replacements})
        return (
            f"{counted(len(self._replacements), 'replacement')} in "
            f"{counted(documents, 'document')}; {counted(len(self._kept), 'place')} kept on purpose"
        )

    def _read_replacements(self, *, show_values: bool) -> Iterator[Replacement]:
        engine, access = self._session.engine, self._access
        found = [pair for pair in pairs(self._paths, access.policy) if pair.sidecar.is_file()]
        for pair in with_progress(found, "Reading sidecar"):

            def read() -> list[Replacement]:
                if show_values:
                    access.require_originals(require_sidecar(pair, pair.read()))  # noqa: B023
                return list(replacements_of(pair, engine, access))  # noqa: B023

            yield from self._complete(read)
        own = {real(str(pair.document)) for pair in found}
        for file in self._documents():
            if real(file.name) not in own:
                yield from self._complete(
                    lambda: list(replacements_without_sidecar(file, engine))  # noqa: B023
                )

    def _documents(self) -> list[InputFile]:
        """Return the documents that the rules select, without recordings."""
        ruleset, engine = self._session.ruleset, self._session.engine
        chosen = choice.from_paths(self._paths, Globs(ruleset)).chosen.values()
        return [file for file in chosen if not is_recording(engine, file.name)]

    def _read_kept(self) -> Iterator[Kept]:
        ruleset, engine = self._session.ruleset, self._session.engine
        allowed = allow_list.read(Path.cwd(), self._session.tree)
        places = KeptPlaces(engine, allowed, ruleset.origin)
        for file in with_progress(self._documents(), "Reading file"):
            yield from self._complete(lambda: list(places.of(file)))  # noqa: B023

    def _complete(self, read: Callable[[], list[_Row]]) -> list[_Row]:
        """Return the rows of a file; report a file that cannot be read completely."""
        try:
            return read()
        except ModelMissing:
            raise
        except AnonfilterError as error:
            if error.exit_code is not Exit.INCOMPLETE:
                raise
            show_error(error)
            self.incomplete += 1
            return []

    def _about(self) -> Table:
        corpus, used = self._session.corpus, versions(self._session.engine)
        facts = {
            "made": date.today().isoformat(),
            "anonfilter": used.anonfilter,
            "rules": used.line(),
            "paths": "; ".join(self._paths),
            "files that could not be read": str(self.incomplete),
            "corpus": corpus.id if corpus is not None else "none",
            "key": corpus.key_state if corpus is not None else "none",
        }
        return Table("about", ("fact", "value"), list(facts.items()))
