"""Relabel answers by their questions: the date after "What's your date of birth?"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache, cached_property
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.number_words import MULTIPLIERS, REPEATS, TENS, VALUES
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, terms

_QUESTION = 240
_ANSWER = 160
_ASIDE = 4  # words
_ECHO = 2  # turns
_SCORE = 0.9
_REASON = "the question before the turn asks for it"
_CONTINUED = re.compile(r"\s*(?:[\w.]{1,20}:\s{1,3})?(?:and|what about|how about|now)\b", re.I)
_THING = re.compile(r"\b(?:the|a|an|this|that|our|next)\s+(?P<noun>[a-z]+)", re.I)
_OWN = re.compile(r"\b(?:I|I'm|my|we|our)\s+(?:\w+\s+)?\Z", re.I)
_REST = re.compile(r"[^.?!\n]*\?")
_TAG_QUESTION = re.compile(
    r"(?P<before>[.,;])\s+(?:(?:is|was)\s)?(?:that\s|it\s)?"
    r"(?:right|correct|accurate|true|so|yes|okay)\?\s*\Z",
    re.I,
)
_ANNOUNCED = ("announced", "digits after a word")  # rules for values that their own turn announces
_LEAD = (
    r"(?:[\w.]{1,20}:\s{1,3})?"
    rf"(?:(?:{HESITATION}|yes|yeah|yep|sure|okay|ok|well|so|it's|its|it is|that's|thats|that is|"
    r"almost|nearly|only|barely|not even|i think|i believe|i guess|i want to say|probably|i was|"
    r"that would be|it would be|i'm|im|i am|he's|hes|she's|shes|he is|she is|about|like|just|maybe|"
    r"ma'am|sir|my|his|her|the|is|zip|area code|birthday|last name|first name)\b[\s,.-]{1,4}){0,8}"
)
_END = r"(?=\s*(?:[.,;:?!]|--|\n|\Z)|\s+(?:years|now|sir|ma'am|and a half)\b)"
_NAME = re.compile(
    rf"\s*(?i:{_LEAD})(?P<value>[^\W\d_a-z][^\W\d_]*(?:['-][^\W\d_]+)*"
    rf"(?:[ ][^\W\d_a-z][^\W\d_]*(?:['-][^\W\d_]+)*){{0,2}}){_END}"
)


class Form(StrEnum):
    """The kind of value that an answer consists of."""

    NUMBER = "number"
    NAME = "name"


class Question(Strict):
    """A kind of question, and the label of its answer."""

    label: LabelName = Option(description="the label of the answer")
    asked: tuple[str, ...] = Option(
        description="words or phrases; the question contains one of them"
    )
    of: tuple[LabelName, ...] = Option(description="labels that are replaced by this label")
    bare: Form | None = Option(
        default=None,
        description="number or name: a turn that begins with only this is the answer, "
        "even if no detector found it",
    )
    digits: int = Option(
        default=1, ge=1, description="the least number of digits of a bare number, also in words"
    )

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern that finds the words of the question in a text."""
        return re.compile(rf"(?<!\w)(?:{alternatives(self.asked)})(?!\w)", re.IGNORECASE)


