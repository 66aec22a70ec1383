"""The originals of earlier parts of a long file: found again in later parts, with the same tags."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from anonfilter.contract.book import Book, NumberRequest, SequenceKey
from anonfilter.contract.document import Document, Label, Span, Tag, TaggedMention
from anonfilter.contract.numbering import PERSON, as_key, is_of_record
from anonfilter.contract.plugin import KnownOriginals
from anonfilter.contract.tags import TagGrammar
from anonfilter.engine.original_prefilter import Prefilter
from anonfilter.engine.original_search import (
    OriginalIndex,
    OriginalMeaning,
    OriginalSearch,
    words_of,
)
from anonfilter.engine.original_words import everyday_surname
from anonfilter.engine.spans import Stretch
from anonfilter.engine.survivors import OwnOriginals, joined
from anonfilter.errors import Incomplete
from anonfilter.known.known_originals import candidates
from anonfilter.sidecars.memory import Bearers, Memory, match_numbers
from anonfilter.text.words import fold

Known = tuple[int, int, int]  # the number of words, of numbers, and of everyday surnames
AGAIN = 0.5
"""The expected time of the search for originals that later parts made known, as a share of the
time of the first reading. It is used until the time can be estimated.
"""
_SEARCHING, _CHANGING = 0.05, 0.6  # the same share for a part that is unchanged, or changed
_FEW = 3  # parts; fewer are no basis for an estimate
_IN_SENTENCE = re.compile(r"(?<=[a-z,.] )[A-Z][a-z]+")
DETECTOR, RULE = "survivors", "replaced in another part of this file"


def expected_again(parts: int, changed: int) -> float:
    """Return the expected time of the next reading of the file, as a share of the first reading.

    ``changed`` of the ``parts`` after the first one changed because of names that were known only
    from other parts. Equally many are expected to change because of names of later parts.
    """
    return AGAIN if parts < _FEW else _SEARCHING + (_CHANGING - _SEARCHING) * changed / parts


class CarriedOriginals:
    """The originals of the corpus, and those that are known so far in a long text."""

    def __init__(self, before: KnownOriginals | None = None) -> None:
        self._before = before
        self._own = OwnOriginals()
        self.surnames: dict[str, str] = {}
        self._prefilter, self._prefiltered = Prefilter(self._own), self.known

    def add(self, tagged: Iterable[TaggedMention]) -> None:
        self.add_originals((one.mention.surface, one.mention.label) for one in tagged)

    def add_originals(self, originals: Iterable[tuple[str, Label]]) -> None:
        originals = list(originals)
        self._own.add(originals)
        for surface, label in originals:
            if surname := everyday_surname(surface):
                self.surnames.setdefault(surname, label.name)

    @property
    def unread(self) -> Sequence[Incomplete]:
        return self._before.unread if self._before is not None else ()

    @property
    def identity(self) -> str:
        return ""

    def __len__(self) -> int:
        return sum(self.known)

    @property
    def known(self) -> Known:
        """The amounts of words, numbers and surnames known from the text; they only grow."""
        return len(self._own.words), len(self._own.numbers), len(self.surnames)

    def require_declared(self, labels: Mapping[str, Label], origin: str) -> None:
        if self._before is not None:
            self._before.require_declared(labels, origin)

    def spans(self, document: Document, labels: Mapping[str, Label]) -> list[Span]:
        before = self._before.spans(document, labels) if self._before is not None else ()
        if self._prefiltered != self.known:  # the detector remembers words that were unknown
            self._prefilter, self._prefiltered = Prefilter(self._own), self.known
        own = _found(self._own, self._prefilter, document) if len(self) else ()
        return [*before, *own]

    def in_path(self, path: str, labels: Mapping[str, Label]) -> Sequence[Span]:
        return self._before.in_path(path, labels) if self._before is not None else ()

    def later(self) -> LateOriginals:
        """Return a finder of the originals known now, which remembers when each became known."""
        return LateOriginals(self._own, self.surnames)


class LateOriginals:
    """A finder of originals that became known after a text was verified."""

    def __init__(self, own: OwnOriginals, surnames: Iterable[str]) -> None:
        self.own = own
        self._surnames = {surname: at for at, surname in enumerate(surnames)}
        self.known: Known = len(own.words), len(own.numbers), len(self._surnames)
        self.words = {words: at for at, words in enumerate(own.words)}
        self.numbers = {number: at for at, number in enumerate(own.numbers)}

    def found(self, document: Document, known: Known) -> Iterator[Span]:
        """Yield the originals in a text that was verified when only ``known`` was known."""
        after = _OriginalsSince(self, known)
        return _found(after, Prefilter(after), document)

    def possible_surnames(self, document: Document, known: Known) -> list[Stretch]:
        """Return the capitalised words in a sentence that may be surnames which became known later.

        A resolver decides whether they are names.
        """
        return [
            match.span()
            for match in _IN_SENTENCE.finditer(document.prose)
            if self._surnames.get(fold(match[0]), -1) >= known[2]
        ]


class _OriginalsSince:
    """The originals that were not yet known at an earlier point."""

    def __init__(self, later: LateOriginals, known: Known) -> None:
        self._later = later
        self._words, self._numbers, _ = known
        self.lengths = later.own.lengths

    @property
    def numbers(self) -> bool:
        return len(self._later.numbers) > self._numbers

    def known(self, words: Sequence[bytes]) -> OriginalMeaning | None:
        at = self._later.words.get(joined(words), -1)
        return self._later.own.known(words) if at >= self._words else None

    def may_know_number(self, number: bytes) -> bool:
        return self.known_number(number) is not None

    def known_number(self, number: bytes) -> OriginalMeaning | None:
        at = self._later.numbers.get(number, -1)
        return self._later.own.known_number(number) if at >= self._numbers else None


def _found(originals: OriginalIndex, prefilter: Prefilter, document: Document) -> Iterator[Span]:
    search = OriginalSearch(originals)
    for start, end in candidates(prefilter, document):
        text = document.searched[start:end]
        for match in search.matches(text, words_of(text)):
            yield Span(
                start + match.start,
                start + match.end,
                match.meaning.labels[0],
                DETECTOR,
                rule=RULE,
                canonical=match.spells,
            )


class RunningNumbers:
    """Numbers that continue from part to part: a name keeps its number in later parts.

    A part of a name has the number of the one person who bears it. People of different records are
    never the same person, and their numbers are not used again.
    """

    def __init__(self, grammar: TagGrammar) -> None:
        self._grammar = grammar
        self._names = _TextsByKey()  # the names of a number
        self._called = _TextsByKey()  # the numbers of a name
        self._people = _TextsByKey()  # the numbers of the people who have a word in their name
        self._last: dict[str, int] = defaultdict(int)
        self._minted: set[SequenceKey] = set()
        self._standing: dict[SequenceKey, Tag] = {}
        # numbers of earlier runs; some belong to no name of this run yet
        self._resumed: set[SequenceKey] = set()

    # input

    def reserve(self, tags: Iterable[Tag]) -> None:
        """Reserve the numbers of tags in the file, so that no name gets one of them."""
        for tag in tags:
            if tag.number:
                self._standing.setdefault((tag.sequence, tag.number), tag)

    def resume(self, memory: Memory) -> None:
        """Restore the names that had numbers in the last run.

        If the file is the output of that run, its tags belong to these names; otherwise they are
        text.
        """
        for sequence, numbers in memory.known(self._grammar).items():
            for number, names in numbers.items():
                if number.isdecimal():
                    self._last[sequence] = max(self._last[sequence], int(number))
                if memory.resumed or (sequence, number) not in self._standing:
                    self._resumed.add((sequence, number))
                    for name in names:
                        self._names.add((sequence, number), name)
                        self._called.add((sequence, name), number)

    def reserve_new(self, tags: Sequence[Tag], name: str, *, hint: str) -> None:
        """Reserve the numbers of tags that were only now read in the file of this name.

        Raise ``Incomplete`` with this hint if a number was already given to a name.
        """
        met = {(tag.sequence, tag.number) for tag in tags if tag.number.isdecimal()}
        if not (met & self._minted) <= self._resumed:
            raise Incomplete(
                "contains tags of an earlier run; this run has already used their numbers for "
                "other originals",
                where=name,
                hint=hint,
            )
        self.reserve(tags)

    def learn(self, document: Document, tagged: Iterable[TaggedMention]) -> None:
        """Remember which original has which number in its tag."""
        for one in tagged:
            span = one.mention.span
            for part in one.replacements:
                written = {document.text[part.start : part.end]}
                if len(one.replacements) == 1:
                    written |= {one.mention.surface, span.canonical} - {""}
                for tag in self._grammar.find(part.text):
                    if tag.number:
                        self._remember(tag, span.entity, written)

    def _remember(self, tag: Tag, entity: str, written: Iterable[str]) -> None:
        number = tag.sequence, tag.number
        self._minted.add(number)
        if tag.number.isdecimal():
            self._last[tag.sequence] = max(self._last[tag.sequence], int(tag.number))
        if is_of_record(entity):
            return
        for name in map(as_key, written):
            self._names.add(number, name)
            self._called.add((tag.sequence, name), tag.number)
            if entity.startswith(PERSON):
                for word in name.split():
                    self._people.add((tag.sequence, word), tag.number)

    # output

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """Return a book in which the names of earlier parts keep their numbers."""
        assigned: dict[SequenceKey, str] = {}
        for sequence in {key[0] for key in asked}:
            here = {key: one for key, one in asked.items() if key[0] == sequence}
            own = {key: one for key, one in here.items() if not is_of_record(key[1])}
            assigned |= match_numbers(own, self._bearers(sequence, own.values()))
            given = {number for key, number in assigned.items() if key[0] == sequence}
            for key in own.keys() - assigned.keys():
                person = self._person(sequence, own[key])
                if person is not None and person not in given:
                    assigned[key] = person
            others = {key: one for key, one in here.items() if key not in own}
            assigned |= match_numbers(others, self._waiting(sequence, others.values(), given))
        used = [(sequence, str(number)) for sequence, number in self._last.items()]
        return Book([*taken, *self._standing.values()], assigned, used)

    def _bearers(self, sequence: str, asked: Iterable[NumberRequest]) -> dict[Bearers, list[str]]:
        """Return the numbers that requested names have, grouped by all names of a number."""
        called = {
            number: None
            for one in asked
            for name in map(as_key, (*one.names, *one.written))
            for number in self._called.of((sequence, name))
        }
        bearers = defaultdict[Bearers, list[str]](list)
        for number in sorted(called, key=lambda one: (len(one), one), reverse=True):
            bearers[frozenset(self._names.of((sequence, number))), False].append(number)
        return bearers

    def _waiting(
        self, sequence: str, asked: Iterable[NumberRequest], given: Collection[str]
    ) -> dict[Bearers, list[str]]:
        """Return the numbers of the last run that no name has yet and no tag in the file uses."""
        free = self._resumed - self._minted - self._standing.keys()
        return {
            some: [one for one in numbers if (sequence, one) in free and one not in given]
            for some, numbers in (self._bearers(sequence, asked) if free else {}).items()
        }

    def _person(self, sequence: str, one: NumberRequest) -> str | None:
        """Return the number of the only person whose name contains, or is a part of, this name.

        Return None if no person or several people match.
        """
        words = {word for name in (*one.names, *one.written) for word in as_key(name).split()}
        near = {number for word in words for number in islice(self._people.of((sequence, word)), 2)}
        return next(iter(near)) if len(near) == 1 and self._fits(sequence, near, words) else None

    def _fits(self, sequence: str, near: Iterable[str], words: set[str]) -> bool:
        (number,) = near
        names = [set(name.split()) for name in self._names.of((sequence, number))]
        return any(words <= name or name <= words for name in names)


class _TextsByKey:
    """The texts that belong to each key; a key is a sequence and a name or number in it.

    Most keys of a long file have one text, which is stored without a set: a set with one text takes
    four times as much memory.
    """

    def __init__(self) -> None:
        self._kept: dict[SequenceKey, str | dict[str, None]] = {}

    def add(self, key: SequenceKey, text: str) -> None:
        before = self._kept.setdefault(key, text)
        if isinstance(before, dict):
            before[text] = None
        elif before != text:
            self._kept[key] = {before: None, text: None}

    def of(self, key: SequenceKey) -> Collection[str]:
        """Return the texts that were added to a key, in that order."""
        kept = self._kept.get(key, {})
        return kept if isinstance(kept, dict) else (kept,)
