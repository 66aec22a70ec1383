"""A question in one turn says what the answer in the next one is."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Field, Needs, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.word_lists import alternatives
from anonfilter_plugins.resolvers.answers.bare_answers import Form, bare_answer

_QUESTION = 240
_ANSWER = 160
_ASIDE = 4
_SCORE = 0.9
_ANNOUNCED = ("announced", "digits after a word")  # rules by which its own turn says what it is


class Question(Strict):
    """What a question asks for, and what the answer may have been taken for."""

    label: LabelName = Option(description="what the answer is")
    asked: tuple[str, ...] = Option(description="words, one of which the question holds")
    of: tuple[LabelName, ...] = Option(description="labels that become it")
    bare: Form | None = Option(
        default=None,
        description="a turn that begins with nothing but a number, or a name, is the answer "
        "though no detector found it",
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    label: str
    words: re.Pattern[str]
    of: frozenset[str]
    bare: Form | None


class Answers:
    """Relabels what stands early in a turn by the question at the end of the turn before.

    "What's your date of birth?" makes the date in the reply one of birth, also where dates are
    kept. A short aside ("Sure.") may stand between question and answer. A question that names an
    answer asks for one of its kind: "You're six three?", "Six three, yes."
    """

    class Config(Strict):
        questions: tuple[Question, ...] = ()

    name: ClassVar[str] = "answers"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(question.label for question in config.questions)
        self._questions = [
            _Asked(one.label, _any_of(one.asked), frozenset(one.of), one.bare)
            for one in config.questions
        ]

    def needs(self) -> Needs:
        return Needs(self._labels)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        turns = [field for field in document.fields if field.role in ("speech", "text")]
        starts = [turn.start for turn in turns]
        asked = self._asked(document.prose, turns, spans)
        result = list(spans)
        changes: list[Change] = []
        for at, span in enumerate(spans):
            number = bisect_right(starts, span.start) - 1
            if number < 1 or span.start - starts[number] > _ANSWER or span.rule in _ANNOUNCED:
                continue
            label = next((one.label for one in asked[number] if span.label in one.of), "")
            if label:
                result[at] = replace(span, label=label)
                reason = "the turn before asks for it"
                changes.append(Change(self.name, reason, (span,), (result[at],)))
        for span in self._bare(document.prose, turns, asked, spans):
            changes.append(Change(self.name, "the turn before asks for it", (), (span,)))
            result.append(span)
        return result, changes

    def _bare(
        self,
        prose: str,
        turns: Sequence[Field],
        asked: Sequence[Sequence[_Asked]],
        spans: Sequence[Span],
    ) -> Iterator[Span]:
        """The numbers and names that begin a turn and are all that was asked for."""
        taken = algebra.merged((span.start, span.end) for span in spans)
        for turn, questions in zip(turns, asked, strict=False):
            if not questions or questions[0].bare is None:
                continue
            place = bare_answer(questions[0].bare, prose, turn.start, turn.end)
            if place and not algebra.within(taken, *place):
                yield Span(*place, questions[0].label, self.name, _SCORE, rule="answer")

    def _asked(
        self, prose: str, turns: Sequence[Field], spans: Sequence[Span]
    ) -> list[list[_Asked]]:
        """For each turn the questions that those before it end with, the latest words first."""
        said = sorted((span.start, span.label) for span in spans if span.label in self._labels)
        asked: list[list[_Asked]] = [[]]
        for turn in turns[:-1]:
            end = prose[max(turn.start, turn.end - _QUESTION) : turn.end]
            found = self._in(end) or self._named(prose, turn, said)
            asked.append(found if found or "?" in end or len(end.split()) > _ASIDE else asked[-1])
        return asked

    def _named(self, prose: str, turn: Field, said: Sequence[tuple[int, str]]) -> list[_Asked]:
        """The questions for what the last ones of a turn name themselves: "Five ten?"."""
        last = prose.rfind("?", turn.start, turn.end)
        if last < 0 or prose[last + 1 : turn.end].strip():
            return []
        ends = (prose.rfind(mark, turn.start, last) for mark in ".!")
        begins = max(turn.start, last - _QUESTION, *ends)
        named = said[bisect_left(said, (begins,)) : bisect_left(said, (last,))]
        labels = {label for _, label in named}
        return [one for one in self._questions if one.label in labels and one.bare is Form.NUMBER]

    def _in(self, text: str) -> list[_Asked]:
        found = [
            (max(match.start() for match in matches), question)
            for question in self._questions
            if (matches := list(question.words.finditer(text)))
        ]
        return [question for _, question in sorted(found, key=lambda one: -one[0])]


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)", re.IGNORECASE)