class Answers:
    """A resolver that relabels spans early in a turn by the question before the turn.

    "What's your date of birth?" makes the date in the reply a date of birth, even if other dates
    stay in the text. A short aside ("Sure.") may be between question and answer, and a short
    question ("And now?", "And the baby?") continues the previous one, unless it asks for another
    thing ("And the appointment?"). "I was born on the 5th" asks for nothing, but the same words in
    the next turn keep the label. A question that contains a value asks for a
    value of the same kind: "You're six three?", "Six three, yes." A repeated number keeps its
    label: "Six three?" Only the first name in a turn answers a question for a name: "Rivers. I was
    born in Fresno."
    """

    class Config(Strict):
        questions: tuple[Question, ...] = ()

    name: ClassVar[str] = "answers"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(question.label for question in config.questions)
        self._questions = config.questions

    def needs(self) -> Needs:
        return Needs(self._labels)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        turns = [field for field in document.fields if field.role in ("speech", "text")]
        starts = [turn.start for turn in turns]
        open_questions = self._open_questions(document.prose, turns, spans)
        result = list(spans)
        changes: list[Change] = []
        in_turn = -1
        labels_before: set[str] = set()
        dates = self._labels_by_words(document.prose, spans)
        for at, span in enumerate(spans):
            turn = bisect_right(starts, span.start) - 1
            if turn != in_turn:
                in_turn, labels_before = turn, set()
            if turn < 1 or span.start - starts[turn] > _ANSWER or span.rule in _ANNOUNCED:
                continue
            labels = (
                question.label
                for question in open_questions[turn]
                if span.label in question.of
                and not (question.bare is Form.NAME and question.label in labels_before)
            )
            label = next(labels, "") or self._echoed(document.prose, span, turn, starts, dates)
            if document.prose[span.end : span.end + 1] != ":":  # not the name of the speaker
                labels_before.add(label or span.label)
            if label:
                result[at] = replace(span, label=label)
                changes.append(Change("", _REASON, (span,), (result[at],)))
        for span in self._bare_answers(document.prose, turns, open_questions, spans):
            changes.append(Change("", _REASON, (), (span,)))
            result.append(span)
        return result, changes

    def _labels_by_words(
        self, prose: str, spans: Sequence[Span]
    ) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Return the places and labels of the values that a turn announces, by their words."""
        found: dict[str, list[tuple[int, str]]] = {}
        for span in spans:
            if span.label in self._labels:
                words = fold(prose[span.start : span.end])
                found.setdefault(words, []).append((span.start, span.label))
        return found

    def _echoed(
        self,
        prose: str,
        span: Span,
        turn: int,
        starts: Sequence[int],
        known: Mapping[str, Sequence[tuple[int, str]]],
    ) -> str:
        """Return the label of a value that one of the turns before has in the same words, or ""."""
        since = starts[max(0, turn - _ECHO)]
        for start, label in known.get(fold(prose[span.start : span.end]), ()):
            asked = (q for q in self._questions if q.label == label and q.bare is not Form.NAME)
            of = (question.of for question in asked)
            if since <= start < span.start and any(span.label in labels for labels in of):
                return label
        return ""

    def _bare_answers(
        self,
        prose: str,
        turns: Sequence[Field],
        open_questions: Sequence[Sequence[Question]],
        spans: Sequence[Span],
    ) -> Iterator[Span]:
        """Yield the answers and the repeated numbers, outside all spans, that begin a turn."""
        taken = algebra.merged((span.start, span.end) for span in spans)
        numbers = self._numbers_by_turn(prose, turns, spans)
        for at, (turn, questions) in enumerate(zip(turns, open_questions, strict=False)):
            form = questions[0].bare if questions else Form.NUMBER
            place = find_bare_answer(form, prose, turn.start, turn.end) if form else None
            if place is None or algebra.within(taken, *place):
                continue
            value = fold(prose[slice(*place)])
            if questions and form is Form.NUMBER and count_digits(value) < questions[0].digits:
                continue
            earlier = (known.get(value, "") for known in numbers[max(0, at - _ECHO) : at])
            label = questions[0].label if questions else next(filter(None, earlier), "")
            if label:
                yield Span(*place, label, self.name, _SCORE, rule="answer")
                numbers[at][value] = label

    def _numbers_by_turn(
        self, prose: str, turns: Sequence[Field], spans: Sequence[Span]
    ) -> list[dict[str, str]]:
        """Return for each turn the numbers in it with their labels."""
        labels = {question.label for question in self._questions if question.bare is Form.NUMBER}
        starts = [turn.start for turn in turns]
        numbers: list[dict[str, str]] = [{} for _ in turns]
        for span in spans:
            at = bisect_right(starts, span.start) - 1
            if at >= 0 and span.label in labels:
                numbers[at][fold(prose[span.start : span.end])] = span.label
        return numbers

    def _open_questions(
        self, prose: str, turns: Sequence[Field], spans: Sequence[Span]
    ) -> list[list[Question]]:
        """Return for each turn the questions that it may answer, the last one first."""
        values = sorted((span.start, span.label) for span in spans if span.label in self._labels)
        result: list[list[Question]] = [[]]
        for turn in turns[:-1]:
            end = prose[max(turn.start, turn.end - _QUESTION) : turn.end]
            found = self._questions_in(end) or self._questions_with_value(prose, turn, values)
            short = len(end.split()) <= _ASIDE
            if found:
                result.append(found)
            elif "?" in end or not short:
                continued = short and len(result) > 1 and _is_continued(end)
                result.append(result[-2] if continued else [])
            else:
                result.append(result[-1])
        return result

    def _questions_with_value(
        self, prose: str, turn: Field, values: Sequence[tuple[int, str]]
    ) -> list[Question]:
        """Return the questions for the values in the last sentence of a turn: "Five ten?".

        Return nothing if that sentence is no question.
        """
        tag = _TAG_QUESTION.search(prose, max(turn.start, turn.end - _QUESTION), turn.end)
        if tag:
            turn = replace(turn, end=tag.end("before"))
            last = turn.end - 1
        else:
            last = prose.rfind("?", turn.start, turn.end)
        if last < 0 or prose[last + 1 : turn.end].strip():
            return []
        sentence_ends = (prose.rfind(mark, turn.start, last) for mark in ".!")
        start = max(turn.start, last - _QUESTION, *sentence_ends)
        inside = values[bisect_left(values, (start,)) : bisect_left(values, (last,))]
        labels = {label for _, label in inside}
        return [
            question
            for question in self._questions
            if question.label in labels and question.bare is Form.NUMBER
        ]

    def _questions_in(self, text: str) -> list[Question]:
        """Return the questions whose words occur in a text, the last question first."""
        found = [
            (-max(matches), question)
            for question in self._questions
            if (
                matches := [
                    match.start()
                    for match in question.pattern.finditer(text)
                    if not _is_statement(text, match)
                ]
            )
        ]
        return [question for _, question in sorted(found, key=lambda item: item[0])]


def _is_continued(question: str) -> bool:
    """Return True for "And now?" and "And the baby?", but not for "And the appointment?"."""
    things = [match["noun"].casefold() for match in _THING.finditer(question)]
    people = terms("spoken", "people") | terms("name_cues", "relations")
    return _CONTINUED.match(question) is not None and people.issuperset(things)


def _is_statement(text: str, asked: re.Match[str]) -> bool:
    """Return True for words of the speaker about themselves that are no question: "I was born"."""
    return bool(_OWN.search(text[: asked.start()])) and not _REST.match(text, asked.end())


def find_bare_answer(form: Form, text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the number or name that begins a turn; None if there is none.

    The turn is text[start:end]. Words such as "Uh, it's" may precede the number or name.
    """
    match = (_number_pattern() if form is Form.NUMBER else _NAME).match(text, start, end)
    if match is None or (form is Form.NAME and not all(map(_may_be_name, match["value"].split()))):
        return None
    return match.span("value")


