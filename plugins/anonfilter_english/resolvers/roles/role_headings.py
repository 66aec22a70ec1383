"""Find lists of names under a heading: "Coram:", "COUNSEL FOR THE CLAIMANT", "Witnesses: …"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from anonfilter.contract.document import Span
from anonfilter_english.knowledge.people.role_phrases import (
    Cue,
    Phrases,
    shipped,
    without_articles,
    words_of,
)
from anonfilter_english.knowledge.people.role_words import Word, words
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.sentences import ends_sentence
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.roles.captions import PARTY, captioned
from anonfilter_english.resolvers.roles.phrase_matcher import keys_of
from anonfilter_english.resolvers.roles.title_blocks import blocks

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ITEM = re.compile(r"[ \t]*(?:\(?\d{1,3}[.)]|\(?[a-z]\)|[-\u2022*])?[ \t]*")
_BETWEEN = re.compile(
    r"(?:\s*[,;/(]|\s+(?:and|&))?[^\S\n]*\n?[^\S\n]*(?:(?:and|&)\s+)?(?:\d{1,2}[.)]\s*)?", re.I
)
_COLUMN = re.compile(r"[^\S\n]{3,}")
_GOES_ON = re.compile(r"\s*[,;(]")
_SPOKEN = re.compile(r"[^\S\n]*[.?!]")
_BRACKET_BEHIND = re.compile(r"[^\S\n]?\([^()\n]{0,60}\)")
_LONGEST_ADDITION = 80
_BRACKETED = re.compile(r"\([^()\n]*\)")
_ASSISTING = "TRIBUNAL_MEMBER"
_SMALL_WORDS = frozenset(("for", "of", "and", "in", "at", "to", "by", "on", "no", "behalf", "with"))
_MOST_WORDS = 12
_MOST_OF_BENCH = 200
_COMPOSITION = "following composition"  # above a list also without a colon
_STRAY_LINES = 3
_LONGEST_STRAY = 70
_MOST_NAMES = 60


_LONGEST_SENTENCE = 600
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_NEAR = 60
_BY_SOMEONE = re.compile(r"\b(?:by|for|of|from)\s+(?:the\s+)?(?:\w+\.?\s+){0,2}\Z", re.I)


def _ends(text: str, start: int, end: int) -> bool:
    """Return True if a sentence ends in text[start:end], or a label or a paragraph begins."""
    between = text[start:end]
    return (
        ":" in between
        or _PARAGRAPH.search(between) is not None
        or any(text[at] == "." and ends_sentence(text, at) for at in range(start, end))
    )


@cache
def _composed() -> re.Pattern[str]:
    """Return a pattern for the words after which a sentence lists a bench."""
    phrases = (phrase.replace(" ", r"\s+") for phrase in shipped()["composed"])
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b(?!\s*:)", re.I)


class Line(NamedTuple):
    start: int
    end: int
    blank_before: bool


class Item(NamedTuple):
    """The role of a name by the heading of its list.

    ``sure``: the name is certainly an item of the list. It is on the heading's line, or has a form
    of address right below the heading, or a title of the same role. ``placed``: its place on the
    title page shows the role, whatever is beside the name.
    """

    cue: Cue
    sure: bool
    placed: bool = False


def listed(
    text: str,
    spans: Sequence[Span],
    phrases: Phrases,
    spoken: Collection[int] = (),
    people: Collection[str] = (),
) -> Mapping[int, Item]:
    """Return the roles of names in lists, captions and title blocks, by the starts of the names.

    ``spans`` are in order; lawyers are among those with a label in ``people``. ``spoken`` are the
    places of colons after speakers' labels.
    """
    reader = _Reader(text, spans, phrases, spoken)
    items = reader.read()
    below = captioned(text, spans, phrases, reader.bench_role)
    found = {start: Item(cue, True, cue.role == PARTY) for start, cue in below.items()}
    placed = {
        start: Item(Cue(role), True, True)
        for start, role in blocks(text, spans, people, phrases).items()
    }
    found |= {start: item for start, item in placed.items() if item.cue.role == PARTY}
    found |= items
    for start, item in placed.items():
        if start not in found or found[start].cue.role == PARTY:
            found[start] = item
    return found


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
        self._judges: Cue | None = None
        self._has_bench = False
        self._before: Cue | None = None

    def read(self) -> Mapping[int, Item]:
        cue: Cue | None = None
        stray = names = 0
        block = False
        for line in self._lines():
            if bench := self._bench(line):
                self._judges = cue = bench
                self._has_bench = True
                stray = names = 0
                continue
            heading = self._presiding_heading(line) or self._heading(line)
            if heading is not None:
                cue, first = heading
                if cue.role in shipped()["benches"]:
                    self._has_bench = True
                    self._before = self._before or cue
                names = self._names(first, line.end, cue, announced=True) or 0
                stray = 0
                block = True
                continue
            if cue is None:
                continue
            block = block and not (names and line.blank_before)
            announced = cue == self._judges
            count = self._names(line.start, line.end, cue, announced=announced, block=block)
            if count is None:
                cue = None
                continue
            names += count
            stray = 0 if count else stray + 1
            ended = stray and (line.blank_before or stray > _STRAY_LINES)
            prose = not count and line.end - line.start > _LONGEST_STRAY
            if ended or prose or names > _MOST_NAMES:
                cue = None
        self._read_sentences()
        return self._found

    def _read_sentences(self) -> None:
        """Record the names in "The Tribunal is composed of Ms. Bell, President, and Mr. Voss."."""
        text = self._text
        for match in _composed().finditer(text):
            cue = self._bench_role(text[max(0, match.start() - _MOST_OF_BENCH) : match.end()])
            at, last = match.end(), match.end() + _LONGEST_SENTENCE
            for span in self._spans[bisect_left(self._starts, at) :] if cue else ():
                if span.start > last or _ends(text, at, span.start):
                    break
                before = text[max(at, span.start - _NEAR) : span.start]
                titled = [word.key for word in words(before, 0, len(before))][-1:]
                named_by = _BY_SOMEONE.search(before)
                if cue and not named_by and any(map(Titles().is_title, titled)):
                    self._found.setdefault(span.start, Item(cue, True))
                at = span.end

    @property
    def bench_role(self) -> str:
        """Return the role of the listed judges or arbitrators; "" if there is no list of them."""
        return self._judges.role if self._judges else ""

    def _lines(self) -> Iterator[Line]:
        end = 0
        for match in _LINE.finditer(self._text):
            yield Line(*match.span(), self._text.count("\n", end, match.start()) > 1)
            end = match.end()

    def _heading(self, line: Line) -> tuple[Cue, int] | None:
        """Return the cue of a line that announces names, and where the first name may begin.

        Return None for other lines. Headings of two columns count if both show the same role.
        """
        text = self._text
        colon = text.find(":", line.start, line.end)
        if colon in self._spoken:
            return None
        columns = _COLUMN.split(text[line.start : line.end].strip()) if colon < 0 else []
        if len(columns) > 1:
            headings = self._phrases.headings.cues
            keys_of_columns = (keys_of(words(one, 0, len(one))) for one in columns)
            cues = {headings.get(without_articles(keys)) for keys in keys_of_columns}
            roles = {cue.role for cue in cues if cue is not None}
            if None not in cues and len(roles) == 1:
                return next(cue for cue in cues if cue is not None), line.end
        end = colon if colon >= 0 else line.end
        written = list(words(text, _item_start(text, line.start), end))
        if not written or len(written) > _MOST_WORDS:
            return None
        if colon >= 0 and not text[colon + 1 : line.end].strip():
            announced = self._announced(written)
            if announced is not None:
                return announced, line.end
        table, keys = self._phrases.headings, without_articles(word.key for word in written)
        for length in range(min(len(keys), table.longest), 0, -1):
            cue = table.cues.get(keys[:length])
            # "COUNSEL FOR THE CLAIMANT, CORVIN LTD" goes on after the phrase.
            marked = colon >= 0 or text[line.start : line.end].isupper()
            if cue and (length == len(keys) or (length > 2 and marked)):
                return cue, colon + 1 if colon >= 0 else line.end
        return None

    def _presiding_heading(self, line: Line) -> tuple[Cue, int] | None:
        """Return the cue and the end of "President:" in a list of judges; None for other lines."""
        colon = self._text.find(":", line.start, line.end)
        if not self._has_bench or colon < 0:
            return None
        keys = keys_of(words(self._text, line.start, colon))
        if keys and words_of("beside_bench").issuperset(keys):
            return Cue(_ASSISTING), colon + 1
        judges = self._judges or self._before
        if judges is None or not keys or not words_of("presiding").issuperset(keys):
            return None
        return judges, colon + 1

    def _bench(self, line: Line) -> Cue | None:
        """Return the role after "The Court, sitting as a Chamber composed of:"; None if none.

        The phrase may begin on an earlier line.
        """
        written = self._text[max(0, line.end - _MOST_OF_BENCH) : line.end].rstrip()
        return self._bench_role(written) if written.endswith((":", _COMPOSITION)) else None

    def _bench_role(self, written: str) -> Cue | None:
        """Return the role of the bench in a text that ends with "composed of"; None if none."""
        keys = keys_of(words(written, 0, len(written)))
        if not " ".join(keys).endswith(tuple(shipped()["composed"])):
            return None
        at = {word: place for place, word in enumerate(keys)}
        roles = {
            max((at.get(word, -1) for word in names), default=-1): role
            for role, names in shipped()["benches"].items()
        }
        nearest = max(roles)
        return Cue(roles[nearest], plural=True) if nearest >= 0 else None

    def _announced(self, written: Sequence[Word]) -> Cue | None:
        """Return the role in "The following fact witnesses were heard:"; None if there is none."""
        keys = keys_of(written)
        if "following" not in keys:
            return None
        cues = self._phrases.nouns.cues
        plurals = (cues.get((key,)) for key in keys[keys.index("following") + 1 :])
        return next((cue for cue in plurals if cue is not None and cue.plural), None)

    def _names(
        self, first: int, end: int, cue: Cue, *, announced: bool = False, block: bool = False
    ) -> int | None:
        """Record the names of a list that begins at ``first``, and return their number.

        Return None if prose follows them. ``announced``: the list is on the line of the heading;
        ``block``: it is right below the heading.
        """
        begins = _item_start(self._text, first)
        at = self._past_address(begins)
        sure = announced or self._is_titled(begins, at, cue.role, block=block)
        found: list[Span] = []
        while at < end:
            place = bisect_left(self._starts, at)
            if place == len(self._spans) or self._starts[place] != at:
                break
            found.append(self._spans[place])
            between = _BETWEEN.match(self._text, self._end_of_item(self._spans[place].end, end))
            if between is None or not between[0]:
                break
            end = max(end, between.end() + 1)
            at = self._past_address(between.end())
        if found and self._is_sentence(found[-1].end, cue.role):
            numbered = self._text[first:begins].strip()
            if not (numbered and _GOES_ON.match(self._text, found[-1].end)):
                return None
            sure = False
        if found and _SPOKEN.match(self._text, found[-1].end):
            sure = False
        for span in found:
            self._found.setdefault(span.start, Item(cue, sure))
        return len(found)

    def _end_of_item(self, at: int, end: int) -> int:
        """Return where an item of a list ends, which may have more words after the name.

        "Bell (Arden), President;" ends at the semicolon.
        """
        if bracket := _BRACKET_BEHIND.match(self._text, at, end):
            at = bracket.end()
        semicolon = self._text.find(";", at, end)
        more = self._text[at:semicolon] if semicolon >= 0 else ""
        return semicolon if more.startswith(",") and len(more) < _LONGEST_ADDITION else at

    def _is_titled(self, start: int, end: int, role: str, *, block: bool) -> bool:
        """Return True if a title of this role is before a name; in a ``block``, if any title is."""
        before = list(words(self._text, start, end))
        if block and before:
            return True
        cues = self._phrases.before.cues
        return any(
            (cue := cues.get(keys_of(before[at:to]))) and cue.role == role
            for at in range(len(before))
            for to in range(at + 1, len(before) + 1)
        )

    def _is_sentence(self, at: int, role: str) -> bool:
        """Return True if prose follows a name, on its line or wrapped to the next.

        Prose has words in lower case that do not belong to a role, such as "instructed by".
        """
        text = self._text
        found = text.find("\n", at)
        end = found if found >= 0 else len(text)
        ahead = _LINE.match(text, end + 1)
        if ahead and ahead[0].lstrip()[0].islower():
            end = ahead.end()
        rest = _COLUMN.split(_BRACKETED.sub(" ", text[at:end]).partition(";")[0])[0]
        following = list(words(rest, 0, len(rest)))
        while following:
            marked = self._length_of_mark(following, role)
            word = following[0]
            parts = word.key.split("-")  # "plaintiff-appellant"
            of_role = word.key in self._of_roles or self._of_roles.issuperset(parts)
            if not marked and rest[word.start].islower() and not of_role:
                return True
            del following[: marked or 1]
        return False

    def _length_of_mark(self, ahead: Sequence[Word], role: str) -> int:
        """Return how many of the first words are a mark of this role; 0 if none are."""
        keys = keys_of(ahead[: self._phrases.marks.longest])
        cues = self._phrases.marks.cues
        lengths = range(len(keys), 0, -1)
        found = (n for n in lengths if keys[:n] in cues and cues[keys[:n]].role == role)
        return next(found, 0)

    def _past_address(self, at: int) -> int:
        """Return where a name begins after "Hon'ble Mr. Justice"."""
        for word in words(self._text, at, at + 60):
            gap = self._text[at : word.start]
            if word.key not in self._skipped or gap.strip(" .\t"):
                break
            at = word.end
        while at < len(self._text) and self._text[at] in " .\t":
            at += 1
        return at


def _item_start(text: str, at: int) -> int:
    """Return where an item begins after its number or bullet."""
    match = _ITEM.match(text, at)
    assert match is not None  # it may be empty
    return match.end()
