"""Filter a file that is too long to be read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from anonfilter import limits
from anonfilter.errors import Incomplete, one_file
from anonfilter.files.read import Input
from anonfilter.limits import MEGABYTE
from anonfilter.reports.summary import EntityCount, Tally
from anonfilter.run.inputs import WHOLE, LongInput
from anonfilter.run.result import Result, RewrittenFile, remarks_of
from anonfilter.sidecars.stretches import combined
from anonfilter.sidecars.surrogate_rules import remarks_on_parts
from anonfilter.streams.ahead import looking_ahead
from anonfilter.streams.carried import AGAIN
from anonfilter.streams.long_reading import long_text
from anonfilter.streams.redacting import Part, Redactor
from anonfilter.streams.spool import Spool

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding, TaggedMention
    from anonfilter.engine.pipeline import Engine
    from anonfilter.run.sinks import Sink
    from anonfilter.sidecars.memory import Memory


def filter_long(
    engine: Engine,
    source: LongInput,
    sink: Sink,
    result: Result,
    *,
    keep_output: bool,
    notify: Callable[[str], None],
    replaced: Callable[[Iterable[TaggedMention]], None],
) -> None:
    """Filter a long file, and give the result to its sink if nothing is left in it."""
    name = source.source.name
    notify(f"{name}: {_has(engine)}, and is filtered in parts (`limits:` in the rules)")
    result.notes += remarks_on_parts(engine)
    if sink.take_parts is None:
        _filter_for_sidecar(engine, source, sink, result, replaced, keep_output=keep_output)
        return
    result.size = source.size
    with one_file(name):
        _, spool = _filtered(engine, source, result, replaced)
    if keep_output or not result.findings:
        result.output = sink.take_parts(source.source, spool)


def _filter_for_sidecar(
    engine: Engine,
    source: LongInput,
    sink: Sink,
    result: Result,
    replaced: Callable[[Iterable[TaggedMention]], None],
    *,
    keep_output: bool,
) -> None:
    """Filter a long file for a sidecar or a diff, which need all changes at once."""
    whole = Input(source.source.name, b"".join(source.chunks()), source.source.status)
    result.size = len(whole.data)
    memory = sink.memory(whole)
    if memory is not None and memory.earlier.surrogates is not None and memory.resumed:
        raise Incomplete(
            "has surrogates, which can be recognised only in a file that is read as a whole",
            where=whole.name,
            hint="Allow more in the rules: `limits: {whole_megabytes: …}`.",
        )
    again = LongInput(Input(whole.name, b""), whole.data)
    with one_file(whole.name):
        redactor, spool = _filtered(engine, again, result, replaced, memory, keep_edits=True)
        with spool:
            output = b"".join(spool)
        text = engine.source(whole.data, whole.name)
        rewritten = combined(text.text, redactor.passes)
        assert text.encode(rewritten.text) == output
    if keep_output or not result.findings:
        made = RewrittenFile(text, output, rewritten, redactor.tagged)
        result.output = sink.take(whole, made)
        result.notes += filter(None, [sink.remark])


def _has(engine: Engine) -> str:
    most = min(engine.ruleset.model.limits.whole_megabytes, WHOLE / MEGABYTE)
    return f"has more than {most:g} MB"


def _filtered(
    engine: Engine,
    source: LongInput,
    result: Result,
    replaced: Callable[[Iterable[TaggedMention]], None],
    memory: Memory | None = None,
    *,
    keep_edits: bool = False,
) -> tuple[Redactor, Spool]:
    """Filter a long file, and add its figures and remarks to the result."""
    name, tally = source.source.name, Tally()
    things = EntityCount()
    remarks: dict[str, None] = {}
    findings: list[Finding] = []
    undecodable = 0

    def count(part: Part) -> None:
        nonlocal undecodable
        tally.count(part.tagged)
        replaced(part.tagged)
        things.add(part.tagged)
        findings.extend(part.findings)
        undecodable += part.undecodable
        remarks.update(dict.fromkeys(remarks_of(part.redaction.analysis)))

    def measured(done: Spool) -> Iterable[bytes]:
        return limits.measured(done, done.size if result.size else 0, AGAIN)

    spool = Spool()
    try:
        standing = source.standing(engine.grammar)
        redactor = Redactor(engine, standing, memory, keep_edits=keep_edits)
        chunks = limits.measured(looking_ahead(engine, name, source.chunks()), result.size, AGAIN)
        for part in redactor.filter(long_text(engine, name, chunks), spool):
            tally.lines += part.lines
            tally.words += part.words
            count(part)
        spool = redactor.again(lambda done: long_text(engine, name, measured(done)), spool, count)
    except BaseException:
        spool.close()
        raise
    result.findings, result.remarks = tuple(findings), [*remarks]
    tally.files += 1
    tally.entities += len(things)
    tally.hints.update(redactor.hints)
    tally.undecodable += undecodable
    tally.with_undecodable += undecodable > 0
    tally.leave(name, len(findings))
    result.tally.include(tally)  # nothing is counted in a file that is not read to its end
    return redactor, spool
