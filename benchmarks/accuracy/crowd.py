"""Measure how long it takes to link many invented people in a long text."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from itertools import product

from anonfilter_measure.evaluation import linking_scores

from anonfilter.contract.document import Document, Field, Source, Span
from anonfilter.text.origin import Origin, Piece
from benchmarks.accuracy import systems
from benchmarks.invented import FIRST

WORDS, MENTIONS, PEOPLE, SURNAMES = 100_000, 20_000, 2_000, 700
AIM = 10
_SHORT = {
    "William": "Bill",
    "Margaret": "Peggy",
    "Robert": "Bob",
    "Elizabeth": "Liz",
    "James": "Jim",
    "Katherine": "Kate",
}
_FIRST = (*FIRST[:20], *_SHORT)
_SYLLABLES = ("bran", "del", "fos", "gar", "hol", "kin", "lund", "mor", "ros", "wick")


@dataclass(frozen=True, slots=True)
class Timed:
    """The size of the text, the number of identities that were found, and the CPU seconds."""

    words: int
    mentions: int
    people: int
    seconds: float


def measure(seed: int) -> Timed:
    """Measure the time that the resolvers which link people take."""
    document, spans = crowd(seed)
    linkers = linking_scores.linkers_of(systems.engine_of(systems.DEFAULT))
    small, few = crowd(seed, mentions=100)
    for linker in linkers:  # loads their files before the measurement
        linker.resolve(small, few)
    start = time.process_time()
    for linker in linkers:
        spans, _ = linker.resolve(document, spans)
    seconds = time.process_time() - start
    entities = {span.entity for span in spans}
    return Timed(len(document.text.split()), len(spans), len(entities), seconds)


def crowd(seed: int, mentions: int = MENTIONS) -> tuple[Document, list[Span]]:
    """Return a text with people's names in several forms, and the spans of the names.

    The forms are full names, surnames, initials, short forms and typos. Many people share surnames.
    """
    chance = random.Random(seed)
    surnames = ["".join(some).title() for some in product(_SYLLABLES, repeat=3)]
    chosen = chance.sample(surnames, SURNAMES)
    people = [(chance.choice(_FIRST), chance.choice(chosen)) for _ in range(PEOPLE)]
    filler = WORDS // MENTIONS
    pieces: list[str] = []
    spans: list[Span] = []
    at = 0
    for number in range(mentions):
        name = _written(*chance.choice(people), chance)
        spans.append(Span(at, at + len(name), linking_scores.PEOPLE, "invented"))
        rest = " went out" + " then" * max(0, filler - 3 - len(name.split())) + " and"
        end = ".\n" if number % 10 == 9 else " "
        pieces.append(f"{name}{rest}{end}")
        at += len(pieces[-1])
    text = "".join(pieces)
    fields = (Field(0, len(text)),)
    origin = Origin([Piece(0, len(text), 0, len(text))])
    return Document(Source("crowd.txt", text), text, fields, origin, text), spans


def _written(first: str, last: str, chance: random.Random) -> str:
    """Return a name in one of its written forms."""
    cut = chance.randrange(1, len(last) - 1)
    return chance.choice(
        (
            f"{first} {last}",
            f"{first} {last}",
            last,
            f"{first[0]}. {last}",
            f"{_SHORT.get(first, first)} {last}",
            first,
            f"{first} {last[:cut]}{last[cut + 1 :]}",
        )
    )
