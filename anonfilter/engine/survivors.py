"""Finds the originals of a document that its output still contains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from anonfilter.contract.document import Change, Document, Label, Span, Survives, TaggedMention
from anonfilter.engine import spans
from anonfilter.engine.original_search import (
    LETTERS,
    OriginalMatch,
    OriginalMeaning,
    OriginalSearch,
    words_of,
)
from anonfilter.engine.original_words import (
    How,
    are_digit_groups,
    as_bytes,
    identifying_words,
    is_verb_in_lower_case,
    keys_of,
    readings,
    sequences,
)
from anonfilter.engine.verify import excluded_stretches
from anonfilter.text.word_index import TOKEN, Words

# The detector and the rule of an original in the same words, and of one in another spelling.
_SAME = "survivors", "a replaced original is left"
_RESPELLED = "known", "an original that the corpus knows"
_BLANK = re.compile(r"\s")
_LONG = 50_000  # characters from which prefiltering saves time
_STRETCH = 1_000
joined = b" ".join
_meaning = lru_cache(OriginalMeaning)  # A long file has a million.


@lru_cache(1 << 13)
def _sequences(surface: str) -> tuple[tuple[How, Words], ...]:
    """Return the words that identify an original in any reading, cached for the next round."""
    return tuple(found for written in readings(surface) for found in sequences(written))


@dataclass(frozen=True, slots=True)
class Survivors:
    """The originals in an output, in the same ``words`` or ``respelled``."""

    words: list[Span] = field(default_factory=list)
    respelled: list[Span] = field(default_factory=list)


def find_survivors(
    document: Document, tagged: Sequence[TaggedMention], changes: Iterable[Change] = ()
) -> Survivors:
    """Find replaced originals that an output still contains.

    Originals that resolvers excluded may stay.
    """
    originals = OwnOriginals()
    originals.add((item.mention.surface, item.mention.label) for item in tagged)
    found = Survivors()
    allowed = excluded_stretches(changes)
    for match in originals.found(document.searched):
        detector, rule = _SAME if match.always else _RESPELLED
        span = Span(
            match.start,
            match.end,
            match.meaning.labels[0],
            detector,
            rule=rule,
            canonical=match.spells,
        )
        if not spans.covered(allowed, span.start, span.end):
            (found.words if match.always else found.respelled).append(span)
    return found


class OwnOriginals:
    """An index of the words and ``numbers`` of one document's originals, in clear.

    If labels share words, the first label in the text counts for words that were replaced there,
    and otherwise the label with the highest risk.
    """

    def __init__(self) -> None:
        self.words: dict[bytes, OriginalMeaning] = {}  # joined by blanks
        self.numbers: dict[bytes, OriginalMeaning] = {}
        self._lengths: dict[bytes, tuple[int, ...]] = {}

    def add(self, originals: Iterable[tuple[str, Label]]) -> None:
        """Add the originals whose labels must not survive."""
        found = dict.fromkeys(item for item in originals if item[1].survives is Survives.FAIL)
        for surface, label in found:
            for words in identifying_words(surface):
                how = How.ANY if are_digit_groups(words) else How.ALWAYS
                how = How.CAPITALS if is_verb_in_lower_case(words) else how
                self._known(keys_of(words), _meaning(how, (label.name,)))
        for surface, label in sorted(found, key=lambda item: (-item[1].risk, item[1].name)):
            for how, words in _sequences(surface):
                self._add(how, words, label)

    def _add(self, how: How, words: Words, label: Label) -> None:
        if how is How.NUMBER:
            self.numbers.setdefault(as_bytes(words[0]), _meaning(how, (label.name,)))
            return
        known = self._known(words, _meaning(how, (label.name,)))
        if not known.how & How.ALWAYS:
            self.words[joined(map(as_bytes, words))] = _meaning(known.how & how, known.labels)

    def _known(self, words: Words, meaning: OriginalMeaning) -> OriginalMeaning:
        first, *more = map(as_bytes, words)
        key = joined((first, *more))
        if key not in self.words:
            lengths = {*self.lengths(first), 1 + len(more)}
            self._lengths[first] = tuple(sorted(lengths, reverse=True))
        return self.words.setdefault(key, meaning)

    def found(self, text: str) -> Iterator[OriginalMatch]:
        """Yield all matches in a text; they may overlap."""
        if len(text) < _LONG:
            return OriginalSearch(self).matches(text, words_of(text))
        return self.found_in_stretches(text)

    def found_in_stretches(self, text: str, size: int = _STRETCH) -> Iterator[OriginalMatch]:
        """Yield all matches in a long text, without keeping all of its words in memory.

        Stretches of about ``size`` characters are prefiltered. Each is searched together with the
        next words, because an original may end there.
        """
        # Imported late, since most documents are short.
        from anonfilter.engine.original_prefilter import Prefilter

        search, prefilter = OriginalSearch(self), Prefilter(self)
        longest = max((lengths[0] for lengths in self._lengths.values()), default=0)
        start = 0
        while start < len(text):
            blank = _BLANK.search(text, start + size)
            end = blank.end() if blank else len(text)
            following = islice(TOKEN.finditer(text, end), max(longest, LETTERS))
            reach = max((word.end() for word in following), default=end)
            if prefilter.candidates([text[start:reach]]):
                matches = search.matches(text, words_of(text, start, reach))
                yield from (match for match in matches if match.start < end)
            start = end

    def lengths(self, word: bytes) -> tuple[int, ...]:
        return self._lengths.get(word, ())

    def known(self, words: Sequence[bytes]) -> OriginalMeaning | None:
        return self.words.get(joined(words))

    def known_number(self, joined: bytes) -> OriginalMeaning | None:
        return self.numbers.get(joined)

    def may_know_number(self, joined: bytes) -> bool:
        return joined in self.numbers
