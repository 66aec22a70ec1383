"""Verification: finds originals that are left in an output, and maps what is found there back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from anonfilter.automaton import near
from anonfilter.contract.document import Change, Document, Label, Rewritten, Span, Survives, Tagged
from anonfilter.engine import spans
from anonfilter.engine.original_search import Match, Meaning, Search, words_of
from anonfilter.engine.original_words import (
    How,
    are_figures,
    as_bytes,
    keys_of,
    readings,
    sequences,
    telling,
)
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.word_index import Words
from anonfilter.text.words import fold

# the detector and rule of a span: an original in the same words, or written otherwise
_SAME = "survivors", "a replaced original is left"
_OTHERWISE = "known", "an original that the corpus knows"
joined = b" ".join
_meaning = lru_cache(Meaning)  # of a long file there are a million


@dataclass(frozen=True, slots=True)
class Survivors:
    """Where an output holds originals: in the same ``words``, or written ``otherwise``."""

    words: list[Span] = field(default_factory=list)
    otherwise: list[Span] = field(default_factory=list)


def survivors(
    document: Document, tagged: Sequence[Tagged], changes: Iterable[Change] = ()
) -> Survivors:
    """Find the originals left in the output that must not be; what a resolver excluded may stay."""
    originals = OwnOriginals()
    originals.add((item.mention.surface, item.mention.label) for item in tagged)
    found = Survivors()
    allowed = _excluded(changes)
    for match in originals.found(document.searched):
        detector, rule = _SAME if match.always else _OTHERWISE
        span = Span(
            match.start, match.end, match.meaning.labels[0], detector, rule=rule,
            canonical=match.spells,
        )  # fmt: skip
        if not spans.covered(allowed, span.start, span.end):
            (found.words if match.always else found.otherwise).append(span)
    return found


class OwnOriginals:
    """The words of one document's originals, in clear, and its ``numbers``.

    Where labels share words, the first in the text counts for words that were replaced there,
    else the one with the highest risk.
    """

    def __init__(self) -> None:
        self.words: dict[bytes, Meaning] = {}  # joined by blanks
        self.numbers: dict[bytes, Meaning] = {}
        self._lengths: dict[bytes, tuple[int, ...]] = {}

    def add(self, originals: Iterable[tuple[str, Label]]) -> None:
        """Add those whose labels say that they must not survive."""
        found = dict.fromkeys(one for one in originals if one[1].survives is Survives.FAIL)
        for surface, label in found:
            for words in telling(surface):
                how = How.ANY if are_figures(words) else How.ALWAYS
                self._known(keys_of(words), _meaning(how, (label.name,)))
        for surface, label in sorted(found, key=lambda item: (-item[1].risk, item[1].name)):
            for written in readings(surface):
                for how, words in sequences(written):
                    self._add(how, words, label)

    def _add(self, how: How, words: Words, label: Label) -> None:
        if how is How.NUMBER:
            self.numbers.setdefault(as_bytes(words[0]), _meaning(how, (label.name,)))
            return
        known = self._known(words, _meaning(how, (label.name,)))
        if not known.how & How.ALWAYS:
            self.words[joined(map(as_bytes, words))] = _meaning(known.how & how, known.labels)

    def _known(self, words: Words, meaning: Meaning) -> Meaning:
        first, *more = map(as_bytes, words)
        key = joined((first, *more))
        if key not in self.words:
            lengths = {*self.lengths(first), 1 + len(more)}
            self._lengths[first] = tuple(sorted(lengths, reverse=True))
        return self.words.setdefault(key, meaning)

    def found(self, text: str) -> Iterator[Match]:
        """All of them in a text; they may overlap."""
        most = max((lengths[0] for lengths in self._lengths.values()), default=0)
        for start, end, reach in near(self._lengths.keys() | self.numbers.keys(), text, most):
            matches = Search(self).matches(text, words_of(text, start, reach))
            yield from (match for match in matches if match.start < end)

    def lengths(self, word: bytes) -> tuple[int, ...]:
        return self._lengths.get(word, ())

    def known(self, words: Sequence[bytes]) -> Meaning | None:
        return self.words.get(joined(words))

    def known_number(self, joined: bytes) -> Meaning | None:
        return self.numbers.get(joined)


def not_found(
    document: Document, known: Iterable[Span], found: Iterable[Span], changes: Iterable[Change]
) -> Iterator[Span]:
    """The stretches of known originals that no span covers; what is excluded may stay."""
    allowed = _excluded(changes)
    holes = spans.merged((span.start, span.end) for span in found)
    for span in known:
        if not spans.covered(allowed, span.start, span.end):
            touched = spans.within(holes, span.start, span.end)
            yield from spans.subtract(span, touched, document.text)


def _excluded(changes: Iterable[Change]) -> list[spans.Stretch]:
    return spans.merged(
        (span.start, span.end) for change in changes if change.excluded for span in change.before
    )


def in_original(
    document: Document,
    again: Document,
    rewritten: Rewritten,
    found: Sequence[Span],
    left: Iterable[Span],
) -> Iterator[Span]:
    """Map spans found in the output back to the original.

    An identity holds within one reading only, so each gets that of an equal span ``found`` before.
    """

    def known_by(span: Span) -> tuple[object, ...]:
        return span.label, document.record(span.start), fold(document.text[span.start : span.end])

    entities = {known_by(span): span.entity for span in found}
    for span in left:
        first, last = again.origin.extent(span.start, span.end)
        start = document.origin.offset(rewritten.original(first))
        end = document.origin.offset(rewritten.original(last - 1)) + 1  # other text may follow
        back = replace(span, start=start, end=end)
        yield replace(back, entity=entities.get(known_by(back), ""))


def with_unread(
    document: Document, again: Document, rewritten: Rewritten, left: Iterable[Span]
) -> Document:
    """Return the document with fields for those spans of the output that it does not read itself.

    What is replaced may change how a format reads the rest: sounds, once their words are gone.
    """
    for span in left:
        parts = again.origin.within(span.start, span.end)
        places = [(rewritten.original(p.source_start), rewritten.original(p.source_end - 1) + 1)
                  for p in parts]  # fmt: skip
        if not parts or any(document.origin.holds(*place) for place in places):
            continue
        at, shift = len(document.text) + 2, len(document.text) + 2 - span.start
        new = "\n\n" + again.text[span.start : span.end]
        field = again.fields[bisect_right(again.fields, span.start, key=lambda one: one.start) - 1]
        document = replace(
            document,
            text=document.text + new,
            prose=document.prose + new,
            with_code=document.with_code and document.with_code + new,
            fields=(
                *document.fields,
                replace(field, start=at, end=at + len(span), bare=None, said=()),
            ),
            origin=Origin(
                [*document.origin.pieces,
                 *(Piece(part.start + shift, part.end + shift, *place)
                   for part, place in zip(parts, places, strict=True))]
            ),
        )  # fmt: skip
    return document


def adds_nothing(document: Document, tagged: Iterable[Tagged], returned: Iterable[Span]) -> bool:
    """Return True if each letter and digit of the ``returned`` spans is replaced already."""
    holes = spans.merged((part.start, part.end) for item in tagged for part in item.replacements)
    return not any(
        spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
        for span in returned
    )


def around(document: Document, found: Iterable[Span], returned: Iterable[Span]) -> Iterator[Span]:
    """The spans without what came back from inside them: a tagger need not replace all of one."""
    holes = spans.merged((span.start, span.end) for span in returned)
    for span in found:
        yield from spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
