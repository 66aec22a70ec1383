"""One tag for two names: what must never be where tags hold for a whole corpus.

Numbers of ``scope: corpus`` are derived from a name, by everybody for themselves. Two names with
the same number would be one person in the corpus, so whoever verifies it looks for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from anonfilter_plugins.shared.numbering import as_key

from anonfilter.contract.tags import TagGrammar, is_derived
from anonfilter.engine.original_words import key_of, readings
from anonfilter.pseudonyms.memory import BITS, derived
from anonfilter.pseudonyms.sidecars.entries import LITERAL, Entry
from anonfilter.text.union_find import same


@dataclass(frozen=True, slots=True)
class Met:
    """A tag of the corpus in one document: where its entry stands, and what stood for it."""

    tag: str
    label: str
    place: str
    surfaces: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """What it is compared by: letters and digits."""
        return {key_of(one) for one in self.surfaces}


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the tags of a corpus come from names.

    ``as_written`` are the labels whose names are compared as they are written; a category's
    tagger knows that Calif. is California, wherever California is not said.
    """

    grammar: TagGrammar
    as_written: Collection[str]
    key: bytes
    bits: int = BITS

    def gives(self, one: Met) -> bool:
        """Whether the tag comes from one of the names."""
        return any(
            derived(self.key, known.sequence, as_key(name), self.bits) == known.number
            for known in self.grammar.find(one.tag)
            for name in one.surfaces
        )

    def is_plain(self, one: Met) -> bool:
        """Whether the names are written as names are, not spelled out or spoken as a number."""
        words = [word for surface in one.surfaces for word in surface.split()]
        return one.label in self.as_written and all(word[:1].isupper() for word in words)


def met(entry: Entry, place: str) -> Met | None:
    """The entry, if its tag is one of a whole corpus."""
    number = entry.tag.rstrip("]").rpartition("_")[2]
    if entry.label == LITERAL or not is_derived(number):
        return None
    surfaces = tuple(dict.fromkeys(name for one in entry.surfaces for name in readings(one)))
    return Met(entry.tag, entry.label, place, surfaces)


def collisions(found: Iterable[Met], numbering: Numbering) -> Iterator[tuple[Met, Met]]:
    """Two entries with one tag and different people.

    Documents may write one name in ways that have nothing in common, so what counts are names
    that give the tag themselves, and names that are plainly others.
    """
    by_tag: dict[str, list[Met]] = defaultdict(list)
    for one in found:
        by_tag[one.tag].append(one)
    for entries in by_tag.values():
        groups = _groups(entries)
        if len(groups) > 1:
            people = [group[0] for group in groups if _is_somebody(group, numbering)]
            for other in people[1:]:
                yield people[0], other


def _groups(entries: Sequence[Met]) -> list[list[Met]]:
    """Entries that share a name, directly or by way of others."""
    groups: dict[int, list[Met]] = {}
    for one, number in zip(entries, same([one.names for one in entries]), strict=True):
        groups.setdefault(number, []).append(one)
    return list(groups.values())


def _is_somebody(group: Iterable[Met], numbering: Numbering) -> bool:
    return any(map(numbering.gives, group)) or all(map(numbering.is_plain, group))
