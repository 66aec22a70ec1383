"""Where the filter's results go, and their sidecars with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError, Incomplete, one_file
from anonfilter.files import write as output
from anonfilter.files.paths import SIDECAR, is_sidecar, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.pseudonyms.memory import Memory
from anonfilter.pseudonyms.sidecars import mapping, store
from anonfilter.pseudonyms.sidecars.keeping import Keeping
from anonfilter.pseudonyms.sidecars.opening import MarksOf, no_marks
from anonfilter.pseudonyms.sidecars.sidecar import Kind
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import Input

Taking = Callable[["Input", "Redaction"], None]


class Slot:
    """One document's place among the results, where no sidecar is kept."""

    def __init__(self, take: Taking) -> None:
        self.take = take

    def memory(self, source: Input) -> Memory | None:
        """What is known of the document from the last run."""
        return None

    @property
    def remark(self) -> str:
        """What there is to say once the result was taken."""
        return ""


Open = Callable[[str], AbstractContextManager[Slot]]
"""Opens the slot of the document of this name."""


def unkept(take: Taking) -> Open:
    """Results without sidecars: standard output."""

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        yield Slot(take)

    return slot


def foreseen(keeping: Keeping, names: Collection[str], take: Taking) -> Open:
    """What would come of these files in place: by their sidecars, which stay as they are."""

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        document = real(name)
        place = keeping.place(document) if keeping.kind is not None and name in names else None
        if place is None or not os.path.lexists(place):
            yield Slot(take)
        else:
            record = store.read(keeping, place, keeping.title(document), name)
            yield _Kept(record, lambda _, source, done: take(source, done), None)

    return slot


def in_place(engine: Engine, keeping: Keeping, names: list[str]) -> Open:
    """Each file's result is the file itself."""
    targets = {name: real(name) for name in names}
    sidecars = _Sidecars(engine, keeping, targets)

    def take(source: Input, done: Redaction) -> None:
        output.in_place(source, done.output)
        output.beside(source.name, done.beside)

    def keep(record: store.Record, source: Input, done: Redaction) -> None:
        path = output.target(source)
        changes = done.output != source.data
        if changes:
            output.require_writable(source)
        with sidecars.writing(record, source, done, source.data, resumed=True) as steps:
            if changes:
                steps.add_document(path, done.output, source.name, source.status)
            steps.add_beside(path, _beside(source.name, done))
            steps.take(source.require_unchanged)

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        with sidecars.record(name) as record:
            yield Slot(take) if record is None else _Kept(record, keep, None)

    return slot


def below(engine: Engine, keeping: Keeping, places: Mapping[str, Path]) -> Open:
    """Each file's result is a file of its own."""
    targets = {name: real_place(place) for name, place in places.items()}
    sidecars = _Sidecars(engine, keeping, targets)

    def take(source: Input, done: Redaction) -> None:
        output.new_file(places[source.name], done.output, source.status)
        output.beside(str(places[source.name]), done.beside)

    def keep(record: store.Record, source: Input, done: Redaction) -> None:
        path = places[source.name]
        current = DISK.read(str(path))
        with sidecars.writing(record, source, done, current, resumed=False) as steps:
            if not output.holds(path, done.output):
                like = output.regular(source.status)
                steps.add_document(path, done.output, str(path), like)
            steps.add_beside(path, _beside(str(path), done))
            steps.take(lambda: None)

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        with sidecars.record(name) as record:
            yield (Slot(take) if record is None else _Kept(record, keep, places[name]))

    return slot


def with_map(engine: Engine, keeping: Keeping, name: str, place: Path) -> Open:
    """Standard output, and a sidecar in a file that somebody named."""
    if not is_sidecar(place.name):
        raise AnonfilterError(
            f"a map's name ends in {SIDECAR}", where=str(place),
            hint="By that `anonfilter check` knows one, and keeps a plain one out of commits.",
        )  # fmt: skip
    if keeping.kind is None:
        raise AnonfilterError(
            "--map has no kind of sidecar to write",
            hint="anonfilter key new makes a key to seal it with; `sidecar: plain` in the rules "
            "writes it in clear.",
        )
    place = real_place(place)
    document = place.with_name(place.name.removesuffix(SIDECAR))
    sidecars = _Sidecars(engine, keeping, {name: document}, place)

    def keep(record: store.Record, source: Input, done: Redaction) -> None:
        with sidecars.writing(record, source, done, source.data, resumed=True) as steps:
            steps.take(lambda: output.standard_output([done.output]))

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        with sidecars.record(name) as record:
            assert record is not None
            yield _Kept(record, keep, None)

    return slot


