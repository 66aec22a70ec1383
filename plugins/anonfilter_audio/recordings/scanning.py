"""Scan a recording for a check, and report findings with their times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from anonfilter.contract.document import Analysis, Document, Finding, Span
from anonfilter.contract.report import ScanProblem
from anonfilter.engine.pipeline import Engine
from anonfilter.reports.summary import Tally
from anonfilter.run.result import Result
from anonfilter.run.verdicts import VerdictFindings
from anonfilter.text.plural import counted
from anonfilter_audio.recordings.checking import Looked, documents_of, looked
from anonfilter_audio.recordings.finding import ACCEPTING, NO_WORDS, NOT_CERTAIN, NOTHING_RECOGNISED
from anonfilter_audio.sound.intervals import clock

Findings = Callable[[Document, Analysis, str], tuple[list[Span], list[Finding]]]
_CLEARED = "`anonfilter audio` removes it."


def scan(engine: Engine, findings: Findings, data: bytes, name: str, path: str) -> Result:
    """Scan a sound file. Its findings are not cached: no text holds their values."""
    seen = looked(engine, data, name)
    spans, said = findings(seen.transcript.document, seen.analysis, path)
    found = [_at(one, _times(seen, span)) for span, one in zip(spans, said, strict=True)]
    problems: list[ScanProblem] = list(_doubts(seen, name))
    for tag, document in documents_of(engine, seen, name):
        if document is None:
            what = f"holds {tag.name}, which is not read"
            problems.append(ScanProblem(name, what, hint=_CLEARED))
        else:
            _, tag_findings = findings(document, engine.analyse(document), path)
            found += (_at(one, tag.name) for one in tag_findings)
    clean = not (found or problems)
    words = len(seen.transcript.spoken)
    return Result(
        name,
        path=path,
        tally=Tally(words=words),
        findings=found,
        problems=problems,
        to_cache=VerdictFindings() if clean else None,
    )


def _at(one: Finding, member: str) -> Finding:
    """Return a finding with the place ``member`` instead of a line."""
    return replace(one, member=member, line=0, column=0, start=0, end=0, last=0)


def _times(seen: Looked, span: Span) -> str:
    when = seen.when(span)
    return f"{clock(when.start)} to {clock(when.end)}"


def _doubts(seen: Looked, name: str) -> Iterator[ScanProblem]:
    """Yield the problems that make a recording incomplete: speech without certain words."""
    for intervals, what, hint in (
        (seen.unheard, NO_WORDS, "`anonfilter audio --unrecognised mask` silences it."),
        (seen.uncertain, NOT_CERTAIN, ACCEPTING),
        (seen.without_words, NOTHING_RECOGNISED, ACCEPTING),
    ):
        if intervals:
            first = f"{clock(intervals[0].start)} to {clock(intervals[0].end)}"
            others = len(intervals) - 1
            more = f", and {counted(others, 'time')} more" if others else ""
            yield ScanProblem(name, f"{first}{more}: {what}", hint=hint)
