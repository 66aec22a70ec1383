"""A question in one turn says what the answer in the next one is."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.lists import alternatives
from anonfilter_english.resolvers.answers.bare_answers import Form, bare_answer

_QUESTION = 240
_ANSWER = 160
_ASIDE = 4
_ECHO = 2  # turns
_SCORE = 0.9
_AGAIN = re.compile(r"\s*(?:[\w.]{1,20}:\s{1,3})?(?:and|what about|how about|now)\b", re.I)
_TAG_QUESTION = re.compile(
    r"(?P<before>[.,;])\s+(?:(?:is|was)\s)?(?:that\s|it\s)?"
    r"(?:right|correct|accurate|true|so|yes|okay)\?\s*\Z",
    re.I,
)
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


@hide_values
@dataclass(frozen=True, slots=True)
class _Asked:
    label: str
    words: re.Pattern[str]
    of: frozenset[str]
    bare: Form | None


class Answers:
    """Relabels what stands early in a turn by the question at the end of the turn before.

    "What's your date of birth?" makes the date in the reply one of birth, also where dates are
    kept. A short aside ("Sure.") may stand between question and answer, and a short question goes
    on with the one before: "And now?". A question that names an answer asks for one of its kind:
    "You're six three?", "Six three, yes." A number that was just said is what it was: "Six three?"
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
        """The numbers and names that begin a turn, and were asked for or said before."""
        taken = algebra.merged((span.start, span.end) for span in spans)
        said = self._said(prose, turns, spans)
        for at, (turn, questions) in enumerate(zip(turns, asked, strict=False)):
            form = questions[0].bare if questions else Form.NUMBER
            place = bare_answer(form, prose, turn.start, turn.end) if form else None
            if place is None or algebra.within(taken, *place):
                continue
            value = fold(prose[slice(*place)])
            before = (said[one].get(value, "") for one in range(max(0, at - _ECHO), at))
            label = questions[0].label if questions else next(filter(None, before), "")
            if label:
                yield Span(*place, label, self.name, _SCORE, rule="answer")
                said[at][value] = label

    def _said(
        self, prose: str, turns: Sequence[Field], spans: Sequence[Span]
    ) -> list[dict[str, str]]:
        """For each turn the numbers that it says, and what they are."""
        labels = {one.label for one in self._questions if one.bare is Form.NUMBER}
        starts = [turn.start for turn in turns]
        said: list[dict[str, str]] = [{} for _ in turns]
        for span in spans:
            at = bisect_right(starts, span.start) - 1
            if at >= 0 and span.label in labels:
                said[at][fold(prose[span.start : span.end])] = span.label
        return said

    def _asked(
        self, prose: str, turns: Sequence[Field], spans: Sequence[Span]
    ) -> list[list[_Asked]]:
        """For each turn the questions that those before it end with, the latest words first."""
        said = sorted((span.start, span.label) for span in spans if span.label in self._labels)
        asked: list[list[_Asked]] = [[]]
        for turn in turns[:-1]:
            end = prose[max(turn.start, turn.end - _QUESTION) : turn.end]
            found = self._in(end) or self._named(prose, turn, said)
            short = len(end.split()) <= _ASIDE
            if found:
                asked.append(found)
            elif "?" in end or not short:
                again = short and len(asked) > 1 and _AGAIN.match(end)
                asked.append(asked[-2] if again else [])
            else:
                asked.append(asked[-1])
        return asked

    def _named(self, prose: str, turn: Field, said: Sequence[tuple[int, str]]) -> list[_Asked]:
        """The questions for what the last ones of a turn name themselves: "Five ten?"."""
        tag = _TAG_QUESTION.search(prose, max(turn.start, turn.end - _QUESTION), turn.end)
        if tag:
            turn = replace(turn, end=tag.end("before"))
            last = turn.end - 1
        else:
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
