"""Report what ``anonfilter sync`` found and did: outdated copies, changes and errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import show_error
from anonfilter.errors import Exit, Incomplete
from anonfilter.text.plural import counted
from anonfilter.text.terminal import escape_for_log, one_line
from anonfilter_repository.sync.folders import relative
from anonfilter_repository.sync.sync_plan import KNOWN

if TYPE_CHECKING:
    from anonfilter.errors import AnonfilterError
    from anonfilter.run.result import Result
    from anonfilter_repository.sync.sync_run import Run, Work


class SyncReport:
    """A report on one run of sync, and the exit code of the run."""

    def __init__(self, run: Run, *, quiet: bool, verbose: bool) -> None:
        self._run = run
        self._quiet = quiet
        self._verbose = verbose
        self._incomplete = 0

    def as_it_is(self, *, failing: bool) -> int:
        """Print the outdated documents for --check and --dry-run, and return the exit code."""
        run = self._run
        for rel, reason in run.plan.todo.items():
            click.echo(f"{self._copy(rel)}: {reason}")
        for rel, reason in run.plan.gone.items():
            click.echo(f"{self._copy(rel)}: {reason}")
        outdated = bool(run.plan.todo or run.plan.gone) and failing
        self._problems()
        found = self._leaks() + self._names()
        if not self._quiet:
            documents = counted(len(run.plan.documents), "document")
            say(f"{documents}: {len(run.plan.todo):,} out of date")
        run.save()
        return self._exit(found=bool(found or outdated))

    def pruned(self, removed: Iterable[tuple[str, AnonfilterError | None]]) -> None:
        """Print the copies that --prune removed, and the errors."""
        for rel, error in removed:
            if error is None:
                say(f"{self._copy(rel)}: removed")
            else:
                self._incomplete += 1
                show_error(Incomplete(error.message, where=self._copy(rel), hint=error.hint))

    def done(self, work: Work) -> int:
        """Print the results of a run, and return the exit code."""
        run = self._run
        left = 0
        if work.results:
            from anonfilter.commands.options import warn_of_gaps

            warn_of_gaps(run.rules.engine)
        for rel, result in sorted(work.results.items()):
            for line in _lines(result):
                click.echo(escape_for_log(line), err=True)
            if self._verbose and result.details is not None:
                reason = run.plan.todo.get(rel, KNOWN)
                say(f"{self._original(rel)}: {reason}; done")
            left += result.tally.left
            self._incomplete += len(result.tally.incomplete)
        for rel, reason in run.plan.gone.items():
            say(f"{self._copy(rel)}: {reason}; sync --prune removes it")
        self._problems()
        for rel in work.unsettled:
            self._incomplete += 1
            say(f"{self._copy(rel)}: is out of date again; run sync again")
        self._earlier(work)
        found = left + self._leaks() + self._names()
        if not self._quiet:
            for line in self._summary(work):
                say(line)
            say(self._describe_work(work))
        run.save()
        return self._exit(found=bool(found))

    def _earlier(self, work: Work) -> None:
        """Report earlier copies of documents that this run could not update."""
        run = self._run
        failed = [rel for rel, one in sorted(work.results.items()) if one.details is None]
        failed += sorted(run.plan.problems)
        if failed:
            from anonfilter.commands.result_paths import report_earlier_results

            copies = (Path(relative(run.layout.copy(rel))) for rel in failed)
            report_earlier_results(copies, run.rules.policy)

    def _summary(self, work: Work) -> Iterator[str]:
        if not work.results:
            return
        from anonfilter.reports.summary import Tally
        from anonfilter.reports.versions import versions

        tally = Tally()
        for _, result in sorted(work.results.items()):
            tally.include(result.tally)
        yield from tally.summary_lines(True)
        yield versions(self._run.rules.engine).line()

    def _problems(self) -> None:
        run = self._run
        for rel, message in sorted(run.plan.problems.items()):
            self._incomplete += 1
            show_error(Incomplete(message, where=self._original(rel)))
        if self._verbose:
            for rel in run.plan.outside:
                say(f"outside: {self._original(rel)}")
        if not self._quiet:
            self._unread()
            self._strays()

    def _unread(self) -> None:
        if not self._run.plan.outside:
            return
        from anonfilter.reports.summary import outside

        for line in outside(self._run.plan.outside):
            say(line)

    def _strays(self) -> None:
        strays = self._run.strays()
        if not strays:
            return
        number = counted(len(strays), "copy has", "copies have")
        say(
            f"{number} no original here and no record of a sync on this machine; --prune keeps "
            "such copies unless you name them"
        )
        if self._verbose:
            for rel in strays:
                say(f"no original: {self._copy(rel)}")

    def _leaks(self) -> int:
        leaks = self._run.leaked()
        for path, rel in leaks:
            say(
                f"{path}: git would commit this file, which has the content of the original "
                f"{self._original(rel)}: `git rm --cached` removes it from the index"
            )
        return len(leaks)

    def _names(self) -> int:
        """Report originals with personal data in names that copies have; return their number."""
        found = self._run.names()
        for path, label in found:
            say(f"{path}: the file name contains {label}, also in the copy; rename {path}")
        return len(found)

    def _describe_work(self, work: Work) -> str:
        documents = counted(len(self._run.plan.documents), "document")
        if self._run.plan.problems and not work.results:
            incomplete = counted(len(self._run.plan.problems), "file")
            return f"{documents} up to date, {incomplete} incomplete"
        if not work.results:
            return f"{documents}, all up to date"
        written = sum(one.details is not None for one in work.results.values())
        return f"{documents}: {written:,} brought up to date"

    def _exit(self, *, found: bool) -> int:
        if found:
            return Exit.FOUND
        return Exit.INCOMPLETE if self._incomplete else Exit.OK

    def _copy(self, rel: str) -> str:
        return one_line(relative(self._run.layout.copy(rel)))

    def _original(self, rel: str) -> str:
        return one_line(relative(self._run.layout.original(rel)))


def _lines(result: Result) -> Iterator[str]:
    """Yield the lines about a document; if it is incomplete, also the reason."""
    yield from result.lines()
    if result.error is not None:
        error, name = result.error, result.name
        incomplete = Incomplete(error.message, where=error.where, hint=error.hint)
        if error.where not in ("", name) and incomplete.place(name) is None:
            yield f"anonfilter: {one_line(name)}: not brought up to date"
        yield f"anonfilter: {incomplete.of(name)}"


def say(line: str) -> None:
    """Print a line on standard error."""
    click.echo(one_line(line), err=True)
