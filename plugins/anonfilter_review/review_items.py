"""Items of a review: single findings, and groups of equal findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from anonfilter.contract.document import Finding, RewrittenText
from anonfilter.run.check_file import KNOWN
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

_AROUND = 60  # characters on either side that identify a finding
_LINE_END = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class Mark:
    """The identity of a finding, which stays the same after other lines have changed.

    ``words`` has the value and the text before and after it on its line; ``number`` counts the
    findings of a file with the same words.
    """

    words: tuple[str, str, str] = field(repr=False)
    number: int = 1


@hide_values
@dataclass(frozen=True, slots=True)
class Item:
    """A finding with its value, which is never stored; ``file`` is the path that the user gave."""

    file: str
    finding: Finding
    mark: Mark

    @property
    def label(self) -> str:
        return self.finding.label

    @property
    def added(self) -> bool:
        """True if a reviewer added the finding, so that it has no label of a detector."""
        return not self.finding.label

    @property
    def by_corpus(self) -> bool:
        """True if the finding is only a known original of the corpus.

        Resolvers do not see known originals, so a decision about its place has no effect.
        """
        return self.finding.detector == KNOWN

    @property
    def kind(self) -> tuple[str, str]:
        """The label and the folded value, which all findings of a group share."""
        return self.label, fold(self.finding.value)

    @property
    def place(self) -> tuple[int, int]:
        """Start and end in characters of the decoded file."""
        return self.finding.start, self.finding.end


@dataclass(frozen=True, slots=True)
class Group:
    """Findings with the same label and value, which are decided together."""

    items: tuple[Item, ...]

    @property
    def first(self) -> Item:
        return self.items[0]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.file for item in self.items))


def items_of(file: str, text: str, findings: Sequence[Finding]) -> list[Item]:
    """Return an item for each finding of a file with this decoded text."""
    counts: Counter[tuple[str, str, str]] = Counter()
    items = []
    for finding in findings:
        before = _LINE_END.split(text[max(0, finding.start - _AROUND) : finding.start])[-1]
        after = _LINE_END.split(text[finding.end : finding.end + _AROUND])[0]
        words = (fold(finding.value), fold(before), fold(after))
        counts[words] += 1
        items.append(Item(file, finding, Mark(words, counts[words])))
    return items


def after_rewriting(items: Iterable[Item], rewritten: RewrittenText) -> dict[Item, Item]:
    """Map the items of a file that replacements left unchanged to their items in the new text."""
    left = {item: place for item in items if (place := moved(item.place, rewritten)) is not None}
    findings = [replace(item.finding, start=start, end=end) for item, (start, end) in left.items()]
    file = next((item.file for item in left), "")
    return dict(zip(left, items_of(file, rewritten.text, findings), strict=True))


def moved(place: tuple[int, int], rewritten: RewrittenText) -> tuple[int, int] | None:
    """Return the place of a stretch in the rewritten text; None if a part of it was replaced."""
    start, end = place
    if any(edit.start < end and start < edit.end for edit in rewritten.edits):
        return None
    return rewritten.now(start), rewritten.now(end)


def grouped(items: Iterable[Item], *, each: bool = False) -> tuple[Group, ...]:
    """Group items in the order of their first findings; with ``each``, every finding is a group."""
    if each:
        return tuple(Group((item,)) for item in items)
    alike: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        alike.setdefault(item.kind, []).append(item)
    return tuple(Group(tuple(members)) for members in alike.values())
