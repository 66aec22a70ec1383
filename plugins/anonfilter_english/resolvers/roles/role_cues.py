"""What stands right before a name and right behind it, and shows what its bearer is."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from anonfilter.text.names import is_given_name
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.role_phrases import Cue, Phrases, bare, words_of
from anonfilter_english.knowledge.people.role_words import Word, breaks, words
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.resolvers.roles.matching import Matching

BEFORE, BEHIND, INSIDE = "before the name", "behind the name", "at the end of the name"
_REACH = 120
_GAP = re.compile(r"[\s,:(\"'.\-\u2014]*")
_OTHERS = r"(?:\s*(?:&|and)\s+(?:ors|others|anr|another)\b\.?)?"
_BEHIND_MARK = re.compile(rf"{_OTHERS}(?:\s|[,(\[\u2014-]|\u2026|\.{{2,}})*", re.I)
_BEHIND_NOUN = re.compile(
    rf"{_OTHERS}(?:\s*[,(\u2014]|\s*-{{2,}}|\s+-(?=\s)|\s*(?:\u2026|\.{{2,}})|[^\S\n]*\n)"
    r"(?:[\s.(\"'\u2026\u2014-])*",
    re.I,
)
_COPULA = re.compile(r"\s+(?=(?:is|was|being|as|acting as|appeared as)\s)")
_CLOSED = re.compile(
    r"\s*(?:[,.;:()\]\"\u2026]|\n|\Z)|\s+(?:for|of|in|at|to|on|from|with|and|who|whose|by|no|"
    r"representing|appearing|present|nos|elected|appointed|called|retained|instructed|nominated|"
    r"engaged|examined|produced|heard|proposed|named|designated|assigned|sitting|practi[sc]ing)\b",
    re.I,
)
_LINE_END = re.compile(r"[^\S\n]*(?:[,(.]|\n|\Z)|\s+(?:for|of)\b")
_NEXT_NAME = re.compile(r"[^\S\n]+[A-Z][a-z]")
_NEXT_PART = re.compile(r"\.?(?:[^\S\n]+[A-Z][a-z]|[^\S\n]?[A-Z]\.?[^\S\n]*[A-Z])")
_COMMA = re.compile(r"\s*,?\s*")
_SHORT = 3
_STRAIGHT = re.compile(r"[\s.]*(?:\(\s*[Rr]etd[\s.)]*)?")
_CLOSING = re.compile(r"\s*(?:[,;)]|\.(?=\s|\Z)|\Z)(?!\s*(?:and|or|&)\b)")
_ALONE = re.compile(r"(?:(?:,[^\S\n]*|[^\S\n]+)(?:\([^()\n]*\)|[A-Z][\w.']*))*[^\S\n]*(?:\n|\Z)")
_CALLED = re.compile(r"[^\S\n]*[.,;?!]")
_NAME = 30
_POSSESSIVE = ("'s", "\u2019s")
_SEAT = re.compile(r"(?:,|\b(?:at|of|in))\s+(?:[A-Z][\w.-]*,?\s+){1,4}\(\s*\Z")
_WITNESS = "WITNESS"
_TESTIFYING = ("OFFICER", "EXPERT")  # what a witness is besides
_NO_ADDRESS = frozenset(("said", "his", "her", "their", "present", "one"))


@hide_values
@dataclass(frozen=True, slots=True)
class Shown:
    """What was found beside a name: the cue, and whether it is a label with a colon.

    ``sure`` where it can be said of no other person: "the judge Bell" may go on with "told me".
    """

    cue: Cue
    where: str
    label: bool = False
    sure: bool = True


class Cues(Matching):
    """Looks for the phrases around names of one text."""

    def __init__(
        self,
        phrases: Phrases,
        text: str,
        spoken: Collection[int] = (),
        kept: Collection[str] = (),
    ) -> None:
        """``spoken`` are the places of colons behind speakers' labels, which announce no name;
        ``kept`` the roles whose names stay, and which must be said of the name itself."""
        super().__init__(phrases, text)
        self._kept = kept
        self._spoken = spoken
        self._address = words_of("address")

    def beside(self, start: int, end: int) -> Shown | None:
        """The best that stands on either side: a label, what the person is said to be, a title,
        a mark, and what alone would say little."""
        before = self._before(start, end)
        behind = self._behind(end)
        found = [*(one for one in before if one.label), *behind, *before]
        strong = next((one for one in found if not one.cue.weak), None)
        if strong is not None and strong.cue.role == _WITNESS:  # "Inspector Bell (PW-3)"
            return next((one for one in before if one.cue.role in _TESTIFYING), strong)
        return strong or next(iter(found), None)

    def within(self, start: int, end: int) -> Shown | None:
        """What ends the name itself: "Bell J." that was found as one, unless the letter may be
        the initial behind a first name."""
        own = list(words(self._text, start, end))
        table = self._phrases.marks
        if len(own) != 2 or is_given_name(own[0].key) or self._is_small(own[1:]):
            return None
        cue = table.cues.get((own[1].key,))
        short = cue is not None and not cue.weak and self._is_short(own[1:])
        return Shown(cue, INSIDE) if cue is not None and short else None

    # before

    def _before(self, start: int, stop: int) -> list[Shown]:
        """The cues before a name, the nearest first: over forms of address, to the last of the
        words that can belong to them."""
        text = self._text
        near = list(words(text, max(0, start - _REACH), start))
        found: list[Shown] = []
        right = start
        addressed = False
        while near and self._leads_on(near[-1].end, right):
            label = ":" in text[near[-1].end : right]
            table, length = self._phrases.before, self._longest(self._phrases.before, near)
            if acts := self._acts_for(near, right):
                table, length = self._phrases.marks, acts
            if length:
                cue = table.cues[tuple(one.key for one in near[-length:])]
                cue = (self._heading(near[-1].end) if label else None) or cue
                phrase = Word(near[-length].start, near[-1].end, "")
                if addressed and cue.role not in self._phrases.roles:
                    break  # "Central Jail, Mr. Bell": no place
                if cue.role not in self._kept or self._is_said_of(phrase, start, stop):
                    sure = self._is_sure(phrase, start, stop, label=label)
                    found.append(Shown(cue, BEFORE, label, sure))
                right = near[-length].start
                del near[-length:]
                if label:
                    break
            elif near[-1].key in self._address:
                addressed = addressed or Titles().is_title(near[-1].key)
                right = near.pop().start
            elif seat := _SEAT.search(text, max(0, right - _REACH), right):
                return self._with_seat(near, seat.start())
            else:
                break
        return found or self._in_apposition(near, right, start)

    def _in_apposition(self, near: Sequence[Word], right: int, start: int) -> list[Shown]:
        """What a noun says with more behind it; forms of address stand behind ``right``."""
        if "," in self._text[right:start]:
            return []
        told = self.told_to_be(near, right) or self.apposed(near, right)
        return [Shown(told, BEFORE, sure=False)] if told else []

    def _heading(self, end: int) -> Cue | None:
        """What the whole line says before a colon: "For the Respondents:" is no respondent's."""
        start = self._text.rfind("\n", 0, end) + 1
        said = bare(one.key for one in words(self._text, max(start, end - _REACH), end))
        return self._phrases.headings.cues.get(said)

    def _with_seat(self, near: Sequence[Word], end: int) -> list[Shown]:
        """ "the Sessions Judge, Arden (Sri Bell)": an office, where it is, and who holds it."""
        before = [one for one in near if one.end <= end]
        length = self._longest(self._phrases.nouns, before)
        if not length or self._text[before[-1].end : end].strip():
            return []
        cue = self._phrases.nouns.cues[tuple(one.key for one in before[-length:])]
        return [Shown(cue, BEFORE, sure=False)]

    def _acts_for(self, near: Sequence[Word], start: int) -> int:
        """ "; for the Claimant, Mr. Bell": what marks a name stands before it where the clause
        begins. How many words that are."""
        text = self._text
        length = self._longest(self._phrases.marks, near)
        if length < 2 or "," not in text[near[-1].end : start]:
            return 0
        cue = self._phrases.marks.cues[tuple(one.key for one in near[-length:])]
        before = text[max(0, near[-length].start - _REACH) : near[-length].start].rstrip(" \t")
        return length if before[-1:] in ("", *";:.(\n") and cue.role not in self._kept else 0

    def _is_sure(self, phrase: Word, start: int, end: int, *, label: bool) -> bool:
        """Whether a phrase before a name is a title or a label of its own.

        "told the judge Bell fell" has two people: a word in small letters or behind an article
        is the name's only between commas. A label has the name alone on its line.
        """
        text = self._text
        if label:
            return _ALONE.match(text, end) is not None
        if text[phrase.end : start].lstrip().startswith(","):
            return True
        before = list(words(text, max(0, phrase.start - _REACH), phrase.start))
        while before and before[-1].key in self._linking - self._determiners:
            before.pop()
        determined = before and before[-1].key in self._determiners
        near = determined and not breaks(text, before[-1].end, phrase.start)
        last = next(reversed(list(words(text, phrase.start, phrase.end))))
        return not near and text[last.start].isupper()

    def _is_said_of(self, phrase: Word, start: int, end: int) -> bool:
        """Whether a phrase stands right before a name, "Judge Bell"; or the name in apposition,
        "the judge, Dr. Bell,"; or the phrase is a label at the beginning of its line."""
        text = self._text
        between = list(words(text, phrase.end, start))
        if any(one.key in _NO_ADDRESS for one in between):
            return False
        gaps = text[phrase.end : start]
        for one in reversed(between):
            gaps = gaps[: one.start - phrase.end] + gaps[one.end - phrase.end :]
        if ":" in gaps:
            line = text[text.rfind("\n", 0, phrase.start) + 1 : phrase.start]
            return not line.strip() and _STRAIGHT.fullmatch(gaps.replace(":", "", 1)) is not None
        if _STRAIGHT.fullmatch(gaps):
            return True
        apposed = gaps.startswith(",") and _STRAIGHT.fullmatch(gaps[1:])
        return bool(apposed) and _CLOSING.match(text, end) is not None

    def _leads_on(self, end: int, start: int) -> bool:
        text = self._text
        if not _GAP.fullmatch(text, end, start) or breaks(text, end, start):
            return False
        colon = text.find(":", end, start)
        return colon < 0 or colon not in self._spoken

    # behind

    def _behind(self, end: int) -> list[Shown]:
        found = [self._said_to_be(end), self._marked(end)]
        return [one for one in found if one is not None]

    def _marked(self, end: int) -> Shown | None:
        """ "Bell J.", "Bell (PW-3)", "Bell for the appellant"."""
        text = self._text
        gap = _BEHIND_MARK.match(text, end)
        if gap is None or breaks(text, end, gap.end()):
            return None
        ahead = list(words(text, gap.end(), min(len(text), gap.end() + _REACH)))
        table = self._phrases.marks
        weak: Shown | None = None
        at = 0
        while at < len(ahead):
            length = self._phrase_at(table, ahead[at:])
            if not length or (at == 0 and ahead[0].start != gap.end()):
                break
            some = ahead[at : at + length]
            if at and not self._together(ahead[at - 1 : at + 1]):
                break
            cue = table.cues[tuple(one.key for one in some)]
            if self._is_small(some) or self._is_of_the_next(some) or self._is_letters(some, end):
                break
            shown = Shown(cue, BEHIND, sure=not self._is_initial(some, end))
            if not cue.weak and cue.role not in self._kept:
                return shown
            if weak is None or (weak.cue.weak and not cue.weak):
                weak = shown
            at += length
        return weak

    def _is_initial(self, some: Sequence[Word], end: int) -> bool:
        """ "Thomas J.": an initial may stand behind a first name."""
        name = list(words(self._text, max(0, end - _NAME), end))
        alone = len(some) == 1 and len(some[0].key) == 1
        blank = self._text[end : some[0].start].isspace()
        return alone and blank and bool(name) and is_given_name(name[-1].key)

    def _is_letters(self, some: Sequence[Word], end: int) -> bool:
        """ "N., J. and W.": letters behind a letter are another person's initials."""
        name = list(words(self._text, max(0, end - _NAME), end))
        return bool(name) and len(name[-1].key) == 1 and len(some) == 1 and len(some[0].key) == 1

    def _is_of_the_next(self, some: Sequence[Word]) -> bool:
        """ "Bell, Advocate Duarte", "Ann J. Smith": a title, or an initial, of the name behind."""
        end = some[-1].end
        if len(some) == 1 and len(some[0].key) == 1:
            return _NEXT_PART.match(self._text, end) is not None
        titled = tuple(one.key for one in some) in self._phrases.before.cues
        return titled and _NEXT_NAME.match(self._text, end) is not None

    def _is_short(self, some: Sequence[Word]) -> bool:
        return all(len(one.key) < _SHORT for one in some)

    def _is_small(self, some: Sequence[Word]) -> bool:
        """ "j" is a judge's mark in capitals only."""
        return self._is_short(some) and not self._text[some[0].start : some[-1].end].isupper()

    def _said_to_be(self, end: int) -> Shown | None:
        """ "Bell, the interpreter", "Bell (Arbitrator)", "Bell was a witness"."""
        text = self._text
        end = self._past_weak(end)
        gap = _BEHIND_NOUN.match(text, end) or _COPULA.match(text, end)
        if gap is None or breaks(text, end, gap.end()):
            return None
        ahead = list(words(text, gap.end(), min(len(text), gap.end() + _REACH)))
        lined = gap[0].strip(" \t") == "\n"
        acting = bool(ahead) and ahead[0].key in ("as", "acting")  # "appointed by Bell as judge"
        if not ahead or (not lined and breaks(text, gap.end(), ahead[0].start)):
            return None
        while ahead:
            length = self._phrase_at(self._phrases.nouns, ahead)
            if length:
                last = ahead[length - 1].end
                closed = _LINE_END if lined else _CLOSED
                if text[last : last + 3] == "(s)":
                    last += 3
                if not closed.match(text, last):
                    return None
                cue = self._phrases.nouns.cues[tuple(one.key for one in ahead[:length])]
                bare = length == 1 and gap[0].strip() == "," and gap.end() == ahead[0].start
                sure = not (bare and _CALLED.match(text, last))
                return Shown(cue, BEHIND, sure=sure and not acting)
            skipped = ahead[0].key in self._linking or ahead[0].key.endswith(_POSSESSIVE)
            if not skipped or not self._together(ahead[:2]):
                return None
            ahead.pop(0)
        return None

    def _past_weak(self, end: int) -> int:
        """Behind ", Q.C.": what follows says more."""
        text = self._text
        while gap := _COMMA.match(text, end):
            ahead = list(words(text, gap.end(), min(len(text), gap.end() + 20)))
            length = self._phrase_at(self._phrases.marks, ahead)
            if not length or ahead[0].start != gap.end():
                return end
            some = ahead[:length]
            if not self._phrases.marks.cues[tuple(one.key for one in some)].weak:
                return end
            if all(one.key in self._linking for one in some):
                return end
            end = some[-1].end + (text[some[-1].end : some[-1].end + 1] == ".")
        return end
