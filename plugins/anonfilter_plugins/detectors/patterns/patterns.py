"""Detect matches of the rules' patterns in every field, in bounded time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from anonfilter.contract.document import Document, Field, Needs, Span
from anonfilter.contract.plugin import Setting
from anonfilter.errors import Incomplete, RulesError
from anonfilter.rules.errors import nearest
from anonfilter_plugins.detectors.patterns.compiled import Compile, compiling
from anonfilter_plugins.detectors.patterns.examples import check_examples
from anonfilter_plugins.detectors.patterns.pattern import Origin, Pattern, compile_pattern, places
from anonfilter_plugins.detectors.patterns.patterns_config import PatternsConfig, names

_CHARACTERS_A_SECOND = 50_000


class PatternsDetector:
    """Find matches of the patterns in the rules."""

    scope: ClassVar[str] = "field"
    Config = PatternsConfig

    def __init__(self, config: PatternsConfig, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        with compiling(config.model_dump_json()) as compile_:
            self._patterns = tuple(_compiled(config, setting, compile_))
        self._by_hint: dict[str, tuple[Any, list[Pattern]]] = {}
        for pattern in self._patterns:
            hint = pattern.rules.if_found
            self._by_hint.setdefault(hint, (pattern.if_found, []))[1].append(pattern)

    def needs(self) -> Needs:
        return Needs(frozenset(pattern.rules.label for pattern in self._patterns))

    def check(self) -> list[RulesError]:
        """Return an error for each example and counterexample that fails."""
        return list(
            check_examples(self._patterns, self._config.counterexamples, self._config.timeout)
        )

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        for field in fields:
            text = document.prose[field.start : field.end]
            for hint, patterns in self._by_hint.values():
                yield from self._near_hint(hint, patterns, text, field.start, document.name)

    def _near_hint(
        self, hint: Any, patterns: Sequence[Pattern], text: str, offset: int, name: str
    ) -> Iterator[Span]:
        """Yield the matches of patterns with the same ``if_found`` in a field's text."""
        pattern = patterns[0]
        timeout = self._config.timeout + len(text) / _CHARACTERS_A_SECOND
        try:
            for start, end in places(hint, text, timeout):
                for pattern in patterns:
                    for hit in pattern.find(text, timeout, start, end):
                        yield Span(
                            offset + hit.start, offset + hit.end, pattern.rules.label,
                            self._setting.name, hit.score, rule=pattern.name,
                        )  # fmt: skip
        except TimeoutError:
            raise Incomplete(
                f"the pattern {pattern.name} took longer than {timeout:.0f} seconds",
                where=name,
                hint="Rewrite its regex so that it does not backtrack, or raise `timeout:`.",
            ) from None


def _compiled(config: PatternsConfig, setting: Setting, compile_: Compile) -> Iterator[Pattern]:
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
