"""Derive a simpler regex that matches wherever a regex does, and possibly in more places.

An automaton searches for the simpler regex, which has no lookarounds, no groups, no possessive
repetition and no high counts. It is matched against the *shadow* of a text: ASCII characters, with
a stand-in that shows the kind of each other character. A regex with a construct that is not fully
understood is not simplified.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

import regex

from anonfilter.text.values import hide_values

_ALL = frozenset(range(128))
_LOWER, _UPPER, _DIGIT, _BLANK, _MARK = map(ord, "qQ7 \x01")
_SHOWN = frozenset({_LOWER, _UPPER, _DIGIT, _BLANK, _MARK})
_KINDS = ((r"\d", _DIGIT), (r"\p{Lu}|\p{Lt}", _UPPER), (r"\w|\p{L}|\p{M}", _LOWER), (r"\s", _BLANK))
_FOLDED = frozenset(b"iksIKS")  # the letters that equal a non-ASCII letter when case is ignored
_UNDERSTOOD = int(
    regex.VERSION0 | regex.UNICODE | regex.IGNORECASE | regex.VERBOSE | regex.MULTILINE
)
_COUNTED, _SPREAD = 8, 4  # higher counts become "any number"
_WIDTHLESS = ("", r"\b", "(?m:^)")
_NEVER = 0x7F  # occurs in no shadow of a cleaned text; if it did, only time would be lost

_SET_FLAGS = re.compile(r"\(\?([imx]+)\)")
_OPENED = re.compile(r"\((?!\?)|\(\?>|\(\?P<(?P<name>\w+)>|\(\?(?P<flags>[imx]*)(?:-[imx]+)?:")
_AROUND = re.compile(r"\(\?<?[=!]")
_AGAIN = re.compile(r"\(\?P=(\w+)\)")
_COUNTS = re.compile(r"\{(\d*)(,?)(\d*)\}|[*+?]")
_HOW = re.compile(r"[+?]")
_CODE = re.compile(r"\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})")
_PROPERTY = re.compile(r"\\p\{(L|Lu|Ll|M)\}")
_RANGE = re.compile(r"([a-z])-([a-z])|([A-Z])-([A-Z])|([0-9])-([0-9])")
_LETTERS = re.compile("[A-Za-z0-9]+(?=[A-Za-z0-9])")  # no count follows
_PLACE = re.compile(r"\\[bBAZ]|[$^]")
_PLACES = {r"\b": r"\b", "^": "(?m:^)"}
_ANY, _NOT, _OR = re.compile(r"\."), re.compile(r"\^"), re.compile(r"\|")
_RANGE_GOES_ON = re.compile(r"-(?!\])")
_SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}


@hide_values
@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a regex, ``text`` or ``choices``, and how often it may be repeated.

    The ``text`` may be an assertion without width.
    """

    text: str = ""
    choices: tuple[_Sequence, ...] = ()
    low: int = 1
    high: int | None = 1

    @property
    def place(self) -> bool:
        """Return True for an assertion without width between two characters."""
        return not self.choices and self.text in _WIDTHLESS

    @property
    def may_lack(self) -> bool:
        return self.low == 0 or any(all(piece.free for piece in choice) for choice in self.choices)

    @property
    def free(self) -> bool:
        return self.place or self.may_lack

    def __str__(self) -> str:
        if self.place:
            return self.text if self.low else ""
        once = f"(?:{'|'.join(map(_joined, self.choices))})" if self.choices else self.text
        if self.low == self.high:
            return once if self.low == 1 else f"{once}{{{self.low}}}"
        return f"{once}{{{self.low},{'' if self.high is None else self.high}}}"


_Sequence = tuple[_Piece, ...]


def _joined(pieces: Iterable[_Piece]) -> str:
    return "".join(map(str, pieces))


def _shorter(pieces: _Sequence, *, back: bool) -> _Sequence:
    """Return the pieces without optional pieces at the beginning or, with ``back``, at the end."""
    ordered = list(reversed(pieces)) if back else list(pieces)
    while any(piece.may_lack for piece in takewhile(lambda piece: piece.free, ordered)):
        del ordered[0]
    # The outermost piece needs only its least count, unless it is an assertion.
    if ordered and not ordered[0].place:
        outer = replace(ordered[0], high=ordered[0].low)
        if outer.low == 1:
            choices = tuple(_shorter(choice, back=back) for choice in outer.choices)
            outer = replace(outer, choices=choices)
        ordered[0] = outer
    return tuple(reversed(ordered)) if back else tuple(ordered)


def _anywhere(pieces: _Sequence) -> _Sequence:
    """Return the pieces without the assertions between characters."""
    return tuple(
        replace(piece, choices=tuple(map(_anywhere, piece.choices)))
        for piece in pieces
        if not piece.place
    )


