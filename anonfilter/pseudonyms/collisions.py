"""One tag for two names: what must never be where tags hold for a whole corpus.

Numbers of ``scope: corpus`` are derived from a name, by everybody for themselves. Two names with
the same number would be one person in the corpus, so whoever verifies it looks for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anonfilter.pseudonyms.entries import LITERAL, Entry
from anonfilter.pseudonyms.marks import key_of
from anonfilter.pseudonyms.memory import derived
from anonfilter.pseudonyms.numbering import as_key
from anonfilter.tags import TagGrammar, is_derived


@dataclass(frozen=True, slots=True)
class Met:
    """A tag of the corpus in one document: where its entry stands, and by which names it goes."""

    tag: str
    place: str
    names: frozenset[str]


def met(entry: Entry, place: str) -> Met | None:
    """The entry, if its tag is one of a whole corpus."""
    number = entry.tag.rstrip("]").rpartition("_")[2]
    if entry.label == LITERAL or not is_derived(number):
        return None
    return Met(entry.tag, place, frozenset(map(as_key, entry.surfaces)))


def collisions(
    found: Iterable[Met], grammar: TagGrammar, tag_key: bytes
) -> Iterator[tuple[Met, Met]]:
    """Two entries with one tag and different people.

    A document may know somebody by another name alone (a roster says that Bob is Robert), so
    names that have nothing in common are two people only if the tag comes from both, or from
    neither.
    """
    by_tag: dict[str, list[Met]] = defaultdict(list)
    for one in found:
        by_tag[one.tag].append(one)
    for tag, entries in by_tag.items():
        groups = _groups(entries)
        if len(groups) > 1:
            by_itself = [one for one in groups if _gives(tag, one, grammar, tag_key)]
            for other in (by_itself or groups)[1:]:
                yield (by_itself or groups)[0][0], other[0]


def _groups(entries: Iterable[Met]) -> list[list[Met]]:
    """Entries that share a name, directly or by way of others; letters and digits count."""
    groups: list[tuple[set[str], list[Met]]] = []
    for one in entries:
        names, members = {key_of(name) for name in one.names}, [one]
        apart = []
        for group in groups:
            if names & group[0]:
                names |= group[0]
                members = [*group[1], *members]
            else:
                apart.append(group)
        groups = [*apart, (names, members)]
    return [members for _, members in groups]


def _gives(tag: str, members: Iterable[Met], grammar: TagGrammar, tag_key: bytes) -> bool:
    """Whether one of the names is the one that the tag was derived from."""
    names = {name for one in members for name in one.names}
    return any(
        derived(tag_key, known.sequence, name) == known.number
        for known in grammar.find(tag)
        for name in names
    )
