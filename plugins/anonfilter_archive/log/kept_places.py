"""Find the identifiers that stay in filtered documents on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX, Uncovered

from anonfilter.accepted.allow_list import Allowance, AllowList
from anonfilter.contract.document import Analysis, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.spans import order
from anonfilter.errors import one_file
from anonfilter.files.top_paths import path_from_top
from anonfilter.run.check_file import to_findings
from anonfilter.run.inputs import InputFile
from anonfilter_archive.log.log_rows import Kept
from anonfilter_archive.log.reader_places import reader_places
from anonfilter_archive.log.who_and_when import Change, Signatures, last_change

_RULES = "the rules"


class KeptPlaces:
    """The places that rules, reviewers and the allow list keep; ``rules`` is the file of rules."""

    def __init__(self, engine: Engine, allowed: AllowList, rules: str) -> None:
        self._engine = engine
        self._allowed = allowed
        self._by_rules = last_change(Path(rules)) if Path(rules).is_file() else Change(_RULES, "")

    def of(self, chosen: InputFile) -> Iterator[Kept]:
        """Yield the identifiers that stay in one document, in the order of its text."""
        name = chosen.name
        with one_file(name):
            document = self._engine.read_document(chosen.read(), name)
            analysis = self._engine.analyse(document)
        place = reader_places(document)
        kept = [*self._by_rules_of(analysis), *self._decided(name, analysis)]
        kept += self._allowed_in(name, analysis)
        for span, reason, (who, when) in sorted(kept, key=lambda one: one[0].start):
            start, end = document.origin.extent(span.start, span.end)
            value = document.source.text[start:end]
            yield Kept(name, place(start), span.label, reason, who, when, value)

    def _by_rules_of(self, analysis: Analysis) -> Iterator[tuple[Span, str, Change]]:
        for change in analysis.changes:
            for span in change.before if change.resolver == "engine" else ():
                if change.excluded:
                    yield span, change.reason, self._by_rules
                elif not self._engine.labels[span.label].redact:
                    yield span, f"the rules keep {span.label}", self._by_rules

    def _decided(self, name: str, analysis: Analysis) -> Iterator[tuple[Span, str, Change]]:
        decided = [change for change in analysis.changes if isinstance(change, Uncovered)]
        if not decided:
            return
        signatures = Signatures.of(name, analysis.document.source.text)
        who = signatures.who_and_when(last_change(Path(name + SUFFIX)))
        for change in decided:
            for span in change.before:
                yield span, f"reviewer: {'keep' if change.kept else 'not a name'}", who

    def _allowed_in(self, name: str, analysis: Analysis) -> Iterator[tuple[Span, str, Change]]:
        failing = order(self._engine.failing(analysis))
        found = to_findings(self._engine, analysis.document, failing, path_from_top(name))
        for span, finding in zip(failing, found, strict=True):
            for allowance in self._allowed.matching(finding, date.today())[:1]:
                yield span, f"allow list: {allowance.entry.reason}", _allowed_by(allowance)


def _allowed_by(allowance: Allowance) -> Change:
    entry, place = allowance.entry, allowance.place
    if entry.by:
        return Change(entry.by, entry.since.isoformat() if entry.since else "")
    return last_change(Path(place.file), place.line)
