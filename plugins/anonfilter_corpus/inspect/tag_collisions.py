"""Find tags of a corpus that stand for two people.

Each machine derives the numbers of ``scope: corpus`` from names. Two names with the same number
would be one person in the corpus, so `map verify` searches for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from anonfilter.contract.numbering import as_key
from anonfilter.contract.tags import TagGrammar, is_derived
from anonfilter.engine.original_words import key_of, readings
from anonfilter.engine.union_find import group_numbers
from anonfilter.sidecars.entries import LITERAL, Entry
from anonfilter.sidecars.memory import BITS, derive_number
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class CorpusTag:
    """A tag of the corpus in one document, with the place of its entry and its originals."""

    tag: str
    label: str
    place: str
    surfaces: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """The originals in the form in which they are compared: letters and digits only."""
        return {key_of(surface) for surface in self.surfaces}


@hide_values
@dataclass(frozen=True, slots=True)
class Numbering:
    """The way in which the tags of a corpus are derived from names.

    ``as_written`` has the labels whose names are compared as written. The taggers of other labels
    know, for example, that Calif. is California.
    """

    grammar: TagGrammar
    as_written: Collection[str]
    key: bytes
    bits: int = BITS

    def derives(self, tag: CorpusTag) -> bool:
        """Return True if the tag derives from one of its names."""
        return any(
            derive_number(self.key, known.sequence, as_key(name), self.bits) == known.number
            for known in self.grammar.find(tag.tag)
            for name in tag.surfaces
        )

    def is_plain(self, tag: CorpusTag) -> bool:
        """Return True if the names are written normally, not spelled out or spoken as a number."""
        words = [word for surface in tag.surfaces for word in surface.split()]
        return tag.label in self.as_written and all(word[:1].isupper() for word in words)


def corpus_tag(entry: Entry, place: str) -> CorpusTag | None:
    """Return the corpus tag of an entry; None for a tag of one document."""
    number = entry.tag.rstrip("]").rpartition("_")[2]
    if entry.label == LITERAL or not is_derived(number):
        return None
    surfaces = tuple(dict.fromkeys(name for text in entry.originals for name in readings(text)))
    return CorpusTag(entry.tag, entry.label, place, surfaces)


def collisions(
    found: Iterable[CorpusTag], numbering: Numbering
) -> Iterator[tuple[CorpusTag, CorpusTag]]:
    """Yield pairs of entries that have the same tag, but are different people.

    Documents may spell a name in ways that have nothing in common. So different names count as
    different people only if the tag derives from them, or if they are written normally.
    """
    by_tag: dict[str, list[CorpusTag]] = defaultdict(list)
    for tag in found:
        by_tag[tag.tag].append(tag)
    for entries in by_tag.values():
        groups = _groups(entries)
        if len(groups) > 1:
            people = [
                group[0]
                for group in groups
                if any(map(numbering.derives, group)) or all(map(numbering.is_plain, group))
            ]
            for other in people[1:]:
                yield people[0], other


def _groups(entries: Sequence[CorpusTag]) -> list[list[CorpusTag]]:
    groups: dict[int, list[CorpusTag]] = {}
    for tag, number in zip(entries, group_numbers([tag.names for tag in entries]), strict=True):
        groups.setdefault(number, []).append(tag)
    return list(groups.values())
