"""Bring one document up to date: write twin and sidecar together, as the filter's -o does."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from anonfilter import filtering
from anonfilter.checking.names import found_in_names
from anonfilter.checking.risk_sums import NAMES
from anonfilter.checking.selection import Name
from anonfilter.contract.document import Redaction
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import real_place
from anonfilter.files.read import Input
from anonfilter.filtering import died, filtered
from anonfilter.reports.summary import Tally
from anonfilter.run import results
from anonfilter.run.slots import Slot
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values
from anonfilter_repository.sync.layout import Layout, relative
from anonfilter_repository.sync.stamps import Stamp, Stamping, settled


@hide_values
@dataclass(slots=True)
class Outcome:
    """The result for one document. ``lines`` are for standard error, without values.

    ``source``, ``twin``, ``sidecar`` and ``follow`` are set if it was written. ``names`` are
    originals whose twins have personal data in their names, with the label.
    """

    rel: str
    size: int = 0
    lines: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    source: Stamp | None = None
    twin: Stamp | None = None
    sidecar_at: str = ""
    sidecar: Stamp | None = None
    follow: dict[str, Stamp] = field(default_factory=dict)
    names: list[tuple[str, str]] = field(default_factory=list)


class Worker:
    """Brings documents up to date, one after the other."""

    def __init__(
        self,
        engine: Engine,
        policy: SidecarPolicy,
        layout: Layout,
        rels: Sequence[str],
    ) -> None:
        self._engine = engine
        self._policy = policy
        self._layout = layout
        self._stamping = Stamping(layout.workspace.algorithm)
        places = {self._name(rel): Path(relative(layout.twin(rel))) for rel in rels}
        self._open = results.below(engine, policy, places)

    def __call__(self, rel: str) -> Outcome:
        outcome = Outcome(rel)
        done = filtered(
            self._engine, partial(self._slot, rel), self._name(rel),
            then=partial(self._note, outcome), told=AnonfilterError,
        )  # fmt: skip
        return self._told(outcome, done)

    def died(self, rel: str, how: str) -> Outcome:
        """Return the outcome of a document whose process ended unexpectedly."""
        return self._told(Outcome(rel), died(self._name(rel), how))

    def _name(self, rel: str) -> str:
        return relative(self._layout.original(rel))

    @contextmanager
    def _slot(self, rel: str, name: str) -> Iterator[Slot]:
        self._require_inside(rel)
        with self._open(name) as slot:
            yield slot

    def _require_inside(self, rel: str) -> None:
        twin, output = self._layout.twin(rel), os.path.realpath(self._layout.output_folder)
        if not real_place(twin).is_relative_to(output):
            raise Incomplete(
                f"a symbolic link leads out of {self._layout.output}", where=relative(twin.parent)
            )

    def _note(self, outcome: Outcome, source: Input, done: Redaction) -> None:
        """Record what was written, still under the document's lock."""
        state = settled(source.status) if source.status is not None else None
        outcome.source = Stamp(self._stamping.ids(source.data), state)
        outcome.twin = Stamp(self._stamping.ids(done.output))
        people = [
            (one.mention.label.name, one.mention.surface)
            for one in done.tagged
            if one.mention.label.name in NAMES
        ]
        outcome.names = names_in(self._engine, self._layout, [outcome.rel], people=people)
        outcome.follow = {
            suffix: Stamp(self._stamping.ids(data)) for suffix, data in done.beside.items()
        }
        if self._policy.kind is not None:
            place = self._policy.place(real_place(self._layout.twin(outcome.rel)))
            outcome.sidecar_at = os.path.relpath(place, self._layout.workspace.root)
            if os.path.lexists(place):
                outcome.sidecar = Stamp(self._stamping.take(str(place)).ids)

    def _told(self, outcome: Outcome, done: filtering.Outcome) -> Outcome:
        """Add what is to be told of a document, and why it is incomplete."""
        outcome.size, outcome.tally = done.size, done.tally
        outcome.lines += done.told()
        if done.error is not None:
            error, name = done.error, done.name
            incomplete = Incomplete(error.message, where=error.where, hint=error.hint)
            if error.where not in ("", name) and incomplete.place(name) is None:
                outcome.lines.append(f"anonfilter: {one_line(name)}: not brought up to date")
            outcome.lines.append(f"anonfilter: {incomplete.of(name)}")
            outcome.source = None
        return outcome


def names_in(
    engine: Engine,
    layout: Layout,
    rels: Sequence[str],
    *,
    people: Collection[tuple[str, str]] = (),
    prose: bool = True,
) -> list[tuple[str, str]]:
    """List the originals, and folders of them, whose twins have personal data in their names; each
    with the label.

    ``people`` are the labels and names of people in their texts. ``prose``: strong evidence of any
    kind counts, not only what the corpus knows.
    """
    originals = {relative(layout.twin(rel)): relative(layout.original(rel)) for rel in rels}
    names = [Name(twin, prose=prose) for twin in originals]
    found: dict[tuple[str, str], None] = {}
    for one, path in found_in_names(engine, names, dict.fromkeys(originals, people)):
        twin = next(twin for twin in originals if twin == path or twin.startswith(f"{path}/"))
        found[originals[twin].removesuffix(twin.removeprefix(path)), one.label] = None
    return list(found)
