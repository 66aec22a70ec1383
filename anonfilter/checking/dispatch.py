"""A file's scan: from an earlier verdict, or anew; in one process, or in several side by side."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter.checking.scan import Guard, Scan, Scanner, Trouble
from anonfilter.checking.selection import Chosen
from anonfilter.checking.verdicts import Verdicts
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.source_tree import Tree
from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy


@dataclass(frozen=True, slots=True)
class Judged:
    """A scan, and the key of a new verdict, if it is one."""

    scan: Scan
    key: bytes | None = None


class Judge:
    """Scans what no verdict is known of.

    Sidecars are read from ``sidecars``, and what plugins read beside documents from ``decided``.
    """

    def __init__(
        self,
        engine: Engine,
        keeping: SidecarPolicy,
        guard: Guard,
        verdicts: Verdicts,
        sidecars: Tree,
        decided: Tree,
    ) -> None:
        self._scanner = Scanner(engine, keeping, guard)
        self._verdicts = verdicts
        self._suffixes = sorted({end for _, one in engine.parts() for end in needs_of(one).beside})
        self._sidecars = sidecars
        self._decided = decided

    def judge(self, chosen: Chosen) -> Judged:
        """Whatever was read for the key is what is scanned: nothing is read twice."""
        sidecars, decided = _Once(self._sidecars), _Once(self._decided)
        key = None
        try:
            data = chosen.read()
        except Exception as error:
            chosen = replace(chosen, read=partial(_raise, error))
        else:
            chosen = replace(chosen, read=partial(bytes, data))
            key = self._key(chosen.name, data, sidecars, decided)
        lines = self._verdicts.known(key)
        if lines is not None:
            return Judged(Scan(chosen.name, lines))
        foreseen = {*sidecars.done, *decided.done}
        scan = self._scanner.scan(chosen, sidecars, decided)
        if not (scan.clean and scan.scanned) or {*sidecars.done, *decided.done} != foreseen:
            key = None
        return Judged(scan, key)

    def _key(self, name: str, data: bytes, sidecars: Tree, decisions: Tree) -> bytes | None:
        """None, where a file beside cannot be read: the scan will tell."""
        try:
            decided = [decisions.read(name + suffix) for suffix in self._suffixes]
            place = self._scanner.sidecar_place(name)
            sidecar = None if place is None else sidecars.read(place)
        except AnonfilterError:
            return None
        parts = [os.fsencode(name), data]
        for one in (*decided, sidecar):
            parts += [b"none"] if one is None else [b"this", one]
        return self._verdicts.key("file", parts)


class _Once:
    """A tree of which each file is read once; ``done`` are those that were."""

    def __init__(self, tree: Tree) -> None:
        self.name, self.is_index = tree.name, tree.is_index
        self.done: dict[str, bytes | None] = {}
        self._tree = tree

    def read(self, path: str | Path) -> bytes | None:
        if str(path) not in self.done:
            self.done[str(path)] = self._tree.read(path)
        return self.done[str(path)]

    def has(self, path: str | Path) -> bool:
        return self.read(path) is not None

    def top(self, folder: Path) -> Path | None:
        return self._tree.top(folder)

    def names(self) -> frozenset[str]:
        return self._tree.names()


def _raise(error: Exception) -> bytes:
    raise error


def scans(
    judge: Judge, verdicts: Verdicts, chosen: Sequence[Chosen], jobs: int
) -> Generator[Scan, None, None]:
    """All of them, in order; what is new and clean is noted in ``verdicts``.

    Several ``jobs`` are processes, each with models of its own.
    """
    for judged in _judged(judge, chosen, jobs):
        if judged.key is not None:
            verdicts.add(judged.key, judged.scan.lines)
        yield judged.scan


def _judged(judge: Judge, chosen: Sequence[Chosen], jobs: int) -> Iterator[Judged]:
    if min(jobs, len(chosen)) <= 1:
        yield from map(judge.judge, chosen)
        return
    from anonfilter.checking import workers as crew

    early: dict[int, Judged] = {}
    following = 0
    member = _Member(judge, chosen)
    for number, judged in crew.results(
        member, list(map(str, range(len(chosen)))), jobs, member.died
    ):
        early[number] = judged
        while following in early:
            yield early.pop(following)
            following += 1


class _Member:
    """The work of one of the processes. What names a file there is its number."""

    def __init__(self, judge: Judge, chosen: Sequence[Chosen]) -> None:
        self._judge = judge
        self._chosen = chosen
        self._caller = os.getpid()
        self._begun = False

    def __call__(self, number: str) -> tuple[int, Judged]:
        if not self._begun and os.getpid() != self._caller:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # who called us ends us at once
            self._begun = True
        return int(number), self._judge.judge(self._chosen[int(number)])

    def died(self, number: str, how: str) -> tuple[int, Judged]:
        """The process that had this file has ended, and nobody asked it to."""
        name = self._chosen[int(number)].name
        trouble = Trouble(name, f"the process that scanned it has ended: {how}")
        return int(number), Judged(Scan(name, scanned=False, troubles=(trouble,)))