class _Unknown(Exception):
    """A construct of a regex that is not fully understood."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A set of ASCII characters and of kinds of other characters.

    ``some`` are the kinds with characters in the set, ``whole`` the kinds of which all characters
    are in the set.
    """

    ascii: frozenset[int] = frozenset()
    some: frozenset[int] = frozenset()
    whole: frozenset[int] = frozenset()

    def __or__(self, other: _Set) -> _Set:
        return _Set(self.ascii | other.ascii, self.some | other.some, self.whole | other.whole)

    def __invert__(self) -> _Set:
        return _Set(_ALL - self.ascii, _SHOWN - self.whole, _SHOWN - self.some)

    def in_any_case(self) -> _Set:
        ascii_ = self.ascii | frozenset("".join(map(chr, self.ascii)).swapcase().encode())
        cased = frozenset({_LOWER, _UPPER})
        more = cased if ascii_ & _FOLDED else frozenset[int]()
        more |= _FOLDED | cased if self.some & cased else frozenset()
        return _Set(ascii_, self.some | more, self.whole)

    def __str__(self) -> str:
        """Return the regex of the set for shadows."""
        codes = sorted(self.ascii | self.some) or [_NEVER]
        if len(codes) == 1:
            return _escaped(codes[0])
        spans: list[list[int]] = []
        for code in codes:
            if spans and spans[-1][-1] == code - 1:
                spans[-1][1:] = [code]
            else:
                spans.append([code])
        return f"[{''.join('-'.join(map(_escaped, span)) for span in spans)}]"


def _escaped(code: int) -> str:
    return chr(code) if chr(code).isalnum() else rf"\x{code:02x}"


def _ascii(pattern: str) -> frozenset[int]:
    return frozenset(code for code in _ALL if regex.fullmatch(pattern, chr(code)))


def _kinds() -> dict[str, _Set]:
    word, digit, blank = (
        frozenset(codes) for codes in ((_LOWER, _UPPER, _DIGIT), (_DIGIT,), (_BLANK,))
    )
    known = {
        "w": _Set(_ascii(r"\w"), word, word),
        "d": _Set(_ascii(r"\d"), digit, digit),
        "s": _Set(_ascii(r"\s"), blank, blank),
    }
    return known | {name.upper(): ~kinds for name, kinds in known.items()}


_ESCAPED = _kinds()
_PROPERTIES = {
    "L": _Set(_ascii(r"\p{L}"), frozenset({_LOWER, _UPPER})),
    "Lu": _Set(_ascii(r"\p{Lu}"), frozenset({_UPPER})),
    "Ll": _Set(_ascii(r"\p{Ll}"), frozenset({_LOWER})),
    "M": _Set(some=frozenset({_LOWER})),
}


def necessary(pattern: str, flags: int) -> str | None:
    """Return a regex that matches the shadow of every text that ``pattern`` matches.

    Return None if the pattern has a construct that is not understood.
    """
    if flags & ~_UNDERSTOOD:
        return None
    reader = _Reader(pattern)
    try:
        found = reader.choices(bool(flags & regex.IGNORECASE), bool(flags & regex.VERBOSE))
    except _Unknown:
        return None
    if not reader.ended:
        return None
    return "|".join(_joined(_shorter(_shorter(choice, back=True), back=False)) for choice in found)


def shadow(text: str) -> str:
    """Return a text in ASCII, with a stand-in of the same kind for each other character."""
    return text if text.isascii() else text.translate(_SHADOWS)


@cache
def _shown(char: str) -> int:
    return next((code for kind, code in _KINDS if regex.fullmatch(kind, char)), _MARK)


class _Shadows(dict[int, int]):
    def __missing__(self, code: int) -> int:
        self[code] = found = code if code < len(_ALL) else _shown(chr(code))
        return found


_SHADOWS = _Shadows()


