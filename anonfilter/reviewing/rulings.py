"""What comes of the answers: for each finding a ruling, and what that means in which file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anonfilter_plugins.resolvers.decisions.decisions_file import Decision

from anonfilter.contract.document import Finding
from anonfilter.reviewing.items import Item
from anonfilter.reviewing.state import Question, State, Verdict
from anonfilter.text.words import fold


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is to become of one finding, and the other label that it has, if any."""

    item: Item
    answer: Verdict | None
    reason: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Obeyed:
    """What the rules can obey: which labels are people's and which are names at all.

    Without a resolver `decisions` there are none, and nothing can be decided beside a file.
    ``closed`` are files that cannot be rewritten, each with the reason.
    """

    decisions: bool = False
    people: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    closed: Mapping[str, str] = field(default_factory=dict)

    def refusal(self, answer: Verdict, question: Question) -> str:
        """Why this cannot be the answer; "" where it can."""
        if answer is Verdict.REDACT:
            reasons = (self.closed[file] for file in question.group.files if file in self.closed)
            return next(reasons, "")
        if answer is Verdict.NOBODY and self.no_decision(question):
            return self.no_decision(question)
        if answer is Verdict.NOBODY and question.group.first.label not in self.names:
            return "this was not taken for a name; `o` and `a` let it stand"
        return ""

    def no_decision(self, question: Question) -> str:
        """Why nothing can be decided about these places; "" where it can."""
        if not self.decisions:
            return "the rules have no resolver `decisions`, which would obey that"
        if any(item.by_corpus for item in question.group.items):
            return "the corpus knows this for an original; `o` and `a` let it stand"
        return ""

    def obeys_place(self, item: Item) -> bool:
        return self.decisions and not item.by_corpus

    def asks_why(self, answer: Verdict, item: Item) -> bool:
        """Whether it becomes an entry of the allow list, which says why."""
        return answer is Verdict.ALWAYS or (answer is Verdict.ONCE and not self.obeys_place(item))


def rulings(state: State) -> Iterator[Ruling]:
    """One for each finding that was answered or got another label."""
    for question in state.questions:
        if question.answer is not None or question.label:
            for item in question.group.items:
                yield Ruling(item, question.answer, question.reason, question.label)


def decisions(rulings: Iterable[Ruling], obeyed: Obeyed) -> list[Decision]:
    """What stands beside a file; the rulings are all about this one. What is allowed is so as
    what it was found: another label makes no difference then."""
    keep: dict[str | None, list[Ruling]] = {}
    nobody: dict[str | None, list[Ruling]] = {}
    other: dict[str | None, list[Ruling]] = {}
    for one in filter(lambda ruling: obeyed.obeys_place(ruling.item), rulings):
        if one.answer is Verdict.ONCE:
            found = one.item.label
            keep.setdefault(None if found in obeyed.people else found, []).append(one)
        elif one.answer is Verdict.NOBODY:
            nobody.setdefault(one.label or None, []).append(one)
        elif one.label and one.answer is not Verdict.ALWAYS:
            other.setdefault(one.label, []).append(one)
    return [
        *(Decision(keep=_places(those), label=label) for label, those in keep.items()),
        *(Decision(not_a_person=_places(those), label=label) for label, those in nobody.items()),
        *(Decision(add=_places(those), label=label) for label, those in other.items()),
    ]


def _places(rulings: Sequence[Ruling]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(one.item.place for one in rulings))


def entries(rulings: Iterable[Ruling], obeyed: Obeyed) -> list[tuple[dict[str, Any], Finding]]:
    """What the allow list gets, each entry once, with a finding that it is about: a value
    anywhere; or, where nothing beside the file would be obeyed, in this file only."""
    made: dict[tuple[str, ...], tuple[dict[str, Any], Finding]] = {}
    for one in rulings:
        if one.answer is None or not obeyed.asks_why(one.answer, one.item):
            continue
        found = one.item.finding
        paths = [glob(found.path)] if one.answer is Verdict.ONCE else []
        value = " ".join(found.value.split())
        entry = {"value": value, "label": found.label, "paths": paths, "reason": one.reason}
        said = {key: said for key, said in entry.items() if said}
        made.setdefault((fold(found.value), found.label, *paths), (said, found))
    return list(made.values())


def glob(path: str) -> str:
    """A glob for just this path, seen from the top of the repository."""
    return "/" + "".join(f"[{char}]" if char in "*?[{" else char for char in path)
