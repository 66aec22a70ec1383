"""One pattern, as the rules write it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.rules.schema import LabelName, Strict


class PatternRules(Strict):
    """One pattern: what it looks like, what must and must not stand around it, what proves it."""

    label: LabelName
    regex: str = Option(min_length=1, description="as the `regex` package reads it")
    name: str = Option(default="", description="its name in messages; else label and number")
    ignore_case: bool = False
    group: int | str | None = Option(
        default=None, description="the group that is the value; else `value`, else all"
    )
    if_found: str = Option(
        default="",
        description="a short regex; where it finds nothing near, the pattern is not tried",
    )
    context: tuple[str, ...] = Option(default=(), description="words that must stand near")
    context_side: Literal["before", "after", "around"] = "before"
    window: int = Option(default=100, ge=1, le=2000, description="how near, in characters")
    next_only: bool = Option(
        default=False, description="a context word speaks for the first match after it only"
    )
    not_after: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not stand right before a match"
    )
    not_before: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not stand right after a match"
    )
    validator: str = Option(default="", description="a check of the value, by its name")
    score: float = Option(default=0.9, ge=0, le=1)
    score_without_context: float | None = Option(
        default=None, ge=0, le=1, description="given: it also counts without a context word"
    )
    examples: tuple[str, ...] = Option(
        default=(), description="texts in which it is found; [[ ]] marks the value"
    )
    counterexamples: tuple[str, ...] = Option(
        default=(), description="texts in which it finds nothing"
    )
