"""What ``anonfilter check`` makes of documents by what is left in them taken together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from anonfilter.checking.risk import (
    Weighed,
    adding,
    corpus,
    is_limited,
    judged,
    over_corpus,
    weights,
)
from anonfilter.pseudonyms.book import Book
from anonfilter.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.engine import Engine
    from anonfilter.model import Analysis, Span
    from anonfilter.report import Checked
    from anonfilter.report.paths import Paths


class Risks:
    """The documents of a check, one after the other, and at the end all of them."""

    def __init__(self, engine: Engine, checked: Checked, paths: Paths) -> None:
        self._engine = engine
        self._rules = engine.ruleset.model.check
        self._checked = checked
        self._paths = paths
        self._risks: list[tuple[str, int]] = []

    def failing(self, analysis: Analysis) -> Sequence[Span]:
        """What a document fails by: labels that do, or all there is where that is too much."""
        if not is_limited(self._rules):
            return self._engine.failing(analysis)
        found = adding(analysis, self._rules)
        verdict = judged(
            [
                Weighed(span, weight, self._engine.fails(span.label))
                for span, weight in zip(
                    found, weights(analysis.document, found, self._engine.labels), strict=True
                )
            ],
            self._rules.max_risk,
        )
        shown = self._shown(analysis, found) if verdict.risk else ""
        self._risks.append((shown, verdict.risk))
        if verdict.over:
            _tell(f"{shown}: what is found adds up to a risk of {verdict.risk}; the rules' "
                  f"max_risk is {self._rules.max_risk}")  # fmt: skip
        return verdict.failing

    def _shown(self, analysis: Analysis, found: Sequence[Span]) -> str:
        document = analysis.document
        tagged = self._engine.tag(document, found, Book(document.tags))
        return self._paths.shown(document.name, tagged)

    def judge_all(self) -> None:
        """Mean and SD of all documents that could be scanned."""
        limit = self._rules.max_corpus_risk
        if limit is None:
            return
        self._checked.risk = risk = corpus(self._risks)
        for hit in over_corpus(self._risks, limit):
            self._checked.files_with_hits += not any(
                one.path == hit.path for one in self._checked.hits
            )
            self._checked.hits.append(hit)
            _tell(f"the risks of {risk.documents:,} documents: mean {risk.mean:.2f} + SD "
                  f"{risk.sd:.2f} = {risk.mean_plus_sd:.2f}; the rules' max_corpus_risk is "
                  f"{limit:g}; {hit.path} has the most")  # fmt: skip


def _tell(line: str) -> None:
    click.echo(one_line(line), err=True)
