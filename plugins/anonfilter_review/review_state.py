"""The state of a review: its questions and their answers.

States are immutable. Each answer makes a new state that refers to the previous one, to which undo
returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from anonfilter_english.resolvers.decisions.decisions_file import Decision

from anonfilter.text.values import hide_values
from anonfilter_review.review_items import Group, Item


class Verdict(StrEnum):
    """The answer of a reviewer about a finding."""

    REDACT = "redact"
    ONCE = "allow once"
    ALWAYS = "allow always"
    NOT_A_PERSON = "not a person"
    SKIP = "skip"
    COVERED = "covered"
    """The finding is inside a finding that the reviewer added, which is decided instead."""


@hide_values
@dataclass(frozen=True, slots=True)
class Question:
    """A question about a group of findings, with its answer and new label, if any."""

    group: Group
    answer: Verdict | None = None
    reason: str = ""
    label: str = ""

    @property
    def kind(self) -> tuple[str, str]:
        return self.group.first.kind

    @property
    def decided(self) -> bool:
        """True if the question has an answer or a label that must be written."""
        return bool(self.label) or self.answer not in (None, Verdict.SKIP)


@hide_values
@dataclass(frozen=True, slots=True)
class State:
    """All questions of a review; ``at`` is the index of the current question.

    ``people`` has pairs of a file and a decision about people.
    """

    questions: tuple[Question, ...]
    at: int = 0
    before: State | None = field(default=None, repr=False)
    people: tuple[tuple[str, Decision], ...] = ()

    @classmethod
    def begin(cls, groups: Sequence[Group]) -> State:
        return cls(tuple(map(Question, groups)))

    @property
    def is_finished(self) -> bool:
        return self.at >= len(self.questions)

    @property
    def current(self) -> Question:
        return self.questions[self.at]

    @property
    def decided(self) -> bool:
        return bool(self.people) or any(question.decided for question in self.questions)

    @property
    def total(self) -> int:
        """The number of findings that are asked about."""
        return sum(len(question.group.items) for question in self.questions)

    def answered(
        self, verdict: Verdict | None, reason: str = "", which: Collection[int] = ()
    ) -> State:
        """Answer these questions, or the current question, and go to the next open question.

        "Allow always" also answers open questions of the same kind. With the ``verdict`` None,
        the questions are open again.
        """
        chosen = frozenset(which or (self.at,))
        kinds = {self.questions[at].kind for at in chosen if verdict is Verdict.ALWAYS}
        questions = tuple(
            replace(one, answer=verdict, reason=reason)
            if at in chosen or (one.kind in kinds and not (one.answer or one.label))
            else one
            for at, one in enumerate(self.questions)
        )
        following = (at for at in range(self.at, len(questions)) if not questions[at].answer)
        return replace(self, questions=questions, at=next(following, len(questions)), before=self)

    def labelled(self, label: str, which: Collection[int] = ()) -> State:
        """Give these questions, or the current question, a new label; their answers stay open."""
        chosen = frozenset(which or (self.at,))
        return self._with(
            replace(one, label="" if label == one.group.first.label else label)
            if at in chosen
            else one
            for at, one in enumerate(self.questions)
        )

    def like(self, at: int, *, of_label: bool) -> list[int]:
        """Return the numbers of the questions that are like this question, and of the question.

        They have the same answer and new label, and the same kind, or with ``of_label`` the same
        label.
        """
        question = self.questions[at]
        of, answered = question.group.first, (question.answer, question.label)
        return [
            number
            for number, one in enumerate(self.questions)
            if (one.answer, one.label) == answered
            and (one.group.first.label == of.label if of_label else one.kind == of.kind)
        ]

    def added(self, item: Item, label: str, covered: Collection[int] = ()) -> State:
        """Add a finding that no detector found, with this label.

        It replaces the findings of the ``covered`` questions, which need no answer any more.
        """
        known = (
            replace(one, answer=Verdict.COVERED, reason="", label="") if at in covered else one
            for at, one in enumerate(self.questions)
        )
        return self._with((*known, Question(Group((item,)), label=label)))

    def linked(self, file: str, decision: Decision) -> State:
        """Add a decision about the people of a file."""
        return replace(self, people=(*self.people, (file, decision)), before=self)

    def one_by_one(self) -> State:
        """Split the current group into questions about each finding."""
        parts = (replace(self.current, group=Group((item,))) for item in self.current.group.items)
        return self._with((*self.questions[: self.at], *parts, *self.questions[self.at + 1 :]))

    def back(self) -> State:
        """Go to the previous question; undo does not return from this step."""
        return replace(self, at=max(0, self.at - 1))

    def undone(self) -> State:
        """Return the previous state, or this state if it is the first."""
        return self.before or self

    def _with(self, questions: Iterable[Question]) -> State:
        return replace(self, questions=tuple(questions), before=self)

    def progress(self) -> dict[str, tuple[int, int]]:
        """Return for each file the numbers of answered findings and of all findings."""
        done, all_of = Counter[str](), Counter[str]()
        for question in self.questions:
            for item in question.group.items:
                all_of[item.file] += 1
                done[item.file] += question.answer is not None
        return {file: (done[file], number) for file, number in all_of.items()}

    def counts(self) -> Iterator[tuple[str, int]]:
        """Yield answers with their numbers of findings, such as ``("redact", 3)``."""
        counts: Counter[str] = Counter()
        for question in self.questions:
            number = len(question.group.items)
            if question.label:
                counts["another label"] += number
            counts[question.answer or "open"] += number
        order = (*map(str, Verdict), "another label", "open")
        yield from ((what, counts[what]) for what in order if counts[what])
