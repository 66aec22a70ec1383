"""Scans files, or takes their verdicts from the cache; in one process or in several."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter.checking.found import Found
from anonfilter.checking.scan import Problem, Scan, Scanner
from anonfilter.checking.selection import Chosen
from anonfilter.checking.verdicts import Verdicts
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.source_tree import Tree
from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy


@dataclass(frozen=True, slots=True)
class Result:
    """A scan, and the key under which to cache it, if it is new and complete."""

    scan: Scan
    key: bytes | None = None


class CachedScanner:
    """Scans files, those that have a cached verdict without a model.

    Sidecars are read from ``sidecars``, and what plugins read beside documents from ``decisions``.
    """

    def __init__(
        self,
        engine: Engine,
        keeping: SidecarPolicy,
        verdicts: Verdicts,
        sidecars: Tree,
        decisions: Tree,
    ) -> None:
        self._scanner = Scanner(engine, keeping)
        self._verdicts = verdicts
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})
        self._sidecars = sidecars
        self._decisions = decisions

    def scan(self, chosen: Chosen) -> Result:
        """Scan a file, or find its verdict. Each file is read once: the bytes that make the key
        are those that are scanned."""
        sidecars, decisions = _ReadOnce(self._sidecars), _ReadOnce(self._decisions)
        key = None
        try:
            data = chosen.read()
        except Exception as error:
            chosen = replace(chosen, read=partial(_raise, error))
        else:
            chosen = replace(chosen, read=partial(bytes, data))
            key = self._key(chosen.name, data, sidecars, decisions)
        verdict = self._verdicts.known(key)
        if verdict is not None:
            lines, found = verdict
            if not found:
                return Result(Scan(chosen.name, lines))
            before = Found.unpacked(found)
            return Result(self._scanner.scan(chosen, sidecars, decisions, before))
        in_key = {*sidecars.files, *decisions.files}
        scan = self._scanner.scan(chosen, sidecars, decisions)
        if scan.problems or scan.lost or {*sidecars.files, *decisions.files} != in_key:
            key = None
        return Result(scan, key)

    def _key(self, name: str, data: bytes, sidecars: Tree, decisions: Tree) -> bytes | None:
        """None where a file beside the document cannot be read; the scan reports that."""
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
        return self._verdicts.key("file", parts)


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


def scans(
    scanner: CachedScanner, verdicts: Verdicts, chosen: Sequence[Chosen], jobs: int
) -> Generator[Scan, None, None]:
    """Scan files and yield the scans in order; new verdicts are added to ``verdicts``.

    Each of several ``jobs`` is a process with its own models.
    """
    for result in _results(scanner, chosen, jobs):
        if result.key is not None and result.scan.found is not None:
            verdicts.add(result.key, result.scan.lines, result.scan.found.packed())
        yield result.scan


def _results(scanner: CachedScanner, chosen: Sequence[Chosen], jobs: int) -> Iterator[Result]:
    if min(jobs, len(chosen)) <= 1:
        yield from map(scanner.scan, chosen)
        return
    from anonfilter.checking import workers

    early: dict[int, Result] = {}
    following = 0
    worker = _Worker(scanner, chosen)
    numbers = list(map(str, range(len(chosen))))
    for number, result in workers.results(worker, numbers, jobs, worker.died):
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


class _Worker:
    """The work of one process; a file's name there is its number."""

    def __init__(self, scanner: CachedScanner, chosen: Sequence[Chosen]) -> None:
        self._scanner = scanner
        self._chosen = chosen
        self._caller = os.getpid()
        self._started = False

    def __call__(self, number: str) -> tuple[int, Result]:
        if not self._started and os.getpid() != self._caller:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # lets the parent end this process
            self._started = True
        return int(number), self._scanner.scan(self._chosen[int(number)])

    def died(self, number: str, how: str) -> tuple[int, Result]:
        """The result for a file whose process was killed or crashed."""
        name = self._chosen[int(number)].name
        problem = Problem(name, f"the process that scanned it has ended: {how}")
        return int(number), Result(Scan(name, scanned=False, problems=(problem,)))
