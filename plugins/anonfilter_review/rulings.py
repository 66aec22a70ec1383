"""Turn the answers of a review into decisions and into entries of the allow list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anonfilter_english.resolvers.decisions.decisions_file import Decision

from anonfilter.contract.document import Finding
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_review.review_items import Item
from anonfilter_review.review_state import Question, State, Verdict


@hide_values
@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer about one finding, and its new label, if any."""

    item: Item
    answer: Verdict | None
    reason: str = ""
    label: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Support:
    """Which decisions are possible by the rules and for the files of a review.

    - ``decisions``: True if the rules have the resolver `decisions`; without it, no decision can be
      stored beside a file.
    - ``people`` and ``names``: the labels of people, and of all names.
    - ``closed``: files that cannot be rewritten, with the reasons.
    """

    decisions: bool = False
    people: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    closed: Mapping[str, str] = field(default_factory=dict)

    def refusal(self, answer: Verdict, question: Question) -> str:
        """Return the reason why this answer is impossible; "" if it is possible."""
        if answer is Verdict.REDACT:
            reasons = (self.closed[file] for file in question.group.files if file in self.closed)
            return next(reasons, "")
        if question.group.first.added and answer is not Verdict.SKIP:
            return "you added this finding; undo removes it"
        if answer is Verdict.NOT_A_PERSON and self.decision_refusal(question):
            return self.decision_refusal(question)
        if answer is Verdict.NOT_A_PERSON and question.group.first.label not in self.names:
            return "this was not found as a name; `o` and `a` allow it"
        return ""

    def decision_refusal(self, question: Question) -> str:
        """Return the reason why decisions about these places are impossible; "" if possible."""
        if not self.decisions:
            return "the rules have no resolver `decisions`"
        if any(item.by_corpus for item in question.group.items):
            return "this is a known original of the corpus; `o` and `a` allow it"
        return ""

    def possible(
        self, state: State, which: Iterable[int], refused: Callable[[Question], str]
    ) -> tuple[list[int], str]:
        """Return the questions that are not ``refused``, and the first reason for a refusal."""
        reasons = {at: refused(state.questions[at]) for at in which}
        return (
            [at for at, reason in reasons.items() if not reason],
            next(filter(None, reasons.values()), ""),
        )

    def applies_to(self, item: Item) -> bool:
        """Return True if a decision about the place of this finding has an effect."""
        return self.decisions and not item.by_corpus

    def needs_reason(self, answer: Verdict, item: Item) -> bool:
        """Return True if the answer becomes an entry of the allow list, which needs a reason."""
        return answer is Verdict.ALWAYS or (answer is Verdict.ONCE and not self.applies_to(item))


def rulings(state: State) -> Iterator[Ruling]:
    """Yield a ruling for each finding that has an answer or a new label."""
    for question in state.questions:
        if question.answer is not None or question.label:
            for item in question.group.items:
                yield Ruling(item, question.answer, question.reason, question.label)


def decisions(
    rulings: Iterable[Ruling], support: Support, people: Iterable[Decision] = ()
) -> list[Decision]:
    """Return the decisions for a file's rulings, and its decisions about ``people``.

    Added findings come first, because decisions about people may refer to them. An accepted finding
    is accepted with the label that was found, whatever its new label is.
    """
    keep: dict[str | None, list[Ruling]] = {}
    no_person: dict[str | None, list[Ruling]] = {}
    relabelled: dict[str | None, list[Ruling]] = {}
    for one in filter(lambda ruling: support.applies_to(ruling.item), rulings):
        if one.answer is Verdict.ONCE:
            found = one.item.label
            keep.setdefault(None if found in support.people else found, []).append(one)
        elif one.answer is Verdict.NOT_A_PERSON:
            no_person.setdefault(one.label or None, []).append(one)
        elif one.label and one.answer is not Verdict.ALWAYS:
            relabelled.setdefault(one.label, []).append(one)
    return [
        *(Decision(add=_places(ruled), label=label) for label, ruled in relabelled.items()),
        *people,
        *(Decision(keep=_places(ruled), label=label) for label, ruled in keep.items()),
        *(Decision(not_a_person=_places(ruled), label=label) for label, ruled in no_person.items()),
    ]


def _places(rulings: Sequence[Ruling]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(one.item.place for one in rulings))


def entries(rulings: Iterable[Ruling], support: Support) -> list[tuple[dict[str, Any], Finding]]:
    """Return new entries of the allow list, each with a finding that it accepts.

    An entry applies to all files, or to one file if no decision can be stored beside it.
    """
    made: dict[tuple[str, ...], tuple[dict[str, Any], Finding]] = {}
    for one in rulings:
        if one.answer is None or not support.needs_reason(one.answer, one.item):
            continue
        found = one.item.finding
        paths = [glob(found.path)] if one.answer is Verdict.ONCE else []
        value = " ".join(found.value.split())
        entry = {"value": value, "label": found.label, "paths": paths, "reason": one.reason}
        filled = {key: content for key, content in entry.items() if content}
        made.setdefault((fold(found.value), found.label, *paths), (filled, found))
    return list(made.values())


def glob(path: str) -> str:
    """Return a glob that matches only this path from the top of the repository."""
    return "/" + "".join(f"[{char}]" if char in "*?[{" else char for char in path)
