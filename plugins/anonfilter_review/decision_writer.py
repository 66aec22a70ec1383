"""Write the decisions of a review: allow list, decisions files and redacted texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX
from anonfilter_english.resolvers.decisions.decisions_file import Decision, parse, to_bytes
from pydantic import ValidationError

from anonfilter.accepted import allow_list as allow
from anonfilter.accepted.allow_edits import with_entry
from anonfilter.contract.document import Analysis, Finding, RewrittenText
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files import write as output
from anonfilter.files.read import read_file
from anonfilter.files.source_tree import DISK
from anonfilter.rules.find import display
from anonfilter.run.filter_file import redact_only
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_review.decision_updates import moved, names_tags, renewed
from anonfilter_review.file_inspection import InspectedFile, Inspector
from anonfilter_review.review_state import Verdict
from anonfilter_review.rulings import Ruling, Support, decisions, entries

if TYPE_CHECKING:
    from anonfilter.run.sinks import OpenSink

Place = tuple[int, int]
_UNCOVERING = (Verdict.ONCE, Verdict.NOT_A_PERSON)


@hide_values
@dataclass(slots=True)
class WriteResult:
    """The written files, and in ``missed`` the number of rulings without effect.

    ``rewritten`` has the redacted texts of files that had not changed since they were inspected.
    """

    paths: list[Path] = field(default_factory=list)
    rewritten: dict[str, RewrittenText] = field(default_factory=dict)
    missed: int = 0
    incomplete: bool = False


@hide_values
@dataclass(slots=True)
class Writer:
    """A writer of the decisions on several files; an error in one file does not stop the others.

    ``differing`` has the files whose texts in the index and in the working tree differ. Entries of
    the allow list name the ``reviewer``, if there is a name.
    """

    engine: Engine
    inspector: Inspector
    support: Support
    open_sink: OpenSink
    notify: Callable[[str], None]
    differing: frozenset[str] = frozenset()
    reviewer: str = ""
    result: WriteResult = field(default_factory=WriteResult)

    def write(
        self,
        rulings: Sequence[Ruling],
        inspected: Mapping[str, InspectedFile],
        people: Sequence[tuple[str, Decision]] = (),
    ) -> WriteResult:
        """Write the allow list, and the text, sidecar and decisions of each file."""
        self._attempt("", 0, lambda: self._allow(entries(rulings, self.support)))
        by_file: dict[str, list[Ruling]] = {}
        for one in rulings:
            if one.label or one.answer not in (None, Verdict.SKIP, Verdict.ALWAYS):
                by_file.setdefault(one.item.file, []).append(one)
        linked: dict[str, list[Decision]] = {}
        for name, decision in people:
            linked.setdefault(name, []).append(decision)
        for name in dict.fromkeys((*by_file, *linked)):
            ruled, links = by_file.get(name, []), linked.get(name, [])
            step = partial(self._write_file, inspected[name], ruled, links)
            self._attempt(name, len(ruled) + len(links), step)
        return self.result

    def _attempt(self, name: str, concerned: int, step: Callable[[], None]) -> None:
        """Run a step; report an error, after which the rulings ``concerned`` have no effect."""
        try:
            step()
        except AnonfilterError as error:
            message = str(error)
            where = "" if not name or name in message else f"{name}: "
            self.notify(f"{where}{message}; the decisions were not written")
            self.result.incomplete = True
            self.result.missed += concerned

    def _allow(self, wanted: Sequence[tuple[dict[str, object], Finding]]) -> None:
        """Add entries to the allow list; each must accept its finding."""
        if not wanted:
            return
        path = allow.place(Path.cwd())
        before = DISK.read(path)
        data, added = before, 0
        by = {"by": self.reviewer, "since": date.today()} if self.reviewer else {}
        for entry, found in ((one | by, found) for one, found in wanted):
            extended = self._extended(data, path, entry, found)
            added += extended != data
            data = extended
        if data is not None and data != before:
            output.new_file(path, data, os.stat(path) if before is not None else None)
            self._wrote(path, f"{counted(added, 'entry', 'entries')} added")

    def _extended(
        self, data: bytes | None, path: Path, entry: dict[str, object], found: Finding
    ) -> bytes | None:
        name = display(str(path))
        try:
            changed = with_entry(data, name, entry)
        except ValidationError:
            changed = None
        if changed is None or not allow.parse(changed, name).allowances[-1].matches(found):
            self.notify(f"{found.path}: this value cannot be represented in the allow list")
            self.result.missed += 1
            return data
        return changed

    def _write_file(
        self, inspected: InspectedFile, rulings: Sequence[Ruling], people: Sequence[Decision]
    ) -> None:
        """Write the text, sidecar and decisions of one file."""
        before = inspected
        inspected, rulings = self._refreshed(inspected, rulings)
        if inspected is not before and people:
            self._missed(inspected, len(people), "decisions about people were not carried over")
            people = ()
        new = decisions(rulings, self.support, people)
        redacted = {one.item.place for one in rulings if one.answer is Verdict.REDACT}
        if new:
            self._require_same_text(inspected)
        kept, dropped = renewed(inspected.decided, inspected.text, inspected.lost, new)
        decided = inspected.decided
        if new:
            decided = to_bytes(inspected.text, kept, decided)
        if dropped:
            self.notify(
                f"{inspected.name}{SUFFIX}: {dropped:,} decisions about an earlier text dropped"
            )
        rewritten = None
        if redacted:
            with self._reporting_errors(inspected, len(redacted)):
                rewritten = self._redact(inspected, redacted, kept, decided, rulings)
        if rewritten is not None:
            if inspected is before:
                self.result.rewritten[inspected.name] = rewritten
        elif new and decided is not None:
            path = Path(inspected.name + SUFFIX)
            output.new_file(path, decided, None)
            self._wrote(path, f"{len(new)} decided, {len(kept)} in all")
            analysis = self.inspector.analyse(inspected.data, inspected.name, decided)
            self._report_ineffective(inspected, rulings, analysis)

    def _refreshed(
        self, inspected: InspectedFile, rulings: Sequence[Ruling]
    ) -> tuple[InspectedFile, Sequence[Ruling]]:
        """Carry rulings over to the same findings of a file that has changed since the scan."""
        if self._is_unchanged(inspected):
            return inspected, rulings
        current = self.inspector.inspect(inspected.chosen)
        items = {(item.label, item.mark): item for item in current.items}
        carried = [
            replace(one, item=items[key])
            for one in rulings
            if (key := (one.item.label, one.item.mark)) in items
        ]
        gone = len(rulings) - len(carried)
        self.result.missed += gone
        dropped = f"; {counted(gone, 'decision')} could not be carried over" if gone else ""
        self.notify(f"{inspected.name}: has changed since it was scanned{dropped}")
        return current, carried

    def _is_unchanged(self, inspected: InspectedFile) -> bool:
        current = inspected.chosen.read(), DISK.read(inspected.name + SUFFIX)
        return current == (inspected.data, inspected.decided)

    def _require_same_text(self, inspected: InspectedFile) -> None:
        """Raise an error if writing would drop decisions about the text in the working tree."""
        decided = inspected.decided
        if inspected.name not in self.differing or decided is None:
            return
        if not parse(decided, inspected.name + SUFFIX).is_about(inspected.text):
            raise Incomplete(
                "the index and the working tree differ, and the decisions file is not for the text "
                "in the index",
                where=inspected.name,
            )

    @contextmanager
    def _reporting_errors(self, inspected: InspectedFile, places: int) -> Iterator[None]:
        """Report that places cannot be redacted, so that other decisions are still written."""
        try:
            yield
        except AnonfilterError as error:
            if not self._is_unchanged(inspected):
                raise
            self.notify(f"{error}; nothing was replaced")
            self.result.incomplete = True
            self.result.missed += places

    def _redact(
        self,
        inspected: InspectedFile,
        places: set[Place],
        kept: Sequence[Decision],
        decided: bytes | None,
        rulings: Sequence[Ruling],
    ) -> RewrittenText:
        """Replace these places, and write text, sidecar and decisions in one step."""
        if names_tags(kept):
            raise Incomplete(
                "the decisions file refers to mentions by tags, which may change",
                where=inspected.name,
                hint=f"Refer to them by their places in {SUFFIX.removeprefix('.')}.",
            )
        with self.open_sink(inspected.name) as sink:
            source = read_file(inspected.name)
            if source.data != inspected.data:
                raise Incomplete("has changed since it was scanned", where=inspected.name)
            memory = sink.memory(source)
            analysis = self.inspector.analyse(inspected.data, inspected.name, decided)
            origin = analysis.document.origin
            wanted = {
                (span.start, span.end)
                for span in analysis.spans
                if origin.extent(span.start, span.end) in places
            }
            done = redact_only(self.engine, analysis, wanted, memory)
            left = list(moved(kept, done.rewritten))
            if left or inspected.decided is not None:
                data = to_bytes(done.rewritten.text, left, decided)
                done = replace(done, beside={SUFFIX: data})
            sink.take(source, done)
            remark = f"; {sink.remark}" if sink.remark else ""
        others = f", {len(left)} decided in {SUFFIX.removeprefix('.')}" if left else ""
        self._wrote(Path(inspected.name), f"{len(wanted):,} replaced{others}{remark}")
        self.result.paths += (Path(inspected.name + suffix) for suffix in done.beside)
        if len(wanted) < len(places):
            self._missed(inspected, len(places) - len(wanted), "no longer found, and not replaced")
        self._report_ineffective(inspected, rulings, analysis)
        return done.rewritten

    def _report_ineffective(
        self, inspected: InspectedFile, rulings: Iterable[Ruling], analysis: Analysis
    ) -> None:
        """Report places that are still findings: known originals, or spans of later resolvers."""
        origin = analysis.document.origin
        found = {origin.extent(one.start, one.end) for one in self.engine.failing(analysis)}
        left = sum(
            one.answer in _UNCOVERING and not one.label and one.item.place in found
            for one in rulings
            if self.support.applies_to(one.item)
        )
        if left:
            self._missed(inspected, left, "still found in spite of the decision; `a` allows them")

    def _missed(self, inspected: InspectedFile, number: int, why: str) -> None:
        self.notify(f"{inspected.name}: {number:,} {why}")
        self.result.missed += number

    def _wrote(self, path: Path, what: str) -> None:
        self.result.paths.append(path)
        self.notify(f"{display(str(path))}: {what}")
