"""Make the report on some files: for `report`, and for a bundle of files for an archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from anonfilter.accepted.policy import AcceptancePolicy
from anonfilter.checking.scan import scan
from anonfilter.commands.console import LimitedPrinter, notify
from anonfilter.commands.next_steps import MANY
from anonfilter.commands.progress import Progress
from anonfilter.contract.report import CheckResult
from anonfilter.reports.versions import versions
from anonfilter.run.session import Session
from anonfilter.run.verdicts import Verdicts
from anonfilter.selection.target import CheckTarget
from anonfilter.text.values import hide_values
from anonfilter_measure.report import report_facts, report_page
from anonfilter_measure.report.gather_facts import Gatherer, ReportRequest, gathered
from anonfilter_measure.report.report_facts import Facts


@hide_values
@dataclass(frozen=True, slots=True)
class FolderReport:
    """The result of a check, the names of the scanned files, and the report by file name."""

    checked: CheckResult
    scanned: tuple[str, ...]
    files: Mapping[str, bytes]


def of(session: Session, paths: tuple[str, ...], jobs: int, *, own_rules: bool) -> FolderReport:
    """Check some files, and return the result with the report on them, without values."""
    request = ReportRequest(paths, values_shown=False)
    checked, facts = gather(session, request, jobs, hide_paths=False, own_rules=own_rules)
    made = {"report.html": report_page.page(facts), "report.json": report_facts.as_json(facts)}
    files = {name: text.encode(errors="backslashreplace") for name, text in made.items()}
    return FolderReport(checked, tuple(one.path for one in facts.documents), files)


def gather(
    session: Session, request: ReportRequest, jobs: int, *, hide_paths: bool, own_rules: bool
) -> tuple[CheckResult, Facts]:
    """Check the files of a request, and return the result with the facts of the report."""
    engine, corpus = session.engine, session.corpus
    request = replace(request, key=corpus.key_state if corpus is not None else "")
    target = CheckTarget(paths=request.paths)
    checked = CheckResult(versions(engine), engine.labels)
    acceptance = AcceptancePolicy(session, target, notify, own_rules=own_rules).acceptance
    gatherer = Gatherer(
        engine,
        checked,
        acceptance,
        LimitedPrinter(MANY),
        show_values=request.values_shown,
        shown=acceptance.path_reference if hide_paths else str,
    )
    choice = scan(
        session, target, gatherer, Verdicts.of(engine), jobs, progress=Progress, weighed=True
    )
    checked.outside_count = len(choice.outside)
    return checked, gathered(engine, checked, choice, gatherer, request)
