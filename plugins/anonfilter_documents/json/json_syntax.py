"""JSON as it stands in a file: which strings, numbers and keys, and where.

What ``json.loads`` rejects is rejected here too, and nothing is built: no object, no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from anonfilter.text.origin import Piece

MAX_DEPTH = 500
_MAX_DIGITS = 4300  # what Python takes for a whole number, and so json.loads


class Kind(Enum):
    """What begins or stands at a place."""

    KEY = auto()
    STRING = auto()
    NUMBER = auto()
    CONSTANT = auto()
    OBJECT = auto()
    ARRAY = auto()
    CLOSE = auto()


class Token(NamedTuple):
    """Where in the text something stands; of strings and keys, what is between the quotes."""

    kind: Kind
    start: int
    end: int


class JsonError(Exception):
    """The text is not JSON, from this place on."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


_BLANK = r"[ \t\n\r]*+"
_STRING = r'"((?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+)"'
_VALUE = re.compile(
    rf"""{_BLANK}(?:{_STRING}
    |(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][-+]?[0-9]++)?+)
    |(\{{)|(\[)|(true|false|null|NaN|-?Infinity))""",
    re.VERBOSE,
)
_KEY = re.compile(rf"{_BLANK}{_STRING}{_BLANK}:")
_AFTER = re.compile(rf"{_BLANK}([,\]}}])")
_CLOSE = {True: re.compile(rf"{_BLANK}(\}})"), False: re.compile(rf"{_BLANK}(\])")}
_SKIP = re.compile(_BLANK)
_KINDS = (None, Kind.STRING, Kind.NUMBER, Kind.OBJECT, Kind.ARRAY, Kind.CONSTANT)


def tokens(text: str, at: int, end: int) -> Iterator[Token]:
    """The tokens of the one JSON value that text[at:end] is."""
    inside: list[bool] = []  # for each open container: is it an object?
    while True:
        if inside and inside[-1]:
            key = _KEY.match(text, at, end)
            if key is None:
                raise _unexpected(text, at, end, "a key in double quotes and a colon")
            yield Token(Kind.KEY, *key.span(1))
            at = key.end()
        token, at = _value(text, at, end)
        yield token
        if token.kind is Kind.OBJECT or token.kind is Kind.ARRAY:
            if len(inside) == MAX_DEPTH:
                raise JsonError(f"it is nested more than {MAX_DEPTH} levels deep", token.start)
            empty = _CLOSE[token.kind is Kind.OBJECT].match(text, at, end)
            if empty is None:
                inside.append(token.kind is Kind.OBJECT)
                continue
            yield Token(Kind.CLOSE, *empty.span(1))
            at = empty.end()
        at, closed = _after(text, at, end, inside)
        yield from closed
        if not inside:
            break
    rest = _SKIP.match(text, at, end)
    if rest is not None and rest.end() < end:
        raise JsonError("something follows the value", rest.end())


def _value(text: str, at: int, end: int) -> tuple[Token, int]:
    """The token of the value that begins here, and where it ends."""
    value = _VALUE.match(text, at, end)
    if value is None or value.lastindex is None:
        raise _unexpected(text, at, end, "a value")
    kind = _KINDS[value.lastindex]
    assert kind is not None
    start, stop = value.span(value.lastindex)
    if kind is Kind.NUMBER and stop - start > _MAX_DIGITS:
        raise JsonError(f"a number of more than {_MAX_DIGITS} characters", start)
    return Token(kind, start, stop), value.end()


def _after(text: str, at: int, end: int, inside: list[bool]) -> tuple[int, list[Token]]:
    """Read on behind a value, to the next one: close the containers that end here."""
    closed: list[Token] = []
    while inside:
        after = _AFTER.match(text, at, end)
        if after is None or (after[1] != "," and (after[1] == "}") != inside[-1]):
            raise _unexpected(text, at, end, "a comma or the closing bracket")
        at = after.end()
        if after[1] == ",":
            break
        closed.append(Token(Kind.CLOSE, *after.span(1)))
        inside.pop()
    return at, closed


def _unexpected(text: str, at: int, end: int, wanted: str) -> JsonError:
    skipped = _SKIP.match(text, at, end)
    place = skipped.end() if skipped else at
    if place == end:
        return JsonError(f"it ends where {wanted} should be", place)
    if text[place] == '"':
        return JsonError(
            f"not {wanted}: a quote is missing, or a control character or bad escape is in it",
            place,
        )
    return JsonError(f"here {wanted} should be", place)


_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))",
    re.DOTALL,
)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LINE_ENDS = "\n\r\u2028\u2029\x85"


def unescaped(text: str, start: int, end: int) -> tuple[str, list[Piece]]:
    """What text[start:end] between the quotes of a string means, and where each part stands.

    Line ends have no place: a name that was replaced keeps the line ends inside it.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, done = 0, start
    for match in _ESCAPE.finditer(text, start, end):
        first, last = match.span()
        if first > done:
            parts.append(text[done:first])
            pieces.append(Piece(length, length + first - done, done, first))
            length += first - done
        char = _meant(match)
        parts.append(char)
        if char not in _LINE_ENDS:
            pieces.append(Piece(length, length + 1, first, last))
        length += 1
        done = last
    if done < end:
        parts.append(text[done:end])
        pieces.append(Piece(length, length + end - done, done, end))
    return "".join(parts), pieces


def _meant(match: re.Match[str]) -> str:
    high, low, single, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if short:
        return _SHORT.get(short, short)
    code = int(single, 16)
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code or 0x20)
