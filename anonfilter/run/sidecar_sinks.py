"""Write the filter's results together with their sidecars."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError, Incomplete, one_file
from anonfilter.files import write as output
from anonfilter.files.paths import SIDECAR, is_sidecar, member_path, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.run.result import FilteredFile
from anonfilter.run.sinks import OpenSink, Sink, Take, TakeParts
from anonfilter.sidecars import mapping, store
from anonfilter.sidecars.codec import MarksOf, no_marks
from anonfilter.sidecars.memory import Memory
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import Kind
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import LoadedFile


_Keep = Callable[[store.Record, "LoadedFile", FilteredFile], Iterable[bytes] | None]


def preview(policy: SidecarPolicy, names: Collection[str], take: Take) -> OpenSink:
    """Return an opener of sinks that use existing sidecars, and leave the sidecars as they are."""

    @contextmanager
    def sink(name: str) -> Iterator[Sink]:
        document = real(name)
        place = policy.place(document) if policy.kind is not None and name in names else None
        if place is None or not os.path.lexists(place):
            yield Sink(take)
        else:
            record = store.read(policy, place, policy.title(document), name)
            yield _SidecarSink(record, lambda _, source, done: take(source, done), None)

    return sink


def in_place(engine: Engine, policy: SidecarPolicy, names: list[str]) -> OpenSink:
    """Return an opener of sinks that replace each file by its result."""
    targets = {name: real(name) for name in names}
    sidecars, named = _Sidecars(engine, policy, targets), output.names_of_each(names)

    def take(source: LoadedFile, done: FilteredFile) -> None:
        if done.output != source.data:
            output.require_no_other_name(source, named)
        output.in_place(source, done.output)
        output.beside(source.name, done.beside)

    def keep(record: store.Record, source: LoadedFile, done: FilteredFile) -> None:
        path = output.target(source)
        changes = done.output != source.data
        if changes:
            output.require_writable(source)
            output.require_no_other_name(source, named)
        with sidecars.writing(record, source, done, source.data, resumed=True) as steps:
            if changes:
                steps.add_document(path, done.output, source.name, source.status)
            steps.add_beside(path, _beside(source.name, done))
            steps.take(source.require_unchanged)

    def take_parts(source: LoadedFile, data: Iterable[bytes]) -> None:
        output.require_no_other_name(source, named)
        output.in_place(source, data)

    return sidecars.sinks(take, keep, take_parts=take_parts)


def below(
    engine: Engine,
    policy: SidecarPolicy,
    places: Mapping[str, Path],
    originals: Mapping[str, str] = MappingProxyType({}),
) -> OpenSink:
    """Return an opener of sinks that write each file's result to a separate file.

    ``originals`` are the original paths of renamed files.
    """
    targets = {name: real_place(place) for name, place in places.items()}
    sidecars = _Sidecars(engine, policy, targets)

    def take(source: LoadedFile, done: FilteredFile) -> None:
        output.new_file(places[source.name], done.output, source.status)
        output.beside(str(places[source.name]), done.beside)

    def keep(record: store.Record, source: LoadedFile, done: FilteredFile) -> None:
        path = places[source.name]
        current = DISK.read(str(path))
        record.original = originals.get(source.name, "")
        with sidecars.writing(record, source, done, current, resumed=False) as steps:
            if not output.holds(path, done.output):
                like = output.regular(source.status)
                steps.add_document(path, done.output, str(path), like)
            steps.add_beside(path, _beside(str(path), done))
            steps.take(lambda: None)

    def take_parts(source: LoadedFile, data: Iterable[bytes]) -> None:
        output.new_file(places[source.name], data, source.status)

    return sidecars.sinks(take, keep, places, take_parts)


def with_map(engine: Engine, policy: SidecarPolicy, name: str, place: Path) -> OpenSink:
    """Return an opener of sinks for standard output, with a sidecar in the file ``place``."""
    if not is_sidecar(place.name):
        raise AnonfilterError(
            f"the name of a map must end in {SIDECAR}",
            where=str(place),
            hint="`anonfilter check` recognises maps by this ending, and reports plain ones.",
        )
    if policy.kind is None:
        raise AnonfilterError(
            "--map needs a key, or `sidecar: plain` in the rules",
            hint="anonfilter key new creates a key to seal the map with.",
        )
    place = real_place(place)
    document = place.with_name(place.name.removesuffix(SIDECAR))
    sidecars = _Sidecars(engine, policy, {name: document}, place)

    def keep(record: store.Record, source: LoadedFile, done: FilteredFile) -> None:
        with sidecars.writing(record, source, done, source.data, resumed=True) as steps:
            steps.take(lambda: output.standard_output([done.output]))

    def take(source: LoadedFile, done: FilteredFile) -> None:
        raise AssertionError("a map is always kept")

    return sidecars.sinks(take, keep)


class _SidecarSink(Sink):
    """A sink with a sidecar.

    Without a ``result`` path the document is filtered in place, and its tags belong to the sidecar;
    with one it is an original, and the sidecar belongs to the result of the last run.
    """

    keeps_sidecar = True

    def __init__(self, record: store.Record, keep: _Keep, result: Path | None) -> None:
        super().__init__(lambda source, done: keep(record, source, done))
        self._record = record
        self._result = result

    def memory(self, source: LoadedFile) -> Memory | None:
        resumed = self._result is None
        if self._result is not None:
            output.require_ordinary(self._result)
        data = source.data if self._result is None else DISK.read(str(self._result))
        earlier = self._record.open(data)
        return None if earlier is None else Memory(earlier, resumed)

    @property
    def remark(self) -> str:
        if not self._record.literals:
            return ""
        number = counted(self._record.literals, "tag that stood", "tags that stood")
        remark = f"sidecar: {number} in the text before are kept as literal text"
        if self._record.sidecar is None and self._result is None:
            remark += "; if the text was filtered before, restore its own sidecar"
        return remark


class _Sidecars:
    """The sidecars of a run, and the documents that they belong to."""

    def __init__(
        self,
        engine: Engine,
        policy: SidecarPolicy,
        targets: Mapping[str, Path],
        place: Path | None = None,
    ) -> None:
        self._engine = engine
        self._policy = policy
        self._targets = targets
        self._places = {name: place or policy.place(path) for name, path in targets.items()}
        policy.require_own(targets.values())
        policy.require_writable(self._places.values())

    def sinks(
        self,
        take: Take,
        keep: _Keep,
        places: Mapping[str, Path] = MappingProxyType({}),
        take_parts: TakeParts | None = None,
    ) -> OpenSink:
        """Return an opener of sinks that ``keep`` a result and its sidecar, or ``take`` it."""

        @contextmanager
        def sink(name: str) -> Iterator[Sink]:
            with self._record(name) as record:
                yield (
                    Sink(take, take_parts)
                    if record is None
                    else _SidecarSink(record, keep, places.get(name))
                )

        return sink

    @contextmanager
    def _record(self, name: str) -> Iterator[store.Record | None]:
        """Open the record of a document under its lock; yield None if it has no record."""
        document, place = self._targets[name], self._places[name]
        if is_sidecar(document.name):
            raise Incomplete("is a sidecar, not a document", where=name)
        if self._policy.kind is None:
            if os.path.lexists(place):
                raise Incomplete(
                    "has a sidecar, but these rules write none: filtering it would make its tags "
                    "impossible to restore",
                    where=name,
                    hint="Set `sidecar: sealed` or `plain` in the rules; or remove the sidecar.",
                )
            yield None
            return
        with store.opened(
            self._policy, document, place, self._policy.title(document), name
        ) as record:
            yield record

    @contextmanager
    def writing(
        self,
        record: store.Record,
        source: LoadedFile,
        done: FilteredFile,
        current: bytes | None,
        *,
        resumed: bool,
    ) -> Iterator[store.Writing]:
        earlier = record.earlier if resumed else None
        original = source.data
        if earlier is not None:
            self._require_entries(record, done)
            original = mapping.restore_known(source.data, source.name, earlier)
        with one_file(source.name):
            entries = mapping.entries_of(done.source, done.rewritten, done.tagged, earlier)
        declared, holds = self._engine.tools.formats.declared, done.source.container is not None
        record.declared = declared.for_file(source.name, is_container=holds)
        record.literals = len(mapping.new_literals(entries, earlier))
        # the document is a result with surrogates
        record.surrogates = getattr(done, "surrogates", None)
        with store.writing(
            record, entries, current, done.output, original, self._marks_of
        ) as steps:
            yield steps

    @property
    def _marks_of(self) -> MarksOf:
        if self._policy.kind is not Kind.SEALED:
            return no_marks
        from anonfilter.known.marks import MarkMaker

        return MarkMaker(self._policy.key.check.prints, self._engine.labels)

    def _require_entries(self, record: store.Record, done: FilteredFile) -> None:
        """Refuse a document with a tag without an entry: the tag would become literal text."""
        source = done.source
        assert record.sidecar is not None
        if record.earlier is not None and record.earlier.whole:
            return  # tags without an entry were added to the text since
        for (member, line, column), tag in mapping.tags_without_entry(
            source.text, record.sidecar, self._engine.grammar
        ):
            raise mapping.missing_entry_error(
                f"{member_path(source.name, member)}:{line}:{column}", tag
            )


def _beside(name: str, done: FilteredFile) -> dict[Path, bytes]:
    files = {Path(name + suffix): data for suffix, data in done.beside.items()}
    return {path: data for path, data in files.items() if not output.holds(path, data)}
