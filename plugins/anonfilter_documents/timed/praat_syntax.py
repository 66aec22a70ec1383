"""Praat's text files: strings, numbers and flags that stand free; all else is for people.

The long form (``xmin = 0``, ``intervals [1]:``) and the short one (values alone) hold the same
values in the same order, so they are read as one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_documents.captions.cues import read_inline
from anonfilter_documents.shared.places import broken


class Kind(Enum):
    """What stands at a place."""

    STRING = "a text in double quotes"
    NUMBER = "a number"
    FLAG = "a flag in angle brackets"
    COMMENT = "a comment"


class Token(NamedTuple):
    """Where something stands; of strings, what is between the quotes."""

    kind: Kind
    start: int
    end: int


_TOKEN = re.compile(
    r'"(?P<string>(?:[^"]++|"")*+)"'
    r"|(?P<flag><[a-z]{1,20}>)(?!\S)"
    r"|(?P<number>[-+]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]{1,3})?)[%s]?(?!\S)"
    r'|(?P<comment>![^\r\n]*+|[^\s"]++)'
)
_BLANK = re.compile(r"\s*+")
# what Praat itself writes beside the values of the long form
_LABELS = re.compile(
    r"=|File|type|Object|class|xmin|xmax|tiers\?|size|item|intervals:?|points:?|name|text|mark"
    r"|number|time|value|\[[0-9]*\]:?"
)
# letters as Praat writes them in ASCII: \e', \o""; and a quote, which is doubled
_WRITTEN = re.compile(r"""\\([A-Za-z])('|`|\^|~|,|"")|\\(ss|ae|AE|oe|OE|o/|O/|a[oa]|A[oa])|\"\"""")
_MARKS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ",": "\u0327",
          '""': "\u0308"}  # fmt: skip
_LETTERS = {"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o/": "ø", "O/": "Ø", "ao": "å",
            "aa": "å", "Ao": "Å", "Aa": "Å"}  # fmt: skip


def tokens(source: Source) -> Iterator[Token]:
    """All that stands in a file; of comments, those that Praat does not write."""
    text = source.text
    at = 0
    while (at := _BLANK.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        match = _TOKEN.match(text, at)
        if match is None:
            raise broken(source, at, "is no TextGrid: a quote is opened and never closed")
        at = match.end()
        kind = Kind[str(match.lastgroup).upper()]
        if kind is not Kind.COMMENT or not _LABELS.fullmatch(match[0]):
            yield Token(kind, *match.span(str(match.lastgroup)))


@dataclass(slots=True)
class Values:
    """The values of a file, one after the other; ``comments`` are those that were passed."""

    source: Source
    tokens: Iterator[Token]
    comments: list[Token]

    @classmethod
    def of(cls, source: Source) -> Values:
        return cls(source, tokens(source), [])

    def next(self, kind: Kind) -> Token:
        """The next value, which must be of this kind."""
        token = self._next()
        if token is None or token.kind is not kind:
            at = len(self.source.text) if token is None else token.start
            raise self.broken(at, f"here {kind.value} should be")
        return token

    def number(self) -> float:
        token = self.next(Kind.NUMBER)
        return float(self.source.text[token.start : token.end])

    def count(self) -> int:
        token = self.next(Kind.NUMBER)
        written = self.source.text[token.start : token.end]
        if not written.isdecimal():
            raise self.broken(token.start, "this is no number of things")
        return int(written[:9])

    def text(self) -> str:
        token = self.next(Kind.STRING)
        return self.source.text[token.start : token.end]

    def end(self) -> None:
        """Require that nothing follows."""
        token = self._next()
        if token is not None:
            raise self.broken(token.start, "something follows the last tier")

    def _next(self) -> Token | None:
        for token in self.tokens:
            if token.kind is not Kind.COMMENT:
                return token
            self.comments.append(token)
        return None

    def broken(self, position: int, message: str) -> Incomplete:
        return broken(
            self.source, position, f"is no TextGrid: {message}",
            "Open it in Praat, and save it as a text file.",
        )  # fmt: skip


def read_string(source: Source, token: Token) -> tuple[str, list[Piece]]:
    """What a string says, and where each part of it stands."""
    return read_inline(source.text, token.start, token.end, _WRITTEN, _meant)


def _meant(match: re.Match[str]) -> str | None:
    letter, mark, other = match.groups()
    if letter is None:
        return _LETTERS[other] if other else '"'
    whole = unicodedata.normalize("NFC", letter + _MARKS[mark])
    return whole if len(whole) == 1 else None


def written(value: str) -> str:
    """A value as it stands between quotes."""
    return value.replace('"', '""')


def one_word(value: str) -> str:
    """A value within a comment."""
    return "_".join(value.replace('"', " ").split())
