"""A review of files in the terminal or the browser: inspect files, and write decisions."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from anonfilter_english.resolvers.decisions.decisions import Decisions

from anonfilter.accepted import allow_list as allow
from anonfilter.cache.sealed import Cache
from anonfilter.errors import AnonfilterError, Exit, Incomplete, ModelMissing
from anonfilter.files.read import read_file
from anonfilter.run import sidecar_sinks
from anonfilter.run.inputs import InputFile
from anonfilter.run.session import Session
from anonfilter.run.sinks import OpenSink, nowhere
from anonfilter.sidecars.memory import Memory
from anonfilter_review.decision_writer import Writer, WriteResult
from anonfilter_review.file_inspection import InspectedFile, Inspector
from anonfilter_review.review_items import Item, after_rewriting
from anonfilter_review.review_state import State, Verdict
from anonfilter_review.rulings import Ruling, Support, rulings
from anonfilter_review.skipped_findings import SkippedFindings


class Review:
    """A review of some files; ``notify`` prints a line, and ``show_error`` prints an error."""

    def __init__(
        self,
        session: Session,
        notify: Callable[[str], None],
        show_error: Callable[[AnonfilterError], None],
        *,
        staged: bool = False,
    ) -> None:
        self.engine = session.engine
        self.notify = notify
        self.inspected: dict[str, InspectedFile] = {}
        allowed = allow.read(Path.cwd())  # decisions are written to the disk
        self.inspector = Inspector(self.engine, allowed)
        self._show_error = show_error
        self.staged = staged
        self._keeping = session.keeping()
        self._cache = Cache.of_user()
        self._incomplete = False
        self._differing: set[str] = set()

    @property
    def labels(self) -> list[str]:
        """The labels that a reviewer can give to a finding."""
        return sorted(name for name, label in self.engine.labels.items() if label.redact)

    def inspect(self, chosen: InputFile) -> None:
        """Scan a file; report a file that cannot be scanned, which makes the review incomplete."""
        try:
            self.inspected[chosen.name] = self.inspector.inspect(chosen)
        except ModelMissing:
            raise
        except Incomplete as error:
            self._incomplete = True
            self._show_error(error.of(chosen.name))

    def items(self, *, again: bool) -> list[Item]:
        """Return the findings to decide; with ``again``, also findings that were skipped before."""
        found: list[Item] = []
        for one in self.inspected.values():
            skipped = set() if again else set(self._skipped(one.name).among(one.items))
            found += (item for item in one.items if item not in skipped)
        return found

    def hidden(self, items_asked: Sequence[Item]) -> int:
        """Return how many findings of the inspected files are not among those asked about."""
        return sum(len(one.items) for one in self.inspected.values()) - len(items_asked)

    def exit(self, left: int) -> int:
        """Return the exit code: remaining findings count more than errors."""
        if left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self._incomplete else Exit.OK

    def support(self, files: Collection[str]) -> Support:
        """Return which decisions are possible by the rules and for these files."""
        closed = {}
        for file in sorted(files):
            reason = self._closed(self.inspected[file])
            if reason:
                closed[file] = f"{file} cannot be rewritten: {reason}"
        for _, plugin in self.engine.parts():
            if isinstance(plugin, Decisions):
                return Support(True, plugin.people, plugin.names, closed)
        return Support(closed=closed)

    def _closed(self, inspected: InspectedFile) -> str:
        """Return the reason why a file cannot be redacted; "" if it can be redacted."""
        try:
            if self.staged and read_file(inspected.name).data != inspected.data:
                self._differing.add(inspected.name)
                return "the index and the working tree have different texts"
            self._sinks(inspected.name)
        except AnonfilterError as error:
            return error.message
        return ""

    def _sinks(self, name: str) -> OpenSink:
        return sidecar_sinks.in_place(self.engine, self._keeping, [name])

    def memory(self, name: str) -> Memory | None:
        """Return the numbers of a file's tags in earlier runs, from its sidecar."""
        with sidecar_sinks.preview(self._keeping, [name], nowhere)(name) as sink:
            return sink.memory(read_file(name))

    def write(
        self,
        state: State,
        support: Support,
        notify: Callable[[str], None] | None = None,
        reviewer: str = "",
    ) -> int:
        """Write the decisions, and return the number of remaining findings."""
        notify = notify or self.notify
        ruled = list(rulings(state))
        writer = Writer(
            self.engine,
            self.inspector,
            support,
            lambda name: self._sinks(name)(name),
            notify,
            frozenset(self._differing),
            reviewer,
        )
        with _ignore_signals():
            written = writer.write(ruled, self.inspected, state.people)
            self._remember(ruled, written)
        self._incomplete |= written.incomplete
        if self.staged and written.paths:
            paths = shlex.join(os.path.relpath(path) for path in dict.fromkeys(written.paths))
            notify(f"the index is unchanged; to commit this: git add -- {paths}")
        settled = sum(one.answer not in (None, Verdict.SKIP) for one in ruled)
        return state.total - settled + written.missed

    def _skipped(self, file: str) -> SkippedFindings:
        return SkippedFindings(self._cache, file)

    def _remember(self, ruled: Sequence[Ruling], written: WriteResult) -> None:
        """Remember the skipped findings, by the text around them after the files were written."""
        labels = {one.item: one.label for one in ruled if one.answer is Verdict.SKIP}
        answered = {one.item for one in ruled}
        for name, one in self.inspected.items():
            skipped = self._skipped(name)
            before = [item for item in skipped.among(one.items) if item not in answered]
            now = {item: item for item in one.items}
            if name in written.rewritten:
                now = after_rewriting(one.items, written.rewritten[name])
            keys = [
                skipped.key(now[item], labels.get(item, ""))
                for item in (*before, *(item for item in one.items if item in labels))
                if item in now
            ]
            skipped.add(keys, {skipped.key(item) for item in one.items})


@contextmanager
def _ignore_signals() -> Iterator[None]:
    """Ignore Ctrl-C and the signals that end a process."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
