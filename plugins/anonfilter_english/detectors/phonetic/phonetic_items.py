"""Read runs of letters, digits, and words that stand for letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.number_words import DIGITS, REPEATS, TEENS, TENS
from anonfilter_english.knowledge.spelling.spelled_letters import GAP, LETTER, grammar
from anonfilter_english.knowledge.spoken_digits import Digit, read_digits
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, table, terms

_WORD = 3  # letters of a spelled name


class Kind(Enum):
    """A way to say a letter or digit."""

    EXPLAINED = "V as in Victor"
    MAYBE = "I like ice: explained, if its neighbour is"
    PAIR = "V Victor"
    WORD = "Victor"
    LETTER = "V"
    DIGITS = "1, one"


@hide_values
@dataclass(frozen=True, slots=True)
class Item:
    """One or more letters or digits, and their written form."""

    start: int
    end: int
    kind: Kind
    value: str
    digit: Digit | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class Patterns:
    """The regexes by which items are read."""

    start: re.Pattern[str]
    explained: re.Pattern[str]
    pair: re.Pattern[str]
    word: re.Pattern[str]
    attached: re.Pattern[str]
    two: re.Pattern[str]
    link: re.Pattern[str]


def alphabet() -> frozenset[str]:
    """Return the words of all spelling alphabets."""
    return frozenset(word for words in table("alphabets")["alphabets"].values() for word in words)


@cache
def patterns() -> Patterns:
    """Return the regexes, which are compiled from word lists when first needed."""
    words = alternatives(alphabet())
    modifiers = terms("spelling", "modifiers")
    starts = alternatives({*alphabet(), *modifiers, *DIGITS, *TEENS, *TENS, *REPEATS})
    modifier = rf"(?:(?P<modifier>{alternatives(modifiers)})\s{{1,4}})?"
    sure, perhaps = (
        alternatives(terms("alphabets", key)) for key in ("explains", "perhaps_explains")
    )
    never = alternatives(terms("alphabets", "never_explain"))
    return Patterns(
        start=re.compile(
            rf"""(?ix:(?<!\w)(?:[^\W\d_](?!\w|'\w)|[^\W\d_]{{1,2}}\d|[a-z]{{2}}[\s\-]{{1,3}}\d{{4}}
                |\d|(?:{starts})(?!\w)))"""
        ),
        explained=re.compile(
            rf"""(?ix:(?<!\w){modifier}(?P<letter>{LETTER})
                (?:[\s,\-]{{1,4}}(?P<sure>{sure})[\s,\-]{{1,4}}(?:(?:the|an?)\s{{1,4}})?
                   (?:(?:word|name|letter)\s{{1,4}})?["']?
                   (?:(?P=letter)[^\W\d_]+(?:-[^\W\d_]+)?|x[\s\-]ray|[^\W\d_]*(?P=letter))
                  |(?<!\w-[^\W\d_])\s{{1,4}}(?P<perhaps>{perhaps})\s{{1,4}}
                   (?!(?:{never})(?!\w))(?:(?P=letter)[^\W\d_]+(?:-[^\W\d_]+)?|x[\s\-]ray))
                (?!\w)["']?)"""
        ),
        pair=re.compile(
            rf"(?ix:(?<!\w){modifier}(?P<letter>{LETTER})[\s,]{{1,3}}(?=(?P=letter))(?P<word>{words})(?!\w))"
        ),
        word=re.compile(rf"(?<!\w)(?:{words})(?![\w']|-\w)", re.I),
        attached=re.compile(
            r"(?<![\w@/])(?<!\w[.\-])(?P<letters>[^\W\d_]{1,2})(?P<digits>\d{1,12})(?![\w@])"
        ),
        two=re.compile(r"(?<!\w)[A-Z]{2}(?=[\s-]{1,3}\d{4})"),
        link=re.compile(rf"{GAP}(?:(?:{HESITATION}|and|then|dash|hyphen)\b{GAP}){{0,3}}+", re.I),
    )


def stretches(text: str, start: int, end: int) -> Iterator[list[Item]]:
    """Yield the items of each run of letters and digits in text[start:end]."""
    at = start
    by = patterns()
    while match := by.start.search(text, at, end):
        items = _read(text, match.start(), end)
        if items:
            yield items
            at = items[-1].end
        else:
            at = match.end()


def _read(text: str, start: int, end: int) -> list[Item]:
    items: list[Item] = []
    at = start
    spelled = True  # so far only letters with hyphens between them: "B-E-L-L"
    link = patterns().link
    while found := _items_at(text, at, end):
        if spelled and len(items) >= _WORD and _begins_another(text, items[-1], found[0]):
            break
        hyphen = not items or text[items[-1].end : found[0].start] == "-"
        spelled = spelled and hyphen and all(item.kind is Kind.LETTER for item in found)
        items += found
        between = link.match(text, items[-1].end, end)
        if between is None:
            break
        at = between.end()
    return items


def _begins_another(text: str, last: Item, following: Item) -> bool:
    """Return True if an ID begins after a spelled name: "B-E-L-L, T as in Tom, four"."""
    return (
        last.kind is Kind.LETTER
        and any(char in ",." for char in text[last.end : following.start])
        and following.kind is not Kind.LETTER
        and following.value.casefold() != last.value.casefold()
    )


def _items_at(text: str, at: int, end: int) -> list[Item]:
    """Return the items that begin at an offset, or no items."""
    by = patterns()
    if match := by.explained.match(text, at, end):
        sure = match["sure"] or match["modifier"] or _is_clear(match)
        kind = Kind.EXPLAINED if sure else Kind.MAYBE
        return [Item(*match.span(), kind, match["letter"])]
    if match := by.pair.match(text, at, end):
        kind = Kind.EXPLAINED if match["modifier"] else Kind.PAIR
        return [Item(*match.span(), kind, match["letter"])]
    if match := by.attached.match(text, at, end):
        digit = Digit(*match.span("digits"), match["digits"], written=True)
        return [
            Item(*match.span("letters"), Kind.LETTER, match["letters"]),
            Item(digit.start, digit.end, Kind.DIGITS, digit.value, digit),
        ]
    if match := by.two.match(text, at, end):
        return [Item(*match.span(), Kind.LETTER, match[0])]
    digits = read_digits(text, at, end)
    if digits:
        return [Item(digit.start, digit.end, Kind.DIGITS, digit.value, digit) for digit in digits]
    if match := by.word.match(text, at, end):
        return [Item(*match.span(), Kind.WORD, match[0][0])]
    if match := grammar().unit.match(text, at, end):
        letters = match["plain"] or match["repeated"] or match["counted"]
        times = grammar().repeats.get((match["repeat"] or "").casefold(), 1)
        return [Item(*match.span(), Kind.LETTER, letters * times)]
    return []


def _is_clear(match: re.Match[str]) -> bool:
    """Return True for a clear explanation: "B for boy", "A like apple"; not "I like ice"."""
    if match["perhaps"].casefold() not in ("for", "like"):
        return False
    return match["letter"].casefold() not in "ai" or match["letter"] == "A"
