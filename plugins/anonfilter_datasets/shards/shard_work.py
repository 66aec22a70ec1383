"""Survey, filter or check one shard, in this process or in any worker."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from anonfilter.contract.document import Finding, TaggedMention
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing, one_file
from anonfilter.files import staging
from anonfilter.files.read import LoadedFile, read_file
from anonfilter.files.source_tree import DISK
from anonfilter.keys.key import Key
from anonfilter.keys.keyring import require_key
from anonfilter.keys.sealing import Seal
from anonfilter.known.index import MarkIndex
from anonfilter.known.known_originals import CombinedOriginals, CorpusOriginals
from anonfilter.known.marks import MarkMaker
from anonfilter.reports.summary import Tally
from anonfilter.run.check_file import FileScanner
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.inputs import InputFile, OpenedFile
from anonfilter.run.loop import worker_ended
from anonfilter.run.result import Result
from anonfilter.run.session import Session
from anonfilter.run.sinks import to_standard_output
from anonfilter.streams.carried import CarriedOriginals
from anonfilter_datasets.shards.shard_rows import (
    Failures,
    Rows,
    WholeFile,
    compress_for,
    rows_of,
    uncompressed_name,
)

_MARKS, _KNOWN = "marks of a shard", "marks of all shards"


@dataclass(frozen=True, slots=True)
class Shard:
    """A file to filter, and ``place``, the path of its result; "" if nothing is written."""

    name: str
    place: str = ""


@dataclass(slots=True)
class ShardResult:
    """The result of the work on one shard, as plain data without values.

    ``failed`` has the number, from one, of each row that is not in the result, with the reason.
    ``findings`` come from the check of the result; if there are any, nothing was written.
    ``source`` and ``output`` are digests of the bytes read and written. ``marks`` has the sealed
    fingerprints of the names in the shard.
    """

    name: str
    size: int = 0
    rows: int = 0
    tally: Tally = field(default_factory=Tally)
    failed: list[tuple[int, str]] = field(default_factory=list)
    findings: tuple[Finding, ...] = ()
    remarks: list[str] = field(default_factory=list)
    error: AnonfilterError | None = None
    source: str = ""
    output: str = ""
    marks: str = ""

    @property
    def whole(self) -> bool:
        """True if each row is in the result or in ``failed``."""
        return not (self.findings or self.error)

    @contextmanager
    def catch_errors(self) -> Iterator[None]:
        """Store an error of this shard in ``error``, so that the run goes on with other shards."""
        try:
            with one_file(self.name):
                yield
        except ModelMissing:
            raise
        except Incomplete as error:
            self.error = error.of(self.name)
            inside = uncompressed_name(self.name)
            if error.where.startswith(inside) and not error.where.startswith(self.name):
                where = error.where.replace(inside, self.name, 1)
                self.error = Incomplete(error.message, where=where, hint=error.hint)

    def read(self, engine: Engine) -> Rows:
        """Return the rows of the shard, and store their number and the digest of the file."""
        data = _read_regular_file(self.name)
        self.size, self.source = len(data), digest(data)
        rows = rows_of(self.name, data)
        for suffix in sorted({end for _, made in engine.parts() for end in needs_of(made).beside}):
            if DISK.read(rows.name + suffix) is not None:
                raise Incomplete(
                    f"has a file {suffix} beside it, which refers to places in its text; "
                    "a shard cannot have such a file",
                    where=self.name,
                    hint="Filter it by itself: anonfilter -o DIR FILE.",
                )
        self.rows = len(rows)
        return rows


Work = Callable[[Session, Shard], ShardResult]


def survey(session: Session, shard: Shard) -> ShardResult:
    """Filter a shard to collect the names in it; write nothing."""
    done = ShardResult(shard.name)
    tagged: list[TaggedMention] = []
    with done.catch_errors():
        _filter_rows(done, session.engine, tagged.extend)
        done.marks = _seal_marks(session, tagged)
    return done


def redact(session: Session, shard: Shard) -> ShardResult:
    """Filter a shard, check the result as a later run would, and write it if it passes."""
    done = ShardResult(shard.name)
    with done.catch_errors():
        filtered = _filter_rows(done, session.engine)
        if filtered is None:
            return done
        path, output = Path(shard.place), compress_for(shard.place, filtered)
        staging.folder_for(path)
        staged = staging.stage(path, output, shard.name)
        try:
            data = read_file(str(staged.temporary)).data
            done.findings, done.error = _check_data(session, shard.place, data)
            if done.whole:
                staged.put()
                done.output = digest(output)
        finally:
            staged.drop()
    return done


def check(session: Session, shard: Shard) -> ShardResult:
    """Check a file as `anonfilter check` does."""
    done = ShardResult(shard.name)
    with done.catch_errors():
        done.findings, done.error = _check_data(session, shard.name, _read_regular_file(shard.name))
    return done


def died(shard: Shard, how: str) -> ShardResult:
    """Return the error for a shard whose worker has ended."""
    error = worker_ended("the process that worked on this shard", shard.name, how)
    return ShardResult(shard.name, error=error)


digester = partial(hashlib.blake2b, digest_size=32)


def digest(data: bytes) -> str:
    return digester(data).hexdigest()


def _read_regular_file(name: str) -> bytes:
    """Return the bytes of a file; refuse a pipe or a device, which may have no end."""
    if os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name)):
        raise Incomplete("is not a regular file", where=name)
    return read_file(name).data


def _filter_rows(
    done: ShardResult,
    engine: Engine,
    then: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None,
) -> bytes | None:
    """Return the filtered shard without the rows that cannot be filtered, and store its figures.

    If a row fails, the remaining rows are filtered again, and the names in the failed rows are
    looked for in them. Return None if nothing is to be written.
    """
    rows = done.read(engine)
    failed: Failures = {}
    known = CarriedOriginals(engine.options.known)

    def learn(tagged: Iterable[TaggedMention]) -> None:
        tagged = tuple(tagged)
        known.add(tagged)
        then(tagged)

    while True:
        kept = [row for row in range(len(rows)) if row not in failed]
        text = rows.text(kept)
        result, output = (
            _filter_text(engine, rows.name, text, learn) if kept or text else (None, b"")
        )
        more = {} if result is None else _failed_rows(rows, kept, text, result)
        made = more or rows.shard(kept, output)
        if isinstance(made, bytes):
            break
        failed |= made
        engine = engine.with_known(known)
    done.failed = sorted((row + 1, why) for row, why in failed.items())
    if result is not None:
        done.tally, done.remarks = result.tally, result.remarks
    return None if isinstance(rows, WholeFile) and failed else made


def _filter_text(
    engine: Engine, name: str, text: bytes, then: Callable[[Iterable[TaggedMention]], None]
) -> tuple[Result, bytes]:
    """Filter a text as a file of this name; pass replacements to ``then`` even on failure."""
    opened = OpenedFile.planned(engine, LoadedFile(name, text))
    job = FilterJob(
        engine,
        to_standard_output,
        keep_output=True,
        then=lambda _, made, result: then(made.tagged),
        replaced=then,
        opener=lambda engine, file: nullcontext(opened),
    )
    result = job(InputFile(name))
    return result, b"".join(result.output or ())


def _failed_rows(rows: Rows, kept: Sequence[int], text: bytes, result: Result) -> Failures:
    """Return the rows that keep an identifier or cannot be read; raise errors of the whole text."""
    error = result.error
    if not kept and (error is not None or result.findings):
        labels = ", ".join(sorted({finding.label for finding in result.findings}))
        why = f"{labels} would be left" if error is None else error.message
        raise Incomplete(f"the column names cannot be filtered: {why}")
    if error is None:
        return {
            kept[rows.row_at(text, finding.line)]: (
                f"{finding.label} would be left ({finding.detector})"
            )
            for finding in result.findings
        }
    failed = {row: why for row, why in rows.unreadable().items() if row in {*kept}}
    place = error.place(rows.name) if isinstance(error, Incomplete) else None
    if (place is None and not failed) or isinstance(rows, WholeFile):
        raise error
    if place is not None:
        failed.setdefault(kept[rows.row_at(text, place[0])], error.message)
    return failed


def _check_data(
    session: Session, name: str, data: bytes
) -> tuple[tuple[Finding, ...], Incomplete | None]:
    """Check the data of a shard; return its findings and its first problem."""
    rows = rows_of(name, data)
    text = rows.text(range(len(rows)))
    result = FileScanner(session.engine, session.keeping()).scan(InputFile(rows.name, lambda: text))
    error = None
    for problem in result.problems[:1]:
        where = f"{name}:{problem.line}:{problem.column}" if problem.line else name
        error = Incomplete(problem.reason, where=where, hint=problem.hint)
    return tuple(replace(finding, path=name) for finding in result.findings), error


# names in shards


def _seal_marks(session: Session, tagged: Iterable[TaggedMention]) -> str:
    """Return the sealed fingerprints of all replaced values, by label."""
    key, originals = key_of(session), defaultdict[str, dict[str, None]](dict)
    for item in tagged:
        originals[item.mention.label.name][item.mention.surface] = None
    marking = MarkMaker(key.check.prints, session.engine.labels)
    marks = {
        label: marking.of(surfaces).hex()
        for label, surfaces in sorted(originals.items())
        if marking.has_marks(label)
    }
    return _seal(session).close(json.dumps(marks).encode(), _MARKS)


def join_marks(session: Session, sealed_marks: Iterable[str]) -> str:
    """Return the sealed index of the names in several shards, whatever their order."""
    opened = (json.loads(_seal(session).open(sealed, _MARKS)) for sealed in sealed_marks)
    marks = [(label, bytes.fromhex(digits)) for found in opened for label, digits in found.items()]
    return _seal(session).close(MarkIndex.of(marks).packed(), _KNOWN)


def with_all_names(session: Session, sealed: str) -> Session:
    """Return the session with an engine that knows the names in all shards."""
    if not sealed:
        return session
    packed = _seal(session).open(sealed, _KNOWN)
    known = CorpusOriginals(MarkIndex.unpacked(packed), key_of(session).check, (), digest(packed))
    before = session.engine.options.known
    both = known if before is None else CombinedOriginals([before, known])
    return replace(session, engine=session.engine.with_known(both))


def key_of(session: Session) -> Key:
    """Return the key of a session with ``scope: corpus``."""
    assert session.corpus is not None
    return require_key(session.corpus)


def _seal(session: Session) -> Seal:
    assert session.corpus is not None
    return Seal(key_of(session).check.marks, session.corpus.id)
