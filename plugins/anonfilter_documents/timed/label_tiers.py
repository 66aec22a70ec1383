"""Add tiers of labels with times, as TextGrids and ELAN's files have them."""

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
from anonfilter_documents.shared.timed_words import Time, Word, add_words

# Titles of tiers of sounds, as the Montreal aligner, MAUS and people write them; the group is what
# they have in common with the title of the tier of words.
_SOUNDS = re.compile(r"(?i)(.*?)[\s_-]*(?:phon(?:e|em|eme|etic|es|emes)s?|mau|sampa|ipa)")
_WORDS = re.compile(r"(?i)(.*?)[\s_-]*(?:words?|ort(?:-mau)?|kan(?:-mau)?|tokens?)")
_SILENCE = re.compile(r"(?i)sp|sil|pau|<[a-z:]*>|#+|_+")
_SOUND = 6  # characters that a sound has at most
_AT_ONCE = 50  # labels to which one sound belongs at most
_LONG = 1.5  # words on average in a label of a tier with one word in each


@hide_values
@dataclass(slots=True)
class Label:
    """A label with letters or digits: its offsets, its decoded text, and its time."""

    start: int
    end: int
    text: str
    pieces: list[Piece]
    time: Time | None
    echoes: list[Replacement] = field(default_factory=list)

    @property
    def word(self) -> Word:
        return Word(self.text, self.pieces, self.time, tuple(self.echoes))


@hide_values
@dataclass(slots=True)
class Tier:
    """A tier with a title and labels."""

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


def name_in_title(title: str) -> str:
    """Return the name in a tier's title: "Ada" in "Ada - phones".

    The rest of the title must stay in the file, because the kind of tier is recognised by it.
    """
    match = _SOUNDS.fullmatch(title) or _WORDS.fullmatch(title)
    return match[1] if match and title[match.end(1) :].lstrip()[:1] in ("-", "_") else title


def add_tiers(
    builder: DocumentBuilder, tiers: Sequence[Tier], encode: Callable[[str], str]
) -> None:
    """Add a field for each label in the order of time, then one for each tier of words."""
    tiers = list(_attach_sounds(tiers))
    utterances = [pair for tier in tiers if not tier.is_words for pair in _with_start(tier.labels)]
    for _, label in sorted(utterances, key=lambda pair: pair[0]):
        add_words(builder, [label.word], encode=encode)
    for tier in tiers:
        if tier.is_words:
            words = [label.word for label in tier.labels if not _SILENCE.fullmatch(label.text)]
            add_words(builder, words, encode=encode)


def _with_start(labels: Sequence[Label]) -> Iterable[tuple[float, Label]]:
    """Return each label with its start, or with the latest start before it if that is later."""
    starts = (label.time[0] if label.time else 0.0 for label in labels)
    return zip(accumulate(starts, max), labels, strict=True)


def _attach_sounds(tiers: Sequence[Tier]) -> Iterator[Tier]:
    """Yield the tiers; sounds of a word become edits of that word, and are no labels any more."""
    others = [tier for tier in tiers if not tier.is_sounds]
    for tier in tiers:
        if not tier.is_sounds:
            yield tier
            continue
        sounds = list(tier.labels)
        for spoken in _spoken_tiers(tier, others):
            timed = sorted((label.time, at) for at, label in enumerate(spoken.labels) if label.time)
            times, labels = [time for time, _ in timed], [spoken.labels[at] for _, at in timed]
            sounds = [sound for sound in sounds if not _attach_sound(times, labels, sound)]
        yield Tier(tier.title, sounds)


def _spoken_tiers(sounds: Tier, others: Sequence[Tier]) -> Iterable[Tier]:
    """Return the tiers to which sounds belong: words of the speaker, else all words, else all."""
    match = _SOUNDS.fullmatch(sounds.title)
    speaker = match[1] if match else ""
    words = [tier for tier in others if tier.is_words]
    titles = [_WORDS.fullmatch(tier.title) for tier in words]
    same = [
        tier for tier, title in zip(words, titles, strict=True) if title and title[1] == speaker
    ]
    return same or words or others


def _attach_sound(times: Sequence[Time], labels: Sequence[Label], sound: Label) -> bool:
    """Attach a sound to the labels of the same time; return False if there are none."""
    if sound.time is None:
        return False
    first = bisect_right(times, sound.time[0], key=lambda time: time[1])
    last = bisect_left(times, sound.time[1], key=lambda time: time[0])
    if last - first > _AT_ONCE:
        return False
    for label in labels[first:last]:
        label.echoes.append(Replacement(sound.start, sound.end, ""))
    return first < last
