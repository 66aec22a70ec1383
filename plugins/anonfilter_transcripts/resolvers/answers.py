"""A question in one turn says what the answer in the next one is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.hookspecs import Setting
from anonfilter.model import Change, Document, Field, Needs, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.wordlists import alternatives

_QUESTION = 240
_ANSWER = 160
_ASIDE = 40


class Question(Strict):
    """What somebody asks for, and what the answer may have been taken for."""

    label: LabelName = Option(description="what the answer is")
    asked: tuple[str, ...] = Option(description="words, one of which the question holds")
    of: tuple[LabelName, ...] = Option(description="labels that become it")


@dataclass(frozen=True, slots=True)
class _Asked:
    label: str
    words: re.Pattern[str]
    of: frozenset[str]


class Answers:
    """Relabels what stands early in a turn by the question at the end of the turn before.

    "What's your date of birth?" makes the date in the reply one of birth, also where dates are
    kept. A short aside ("Sure.") may stand between question and answer.
    """

    class Config(Strict):
        questions: tuple[Question, ...] = ()

    name: ClassVar[str] = "answers"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(question.label for question in config.questions)
        self._questions = [
            _Asked(one.label, _any_of(one.asked), frozenset(one.of)) for one in config.questions
        ]

    def needs(self) -> Needs:
        return Needs(self._labels)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        turns = [field for field in document.fields if field.role in ("speech", "text")]
        starts = [turn.start for turn in turns]
        questions: dict[int, list[_Asked]] = {}
        result = list(spans)
        changes: list[Change] = []
        for at, span in enumerate(spans):
            number = bisect_right(starts, span.start) - 1
            if number < 1 or span.start - starts[number] > _ANSWER:
                continue
            if number not in questions:
                questions[number] = self._asked(document.prose, turns, number)
            label = next((one.label for one in questions[number] if span.label in one.of), "")
            if label:
                result[at] = replace(span, label=label)
                reason = "the turn before asks for it"
                changes.append(Change(self.name, reason, (span,), (result[at],)))
        return result, changes

    def _asked(self, prose: str, turns: Sequence[Field], number: int) -> list[_Asked]:
        """The questions that the turns before this one end with, the latest words first."""
        before = number - 1
        while before > 0 and turns[before].end - turns[before].start <= _ASIDE:
            if "?" in prose[turns[before].start : turns[before].end]:
                break
            before -= 1
        if before < 0:
            return []
        turn = turns[before]
        end = prose[max(turn.start, turn.end - _QUESTION) : turn.end]
        found = [
            (max(match.start() for match in matches), question)
            for question in self._questions
            if (matches := list(question.words.finditer(end)))
        ]
        return [question for _, question in sorted(found, key=lambda one: -one[0])]


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)", re.IGNORECASE)
