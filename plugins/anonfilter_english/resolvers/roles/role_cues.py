"""Find the phrases right before and after a name that show a role."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from anonfilter.text.names import is_given_name
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.role_phrases import (
    Cue,
    Phrases,
    without_articles,
    words_of,
)
from anonfilter_english.knowledge.people.role_words import Word, breaks, words
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.resolvers.roles.phrase_matcher import PhraseMatcher, keys_of

BEFORE, BEHIND, INSIDE = "before the name", "behind the name", "at the end of the name"
_REACH = 120
_GAP = re.compile(r"[\s,:(\"'.\-\u2014]*")
_OTHERS = r"(?:\s*(?:&|and)\s+(?:ors|others|anr|another)\b\.?)?"
_BEHIND_MARK = re.compile(rf"{_OTHERS}(?:\s|[,(\[\u2014-]|\u2026|\.{{2,}})*", re.I)
_BEHIND_NOUN = re.compile(
    rf"{_OTHERS}(?:\s*[,(\u2014]|\s*-{{2,}}|\s+-(?=\s)|\s*(?:\u2026|\.{{2,}})|[^\S\n]*\)?[^\S\n]*\n)"
    r"(?:[\s.(\"'\u2026\u2014-])*",
    re.I,
)
_COPULA = re.compile(r"\s+(?=(?:is|was|being|as|acting as|appeared as)\s)")
_CLOSED = re.compile(
    r"\s*(?:[,.;:()\]\"\u2026&]|\n|\Z)|\s+(?:for|of|in|at|to|on|from|with|and|who|whose|by|no|"
    r"representing|appearing|present|nos|elected|appointed|called|retained|instructed|nominated|"
    r"engaged|examined|produced|heard|proposed|named|designated|assigned|sitting|practi[sc]ing)\b",
    re.I,
)
_LAWYER = "LAWYER"
_NEXT = re.compile(r"\s+[A-Z]")  # "counsel for appellant Bell", "Advocate General Arden"
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
_NEXT_ITEM = re.compile(r"\n[^\S\n]*[-\u2022*][^\S\n]")
_END_OF_ITEM = re.compile(
    r"(?:,|\)[^\S\n]+for(?:\s+the)?(?:\s+(?:first|second|third))?)[^\S\n]*\Z", re.I
)
_AN_EXPERT = re.compile(
    r"\s*,\s+(?:an?|the|our|their|his|her|its)\s+(?:[a-z][\w-]*\s+){1,3}experts?\b", re.I
)
_WITNESS, _RELATIVE = "WITNESS", "RELATIVE"
_TESTIFYING = ("OFFICER", "EXPERT")  # roles that a witness may have too
_NO_ADDRESS = frozenset(("said", "his", "her", "their", "present", "one"))


@hide_values
@dataclass(frozen=True, slots=True)
class CueBeside:
    """A cue beside a name.

    ``label``: a colon follows the cue. ``sure``: the cue cannot apply to another person. "The judge
    Bell" is not sure, because "told me" may follow.
    """

    cue: Cue
    where: str
    label: bool = False
    sure: bool = True


class CueFinder(PhraseMatcher):
    """A finder of the phrases around the names of one text."""

    def __init__(
        self, phrases: Phrases, text: str, spoken: Collection[int] = (), kept: Collection[str] = ()
    ) -> None:
        """Prepare to search a text.

        ``spoken`` are the places of colons after speakers' labels, which announce no name. ``kept``
        are the roles whose names stay; their phrases must be right beside the name.
        """
        super().__init__(phrases, text)
        self._kept = kept
        self._spoken = spoken
        self._address = words_of("address")

    def beside(self, start: int, end: int) -> CueBeside | None:
        """Return the best cue on either side of a name; None if there is none.

        The order is: a label before the name, a noun or mark after it, a title before it.
        """
        before = self._before(start, end)
        nouns_and_marks = filter(None, (self._noun_after(end), self._mark_after(end)))
        found = [*(cue for cue in before if cue.label), *nouns_and_marks, *before]
        strong_cues = [beside for beside in found if not beside.cue.weak]
        in_case = (beside for beside in strong_cues if beside.cue.role != _RELATIVE)
        strong = next(in_case, next(iter(strong_cues), None))  # "PW-1 Bell, widow of Duarte"
        if strong is not None and strong.cue.role == _WITNESS:  # "Inspector Bell (PW-3)"
            return next((beside for beside in before if beside.cue.role in _TESTIFYING), strong)
        return strong or next(iter(found), None)

    def inside(self, start: int, end: int) -> CueBeside | None:
        """Return the mark at the end of a name: "Bell J."; None if it may be an initial."""
        own = list(words(self._text, start, end))
        if len(own) != 2 or is_given_name(own[0].key) or self._is_lower_case_mark(own[1:]):
            return None
        cue = self._phrases.marks.cues.get((own[1].key,))
        if cue is None or cue.weak or len(own[1].key) >= _SHORT:
            return None
        return CueBeside(cue, INSIDE)

    def _before(self, start: int, stop: int) -> list[CueBeside]:
        """Return the cues before a name, the nearest first.

        Forms of address may be between a cue and the name.
        """
        text = self._text
        near = list(words(text, max(0, start - _REACH), start))
        found: list[CueBeside] = []
        right = start
        addressed = False
        while near and self._is_gap(near[-1].end, right):
            label = ":" in text[near[-1].end : right]
            table = self._phrases.before
            length = self._length_of_last(table, near)
            if representing := self._length_of_representation(near, right):
                table, length = self._phrases.marks, representing
            if length:
                cue = table.cues[keys_of(near[-length:])]
                cue = (self._heading_before(near[-1].end) if label else None) or cue
                phrase = Word(near[-length].start, near[-1].end, "")
                if self._is_apart(phrase, right, cue, addressed=addressed):
                    break
                if cue.role not in self._kept or self._is_direct(phrase, start, stop):
                    sure = self._is_sure(phrase, start, stop, label=label)
                    found.append(CueBeside(cue, BEFORE, label, sure))
                right = near[-length].start
                del near[-length:]
                if label:
                    break
            elif near[-1].key in self._address:
                addressed = addressed or Titles().is_title(near[-1].key)
                right = near.pop().start
            elif seat := _SEAT.search(text, max(0, right - _REACH), right):
                return self._office_with_seat(near, seat.start())
            else:
                break
        if found or "," in text[right:start]:
            return found
        noun = self.role_before_copula(near, right) or self.role_before_comma(near, right)
        return [CueBeside(noun, BEFORE, sure=False)] if noun else []

    def _is_apart(self, phrase: Word, name: int, cue: Cue, *, addressed: bool) -> bool:
        """Return True if a phrase belongs to another name, or to no name.

        Examples are "Bell, Solicitor" and "Bell for the Claimant" in the line above "Voss", and
        "Central Jail, Mr. Bell".
        """
        between = self._text[phrase.end : name]
        line = self._text[self._text.rfind("\n", 0, phrase.start) + 1 : phrase.start]
        listed = _NEXT_ITEM.search(between) or _END_OF_ITEM.search(line)
        of_line_above = "\n" in between and ":" not in between and listed is not None
        return of_line_above or (addressed and cue.role not in self._phrases.roles)

    def _heading_before(self, end: int) -> Cue | None:
        """Return the cue of a whole line before a colon: "For the Respondents:"; None if none."""
        start = self._text.rfind("\n", 0, end) + 1
        heading = without_articles(
            word.key for word in words(self._text, max(start, end - _REACH), end)
        )
        return self._phrases.headings.cues.get(heading)

    def _office_with_seat(self, near: Sequence[Word], end: int) -> list[CueBeside]:
        """Return the cue of an office with its seat; none if there is no such office.

        An example is "the Sessions Judge, Arden (Sri Bell)".
        """
        before = [word for word in near if word.end <= end]
        length = self._length_of_last(self._phrases.nouns, before)
        if not length or self._text[before[-1].end : end].strip():
            return []
        cue = self._phrases.nouns.cues[keys_of(before[-length:])]
        return [CueBeside(cue, BEFORE, sure=False)]

    def _length_of_representation(self, near: Sequence[Word], start: int) -> int:
        """Return how many of the last words open a clause such as "; for the Claimant, Mr. Bell".

        Return 0 if they do not.
        """
        text = self._text
        length = self._length_of_last(self._phrases.marks, near)
        if length < 2 or "," not in text[near[-1].end : start]:
            return 0
        cue = self._phrases.marks.cues[keys_of(near[-length:])]
        before = text[max(0, near[-length].start - _REACH) : near[-length].start].rstrip(" \t")
        return length if before[-1:] in ("", *";:.(\n") and cue.role not in self._kept else 0

    def _is_sure(self, phrase: Word, start: int, end: int, *, label: bool) -> bool:
        """Return True if a phrase before a name is certainly a title or a label of this name.

        "told the judge Bell fell" has two people: a word in lower case or after an article counts
        only between commas. A label must have the name alone on its line.
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

    def _is_direct(self, phrase: Word, start: int, end: int) -> bool:
        """Return True for "Judge Bell", "the judge, Dr. Bell," and labels that begin a line."""
        text = self._text
        between = list(words(text, phrase.end, start))
        if any(word.key in _NO_ADDRESS for word in between):
            return False
        gaps = text[phrase.end : start]
        for word in reversed(between):
            gaps = gaps[: word.start - phrase.end] + gaps[word.end - phrase.end :]
        if ":" in gaps:
            line = text[text.rfind("\n", 0, phrase.start) + 1 : phrase.start]
            return not line.strip() and _STRAIGHT.fullmatch(gaps.replace(":", "", 1)) is not None
        if _STRAIGHT.fullmatch(gaps):
            return True
        apposed = gaps.startswith(",") and _STRAIGHT.fullmatch(gaps[1:])
        return bool(apposed) and _CLOSING.match(text, end) is not None

    def _is_gap(self, end: int, start: int) -> bool:
        """Return True if only punctuation, and no speaker label, is between two words."""
        text = self._text
        if not _GAP.fullmatch(text, end, start) or breaks(text, end, start):
            return False
        colon = text.find(":", end, start)
        return colon < 0 or colon not in self._spoken

    def _mark_after(self, end: int) -> CueBeside | None:
        """Return the mark after a name; None if there is none.

        Examples are "Bell J.", "Bell (PW-3)" and "Bell for the appellant".
        """
        text = self._text
        gap = _BEHIND_MARK.match(text, end)
        if gap is None or breaks(text, end, gap.end()):
            return None
        ahead = list(words(text, gap.end(), min(len(text), gap.end() + _REACH)))
        table = self._phrases.marks
        weak: CueBeside | None = None
        at = 0
        while at < len(ahead):
            length = self._length_of_first(table, ahead[at:])
            if not length or (at == 0 and ahead[0].start != gap.end()):
                break
            mark = ahead[at : at + length]
            if at and not self._are_adjacent(ahead[at - 1 : at + 1]):
                break
            cue = table.cues[keys_of(mark)]
            letter = len(mark) == 1 and len(mark[0].key) == 1
            name = list(words(text, max(0, end - _NAME), end))
            if letter and name and len(name[-1].key) == 1:
                break  # "N., J. and W.": other people's initials
            if self._is_lower_case_mark(mark) or self._belongs_to_next_name(mark):
                break
            initial = letter and name and is_given_name(name[-1].key)  # "Thomas J."
            sure = not (initial and text[end : mark[0].start].isspace())
            found = CueBeside(cue, BEHIND, sure=sure)
            if not cue.weak and cue.role not in self._kept:
                return found
            if weak is None or (weak.cue.weak and not cue.weak):
                weak = found
            at += length
        return weak

    def _belongs_to_next_name(self, mark: Sequence[Word]) -> bool:
        """Return True for a title or initial of a later name: "Bell, Advocate Duarte"."""
        end = mark[-1].end
        if len(mark) == 1 and len(mark[0].key) == 1:  # "Ann J. Smith"
            return _NEXT_PART.match(self._text, end) is not None
        titled = keys_of(mark) in self._phrases.before.cues
        return titled and _NEXT_NAME.match(self._text, end) is not None

    def _is_lower_case_mark(self, mark: Sequence[Word]) -> bool:
        """Return True for "j": a short mark that is not in capitals, and so does not count."""
        short = all(len(word.key) < _SHORT for word in mark)
        return short and not self._text[mark[0].start : mark[-1].end].isupper()

    def _noun_after(self, end: int) -> CueBeside | None:
        """Return the noun that states a role after a name; None if there is none.

        Examples are "Bell, the interpreter", "Bell (Arbitrator)" and "Bell was a witness".
        """
        text = self._text
        end = self._end_of_weak_marks(end)
        if _AN_EXPERT.match(text, end):
            return CueBeside(Cue("EXPERT"), BEHIND)
        gap = _BEHIND_NOUN.match(text, end) or _COPULA.match(text, end)
        if gap is None or breaks(text, end, gap.end()):
            return None
        ahead = list(words(text, gap.end(), min(len(text), gap.end() + _REACH)))
        lined = gap[0].strip(" \t)") == "\n"
        acting = bool(ahead) and ahead[0].key in ("as", "acting")  # "appointed by Bell as judge"
        if not ahead or (not lined and breaks(text, gap.end(), ahead[0].start)):
            return None
        while ahead:
            length = self._length_of_first(self._phrases.nouns, ahead)
            if length:
                last = ahead[length - 1].end
                closed = _LINE_END if lined else _CLOSED
                if text[last : last + 3] == "(s)":
                    last += 3
                cue = self._phrases.nouns.cues[keys_of(ahead[:length])]
                of_lawyer = cue.role == _LAWYER and length > 1
                if not (closed.match(text, last) or (of_lawyer and _NEXT.match(text, last))):
                    return None
                lone = length == 1 and gap[0].strip() == "," and gap.end() == ahead[0].start
                sure = not (lone and _CALLED.match(text, last))
                return CueBeside(cue, BEHIND, sure=sure and not acting)
            skipped = ahead[0].key in self._linking or ahead[0].key.endswith(_POSSESSIVE)
            if not skipped or not self._are_adjacent(ahead[:2]):
                return None
            ahead.pop(0)
        return None

    def _end_of_weak_marks(self, end: int) -> int:
        """Return where the weak marks after a name (", Q.C.") end; ``end`` if there are none."""
        text = self._text
        while gap := _COMMA.match(text, end):
            ahead = list(words(text, gap.end(), min(len(text), gap.end() + 20)))
            length = self._length_of_first(self._phrases.marks, ahead)
            if not length or ahead[0].start != gap.end():
                return end
            mark = ahead[:length]
            weak = self._phrases.marks.cues[keys_of(mark)].weak
            if not weak or all(word.key in self._linking for word in mark):
                return end
            end = mark[-1].end + (text[mark[-1].end : mark[-1].end + 1] == ".")
        return end
