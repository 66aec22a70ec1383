"""What was replaced in the parts before: found again in those that follow, by the same tags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice

from anonfilter.contract.book import Book, NumberRequest, SequenceKey
from anonfilter.contract.document import Document, Label, Span, Tag, TaggedMention
from anonfilter.contract.numbering import PERSON, as_key, is_of_record
from anonfilter.contract.plugin import KnownOriginals
from anonfilter.contract.tags import TagGrammar
from anonfilter.engine.original_search import Meaning, Originals, Search, words_of
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.survivors import OwnOriginals, joined
from anonfilter.errors import Incomplete
from anonfilter.known.known_originals import candidates
from anonfilter.known.prefilter import Prefilter
from anonfilter.sidecars.memory import Bearers, Memory, matched

Known = tuple[int, int]  # how many words, and how many numbers
AGAIN = 0.5
"""The time that the search for what became known later is expected to take, as a share of the time
that the reading before it took, until it can be estimated."""
_SEARCHING, _CHANGING = (
    0.05,
    0.6,
)  # the same for a part that stays as it is, and for one that changes
_FEW = 3  # parts, from which nothing can be estimated
DETECTOR, RULE = "survivors", "replaced in another part of this file"


def expected_again(parts: int, changed: int) -> float:
    """Return the share of the time of a reading that the next one is expected to take.

    Of ``parts`` that were read after the first, so many have ``changed`` because of names that were
    known from the others only. As many are expected to change because of names known later.
    """
    return AGAIN if parts < _FEW else _SEARCHING + (_CHANGING - _SEARCHING) * changed / parts


class _Own(OwnOriginals):
    def may_know_number(self, number: bytes) -> bool:
        return self.known_number(number) is not None


class Carried:
    """The originals that are known of a long text so far, besides those of the corpus."""

    def __init__(self, before: KnownOriginals | None = None) -> None:
        self._before = before
        self._own = _Own()
        self._prefilter, self._prefiltered = Prefilter(self._own), (0, 0)

    def add(self, tagged: Iterable[TaggedMention]) -> None:
        self.add_originals((one.mention.surface, one.mention.label) for one in tagged)

    def add_originals(self, originals: Iterable[tuple[str, Label]]) -> None:
        self._own.add(originals)

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
        """How much is known; it only grows."""
        return len(self._own.words), len(self._own.numbers)

    def require_declared(self, labels: Mapping[str, Label], origin: str) -> None:
        if self._before is not None:
            self._before.require_declared(labels, origin)

    def spans(self, document: Document, labels: Mapping[str, Label]) -> list[Span]:
        before = self._before.spans(document, labels) if self._before is not None else ()
        if self._prefiltered != self.known:  # it remembers words that were unknown
            self._prefilter, self._prefiltered = Prefilter(self._own), self.known
        return [*before, *_found(self._own, self._prefilter, document)]

    def in_path(self, path: str, labels: Mapping[str, Label]) -> Sequence[Span]:
        return self._before.in_path(path, labels) if self._before is not None else ()

    def later(self) -> Later:
        """What is known now, by when it became so."""
        return Later(self._own)


class Later:
    """Finds the originals that became known after a text was verified."""

    def __init__(self, own: OwnOriginals) -> None:
        self.own = own
        self.known: Known = len(own.words), len(own.numbers)
        self.words = {words: at for at, words in enumerate(own.words)}
        self.numbers = {number: at for at, number in enumerate(own.numbers)}

    def found(self, document: Document, known: Known) -> Iterator[Span]:
        """Those in a text that was verified when so much was ``known``."""
        after = _After(self, known)
        return _found(after, Prefilter(after), document)


class _After:
    """The originals but for those that were known before."""

    def __init__(self, later: Later, known: Known) -> None:
        self._later = later
        self._words, self._numbers = known
        self.lengths = later.own.lengths

    @property
    def numbers(self) -> bool:
        return len(self._later.numbers) > self._numbers

    def known(self, words: Sequence[bytes]) -> Meaning | None:
        at = self._later.words.get(joined(words), -1)
        return self._later.own.known(words) if at >= self._words else None

    def may_know_number(self, number: bytes) -> bool:
        return self.known_number(number) is not None

    def known_number(self, number: bytes) -> Meaning | None:
        at = self._later.numbers.get(number, -1)
        return self._later.own.known_number(number) if at >= self._numbers else None


def _found(originals: Originals, prefilter: Prefilter, document: Document) -> Iterator[Span]:
    search = Search(originals)
    for start, end in candidates(prefilter, document):
        text = document.prose[start:end]
        for match in search.matches(text, words_of(text)):
            yield Span(
                start + match.start, start + match.end, match.meaning.labels[0], DETECTOR,
                rule=RULE, canonical=match.spells,
            )  # fmt: skip


def knowing(engine: Engine, known: KnownOriginals) -> Engine:
    """The same engine, which finds these originals in every text."""
    other = copy(engine)
    other.options = replace(engine.options, known=known)
    return other


class RunningNumbers:
    """Numbers that go on from part to part: a name that was met before has its number again.

    A part of a name has the number of the one person who bears it. People of records are told
    apart, and are never met again.
    """

    def __init__(self, grammar: TagGrammar) -> None:
        self._grammar = grammar
        self._names = _Several()  # of a number
        self._called = _Several()  # numbers, by a name
        self._people = _Several()  # numbers, by a word of a name
        self._last: dict[str, int] = defaultdict(int)
        self._minted: set[SequenceKey] = set()
        self._standing: dict[SequenceKey, Tag] = {}
        self._resumed: set[SequenceKey] = set()  # of earlier runs; some have no bearer here yet

    # what has happened

    def stand(self, tags: Iterable[Tag]) -> None:
        """Learn of tags that stand in the file: their numbers are of nobody else."""
        for tag in tags:
            if tag.number:
                self._standing.setdefault((tag.sequence, tag.number), tag)

    def resume(self, memory: Memory) -> None:
        """Learn of the names that had numbers in the last run.

        If the file is its output, its tags are those names'; else what stands there is text.
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

    def collide(self, tags: Iterable[Tag]) -> bool:
        """Whether one of these tags, met only now, was minted before."""
        met = {(tag.sequence, tag.number) for tag in tags if tag.number.isdecimal()}
        return not (met & self._minted) <= self._resumed

    def learn(self, document: Document, tagged: Iterable[TaggedMention]) -> None:
        """Remember whose these tags are."""
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

    # what comes of it

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """A book in which the names of earlier parts keep their numbers."""
        assigned: dict[SequenceKey, str] = {}
        for sequence in {key[0] for key in asked}:
            here = {key: one for key, one in asked.items() if key[0] == sequence}
            own = {key: one for key, one in here.items() if not is_of_record(key[1])}
            assigned |= matched(own, self._bearers(sequence, own.values()))
            given = {number for key, number in assigned.items() if key[0] == sequence}
            for key in own.keys() - assigned.keys():
                person = self._person(sequence, own[key])
                if person is not None and person not in given:
                    assigned[key] = person
            others = {key: one for key, one in here.items() if key not in own}
            assigned |= matched(others, self._waiting(sequence, others.values(), given))
        used = [(sequence, str(number)) for sequence, number in self._last.items()]
        return Book([*taken, *self._standing.values()], assigned, used)

    def _bearers(self, sequence: str, asked: Iterable[NumberRequest]) -> dict[Bearers, list[str]]:
        """The numbers that are called by any of the names that are asked for."""
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
        """Those of an earlier run that were given to nobody yet, and do not stand in the file."""
        free = self._resumed - self._minted - self._standing.keys()
        return {
            some: [one for one in numbers if (sequence, one) in free and one not in given]
            for some, numbers in (self._bearers(sequence, asked) if free else {}).items()
        }

    def _person(self, sequence: str, one: NumberRequest) -> str | None:
        """The one person whose name has all words of this one, or only words of it."""
        words = {word for name in (*one.names, *one.written) for word in as_key(name).split()}
        near = {
            number for word in words for number in islice(self._people.of((sequence, word)), 2)
        }  # fmt: skip
        return next(iter(near)) if len(near) == 1 and self._fits(sequence, near, words) else None

    def _fits(self, sequence: str, near: Iterable[str], words: set[str]) -> bool:
        (number,) = near
        names = [set(name.split()) for name in self._names.of((sequence, number))]
        return any(words <= name or name <= words for name in names)


class _Several:
    """Texts by sequence and text. Most keys of a long file have one, which is kept as it is: a
    set of one takes four times as much memory."""

    def __init__(self) -> None:
        self._kept: dict[SequenceKey, str | dict[str, None]] = {}

    def add(self, key: SequenceKey, text: str) -> None:
        before = self._kept.setdefault(key, text)
        if isinstance(before, dict):
            before[text] = None
        elif before != text:
            self._kept[key] = {before: None, text: None}

    def of(self, key: SequenceKey) -> Collection[str]:
        """What was added to a key, in that order."""
        kept = self._kept.get(key, {})
        return kept if isinstance(kept, dict) else (kept,)
