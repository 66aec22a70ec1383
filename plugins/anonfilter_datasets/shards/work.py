"""The work on one shard: survey, filter or check it, in this process or in any worker."""

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
from anonfilter.files.read import Input, read_file
from anonfilter.files.source_tree import DISK
from anonfilter.keys.key import Key
from anonfilter.keys.keyring import require_key
from anonfilter.keys.sealing import Seal
from anonfilter.known.index import Index
from anonfilter.known.known_originals import CombinedOriginals, CorpusOriginals
from anonfilter.known.marks import Marking
from anonfilter.reports.summary import Tally
from anonfilter.run.check_file import Scanner
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.inputs import InputFile, in_parts_if_long
from anonfilter.run.loop import HINT
from anonfilter.run.result import Result
from anonfilter.run.sinks import to_standard_output
from anonfilter.session import Session
from anonfilter.streams.carried import Carried, knowing
from anonfilter_datasets.shards.packed import packed, plain, unpacked
from anonfilter_datasets.shards.rows import Document, Failures, Rows, rows_of

_MARKS, _KNOWN = "marks of a shard", "marks of all shards"


@dataclass(frozen=True, slots=True)
class Shard:
    """A file, and the path of its result; ``place`` is "" if the file is only checked."""

    name: str
    place: str = ""


