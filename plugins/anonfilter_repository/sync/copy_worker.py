"""Update the copy of one document, together with its sidecar, as `anonfilter -o` does."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from anonfilter.checking.names import found_in_names
from anonfilter.contract.document import Redaction
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import real_place
from anonfilter.files.read import LoadedFile
from anonfilter.run import sidecar_sinks
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.inputs import InputFile, OpenedFile
from anonfilter.run.result import Result
from anonfilter.run.risks import NAMES
from anonfilter.run.sinks import Sink
from anonfilter.selection.choice import CheckedName
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter_repository.sync.file_stamps import Stamp, Stamping, settled
from anonfilter_repository.sync.folders import Layout, relative
from anonfilter_repository.sync.sync_state import Entry


class Worker:
    """A worker that updates one copy after the other.

    ``Result.details`` is the document's entry in the state, if its copy was written. ``basis`` and
    ``known`` are stored in the entry; ``beside`` has the files beside each original.
    """

    def __init__(
        self,
        engine: Engine,
        policy: SidecarPolicy,
        layout: Layout,
        rels: Sequence[str],
        *,
        basis: str,
        known: str,
        beside: Mapping[str, dict[str, Stamp]],
    ) -> None:
        self._engine = engine
        self._policy = policy
        self._layout = layout
        self._basis, self._known, self._beside = basis, known, beside
        self._stamping = Stamping(layout.workspace.algorithm)
        self._rels = {relative(layout.original(rel)): rel for rel in rels}
        places = {name: Path(relative(layout.copy(rel))) for name, rel in self._rels.items()}
        self._open = sidecar_sinks.below(engine, policy, places)
        self._filter = FilterJob(
            engine,
            self._sink,
            then=self._note,
            isolated=AnonfilterError,
            opener=lambda _, file: nullcontext(OpenedFile(file.load())),
        )

    def __call__(self, rel: str) -> Result:
        """Update the copy of a document."""
        name = relative(self._layout.original(rel))
        result = self._filter(InputFile(name))
        if result.error is not None:
            result.details = None
        return result

    def died(self, rel: str, how: str) -> Result:
        """Return the result of a document whose process ended unexpectedly."""
        return self._filter.died(InputFile(relative(self._layout.original(rel))), how)

    def rel(self, result: Result) -> str:
        """Return the path below the source folder of the document with this result."""
        return self._rels[result.name]

    @contextmanager
    def _sink(self, name: str) -> Iterator[Sink]:
        self._require_inside(self._rels[name])
        with self._open(name) as sink:
            yield sink

    def _require_inside(self, rel: str) -> None:
        copy, output = self._layout.copy(rel), os.path.realpath(self._layout.output_folder)
        if not real_place(copy).is_relative_to(output):
            raise Incomplete(
                f"a symbolic link leads out of {self._layout.output}", where=relative(copy.parent)
            )

    def _note(self, source: LoadedFile, made: Redaction, result: Result) -> None:
        """Add the entry for the written files to the result, while the document is locked."""
        rel = self.rel(result)
        people = [
            (one.mention.label.name, one.mention.surface)
            for one in made.tagged
            if one.mention.label.name in NAMES
        ]
        sidecar_at, sidecar = "", None
        if self._policy.kind is not None:
            place = self._policy.place(real_place(self._layout.copy(rel)))
            sidecar_at = os.path.relpath(place, self._layout.workspace.root)
            if os.path.lexists(place):
                sidecar = Stamp(self._stamping.take(str(place)).ids)
        state = settled(source.status) if source.status is not None else None
        ids = self._stamping.ids
        result.details = Entry(
            self._basis,
            self._known,
            Stamp(ids(source.data), state),
            self._beside.get(rel, {}),
            Stamp(ids(made.output)),
            sidecar_at,
            sidecar,
            {suffix: Stamp(ids(data)) for suffix, data in made.beside.items()},
            names_in(self._engine, self._layout, [rel], people=people),
        )


def names_in(
    engine: Engine,
    layout: Layout,
    rels: Sequence[str],
    *,
    people: Collection[tuple[str, str]] = (),
    prose: bool = True,
) -> list[tuple[str, str]]:
    """Return the originals and folders with personal data in names that their copies have.

    Each comes with the label of the data. ``people`` has the labels and names of people in the
    texts. With ``prose``, strong evidence of any kind counts, not only known originals.
    """
    originals = {relative(layout.copy(rel)): relative(layout.original(rel)) for rel in rels}
    names = [CheckedName(copy, prose=prose) for copy in originals]
    found: dict[tuple[str, str], None] = {}
    for one, path in found_in_names(engine, names, dict.fromkeys(originals, people)):
        copy = next(copy for copy in originals if copy == path or copy.startswith(f"{path}/"))
        found[originals[copy].removesuffix(copy.removeprefix(path)), one.label] = None
    return list(found)
