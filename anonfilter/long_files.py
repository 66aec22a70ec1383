"""Filtering a file that is too long to be read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anonfilter import limits
from anonfilter.errors import Incomplete, one_file
from anonfilter.files.read import Input
from anonfilter.reports.summary import EntityCount, Tally
from anonfilter.sidecars.surrogate_rules import told_in_parts
from anonfilter.streams.ahead import looking_ahead
from anonfilter.streams.carried import AGAIN
from anonfilter.streams.combined import Combined, combined
from anonfilter.streams.inputs import WHOLE, LongInput
from anonfilter.streams.long_reading import MEGABYTE, long_text
from anonfilter.streams.redacting import Part, Redactor
from anonfilter.streams.spool import Spool
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding, TaggedMention
    from anonfilter.engine.pipeline import Engine
    from anonfilter.filtering import Outcome
    from anonfilter.run.slots import Slot
    from anonfilter.sidecars.memory import Memory


@hide_values
@dataclass(frozen=True, slots=True)
class Parts:
    """Filters long files; ``tell`` is given a line on each, ``then`` what is replaced in it."""

    tell: Callable[[str], None] = lambda line: None
    then: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None

    def __call__(
        self, engine: Engine, source: LongInput, slot: Slot, outcome: Outcome, *, keep_output: bool
    ) -> None:
        """Filter a long file, and write the result if nothing is left in it."""
        name = source.source.name
        self.tell(f"{name}: {_has(engine)}, and is filtered in parts (`limits:` in the rules)")
        outcome.notes += told_in_parts(engine)
        if slot.take_parts is None:
            self._at_once(engine, source, slot, outcome, keep_output=keep_output)
            return
        outcome.size = source.size
        with one_file(name):
            _, spool = _filtered(engine, source, outcome, self.then)
        if keep_output or not outcome.findings:
            slot.take_parts(source.source, spool)

    def _at_once(
        self, engine: Engine, source: LongInput, slot: Slot, outcome: Outcome, *, keep_output: bool
    ) -> None:
        """Filter a long file for a sidecar or a diff, which are made of all that was changed."""
        whole = Input(source.source.name, b"".join(source.chunks()), source.source.status)
        outcome.size = len(whole.data)
        memory = slot.memory(whole)
        if memory is not None and memory.earlier.worn is not None and memory.resumed:
            raise Incomplete(
                "has surrogates, which are told from names only where it is read as a whole",
                where=whole.name, hint="Allow more in the rules: `limits: {whole_megabytes: …}`.",
            )  # fmt: skip
        again = LongInput(Input(whole.name, b""), whole.data)
        with one_file(whole.name):
            redactor, spool = _filtered(engine, again, outcome, self.then, memory, keep_edits=True)
            with spool:
                output = b"".join(spool)
            text = engine.source(whole.data, whole.name)
            rewritten = combined(text.text, redactor.passes)
            assert text.encode(rewritten.text) == output
        if keep_output or not outcome.findings:
            slot.take(whole, Combined(text, output, redactor.tagged, rewritten))
            outcome.notes += filter(None, [slot.remark])


def _has(engine: Engine) -> str:
    most = min(engine.ruleset.model.limits.whole_megabytes, WHOLE / MEGABYTE)
    return f"has more than {most:g} MB"


def _filtered(
    engine: Engine,
    source: LongInput,
    outcome: Outcome,
    then: Callable[[Iterable[TaggedMention]], None],
    memory: Memory | None = None,
    *,
    keep_edits: bool = False,
) -> tuple[Redactor, Spool]:
    """What becomes of a long file; what is told and counted of it is added to the outcome."""
    name, tally = source.source.name, Tally()
    things = EntityCount()
    remarks: dict[str, None] = {}
    findings: list[Finding] = []
    undecodable = 0

    def count(part: Part) -> None:
        nonlocal undecodable
        tally.count(part.tagged)
        then(part.tagged)
        things.add(part.tagged)
        findings.extend(part.findings)
        undecodable += part.undecodable
        for remark in part.redaction.analysis.remarks:
            remarks[f"{remark.resolver}: {remark.reason}"] = None

    def measured(done: Spool) -> Iterable[bytes]:
        return limits.measured(done, done.size if outcome.size else 0, AGAIN)

    spool = Spool()
    try:
        standing = source.standing(engine.grammar)
        redactor = Redactor(engine, standing, memory, keep_edits=keep_edits)
        chunks = limits.measured(looking_ahead(engine, name, source.chunks()), outcome.size, AGAIN)
        for part in redactor.filter(long_text(engine, name, chunks), spool):
            tally.lines += part.lines
            tally.words += part.words
            count(part)
        spool = redactor.again(lambda done: long_text(engine, name, measured(done)), spool, count)
    except BaseException:
        spool.close()
        raise
    outcome.findings, outcome.remarks = tuple(findings), [*remarks]
    tally.files += 1
    tally.entities += len(things)
    tally.hints.update(redactor.hints)
    tally.undecodable += undecodable
    tally.with_undecodable += undecodable > 0
    tally.leave(name, len(findings))
    outcome.tally.include(tally)  # of a file that is not read to its end, nothing is counted
    return redactor, spool