def count_digits(value: str) -> int:
    """Return the number of digits of a number: three for "402" and for "four oh two"."""
    count = 0
    before = ""
    for word in re.findall(r"\d+|[^\W\d_]+", value):
        if word.isdecimal():
            count += len(word)
        elif word in MULTIPLIERS:
            count += len(str(MULTIPLIERS[word])) - 1
        elif word in VALUES and not (before in TENS and 0 < VALUES[word] < 10):
            count += len(str(VALUES[word]))
        elif word in REPEATS:
            count += REPEATS[word] - 1
        before = word
    return count


def _may_be_name(word: str) -> bool:
    """Return True if a word may be a name: "Rivers", but not a title or the common word "Sure"."""
    plain = word.casefold()
    if plain in terms("titles", "calls"):
        return False
    return not is_common(plain) or may_be_given(plain) or is_family_name(plain)


@cache
def _number_pattern() -> re.Pattern[str]:
    words = alternatives({*VALUES, *MULTIPLIERS, *REPEATS})
    piece = rf"(?:\d{{1,10}}|(?:{words}))\b"
    joined = r"(?:\s?[,/-]\s?|\s(?:and\s)?)"
    half = r"(?:\sand\sa\shalf\b)?"
    return re.compile(rf"\s*{_LEAD}(?P<value>{piece}(?:{joined}{piece}){{0,14}}{half}){_END}", re.I)
