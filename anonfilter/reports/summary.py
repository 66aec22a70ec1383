"""Counts the results of a filter run, and writes its summary without values."""

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
    from anonfilter.contract.document import Document, Redaction

_MOST = 10  # names in a line


def ranked(counts: Mapping[str, int], most: int | None = None) -> str:
    """Return counts such as "PERSON 12, DATE 3", the highest first.

    If there are more than ``most`` names, the other counts are added up.
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{name} {number:,}" for name, number in ordered[:most]]
    rest = ordered[len(shown) :]
    if rest:
        shown.append(f"{sum(number for _, number in rest):,} in {len(rest):,} more")
    return ", ".join(shown)


def totals(found: Sequence[Finding]) -> Iterator[str]:
    """Yield a line with the findings by label, and one by file, unless all have the same."""
    for what, counts in (
        ("label", Counter(finding.label for finding in found)),
        ("file", Counter(finding.path for finding in found)),
    ):
        if len(counts) > 1:
            yield f"by {what}: {ranked(counts, _MOST)}"


def outside(paths: Iterable[str], hint: str = " (-v lists them)") -> Iterator[str]:
    """Yield a line about files outside of the rules that may contain text, by suffix."""
    from anonfilter.contract.extensions import KINDS
    from anonfilter.contract.registry import extension

    kinds = extension(KINDS)
    may_hold_text = (lambda suffix: True) if kinds is None else kinds.may_hold_text
    suffixes = Counter(filter(may_hold_text, map(suffix_of, paths)))
    if suffixes:
        yield f"outside, though they may hold text: {ranked(suffixes, _MOST)}{hint}"


def first_few(names: Sequence[str]) -> str:
    """Return the first ten of these names, and how many others there are."""
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def entities(tagged: Iterable[TaggedMention]) -> int:
    """Return the number of different people, places and things that are mentioned.

    Mentions to which resolvers gave the same entity count once. Others are compared by their tags:
    a mention whose tags are part of those of another mention is a shorter form of it.
    """
    named = {item.mention.span.entity for item in tagged} - {""}
    unnamed = EntityCount()
    unnamed.add(item for item in tagged if not item.mention.span.entity)
    return len(named) + len(unnamed)


class EntityCount:
    """Counts different entities by the tags of their mentions.

    Single tags are stored without sets, since a long file may have a million of them.
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
        """Return the number of different sets of tags that are not part of a larger set."""
        by_tag: dict[str, list[frozenset[str]]] = {}
        for tags in self._of_several:
            for tag in tags:
                by_tag.setdefault(tag, []).append(tags)
        whole = (
            not any(tags < other for other in by_tag[next(iter(tags))]) for tags in self._of_several
        )
        return sum(tag not in by_tag for tag in self._of_one) + sum(whole)


def reader_text(document: Document) -> str:
    """Return the text that readers count, which is not the markup of an office document."""
    if document.source.container is None:
        return document.source.text
    from anonfilter.contract.extensions import READER_PLACES, ReaderPlaces
    from anonfilter.contract.registry import extension

    feature: ReaderPlaces | None = extension(READER_PLACES)
    return document.source.text if feature is None else feature.text_of(document)


@hide_values
@dataclass(slots=True)
class Tally:
    """The figures of a run."""

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
        source, text = done.analysis.document.source, reader_text(done.analysis.document)
        self.files += 1
        self.lines += count_lines(text)
        self.words += len(text.split())
        self.count(done.tagged)
        self.entities += entities(done.tagged)
        self.hints.update(done.hints)
        self.undecodable += source.undecodable
        self.with_undecodable += source.undecodable > 0
        self.leave(source.name, len(done.findings))

    def count(self, tagged: Sequence[TaggedMention]) -> None:
        """Add mentions to the figures."""
        self.mentions += len(tagged)
        self.labels.update(item.mention.label.name for item in tagged)

    def leave(self, name: str, places: int) -> None:
        """Add the places of a file that were not replaced to the figures."""
        self.left += places
        if places:
            self.with_left.append(name)

    def include(self, other: Tally) -> None:
        """Add the figures of another tally."""
        for item in fields(self):
            setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))

    @property
    def exit(self) -> Exit:
        """The exit code; findings take precedence over incomplete files."""
        if self.left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def summary_lines(self, written: bool) -> list[str]:
        """Return the lines of the summary: the counts, remaining places, incomplete files."""
        done = f"{counted(self.files, 'file')}, {counted(self.lines, 'line')}: "
        done += self._mentions("replaced" if written else "found")
        if self.undecodable:
            done += (
                f"; {counted(self.undecodable, 'undecodable byte')} kept "
                f"in {counted(self.with_undecodable, 'file')}, read as Windows-1252"
            )
        lines = [done] if self.files or not self.incomplete else []
        if self.hints:
            named = ", ".join(
                f"{term} {counted(number, 'time')}"
                for term, number in sorted(self.hints.items(), key=lambda item: (-item[1], item[0]))
            )
            lines.append(f"context that narrows time or case: {named}")
        if self.left:
            lines.append(
                f"{counted(self.left, 'place')} would be left, in: {first_few(self.with_left)}"
            )
        if self.incomplete:
            lines.append(
                f"{counted(len(self.incomplete), 'file')} incomplete: {first_few(self.incomplete)}"
            )
        return lines

    def _mentions(self, verb: str) -> str:
        if not self.mentions:
            return "nothing to replace"
        return (
            f"{counted(self.mentions, 'mention')} of "
            f"{counted(self.entities, 'entity', 'entities')} {verb} ({ranked(self.labels)})"
        )
