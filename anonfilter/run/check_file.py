"""Scan one file for a check.

Findings are accepted and reported in :mod:`anonfilter.checking.collect`, which gets all scans.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from anonfilter import limits
from anonfilter.containers.encodings import guess_of
from anonfilter.contract.document import Analysis, Document, Finding, Source, Span
from anonfilter.contract.extensions import RECORDINGS, Recordings
from anonfilter.contract.features import how_to_install
from anonfilter.contract.registry import extension
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.spans import order
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing, one_file
from anonfilter.files.paths import real, suffix_of
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.files.top_paths import Tops
from anonfilter.reports.summary import Tally
from anonfilter.rules import find
from anonfilter.run.findings import to_findings
from anonfilter.run.inputs import InputFile, is_read_in_parts, pieces, whole_size
from anonfilter.run.result import Lost, Problem, Result, remarks_of
from anonfilter.run.risks import counted_spans, is_limited, weights
from anonfilter.run.verdict_findings import VerdictFindings
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.streams import scanning
from anonfilter.streams.ahead import looking_ahead
from anonfilter.streams.carried import AGAIN
from anonfilter.streams.long_reading import long_text
from anonfilter.text.lines import count_lines

SOUNDS = (".wav", ".flac")


class Scanner:
    """A scanner for one file after the other.

    ``weighed``: all findings get a weight, even if the rules do not limit a sum of risks.
    """

    def __init__(self, engine: Engine, keeping: SidecarPolicy, *, weighed: bool = False) -> None:
        self._engine = engine
        self._rules = engine.ruleset.model.check
        self._weighed = weighed or is_limited(self._rules)
        self._keeping = keeping
        self._tops = Tops()

    def path(self, name: str) -> str:
        """Return the path of a file from the top of its repository."""
        return self._tops.path(name)

    def _of_recording(self, data: bytes, name: str, path: str) -> Result:
        recordings: Recordings | None = extension(RECORDINGS)
        if recordings is None:
            raise Incomplete(
                "the feature audio, which reads recordings, is not installed",
                where=name,
                hint=how_to_install("audio"),
            )
        return recordings.scan(self._engine, self._findings, data, name, path)

    def scan(self, chosen: InputFile, sidecars: Tree = DISK, decided: Tree = DISK) -> Result:
        """Scan a file.

        Its sidecar, and the files that plugins read beside it, are in these trees.
        """
        path = self.path(chosen.name)
        try:
            with one_file(chosen.name):
                data = chosen.read()
                if is_recording(self._engine, chosen.name):
                    return self._of_recording(data, chosen.name, path)
                if self._is_in_parts(chosen.name, data):
                    return self._in_parts(chosen.name, path, data, sidecars)
                document = self._engine.decode(data, chosen.name, decided)
                analysis = self._engine.analyse(document)
        except ModelMissing:
            raise
        except Incomplete as error:
            return unscanned(chosen.name, path, error)
        source = document.source
        spans, findings = self._findings(document, analysis, path)
        places = ((span.start, span.end) for span in spans)
        guess = guess_of(source)
        remarks = remarks_of(analysis) + ([f"encoding: {guess}"] if guess else [])
        lost, problems = self._lost(source, sidecars)
        return Result(
            chosen.name,
            path=path,
            tally=Tally(lines=count_lines(source.text), words=len(source.text.split())),
            findings=findings,
            remarks=remarks,
            lost=lost,
            problems=problems,
            to_cache=VerdictFindings.of(findings, places, source.text, remarks),
        )

    def _is_in_parts(self, name: str, data: bytes) -> bool:
        if self._weighed:  # by all that is in a file
            return len(data) > whole_size(self._engine, name)
        return is_read_in_parts(self._engine, name, data)

    def scan_again(
        self, chosen: InputFile, lines: int, found: VerdictFindings, decided: Tree
    ) -> Result:
        """Return the result for a file with the lines and findings of an earlier check."""
        path = self.path(chosen.name)
        try:
            with one_file(chosen.name):
                data = chosen.read()
                if found.places:
                    text = self._engine.decode(data, chosen.name, decided).text
                else:
                    text = self._engine.source(data, chosen.name, decided).text
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
        """Return the findings that fail a check by themselves or by the sum of risks."""
        spans = self._counted(analysis)
        if not self._weighed:
            return spans, to_findings(self._engine, document, spans, path)
        findings = to_findings(self._engine, document, spans, path)
        costs = weights(document, spans, self._engine.labels)
        weighed = [replace(one, weight=cost) for one, cost in zip(findings, costs, strict=True)]
        return spans, weighed

    def _counted(self, analysis: Analysis) -> list[Span]:
        failing = self._engine.failing(analysis)
        counted = counted_spans(analysis, self._rules) if self._weighed else []
        return order(dict.fromkeys((*counted, *failing)))

    def sidecar_place(self, name: str) -> Path | None:
        """Return the path of a document's sidecar, whether or not it exists.

        Raise ``Incomplete`` if a link leads out of the corpus.
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
                "is read in parts, and the rules limit the sum of risks of whole files",
                where=name,
                hint="Divide it, or allow more in the rules: `limits: {whole_megabytes: …}`.",
            )
        findings: list[Finding] = []
        remarks: dict[str, None] = {}
        size = len(data)
        engine = self._engine
        chunks = limits.measured(looking_ahead(engine, name, pieces(data)), size, AGAIN)
        for seen in scanning.seen(
            engine,
            long_text(engine, name, chunks),
            lambda: long_text(engine, name, limits.measured(pieces(data), size)),
        ):
            analysis, window = seen.analysis, seen.window
            found = self._counted(replace(analysis, spans=seen.spans))
            reported = to_findings(self._engine, analysis.document, found, path)
            findings += map(window.in_file, reported)
            remarks |= dict.fromkeys(remarks_of(analysis))
        findings.sort(key=lambda one: (one.start, one.end))
        source = self._engine.source(data, name)
        if guess := guess_of(source):
            remarks[f"encoding: {guess}"] = None
        lost, problems = self._lost(source, sidecars)
        return Result(
            name,
            path=path,
            tally=Tally(lines=count_lines(source.text)),
            findings=findings,
            remarks=[*remarks],
            lost=lost,
            problems=problems,
            to_cache=VerdictFindings.of(findings, (), source.text, remarks),
        )

    def _lost(self, document: Source, sidecars: Tree) -> tuple[list[Lost], list[Problem]]:
        """Return the tags without an entry in the document's sidecar."""
        try:
            place = self.sidecar_place(document.name)
        except Incomplete as error:
            return [], [Problem.of(error, document.name)]
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
            return [], [Problem.of(error, shown)]
        lost = mapping.tags_without_entry(document.text, sidecar, self._engine.grammar)
        return [Lost(at.line, at.column, tag, at.member) for at, tag in lost], []


def is_recording(engine: Engine, name: str) -> bool:
    """Return True if a file of this name is a sound recording."""
    return suffix_of(engine.tools.formats.declared.read_name(name)) in SOUNDS


def unscanned(name: str, path: str, error: Incomplete) -> Result:
    """Return the result for a file that could not be scanned to its end."""
    return Result(name, path=path, problems=(Problem.of(error, name),)).incomplete(error)
