"""The settings of one pattern."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.settings import LabelName, Strict


class PatternRules(Strict):
    """The settings of one pattern: its regex, required and excluded context, validator."""

    label: LabelName
    regex: str = Option(
        min_length=1, description="a regular expression in the syntax of the `regex` package"
    )
    name: str = Option(default="", description="name in messages; default: label and number")
    ignore_case: bool = False
    group: int | str | None = Option(
        default=None, description="the group that is the value; default: `value`, else the match"
    )
    if_found: str = Option(
        default="", description="a short regex; the pattern is tried only near its matches"
    )
    context: tuple[str, ...] = Option(
        default=(), description="words, one of which must be near the match"
    )
    context_side: Literal["before", "after", "around"] = "before"
    window: int = Option(
        default=100, ge=1, le=2000, description="reach of the context, in characters"
    )
    next_only: bool = Option(
        default=False, description="a context word counts for the first match after it only"
    )
    not_after: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not be directly before a match"
    )
    not_before: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not be directly after a match"
    )
    validator: str = Option(default="", description="name of a check of the value")
    everywhere: bool = Option(
        default=False,
        description="true: also search places that only programs read, such as scripts and "
        "identifiers",
    )
    score: float = Option(default=0.9, ge=0, le=1)
    score_without_context: float | None = Option(
        default=None, ge=0, le=1, description="if set, the score of a match without a context word"
    )
    examples: tuple[str, ...] = Option(
        default=(), description="texts with a match; [[ ]] marks the value"
    )
    counterexamples: tuple[str, ...] = Option(default=(), description="texts without a match")
