"""Where all files of a check come together: what is let pass, and what is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from anonfilter.checking.accepted.decide import Passing
from anonfilter.checking.risk import corpus, judged, over_corpus
from anonfilter.checking.scan import Lost, Scan, Trouble
from anonfilter.checking.selection import from_top
from anonfilter.contract.document import Finding
from anonfilter.contract.report import Checked, Unfinished, carried
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.reports.paths import Paths
from anonfilter.text.plural import counted

LOST = "LOST_ENTRY"


class Collector:
    """Takes scans, in the order in which they are to be told, and fills ``checked``.

    ``tell`` says on standard error what is no finding by itself.
    """

    def __init__(
        self,
        engine: Engine,
        checked: Checked,
        paths: Paths,
        passing: Passing,
        tell: Callable[[str], None],
        *,
        show_values: bool = False,
    ) -> None:
        self._rules = engine.ruleset.model.check
        self._checked = checked
        self._paths = paths
        self._passing = passing
        self._tell = tell
        self._show_values = show_values
        self._risks: list[tuple[str, int]] = []
        self._named = set[tuple[str, str]]()

    def take(
        self, scan: Scan, added: Collection[int] | None = None, commits: tuple[str, ...] = ()
    ) -> None:
        """One file. ``added`` are the lines that count, if not all; ``commits`` carry it."""
        for trouble in scan.troubles:
            self.trouble(trouble, commits)
        if not scan.scanned:
            self._passing.incomplete(from_top(scan.name))
            return
        self._checked.files += 1
        self._checked.lines += scan.lines
        if scan.clean:
            self._passing.fails(from_top(scan.name), ())
            self._risks.append(("", 0))
            return
        shown = self._paths.shown(scan.name, scan.tagged)
        for remark in scan.remarks:
            self._tell(f"{shown}: {remark}")
        failing = self._failing(scan, shown, added)
        lost = [one for one in scan.lost if added is None or one.line in added]
        self._checked.files_with_findings += bool(failing or lost)
        self._checked.findings += (self._told(one, shown, commits) for one in failing)
        self._checked.findings += (self._lost(shown, one, commits) for one in lost)
        if lost:
            number = counted(len(lost), "tag has", "tags have")
            self._tell(f"{shown}: {number} no entry in its sidecar: take both from git again; "
                       "if the tag was written since, anonfilter -i puts it down")  # fmt: skip

    def trouble(self, one: Trouble, commits: tuple[str, ...] = ()) -> None:
        """A file that could not be scanned to its end; each is told once."""
        message = f"{one.message} ({carried(commits)})" if commits else one.message
        told = Unfinished(self._paths.shown(one.name), message, one.line, one.column)
        if told not in self._checked.incomplete:
            self._checked.incomplete.append(told)

    def in_name(self, one: Finding, shown: str) -> None:
        """A finding in the name of a file, which can be let pass; a label is told once in each."""
        what = (one.path, one.label)
        if any(self._passing.fails(one.path, [one])) and what not in self._named:
            self._named.add(what)
            fingerprint = self._passing.fingerprint(one)
            self.about_file(replace(one, path=shown, value="", fingerprint=fingerprint))

    def about_file(self, one: Finding) -> None:
        """A finding that is about a file as such."""
        before = (other.path for other in self._checked.findings)
        self._checked.files_with_findings += one.path not in before
        self._checked.findings.append(one)

    def judge_corpus(self) -> None:
        """Mean and SD of all documents that could be scanned."""
        limit = self._rules.max_corpus_risk
        if limit is None:
            return
        self._checked.risk = risk = corpus(self._risks)
        for one in over_corpus(self._risks, limit):
            self.about_file(one)
            self._tell(f"the risks of {risk.documents:,} documents: mean {risk.mean:.2f} + SD "
                       f"{risk.sd:.2f} = {risk.mean_plus_sd:.2f}; the rules' max_corpus_risk is "
                       f"{limit:g}; {one.path} has the most")  # fmt: skip

    def _failing(self, scan: Scan, shown: str, added: Collection[int] | None) -> Sequence[Finding]:
        """What is not let pass, and fails by its label or together with others."""
        path = from_top(scan.name)
        on_added = [added is None or one.on(added) for one in scan.findings]
        try:
            fails = self._passing.fails(path, scan.findings, on_added if added is not None else ())
        except Incomplete as error:
            self.trouble(Trouble(scan.name, error.message))
            self._passing.incomplete(path)
            fails = on_added
        verdict = judged(
            [
                one
                for one, stays, counts in zip(scan.findings, fails, on_added, strict=True)
                if stays and counts
            ],
            self._rules.max_risk,
        )
        self._risks.append((shown, verdict.risk))
        if verdict.over:
            self._tell(f"{shown}: what is found adds up to a risk of {verdict.risk}; the rules' "
                       f"max_risk is {self._rules.max_risk}")  # fmt: skip
        return verdict.failing

    def _told(self, one: Finding, shown: str, commits: tuple[str, ...]) -> Finding:
        """A finding as reports have it: its path may be shown, and its value only if asked for."""
        return replace(
            one, path=shown, score=round(one.score, 4), commits=commits,
            value=one.value if self._show_values else "",
            fingerprint=self._passing.fingerprint(one),
        )  # fmt: skip

    def _lost(self, shown: str, one: Lost, commits: tuple[str, ...]) -> Finding:
        value = one.tag if self._show_values else ""
        return Finding(shown, one.line, one.column, LOST, "sidecar", value=value, commits=commits)
