"""Praat's TextGrids: tiers of intervals and points, with a label each."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from anonfilter.contract.document import Document, Edit, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import GAP
from anonfilter_plugins.formats.shared.said import Time, Word, add_words, is_said
from anonfilter_plugins.formats.shared.schema_names import is_schema_name
from anonfilter_plugins.formats.timed.praat_syntax import (
    Kind,
    Token,
    Values,
    one_word,
    read_string,
    written,
)

_HEADS = ("ooTextFile", "ooTextFile short")
_TIERS = {"IntervalTier": 2, "TextTier": 1}  # the numbers before each label
# tiers of sounds: of the Montreal aligner, of MAUS, by hand; with what they share with their words
_SOUNDS = re.compile(r"(?i)(.*?)[\s_-]*(?:phon(?:e|em|eme|etic|es|emes)s?|mau|sampa|ipa)")
_WORDS = re.compile(r"(?i)(.*?)[\s_-]*(?:words?|ort(?:-mau)?|kan(?:-mau)?|tokens?)")
_SILENCE = re.compile(r"(?i)sp|sil|pau|<[a-z:]*>|#+|_+")
_SOUND = 6  # characters at most
_LONG = 1.5  # words of a label, on average, of a tier that has one word in each


@dataclass(slots=True)
class Label:
    """A label that is not empty: where it stands, when it is said, and what goes with it."""

    token: Token
    time: Time
    text: str
    echoes: list[Edit] = field(default_factory=list)


@dataclass(slots=True)
class Tier:
    """A tier, and whether its labels are the words of a text, one in each."""

    name: Token
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


class TextGrid:
    """TextGrids of Praat, long and short: labels, names of tiers, comments."""

    suffixes = (".textgrid",)

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        pass

    def read(self, source: Source) -> Document:
        values = Values.of(source)
        tiers = list(_tiers(values))
        alone = list(_with_sounds(tiers))
        builder = DocumentBuilder(source)
        for tier in tiers:
            _take(builder, source, tier.name, "speaker", tier.title)
        texts = [tier for tier in alone if not tier.is_words]
        for label in sorted(
            (label for tier in texts for label in tier.labels), key=lambda label: label.time
        ):
            add_words(builder, [_word(source, label)], encode=written)
        for tier in alone:
            if tier.is_words:
                said = (label for label in tier.labels if not _SILENCE.fullmatch(label.text))
                add_words(builder, (_word(source, label) for label in said), encode=written)
        for comment in values.comments:
            _take(builder, source, comment, "text", source.text[comment.start : comment.end])
        return builder.build()


def _word(source: Source, label: Label) -> Word:
    return Word(*read_string(source, label.token), label.time, tuple(label.echoes))


def _take(builder: DocumentBuilder, source: Source, token: Token, role: str, title: str) -> None:
    """Take the name of a tier, unless any program gives it, or a comment."""
    if is_said(title) and not is_schema_name(title):
        start = builder.at
        builder.value(*read_string(source, token))
        builder.field(start, builder.at, role, one_word if role == "text" else written)
        builder.gap(GAP)


def _tiers(values: Values) -> Iterator[Tier]:
    """The tiers of a file, each with its labels."""
    head = values.next(Kind.STRING)
    text = values.source.text
    if text[head.start : head.end] not in _HEADS or values.text() != "TextGrid":
        raise values.broken(head.start, "it begins as another of Praat's files")
    values.number()
    values.number()
    flag = values.next(Kind.FLAG)
    if text[flag.start : flag.end] == "<exists>":
        for _ in range(values.count()):
            yield _tier(values)
    values.end()


def _tier(values: Values) -> Tier:
    kind = values.next(Kind.STRING)
    numbers = _TIERS.get(values.source.text[kind.start : kind.end])
    if numbers is None:
        raise values.broken(kind.start, "a tier is an IntervalTier or a TextTier")
    name = values.next(Kind.STRING)
    title = read_string(values.source, name)[0]
    values.number()
    values.number()
    labels: list[Label] = []
    for _ in range(values.count()):
        times = [values.number() for _ in range(numbers)]
        token = values.next(Kind.STRING)
        said = read_string(values.source, token)[0]
        if is_said(said):
            labels.append(Label(token, (times[0], times[-1]), said))
    return Tier(name, title, labels)


def _with_sounds(tiers: Sequence[Tier]) -> Iterator[Tier]:
    """The tiers that are read: sounds go with what they are the sounds of, if there is such."""
    others = [tier for tier in tiers if not tier.is_sounds]
    for tier in tiers:
        if not tier.is_sounds:
            yield tier
            continue
        left = list(tier.labels)
        for of in _spelled_by(tier, others):
            left = [label for label in left if not _go_with(of.labels, label)]
        yield Tier(tier.name, tier.title, left)


def _spelled_by(sounds: Tier, others: Sequence[Tier]) -> Iterable[Tier]:
    """The tiers that these are the sounds of: words of the same speaker, else all there are."""
    match = _SOUNDS.fullmatch(sounds.title)
    own = match[1] if match else ""
    words = [tier for tier in others if tier.is_words]
    same = [tier for tier in words if (one := _WORDS.fullmatch(tier.title)) and one[1] == own]
    return same or words or others


def _go_with(labels: Sequence[Label], sound: Label) -> bool:
    """Have a sound go with the labels that are said meanwhile; whether there are any."""
    first = bisect_right(labels, sound.time[0], key=lambda label: label.time[1])
    last = bisect_left(labels, sound.time[1], key=lambda label: label.time[0])
    for label in labels[first:last]:
        label.echoes.append(Edit(sound.token.start, sound.token.end, ""))
    return first < last
