"""Filter a file that is too long to be read as a whole."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from anonfilter.containers.encodings import bom_of
from anonfilter.errors import Incomplete, one_file
from anonfilter.limits import ALLOW_MORE, MEGABYTE
from anonfilter.reports.summary import EntityCount, Tally
from anonfilter.run.inputs import LARGE, OpenedFile, Reading, pieces
from anonfilter.run.result import Result, RewrittenFile, remarks_of
from anonfilter.sidecars.stretches import combine_passes
from anonfilter.sidecars.surrogate_rules import remarks_on_parts
from anonfilter.streams import parts_progress
from anonfilter.streams.ahead import looking_ahead
from anonfilter.streams.carried import AGAIN
from anonfilter.streams.long_text import long_text
from anonfilter.streams.redacting import FilteredPart, LongFileFilter
from anonfilter.streams.spool import Spool

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding, Tag
    from anonfilter.contract.tags import TagGrammar
    from anonfilter.run.filter_file import FilterJob
    from anonfilter.run.sinks import Sink
    from anonfilter.sidecars.memory import Memory

_LONGEST_TAG = 256


def filter_long(job: FilterJob, opened: OpenedFile, sink: Sink, result: Result) -> None:
    """Filter a file in parts, and give the result to its sink if it may be written."""
    name, engine = opened.loaded.name, job.engine
    most = min(engine.ruleset.model.limits.whole_megabytes, LARGE / MEGABYTE)
    job.notify(
        f"{name}: has more than {most:g} MB, and is filtered in parts (`limits:` in the rules)"
    )
    result.notes += remarks_on_parts(engine)
    if sink.take_parts is None:
        _filter_for_sidecar(job, opened, sink, result)
        return
    result.size = opened.size
    with one_file(name):
        _, spool = _filtered(job, opened, result)
    if job.keep_output or not result.findings:
        result.output = sink.take_parts(opened.loaded, spool)


def _filter_for_sidecar(job: FilterJob, opened: OpenedFile, sink: Sink, result: Result) -> None:
    """Filter a long file for a sidecar or a diff, which need all changes at once."""
    whole = replace(opened.loaded, data=b"".join(opened.chunks()))
    result.size = len(whole.data)
    memory = sink.memory(whole)
    if memory is not None and memory.earlier.surrogates is not None and memory.resumed:
        raise Incomplete(
            "has surrogates, which can be recognised only in a file that is read as a whole",
            where=whole.name,
            hint=ALLOW_MORE.capitalize(),
        )
    with one_file(whole.name):
        opened = OpenedFile(whole, Reading.IN_PARTS)
        redactor, spool = _filtered(job, opened, result, memory, keep_edits=True)
        with spool:
            output = b"".join(spool)
        text = job.engine.decode_file(whole.data, whole.name)
        rewritten = combine_passes(text.text, redactor.passes)
        assert text.encode(rewritten.text) == output
    if job.keep_output or not result.findings:
        made = RewrittenFile(text, output, rewritten, redactor.tagged)
        result.output = sink.take(whole, made)
        result.notes += filter(None, [sink.remark])


def _filtered(
    job: FilterJob,
    opened: OpenedFile,
    result: Result,
    memory: Memory | None = None,
    *,
    keep_edits: bool = False,
) -> tuple[LongFileFilter, Spool]:
    """Filter a long file, and add its figures and remarks to the result."""
    engine, name, tally = job.engine, opened.loaded.name, Tally(files=1)
    things = EntityCount()
    remarks: dict[str, None] = {}
    findings: list[Finding] = []

    def count(part: FilteredPart) -> None:
        tally.count(part.tagged)
        job.replaced(part.tagged)
        things.add(part.tagged)
        findings.extend(part.findings)
        tally.undecodable += part.undecodable
        remarks.update(dict.fromkeys(remarks_of(part.redaction.analysis)))

    def measured(done: Spool) -> Iterable[bytes]:
        return parts_progress.measured(done, done.size if result.size else 0, AGAIN)

    spool = Spool()
    try:
        redactor = LongFileFilter(
            engine, tags_in(opened, engine.grammar), memory, keep_edits=keep_edits
        )
        chunks = parts_progress.measured(
            looking_ahead(engine, name, opened.chunks()), result.size, AGAIN
        )
        for part in redactor.filter(long_text(engine, name, chunks), spool):
            tally.lines += part.lines
            tally.words += part.words
            count(part)
        spool = redactor.again(lambda done: long_text(engine, name, measured(done)), spool, count)
    except BaseException:
        spool.close()
        raise
    result.findings, result.remarks = tuple(findings), [*remarks]
    tally.entities = len(things)
    tally.hints.update(redactor.hints)
    tally.with_undecodable += tally.undecodable > 0
    tally.leave(name, len(findings))
    result.tally.include(tally)  # nothing is counted in a file that is not read to its end
    return redactor, spool


def tags_in(opened: OpenedFile, grammar: TagGrammar) -> list[Tag]:
    """Return each tag in a file once; return no tags if the file can be read only once."""
    rest = opened.rest
    if rest is not None and not rest.seekable():
        return []
    found: dict[tuple[str, str], Tag] = {}
    here, left = rest.tell() if rest is not None else 0, ""
    codec = bom_of(opened.loaded.data)[1]
    codec = "latin-1" if codec == "utf-8" else codec  # tags are ASCII
    decoder = codecs.getincrementaldecoder(codec)("ignore")
    for chunk in chain(pieces(opened.loaded.data), opened.rest_chunks()):
        text = left + decoder.decode(chunk)
        found |= {(tag.sequence, tag.number): tag for tag in grammar.find(text)}
        left = text[-_LONGEST_TAG:]
    if rest is not None:
        rest.seek(here)
    return list(found.values())
