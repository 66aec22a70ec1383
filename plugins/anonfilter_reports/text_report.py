"""The report for people: a line for each finding, as compilers write them."""

from __future__ import annotations

from collections.abc import Iterable

import click

from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult, describe_commits
from anonfilter.run.risks import NAMES
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

_FEWEST = 3  # listed findings of each kind, even if there are too many kinds


class TextReport:
    """A report with lines such as ``notes.txt:3:12: PERSON (spacy, 0.85)``."""

    def write(self, checked: CheckResult) -> Iterable[str]:
        if checked.most is None or len(checked.findings) <= checked.most:
            yield from map(self._line, checked.findings)
            return
        kinds = self._kinds(checked)
        each = max(_FEWEST, checked.most // len(kinds))
        for label, detector in kinds:
            found = kinds[label, detector]
            yield from map(self._line, found[:each])
            if len(found) > each:
                more = counted(len(found) - each, "more finding")
                yield f"... and {more} of {label} ({detector})"
        yield f"{counted(len(checked.findings), 'finding')} in all: --all lists them"

    @staticmethod
    def _kinds(checked: CheckResult) -> dict[tuple[str, str], list[Finding]]:
        """Return the findings by label and detector: people first, then the rarest kinds."""
        kinds: dict[tuple[str, str], list[Finding]] = {}
        for one in checked.findings:
            kinds.setdefault((one.label, one.detector), []).append(one)
        ranked = sorted(
            kinds.items(), key=lambda kind: (kind[0][0] not in NAMES, len(kind[1]), kind[0])
        )
        return dict(ranked)

    @staticmethod
    def _line(one: Finding) -> str:
        place = click.style(f"{one_line(one.place)}:", bold=True)
        label = click.style(one.label, fg="red")
        value = one.value and f" {one_line(one.value)}"
        commits = f" {describe_commits(one.commits)}" if one.commits else ""
        where = f" in {one_line(one.reader_place)}" if one.reader_place else ""
        return f"{place} {label} ({one.detector}, {one.score:.2f}){where}{commits}{value}"
