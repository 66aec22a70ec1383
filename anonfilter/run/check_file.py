"""Scan one file for a check.

:mod:`anonfilter.checking.collect` gets the results of all scans, leaves out accepted findings, and
reports the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from anonfilter import limits
from anonfilter.containers.encodings import guess_of
from anonfilter.containers.places import findings_of
from anonfilter.contract.document import Analysis, Document, Finding, Source, Span
from anonfilter.contract.extensions import (
    READER_PLACES,
    RECORDINGS,
    ReaderPlaces,
    Recordings,
)
from anonfilter.contract.features import missing
from anonfilter.contract.registry import extension
from anonfilter.contract.report import ScanProblem
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.spans import order, overlap
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing, one_file
from anonfilter.files.paths import real, suffix_of
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.files.top_paths import TopPaths
from anonfilter.reports.summary import Tally, reader_text
from anonfilter.rules import find
from anonfilter.run.inputs import InputFile, Reading, pieces, plan_reading
from anonfilter.run.result import Result, remarks_of
from anonfilter.run.risks import counted_spans, is_limited, weights
from anonfilter.run.verdicts import VerdictFindings
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.streams import parts_progress, scanning
from anonfilter.streams.ahead import looking_ahead
from anonfilter.streams.carried import AGAIN
from anonfilter.streams.long_text import long_text
from anonfilter.text.lines import count_lines

SOUNDS = (".wav", ".flac")
KNOWN = "known"  # as in anonfilter.known, which is imported only for a corpus


class FileScanner:
    """A scanner of files.

    ``weighed``: all findings get a weight, even if the rules do not limit a sum of risks.
    """

    def __init__(self, engine: Engine, keeping: SidecarPolicy, *, weighed: bool = False) -> None:
        self._engine = engine
        self._rules = engine.ruleset.model.check
        self._weighed = weighed or is_limited(self._rules)
        self._keeping = keeping
        self._tops = TopPaths()

    def path(self, name: str) -> str:
        """Return the path of a file from the top of its repository."""
        return self._tops.path(name)

    def scan(self, chosen: InputFile, sidecars: Tree = DISK, decided: Tree = DISK) -> Result:
        """Return the result of scanning a file; it has an error if the scan is incomplete.

        The sidecar is read from the tree ``sidecars``, other files beside it from ``decided``.
        """
        path = self.path(chosen.name)
        try:
            with one_file(chosen.name):
                data = chosen.read()
                if is_recording(self._engine, chosen.name):
                    recordings: Recordings | None = extension(RECORDINGS)
                    if recordings is None:
                        raise missing("audio", "reads recordings", chosen.name)
                    return recordings.scan(self._engine, self._findings, data, chosen.name, path)
                # what is weighed is all that a file has, so it is read as a whole if possible
                looked_at = None if self._weighed else data
                plan = plan_reading(self._engine, chosen.name, len(data), looked_at)
                if plan is not Reading.WHOLE:
                    return self._in_parts(chosen.name, path, data, sidecars)
                document = self._engine.read_document(data, chosen.name, decided)
                analysis = self._engine.analyse(document)
        except ModelMissing:
            raise
        except Incomplete as error:
            return unscanned(chosen.name, path, error)
        spans, findings = self._findings(document, analysis, path)
        result = self._result(document.source, path, findings, remarks_of(analysis), sidecars)
        shown = reader_text(document)
        result.tally.lines, result.tally.words = count_lines(shown), len(shown.split())
        places = [(span.start, span.end) for span in spans]
        text = document.source.text
        result.to_cache = VerdictFindings.of(findings, places, text, result.remarks)
        return result

    def _result(
        self,
        source: Source,
        path: str,
        findings: Sequence[Finding],
        remarks: Iterable[str],
        sidecars: Tree,
    ) -> Result:
        """Return the result for a file that was scanned to its end."""
        guess = guess_of(source)
        lost, problems = self._lost(source, sidecars)
        return Result(
            source.name,
            path=path,
            tally=Tally(lines=count_lines(source.text)),
            findings=findings,
            remarks=[*remarks, *([f"encoding: {guess}"] if guess else [])],
            lost=lost,
            problems=problems,
        )

    def scan_again(
        self, chosen: InputFile, lines: int, found: VerdictFindings, decided: Tree
    ) -> Result:
        """Return the result for a file from the lines and findings of an earlier check."""
        path = self.path(chosen.name)
        try:
            with one_file(chosen.name):
                data = chosen.read()
                if found.places:
                    text = self._engine.read_document(data, chosen.name, decided).text
                else:
                    text = self._engine.decode_file(data, chosen.name, decided).text
        except Incomplete as error:
            return unscanned(chosen.name, path, error)
        return Result(
            chosen.name,
            path=path,
            tally=Tally(lines=lines),
            findings=found.with_values(path, text),
            remarks=[*found.remarks],
        )

    def _findings(
        self, document: Document, analysis: Analysis, path: str
    ) -> tuple[list[Span], list[Finding]]:
        """Return the spans that fail a check or count for the sum of risks, and their findings."""
        spans = self._counted(analysis)
        findings = to_findings(self._engine, document, spans, path)
        if not self._weighed:
            return spans, findings
        costs = weights(document, spans, self._engine.labels)
        weighed = [replace(one, weight=cost) for one, cost in zip(findings, costs, strict=True)]
        return spans, weighed

    def _counted(self, analysis: Analysis) -> list[Span]:
        failing = self._engine.failing(analysis)
        counted = counted_spans(analysis, self._rules) if self._weighed else []
        return order(dict.fromkeys((*counted, *failing)))

    def sidecar_place(self, name: str) -> Path | None:
        """Return the path of a document's sidecar, which need not exist.

        Return None for a document outside of the folder that ``map_dir`` mirrors. Raise
        ``Incomplete`` if a link leads out of the corpus.
        """
        try:
            return self._keeping.place(real(name))
        except Incomplete:
            raise
        except AnonfilterError:  # outside of the folder that `map_dir` mirrors
            return None

    def _in_parts(self, name: str, path: str, data: bytes, sidecars: Tree) -> Result:
        """Scan a long file part by part."""
        if is_limited(self._rules):
            raise Incomplete(
                "is too long to be read as a whole, but the rules limit the risk of a whole file",
                where=name,
                hint=limits.ALLOW_MORE.capitalize(),
            )
        findings: list[Finding] = []
        remarks: dict[str, None] = {}
        size = len(data)
        engine = self._engine
        chunks = parts_progress.measured(looking_ahead(engine, name, pieces(data)), size, AGAIN)
        for part in scanning.scan_parts(
            engine,
            long_text(engine, name, chunks),
            lambda: long_text(engine, name, parts_progress.measured(pieces(data), size)),
        ):
            analysis, window = part.analysis, part.window
            found = self._counted(replace(analysis, spans=part.spans))
            reported = to_findings(self._engine, analysis.document, found, path)
            findings += map(window.in_file, reported)
            remarks |= dict.fromkeys(remarks_of(analysis))
        findings.sort(key=lambda one: (one.start, one.end))
        source = self._engine.decode_file(data, name)
        result = self._result(source, path, findings, remarks, sidecars)
        result.to_cache = VerdictFindings.of(findings, (), source.text, result.remarks)
        return result

    def _lost(self, document: Source, sidecars: Tree) -> tuple[list[Finding], list[ScanProblem]]:
        """Return the tags without an entry in the document's sidecar, and problems with it."""
        try:
            place = self.sidecar_place(document.name)
        except Incomplete as error:
            return [], [ScanProblem.of(error, document.name)]
        if place is None:
            return [], []
        shown = find.display(str(place))
        try:
            data = sidecars.read(place)
            if data is None:
                return [], []
            from anonfilter.sidecars import mapping
            from anonfilter.sidecars.sidecar_parser import parse

            sidecar = parse(data, shown)
        except Incomplete as error:
            return [], [ScanProblem.of(error, shown)]
        lost = [
            Finding(document.name, line, column, "LOST_ENTRY", "sidecar", value=tag, member=member)
            for (member, line, column), tag in mapping.tags_without_entry(
                document.text, sidecar, self._engine.grammar
            )
        ]
        return lost, []