@dataclass(slots=True)
class Done:
    """The result of the work on one shard, as plain data without values.

    ``failed`` has the numbers of rows, from one, that are not in the result, with the reason.
    ``findings`` are those of the check of the result; if there are any, nothing was written.
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
    def own_errors(self) -> Iterator[None]:
        """Store an error that concerns this shard alone."""
        try:
            with one_file(self.name):
                yield
        except ModelMissing:
            raise
        except Incomplete as error:
            self.error = error.of(self.name)
            inside = plain(self.name)
            if error.where.startswith(inside) and not error.where.startswith(self.name):
                where = error.where.replace(inside, self.name, 1)
                self.error = Incomplete(error.message, where=where, hint=error.hint)

    def read(self, engine: Engine) -> Rows:
        """Return the rows of the shard, and store their number and the digest of the file."""
        data = _bytes(self.name)
        self.size, self.source = len(data), digest(data)
        rows = rows_of(*unpacked(self.name, data))
        for suffix in sorted({end for _, made in engine.parts() for end in needs_of(made).beside}):
            if DISK.read(rows.name + suffix) is not None:
                raise Incomplete(
                    f"there is a file {suffix} beside it, with places in it; "
                    "shards cannot have one",
                    where=self.name,
                    hint="Filter it by itself: anonfilter -o DIR FILE.",
                )
        self.rows = len(rows)
        return rows

    def add(self, filtered: _Filtered) -> _Filtered:
        """Store the figures of filtered rows, and return these."""
        self.failed = filtered.failed
        if filtered.result is not None:
            self.tally, self.remarks = filtered.result.tally, filtered.result.remarks
        return filtered


Work = Callable[[Session, Shard], Done]


@dataclass(frozen=True, slots=True)
class _Filtered:
    """The filtered rows, or None if there is nothing to write, and the failed rows."""

    output: bytes | None
    failed: list[tuple[int, str]]
    result: Result | None


def survey(session: Session, shard: Shard) -> Done:
    """Filter a shard to collect the names in it; write nothing."""
    done = Done(shard.name)
    tagged: list[TaggedMention] = []
    with done.own_errors():
        done.add(_filtered(session.engine, done.read(session.engine), tagged.extend))
        done.marks = _marks(session, tagged)
    return done


def redact(session: Session, shard: Shard) -> Done:
    """Filter a shard, check the result as it would be read, and write it."""
    done = Done(shard.name)
    with done.own_errors():
        filtered = done.add(_filtered(session.engine, done.read(session.engine)))
        if filtered.output is None:
            return done
        path, output = Path(shard.place), packed(shard.place, filtered.output)
        staging.folder_for(path)
        staged = staging.stage(path, output, shard.name)
        try:
            data = read_file(str(staged.temporary)).data
            done.findings, done.error = _checked(session, shard.place, data)
            if done.whole:
                staged.put()
                done.output = digest(output)
        finally:
            staged.drop()
    return done


def check(session: Session, shard: Shard) -> Done:
    """Check a file."""
    done = Done(shard.name)
    with done.own_errors():
        done.findings, done.error = _checked(session, shard.name, _bytes(shard.name))
    return done


def died(shard: Shard, how: str) -> Done:
    """Return the error for a shard whose worker process has died."""
    what = f"the process that worked on this shard has died: {how}"
    return Done(shard.name, error=Incomplete(what, where=shard.name, hint=HINT))


digester = partial(hashlib.blake2b, digest_size=32)


def digest(data: bytes) -> str:
    return digester(data).hexdigest()


def _bytes(name: str) -> bytes:
    """Return the bytes of a file; refuse a pipe or a device, which may have no end."""
    if os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name)):
        raise Incomplete("is not a regular file", where=name)
    return read_file(name).data


def _filtered(
    engine: Engine,
    rows: Rows,
    then: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None,
) -> _Filtered:
    """Filter the rows, without the rows that cannot be filtered.

    If a row fails, the remaining rows are filtered again, and the names in the failed rows are
    looked for in them.
    """
    failed: Failures = {}
    known = Carried(engine.options.known)

    def learn(tagged: Iterable[TaggedMention]) -> None:
        tagged = tuple(tagged)
        known.add(tagged)
        then(tagged)

    while True:
        kept = [row for row in range(len(rows)) if row not in failed]
        text = rows.text(kept)
        result, output = (
            _filtered_text(engine, rows.name, text, learn) if kept or text else (None, b"")
        )
        more = {} if result is None else _at_fault(rows, kept, text, result)
        made = more or rows.shard(kept, output)
        if isinstance(made, bytes):
            break
        failed |= made
        engine = knowing(engine, known)
    return _Filtered(
        None if isinstance(rows, Document) and failed else made,
        sorted((row + 1, why) for row, why in failed.items()),
        result,
    )


def _filtered_text(
    engine: Engine, name: str, text: bytes, then: Callable[[Iterable[TaggedMention]], None]
) -> tuple[Result, bytes]:
    """Filter a text as a file of this name; pass replacements to ``then`` even on failure."""
    source = in_parts_if_long(engine, Input(name, text))
    job = FilterJob(
        engine,
        to_standard_output,
        keep_output=True,
        then=lambda _, made, result: then(made.tagged),
        replaced=then,
        opener=lambda engine, file: nullcontext(source),
    )
    result = job(InputFile(name))
    return result, b"".join(result.output or ())


def _at_fault(rows: Rows, kept: Sequence[int], text: bytes, result: Result) -> Failures:
    """Return the rows that keep an identifier or cannot be read; raise errors of the whole text."""
    error = result.error
    if not kept and (error is not None or result.findings):
        labels = ", ".join(sorted({finding.label for finding in result.findings}))
        why = f"{labels} would be left" if error is None else error.message
        raise Incomplete(f"the column names cannot be filtered: {why}")
    if error is None:
        return {
            kept[rows.row(text, one.line)]: f"{one.label} would be left ({one.detector})"
            for one in result.findings
        }
    failed = {row: why for row, why in rows.unreadable().items() if row in {*kept}}
    place = error.place(rows.name) if isinstance(error, Incomplete) else None
    if (place is None and not failed) or isinstance(rows, Document):
        raise error
    if place is not None:
        failed.setdefault(kept[rows.row(text, place[0])], error.message)
    return failed


def _checked(
    session: Session, name: str, data: bytes
) -> tuple[tuple[Finding, ...], Incomplete | None]:
    """Check a file as `anonfilter check` does; return its findings and its first problem."""
    rows = rows_of(*unpacked(name, data))
    text = rows.text(range(len(rows)))
    result = Scanner(session.engine, session.keeping()).scan(InputFile(rows.name, lambda: text))
    error = None
    for problem in result.problems[:1]:
        where = f"{name}:{problem.line}:{problem.column}" if problem.line else name
        error = Incomplete(problem.message, where=where, hint=problem.hint)
    return tuple(replace(one, path=name) for one in result.findings), error


# names in shards


def _marks(session: Session, tagged: Iterable[TaggedMention]) -> str:
    """Return the sealed fingerprints of all replaced values, by label."""
    key, originals = key_of(session), defaultdict[str, dict[str, None]](dict)
    for one in tagged:
        originals[one.mention.label.name][one.mention.surface] = None
    marking = Marking(key.check.prints, session.engine.labels)
    marks = {
        label: marking.of(surfaces).hex()
        for label, surfaces in sorted(originals.items())
        if marking.has_marks(label)
    }
    return _seal(session).close(json.dumps(marks).encode(), _MARKS)


def joined(session: Session, each: Iterable[str]) -> str:
    """Return the sealed index of the names in several shards; their order does not matter."""
    found = (json.loads(_seal(session).open(one, _MARKS)) for one in each)
    marks = [(label, bytes.fromhex(some)) for one in found for label, some in one.items()]
    return _seal(session).close(Index.of(marks).packed(), _KNOWN)


def informed(session: Session, sealed: str) -> Session:
    """Return the same session with an engine that knows the names in all shards."""
    if not sealed:
        return session
    packed = _seal(session).open(sealed, _KNOWN)
    known = CorpusOriginals(Index.unpacked(packed), key_of(session).check, (), digest(packed))
    before = session.engine.options.known
    both = known if before is None else CombinedOriginals([before, known])
    return replace(session, engine=knowing(session.engine, both))


def key_of(session: Session) -> Key:
    assert session.corpus is not None  # its numbers are made with it
    return require_key(session.corpus)


def _seal(session: Session) -> Seal:
    assert session.corpus is not None
    return Seal(key_of(session).check.marks, session.corpus.id)
