"""The report for people: a line for each finding, as compilers write them."""

from __future__ import annotations

from collections.abc import Iterable

import click

from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult, describe_commits
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line


class TextReport:
    """A report with lines such as ``notes.txt:3:12: PERSON (spacy, 0.85)``."""

    def write(self, checked: CheckResult) -> Iterable[str]:
        shown = checked.findings[: checked.most]
        yield from map(self._line, shown)
        left = len(checked.findings) - len(shown)
        if left:
            yield f"... and {counted(left, 'more finding')}: --all lists them"

    @staticmethod
    def _line(one: Finding) -> str:
        place = click.style(f"{one_line(one.place)}:", bold=True)
        label = click.style(one.label, fg="red")
        value = one.value and f" {one_line(one.value)}"
        commits = f" {describe_commits(one.commits)}" if one.commits else ""
        return f"{place} {label} ({one.detector}, {one.score:.2f}){commits}{value}"
