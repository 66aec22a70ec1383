"""The state of a review: questions, answers and undo.

States are immutable. Each answer makes a new state that refers to the previous one, which undo
returns to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from anonfilter.reviewing.items import Group


class Verdict(StrEnum):
    """The answer on a finding."""

    REDACT = "redact"
    ONCE = "allow once"
    ALWAYS = "allow always"
    NOT_A_PERSON = "not a person"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Question:
    """A group, its answer, and its new label, if any."""

    group: Group
    answer: Verdict | None = None
    reason: str = ""
    label: str = ""

    @property
    def decided(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.label) or self.answer not in (None, Verdict.SKIP)


@dataclass(frozen=True, slots=True)
class State:
    """All questions; the current one is at ``at``."""

    questions: tuple[Question, ...]
    at: int = 0
    before: State | None = field(default=None, repr=False)

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
        return any(question.decided for question in self.questions)

    def answered(self, verdict: Verdict, reason: str = "") -> State:
        """Answer the current question and go to the next. "Allow always" answers all questions of
        the same kind."""
        kind = self.current.group.first.kind
        questions = list(self.questions)
        for at in range(self.at, len(questions)):
            same = verdict is Verdict.ALWAYS and questions[at].group.first.kind == kind
            if at == self.at or (same and not questions[at].label):
                questions[at] = replace(questions[at], answer=verdict, reason=reason)
        following = (at for at in range(self.at, len(questions)) if not questions[at].answer)
        return State(tuple(questions), next(following, len(questions)), self)

    def labelled(self, label: str) -> State:
        """Give the current question a new label; its answer is still open."""
        own = self.current.group.first.label
        return self._with(replace(self.current, label="" if label == own else label))

    def one_by_one(self) -> State:
        """Split the current group into questions about each finding."""
        parts = (replace(self.current, group=Group((item,))) for item in self.current.group.items)
        return self._with(*parts)

    def undone(self) -> State:
        """The previous state; the first one is its own."""
        return self.before or self

    def _with(self, *questions: Question) -> State:
        others = (*self.questions[: self.at], *questions, *self.questions[self.at + 1 :])
        return State(others, self.at, self)

    def counts(self) -> Iterator[tuple[str, int]]:
        """How many findings have which answer: ``("redact", 3)``."""
        counts: Counter[str] = Counter()
        for question in self.questions:
            number = len(question.group.items)
            if question.label:
                counts["another label"] += number
            counts[question.answer or "open"] += number
        order = (*map(str, Verdict), "another label", "open")
        yield from ((what, counts[what]) for what in order if counts[what])
