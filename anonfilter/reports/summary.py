"""What a filter run did, counted: never a value, only how many of which label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from anonfilter.contract.document import Finding, TaggedMention
from anonfilter.errors import Exit
from anonfilter.files.paths import suffix_of
from anonfilter.text.lines import count_lines
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction

_MOST = 10  # names in a line


def ranked(counts: Mapping[str, int], most: int | None = None) -> str:
    """``PERSON 12, DATE 3``: the highest first; behind the first few, the others as one number."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{name} {number:,}" for name, number in ordered[:most]]
    left = ordered[len(shown) :]
    if left:
        shown.append(f"{sum(number for _, number in left):,} in {len(left):,} more")
    return ", ".join(shown)


def totals(found: Sequence[Finding]) -> Iterator[str]:
    """Findings by label and by file, where there are several."""
    for what, counts in (
        ("label", Counter(one.label for one in found)),
        ("file", Counter(one.path for one in found)),
    ):
        if len(counts) > 1:
            yield f"by {what}: {ranked(counts, _MOST)}"


def outside(paths: Iterable[str], hint: str = " (-v lists them)") -> Iterator[str]:
    """Of the files that are not looked at, those that can hold text, by suffix."""
    from anonfilter.containers.kinds import may_hold_text

    suffixes = Counter(filter(may_hold_text, map(suffix_of, paths)))
    if suffixes:
        kinds = ranked(suffixes, _MOST)
        yield f"outside, though they may hold text: {kinds}{hint}"


def first_few(names: Sequence[str]) -> str:
    """The first few of these names, and how many more there are."""
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def entities(tagged: Iterable[TaggedMention]) -> int:
    """How many different people, places and things: a surname alone counts with its full name.

    What a resolver calls an entity is one. Else the tags tell: a mention whose tags all belong
    to another mention too is a shorter form of it.
    """
    named = {one.mention.span.entity for one in tagged} - {""}
    others = Things()
    others.add(one for one in tagged if not one.mention.span.entity)
    return len(named) + len(others)


class Things:
    """Counts how many different things mentions are of, by their tags.

    Most have one tag, which is kept as it is: a long file may have a million.
    """

    def __init__(self) -> None:
        self._of_one: set[str] = set()
        self._of_several: set[frozenset[str]] = set()

    def add(self, tagged: Iterable[TaggedMention]) -> None:
        for mention in tagged:
            tags = frozenset(part.text for part in mention.replacements)
            if len(tags) == 1:
                self._of_one |= tags
            elif tags:
                self._of_several.add(tags)

    def __len__(self) -> int:
        """Tags of which another mention has more count once, as parts of that."""
        by_tag: dict[str, list[frozenset[str]]] = {}
        for tags in self._of_several:
            for tag in tags:
                by_tag.setdefault(tag, []).append(tags)
        whole = (
            not any(tags < other for other in by_tag[next(iter(tags))]) for tags in self._of_several
        )
        return sum(tag not in by_tag for tag in self._of_one) + sum(whole)


@hide_values
@dataclass(slots=True)
class Tally:
    """The figures of a run, file by file."""

    files: int = 0
    lines: int = 0
    words: int = 0
    mentions: int = 0
    entities: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    hints: Counter[str] = field(default_factory=Counter)
    undecodable: int = 0
    with_undecodable: int = 0
    left: int = 0
    with_left: list[str] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)

    def add(self, done: Redaction) -> None:
        """Count a document."""
        source = done.analysis.document.source
        self.files += 1
        self.lines += count_lines(source.text)
        self.words += len(source.text.split())
        self.count(done.tagged)
        self.entities += entities(done.tagged)
        self.hints.update(done.hints)
        self.undecodable += source.undecodable
        self.with_undecodable += source.undecodable > 0
        self.leave(source.name, len(done.findings))

    def count(self, tagged: Sequence[TaggedMention]) -> None:
        """Count mentions."""
        self.mentions += len(tagged)
        self.labels.update(one.mention.label.name for one in tagged)

    def leave(self, name: str, places: int) -> None:
        """Count the places of a file that are left."""
        self.left += places
        if places:
            self.with_left.append(name)

    def include(self, other: Tally) -> None:
        """Add the figures of another tally."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    @property
    def exit(self) -> Exit:
        """A finding outranks an incomplete scan."""
        if self.left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def told(self, written: bool) -> list[str]:
        """The summary: a line for what was done, and one for each thing that was not."""
        done = f"{counted(self.files, 'file')}, {counted(self.lines, 'line')}: "
        done += self._mentions("replaced" if written else "found")
        if self.undecodable:
            done += (
                f"; {counted(self.undecodable, 'undecodable byte')} kept "
                f"in {counted(self.with_undecodable, 'file')}, read as Windows-1252"
            )
        told = [done] if self.files or not self.incomplete else []
        if self.hints:
            named = ", ".join(
                f"{term} {counted(number, 'time')}"
                for term, number in sorted(self.hints.items(), key=lambda item: (-item[1], item[0]))
            )
            told.append(f"context that narrows time or case: {named}")
        if self.left:
            told.append(
                f"{counted(self.left, 'place')} would be left, in: {first_few(self.with_left)}"
            )
        if self.incomplete:
            told.append(
                f"{counted(len(self.incomplete), 'file')} incomplete: {first_few(self.incomplete)}"
            )
        return told

    def _mentions(self, verb: str) -> str:
        if not self.mentions:
            return "nothing to replace"
        return (
            f"{counted(self.mentions, 'mention')} of "
            f"{counted(self.entities, 'entity', 'entities')} {verb} ({ranked(self.labels)})"
        )
