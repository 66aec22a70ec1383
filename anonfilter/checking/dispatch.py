"""Scans files, or takes their verdicts from the cache; in one process or in several."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter import parallel, workers
from anonfilter.checking.found import Found
from anonfilter.checking.scan import Problem, Scan, Scanner
from anonfilter.checking.selection import Chosen, from_top
from anonfilter.checking.verdicts import Verdicts
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.source_tree import Tree
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.values import hide_values
from anonfilter.workers import Numbered


@hide_values
@dataclass(frozen=True, slots=True)
class Result:
    """A scan, and the key under which to cache it, if it is new and complete."""

    scan: Scan
    key: bytes | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class _Read:
    """A file that was read, with those beside it that its key needs; ``key`` is None where nothing
    can be kept of it."""

    chosen: Chosen
    size: int
    sidecars: _ReadOnce
    decisions: _ReadOnce
    key: bytes | None


Done = Generator[Numbered[Result], None, None]
Watch = Callable[[Done], Iterable[Numbered[Result]]]


class CachedScanner:
    """Scans files, those that have a cached verdict without a model.

    Sidecars are read from ``sidecars``, and what plugins read beside documents from ``decisions``.
    ``weighed`` is that of the scanner.
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
        self._engine = engine
        self._scanner = Scanner(engine, keeping, weighed=weighed)
        self._what = "file, weighed" if weighed else "file"
        self._verdicts = verdicts
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})
        self._sidecars = sidecars
        self._decisions = decisions

    def results(self, chosen: Sequence[Chosen], jobs: int) -> Done:
        """Scan files, and yield the number of each with its result. With several jobs, workers
        scan those that have no verdict."""
        if jobs == 1:
            yield from enumerate(map(self.scan, chosen))
            return
        todo, sizes = list[int](), list[int]()
        for number, file in enumerate(chosen):
            read = self._read(file)
            known = self._known(read)
            if known is None:
                todo.append(number)
                sizes.append(read.size)
            else:
                yield number, known
        files = [chosen[number] for number in todo]
        with closing(parallel.results(self._engine, self.scan, files, sizes, jobs, _died)) as done:
            for at, result in done:
                yield todo[at], result

    def scan(self, chosen: Chosen) -> Result:
        """Scan a file, or find its verdict. Each file is read once: the bytes that make the key
        are those that are scanned."""
        read = self._read(chosen)
        return self._known(read) or self._scanned(read)

    def _read(self, chosen: Chosen) -> _Read:
        sidecars, decisions = _ReadOnce(self._sidecars), _ReadOnce(self._decisions)
        try:
            data = chosen.read()
        except Exception as error:
            return _Read(replace(chosen, read=partial(_raise, error)), 0, sidecars, decisions, None)
        key = self._key(chosen.name, data, sidecars, decisions)
        chosen = replace(chosen, read=partial(bytes, data))
        return _Read(chosen, len(data), sidecars, decisions, key)

    def _known(self, read: _Read) -> Result | None:
        """The result by the verdict of an earlier check."""
        verdict = self._verdicts.known(read.key)
        if verdict is None:
            return None
        lines, found = verdict
        if not found:
            name = read.chosen.name
            return Result(Scan(name, self._scanner.path(name), lines))
        before = Found.unpacked(found)
        return Result(self._scanner.told_again(read.chosen, lines, before, read.decisions))

    def _scanned(self, read: _Read) -> Result:
        in_key = {*read.sidecars.files, *read.decisions.files}
        scan = self._scanner.scan(read.chosen, read.sidecars, read.decisions)
        after = {*read.sidecars.files, *read.decisions.files}
        kept = not (scan.problems or scan.lost or after != in_key)
        return Result(scan, read.key if kept else None)

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


def _died(chosen: Chosen, how: str) -> Result:
    """The result for a file whose worker was killed or crashed."""
    problem = Problem(chosen.name, f"the process that scanned it has ended: {how}")
    return Result(Scan(chosen.name, from_top(chosen.name), scanned=False, problems=(problem,)))


def scans(
    scanner: CachedScanner,
    verdicts: Verdicts,
    chosen: Sequence[Chosen],
    jobs: int,
    watch: Watch = iter,
) -> Generator[Scan, None, None]:
    """Scan files and yield the scans in order; new verdicts are added to ``verdicts``.

    ``watch`` passes results on as they get done.
    """
    with closing(scanner.results(chosen, jobs)) as done:
        for result in workers.in_order(watch(done)):
            if result.key is not None and result.scan.found is not None:
                verdicts.add(result.key, result.scan.lines, result.scan.found.packed())
            yield result.scan
