"""Find any of many terms in one pass over the words of a text.

A term is a sequence of tokens: words, marks, and runs of blanks. The index maps the joined folded
tokens to terms, and the first two words of terms to the lengths of the terms. A word of the text
costs one look-up, or two if a term begins with it, however many terms there are. In a long text, an
automaton first finds out which fields may have any term.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise

from anonfilter.contract.document import CODE, Document, Field
from anonfilter.text.cleaning import clean
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.automaton import BEGINS, ENDS, ENOUGH, Automaton, bare, together
from anonfilter_english.knowledge.rare_words import is_ordinary

_BLANKS = r"[\t-\r\x1c-\x1f ]+"
_FIRST = re.compile(r"[^\W_]+|[^\w\s]|_")
_TOKEN = re.compile(r"\s+|" + _FIRST.pattern)
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST = 4  # the length that a single word needs to be found in code


@hide_values
@dataclass(frozen=True, slots=True)
class Term:
    """A term as written, its label, its rule for letter case, and its source."""

    written: str
    label: str
    case: str
    source: str

    def allows(self, surface: str, lower: bool) -> bool:
        """Return True if the letter case of a stretch of text fits the term.

        ``lower`` is True if the text around has no capitals; then only a term with the case
        ``exact`` requires its letter case.
        """
        if self.case == "exact":
            return surface == self.written
        if lower or self.case == "ignore":
            return True
        as_written = surface == self.written and (self.case == "written" or not surface.islower())
        first = next((char for char in surface if char.isalnum()), "")
        return as_written or not first.islower()

    def is_in_code(self, surface: str) -> bool:
        """Return True if a stretch of code is this term as written.

        A single everyday word does not count, since it may be a keyword or a variable: "Mark",
        "default".
        """
        if surface != self.written:
            return False
        words = _WORDS.findall(self.written)
        if len(words) > 1:
            return not self.written.islower() or not all(map(is_common, map(fold, words)))
        word = fold(words[0])
        return len(word) >= _SHORTEST and not (is_common(word) or is_ordinary(word))


@dataclass(frozen=True, slots=True)
class Found:
    start: int
    end: int
    term: Term


class Prefilter:
    """An automaton that tells quickly whether a text may have any of many folded terms.

    A text is always searched if it has a character beyond ASCII that could be folded together with
    its neighbours.
    """

    def __init__(self, folded: Iterable[str]) -> None:
        kinds: dict[tuple[bool, bool], list[str]] = {}
        for key in sorted(map(bare, folded)):
            if key.isascii():
                regex = _BLANKS.join(map(re.escape, key.split(" ")))
                kinds.setdefault((key[0].isalnum(), key[-1].isalnum()), []).append(regex)
        self._automaton = Automaton(
            f"(?i:{BEGINS if begins else ''}(?:{'|'.join(terms)}){ENDS if ends else ''})"
            for (begins, ends), terms in kinds.items()
        )

    def may_hold(self, text: str) -> bool:
        """Return True if the text may have a term; False if it certainly has none."""
        plain = bare(text)
        return not plain.isascii() or self._automaton.found(plain) != ()


class Index:
    """An index of terms."""

    def __init__(self) -> None:
        self._terms: dict[str, tuple[Term, ...]] = {}
        self._lengths: dict[str, dict[str, tuple[int, ...]]] = {}
        self._prefilter: Prefilter | None = None
        self._read = 0

    def add(self, written: str, label: str, case: str, source: str) -> bool:
        """Add a term; return False if it cannot match because it has no letter and no digit."""
        surface, _ = clean(written, 0, len(written), 0)
        tokens = _TOKEN.findall(surface.strip())
        if not any(token[0].isalnum() for token in tokens):
            return False
        key, self._prefilter = _key(tokens), None
        term = Term(_joined(tokens), label, case, source)
        known = self._terms.get(key, ())
        if term not in known:
            self._terms[key] = (*known, term)
        second = next((token for token in tokens[1:] if not token.isspace()), "")
        lengths = self._lengths.setdefault(fold(tokens[0]), {})
        known_lengths = lengths.get(fold(second), ())
        if len(tokens) not in known_lengths:
            lengths[fold(second)] = tuple(sorted({*known_lengths, len(tokens)}, reverse=True))
        return True

    def __len__(self) -> int:
        return len(self._terms)

    def in_fields(
        self, document: Document, fields: Sequence[Field]
    ) -> Iterator[tuple[Field, Found]]:
        """Yield each term in the fields, after its field; its offsets are relative to the field.

        In code, terms are found only as written, and single everyday words are not found.
        """
        at = iter(fields)
        for texts in together(document.searched[field.start : field.end] for field in fields):
            held = self._may_hold("\n".join(texts))
            for text, field in zip(texts, at, strict=False):
                if held and (len(texts) == 1 or self._may_hold(text)):
                    code = field.role == CODE
                    yield from ((field, found) for found in self.find(text, code=code))

    def _may_hold(self, text: str) -> bool:
        if self._read < ENOUGH:
            self._read += len(text)
            return True
        if self._prefilter is None:
            self._prefilter = Prefilter(self._terms)
        return self._prefilter.may_hold(text)

    def find(self, text: str, *, code: bool = False) -> Iterator[Found]:
        """Yield the terms in a text, except terms within another found term."""
        covered = 0
        lower = text.islower()
        for word, following in pairwise(chain(_FIRST.finditer(text), (None,))):
            assert word is not None
            seconds = self._lengths.get(fold(word[0]))
            if seconds is None:
                continue
            alone = seconds.get("", ())
            lengths = seconds.get(fold(following[0]), ()) + alone if following else alone
            if not lengths:
                continue
            tokens = list(islice(_TOKEN.finditer(text, word.start()), lengths[0]))
            for length in lengths:
                if length > len(tokens) or tokens[length - 1].end() <= covered:
                    continue
                found = list(self._found(tokens[:length], lower, code))
                if found:
                    yield from found
                    covered = found[0].end
                    break

    def _found(self, tokens: list[re.Match[str]], lower: bool, code: bool) -> Iterator[Found]:
        parts = [token[0] for token in tokens]
        candidates = self._terms.get(_key(parts))
        if candidates is None:
            return
        surface = _joined(parts)
        labels = set[str]()
        for term in candidates:
            allowed = term.is_in_code(surface) if code else term.allows(surface, lower)
            if allowed and term.label not in labels:
                labels.add(term.label)
                yield Found(tokens[0].start(), tokens[-1].end(), term)


def _joined(tokens: list[str]) -> str:
    return "".join(" " if token.isspace() else token for token in tokens)


def _key(tokens: list[str]) -> str:
    return fold(_joined(tokens))
