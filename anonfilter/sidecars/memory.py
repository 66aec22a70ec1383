"""Assigns the numbers of tags: those of the last run, or the same in a whole corpus."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.contract.book import Book, NumberRequest, SequenceKey
from anonfilter.contract.document import Tag
from anonfilter.contract.numbering import as_key, is_of_record
from anonfilter.contract.tags import TagGrammar, is_derived
from anonfilter.engine.original_words import readings
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Map

BITS = 50
Known = Mapping[str, Mapping[str, frozenset[str]]]
Bearers = tuple[frozenset[str], bool]  # names of a number; True if its tag is in the text


@dataclass(frozen=True, slots=True)
class Memory:
    """The numbers that the last run gave to the names in a document, from its sidecar.

    If ``resumed`` is True, the document is the output of that run, so its tags are ours. Otherwise
    it is an original, and text that looks like a tag is part of the original.
    """

    earlier: Map
    resumed: bool = False

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """Return a book in which known names keep their numbers."""
        known = self.known(grammar)
        used = {(sequence, number) for sequence, numbers in known.items() for number in numbers}
        standing = {(tag.sequence, tag.number) for tag in taken}
        return Book(taken, dict(self._kept_numbers(asked, known, standing)), used)

    def known(self, grammar: TagGrammar) -> Known:
        """Return the names behind each number, by the sequence of its tag."""
        known: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        for entry in self.earlier.entries.values():
            if entry.label == LITERAL:
                continue
            names = frozenset(as_key(name) for text in entry.originals for name in readings(text))
            for tag in grammar.find(entry.tag):
                if tag.number:
                    present = known[tag.sequence].get(tag.number, frozenset())
                    known[tag.sequence][tag.number] = present | names
        return known

    def _kept_numbers(
        self, asked: Mapping[SequenceKey, NumberRequest], known: Known, standing: set[SequenceKey]
    ) -> Iterator[tuple[SequenceKey, str]]:
        """Yield the keys that keep the number of an earlier run, each with that number.

        Numbers whose tags occur in an original are omitted.
        """
        for sequence, numbers in known.items():
            bearers: dict[Bearers, list[str]] = defaultdict(list)
            for number in sorted(numbers, key=_by_size, reverse=True):
                is_in_text = (sequence, number) in standing
                if self.resumed or not is_in_text:
                    bearers[numbers[number], is_in_text].append(number)
            own = {key: request for key, request in asked.items() if key[0] == sequence}
            yield from match_numbers(own, bearers)


def match_numbers(
    asked: Mapping[SequenceKey, NumberRequest], bearers: Mapping[Bearers, list[str]]
) -> Iterator[tuple[SequenceKey, str]]:
    """Yield the keys that share a name with a number, each once with that number; best match first.

    ``bearers`` has the free numbers for each set of names. A number whose tag is in the text is not
    given to a person of another record.
    """
    by_name: dict[str, list[Bearers]] = defaultdict(list)
    for group in bearers:
        for name in group[0]:
            by_name[name].append(group)
    matches: list[tuple[int, int, SequenceKey, list[Bearers]]] = []
    for at, (key, request) in enumerate(asked.items()):
        shared = Counter[Bearers]()
        for name in {as_key(name) for name in (*request.names, *request.written)}:
            for group in by_name.get(name, ()):
                is_foreign = group[1] and is_of_record(key[1])
                shared[group] += 0 if is_foreign else len(name.split()) ** 2
        matches += (
            (-weight, at, key, [group for group in shared if shared[group] == weight])
            for weight in set(shared.values()) - {0}
        )
    done: set[SequenceKey] = set()
    for _, _, key, groups in sorted(matches, key=lambda match: match[:2]):
        free = [bearers[group] for group in groups if bearers[group]]
        if free and key not in done:
            done.add(key)
            yield key, min(free, key=lambda numbers: _by_size(numbers[-1])).pop()


def _by_size(number: str) -> tuple[int, str]:
    return len(number), number


@dataclass(frozen=True, slots=True)
class CorpusNumbers:
    """Derives numbers that are the same in all documents of a corpus, on every machine."""

    tag_key: bytes = field(repr=False)
    bits: int = BITS

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """Return a book in which the number of each key is derived from its fullest name."""
        return Book(taken, self.assigned(asked))

    def assigned(self, asked: Mapping[SequenceKey, NumberRequest]) -> dict[SequenceKey, str]:
        """Return the number of each key, derived from its fullest name."""
        assigned: dict[SequenceKey, str] = {}
        bearer: dict[SequenceKey, str] = {}
        for (sequence, key), request in asked.items():
            name = fullest_name(request.names)
            number = derive_number(self.tag_key, sequence, name, self.bits)
            if bearer.setdefault((sequence, number), name) != name:
                raise collision_error(sequence)
            assigned[sequence, key] = number
        return assigned


def fullest_name(names: Iterable[str]) -> str:
    """Return the name of a person with the most words, then with the most characters."""
    return min(names, key=lambda name: (-len(name.split()), -len(name), name))


def derive_number(tag_key: bytes, sequence: str, name: str, bits: int = BITS) -> str:
    """Return the ten letters and digits that are the number of a name in a corpus.

    Results that look like a word are skipped, so that no word is mistaken for a tag.
    """
    message = f"{sequence}\0{name}".encode("utf-8", "surrogatepass")
    for attempt in range(1 << 16):
        digest = hmac.digest(tag_key, attempt.to_bytes(2) + message, "sha256")
        value = int.from_bytes(digest[:8]) >> (64 - bits)
        number = b32encode((value << (80 - BITS)).to_bytes(10))[: BITS // 5].decode().lower()
        if is_derived(number):
            return number
    raise AssertionError("every digest of this name looks like a word")


def collision_error(sequence: str) -> Incomplete:
    """Return the error for two names with the same tag, whose originals could not be told apart."""
    return Incomplete(
        f"two different names would have the same {sequence} tag in this corpus",
        hint="This happens once in many millions of names. Filter the document with rules with "
        "`scope: document`.",
    )
