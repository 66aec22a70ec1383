"""Divide JSON into tokens: strings, numbers and keys with their places.

Texts that ``json.loads`` rejects are errors here too, but no objects are built, and the depth of
nesting does not matter for the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from anonfilter_documents.shared.decoded_text import DecodedText, decode_stretches

MAX_DEPTH = 500
_MAX_DIGITS = 4300  # the limit of Python for whole numbers, and so of json.loads


class Kind(Enum):
    """The kind of a token."""

    KEY = auto()
    STRING = auto()
    NUMBER = auto()
    CONSTANT = auto()
    OBJECT = auto()
    ARRAY = auto()
    CLOSE = auto()


class Token(NamedTuple):
    """A token with its offsets; strings and keys have the offsets between the quotes."""

    kind: Kind
    start: int
    end: int


class JsonError(Exception):
    """An error: the text is not valid JSON from this position on."""

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


def read_tokens(text: str, at: int, end: int) -> Iterator[Token]:
    """Yield the tokens of the JSON value text[at:end]."""
    inside: list[bool] = []  # for each open object or array: True for an object
    while True:
        if inside and inside[-1]:
            key = _KEY.match(text, at, end)
            if key is None:
                raise _unexpected(text, at, end, "a key in double quotes and a colon")
            yield Token(Kind.KEY, *key.span(1))
            at = key.end()
        token, at = _read_value(text, at, end)
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
        at, closed = _read_after_value(text, at, end, inside)
        yield from closed
        if not inside:
            break
    rest = _SKIP.match(text, at, end)
    if rest is not None and rest.end() < end:
        raise JsonError("there is more text after the value", rest.end())


def _read_value(text: str, at: int, end: int) -> tuple[Token, int]:
    """Return the token of the value that begins here, and its end."""
    value = _VALUE.match(text, at, end)
    if value is None or value.lastindex is None:
        raise _unexpected(text, at, end, "a value")
    kind = _KINDS[value.lastindex]
    assert kind is not None
    start, stop = value.span(value.lastindex)
    if kind is Kind.NUMBER and stop - start > _MAX_DIGITS:
        raise JsonError(f"a number has more than {_MAX_DIGITS} characters", start)
    return Token(kind, start, stop), value.end()


def _read_after_value(text: str, at: int, end: int, inside: list[bool]) -> tuple[int, list[Token]]:
    """Read up to the next value; return its offset and the objects and arrays that end before."""
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


def _unexpected(text: str, at: int, end: int, expected: str) -> JsonError:
    skipped = _SKIP.match(text, at, end)
    place = skipped.end() if skipped else at
    if place == end:
        return JsonError(f"{expected} is expected, but the text ends", place)
    if text[place] == '"':
        return JsonError(
            f"{expected} is expected, but this string has no closing quote, or has a control "
            "character or a wrong escape",
            place,
        )
    return JsonError(f"{expected} is expected", place)


_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))",
    re.DOTALL,
)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LINE_ENDS = "\n\r\u2028\u2029\x85"


def unescape(text: str, start: int, end: int) -> DecodedText:
    """Return the decoded string between the quotes text[start:end], with its pieces.

    Line ends have no piece, so a name that is replaced keeps the line ends inside it.
    """
    escapes = _ESCAPE.finditer(text, start, end)
    decoded = ((*escape.span(), _decode_escape(escape)) for escape in escapes)
    return decode_stretches(text, start, end, decoded, unplaced=_LINE_ENDS)


def _decode_escape(match: re.Match[str]) -> str:
    high, low, single, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if short:
        return _SHORT.get(short, short)
    code = int(single, 16)
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code or 0x20)
