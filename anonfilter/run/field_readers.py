"""Workers that read the fields of a document, and the fields of the text that follows it.

A worker gets tasks: some fields of a document with all their context, so that it finds what this
process would find. It has several tasks at a time, because this process resolves, tags and writes
while workers read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from anonfilter import limits
from anonfilter.contract.document import Document, Field, Source, Span
from anonfilter.contract.plugin import ContextualDetector, FieldCache, FieldKey, UnreadFields
from anonfilter.engine import offline
from anonfilter.engine.detection import detect_by_field, unread_fields
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.spans import Stretch
from anonfilter.engine.toolbox import is_forkable
from anonfilter.run.loop import worker_ended
from anonfilter.run.worker_pool import WorkerPool
from anonfilter.text.origin import Origin

LARGE = 20_000  # characters: fewer are not worth a fork
_LONGEST, _SHORTEST = 16_000, 4_000  # characters of a task
_SPARSE = 8  # the maximum length of a task, as a multiple of the fields that are read in it
_SHARES = 8  # tasks per worker, for a short document
_AHEAD = 8  # tasks per worker
_KEPT = 4_000_000  # characters of fields whose answers are stored

Asked = dict[str, list[int]]
Found = dict[str, list[tuple[int, tuple[Span, ...]]]]


@dataclass(frozen=True, slots=True)
class FieldsTask:
    """Some fields of a document, with their context, for a worker to read.

    ``asked`` has, by the name of a detector, the indexes of the fields that it reads. Reading them
    may take this many ``seconds``.
    """

    number: int
    document: Document
    asked: Asked
    seconds: float


class FieldReaders:
    """Workers that read fields of documents for an engine (``contract.plugin.FieldReaders``)."""

    def __init__(self, engine: Engine, jobs: int) -> None:
        self._engine = engine
        self._jobs = jobs
        self._pool: WorkerPool[FieldsTask, Found] | None = None
        self._numbers = count()
        # the fields of each task that is being worked on, by detector
        self._keys: dict[int, dict[str, list[FieldKey]]] = {}
        self._pending: dict[FieldKey, int] = {}
        self._answered: FieldCache = {}
        self._size = 0  # the fields that are answered

    def foresee(self, source: Source) -> None:
        """Give the unread fields of a text that follows later to workers."""
        document = self._engine.read(source)
        seen = self._engine.stored_findings(document)
        _, fresh = unread_fields(self._engine.tools.detectors, document, seen)
        self._begin(document, fresh, _LONGEST)
        self._take_up()

    def answers(self, document: Document, fresh: UnreadFields) -> FieldCache:
        """Return the findings of workers in these fields, and wait for fields that are being read.

        Fields that no worker reads are not in the result.
        """
        fields = {field.start: field for wanted in fresh.values() for field in wanted.values()}
        size = sum(field.end - field.start for field in fields.values())
        if self._pool is not None or size >= LARGE:
            share = size // (self._jobs * _SHARES)
            self._begin(document, fresh, min(_LONGEST, max(_SHORTEST, share)), urgent=True)
        wanted = [key for own in fresh.values() for key in own]
        left = {self._pending[key] for key in wanted if key in self._pending}
        whole = len(left)
        while left:
            left.difference_update(self._take_up(left))
            limits.reached(whole - len(left), whole)
        known = {key: self._answered[key] for key in wanted if key in self._answered}
        self._drop()
        return known

    def dismiss(self) -> None:
        """End all workers."""
        if self._pool is not None:
            self._pool.dismiss()

    def _begin(
        self, document: Document, fresh: UnreadFields, size: int, *, urgent: bool = False
    ) -> None:
        """Give the new fields to workers."""
        detectors = self._engine.tools.detectors
        wanted: dict[int, list[tuple[str, FieldKey]]] = {}
        for name, own in fresh.items():
            for key, field in own.items() if is_forkable(detectors[name]) else ():
                if key not in self._pending and key not in self._answered:
                    wanted.setdefault(field.start, []).append((name, key))
        seconds = limits.seconds(self._engine, document.text)
        for start, end in _pieces(_extents(document.fields, wanted), size):
            task, keys = _task(next(self._numbers), document, wanted, start, end, seconds)
            self._keys[task.number] = keys
            self._pending.update((key, task.number) for own in keys.values() for key in own)
            if self._pool is None:
                self._pool = WorkerPool(self._read, self._jobs, _died, ahead=_AHEAD)
            self._pool.give(task, urgent=urgent)

    def _take_up(self, awaited: Collection[int] = ()) -> list[int]:
        """Store the answers of finished tasks, and return the numbers of these tasks.

        If tasks are ``awaited`` (by number), wait until at least one task is finished. Raise the
        error of an awaited task that failed.
        """
        read = []
        for task, found in self._pool.done(wait=bool(awaited)) if self._pool is not None else ():
            read.append(task.number)
            for name, keys in self._keys.pop(task.number).items():
                for key in keys:
                    del self._pending[key]
                if isinstance(found, Exception):
                    continue
                for key, (context, spans) in zip(keys, found[name], strict=True):
                    if context == hash(key[3]):
                        self._answered[key] = spans
                        self._size += len(key[-1])
            if isinstance(found, Exception) and task.number in awaited:
                raise found
        return read

    def _drop(self) -> None:
        """Forget the oldest answers if more are stored than ``_KEPT`` allows."""
        while self._size > _KEPT:
            key = next(iter(self._answered))
            del self._answered[key]
            self._size -= len(key[-1])

    def _read(self, task: FieldsTask) -> Found:
        """Return the findings of a task; workers run this function."""
        document, engine = task.document, self._engine
        found: Found = {}
        with (
            limits.timed(document.name, task.seconds, limits.ALLOW_TIME),
            offline.enforced(allow=engine.uses_network),
        ):
            for name, places in task.asked.items():
                detector = engine.tools.detectors[name]
                contexts = (
                    detector.contexts(document) if isinstance(detector, ContextualDetector) else {}
                )
                fields = [document.fields[at] for at in places]
                contextual = (hash(contexts.get(field.start)) for field in fields)
                spans = detect_by_field(detector, document, fields)
                found[name] = list(zip(contextual, spans, strict=True))
        return found


def _died(task: FieldsTask, how: str) -> Found:
    raise worker_ended("a process that read a part of it", task.document.name, how)


def _extents(
    fields: Sequence[Field], wanted: Mapping[int, Sequence[tuple[str, FieldKey]]]
) -> Iterator[tuple[Stretch, int]]:
    """Yield the context stretches of the wanted fields, without overlap.

    Each stretch comes with the number of characters that these fields have in it.
    """
    begin = end = size = 0
    for field in fields:
        if field.start not in wanted:
            continue
        first, last = field.start, field.end
        for _, (*_, context, _) in wanted[field.start]:
            if context is not None:
                first = min(first, field.start - context[1])
                last = max(last, field.start - context[1] + len(context[0]))
        if first >= end and size:
            yield (begin, end), size
            begin, end, size = first, last, 0
        begin, end = min(begin, first) if size else first, max(end, last)
        size += field.end - field.start
    if size:
        yield (begin, end), size


def _pieces(extents: Iterator[tuple[Stretch, int]], size: int) -> Iterator[Stretch]:
    """Yield joined stretches, each with about ``size`` characters of wanted fields."""
    begin = end = asked = 0
    for (first, last), own in extents:
        begin = begin if asked else first
        end, asked = last, asked + own
        if asked >= size or end - begin >= _SPARSE * size:
            yield begin, end
            asked = 0
    if asked:
        yield begin, end


def _task(
    number: int,
    document: Document,
    wanted: Mapping[int, Sequence[tuple[str, FieldKey]]],
    start: int,
    end: int,
    seconds: float,
) -> tuple[FieldsTask, dict[str, list[FieldKey]]]:
    """Return the task for a document from ``start`` to ``end``, and the keys of its fields."""
    first = bisect_left(document.fields, start, key=lambda field: field.start)
    last = bisect_left(document.fields, end, key=lambda field: field.start)
    asked: Asked = {}
    keys: dict[str, list[FieldKey]] = {}
    fields = []
    for at, field in enumerate(document.fields[first:last]):
        fields.append(
            Field(
                field.start - start,
                field.end - start,
                field.role,
                blank_lines=field.blank_lines,
                name=field.name,
                record=field.record,
                beside=field.beside,
            )
        )
        for name, key in wanted.get(field.start, ()):
            asked.setdefault(name, []).append(at)
            keys.setdefault(name, []).append(key)
    text, prose = document.text[start:end], document.prose[start:end]
    slim = Document(
        Source(document.name, ""),
        text,
        tuple(fields),
        Origin(()),
        text if text == prose else prose,
        with_code=document.with_code[start:end],
    )
    return FieldsTask(number, slim, asked, seconds), keys
