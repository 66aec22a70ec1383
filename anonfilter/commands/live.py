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
from anonfilter.streams.live import LiveDelay, LiveFilter, LiveOutput
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding
    from anonfilter.engine.pipeline import Engine

_BEHIND = re.compile(r"(?P<lines>\d{1,6})(?:,\s*(?P<seconds>\d{1,5}(?:\.\d+)?)\s*s?)?")
_CHUNK = 1 << 16


def parse_behind(written: str) -> LiveDelay:
    """Parse a value of `--behind`, such as 3,2s: at most 3 lines, for at most 2 seconds."""
    match = _BEHIND.fullmatch(written.strip())
    if match is None:
        raise click.UsageError("--behind takes a number of lines, and seconds: 3,2s")
    return LiveDelay(int(match["lines"]), float(match["seconds"] or LiveDelay().seconds))


def follow_standard_input(live: LiveFilter, engine: Engine, *, quiet: bool, verbose: bool) -> int:
    """Filter standard input until it ends, or until Ctrl-C; return the exit code."""
    name = live.name
    if sys.stdin is None:
        raise Incomplete("is closed", where=name, hint="Pipe text into it.")
    known = engine.options.known
    for error in known.unread if known is not None else ():
        raise error  # written output cannot be withdrawn
    engine.load()
    for line in remarks_on_parts(engine):
        notify(line)
    run = _LiveRun(engine, name)
    with _interruptible() as interrupted:
        for step in _steps(live, sys.stdin.fileno(), interrupted):
            run.write(step)
            if step.redaction is None:
                break
        else:
            with one_file(name):
                late = live.all_late()
            run.report(late, "printed before it was recognised")
    run.finish(quiet=quiet, verbose=verbose)
    return run.tally.exit


def _steps(live: LiveFilter, descriptor: int, interrupted: int) -> Iterator[LiveOutput]:
    """Yield each step of the output when it is due, and the last step when the input ends."""
    with one_file(live.name):
        while True:
            step = live.due(time.monotonic())
            if step is not None:
                yield step
                continue
            try:
                wait = live.wait(time.monotonic())
                ready = select.select([descriptor, interrupted], [], [], wait)[0]
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
def _interruptible() -> Iterator[int]:
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


class _LiveRun:
    """Writes and counts the steps of a run."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.tally = Tally(files=1)
        self._entities = EntityCount()
        self._remarks: dict[str, None] = {}

    def write(self, step: LiveOutput) -> None:
        """Write the output of a step, and report the findings that it leaves in the text."""
        kept = step.redaction is not None
        self.report(
            step.left,
            "not replaced, but written (--keep-output)"
            if kept
            else "could not be replaced, so nothing more is written",
        )
        if step.redaction is not None:
            standard_output([step.output])
            self.tally.count(step.redaction.tagged)
            self._remarks |= dict.fromkeys(remarks_of(step.redaction.analysis))
            self.tally.lines += step.lines
            self._entities.add(step.redaction.tagged)
        self.report(step.late, "printed before it was recognised")

    def report(self, findings: Iterable[Finding], what: str) -> None:
        """Print the places of findings that were not replaced, never their values."""
        for finding in findings:
            notify(f"{one_line(finding.place)}: {finding.label}: {what}")
            self.tally.left += 1

    def finish(self, *, quiet: bool, verbose: bool) -> None:
        """Print the remarks and the summary."""
        self.tally.entities = len(self._entities)
        if self.tally.left:
            self.tally.with_left.append(self.name)
        result = Result(self.name, tally=self.tally, remarks=[*self._remarks])
        for line in result.lines(counting=verbose):
            notify(line)
        if not quiet:
            for line in self.tally.summary_lines(written=True):
                notify(line)
            notify(versions(self.engine).line())
