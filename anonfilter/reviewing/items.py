"""Findings as they are asked about: one by one, or all that are equal together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from anonfilter.checking.found import KNOWN
from anonfilter.contract.document import Finding, Rewritten
from anonfilter.text.words import fold

_AROUND = 60
_LINE_END = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class Mark:
    """By what a finding is known again when another line was changed: what it says, what stands
    around it on its line, and which it is of several that agree in all of that."""

    words: tuple[str, str, str] = field(repr=False)
    number: int = 1


@dataclass(frozen=True, slots=True)
class Item:
    """A finding with its value, which stays in memory; ``file`` is the name that the user gave."""

    file: str
    finding: Finding
    mark: Mark

    @property
    def label(self) -> str:
        return self.finding.label

    @property
    def by_corpus(self) -> bool:
        """Found only because the corpus knows it: no resolver sees that, so no decision about its
        place would be obeyed."""
        return self.finding.detector == KNOWN

    @property
    def kind(self) -> tuple[str, str]:
        """Equal where findings are decided about together: the label, and the value as it is
        compared."""
        return self.label, fold(self.finding.value)

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands, in characters of the decoded file."""
        return self.finding.start, self.finding.end


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that are decided about together: of one label, and written alike."""

    items: tuple[Item, ...]

    @property
    def first(self) -> Item:
        return self.items[0]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.file for item in self.items))


def items_of(file: str, text: str, findings: Sequence[Finding]) -> list[Item]:
    """The findings of a file whose decoded text this is."""
    counts: Counter[tuple[str, str, str]] = Counter()
    items = []
    for finding in findings:
        before = _LINE_END.split(text[max(0, finding.start - _AROUND) : finding.start])[-1]
        after = _LINE_END.split(text[finding.end : finding.end + _AROUND])[0]
        words = (fold(finding.value), fold(before), fold(after))
        counts[words] += 1
        items.append(Item(file, finding, Mark(words, counts[words])))
    return items


def in_rewritten(items: Iterable[Item], rewritten: Rewritten) -> dict[Item, Item]:
    """What is left of the findings of a file after some were replaced: each with what it is now."""
    left = {item: place for item in items if (place := rewritten.moved(item.place)) is not None}
    findings = [replace(item.finding, start=start, end=end) for item, (start, end) in left.items()]
    file = next((item.file for item in left), "")
    return dict(zip(left, items_of(file, rewritten.text, findings), strict=True))


def grouped(items: Iterable[Item], *, each: bool = False) -> tuple[Group, ...]:
    """Groups in the order of their first findings; ``each``: one of every finding."""
    if each:
        return tuple(Group((item,)) for item in items)
    alike: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        alike.setdefault(item.kind, []).append(item)
    return tuple(Group(tuple(members)) for members in alike.values())
