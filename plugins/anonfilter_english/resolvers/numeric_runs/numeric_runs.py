"""Find runs of three or more digits, spoken or written, that are in no other span."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.engine.spans import Stretch
from anonfilter_english.resolvers.numeric_runs.digit_runs import (
    RUN,
    SHORTEST,
    Run,
    find_codes,
    find_runs,
)
from anonfilter_english.resolvers.numeric_runs.run_context import (
    is_amount,
    is_announced,
    is_announced_directly,
    is_public,
)


class NumericRuns:
    """A resolver that adds runs of digits, and codes of letters and digits, outside other spans.

    Money, counts and years are left out, and so are numbers whose label stays in the text.
    """

    class Config(Strict):
        label: LabelName = Option(default="NUMERIC", description="label of the runs of digits")
        code_label: LabelName = Option(
            default="GENERIC_ID", description="label of codes, if the rules declare it"
        )
        shortest: int = Option(
            default=SHORTEST, ge=2, description="the least number of digits in a run"
        )
        believed: tuple[str, ...] = Option(
            default=("patterns", "spoken", "front-page", "presidio", "dictionary"),
            description="detectors that distinguish dates and times from other digits",
        )
        score: float = Option(default=0.6, ge=0, le=1)

    name: ClassVar[str] = "numeric-runs"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._believed = setting.detectors(config.believed)
        self._code = config.code_label if config.code_label in setting.labels else config.label
        self._kept = {name for name, label in setting.labels.items() if not label.redact}

    def needs(self) -> Needs:
        return Needs(frozenset({self._config.label}))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        masked = algebra.merged((s.start, s.end) for s in spans if s.label not in self._kept)
        kept = algebra.merged((s.start, s.end) for s in spans if self._stays(text, s))
        found = [
            piece
            for run in find_runs(text, self._config.shortest)
            if is_announced(text, run) or not (is_amount(text, run) or is_public(run))
            for piece in self._unclaimed(text, run, masked, kept)
        ]
        found += (
            Span(start, end, self._code, self.name, self._config.score, rule="code")
            for start, end in find_codes(text)
            if not algebra.within(masked, start, end)
        )
        clipped = list(algebra.clip(found, document.fields, text))
        reason = "digits that have no other label"
        return [*spans, *clipped], [Change("", reason, (), (span,)) for span in clipped]

    def _stays(self, text: str, span: Span) -> bool:
        """Return True if the digits of a span stay in the text with its label.

        If the span has only digits, a detector under ``believed`` must have found it.
        """
        if span.label not in self._kept:
            return False
        if not self._believed.isdisjoint(span.detectors):
            return True
        run = RUN.search(text, span.start, span.end)
        return run is None or run.span() != (span.start, span.end)

    def _unclaimed(
        self, text: str, run: Run, masked: Sequence[Stretch], kept: Sequence[Stretch]
    ) -> Iterator[Span]:
        """Yield the parts of a run that are in no other span.

        Digits of a date or time that stays in the text are left out, unless they are part of a
        longer number, or a word right before announces an identifier: "ends in seven seven oh two"
        has no time of day.
        """
        label, score = self._config.label, self._config.score
        whole = Span(run.start, run.end, label, self.name, score, rule="run")
        holes = algebra.within(masked, run.start, run.end)
        for piece in algebra.subtract(whole, holes, text):
            times = algebra.within(kept, piece.start, piece.end)
            if times and not is_announced_directly(text, run):
                rest = list(self._long_enough(text, algebra.subtract(piece, times, text)))
                covered = algebra.covered(kept, piece.start, piece.end)
                yield from rest or ([] if covered else [piece])
            else:
                yield from self._long_enough(text, [piece])

    def _long_enough(self, text: str, pieces: Iterable[Span]) -> Iterator[Span]:
        for piece in pieces:
            if any(find_runs(text[piece.start : piece.end], self._config.shortest)):
                yield piece
