"""Print the results of `anonfilter run`, and collect them for its report file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

import click

from anonfilter.commands.console import notify, show_error
from anonfilter.contract.plugin import KnownOriginals
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.reports import summary
from anonfilter.reports.summary import Tally
from anonfilter.reports.versions import versions
from anonfilter.rules import Ruleset
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line
from anonfilter_datasets.shards.shard_work import ShardResult

_MOST = 20  # places that are printed; the report has them all
_NUMBERED = (
    "tags are numbered shard by shard: [PERSON_1] of two shards are two people. `scope: corpus` in "
    "the rules, and a key (`anonfilter key new`), give a name the same tag in all of them"
)


class RunReport:
    """The counts and places of a run, which are printed as they come. It has no values."""

    def __init__(self, ruleset: Ruleset, *, quiet: bool) -> None:
        self._quiet = quiet
        self._tally = Tally()
        self._counts = Counter[str]()
        self._places: list[dict[str, object]] = []
        if ruleset.model.scope != "corpus" and not quiet:
            notify(_NUMBERED)

    def outside(self, folder: str, others: Iterable[str]) -> None:
        """Print how many files of a folder are not read."""
        for line in () if self._quiet else summary.outside(others, hint=""):
            notify(f"{one_line(folder)}: {line}")

    def unread(self, known: KnownOriginals | None) -> None:
        """Print the files of known originals that could not be read."""
        for error in known.unread if known is not None else ():
            self._incomplete(error)

    def shard(self, done: ShardResult) -> None:
        """Print and count the result for a shard."""
        self._counts["rows"] += done.rows - len(done.failed) if done.whole else 0
        self._tally.include(done.tally)
        for remark in done.remarks:
            notify(f"{one_line(done.name)}: {one_line(remark)}")
        for row, why in done.failed:
            self._print(
                "failed",
                f"{done.name}:{row}: set aside: {why}",
                file=done.name,
                row=row,
                reason=why,
            )
        self.file(done)

    def file(self, done: ShardResult) -> None:
        """Print and count the findings in a file."""
        for finding in done.findings:
            self._print(
                "left",
                f"{finding.place}: {finding.label} ({finding.detector}, {finding.score:.2f})",
                file=finding.path,
                line=finding.line,
                column=finding.column,
                label=finding.label,
                detector=finding.detector,
            )
        if done.error is not None:
            self._incomplete(done.error)

    def _incomplete(self, error: AnonfilterError) -> None:
        self._counts["incomplete"] += 1
        self._places.append({"file": error.where, "reason": error.message})
        show_error(error)

    def _print(self, kind: str, printed: str, /, **place: object) -> None:
        self._places.append(place)
        self._counts[kind] += 1
        if self._counts[kind] <= _MOST:
            click.echo(one_line(printed), err=True)

    def summary(self, shards: int, before: int, engine: Engine) -> None:
        """Print the counts, and one line for each kind of problem."""
        counts = self._counts
        if not self._quiet:
            had = f", {before:,} of them done before" if before else ""
            notify(f"{counted(shards, 'shard')}{had}: {counted(counts['rows'], 'row')} written")
            for line in self._tally.summary_lines(written=True) if self._tally.files else ():
                notify(line)
        for kind, unit, what in (
            ("failed", "row", "set aside, and not in the result"),
            ("left", "place", "left in the result"),
            ("incomplete", "file", "incomplete"),
        ):
            if counts[kind]:
                more = "; --report FILE lists all" if counts[kind] > _MOST else ""
                notify(f"{counted(counts[kind], unit)} {what}{more}")
        if not self._quiet:
            notify(versions(engine).line())

    def report(self) -> str:
        """Return the content of the report file: counts and places, as JSON."""
        figures = {kind: self._counts[kind] for kind in ("rows", "failed", "left", "incomplete")}
        return json.dumps({**figures, "places": self._places}, indent=1) + "\n"

    @property
    def exit(self) -> Exit:
        """The exit code: a finding counts more than an incomplete file."""
        if self._counts["left"]:
            return Exit.FOUND
        return Exit.INCOMPLETE if self._counts["failed"] or self._counts["incomplete"] else Exit.OK