class _Reader:
    """A parser of a pattern that builds the simpler regex."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._named: dict[str, list[_Sequence]] = {}

    @property
    def ended(self) -> bool:
        return self._at == len(self._pattern)

    @property
    def _ahead(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self, expected: re.Pattern[str]) -> re.Match[str] | None:
        found = expected.match(self._pattern, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def _next(self) -> str:
        char = self._ahead
        if not char:
            raise _Unknown
        self._at += 1
        return char

    def choices(self, ignore: bool, verbose: bool) -> tuple[_Sequence, ...]:
        """Return the choices up to the end of the group or of the pattern."""
        choices: list[list[_Piece]] = [[]]
        while self._ahead not in ("", ")"):
            flags = self._take(_SET_FLAGS)
            if flags is not None:
                if choices != [[]]:  # the flags may also apply to the part before
                    raise _Unknown
                ignore, verbose = ignore or "i" in flags[1], verbose or "x" in flags[1]
            elif letters := self._take(_LETTERS):
                choices[-1] += (_letter(char, ignore) for char in letters[0])
            elif self._take(_OR):
                choices.append([])
            elif not (verbose and self._skip()):
                piece = self._piece(ignore, verbose)
                low, high = self._counts(verbose)
                choices[-1].append(replace(piece, low=low, high=high))
        return tuple(tuple(piece) for piece in choices)

    def _skip(self) -> bool:
        """Skip a blank, or a comment up to the end of its line; return False if there is none."""
        if self._ahead == "#":
            end = self._pattern.find("\n", self._at)
            self._at = len(self._pattern) if end < 0 else end
        elif self._ahead.isspace():
            self._at += 1
        else:
            return False
        return True

    def _piece(self, ignore: bool, verbose: bool) -> _Piece:
        """Return the piece for a character, a set, a group, or an assertion between characters."""
        if self._ahead == "(":
            return _Piece(choices=self._group(ignore, verbose))
        place = self._take(_PLACE)
        if place is not None:
            return _Piece(_PLACES.get(place[0], ""))
        if self._ahead == "[":
            return _Piece(str(self._set(ignore)))
        if self._ahead in "*+?{":
            raise _Unknown
        chars = ~_literal("\n") if self._take(_ANY) else self._character()
        return _Piece(str(chars.in_any_case() if ignore else chars))

    def _group(self, ignore: bool, verbose: bool) -> tuple[_Sequence, ...]:
        again = self._take(_AGAIN)
        if again is not None:
            if again[1] not in self._named:
                raise _Unknown
            return tuple(map(_anywhere, self._named[again[1]]))
        around = self._take(_AROUND)
        opened = None if around else self._take(_OPENED)
        if around is None and opened is None:
            raise _Unknown
        flags = opened["flags"] or "" if opened else ""
        inner = self.choices(ignore or "i" in flags, verbose or "x" in flags)
        if self._next() != ")":
            raise _Unknown
        if opened is None:
            return ()
        if opened["name"]:
            self._named.setdefault(opened["name"], []).extend(inner)
        return inner

    def _set(self, ignore: bool) -> _Set:
        """Return the set in brackets."""
        self._next()
        negated = self._take(_NOT) is not None
        found = self._member()  # a bracket right at the beginning is a member
        while self._ahead != "]":
            found |= self._member()
        self._next()
        found = found.in_any_case() if ignore else found
        return ~found if negated else found

    def _member(self) -> _Set:
        if self._ahead == "[":  # a nested set, or a POSIX class
            raise _Unknown
        span = self._take(_RANGE)
        if span is not None:
            return _Set(frozenset(range(ord(span[0][0]), ord(span[0][2]) + 1)))
        chars = self._character()
        if self._take(_RANGE_GOES_ON):
            raise _Unknown
        return chars

    def _character(self) -> _Set:
        code = self._take(_CODE)
        if code is not None:
            return _literal(chr(int(code[1] or code[2], 16)))
        known = self._take(_PROPERTY)
        if known is not None:
            return _PROPERTIES[known[1]]
        char = self._next()
        if char != "\\":
            return _literal(char)
        char = self._next()
        if char in _ESCAPED:
            return _ESCAPED[char]
        if char in _CONTROL:
            return _literal(_CONTROL[char])
        if char.isalnum() or not char.isascii():
            raise _Unknown
        return _literal(char)

    def _counts(self, verbose: bool) -> tuple[int, int | None]:
        """Return how often a piece may be repeated: the minimum, and the maximum or None."""
        while verbose and self._ahead and self._skip():
            pass
        counts = self._take(_COUNTS)
        if counts is None:
            if self._ahead == "{":
                raise _Unknown
            return 1, 1
        self._take(_HOW)
        if (self._ahead and self._ahead in "*+?{") or counts[0] == "{,}":
            raise _Unknown
        if counts[0] in _SIGNS:
            return _SIGNS[counts[0]]
        low = int(counts[1] or 0)
        high = int(counts[3]) if counts[3] else None if counts[2] else low
        if high is None or high > _COUNTED or high - low > _SPREAD:
            return min(low, _COUNTED), None
        return low, high


def _literal(char: str) -> _Set:
    if char.isascii():
        return _Set(frozenset({ord(char)}))
    return _Set(some=frozenset({_shown(char)}))


@cache
def _letter(char: str, ignore: bool) -> _Piece:
    found = _literal(char)
    return _Piece(str(found.in_any_case() if ignore else found))
