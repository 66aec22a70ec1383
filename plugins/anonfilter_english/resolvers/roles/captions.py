"""Find roles below names in columns: "Appellant," on a title page, "Registrar" in a signature."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from anonfilter.contract.document import Span
from anonfilter_english.knowledge.people.role_phrases import Cue, Phrases, words_of
from anonfilter_english.knowledge.people.role_words import words

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_CELL = re.compile(r"\S+(?:[^\S\n]{1,2}\S+)*")
_NUMBER = re.compile(r"\(?\d{1,3}[.)][^\S\n]*")
PARTY = "PARTY"
_BREAK = frozenset(("v", "vs", "versus", "between"))
_ORDINAL = frozenset(
    ("first", "second", "third", "fourth", "fifth", "cross", "third-party", "orig")
)
_MOST_WORDS = 6
_HEADINGS = frozenset(("party", "parties"))
_MOST_LINES = 6
_PROSE = 5


class Cell(NamedTuple):
    """The text in one column of a line, up to the next gap."""

    start: int
    end: int


class NameAbove(NamedTuple):
    """A name at the beginning of a cell, and the number of its line."""

    span: Span
    line: int


def captioned(
    text: str, spans: Sequence[Span], phrases: Phrases, bench: str = ""
) -> Mapping[int, Cue]:
    """Return the role of each name that a line below the name states, by the start of the name.

    ``bench`` is the role of the presiding person, if the text lists the judges.
    """
    return _Captions(text, spans, phrases, bench).read()


class _Captions:
    def __init__(self, text: str, spans: Sequence[Span], phrases: Phrases, bench: str) -> None:
        self._text = text
        self._starts = {span.start: span for span in spans}
        self._nouns = phrases.nouns.cues
        self._bench = bench
        self._address = words_of("address")
        self._presiding = words_of("presiding")
        self._found: dict[int, Cue] = {}

    def read(self) -> Mapping[int, Cue]:
        above: list[NameAbove] = []
        for number, line in enumerate(_LINE.finditer(self._text)):
            cells = [Cell(*found.span()) for found in _CELL.finditer(self._text, *line.span())]
            roles = [self._role(cell) for cell in cells]
            above = [name for name in above if number - name.line <= _MOST_LINES]
            if any(role == PARTY for role in roles):
                for name in above:
                    self._found.setdefault(name.span.start, Cue(PARTY))
                above = []
            elif all(roles):
                # A line of roles below a line with as many names is a signature.
                signing = [name.span for name in above if number - name.line == 1]
                if len(signing) == len(roles) > 1:
                    for span, role in zip(signing, roles, strict=True):
                        self._found.setdefault(span.start, Cue(role))
                above = []
            elif self._is_break(cells):
                above = []
            else:
                above += self._names(cells, number)
        return self._found

    def _names(self, cells: Sequence[Cell], number: int) -> Iterator[NameAbove]:
        for cell in cells:
            at = cell.start
            if numbered := _NUMBER.match(self._text, at, cell.end):
                at = numbered.end()
            for word in words(self._text, at, cell.end):
                if word.start in self._starts or word.key not in self._address:
                    at = word.start
                    break
            span = self._starts.get(at)
            if span is not None:
                yield NameAbove(span, number)

    def _role(self, cell: Cell) -> str:
        """Return the role that a cell consists of; "" if it has other words."""
        keys = [word.key for word in words(self._text, cell.start, cell.end)]
        announces = self._text[cell.end - 1] == ":"
        if not keys or len(keys) > _MOST_WORDS or announces:
            return ""
        cue = self._nouns.get(tuple(keys))
        if cue is not None:
            return "" if _HEADINGS.issuperset(keys) else cue.role
        if self._presiding.issuperset(keys):
            return self._bench
        parts = [part for key in keys for part in key.split("-") if key not in _ORDINAL]
        roles = {self._nouns[part,].role if (part,) in self._nouns else "" for part in parts}
        return PARTY if roles == {PARTY} else ""

    def _is_break(self, cells: Sequence[Cell]) -> bool:
        """Return True for a line that separates two sides ("v."), or is running text."""
        text = self._text[cells[0].start : cells[-1].end]
        keys = [word.key for word in words(text, 0, len(text))]
        small = sum(word.isalpha() and word.islower() for word in text.split())
        broken = bool(keys) and (
            (keys[0] in _BREAK and len(keys) < _PROSE) or keys[-1] == "between"
        )
        return broken or small >= _PROSE
