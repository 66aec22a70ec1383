"""Read the text files of Praat: strings, numbers and flags; all other text is a comment.

The long form (``xmin = 0``, ``intervals [1]:``) and the short form (values only) have the same
values in the same order, so both are read in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_documents.captions.cues import read_inline


class Kind(Enum):
    """The kind of a token."""

    STRING = "a text in double quotes"
    NUMBER = "a number"
    FLAG = "a flag in angle brackets"
    COMMENT = "a comment"


class Token(NamedTuple):
    """A token with its offsets; strings have the offsets between the quotes."""

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
# The words that Praat writes beside the values in the long form.
_LABELS = re.compile(
    r"=|File|type|Object|class|xmin|xmax|tiers\?|size|item|intervals:?|points:?|name|text|mark"
    r"|number|time|value|\[[0-9]*\]:?"
)
# Praat's ASCII notation of letters: \e', \o""; and a quote, which is doubled.
_NOTATION = re.compile(r"""\\([A-Za-z])('|`|\^|~|,|"")|\\(ss|ae|AE|oe|OE|o/|O/|a[oa]|A[oa])|\"\"""")
_MARKS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ",": "\u0327", '""': "\u0308"}
_LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o/": "ø",
    "O/": "Ø",
    "ao": "å",
    "aa": "å",
    "Ao": "Å",
    "Aa": "Å",
}


def read_tokens(source: Source) -> Iterator[Token]:
    """Yield the tokens of a file, without the words that Praat writes beside values."""
    text = source.text
    at = 0
    while (at := _BLANK.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        match = _TOKEN.match(text, at)
        if match is None:
            message = "is not a TextGrid: a string has an opening quote and no closing quote"
            raise incomplete_at(source, at, message)
        at = match.end()
        kind = Kind[str(match.lastgroup).upper()]
        if kind is not Kind.COMMENT or not _LABELS.fullmatch(match[0]):
            yield Token(kind, *match.span(str(match.lastgroup)))


@dataclass(slots=True)
class Values:
    """The values of a file in their order; ``comments`` are the comments read so far."""

    source: Source
    tokens: Iterator[Token]
    comments: list[Token]

    @classmethod
    def of(cls, source: Source) -> Values:
        return cls(source, read_tokens(source), [])

    def next(self, kind: Kind) -> Token:
        """Return the next value; raise ``Incomplete`` if it is of another kind."""
        token = self._next()
        if token is None or token.kind is not kind:
            at = len(self.source.text) if token is None else token.start
            raise self.incomplete_at(at, f"{kind.value} is expected")
        return token

    def number(self) -> float:
        token = self.next(Kind.NUMBER)
        return float(self.source.text[token.start : token.end])

    def count(self) -> int:
        token = self.next(Kind.NUMBER)
        written = self.source.text[token.start : token.end]
        if not written.isdecimal():
            raise self.incomplete_at(token.start, "a whole number is expected")
        return int(written[:9])

    def text(self) -> str:
        token = self.next(Kind.STRING)
        return self.source.text[token.start : token.end]

    def end(self) -> None:
        """Raise ``Incomplete`` if there are more values."""
        token = self._next()
        if token is not None:
            raise self.incomplete_at(token.start, "there are more values after the last tier")

    def _next(self) -> Token | None:
        for token in self.tokens:
            if token.kind is not Kind.COMMENT:
                return token
            self.comments.append(token)
        return None

    def incomplete_at(self, position: int, message: str) -> Incomplete:
        hint = "Open it in Praat, and save it as a text file."
        return incomplete_at(self.source, position, f"is not a TextGrid: {message}", hint)


def read_string(source: Source, token: Token) -> tuple[str, list[Piece]]:
    """Return the decoded text of a string, with its pieces."""
    return read_inline(source.text, token.start, token.end, _NOTATION, _decode)


def _decode(match: re.Match[str]) -> str | None:
    letter, mark, other = match.groups()
    if letter is None:
        return _LETTERS[other] if other else '"'
    whole = unicodedata.normalize("NFC", letter + _MARKS[mark])
    return whole if len(whole) == 1 else None


def escape(value: str) -> str:
    """Return a value as it is written between quotes."""
    return value.replace('"', '""')


def to_comment(value: str) -> str:
    """Return a value as a word of a comment."""
    return "_".join(value.replace('"', " ").split())
