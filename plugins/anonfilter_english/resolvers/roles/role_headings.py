"""Lists of names under a heading: "Coram:", "COUNSEL FOR THE CLAIMANT", "Witnesses: …"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from anonfilter.contract.document import Span
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people.role_phrases import (
    Cue,
    Phrases,
    Table,
    bare,
    shipped,
    words_of,
)
from anonfilter_english.knowledge.people.role_words import Word, words
from anonfilter_english.resolvers.roles.captions import PARTY, captioned

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ITEM = re.compile(r"[ \t]*(?:\(?\d{1,3}[.)]|\(?[a-z]\)|[-\u2022*])?[ \t]*")
_BETWEEN = re.compile(
    r"(?:\s*[,;/(]|\s+(?:and|&))?[^\S\n]*\n?[^\S\n]*(?:(?:and|&)\s+)?(?:\d{1,2}[.)]\s*)?", re.I
)
_COLUMN = re.compile(r"[^\S\n]{3,}")
_GOES_ON = re.compile(r"\s*[,;(]")
_SPOKEN = re.compile(r"[^\S\n]*[.?!]")
_BRACKETED = re.compile(r"\([^()\n]*\)")
_SMALL_WORDS = frozenset(("for", "of", "and", "in", "at", "to", "by", "on", "no", "behalf", "with"))
_MOST_WORDS = 12
_MOST_OF_BENCH = 200
_COMPOSITION = "following composition"  # above a list also without a colon
_STRAY_LINES = 3
_LONGEST_STRAY = 70
_MOST_NAMES = 60


class Line(NamedTuple):
    start: int
    end: int
    blank_before: bool


class Item(NamedTuple):
    """What the heading above a name says of it; ``sure`` if the name is plainly an item: on the
    heading's line, with a form of address in the block right below it, or with a title that
    says the same. A name that just stands there may be a party's, or the next sentence's."""

    cue: Cue
    sure: bool
    captioned: bool = False


def listed(
    text: str, spans: Sequence[Span], phrases: Phrases, spoken: Collection[int] = ()
) -> Mapping[int, Item]:
    """What is said of each name that stands in a list under a heading, by where it begins.

    ``spans`` are in order. ``spoken`` are the places of colons behind speakers' labels.
    """
    reader = _Reader(text, spans, phrases, spoken)
    items = reader.read()
    below = captioned(text, spans, phrases, reader.sits)
    return {**{start: Item(cue, True, cue.role == PARTY) for start, cue in below.items()}, **items}


class _Reader:
    def __init__(
        self, text: str, spans: Sequence[Span], phrases: Phrases, spoken: Collection[int]
    ) -> None:
        self._text = text
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._phrases = phrases
        self._spoken = spoken
        self._skipped = words_of("address") | {
            words[0] for words in phrases.before.cues if len(words) == 1
        }
        nouns = {word for phrase in phrases.nouns.cues for word in phrase}
        titles = words_of("address") | {"learned"}
        self._of_roles = nouns | terms("words", "articles") | titles | _SMALL_WORDS
        self._found: dict[int, Item] = {}
        self._sitting: Cue | None = None

    def read(self) -> Mapping[int, Item]:
        cue: Cue | None = None
        stray = names = 0
        block = False
        for line in self._lines():
            if bench := self._bench(line):
                self._sitting = cue = bench
                stray = names = 0
                continue
            heading = self._presiding(line) or self._heading(line)
            if heading is not None:
                cue, first = heading
                names = self._names(first, line.end, cue, announced=True) or 0
                stray = 0
                block = True
                continue
            if cue is None:
                continue
            block = block and not (names and line.blank_before)
            sits = cue == self._sitting
            count = self._names(line.start, line.end, cue, announced=sits, block=block)
            if count is None:
                cue = None
                continue
            names += count
            stray = 0 if count else stray + 1
            ended = stray and (line.blank_before or stray > _STRAY_LINES)
            if ended or names > _MOST_NAMES or (not count and self._is_prose(line)):
                cue = None
        return self._found

    @property
    def sits(self) -> str:
        """The role of those who sit here; "" if the text has no list of them."""
        return self._sitting.role if self._sitting else ""

    def _lines(self) -> Iterator[Line]:
        end = 0
        for match in _LINE.finditer(self._text):
            yield Line(*match.span(), self._text.count("\n", end, match.start()) > 1)
            end = match.end()

    def _is_prose(self, line: Line) -> bool:
        return line.end - line.start > _LONGEST_STRAY

    def _heading(self, line: Line) -> tuple[Cue, int] | None:
        """The cue of a line that announces names, and where the first may stand. Headings of
        two columns count if they say the same."""
        text = self._text
        colon = text.find(":", line.start, line.end)
        if colon in self._spoken:
            return None
        columns = _COLUMN.split(text[line.start : line.end].strip()) if colon < 0 else []
        if len(columns) > 1:
            cues = {self._phrases.headings.cues.get(self._said(one)) for one in columns}
            roles = {cue.role for cue in cues if cue is not None}
            if None not in cues and len(roles) == 1:
                return next(cue for cue in cues if cue is not None), line.end
        end = colon if colon >= 0 else line.end
        said = list(words(text, _ITEM.match(text, line.start).end(), end))  # type: ignore[union-attr]
        if not said or len(said) > _MOST_WORDS:
            return None
        keys = bare(one.key for one in said)
        if colon >= 0 and not self._text[colon + 1 : line.end].strip():
            announced = self._following(said)
            if announced is not None:
                return announced, line.end
        table = self._phrases.headings
        for length in range(min(len(keys), table.longest), 0, -1):
            cue = table.cues.get(keys[:length])
            whole = length == len(keys)
            if cue and (whole or (length > 2 and self._stands_out(line, colon))):
                return cue, colon + 1 if colon >= 0 else line.end
        return None

    def _presiding(self, line: Line) -> tuple[Cue, int] | None:
        """ "President:" in a list of those who sit."""
        colon = self._text.find(":", line.start, line.end)
        if self._sitting is None or colon < 0:
            return None
        said = [one.key for one in words(self._text, line.start, colon)]
        if not said or not words_of("presiding").issuperset(said):
            return None
        return self._sitting, colon + 1

    def _bench(self, line: Line) -> Cue | None:
        """ "The Court, sitting as a Chamber composed of:" above the names of its judges. The line
        may have been wrapped before."""
        said = self._text[max(0, line.end - _MOST_OF_BENCH) : line.end].rstrip()
        if not said.endswith((":", _COMPOSITION)):
            return None
        keys = [one.key for one in words(said, 0, len(said))]
        line_says = " ".join(keys)
        if not line_says.endswith(tuple(shipped()["composed"])):
            return None
        at = {word: place for place, word in enumerate(keys)}
        told = {
            max((at.get(word, -1) for word in some), default=-1): role
            for role, some in shipped()["benches"].items()
        }
        nearest = max(told)
        return Cue(told[nearest], plural=True) if nearest >= 0 else None

    def _following(self, said: Sequence[Word]) -> Cue | None:
        """ "The following fact witnesses were heard:" above a list of them."""
        keys = [one.key for one in said]
        if "following" not in keys:
            return None
        cues = self._phrases.nouns.cues
        plurals = (cues.get((key,)) for key in keys[keys.index("following") + 1 :])
        return next((cue for cue in plurals if cue is not None and cue.plural), None)

    def _said(self, heading: str) -> tuple[str, ...]:
        return bare(one.key for one in words(heading, 0, len(heading)))

    def _stands_out(self, line: Line, colon: int) -> bool:
        """ "COUNSEL FOR THE CLAIMANT, CORVIN LTD" goes on after what makes it a heading."""
        return colon >= 0 or self._text[line.start : line.end].isupper()

    def _names(
        self, first: int, end: int, cue: Cue, *, announced: bool = False, block: bool = False
    ) -> int | None:
        """Mark the names of a list that begins here; how many there are, None if it is prose.

        ``announced``: on the line of the heading; ``block``: right below it.
        """
        begins = _ITEM.match(self._text, first).end()  # type: ignore[union-attr]
        at = self._past_address(begins)
        sure = announced or self._is_titled(begins, at, cue.role, block=block)
        found: list[Span] = []
        while at < end:
            place = bisect_left(self._starts, at)
            if place == len(self._spans) or self._starts[place] != at:
                break
            found.append(self._spans[place])
            between = _BETWEEN.match(self._text, self._spans[place].end)
            if between is None or not between[0]:
                break
            end = max(end, between.end() + 1)
            at = self._past_address(between.end())
        if found and self._is_sentence(found[-1].end, cue.role):
            if not (self._text[first:begins].strip() and _GOES_ON.match(self._text, found[-1].end)):
                return None
            sure = False
        if found and _SPOKEN.match(self._text, found[-1].end):
            sure = False
        for span in found:
            self._found.setdefault(span.start, Item(cue, sure))
        return len(found)

    def _is_titled(self, start: int, end: int, role: str, *, block: bool) -> bool:
        """Whether a title of this role stands before a name; in a block, any form of address."""
        before = list(words(self._text, start, end))
        if block and before:
            return True
        table: Table = self._phrases.before
        return any(
            (cue := table.cues.get(tuple(one.key for one in before[at:to]))) and cue.role == role
            for at in range(len(before))
            for to in range(at + 1, len(before) + 1)
        )

    def _is_sentence(self, at: int, role: str) -> bool:
        """Whether a name goes on as prose: with words in small letters that are of no role, on
        its line or wrapped to the next. What marks this role is none: "instructed by"."""
        text = self._text
        found = text.find("\n", at)
        end = found if found >= 0 else len(text)
        ahead = _LINE.match(text, end + 1)
        if ahead and ahead[0].lstrip()[0].islower():
            end = ahead.end()
        rest = _BRACKETED.sub(" ", text[at:end]).partition(";")[0]
        following = list(words(rest, 0, len(rest)))
        while following:
            marked = self._marked(following, role)
            word = following[0]
            if not marked and rest[word.start].islower() and not self._is_of_a_role(word):
                return True
            del following[: marked or 1]
        return False

    def _is_of_a_role(self, word: Word) -> bool:
        """ "witness", "plaintiff-appellant"."""
        return word.key in self._of_roles or self._of_roles.issuperset(word.key.split("-"))

    def _marked(self, ahead: Sequence[Word], role: str) -> int:
        """How many of the first words are a mark of this role."""
        keys = tuple(one.key for one in ahead[: self._phrases.marks.longest])
        cues = self._phrases.marks.cues
        lengths = range(len(keys), 0, -1)
        found = (n for n in lengths if keys[:n] in cues and cues[keys[:n]].role == role)
        return next(found, 0)

    def _past_address(self, at: int) -> int:
        """Behind "Hon'ble Mr. Justice", where the name begins."""
        for one in words(self._text, at, at + 60):
            gap = self._text[at : one.start]
            if one.key not in self._skipped or gap.strip(" .\t"):
                break
            at = one.end
        while at < len(self._text) and self._text[at] in " .\t":
            at += 1
        return at
