"""Read the pieces of a spoken string of digits: "four", "forty-two", "double five", "L"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.number_words import (
    DIGITS,
    REPEATS,
    SLIPS,
    TEENS,
    TENS,
    UNITS,
    digits_of,
)
from anonfilter_english.knowledge.spoken_numbers import compiled, listed
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, table, terms

ZEROS = {"hundred": "00", "thousand": "000"}


class Kind(Enum):
    """A kind of piece."""

    DIGIT = auto()
    PAIR = auto()
    FIGURES = auto()
    SLIP = auto()
    ZEROS = auto()
    LETTER = auto()
    RADIO = auto()


@hide_values
@dataclass(frozen=True, slots=True)
class DigitPiece:
    """A piece of a spoken string of digits, and its written form."""

    start: int
    end: int
    kind: Kind
    written: str


_RADIO = table("alphabets")["alphabets"]["nato"]
_DIGIT, _UNIT, _TEEN, _TEN = (alternatives(words) for words in (DIGITS, UNITS, TEENS, TENS))
_DIGIT_PIECE = re.compile(
    rf"(?<![\w'$£€])(?:(?P<times>{alternatives(REPEATS)})[\s-]{{1,3}}(?P<timed>{_DIGIT}|o|\d(?!\d))"
    rf"|(?P<digit>{_DIGIT}|o(?=[\s-]{{1,3}}(?:{_DIGIT}|\d)))"
    rf"|(?P<pair>(?:{_TEN})(?:[\s-](?:{_UNIT})(?!\w))?|{_TEEN})"
    rf"|(?P<radio>{alternatives(_RADIO)})"
    rf"|(?P<slip>{alternatives(SLIPS)})|(?P<zeros>{alternatives(ZEROS)})"
    r"|(?<!\d[.,:])(?P<figures>\d{1,12})(?![%°]|[.,:]\d)"
    r"|(?P<letter>(?-i:[B-HJ-Zb-hj-z]|A|a(?=-)|I(?=[\s-][A-Z][\s-]))))(?![\w'])",
    re.I,
)


_KINDS = {
    "timed": Kind.DIGIT,
    "digit": Kind.DIGIT,
    "pair": Kind.PAIR,
    "slip": Kind.SLIP,
    "figures": Kind.FIGURES,
}


def _digit_piece(match: re.Match[str]) -> DigitPiece:
    kind = match.lastgroup or ""
    start, end = match.span()
    if kind == "zeros":
        return DigitPiece(start, end, Kind.ZEROS, ZEROS[match[0].casefold()])
    if kind == "radio":
        return DigitPiece(start, end, Kind.RADIO, match[0][0].upper())
    if kind == "letter":
        return DigitPiece(start, end, Kind.LETTER, match[0].upper())
    return DigitPiece(start, end, _KINDS[kind], digits_of(match[0]))


_SENTENCE = re.compile(r"[.!?]\s")
_CLOSED = re.compile(r"\s*(?:[.,;:?!)\]]|\Z)")
_BARE = r"[\s-]{1,3}"
_LINE_NUMBER = re.compile(r"(?m)^[ \t]*\d{1,2}(?=[ \t]{2}|\t)")


@cache
def _gap() -> re.Pattern[str]:
    return compiled(
        rf"[\s,.()/-]{{0,5}}(?:(?:{listed('between_digits')}|\b{HESITATION}\b)[\s,.()-]{{1,4}}){{0,4}}"
    )


def chains(text: str) -> Iterator[list[DigitPiece]]:
    """Yield runs of pieces with only hesitation between them; line numbers are no pieces."""
    chain: list[DigitPiece] = []
    line_numbers = {match.end() for match in _LINE_NUMBER.finditer(text)}
    for match in _DIGIT_PIECE.finditer(text):
        piece = _digit_piece(match)
        if piece.end in line_numbers:
            yield from _trimmed(text, chain)
            chain = []
            continue
        if chain and not _goes_on(text, chain[-1], piece):
            yield from _trimmed(text, chain)
            chain = []
        chain.append(piece)
    yield from _trimmed(text, chain)


def _goes_on(text: str, before: DigitPiece, piece: DigitPiece) -> bool:
    """Return True if a piece continues the digits of the piece before."""
    if piece.start - before.end > 60:
        return False
    gap = text[before.end : piece.start]
    if Kind.SLIP in (before.kind, piece.kind) or piece.kind is Kind.ZEROS:
        return compiled(_BARE).fullmatch(gap) is not None
    if _gap().fullmatch(gap) is None:
        return False
    if piece.kind is Kind.LETTER and before.kind is not Kind.LETTER and _SENTENCE.search(gap):
        return False
    if before.kind is Kind.FIGURES and piece.kind is Kind.DIGIT and "," in gap:
        # "555, oh one", not "12, one of"
        digits_follow = _DIGIT_PIECE.match(text, piece.end + 1) is not None
        return digits_follow or _CLOSED.match(text, piece.end) is not None
    oh = text[piece.start : piece.end].casefold() == "oh"
    return not (oh and "--" in gap)  # "... two eight oh-- Oh, I'm"


def _trimmed(text: str, chain: Sequence[DigitPiece]) -> Iterator[list[DigitPiece]]:
    """Yield the parts of a chain between misheard digits ("for") that are not among digits.

    Words of the radio alphabet stand for letters if the chain has two, and at least one is no name.
    """
    words = [text[piece.start : piece.end] for piece in chain if piece.kind is Kind.RADIO]
    telling = terms("alphabets", "telling")
    spelled = len(words) > 1 and any(word.casefold() in telling for word in words)
    part: list[DigitPiece] = []
    for at, piece in enumerate(chain):
        if piece.kind is Kind.RADIO:
            if spelled:
                part.append(piece)
            elif part:
                yield part
                part = []
            continue
        if piece.kind is Kind.SLIP and not _amid_digits(text, chain, at):
            if part:
                yield part
            part = []
        elif piece.kind is Kind.ZEROS and not (part and part[-1].kind is not Kind.LETTER):
            continue
        else:
            part.append(piece)
    while part and part[-1].kind is Kind.LETTER and not _touches(text, part):
        part.pop()
    if part:
        yield part


def _touches(text: str, part: Sequence[DigitPiece]) -> bool:
    """Return True if the last piece directly follows the piece before: not "five one, so r"."""
    if len(part) < 2:
        return False
    return compiled(_BARE).fullmatch(text[part[-2].end : part[-1].start]) is not None


def _amid_digits(text: str, chain: Sequence[DigitPiece], at: int) -> bool:
    single = (Kind.DIGIT, Kind.FIGURES)
    if at == 0 or chain[at - 1].kind not in single:
        return False
    if at + 1 < len(chain):
        return chain[at + 1].kind in single
    return at > 1 and _CLOSED.match(text, chain[at].end) is not None
