"""Fields that several processes read: found is what one process finds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Context
from anonfilter.engine.detection import unread_fields
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.run import field_readers
from anonfilter.run.field_readers import FieldReaders
from anonfilter.streams.ahead import looking_ahead
from tests.streams.long_texts import engine_of, in_parts

TEXT = "\n\n".join(
    f"Jane Smith met Quill in Port Ellery about QX-{number:04}, " + "and it rained. " * (number % 9)
    for number in range(800)
)


class RecordingReaders(FieldReaders):
    """Readers that record the texts that they read ahead."""

    def __init__(self, engine: Engine, jobs: int) -> None:
        super().__init__(engine, jobs)
        self.shown: list[str] = []

    def foresee(self, source: Source) -> None:
        self.shown.append(source.text)
        super().foresee(source)


@contextmanager
def reading(engine: Engine, jobs: int = 2) -> Iterator[RecordingReaders]:
    engine.resources.readers = readers = RecordingReaders(engine, jobs)
    try:
        yield readers
    finally:
        engine.resources.readers = None
        readers.dismiss()


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_is_found(terms_engine: Engine, jobs: int) -> None:
    assert len(TEXT) > 2 * field_readers.LARGE
    document = terms_engine.read(Source("long.txt", TEXT))
    whole = terms_engine.redact(document)
    with reading(terms_engine, jobs):
        shared = terms_engine.redact(document)
    assert shared.output == whole.output
    assert shared.analysis.candidates == whole.analysis.candidates
    assert shared.tagged == whole.tagged


def test_one_field_is_not_divided(terms_engine: Engine) -> None:
    document = terms_engine.read(Source("long.txt", TEXT.replace("\n\n", " ")))
    whole = terms_engine.redact(document)
    with reading(terms_engine):
        assert terms_engine.redact(document).output == whole.output


def test_a_process_that_ends_is_said_of_the_file(terms_engine: Engine) -> None:
    ours = os.getpid()
    detector = next(iter(terms_engine.tools.detectors.values()))
    before = detector.detect

    def detect(document: Document, fields: object) -> object:
        if os.getpid() != ours:
            os._exit(9)
        return before(document, fields)  # type: ignore[arg-type]

    detector.detect = detect  # type: ignore[method-assign,assignment]
    document = terms_engine.read(Source("long.txt", TEXT))
    with reading(terms_engine), pytest.raises(Incomplete, match=r"long\.txt: a process that read"):
        terms_engine.analyse(document)


def test_readings_of_another_text_are_not_used(terms_engine: Engine) -> None:
    """A piece may end where a detector looks further."""
    (name, detector), *_ = terms_engine.tools.detectors.items()

    def contexts(document: Document) -> Mapping[int, Context]:
        return {field.start: (document.text[:100_000], 0) for field in document.fields[::9]}

    detector.contexts = contexts  # type: ignore[attr-defined]
    document = terms_engine.read(Source("long.txt", TEXT))
    _, fresh = unread_fields({name: detector}, document, {})
    with reading(terms_engine) as readers:
        answers = readers.answers(document, fresh)
    assert answers
    assert all(key[3] is None or key[3][0] == document.text[:100_000] for key in answers)


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_later_parts_are_read_ahead(name: str) -> None:
    engine = engine_of()
    text = TEXT[:30_000] if name == "a.txt" else '{"text": "Jane Smith met Quill."}\n' * 900
    chunks = [text.encode()[at : at + 997] for at in range(0, len(text), 997)]
    one = in_parts(engine, b"".join(chunks), name)
    with reading(engine) as readers:
        data = b"".join(looking_ahead(engine, name, chunks, least=400))
        shared = in_parts(engine, data, name)
    assert data == b"".join(chunks)
    assert text.startswith("".join(readers.shown))
    assert sum(map(len, readers.shown)) > len(text) - 2_000
    assert replace(shared, parts=0) == replace(one, parts=0)


def test_undecodable_files_are_passed_on(terms_engine: Engine) -> None:
    chunks = [b"\xff\xfeJ\0a\0", b"\0\xd8\0\xd8\0", b"n\0e\0"]
    with reading(terms_engine):
        assert list(looking_ahead(terms_engine, "a.txt", chunks)) == chunks
