"""Numbers that a document's tags had before, and numbers of a whole corpus."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter_plugins.shared.numbering import as_key

from anonfilter.contract.book import Asked, Book, Sequenced
from anonfilter.contract.document import Tag
from anonfilter.contract.tags import TagGrammar, is_derived
from anonfilter.engine.original_words import readings
from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.sidecars.entries import LITERAL, Map

BITS = 50


@dataclass(frozen=True, slots=True)
class Memory:
    """What the sidecar holds of the last run.

    ``resumed``: the document is the output of that run, so its tags are ours; else it is an
    original, and what looks like a tag is part of its text.
    """

    earlier: Map
    resumed: bool = False

    def book(
        self, taken: Sequence[Tag], asked: Mapping[Sequenced, Asked], grammar: TagGrammar
    ) -> Book:
        """Return a book in which known names keep their numbers."""
        known = _known(self.earlier, grammar)
        used = {(sequence, number) for sequence, numbers in known.items() for number in numbers}
        barred = set() if self.resumed else {(tag.sequence, tag.number) for tag in taken}
        return Book(taken, dict(_met_again(asked, known, barred)), used)


Known = Mapping[str, Mapping[str, frozenset[str]]]


def _known(earlier: Map, grammar: TagGrammar) -> Known:
    known: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for entry in earlier.entries.values():
        if entry.label == LITERAL:
            continue
        names = frozenset(as_key(name) for one in entry.surfaces for name in readings(one))
        for tag in grammar.find(entry.tag):
            if tag.number:
                others = known[tag.sequence].get(tag.number, frozenset())
                known[tag.sequence][tag.number] = others | names
    return known


def _met_again(
    asked: Mapping[Sequenced, Asked], known: Known, barred: set[Sequenced]
) -> Iterator[tuple[Sequenced, str]]:
    """Yield keys with the number whose names they share, the best match first, each once."""
    matches: list[_Match] = []
    for sequence, numbers in known.items():
        free = {
            number: some for number, some in numbers.items() if (sequence, number) not in barred
        }
        matches += _matches(sequence, free, asked)
    given: set[Sequenced] = set()
    done: set[Sequenced] = set()
    for _, _, key, number in sorted(matches, key=lambda one: (*one[:2], len(one[3]), one[3])):
        if key not in done and (key[0], number) not in given:
            done.add(key)
            given.add((key[0], number))
            yield key, number


_Match = tuple[int, int, Sequenced, str]


def _matches(
    sequence: str, numbers: Mapping[str, Iterable[str]], asked: Mapping[Sequenced, Asked]
) -> Iterator[_Match]:
    """Weigh how many words each key of a sequence shares with the names of each number."""
    bearers: dict[str, list[str]] = defaultdict(list)
    for number, names in numbers.items():
        for name in names:
            bearers[name].append(number)
    for at, (key, one) in enumerate(asked.items()):
        if key[0] != sequence:
            continue
        shared = Counter[str]()
        for name in {as_key(name) for name in (*one.names, *one.written)}:
            for number in bearers.get(name, ()):
                shared[number] += len(name.split()) ** 2
        yield from ((-weight, at, key, number) for number, weight in shared.items())


@dataclass(frozen=True, slots=True)
class CorpusNumbers:
    """Numbers that are the same in all documents of a corpus, wherever they are made."""

    tag_key: bytes = field(repr=False)
    bits: int = BITS

    def book(
        self, taken: Sequence[Tag], asked: Mapping[Sequenced, Asked], grammar: TagGrammar
    ) -> Book:
        """Return a book in which each number is derived from the fullest name asking for it."""
        assigned: dict[Sequenced, str] = {}
        bearer: dict[Sequenced, str] = {}
        for (sequence, key), one in asked.items():
            name = fullest(one.names)
            number = derived(self.tag_key, sequence, name, self.bits)
            if bearer.setdefault((sequence, number), name) != name:
                raise collision(sequence)
            assigned[sequence, key] = number
        return Book(taken, assigned)


def fullest(names: Iterable[str]) -> str:
    """Return the most specific of the names of one person."""
    return min(names, key=lambda name: (-len(name.split()), -len(name), name))


def derived(tag_key: bytes, sequence: str, name: str, bits: int = BITS) -> str:
    """Derive the ten letters and digits that stand for a name in a corpus.

    Results that read like a word are skipped, so that no word is taken for a tag.
    """
    message = f"{sequence}\0{name}".encode("utf-8", "surrogatepass")
    for attempt in range(1 << 16):
        digest = hmac.digest(tag_key, attempt.to_bytes(2) + message, "sha256")
        value = int.from_bytes(digest[:8]) >> (64 - bits)
        number = b32encode((value << (80 - BITS)).to_bytes(10))[: BITS // 5].decode().lower()
        if is_derived(number):
            return number
    raise AssertionError("no digest gives a tag")


def collision(sequence: str) -> Incomplete:
    """Build the error for two names with one tag, which could not be told apart again."""
    return Incomplete(
        f"two different names would have the same {sequence} tag in this corpus",
        hint="This happens once in many millions of names. Rules with `scope: document` number "
        "that document by itself.",
    )
