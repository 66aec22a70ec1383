"""Reports the results of a filter run, and writes its texts to standard output."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, show_error
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.files.write import standard_output
from anonfilter.reports.summary import Tally
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.run.result import Result


class FilterReport:
    """Counts and reports the results of a run, without values.

    Standard output gets the texts of all inputs, or nothing. ``unwritten`` are the names of the
    inputs whose results were not written.
    """

    def __init__(
        self,
        engine: Engine,
        paint: bool | None,
        *,
        keep_output: bool,
        verbose: bool,
        to_stdout: bool,
    ) -> None:
        self.tally = Tally()
        self.unwritten: list[str] = []
        self._engine = engine
        self._paint = paint
        self._keep_output = keep_output
        self._verbose = verbose
        self._to_stdout = to_stdout
        self._output: list[Iterable[bytes]] = []
        self._first_left: tuple[str, str, int, int] | None = None
        self._hints: set[str] = set()

    def add(self, result: Result) -> None:
        """Count and report the result of one input."""
        self.tally.include(result.tally)
        if result.output is not None:
            self._output.append(result.output)
        if result.findings and self._first_left is None:
            first = result.findings[0]
            self._first_left = one_line(result.name), first.member, first.line, first.column
        for line in result.lines(partial(click.style, fg="red"), counting=self._verbose):
            click.echo(line, err=True, color=self._paint)
        if result.error is not None:
            self._show(result.error, result.name)
        if result.error is not None or (result.findings and not self._keep_output):
            self.unwritten.append(result.name)

    def incomplete(self, error: Incomplete, name: str) -> None:
        """Count and report an input that was not processed."""
        self._show(error, name)
        self.tally.incomplete.append(name)
        self.unwritten.append(name)

    def finish(self, *, quiet: bool, preview: bool, rules: str | None) -> Exit:
        """Write to standard output, print the summary, and return the exit code."""
        written = self._keep_output or self.tally.exit is Exit.OK
        if self._output and written:
            standard_output(chain.from_iterable(self._output))
        if not quiet:
            self._summarise(written, preview=preview, rules=rules)
        return self.tally.exit

    def _summarise(self, written: bool, *, preview: bool, rules: str | None) -> None:
        """Print what was replaced, which files are incomplete, and the next commands."""
        from anonfilter.reports.versions import versions

        # Unless the texts go to standard output, each file was written separately.
        replaced = written or not (self._to_stdout or self.tally.left)
        for line in self.tally.summary_lines(replaced and not preview):
            notify(line)
        notify(versions(self._engine).line())
        if not written and self._to_stdout:
            notify("nothing was written to standard output")
        if self._first_left is not None:
            from anonfilter.commands.next_steps import steps_after_filter

            for line in steps_after_filter(*self._first_left, rules):
                notify(line)

    def _show(self, error: AnonfilterError, name: str) -> None:
        """Print why a file is incomplete, with the hint unless an earlier error had the same."""
        hint = "" if error.hint in self._hints else error.hint
        self._hints.add(error.hint)
        show_error(Incomplete(error.message, where=error.where or name, hint=hint))