class _Kept(Slot):
    """A place with a sidecar. If the document is ``resumed``, its tags are the sidecar's; else it
    is an original, and the sidecar is about the result of the last run."""

    def __init__(
        self,
        record: store.Record,
        keep: Callable[[store.Record, Input, Redaction], None],
        result: Path | None,
    ) -> None:
        super().__init__(lambda source, done: keep(record, source, done))
        self._record = record
        self._result = result

    def memory(self, source: Input) -> Memory | None:
        resumed = self._result is None
        data = source.data if self._result is None else DISK.read(str(self._result))
        earlier = self._record.open(data)
        return None if earlier is None else Memory(earlier, resumed)

    @property
    def remark(self) -> str:
        if not self._record.literals:
            return ""
        number = counted(self._record.literals, "tag that stood", "tags that stood")
        told = f"sidecar: {number} in the text before stay for what they look like"
        if self._record.sidecar is None and self._result is None:
            told += "; if it was filtered before, put its own sidecar in the place of the new one"
        return told


class _Sidecars:
    """The sidecars of a run: the document behind each name that somebody gave."""

    def __init__(
        self,
        engine: Engine,
        keeping: Keeping,
        targets: Mapping[str, Path],
        place: Path | None = None,
    ) -> None:
        self._engine = engine
        self._keeping = keeping
        self._targets = targets
        self._places = {name: place or keeping.place(path) for name, path in targets.items()}
        keeping.require_own(targets.values())
        keeping.require_writable(self._places.values())

    @contextmanager
    def record(self, name: str) -> Iterator[store.Record | None]:
        """The record of a document, under its lock; None where none is kept."""
        document, place = self._targets[name], self._places[name]
        if is_sidecar(document.name):
            raise Incomplete("is a sidecar, and no document", where=name)
        if self._keeping.kind is None:
            if os.path.lexists(place):
                raise Incomplete(
                    "has a sidecar, and by the rules here none is kept: its tags would no longer "
                    "be known",
                    where=name,
                    hint="Let the rules say `sidecar: sealed`, or plain; or remove it for good.",
                )
            yield None
            return
        with store.opened(
            self._keeping, document, place, self._keeping.title(document), name
        ) as record:
            yield record

    @contextmanager
    def writing(
        self,
        record: store.Record,
        source: Input,
        done: Redaction,
        current: bytes | None,
        *,
        resumed: bool,
    ) -> Iterator[store.Writing]:
        earlier = record.earlier if resumed else None
        original = source.data
        if earlier is not None:
            self._require_entries(record, done)
            original = mapping.restored_bytes(source.data, source.name, earlier, whole=False)
        with one_file(source.name):
            entries = mapping.entries_of(done, earlier)
        record.literals = len(mapping.new_literals(entries, earlier))
        with store.writing(
            record, entries, current, done.output, original, self._marks_of
        ) as steps:
            yield steps

    @property
    def _marks_of(self) -> MarksOf:
        if self._keeping.kind is not Kind.SEALED:
            return no_marks
        from anonfilter.pseudonyms.known.marks import Marking

        return Marking(self._keeping.key.check.prints, self._engine.labels)

    def _require_entries(self, record: store.Record, done: Redaction) -> None:
        """A tag whose entry was lost must not be taken for a literal one from now on."""
        source = done.analysis.document.source
        assert record.sidecar is not None
        if record.earlier is not None and record.earlier.whole:
            return  # it was written into the text since, and is its own
        for line, column, tag in mapping.lost(source.text, record.sidecar, self._engine.grammar):
            raise mapping.without_entry(source.name, line, column, tag)


def _beside(name: str, done: Redaction) -> dict[Path, bytes]:
    """The files beside a document that change."""
    files = {Path(name + suffix): data for suffix, data in done.beside.items()}
    return {path: data for path, data in files.items() if not output.holds(path, data)}
