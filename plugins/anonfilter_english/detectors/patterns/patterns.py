"""Detect matches of the rules' patterns in every field, in limited time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from anonfilter.contract.document import CODE, Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.errors import Incomplete, RulesError, nearest
from anonfilter_english.detectors.patterns.pattern import Origin, Pattern, compile_pattern, places
from anonfilter_english.detectors.patterns.pattern_prefilter import Prefilter
from anonfilter_english.detectors.patterns.patterns_config import PatternsConfig, names
from anonfilter_english.detectors.patterns.regex_cache import Compile, compiling
from anonfilter_english.knowledge.glued_values import separated

_CHARACTERS_A_SECOND = 50_000

# Names have no form, so a pattern finds them only beside certain words.
_NAMES = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})


class PatternsDetector:
    """A detector of matches of the patterns in the rules."""

    scope: ClassVar[str] = "field"
    reads_code: ClassVar[bool] = True
    reads_programs: ClassVar[bool] = True
    Config = PatternsConfig

    def __init__(self, config: PatternsConfig, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        with compiling(config.model_dump_json()) as compile_:
            self._patterns = tuple(_compiled(config, setting, compile_))
        hints = dict.fromkeys(pattern.rules.if_found for pattern in self._patterns)
        order = {hint: at for at, hint in enumerate(hints)}
        self._order = [order[pattern.rules.if_found] for pattern in self._patterns]
        everywhere = [at for at, each in enumerate(self._patterns) if each.rules.everywhere]
        self._all = self._by_hint(range(len(self._patterns)))
        self._everywhere, self._in_code = frozenset(everywhere), self._by_hint(everywhere)
        self._prefilter = Prefilter(self._patterns)

    def needs(self) -> Needs:
        labels = frozenset(pattern.rules.label for pattern in self._patterns)
        return Needs(labels, partial=labels & _NAMES)

    def check(self) -> list[RulesError]:
        """Return an error for each example and counterexample that fails."""
        from anonfilter_english.detectors.patterns.pattern_examples import check_examples

        return list(
            check_examples(self._patterns, self._config.counterexamples, self._config.timeout)
        )

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        texts = [document.searched[field.start : field.end] for field in fields]
        yield from self._spans(document, fields, texts)
        for field, text in zip(fields, texts, strict=True):
            for stretch in separated(text):
                place = replace(field, start=0, end=len(stretch.text))
                for span in self._spans(document, [place], [stretch.text]):
                    original = stretch.place(span.start, span.end)
                    if original is not None:
                        start, end = original
                        yield replace(span, start=field.start + start, end=field.start + end)

    def _spans(
        self, document: Document, fields: Sequence[Field], texts: Sequence[str]
    ) -> Iterator[Span]:
        """Yield the matches in the texts of fields."""
        possible = self._prefilter.numbers(texts)
        for field, text, numbers in zip(fields, texts, possible, strict=True):
            if numbers is None:
                groups = self._in_code if field.role == CODE else self._all
            elif field.role == CODE:
                groups = self._by_hint(at for at in numbers if at in self._everywhere)
            else:
                groups = self._by_hint(numbers)
            for patterns in groups:
                yield from self._near_hint(patterns, text, field.start, document.name)

    def _by_hint(self, numbers: Iterable[int]) -> list[list[Pattern]]:
        """Return the patterns with these indices, in groups with the same ``if_found``."""
        groups: dict[int, list[Pattern]] = {}
        for at in numbers:
            groups.setdefault(self._order[at], []).append(self._patterns[at])
        return [patterns for _, patterns in sorted(groups.items())]

    def _near_hint(
        self, patterns: Sequence[Pattern], text: str, offset: int, name: str
    ) -> Iterator[Span]:
        """Yield the matches of patterns with the same ``if_found`` in the text of a field."""
        pattern = patterns[0]
        timeout = self._config.timeout + len(text) / _CHARACTERS_A_SECOND
        try:
            for start, end in places(pattern.if_found, text, timeout):
                for pattern in patterns:
                    for hit in pattern.find(text, timeout, start, end):
                        yield Span(
                            offset + hit.start,
                            offset + hit.end,
                            pattern.rules.label,
                            self._setting.name,
                            hit.score,
                            rule=pattern.name,
                        )
        except TimeoutError:
            raise Incomplete(
                f"the pattern {pattern.name} took longer than {timeout:.0f} seconds",
                where=name,
                hint="Rewrite its regex so that it does not backtrack, or raise `timeout:`.",
            ) from None


def _compiled(config: PatternsConfig, setting: Setting, compile_: Compile) -> Iterator[Pattern]:
    """Yield the patterns that are switched on, compiled."""
    for at, (name, rules) in enumerate(zip(names(config.patterns), config.patterns, strict=True)):
        if name in config.without:
            continue
        origin = Origin(name, at)
        if setting.labels and rules.label not in setting.labels:
            close = nearest(rules.label, list(setting.labels))
            raise origin.wrong(
                f"the rules declare no label {rules.label!r}"
                + (f"; did you mean {close!r}?" if close else ""),
                "label",
                hint="Declare it under `labels:`.",
            )
        yield compile_pattern(rules, origin, config.define, compile_)
