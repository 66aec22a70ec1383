"""Writing what was decided: into the allow list, beside the files, and into their text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter_plugins.resolvers.decisions.decisions_file import SUFFIX, Decision, parse, written
from pydantic import ValidationError

from anonfilter.checking.accepted import allow_list as allow
from anonfilter.checking.accepted.allow_edits import with_entry
from anonfilter.contract.document import Analysis, Finding, Rewritten
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files import write as output
from anonfilter.files.read import read_file
from anonfilter.files.source_tree import DISK
from anonfilter.reviewing.looking import Looked, Looker
from anonfilter.reviewing.moving import moved, names_tags
from anonfilter.reviewing.people.renewing import renewed
from anonfilter.reviewing.rulings import Obeyed, Ruling, decisions, entries
from anonfilter.reviewing.state import Verdict
from anonfilter.rules.find import display
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.pseudonyms.results import Open

Place = tuple[int, int]
_UNCOVERING = (Verdict.ONCE, Verdict.NOBODY)


@dataclass(slots=True)
class Written:
    """What came of it: files that were written, and how many rulings came to nothing.

    ``rewritten`` are the texts that were, of files that had not changed meanwhile.
    """

    paths: list[Path] = field(default_factory=list)
    rewritten: dict[str, Rewritten] = field(default_factory=dict)
    missed: int = 0
    incomplete: bool = False


@dataclass(slots=True)
class Writer:
    """``differing`` are files of the index whose text is another one in the working tree.

    One file that cannot be written stops no other.
    """

    engine: Engine
    looker: Looker
    obeyed: Obeyed
    open_slot: Open
    tell: Callable[[str], None]
    differing: frozenset[str] = frozenset()
    result: Written = field(default_factory=Written)

    def write(self, rulings: Sequence[Ruling], looked: Mapping[str, Looked]) -> Written:
        self._tried("", 0, lambda: self._allow(entries(rulings, self.obeyed)))
        by_file: dict[str, list[Ruling]] = {}
        for one in rulings:
            if one.label or one.answer not in (None, Verdict.SKIP, Verdict.ALWAYS):
                by_file.setdefault(one.item.file, []).append(one)
        for name, those in by_file.items():
            self._tried(name, len(those), lambda: self._file(looked[name], those))  # noqa: B023
        return self.result

    def _tried(self, name: str, concerned: int, step: Callable[[], None]) -> None:
        try:
            step()
        except AnonfilterError as error:
            message = str(error)
            where = "" if not name or name in message else f"{name}: "
            self.tell(f"{where}{message}; nothing was written of this")
            self.result.incomplete = True
            self.result.missed += concerned

    # the allow list

    def _allow(self, wanted: Sequence[tuple[dict[str, object], Finding]]) -> None:
        if not wanted:
            return
        path = allow.place(Path.cwd())
        before = DISK.read(path)
        data, added = before, 0
        for entry, found in wanted:
            with_it = self._with(data, path, entry, found)
            added += with_it != data
            data = with_it
        if data is not None and data != before:
            output.new_file(path, data, os.stat(path) if before is not None else None)
            self._wrote(path, f"{counted(added, 'entry', 'entries')} added")

    def _with(
        self, data: bytes | None, path: Path, entry: dict[str, object], found: Finding
    ) -> bytes | None:
        name = display(str(path))
        try:
            changed = with_entry(data, name, entry)
        except ValidationError:
            changed = None
        if changed is None or not allow.parse(changed, name).allowances[-1].matches(found):
            self.tell(f"{found.path}: a value that was to be allowed cannot be written down")
            self.result.missed += 1
            return data
        return changed

    # a file, and what stands beside it

    def _file(self, looked: Looked, rulings: Sequence[Ruling]) -> None:
        before = looked
        looked, rulings = self._as_it_is_now(looked, rulings)
        new = decisions(rulings, self.obeyed)
        redacted = {one.item.place for one in rulings if one.answer is Verdict.REDACT}
        if new:
            self._require_same_text(looked)
        kept, dropped = renewed(looked.decided, len(looked.text), looked.lost, new)
        decided = written(len(looked.text), kept) if new else looked.decided
        if dropped:
            self.tell(f"{looked.name}{SUFFIX}: {dropped:,} for an earlier text dropped")
        rewritten = self._redact(looked, redacted, kept, decided, rulings) if redacted else None
        if rewritten is not None:
            if looked is before:
                self.result.rewritten[looked.name] = rewritten
        elif new and decided is not None:
            path = Path(looked.name + SUFFIX)
            output.new_file(path, decided, None)
            self._wrote(path, f"{len(new)} decided, {len(kept)} in all")
            analysis = self.looker.analyse(looked.data, looked.name, decided)
            self._tell_without_effect(looked, rulings, analysis)

    def _as_it_is_now(
        self, looked: Looked, rulings: Sequence[Ruling]
    ) -> tuple[Looked, Sequence[Ruling]]:
        """Where something was changed meanwhile, rulings go to the same findings in what is there
        now."""
        if self._is_as_it_was(looked):
            return looked, rulings
        current = self.looker.look(looked.chosen)
        items = {(item.label, item.mark): item for item in current.items}
        still = [
            replace(one, item=items[key])
            for one in rulings
            if (key := (one.item.label, one.item.mark)) in items
        ]
        gone = len(rulings) - len(still)
        self.result.missed += gone
        told = f"; {counted(gone, 'decision')} could not be carried over" if gone else ""
        self.tell(f"{looked.name}: has changed meanwhile{told}")
        return current, still

    def _is_as_it_was(self, looked: Looked) -> bool:
        there = looked.chosen.read(), DISK.read(looked.name + SUFFIX)
        return there == (looked.data, looked.decided)

    def _require_same_text(self, looked: Looked) -> None:
        """What was decided of a text that is not the one in the index is not to be lost."""
        if looked.name in self.differing and looked.decided is not None:
            about = parse(looked.decided, looked.name + SUFFIX).characters
            if about != len(looked.text):
                raise Incomplete(
                    "index and working tree differ, and the decisions beside it are about another "
                    "text than the index's",
                    where=looked.name,
                )

    def _redact(
        self,
        looked: Looked,
        places: set[Place],
        kept: Sequence[Decision],
        decided: bytes | None,
        rulings: Sequence[Ruling],
    ) -> Rewritten | None:
        """None if the text stays as it is. What else was decided about it is written all the
        same."""
        try:
            return self._redacted(looked, places, kept, decided, rulings)
        except AnonfilterError as error:
            if not self._is_as_it_was(looked):
                raise
            self.tell(f"{error}; nothing was replaced")
            self.result.incomplete = True
            self.result.missed += len(places)
            return None

    def _redacted(
        self,
        looked: Looked,
        places: set[Place],
        kept: Sequence[Decision],
        decided: bytes | None,
        rulings: Sequence[Ruling],
    ) -> Rewritten:
        """The text with these replaced, its sidecar, and what is decided beside it: together."""
        if names_tags(kept):
            raise Incomplete(
                "decisions beside it name mentions by tags, which would be others afterwards",
                where=looked.name,
                hint=f"Let {SUFFIX.removeprefix('.')} name them by their places.",
            )
        with self.open_slot(looked.name) as slot:
            source = read_file(looked.name)
            if source.data != looked.data:
                raise Incomplete("has changed meanwhile", where=looked.name)
            memory = slot.memory(source)
            analysis = self.looker.analyse(looked.data, looked.name, decided)
            origin = analysis.document.origin
            wanted = {
                (span.start, span.end)
                for span in analysis.spans
                if origin.extent(span.start, span.end) in places
            }
            done = self.engine.redact_only(analysis, wanted, memory)
            left = list(moved(kept, done.rewritten))
            if left or looked.decided is not None:
                data = written(len(done.rewritten.text), left)
                done = replace(done, beside={SUFFIX: data})
            slot.take(source, done)
            remark = f"; {slot.remark}" if slot.remark else ""
        beside_it = f", {len(left)} decided beside it" if left else ""
        self._wrote(Path(looked.name), f"{len(wanted):,} replaced{beside_it}{remark}")
        self.result.paths += (Path(looked.name + suffix) for suffix in done.beside)
        if len(wanted) < len(places):
            self._missed(looked, len(places) - len(wanted), "not found any more, and not replaced")
        self._tell_without_effect(looked, rulings, analysis)
        return done.rewritten

    def _tell_without_effect(
        self, looked: Looked, rulings: Iterable[Ruling], analysis: Analysis
    ) -> None:
        """What is found in spite of a decision: by known originals, or later in the rules."""
        origin = analysis.document.origin
        found = {origin.extent(one.start, one.end) for one in self.engine.failing(analysis)}
        left = sum(
            one.answer in _UNCOVERING and not one.label and one.item.place in found
            for one in rulings
            if self.obeyed.obeys_place(one.item)
        )
        if left:
            self._missed(looked, left, "found in spite of the decision: `a` lets it stand")

    def _missed(self, looked: Looked, number: int, why: str) -> None:
        self.tell(f"{looked.name}: {number:,} {why}")
        self.result.missed += number

    def _wrote(self, path: Path, what: str) -> None:
        self.result.paths.append(path)
        self.tell(f"{display(str(path))}: {what}")
