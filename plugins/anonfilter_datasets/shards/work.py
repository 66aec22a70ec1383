"""The work on one shard: survey, filter or check it, in this process or in any worker."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
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


Work = Callable[[Session, Shard], Done]


def survey(session: Session, shard: Shard) -> Done:
    """Filter a shard to collect the names in it; write nothing."""
    done = Done(shard.name)

    def work() -> None:
        tagged: list[TaggedMention] = []
        rows = _read(session.engine, shard, done)
        _redacted(session.engine, rows, done, tagged.extend)
        done.marks = _marks(session, tagged)

    return _with_error(work, done)


def redact(session: Session, shard: Shard) -> Done:
    """Filter a shard, check the result as it would be read, and write it."""
    done = Done(shard.name)

    def work() -> None:
        rows = _read(session.engine, shard, done)
        output = _redacted(session.engine, rows, done)
        if output is None:
            return
        path, output = Path(shard.place), packed(shard.place, output)
        staging.folder_for(path)
        staged = staging.stage(path, output, shard.name)
        try:
            _check(session, shard.place, read_file(str(staged.temporary)).data, done)
            if done.whole:
                staged.put()
                done.output = digest(output)
        finally:
            staged.drop()

    return _with_error(work, done)


def check(session: Session, shard: Shard) -> Done:
    """Check a file."""
    done = Done(shard.name)
    return _with_error(lambda: _check(session, shard.name, _bytes(shard.name), done), done)


def died(shard: Shard, how: str) -> Done:
    """Return the error for a shard whose worker process has died."""
    what = f"the process that worked on this shard has died: {how}"
    return Done(shard.name, error=Incomplete(what, where=shard.name, hint=HINT))


digester = partial(hashlib.blake2b, digest_size=32)


def digest(data: bytes) -> str:
    return digester(data).hexdigest()


def _with_error(work: Callable[[], None], done: Done) -> Done:
    """Do the work; store an error that concerns this shard alone in its result."""
    try:
        with one_file(done.name):
            work()
    except ModelMissing:
        raise
    except Incomplete as error:
        done.error = error.of(done.name)
        inside = plain(done.name)
        if error.where.startswith(inside) and not error.where.startswith(done.name):
            where = error.where.replace(inside, done.name, 1)
            done.error = Incomplete(error.message, where=where, hint=error.hint)
    return done


def _bytes(name: str) -> bytes:
    """Return the bytes of a file; refuse a pipe or a device, which may have no end."""
    if os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name)):
        raise Incomplete("is not a regular file", where=name)
    return read_file(name).data


def _read(engine: Engine, shard: Shard, done: Done) -> Rows:
    data = _bytes(shard.name)
    done.size, done.source = len(data), digest(data)
    rows = rows_of(*unpacked(shard.name, data))
    for suffix in sorted({end for _, made in engine.parts() for end in needs_of(made).beside}):
        if DISK.read(rows.name + suffix) is not None:
            raise Incomplete(
                f"there is a file {suffix} beside it, with places in it; shards cannot have one",
                where=shard.name,
                hint="Filter it by itself: anonfilter -o DIR FILE.",
            )
    done.rows = len(rows)
    return rows


def _redacted(
    engine: Engine,
    rows: Rows,
    done: Done,
    then: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None,
) -> bytes | None:
    """Filter the rows, without the rows that cannot be filtered.

    If a row fails, the remaining rows are filtered again, and the names in the failed rows are
    looked for in them. Return None if there is nothing to write.
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
        outcome, output = _filtered(engine, rows.name, text, learn) if kept or text else (None, b"")
        more = {} if outcome is None else _at_fault(rows, kept, text, outcome)
        made = more or rows.shard(kept, output)
        if isinstance(made, bytes):
            break
        failed |= made
        engine = knowing(engine, known)
    done.failed = sorted((row + 1, why) for row, why in failed.items())
    if outcome is not None:
        done.tally, done.remarks = outcome.tally, outcome.remarks
    return None if isinstance(rows, Document) and failed else made


def _filtered(
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


def _check(session: Session, name: str, data: bytes, done: Done) -> None:
    """Check a file as `anonfilter check` does, and store its findings and errors."""
    rows = rows_of(*unpacked(name, data))
    text = rows.text(range(len(rows)))
    result = Scanner(session.engine, session.keeping()).scan(InputFile(rows.name, lambda: text))
    done.findings = tuple(replace(one, path=name) for one in result.findings)
    for problem in result.problems[:1]:
        where = f"{name}:{problem.line}:{problem.column}" if problem.line else name
        done.error = Incomplete(problem.message, where=where, hint=problem.hint)


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
