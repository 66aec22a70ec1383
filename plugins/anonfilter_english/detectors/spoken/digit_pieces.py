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
    DIGIT = auto()
    PAIR = auto()
    FIGURES = auto()
    SLIP = auto()
    ZEROS = auto()
    LETTER = auto()
    RADIO = auto()


@hide_values
@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of a spoken number, and its written form."""

    start: int
    end: int
    kind: Kind
    written: str


_RADIO = table("alphabets")["alphabets"]["nato"]
_DIGIT, _UNIT, _TEEN, _TEN = (alternatives(words) for words in (DIGITS, UNITS, TEENS, TENS))
_ATOM = re.compile(
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


def _atom(match: re.Match[str]) -> Atom:
    kind = match.lastgroup or ""
    start, end = match.span()
    if kind == "zeros":
        return Atom(start, end, Kind.ZEROS, ZEROS[match[0].casefold()])
    if kind == "radio":
        return Atom(start, end, Kind.RADIO, match[0][0].upper())
    if kind == "letter":
        return Atom(start, end, Kind.LETTER, match[0].upper())
    return Atom(start, end, _KINDS[kind], digits_of(match[0]))


_SENTENCE = re.compile(r"[.!?]\s")
_CLOSED = re.compile(r"\s*(?:[.,;:?!)\]]|\Z)")
_BARE = r"[\s-]{1,3}"
_LINE_NUMBER = re.compile(r"(?m)^[ \t]*\d{1,2}(?=[ \t]{2}|\t)")


@cache
def _gap() -> re.Pattern[str]:
    return compiled(
        rf"[\s,.()/-]{{0,5}}(?:(?:{listed('between_digits')}|\b{HESITATION}\b)[\s,.()-]{{1,4}}){{0,4}}"
    )


def chains(text: str) -> Iterator[list[Atom]]:
    """Yield the runs of pieces that only hesitation separates; numbers of lines are no pieces."""
    chain: list[Atom] = []
    line_numbers = {match.end() for match in _LINE_NUMBER.finditer(text)}
    for match in _ATOM.finditer(text):
        atom = _atom(match)
        if atom.end in line_numbers:
            yield from _trimmed(text, chain)
            chain = []
            continue
        if chain and not _goes_on(text, chain[-1], atom):
            yield from _trimmed(text, chain)
            chain = []
        chain.append(atom)
    yield from _trimmed(text, chain)


def _goes_on(text: str, before: Atom, atom: Atom) -> bool:
    if atom.start - before.end > 60:
        return False
    gap = text[before.end : atom.start]
    if Kind.SLIP in (before.kind, atom.kind) or atom.kind is Kind.ZEROS:
        return compiled(_BARE).fullmatch(gap) is not None
    if _gap().fullmatch(gap) is None:
        return False
    if atom.kind is Kind.LETTER and before.kind is not Kind.LETTER and _SENTENCE.search(gap):
        return False
    if before.kind is Kind.FIGURES and atom.kind is Kind.DIGIT and "," in gap:
        digits_follow = (
            _ATOM.match(text, atom.end + 1) is not None
        )  # "555, oh one", not "12, one of"
        return digits_follow or _CLOSED.match(text, atom.end) is not None
    oh = text[atom.start : atom.end].casefold() == "oh"
    return not (oh and "--" in gap)  # "... two eight oh-- Oh, I'm"


def _trimmed(text: str, chain: Sequence[Atom]) -> Iterator[list[Atom]]:
    """Divide a chain at misheard digits ("for") that are not among digits.

    Words of the radio alphabet are letters if the chain has two, of which one is no name.
    """
    spelled = _is_radio(text, chain)
    part: list[Atom] = []
    for at, atom in enumerate(chain):
        if atom.kind is Kind.RADIO:
            if spelled:
                part.append(atom)
            elif part:
                yield part
                part = []
            continue
        if atom.kind is Kind.SLIP and not _amid_digits(text, chain, at):
            if part:
                yield part
            part = []
        elif atom.kind is Kind.ZEROS and not (part and part[-1].kind is not Kind.LETTER):
            continue
        else:
            part.append(atom)
    while part and part[-1].kind is Kind.LETTER and not _touches(text, part):
        part.pop()
    if part:
        yield part


def _is_radio(text: str, chain: Sequence[Atom]) -> bool:
    words = [text[atom.start : atom.end] for atom in chain if atom.kind is Kind.RADIO]
    telling = terms("alphabets", "telling")
    return len(words) > 1 and any(word.casefold() in telling for word in words)


def _touches(text: str, part: Sequence[Atom]) -> bool:
    """Return True if the last piece directly follows the piece before: not "five one, so r"."""
    if len(part) < 2:
        return False
    return compiled(_BARE).fullmatch(text[part[-2].end : part[-1].start]) is not None


def _amid_digits(text: str, chain: Sequence[Atom], at: int) -> bool:
    single = (Kind.DIGIT, Kind.FIGURES)
    if at == 0 or chain[at - 1].kind not in single:
        return False
    if at + 1 < len(chain):
        return chain[at + 1].kind in single
    return at > 1 and _CLOSED.match(text, chain[at].end) is not None
