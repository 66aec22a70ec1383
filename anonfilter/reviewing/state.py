"""How far a review has come: what was asked, what was answered, and how to take that back.

A state never changes. Each answer makes a new one that knows the one before, so undoing is going
back to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from anonfilter.reviewing.items import Group


class Verdict(StrEnum):
    """What is to become of a finding."""

    REDACT = "redact"
    ONCE = "allow once"
    ALWAYS = "allow always"
    NOBODY = "not a person"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Question:
    """A group, what was answered, and the other label that it got, if any."""

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
    """All questions; the next one is at ``at``."""

    questions: tuple[Question, ...]
    at: int = 0
    before: State | None = field(default=None, repr=False)

    @classmethod
    def begin(cls, groups: Sequence[Group]) -> State:
        return cls(tuple(map(Question, groups)))

    @property
    def done(self) -> bool:
        return self.at >= len(self.questions)

    @property
    def current(self) -> Question:
        return self.questions[self.at]

    @property
    def decided(self) -> bool:
        return any(question.decided for question in self.questions)

    def answered(self, verdict: Verdict, reason: str = "") -> State:
        """The current question has its answer; the next one comes. What may always stand is asked
        about nowhere else."""
        kind = self.current.group.first.kind
        questions = list(self.questions)
        for at in range(self.at, len(questions)):
            same = verdict is Verdict.ALWAYS and questions[at].group.first.kind == kind
            if at == self.at or (same and not questions[at].label):
                questions[at] = replace(questions[at], answer=verdict, reason=reason)
        following = (at for at in range(self.at, len(questions)) if not questions[at].answer)
        return State(tuple(questions), next(following, len(questions)), self)

    def labelled(self, label: str) -> State:
        """It is something else. What is to become of it is still to be said."""
        own = self.current.group.first.label
        return self._with(replace(self.current, label="" if label == own else label))

    def one_by_one(self) -> State:
        """Each finding of the current group is asked about for itself."""
        parts = (replace(self.current, group=Group((item,))) for item in self.current.group.items)
        return self._with(*parts)

    def undone(self) -> State:
        """As it was before the last of these; the first state stays as it is."""
        return self.before or self

    def _with(self, *questions: Question) -> State:
        others = (*self.questions[: self.at], *questions, *self.questions[self.at + 1 :])
        return State(others, self.at, self)

    def counts(self) -> Iterator[tuple[str, int]]:
        """How many findings go which way: ``("redact", 3)``."""
        counts: Counter[str] = Counter()
        for question in self.questions:
            number = len(question.group.items)
            if question.label:
                counts["another label"] += number
            counts[question.answer or "not looked at"] += number
        order = (*map(str, Verdict), "another label", "not looked at")
        yield from ((what, counts[what]) for what in order if counts[what])
