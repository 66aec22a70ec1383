"""Scan files for a check, or take their verdicts from the cache."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter import limits
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.source_tree import Tree
from anonfilter.files.top_paths import path_from_top
from anonfilter.reports.summary import Tally
from anonfilter.run.check_file import FileScanner, unscanned
from anonfilter.run.inputs import InputFile
from anonfilter.run.loop import worker_ended
from anonfilter.run.result import Result
from anonfilter.run.verdicts import Verdicts
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class _Read:
    """A file that was read, with the files beside it, and the ``key`` of its verdict.

    The key is None if the verdict cannot be stored.
    """

    chosen: InputFile
    size: int
    sidecars: _ReadOnce
    decisions: _ReadOnce
    key: bytes | None


class CachedScanner:
    """A scanner that takes verdicts from the cache, so that files with a verdict need no model.

    ``sidecars`` is the tree with the sidecars, ``decisions`` the tree with the files that plugins
    read beside documents.
    """

    def __init__(
        self,
        engine: Engine,
        keeping: SidecarPolicy,
        verdicts: Verdicts,
        sidecars: Tree,
        decisions: Tree,
        *,
        weighed: bool = False,
    ) -> None:
        self._scanner = FileScanner(engine, keeping, weighed=weighed)
        self._what = "file, weighed" if weighed else "file"
        self._verdicts = verdicts
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})
        self._sidecars = sidecars
        self._decisions = decisions

    def scan(self, chosen: InputFile) -> Result:
        """Return the result for a file, from its cached verdict or, without one, from a new scan.

        Each file is read once: the bytes that make the key are the bytes that are scanned.
        """
        read = self._read(chosen)
        stored = self._by_verdict(read)
        if stored is not None:
            return stored
        in_key = {*read.sidecars.files, *read.decisions.files}
        result = self._scanner.scan(read.chosen, read.sidecars, read.decisions)
        after = {*read.sidecars.files, *read.decisions.files}
        if not (result.problems or result.lost or after != in_key):
            result.key = read.key
        return result

    def stored(self, chosen: InputFile) -> Result | int:
        """Return the result for a file from its cached verdict; without one, the size in bytes."""
        read = self._read(chosen)
        return self._by_verdict(read) or read.size

    @staticmethod
    def died(chosen: InputFile, how: str) -> Result:
        """Return the result for a file whose worker was killed or crashed."""
        error = worker_ended("the process that scanned it", chosen.name, how)
        return unscanned(chosen.name, path_from_top(chosen.name), error)

    def _read(self, chosen: InputFile) -> _Read:
        sidecars, decisions = _ReadOnce(self._sidecars), _ReadOnce(self._decisions)
        try:
            limits.require_time(chosen.name)
            data = chosen.read()
        except Exception as error:
            return _Read(
                replace(chosen, stored=partial(_raise, error)), 0, sidecars, decisions, None
            )
        key = self._key(chosen.name, data, sidecars, decisions)
        chosen = replace(chosen, stored=partial(bytes, data))
        return _Read(chosen, len(data), sidecars, decisions, key)

    def _by_verdict(self, read: _Read) -> Result | None:
        """Return the result of a file from its verdict; None if the file has no verdict."""
        verdict = self._verdicts.of_file(read.key)
        if verdict is None:
            return None
        lines, found = verdict
        if not found:
            name = read.chosen.name
            return Result(name, path=self._scanner.path(name), tally=Tally(lines=lines))
        return self._scanner.scan_again(read.chosen, lines, found, read.decisions)

    def _key(self, name: str, data: bytes, sidecars: Tree, decisions: Tree) -> bytes | None:
        """Return the key of the verdict on a file; None if a file beside it cannot be read."""
        try:
            beside = [decisions.read(name + suffix) for suffix in self._suffixes]
            if any(content is not None for content in beside):  # they are about this document
                beside.append(decisions.read(name))
            place = self._scanner.sidecar_place(name)
            beside.append(None if place is None else sidecars.read(place))
        except AnonfilterError:
            return None
        parts = [os.fsencode(name), data]
        for content in beside:
            parts += [b"none"] if content is None else [b"this", content]
        return self._verdicts.key(self._what, parts)


class _ReadOnce:
    """A tree that reads each file once and keeps it in ``files``."""

    def __init__(self, tree: Tree) -> None:
        self.name, self.is_index = tree.name, tree.is_index
        self.files: dict[str, bytes | None] = {}
        self._tree = tree

    def read(self, path: str | Path) -> bytes | None:
        if str(path) not in self.files:
            self.files[str(path)] = self._tree.read(path)
        return self.files[str(path)]

    def has(self, path: str | Path) -> bool:
        return self.read(path) is not None

    def top(self, folder: Path) -> Path | None:
        return self._tree.top(folder)

    def names(self) -> frozenset[str]:
        return self._tree.names()


def _raise(error: Exception) -> bytes:
    raise error
