"""Recognised words compared with the spoken words, and the error rates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.sound.words import Word

_UNSAID = re.compile(r"[^\w']+")


@dataclass(slots=True)
class Errors:
    """Counts of spoken words and of the errors in their recognition."""

    words: int = 0
    substituted: int = 0
    deleted: int = 0
    inserted: int = 0

    @property
    def rate(self) -> float | None:
        """Return the word error rate; None if nothing was spoken."""
        wrong = self.substituted + self.deleted + self.inserted
        return wrong / self.words if self.words else None

    def add(self, other: Errors) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Heard:
    """The recognised word for one word of the gold; ``right`` if they are equal."""

    word: Word | None = None
    right: bool = False


@dataclass(slots=True)
class Comparison:
    """The recognised word for each word of the gold, in order, and the errors of all."""

    heard: list[Heard]
    identifiers: Errors
    others: Errors

    def errors(self, word: GoldWord) -> Errors:
        return self.identifiers if word.label else self.others


def compared(said: Sequence[GoldWord], heard: Iterable[Word]) -> Comparison:
    """Align spoken with recognised words by time, with as few errors as possible.

    If all words have channels, words of different channels are never aligned.
    """
    found = sorted(heard, key=lambda word: (word.start, word.end))
    result = Comparison([Heard()] * len(said), Errors(), Errors())
    for word in said:
        result.errors(word).words += 1
    channels = {*(word.channel for word in said), *(word.channel for word in found)}
    if None in channels:
        _align(said, range(len(said)), found, result)
        return result
    by_channel: dict[int | None, tuple[list[int], list[Word]]] = {one: ([], []) for one in channels}
    for at, word in enumerate(said):
        by_channel[word.channel][0].append(at)
    for other in found:
        by_channel[other.channel][1].append(other)
    for places, own in by_channel.values():
        _align(said, places, own, result)
    return result


def _align(
    said: Sequence[GoldWord], places: Sequence[int], found: Sequence[Word], result: Comparison
) -> None:
    """Fill in the recognised words for the words at these indices."""
    spoken = [said[at] for at in places]
    for step in Levenshtein.opcodes(list(map(_key, spoken)), list(map(_key, found))):
        own, others = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
        if step.tag == "insert":
            beside = spoken[max(step.src_start - 1, 0) : step.src_start + 1]
            for at in others:
                result.errors(_spoken_during(found[at], beside)).inserted += 1
        elif step.tag == "delete":
            for at in own:
                result.errors(spoken[at]).deleted += 1
        else:
            for at, other in zip(own, others, strict=True):
                result.heard[places[at]] = Heard(found[other], step.tag == "equal")
                result.errors(spoken[at]).substituted += step.tag == "replace"


def _spoken_during(word: Word, beside: Sequence[GoldWord]) -> GoldWord:
    """Return the word of the gold that overlaps ``word`` most; else a word without a label."""
    shared = {min(one.end, word.end) - max(one.start, word.start): one for one in beside}
    longest = max(shared, default=0.0)
    return shared[longest] if longest > 0 else _NOTHING


def _key(word: GoldWord | Word) -> str:
    return _UNSAID.sub("", word.text.casefold().replace("\u2019", "'"))


_NOTHING = GoldWord(text="-", start=0, end=0)
