"""Check the examples and counterexamples of patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anonfilter.errors import RulesError
from anonfilter_english.detectors.patterns.pattern import Pattern, places

_OPEN, _CLOSE = "[[", "]]"


def check_examples(
    patterns: Sequence[Pattern], counterexamples: Sequence[str], timeout: float
) -> Iterator[RulesError]:
    """Yield an error for each example that fails; it has the example's number, not its text."""
    for pattern in patterns:
        wrong = pattern.origin.wrong
        for at, example in enumerate(pattern.rules.examples):
            problem = _example(pattern, example, timeout)
            if problem:
                yield wrong(f"example {at + 1} {problem}", "examples", at)
        for at, text in enumerate(pattern.rules.counterexamples):
            problem = _counterexample(pattern, text, timeout)
            if problem:
                yield wrong(f"counterexample {at + 1} {problem}", "counterexamples", at)
    for at, text in enumerate(counterexamples):
        for pattern in patterns:
            problem = _counterexample(pattern, text, timeout)
            if problem:
                yield pattern.origin.wrong(f"counterexample {at + 1} of all patterns {problem}")


def _found(pattern: Pattern, text: str, timeout: float) -> list[tuple[int, int]]:
    return [
        (hit.start, hit.end)
        for start, end in places(pattern.if_found, text, timeout)
        for hit in pattern.find(text, timeout, start, end)
    ]


def _example(pattern: Pattern, example: str, timeout: float) -> str:
    text, marked = unmark(example)
    try:
        found = _found(pattern, text, timeout)
    except TimeoutError:
        return "takes too long"
    if not found:
        return "is not found"
    return "" if not marked or found == marked else "is found, but not exactly the value in [[ ]]"


def _counterexample(pattern: Pattern, text: str, timeout: float) -> str:
    try:
        return "is found" if _found(pattern, text, timeout) else ""
    except TimeoutError:
        return "takes too long"


def unmark(example: str) -> tuple[str, list[tuple[int, int]]]:
    """Return an example without its ``[[ ]]``, and the places that the brackets marked."""
    parts = example.replace(_OPEN, _CLOSE).split(_CLOSE)
    if len(parts) % 2 == 0:
        return example, []
    marked: list[tuple[int, int]] = []
    at = 0
    for number, part in enumerate(parts):
        if number % 2:
            marked.append((at, at + len(part)))
        at += len(part)
    return "".join(parts), marked
