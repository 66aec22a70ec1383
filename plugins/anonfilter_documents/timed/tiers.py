"""Tiers of labels, each with its time: what TextGrids and ELAN's files have in common."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from anonfilter.contract.document import Replacement
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import Time, Word, add_words

# tiers of sounds: of the Montreal aligner, of MAUS, by hand; with what they share with their words
_SOUNDS = re.compile(r"(?i)(.*?)[\s_-]*(?:phon(?:e|em|eme|etic|es|emes)s?|mau|sampa|ipa)")
_WORDS = re.compile(r"(?i)(.*?)[\s_-]*(?:words?|ort(?:-mau)?|kan(?:-mau)?|tokens?)")
_SILENCE = re.compile(r"(?i)sp|sil|pau|<[a-z:]*>|#+|_+")
_SOUND = 6  # characters at most
_AT_ONCE = 50  # labels at most that one sound is part of
_LONG = 1.5  # words of a label, on average, of a tier that has one word in each


@hide_values
@dataclass(slots=True)
class Label:
    """A label that says something: where it stands, and when it is said."""

    start: int
    end: int
    text: str
    stands: list[Piece]
    time: Time | None
    echoes: list[Replacement] = field(default_factory=list)

    @property
    def word(self) -> Word:
        return Word(self.text, self.stands, self.time, tuple(self.echoes))


@hide_values
@dataclass(slots=True)
class Tier:
    """A tier, and whether its labels are the words of a text, one in each."""

    title: str
    labels: list[Label]

    @property
    def is_words(self) -> bool:
        count = sum(len(label.text.split()) for label in self.labels)
        return len(self.labels) > 1 and count < _LONG * len(self.labels)

    @property
    def is_sounds(self) -> bool:
        named = _SOUNDS.fullmatch(self.title) is not None
        return named and all(len(label.text) <= _SOUND for label in self.labels)


def named_by(title: str) -> str:
    """Return the name in a tier's title, without a dash and the kind of tier ("Ada - phones").

    The kind must stay, since the tier is recognised by it.
    """
    match = _SOUNDS.fullmatch(title) or _WORDS.fullmatch(title)
    return match[1] if match and title[match.end(1) :].lstrip()[:1] in ("-", "_") else title


def take_tiers(
    builder: DocumentBuilder, tiers: Sequence[Tier], encode: Callable[[str], str]
) -> None:
    """Take what is said in the order in which it is, then each tier of words as one field."""
    read = list(_with_sounds(tiers))
    said = [label for tier in read if not tier.is_words for label in _timed(tier.labels)]
    for _, label in sorted(said, key=lambda one: one[0]):
        add_words(builder, [label.word], encode=encode)
    for tier in read:
        if tier.is_words:
            words = [one.word for one in tier.labels if not _SILENCE.fullmatch(one.text)]
            add_words(builder, words, encode=encode)


def _timed(labels: Sequence[Label]) -> Iterable[tuple[float, Label]]:
    """Labels and when they begin; without a time, when the one before does."""
    starts = (label.time[0] if label.time else 0.0 for label in labels)
    return zip(accumulate(starts, max), labels, strict=True)


def _with_sounds(tiers: Sequence[Tier]) -> Iterator[Tier]:
    """The tiers that are read: sounds go with what they are the sounds of, if there is such."""
    others = [tier for tier in tiers if not tier.is_sounds]
    for tier in tiers:
        if not tier.is_sounds:
            yield tier
            continue
        left = list(tier.labels)
        for of in _spelled_by(tier, others):
            timed = sorted((one.time, at) for at, one in enumerate(of.labels) if one.time)
            times, labels = [time for time, _ in timed], [of.labels[at] for _, at in timed]
            left = [label for label in left if not _go_with(times, labels, label)]
        yield Tier(tier.title, left)


def _spelled_by(sounds: Tier, others: Sequence[Tier]) -> Iterable[Tier]:
    """The tiers that these are the sounds of: words of the same speaker, else all there are."""
    match = _SOUNDS.fullmatch(sounds.title)
    own = match[1] if match else ""
    words = [tier for tier in others if tier.is_words]
    same = [tier for tier in words if (one := _WORDS.fullmatch(tier.title)) and one[1] == own]
    return same or words or others


def _go_with(times: Sequence[Time], labels: Sequence[Label], sound: Label) -> bool:
    """Have a sound go with the labels that are said meanwhile; whether there are any."""
    if sound.time is None:
        return False
    first = bisect_right(times, sound.time[0], key=lambda time: time[1])
    last = bisect_left(times, sound.time[1], key=lambda time: time[0])
    if last - first > _AT_ONCE:
        return False
    for label in labels[first:last]:
        label.echoes.append(Replacement(sound.start, sound.end, ""))
    return first < last
