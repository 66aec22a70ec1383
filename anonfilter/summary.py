"""What a filter run did, counted: never a value, only how many of which label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from anonfilter.engine import Redaction
from anonfilter.errors import Exit
from anonfilter.model import Tagged
from anonfilter.text import line_starts


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def entities(tagged: Iterable[Tagged]) -> int:
    """How many different people, places and things: a surname alone counts with its full name.

    What a tagger calls an entity is one. Else the tags tell: a mention whose tags all belong
    to another mention too is a shorter form of it.
    """
    named = {one.entity for one in tagged if one.entity}
    forms = {frozenset(part.text for part in one.replacements) for one in tagged if not one.entity}
    by_tag: dict[str, list[frozenset[str]]] = {}
    for form in forms:
        for tag in form:
            by_tag.setdefault(tag, []).append(form)
    return len(named) + sum(
        not any(form < other for other in by_tag[next(iter(form))]) for form in forms if form
    )


@dataclass(slots=True)
class Tally:
    """The figures of a run, file by file."""

    files: int = 0
    lines: int = 0
    mentions: int = 0
    entities: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    undecodable: int = 0
    with_undecodable: int = 0
    left: int = 0
    with_left: int = 0
    incomplete: list[str] = field(default_factory=list)

    def add(self, done: Redaction) -> None:
        source = done.analysis.document.source
        self.files += 1
        self.lines += count_lines(source.text)
        self.mentions += len(done.tagged)
        self.entities += entities(done.tagged)
        self.labels.update(one.mention.label.name for one in done.tagged)
        self.undecodable += source.undecodable
        self.with_undecodable += source.undecodable > 0
        self.left += len(done.findings)
        self.with_left += bool(done.findings)

    @property
    def exit(self) -> Exit:
        """A finding outranks an incomplete scan."""
        if self.left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def told(self) -> list[str]:
        """The summary, a line each for what was done and for what was not."""
        told = [f"{counted(self.files, 'file')}, {counted(self.lines, 'line')}: {self._replaced()}"]
        if self.undecodable:
            told[0] += (
                f"; {counted(self.undecodable, 'undecodable byte')} kept "
                f"in {counted(self.with_undecodable, 'file')}"
            )
        if self.left:
            told.append(
                f"{counted(self.left, 'place')} left in {counted(self.with_left, 'file')}: "
                "personal data would remain"
            )
        if self.incomplete:
            told.append(
                f"{counted(len(self.incomplete), 'file')} incomplete: {', '.join(self.incomplete)}"
            )
        return told

    def _replaced(self) -> str:
        if not self.mentions:
            return "nothing to replace"
        labels = ", ".join(
            f"{label} {number:,}"
            for label, number in sorted(self.labels.items(), key=lambda item: (-item[1], item[0]))
        )
        return (
            f"{counted(self.mentions, 'mention')} of "
            f"{counted(self.entities, 'entity', 'entities')} replaced ({labels})"
        )


def count_lines(text: str) -> int:
    """How many lines a text has; the last one needs no line end."""
    starts = line_starts(text)
    return len(starts) - (starts[-1] == len(text))
