"""Filtering a file that is too long to be read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anonfilter.errors import Incomplete, one_file
from anonfilter.reports.summary import Tally, form_of, told_by_tags
from anonfilter.streams.inputs import LongInput, long_text
from anonfilter.streams.redacting import Part, Redactor
from anonfilter.streams.spool import Spool

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding, Tagged
    from anonfilter.engine.pipeline import Engine
    from anonfilter.filtering import Outcome
    from anonfilter.pseudonyms.results import Slot


@dataclass(frozen=True, slots=True)
class Parts:
    """Filters long files; ``tell`` is given a line on each, ``then`` what is replaced in it."""

    tell: Callable[[str], None] = lambda line: None
    then: Callable[[Iterable[Tagged]], None] = lambda tagged: None

    def __call__(
        self, engine: Engine, source: LongInput, slot: Slot, outcome: Outcome, *, keep_output: bool
    ) -> None:
        """Filter a long file, and write the result if nothing is left in it."""
        name = source.source.name
        if slot.take_parts is None:
            raise Incomplete(
                f"{_has(engine)}, and no sidecar and no diff is made of a file in parts",
                where=name,
                hint="Divide the file, or allow more in the rules: `limits: {whole_megabytes: …}`; "
                "`sidecar: none` filters it without a sidecar.",
            )
        self.tell(f"{name}: {_has(engine)}, and is filtered in parts (`limits:` in the rules)")
        with one_file(name):
            spool = _filtered(engine, source, outcome, self.then)
        if keep_output or not outcome.findings:
            slot.take_parts(source.source, spool)


def _has(engine: Engine) -> str:
    return f"has more than {engine.ruleset.model.limits.whole_megabytes:g} MB"


def _filtered(
    engine: Engine,
    source: LongInput,
    outcome: Outcome,
    then: Callable[[Iterable[Tagged]], None],
) -> Spool:
    """What becomes of a long file; what is told and counted of it is added to the outcome."""
    name, tally = source.source.name, Tally()
    forms = set[frozenset[str]]()
    remarks: dict[str, None] = {}
    findings: list[Finding] = []
    undecodable = 0

    def count(part: Part) -> None:
        nonlocal undecodable
        tally.count(part.tagged)
        then(part.tagged)
        forms.update(map(form_of, part.tagged))
        findings.extend(part.findings)
        undecodable += part.undecodable
        for remark in part.redaction.analysis.remarks:
            remarks[f"{remark.resolver}: {remark.reason}"] = None

    spool = Spool()
    try:
        redactor = Redactor(engine, source.standing(engine.grammar))
        for part in redactor.filter(long_text(engine, name, source.chunks()), spool):
            tally.lines += part.lines
            count(part)
        spool, parts = redactor.again(lambda data: long_text(engine, name, data), spool)
        for part in parts:
            count(part)
    except BaseException:
        spool.close()
        raise
    outcome.findings, outcome.remarks = tuple(findings), [*remarks]
    tally.files += 1
    tally.entities += told_by_tags(forms)
    tally.hints.update(redactor.hints)
    tally.undecodable += undecodable
    tally.with_undecodable += undecodable > 0
    tally.leave(name, len(findings))
    outcome.tally.include(tally)  # of a file that is not read to its end, nothing is counted
    return spool
