"""Collect the scans of a check: leave out accepted findings, report the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from anonfilter.accepted.acceptance import Acceptance
from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult, IncompleteFile, ScanProblem, describe_commits
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter.run.result import Result
from anonfilter.run.risks import NAMES, assess, over_corpus, risk_statistics
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine


class ScanCollector:
    """A collector that adds scans to ``checked``, in the order of the report.

    ``notify`` prints notes on standard error. ``shown`` turns a path into the form that is shown.
    """

    def __init__(
        self,
        engine: Engine,
        checked: CheckResult,
        acceptance: Acceptance,
        notify: Callable[[str], None],
        *,
        show_values: bool = False,
        shown: Callable[[str], str] = str,
    ) -> None:
        self._rules = engine.ruleset.model.check
        self._checked = checked
        self._acceptance = acceptance
        self._notify = notify
        self._show_values = show_values
        self.shown = shown
        self.people = defaultdict[str, set[tuple[str, str]]](set)  # names in each file, by path
        self.risks: list[tuple[str, int]] = []  # of each scanned file, in the order of the files
        self._in_names = set[tuple[str, str]]()
        self.hints = Counter[str]()  # hints for incomplete files

    def add_result(
        self, result: Result, added: Collection[int] | None = None, commits: tuple[str, ...] = ()
    ) -> None:
        """Add the result of scanning a file.

        ``added`` are the lines that count, if not all; ``commits`` are the commits that brought the
        file.
        """
        for problem in result.problems:
            self.add_problem(problem, commits)
        if result.error is not None:
            self._acceptance.incomplete(result.path)
            return
        self._checked.files += 1
        self._checked.lines += result.tally.lines
        if result.is_clean:
            self._acceptance.fails(result.path, ())
            self.risks.append((self.shown(result.name), 0))
            return
        shown = self.shown(result.name)
        for remark in result.remarks:
            self._notify(f"{shown}: {remark}")
            self._checked.remarks.append((shown, remark))
        failing = self._failing(result, shown, added)
        people = {(one.label, one.value) for one in failing if one.label in NAMES}
        if people:
            self.people[result.name] |= people
        lost = [tag for tag in result.lost if added is None or tag.line in added]
        self._checked.files_with_findings += bool(failing or lost)
        self._checked.findings += (self._reported(one, result.name, commits) for one in failing)
        self._checked.findings += (
            replace(self._reported(tag, result.name, commits), fingerprint="") for tag in lost
        )
        if lost:
            number = counted(len(lost), "tag has", "tags have")
            self._notify(f"{shown}: {number} no entry in its sidecar")

    def add_problem(self, problem: ScanProblem, commits: tuple[str, ...] = ()) -> None:
        """Add a file that could not be scanned completely; add the same problem only once."""
        reason = f"{problem.reason} ({describe_commits(commits)})" if commits else problem.reason
        unfinished = IncompleteFile(
            self.shown(problem.path),
            reason,
            problem.line,
            problem.column,
            self._member(problem.path, problem.member) or None,
        )
        if unfinished not in self._checked.incomplete:
            self._checked.incomplete.append(unfinished)
            self.hints.update(filter(None, [problem.hint]))

    def in_name(self, found: Finding, path: str) -> None:
        """Add a finding in a name unless it is accepted; add each label once for each name."""
        key = (found.path, found.label)
        if any(self._acceptance.fails(found.path, [found])) and key not in self._in_names:
            self._in_names.add(key)
            fingerprint = self._acceptance.fingerprint(found)
            value = found.value if self._show_values else ""
            self.about_file(
                replace(found, path=self.shown(path), value=value, fingerprint=fingerprint)
            )

    def about_file(self, found: Finding, note: str = "") -> None:
        """Add a finding about a whole file, and print the note, if there is one.

        Examples are a finding in its name, its risk, or that it must not be committed.
        """
        others = (other.path for other in self._checked.findings)
        self._checked.files_with_findings += found.path not in others
        self._checked.findings.append(found)
        if note:
            self._notify(f"{found.path}: {note}")

    def judge_corpus(self) -> None:
        """Set the risk of all documents; add a finding if mean + SD are over the rules' limit."""
        limit = self._rules.max_corpus_risk
        if limit is None:
            return
        self._checked.risk = risk = risk_statistics([one for _, one in self.risks])
        for found in over_corpus(self.risks, limit):
            self.about_file(found)
            self._notify(
                f"risk of {risk.documents:,} documents: mean {risk.mean:.2f} + SD "
                f"{risk.sd:.2f} = {risk.mean_plus_sd:.2f}, over the rules' "
                f"max_corpus_risk of {limit:g}; {found.path} has the highest risk"
            )

    def _failing(
        self, result: Result, shown: str, added: Collection[int] | None
    ) -> Sequence[Finding]:
        """Return findings that are not accepted, and fail by their label or the sum of risks."""
        on_added = [added is None or _is_on(one, added) for one in result.findings]
        try:
            fails = self._acceptance.fails(
                result.path, result.findings, on_added if added is not None else ()
            )
        except Incomplete as error:
            self.add_problem(ScanProblem(result.name, error.message, hint=error.hint))
            self._acceptance.incomplete(result.path)
            fails = on_added
        assessment = assess(
            [
                found
                for found, failing, counts in zip(result.findings, fails, on_added, strict=True)
                if failing and counts
            ],
            self._rules.max_risk,
        )
        self.risks.append((shown, assessment.risk))
        if assessment.over:
            self._notify(
                f"{shown}: findings add up to a risk of {assessment.risk}, over the rules' "
                f"max_risk of {self._rules.max_risk}"
            )
        return assessment.failing

    def _member(self, name: str, member: str | None) -> str:
        """Return the name of a member of a file; it is hidden if paths are hidden."""
        hides = bool(member) and self.shown(name) != name
        return self.shown(member_path(name, str(member))) if hides else member or ""

    def _reported(self, found: Finding, name: str, commits: tuple[str, ...]) -> Finding:
        """Return a finding for the report: its value is kept only if values are shown."""
        return replace(
            found,
            path=self.shown(name),
            score=round(found.score, 4),
            commits=commits,
            member=self._member(name, found.member),
            reader_place=found.reader_place if self.shown(name) == name else "",
            value=found.value if self._show_values else "",
            fingerprint=self._acceptance.fingerprint(found),
        )


def _is_on(finding: Finding, lines: Collection[int]) -> bool:
    """Return True if any part of a finding is on one of these lines."""
    return any(line in lines for line in range(finding.line, max(finding.line, finding.last) + 1))