def is_recording(engine: Engine, name: str) -> bool:
    """Return True if a file of this name is a sound recording."""
    return suffix_of(engine.tools.formats.declared.read_name(name)) in SOUNDS


def unscanned(name: str, path: str, error: Incomplete) -> Result:
    """Return the result for a file that could not be scanned to its end."""
    return Result(name, path=path, problems=(ScanProblem.of(error, name),)).incomplete(error)


def to_findings(
    engine: Engine, document: Document, found: Sequence[Span], path: str
) -> list[Finding]:
    """Return a finding with its value for each span; mark the originals that the corpus knows.

    ``path`` is relative to the top of the repository.
    """
    known = engine.options.known
    originals = known.spans(document, engine.labels) if known is not None and found else ()
    ordered = order(found)
    return [
        replace(
            finding,
            path=path,
            value=document.text[span.start : span.end],
            known=KNOWN in span.detectors or any(overlap(one, span) for one in originals),
            fails=engine.fails(span.label),
        )
        for span, finding in zip(ordered, _placed(document, ordered), strict=True)
    ]


def _placed(document: Document, spans: Sequence[Span]) -> Iterator[Finding]:
    """Yield the findings of spans; in a container, with their places as readers count them."""
    named: ReaderPlaces | None = None
    if spans and document.source.container is not None:
        named = extension(READER_PLACES)
    place = None if named is None else named.of(document)
    for finding in findings_of(document, spans):
        yield finding if place is None else replace(finding, reader_place=place(finding.start))
