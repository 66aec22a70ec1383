"""``anonfilter --live``: filters lines of standard input as they arrive."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify
from anonfilter.errors import Incomplete, one_file
from anonfilter.files.read import unread
from anonfilter.files.write import standard_output
from anonfilter.reports.summary import EntityCount, Tally
from anonfilter.reports.versions import versions
from anonfilter.run.result import Result, remarks_of
from anonfilter.sidecars.surrogate_rules import remarks_on_parts
from anonfilter.streams.live import Behind, Live, Step
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding
    from anonfilter.engine.pipeline import Engine

_BEHIND = re.compile(r"(?P<lines>\d{1,6})(?:,\s*(?P<seconds>\d{1,5}(?:\.\d+)?)\s*s?)?")
_CHUNK = 1 << 16


def behind(written: str) -> Behind:
    """Parse a value of `--behind` such as 3,2s: a number of lines, and of seconds."""
    match = _BEHIND.fullmatch(written.strip())
    if match is None:
        raise click.UsageError("--behind is a number of lines, and seconds: 3,2s")
    return Behind(int(match["lines"]), float(match["seconds"] or Behind().seconds))


def follow(live: Live, engine: Engine, *, quiet: bool, verbose: bool) -> int:
    """Filter standard input to its end, or until Ctrl-C; return the exit code."""
    name = live.name
    if sys.stdin is None:
        raise Incomplete("is closed", where=name, hint="Pipe text into it.")
    known = engine.options.known
    for error in known.unread if known is not None else ():
        raise error  # written output cannot be withdrawn
    engine.load()
    for line in remarks_on_parts(engine):
        notify(line)
    run = _Run(engine, name)
    with _stopping() as stopped:
        for step in _steps(live, sys.stdin.fileno(), stopped):
            run.take(step)
            if step.redaction is None:
                break
        else:
            with one_file(name):
                late = live.all_late()
            run.tell(late, "let out before it was known")
    run.finish(quiet=quiet, verbose=verbose)
    return run.tally.exit


def _steps(live: Live, descriptor: int, stopped: int) -> Iterator[Step]:
    """Yield each step of output when it is due, and the remaining output at the end."""
    with one_file(live.name):
        while True:
            step = live.due(time.monotonic())
            if step is not None:
                yield step
                continue
            try:
                ready = select.select([descriptor, stopped], [], [], live.wait(time.monotonic()))[0]
                data = os.read(descriptor, _CHUNK) if descriptor in ready else None
            except OSError as error:
                raise unread(error, live.name) from None
            if data:
                live.feed(data, time.monotonic())
            elif data is not None or ready:
                break
        last = live.end()
        if last is not None:
            yield last


@contextmanager
def _stopping() -> Iterator[int]:
    """Yield a descriptor that becomes readable after Ctrl-C; a second Ctrl-C ends the run."""
    reading, writing = os.pipe()

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        os.write(writing, b"\0")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield reading
    finally:
        signal.signal(signal.SIGINT, before)
        os.close(reading)
        os.close(writing)


class _Run:
    """A run that writes the output of each step, and counts it."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.tally = Tally(files=1)
        self._things = EntityCount()
        self._remarks: dict[str, None] = {}

    def take(self, step: Step) -> None:
        kept = step.redaction is not None
        self.tell(step.left, "left, and let out" if kept else "left: nothing more is written")
        if step.redaction is not None:
            standard_output([step.output])
            self.tally.count(step.redaction.tagged)
            self._remarks |= dict.fromkeys(remarks_of(step.redaction.analysis))
            self.tally.lines += step.lines
            self._things.add(step.redaction.tagged)
        self.tell(step.late, "let out before it was known")

    def tell(self, findings: Iterable[Finding], what: str) -> None:
        """Print the place of a remaining finding, never its value."""
        late_findings = list(findings)
        for one in late_findings:
            notify(f"{one_line(one.place)}: {one.label}: {what}")
        self.tally.left += len(late_findings)

    def finish(self, *, quiet: bool, verbose: bool) -> None:
        self.tally.entities = len(self._things)
        if self.tally.left:
            self.tally.with_left.append(self.name)
        done = Result(self.name, tally=self.tally, remarks=[*self._remarks])
        for line in done.lines(counting=verbose):
            notify(line)
        if not quiet:
            for line in self.tally.summary_lines(written=True):
                notify(line)
            notify(versions(self.engine).line())
