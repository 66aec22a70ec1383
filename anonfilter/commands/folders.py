"""Finds the documents in the folders of a command line; the rules select them, as in `check`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter.commands.console import notify
from anonfilter.errors import AnonfilterError
from anonfilter.rules import Ruleset
from anonfilter.run.inputs import InputFile
from anonfilter.selection.choice import FileChoice, from_paths
from anonfilter.selection.globs import Globs
from anonfilter.text.plural import counted


@dataclass(slots=True)
class FoundDocuments:
    """The documents to process, in order: named files, and the documents in each folder.

    - ``places``: for documents outside the current folder, the path of the result below the folder
      for results.
    - ``outside``: the files that the rules do not match. ``links``: symbolic links, which are not
      read. ``results``: the number of files that are results already.
    """

    files: list[InputFile] = field(default_factory=list)
    places: dict[str, Path] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    results: int = 0

    def add(self, folder: str, choice: FileChoice, results: Path | None) -> None:
        """Add the chosen documents of a folder, except links and files in ``results``."""
        base = Path(os.path.normpath(folder))
        elsewhere = base.is_absolute() or base.parts[:1] == ("..",)
        folder_name = Path(os.path.realpath(folder)).name
        for name, chosen in choice.chosen.items():
            if results is not None and _is_below(name, results):
                self.results += 1
            elif os.path.islink(name):
                self.links.append(name)
            else:
                self.files.append(chosen)
                if elsewhere:
                    self.places[name] = Path(folder_name, os.path.relpath(name, folder))
        self.outside += (
            name
            for name in sorted(choice.outside)
            if results is None or not _is_below(name, results)
        )

    def report(self, results: str | None = None, *, verbose: bool | None = None) -> None:
        """Print which files in the folders are left out, and why.

        ``verbose`` is None for a command without the option --verbose.
        """
        from anonfilter.reports import summary

        for name in self.links:
            notify(f"skipped: {name}: a symbolic link")
        if self.results:
            notify(f"skipped: {counted(self.results, 'file')} in {results}, where the results go")
        for name in self.outside if verbose else ():
            notify(f"outside: {name}")
        for line in summary.outside(self.outside, *([""] if verbose is None else [])):
            notify(line)


def find_named(names: Iterable[str], stdin_name: str | None, ruleset: Ruleset) -> list[InputFile]:
    """Return the files that a command line names; report which files in folders are left out."""
    found = find_documents((InputFile.named(name, stdin_name) for name in names), ruleset)
    found.report()
    return found.files


def find_documents(
    inputs: Iterable[InputFile], ruleset: Ruleset, results: str | None = None
) -> FoundDocuments:
    """Return the named files, and the documents in the named folders.

    Files in ``results``, the folder for results, are left out. Raise an error if a named folder is
    ``results`` or a folder inside it.
    """
    wanted = Globs(ruleset)
    found = FoundDocuments()
    for file in inputs:
        if file.is_stdin or not os.path.isdir(file.name):
            found.files.append(file)
            continue
        if results is not None and _is_below(file.name, Path(results)):
            raise AnonfilterError(
                f"is in {results}, the folder for the results",
                where=file.name,
                hint="Choose another folder for them.",
            )
        choice = from_paths([file.name], wanted)
        found.add(file.name, choice, None if results is None else Path(results))
    once: dict[str, InputFile] = {}
    for file in found.files:
        once.setdefault(os.path.realpath(file.name), file)
    found.files = list(once.values())
    return found


def _is_below(name: str, folder: Path) -> bool:
    return Path(os.path.realpath(name)).is_relative_to(os.path.realpath(folder))
