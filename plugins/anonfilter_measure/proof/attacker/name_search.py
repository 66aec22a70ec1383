"""Search texts for known names and values in any form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from anonfilter_english.detectors.phonetic.phonetic_items import Kind, stretches
from anonfilter_english.knowledge.people import near_spelling
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import terms

from anonfilter.text.word_index import Token
from anonfilter.text.words import fold, is_common
from anonfilter_measure.proof.attacker.name_forms import RANK, Form, Forms, Meaning, tokens

_GAP = re.compile(r"(?:[^\S\n]|[.,'\u2019_\-/@+]|\n(?!\s*\n)){0,6}")
_ANYWHERE = (Form.FULL, Form.REVERSED)  # forms that identify a person in any document
_LEET = re.compile(r"(?<![\w@$!|+])(?=[^\W\d_@$!|+]*[\d@$!|+])[\w@$!|+]{4,40}(?![\w@$!|])")
_FIGURES = tuple(str.maketrans("013457@$!|+", f"o{one}eastas{one}{one}t") for one in "il")
_LONGEST, _SHORTEST = 24, 3  # letters of a spelled word
_SOUNDED = 4
_NUMBER = re.compile(r"\d(?:[\s().+\-/]{0,3}\d){6,18}")
_INITIALS = re.compile(r"(?<!\w)(?:[A-Z]\.[ ]?){2,4}(?!\w)")
_CAPITALS = 0.02  # of the letters; with fewer, the text has no letter case
_SPACE = re.compile(r"\s")
_GLUED_TO = re.compile(r"@|://|\bwww\.|\w[/_\\]\w|\w\.\w")
_REACH = 80


class FoundName(NamedTuple):
    """A place where a known name or value is written."""

    start: int
    end: int
    meaning: Meaning
    in_address: bool = False


class Search:
    """A search of texts for all names and values that are known from the originals."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._index = forms.index()

    def find(self, text: str, document: int) -> list[FoundName]:
        """Return the known values in a text of this document; the longest of overlapping values."""
        words = tokens(text)
        cased = _is_cased(text)
        found = [
            *self._written(text, words, cased),
            *self._numbers(text),
            *self._leet(text),
            *self._spelled(text),
            *self._sounded(text, words, document, cased),
            *self._initials(text),
        ]
        kept = (one for one in found if self._counts(one.meaning, document))
        return [one._replace(in_address=_in_address(text, one)) for one in _outermost(kept)]

    def _counts(self, meaning: Meaning, document: int) -> bool:
        """Return True if a form identifies a person in this document.

        Full names and long numbers do so everywhere, other forms only in documents of the person.
        """
        if meaning.form in _ANYWHERE and self._forms.is_full(meaning.value):
            return True
        known_here = self._forms.is_known_in(meaning.value, document)
        return known_here or self._forms.is_number(meaning.value)

    def _written(self, text: str, words: list[Token], cased: bool) -> Iterator[FoundName]:
        for at in range(len(words)):
            for length, meanings in self._index.at(words, at):
                run = words[at : at + length]
                gaps = ((one.end, other.start) for one, other in pairwise(run))
                if not all(_GAP.fullmatch(text, *gap) for gap in gaps):
                    continue
                for meaning in meanings:
                    if _is_written_as_name(text, run, meaning.form, cased):
                        yield FoundName(run[0].start, run[-1].end, meaning)

    def _numbers(self, text: str) -> Iterator[FoundName]:
        for match in _NUMBER.finditer(text) if self._forms.digits else ():
            for meaning in self._forms.digits.get(re.sub(r"\D", "", match[0]), ()):
                yield FoundName(*match.span(), meaning)

    def _leet(self, text: str) -> Iterator[FoundName]:
        for match in _LEET.finditer(text):
            written = {fold(match[0].translate(figures)) for figures in _FIGURES}
            for word in sorted(written):
                for meaning in self._forms.letters.get(word, ()) if len(word) > _SHORTEST else ():
                    yield FoundName(*match.span(), meaning._replace(form=Form.LEET))

    def _spelled(self, text: str) -> Iterator[FoundName]:
        for items in stretches(text, 0, len(text)):
            letters = [
                (char, item)
                for item in items
                for char in ("\0" if item.kind is Kind.DIGITS else fold(item.value))
            ]
            spelled = "".join(char for char, _ in letters)
            for first in range(len(letters)):
                for last in range(first + _SHORTEST, min(first + _LONGEST, len(letters)) + 1):
                    for meaning in self._forms.letters.get(spelled[first:last], ()):
                        yield FoundName(letters[first][1].start, letters[last - 1][1].end, meaning)

    def _sounded(
        self, text: str, words: list[Token], document: int, cased: bool
    ) -> Iterator[FoundName]:
        seen: dict[str, tuple[Meaning, ...]] = {}
        for word in words:
            if word.folded not in seen:
                seen[word.folded] = tuple(self._like(word.folded, document))
            if seen[word.folded] and (text[word.start].isupper() or not cased):
                yield from (FoundName(word.start, word.end, one) for one in seen[word.folded])

    def _like(self, word: str, document: int) -> Iterator[Meaning]:
        """Yield the words of the document's names that a word sounds like."""
        if len(word) < _SOUNDED or not word.isalpha() or is_common(word) or is_ordinary(word):
            return
        like = {
            one
            for key in near_spelling.lookup_keys(word)
            for one in self._forms.sounds.get(key, ())
        }
        for one in sorted(like):
            if near_spelling.is_near_spelling(word, one):
                for meaning in self._forms.letters[one]:
                    if self._forms.is_known_in(meaning.value, document):
                        yield meaning._replace(form=Form.SOUNDED)

    def _initials(self, text: str) -> Iterator[FoundName]:
        for match in _INITIALS.finditer(text):
            letters = re.sub(r"[^A-Z]", "", match[0]).casefold()
            if letters not in terms("spelling", "acronyms"):
                for meaning in self._forms.initials.get(letters, ()):
                    yield FoundName(match.start(), match.start() + len(match[0].rstrip()), meaning)


def _is_cased(text: str) -> bool:
    """Return True if a text has capitals, so that they distinguish names from words."""
    capitals = sum(map(str.isupper, text))
    return capitals > _CAPITALS * sum(map(str.isalpha, text)) > 0


def _is_written_as_name(text: str, run: list[Token], form: Form, cased: bool) -> bool:
    """Return False for everyday words and short forms that have no capitals."""
    everyday = all(is_common(one.folded) or len(one.folded) < 2 for one in run)
    if not everyday and form != Form.SHORT:
        return True
    return cased and all(text[one.start].isupper() for one in run)


def _in_address(text: str, found: FoundName) -> bool:
    """Return True if a value is part of a mail address, a URL or a file name."""
    before = text[max(0, found.start - _REACH) : found.start]
    after = text[found.end : found.end + _REACH]
    around = _SPACE.split(before)[-1] + text[found.start : found.end] + _SPACE.split(after)[0]
    return _GLUED_TO.search(around.rstrip(".,;:!?")) is not None


def _outermost(found: Iterable[FoundName]) -> list[FoundName]:
    """Keep the longest of overlapping values; of equally long ones, that of the first form."""
    ranked = sorted(found, key=lambda one: (one.start - one.end, RANK[one.meaning.form], one))
    taken: dict[int, None] = {}
    kept: list[FoundName] = []
    for one in ranked:
        stretch = range(one.start, one.end)
        if not any(at in taken for at in stretch):
            taken.update(dict.fromkeys(stretch))
            kept.append(one)
    return sorted(kept)
