"""Find the blocks of a title page: the parties of each side, and who appears for them.

A block of parties ends with the name of their side ("… Petitioner") or with "versus", or begins
with one of them or with "BETWEEN". A block of counsel begins with a phrase such as "For the
Petitioner:", "By Advs." or "Through:". It ends where the next block or running text begins.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from anonfilter.contract.document import Span
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.role_phrases import Phrases, shipped, words_of
from anonfilter_english.knowledge.people.role_words import words
from anonfilter_english.resolvers.roles.captions import PARTY

LAWYER = "LAWYER"

_NUMBER = r"\d{1,3}(?:\s*(?:,|&|and|to|-)\s*\d{1,3}){0,9}"
_LEADER = re.compile(
    r"(?:(?:\.{2}|[\u2026\t]|[-\u2013\u2014_]{2}|[^\S\n]{3}|[^\S\n]\.)[\s.\u2026\u2013\u2014-]{0,40}"
    r"|(?:&|\band)\s+(?:ors|others|anr|another)\b[.\s\u2026\u2013\u2014-]{0,40}"
    r"|(?:\A|\n)[^\S\n]{0,40})\Z",
    re.I,
)
_CAPTION_END = re.compile(r"[\s.,;)\]/-]{0,40}(?:\n|\Z|={2}|(?:v|vs|versus)\b)", re.I)
_LABEL_END = re.compile(rf"(?:\s*\(?(?:nos?\b\.?)?\s*{_NUMBER}\)?)?\s{{0,40}}:[-\u00ad]?", re.I)
_FOR_SIDE = re.compile(
    r"\b(?:for|on\s+behalf\s+of)\s+(?:the\s+)?(?:(?:first|second|third|fourth|resp)\b\.?\s+)?\Z",
    re.I,
)
_OF_OTHERS = re.compile(
    r"\b(?:witness(?:es)?|experts?|interpreters?|evidence|exhibits)\b[^\n]{0,20}\Z", re.I
)
_BY = re.compile(r"[^\S\n]+by\b[\s:.-]*(?=[A-Z])", re.I)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ITEM = re.compile(
    r"\n[^\S\n]*\n\s*|={3,}\s+"
    r"|(?<!\S)(?:\(?\d{1,3}[.)]|\d{1,3}/\d{1,3}\.|\(?[a-z]\)|\d{1,3}(?=[^\S\n]{2}))\s+"
)
_HEAD = re.compile(
    r"[\s\"'(]*(?:\d{1,3}[.)]?\s+)?(?:m/s\.?\s*)?(?:[A-Z][\w'/]{0,12}[.\s]+){0,3}", re.I
)
_SMALL_WORD = re.compile(r"(?<![\w./])[a-z]{2,}(?![\w./])")
_DESCRIPTION = re.compile(r",[^\S\n]*(?P<words>[A-Z]?[a-z][^\n,;:(\d]{2,60})(?=\n|;|\Z)")
_NO_LAWYER = frozenset(("general", "public", "person", "state", "with", "from", "present", "video"))
_FOR_A_CLIENT = re.compile(r"\b(?:for|behalf\s+of)\s+(?:[\w./()-]+\s+){0,4}\Z", re.I)
_A_LAWYER = re.compile(r",?\s*(?:adv|advs|advocates?|counsel|sr)\b", re.I)
_A_JUDGE = re.compile(r"\s?,?\s?(?:C\.?\s?)?J(?:\.\s?J)?\.(?=\s*(?:[:\n(&,]|and\b|\Z))")
_BEFORE = 60
_FEW_SMALL_WORDS = 4
_INDENT = 24
_LONGEST = 3000
_NEAREST = 400


class Kind(Enum):
    """What a mark begins or ends."""

    CAPTION = "the side of the parties above"
    PARTIES = "a label of the parties below"
    VERSUS = "parties above and below"
    COUNSEL = "lawyers below"
    BOUNDARY = "neither"


_ENDING_PARTIES = (Kind.CAPTION, Kind.VERSUS)
_BEGINNING_PARTIES = (Kind.PARTIES, Kind.VERSUS)


class Mark(NamedTuple):
    """A stretch between two blocks, such as "versus"; ``kind`` says what begins or ends there."""

    start: int
    end: int
    kind: Kind


def blocks(
    text: str, spans: Sequence[Span], people: Collection[str], phrases: Phrases
) -> Mapping[int, str]:
    """Return the role of each name in a block, by its start.

    ``spans`` are in order; lawyers are among those with a label in ``people``.
    """
    titles = words_of("address")
    spans = [span for span in spans if fold(text[span.start : span.end]) not in titles]
    starts = [span.start for span in spans]
    found: dict[int, str] = {}
    for before, after in pairwise(_marks(text)):
        first, last = before.end, min(after.start, before.end + _LONGEST)
        if before.kind is Kind.COUNSEL:
            if after.kind is Kind.CAPTION:
                last = max(first, text.rfind("\n", first, last))
            inside = spans[bisect_left(starts, first) : bisect_left(starts, last)]
            last = _heading_of_others(text, first, last, phrases)
            inside = [span for span in inside if span.label in people]
            end = _end_of_counsel(text, first, last, inside)
            found |= dict.fromkeys(_counsel(text, first, end, inside), LAWYER)
        elif after.kind in _ENDING_PARTIES or before.kind in _BEGINNING_PARTIES:
            last = after.start
            if before.kind is Kind.BOUNDARY:
                first = max(first, last - _NEAREST)
            inside = spans[bisect_left(starts, first) : bisect_left(starts, last)]
            heads = list(_heads(text, first, last, inside))
            if before.kind is Kind.BOUNDARY:  # the name of the court may begin the page
                heads = heads[-1:] if len(heads) < 2 or not _is_numbered(text, heads) else heads
            found |= dict.fromkeys(heads, PARTY)
    return found


def _marks(text: str) -> list[Mark]:
    """Return the marks of a text in order; none overlaps the one before."""
    marks = [Mark(0, 0, Kind.BOUNDARY)]
    for mark in sorted((*_sides(text), *_openings(text)), key=lambda mark: (mark.start, -mark.end)):
        if mark.start >= marks[-1].end:
            marks.append(mark)
    return [*marks, Mark(len(text), len(text), Kind.BOUNDARY)]


def _sides(text: str) -> Iterator[Mark]:
    """Yield the marks at the names of sides: captions, labels, "For the Petitioner:"."""
    for match in _side().finditer(text):
        start, end = match.span()
        before = text[max(0, start - _BEFORE) : start]
        label = _LABEL_END.match(text, end)
        for_side = _FOR_SIDE.search(before)
        if for_side:
            if label and not _OF_OTHERS.search(before[: for_side.start()]):
                yield Mark(start - len(before) + for_side.start(), label.end(), Kind.COUNSEL)
        elif _LEADER.search(before):
            if label:
                yield Mark(start, label.end(), Kind.PARTIES)
            elif by := _BY.match(text, end):
                yield Mark(start, by.end(), Kind.COUNSEL)
            elif _CAPTION_END.match(text, end):
                yield Mark(start, end, Kind.CAPTION)


def _openings(text: str) -> Iterator[Mark]:
    """Yield the marks at other phrases, and where a title page ends."""
    between = False
    for match in _opening().finditer(text):
        kind = Kind[(match.lastgroup or "").upper()]
        if kind is Kind.PARTIES:
            between = between or match[kind.name.lower()].casefold() == "between"
            if not between:  # "and" alone on a line follows "between"
                continue
        yield Mark(*match.span(), kind)


def _heads(text: str, first: int, last: int, inside: Sequence[Span]) -> Iterator[int]:
    """Yield the starts of the names that begin an item of a block of parties."""
    at = 0
    starts = [first, *(match.end() for match in _ITEM.finditer(text, first, last))]
    for start, end in pairwise([*starts, last]):
        while at < len(inside) and inside[at].start < start:
            at += 1
        if at < len(inside) and inside[at].start < end:
            line = _LINE.match(text, inside[at].end, end)
            rest = line[0] if line else ""
            heads = _HEAD.fullmatch(text, start, inside[at].start)
            if heads and not _A_LAWYER.match(rest) and not _is_prose(rest, "party_words"):
                yield inside[at].start


def _is_numbered(text: str, heads: Sequence[int]) -> bool:
    """Return True if a number precedes the last name, so that the names above are numbered too."""
    line = text[text.rfind("\n", 0, heads[-1]) + 1 : heads[-1]]
    return _ITEM.match(line.lstrip()) is not None


def _heading_of_others(text: str, first: int, last: int, phrases: Phrases) -> int:
    """Return where a line such as "Witnesses" ends a block of lawyers; ``last`` if none does."""
    for line in _LINE.finditer(text, first, last):
        cue = phrases.nouns.cues.get(tuple(word.key for word in words(text, *line.span())))
        if cue is not None and cue.plural and cue.role not in (LAWYER, PARTY):
            return line.start()
    return last


def _counsel(text: str, first: int, end: int, inside: Sequence[Span]) -> Iterator[int]:
    """Yield the starts of the names in a block of lawyers that ends at ``end``.

    If a lawyer is described as such, people with other descriptions are no lawyers: "Mr. Bell,
    counsel", "Ms. Voss, Secretary General".
    """
    described = {
        span.start: set(re.findall(r"[a-z-]+", what["words"].casefold()))
        for span in inside
        if span.start < end and (what := _DESCRIPTION.match(text, span.end))
    }
    lawyers = {word for word in _words_of_block("counsel_words") if len(word) > 3} - _NO_LAWYER
    stated = any(not lawyers.isdisjoint(what) for what in described.values())
    for span in inside:
        if stated and lawyers.isdisjoint(described.get(span.start, lawyers)):
            continue
        before = text[max(first, span.start - _BEFORE) : span.start]
        client = _FOR_A_CLIENT.search(before) and not _A_LAWYER.match(text, span.end)
        if _A_JUDGE.match(text, span.end):
            return
        if span.start < end and not client:
            yield span.start


def _end_of_counsel(text: str, first: int, last: int, inside: Sequence[Span]) -> int:
    """Return where running text begins, or a paragraph that begins with no name."""
    names = [span.start for span in inside]
    done = first
    for line in _LINE.finditer(text, first, last):
        at = bisect_left(names, line.start())
        named = at < len(names) and names[at] < min(line.end(), line.start() + _INDENT)
        blank = text.count("\n", done, line.start()) > 1
        known = bool(names) and names[0] < done
        if _is_prose(line[0], "counsel_words") or (blank and known and not named):
            return line.start()
        done = line.end()
    return last


def _is_prose(text: str, allowed: str) -> bool:
    """Return True if a text has several words in lower case that do not belong to the block."""
    words = _words_of_block(allowed)
    return sum(word not in words for word in _SMALL_WORD.findall(text)) >= _FEW_SMALL_WORDS


@cache
def _words_of_block(name: str) -> frozenset[str]:
    """Return the words in lower case that a block may have, besides the names of the sides."""
    data = shipped()["title_page"]
    return frozenset(
        word.key
        for phrase in (*data["sides"], *data[name])
        for word in words(phrase, 0, len(phrase))
    )


@cache
def _side() -> re.Pattern[str]:
    """Return a pattern for the name of a side: "Appellant(s)/Plaintiffs", "2nd Respondent"."""
    side = rf"(?:{_alternatives(shipped()['title_page']['sides'])})(?:\(s\)|/s|\[s\]|s)?"
    joint = r"(?:\s?(?:/|&|-|\band\b)\s?(?:(?:\d(?:st|nd|rd|th)|sole)\s)?"
    return re.compile(rf"(?<![\w/])(?<!\w-){side}{joint}(?:{side}|state)){{0,3}}(?!\w)", re.I)


@cache
def _opening() -> re.Pattern[str]:
    """Return a pattern with one group for each kind of mark, except for the names of sides."""
    data = shipped()["title_page"]
    addressed = "|".join(sorted(map(re.escape, words_of("address")), key=len, reverse=True))
    return re.compile(
        rf"(?:(?<=\n)|\A)[^\n]{{0,60}}(?P<parties>\bbetween|(?<=\n)\s{{0,40}}and)\b[^\S\n]*:?[^\S\n]*(?=\n)"
        rf"|(?:(?<=\n)|\A)[^\S\n]*(?P<versus>(?:v|vs|versus)\b[^\S\n]*\.?)[^\S\n]*(?=\n)"
        rf"|(?<!\w)(?P<counsel>(?:{_alternatives(data['counsel'])})\s{{0,20}}:[-\u00ad]?"
        rf"|(?:(?<=\n)|(?<=\n\s)|(?<=[^\S\n]{{2}}))(?:r-?\d{{1,2}}\s+)?by\s+adv(?:ocate)?s?\b\.?\s*:?"
        rf"|(?:(?<=\n)[^\S\n]*)?(?:\(|\br-?\d{{1,2}}\s{{1,8}})by\s+(?=(?:{addressed})\b\.?))"
        rf"|(?<!\w)(?P<boundary>(?<!late\s)(?:{_alternatives(data['bench'])})\b[^\n]{{0,80}}"
        rf"|(?:(?<=\n)|\A)[^\n(]{{0,60}}?\bnos?\b[\s.:-]{{0,9}}\d{{1,6}}\s*(?:/|\bof\b)\s*(?:19|20)\d\d\b"
        rf"|(?:(?<=\n)|\A)[+*\s]{{0,9}}[\w.()-]+\s+\d{{1,6}}/(?:19|20)\d\d[^\S\n]*(?=\n)"
        rf"|(?:(?<=\n)|(?<=[(\[])|\A)[^\S\n]*(?:before|present|bench)\b[^\n]{{0,80}}"
        rf"|(?:{_alternatives(data['end'])})[^\S\n]*:?-?[^\S\n]*(?=\n))",
        re.I,
    )


def _alternatives(phrases: Iterable[str]) -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in ordered)
