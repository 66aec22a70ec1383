"""Find the turns of a transcript, their labels, and the names in the labels.

A line that begins with some words and a colon may be a turn ("Pam: Hello"), a field ("Date: May
3") or a sentence. The evidence of the whole text decides: roles, labels that recur, and names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.people.role_labels import is_role, lists, plain, role_length

_WORD = r"(?:\[[A-Z][A-Z0-9_]*\]|[^\W_][\w.'&-]{0,30})"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?(?:[ ]?[AaPp]\.?[Mm]\.?)?"
_OPENING = re.compile(
    rf"""^[ \t]*
    (?:\d{{1,4}}(?:[.)][ \t]{{1,12}}|[ \t]{{1,12}}))?            # the number of the line
    (?:>{{2,3}}[ \t]{{0,4}}|[*_#-]{{1,3}}[ \t]{{0,4}})?          # in captions and Markdown
    (?:(?:\[[\d:.,APMapm /-]{{3,40}}\]|\([\d:.,APMapm ]{{3,20}}\)|<[\d:.,]{{3,20}}>|{_CLOCK})
       [ \t]{{1,8}}(?:-[ \t]+)?)?
    (?P<label>{_WORD}(?:,?[ \t]{{1,4}}{_WORD}){{0,7}})
    (?:[ \t]{{0,4}}(?:\((?P<note>(?:{_WORD}[ ]?){{1,3}})\)
       |[(\[][^()\[\]\n]{{1,60}}[)\]]))?                         # (via video), (00:12), (Pam)
    (?:[ \t]{{0,4}}[*_]{{0,2}}:[*_]{{0,2}}(?=\s|\Z)
       |[ \t]{{1,8}}(?P<late>{_CLOCK})[ \t]*$)
    """,
    re.MULTILINE | re.VERBOSE,
)
# "Q.  And where was that?", in testimony after a line number; "R1. In town."; "R:In town."
_LETTER = re.compile(
    r"^[ \t]*(?:\d{1,4}[.)]?[ \t]{1,12})?"
    r"(?P<label>[QA](?=[ \t]{2})|[^\W\d_a-z]\d{0,2}(?=\.[ \t]|:[^\s:]))"
    r"(?:[.:][ \t]{0,20}|[ \t]{2,20})"
    r"(?=[^\W_]|[-\u2013\u2014(\[\"'\u2018\u201c])",
    re.MULTILINE,
)
# "INTERVIEWER -- And where was that?", "R - In town."
_DASH = r"(?:[\u2013\u2014]|--|(?<=[ \t])-)"
_DASHED = re.compile(
    r"^[ \t]*(?:\d{1,4}[.)]?[ \t]{1,12})?"
    r"(?P<label>(?:\[[A-Z][A-Z0-9_]*\]|[^\W\d_a-z][\w.'&-]{0,30})"
    rf"(?:[ \t]{{1,4}}{_WORD}){{0,3}}?)[ \t]*(?<![-\u2013\u2014]){_DASH}[ \t]+"
    r"(?=[^\W_]|[(\[\"'\u2018\u201c])",
    re.MULTILINE,
)
_QUESTION_MARK = re.compile(r"\?[\"'\u2019\u201d)\]]{0,2}(?=\s|\Z)")
# wrapped lines: long lines without the end of a sentence
_PARAGRAPH = re.compile(r"(?:[^\n]{49,}[^\n.?!]\n(?![ \t]*(?:\d|\n)))*[^\n]*")
_SENTENCE = re.compile(r"[^\W\d_]+(?=[^\n]*[.?!\u2026][\"'\u2019\u201d)\]]{0,2}[^\S\n]*\Z)")
_WORDS = re.compile(_WORD)
_TAG = re.compile(r"\[[A-Z][A-Z0-9_]*\]")
_CODED = re.compile(r"[^\W\d_]{0,14}[_-]?\d{1,4}[.]?|[^\W\d_]\.?")
_UPPERCASE_LINE = re.compile(
    r"[ \t]*(?P<label>[^\W\d_a-z][^\W\d_a-z.'-]*(?:[ \t]+[^\W\d_a-z][^\W\d_a-z.'-]*){0,4})[ \t]*\Z"
)
_DIGIT = re.compile(r"\d")
_PLURAL = re.compile(r"[^s]s\Z")
_AMID = re.compile(r"(?<=[^\W\d_,;][ \n])[^\W\d_a-z][\w'-]*")
_ENOUGH = 2
_MOST_SPEAKERS, _MOSTLY = 12, 0.8
_ASKED = 0.5  # of the turns of one of two speakers who alternate
MOST_WORDS = 8
LONGEST = 200


@hide_values
class Word(NamedTuple):
    """A word of a label and its place."""

    start: int
    end: int
    text: str

    @property
    def key(self) -> str:
        return plain(self.text)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its start, the places of its label and of the name in it, and the start of speech."""

    start: int
    label: tuple[int, int]
    name: tuple[int, int] | None
    speech: int


def turns(text: str) -> list[Turn]:
    """Return the turns of a text, in order."""
    openings = [_opening(text, match) for match in _OPENING.finditer(text)]
    evidence = _Evidence(text, openings)
    labelled = [opening.turn() for opening in openings if evidence.begins_turn(opening)]
    others = _lettered(text)
    if not labelled and not others:
        return _dashed(text)
    return sorted([*labelled, *others], key=lambda turn: turn.start)


def _dashed(text: str) -> list[Turn]:
    """Return the turns whose labels are words before a dash, unless they are entries of a list.

    The text must show a conversation: nearly all such lines have labels that recur, one of them
    asks questions, and most turns are followed by another speaker's turn.
    """
    found = list(_DASHED.finditer(text))
    counts = Counter(match["label"].casefold() for match in found)
    speaking = [match for match in found if counts[match["label"].casefold()] >= _ENOUGH]
    speakers = {match["label"].casefold() for match in speaking}
    if not 2 <= len(speakers) <= _MOST_SPEAKERS or len(speaking) < _MOSTLY * len(found):
        return []
    if not _asks(text, speaking):
        return []
    dashed: list[Turn] = []
    for match in speaking:
        start, name = match.start("label"), name_in_label(match["label"])
        place = None if name is None else (start + name[0], start + name[1])
        dashed.append(Turn(match.start(), match.span("label"), place, match.end()))
    return dashed


def _lettered(text: str) -> list[Turn]:
    """Return the turns labelled by a letter without a colon and a blank: "Q.  Where?", "R1. There."

    Letters also number lists, so the text must show a conversation: Q and A, or letters that
    recur, one of which asks questions. The labels A and B number a list unless A answers B.
    """
    found = list(_LETTER.finditer(text))
    counts = Counter(match["label"] for match in found)
    recurring = sum(count >= _ENOUGH for count in counts.values())
    if min(counts["Q"], counts["A"]) >= 1:
        found = [match for match in found if match["label"] in ("Q", "A")]
        talk = len(found) > _ENOUGH
    else:
        lettered = {"A", "B"} <= counts.keys()
        talk = recurring >= _ENOUGH and (_answers if lettered else _asks)(text, found)
    return [Turn(match.start(), match.span("label"), None, match.end()) for match in found if talk]


def _asks(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Return True if a label asks questions in half of its turns, and labels mostly alternate."""
    turns, asked = Counter[str](), Counter[str]()
    changes = 0
    for match, following in pairwise((*found, None)):
        assert match is not None
        end = following.start() if following else len(text)
        turns[match["label"]] += 1
        asked[match["label"]] += _QUESTION_MARK.search(text, match.end(), end + 1) is not None
        changes += following is not None and following["label"] != match["label"]
    questions = any(n >= _ENOUGH and n >= _ASKED * turns[label] for label, n in asked.items())
    return questions and 2 * changes >= len(found)


def _answers(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Return True if A mostly speaks right after another speaker, and most turns are sentences.

    In a list, an entry A comes only after a heading or another question.
    """
    sentences = again = behind = 0
    for match, following in pairwise((*found, None)):
        assert match is not None
        limit = following.start() if following else len(text)
        paragraph = _PARAGRAPH.match(text, match.end(), limit)
        end = paragraph.end() if paragraph else match.end()
        sentences += _is_sentence(text, match.end(), end)
        if following and following["label"] == match["label"]:
            return False
        if following and following["label"] == "A":
            again += 1
            behind += not text[end:limit].strip()
    return 2 * behind > again and 2 * sentences > len(found)


def _is_sentence(text: str, start: int, end: int) -> bool:
    """Return True if a turn ends like a sentence and begins with no name: not "A. Quill came."."""
    first = _SENTENCE.match(" ".join(text[start:end].split()))
    if first is None:
        return False
    word = first[0].casefold()
    return word == "i" or (is_common(word) and not may_be_given(word) and not is_family_name(word))


def name_in_label(label: str) -> tuple[int, int] | None:
    """Return the place of the name in a text that is known to be a speaker's label, or None."""
    note = label.find("(", 1)
    words = _words(label, 0, min(note if note > 0 else len(label), LONGEST))
    if not words or len(words) > MOST_WORDS:
        return None
    opening = _Opening(0, words, role_length([word.text for word in words]), len(label), late=False)
    name_place = opening.name_place()
    small = all(word.text.islower() and is_common(word.key) for word in opening.after_role)
    fields = any(word.key in lists()["fields"] for word in opening.after_role)
    return None if name_place is None or small or fields else name_place


@dataclass(frozen=True, slots=True)
class _Opening:
    """A possible turn: the words of its label, and how many of them are a role."""

    start: int
    words: tuple[Word, ...]
    role: int
    speech: int
    late: bool
    note: tuple[Word, ...] = ()

    @property
    def after_role(self) -> tuple[Word, ...]:
        """Return the words after the role, up to another role ("Ann Bell, Interpreter")."""
        after_role = self.words[self.role :]
        for at in range(1, len(after_role)):
            if after_role[at - 1].text.endswith(",") and role_length(
                [word.text for word in after_role[at:]]
            ):
                return after_role[:at]
        return after_role

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(word.key for word in self.words)

    def turn(self) -> Turn:
        label = self.words[0].start, self.words[-1].end
        return Turn(self.start, label, self.name_place(), self.speech)

    def name_place(self) -> tuple[int, int] | None:
        """Return the place of the name in the label; None if there is no name."""
        after_role = self.after_role
        if not after_role or all(map(_is_code, after_role)):
            return self._name_in_note()
        return after_role[0].start, after_role[-1].end

    def _name_in_note(self) -> tuple[int, int] | None:
        """Return the place of the name in "Agent (Pam)"; None for the remark "(via video)"."""
        note = self.note
        is_name = all(
            _is_capitalised(word)
            and not is_role(word.text)
            and not _DIGIT.search(_TAG.sub("", word.text))
            for word in note
        )
        if not note or not is_name:
            return None
        if not may_be_given(note[0].key) and all(is_common(word.key) for word in note):
            return None
        return note[0].start, note[-1].end


def _opening(text: str, match: re.Match[str]) -> _Opening:
    """Return a possible turn, with the line before it if its label is wrapped."""
    words = _words(text, *match.span("label"))
    role = role_length([word.text for word in words])
    note = _words(text, *match.span("note")) if match["note"] else ()
    opening = _Opening(match.start(), words, role, match.end(), match["late"] is not None, note)
    return _with_line_before(text, opening)


def _words(text: str, start: int, end: int) -> tuple[Word, ...]:
    """Return the words of a label; a word includes the comma right after it."""
    return tuple(
        Word(*match.span(), match[0] + ("," if text[match.end() : match.end() + 1] == "," else ""))
        for match in _WORDS.finditer(text, start, end)
    )


def _with_line_before(text: str, opening: _Opening) -> _Opening:
    """Join the two lines of a wrapped label, such as "DEPUTY COMMISSIONER" and "BELL:"."""
    first = opening.words[0]
    line = text.rfind("\n", 0, first.start) + 1
    if not line or text[line : first.start].strip() or not first.text.isupper():
        return opening
    before = text.rfind("\n", 0, line - 1) + 1
    match = _UPPERCASE_LINE.match(text[before : line - 1])
    if match is None:
        return opening
    words = _words(text, before + match.start("label"), before + match.end("label"))
    joined = (*words, *opening.words)
    role = role_length([word.text for word in joined])
    if not role or role < min(len(words), 2) or len(joined) > MOST_WORDS:
        return opening
    return _Opening(before, joined, role, opening.speech, opening.late)


class _Evidence:
    """What the whole text shows about its labels."""

    def __init__(self, text: str, openings: Sequence[_Opening]) -> None:
        self._counts = Counter(opening.key for opening in openings)
        self._stems = Counter(map(_stem, openings))
        self._has_codes = any(
            self._stems[_stem(opening)] >= _ENOUGH
            for opening in openings
            if len(opening.words) == 1 and _is_code(opening.words[0])
        )
        own = {word.start for opening in openings for word in opening.words}
        amid = (match for match in _AMID.finditer(text) if match.start() not in own)
        self._amid = {match[0].casefold() for match in amid}
        self._dialogue = self._is_dialogue(openings)

    def _is_dialogue(self, openings: Sequence[_Opening]) -> bool:
        """Return True if at least half of the labels are certain: roles, codes, or recurring."""
        candidates = [opening for opening in openings if not self._is_field(opening.key)]
        sure = sum(
            opening.role > 0 or self._is_coded(opening) or self._counts[opening.key] >= _ENOUGH
            for opening in candidates
        )
        return sure > 0 and 2 * sure >= len(candidates)

    def begins_turn(self, opening: _Opening) -> bool:
        """Return True if an opening is the beginning of a turn."""
        if opening.late and not self._dialogue:
            return False
        after_role = opening.after_role
        coded = self._is_coded(opening)
        code = coded and len(opening.words) == 1 and _is_capital_code(opening.words[0])
        keys = [word.key for word in after_role]
        if self._is_field(keys) and not (code or self._has_title(opening)):
            return False
        if coded or any(_TAG.fullmatch(word.text.rstrip(",")) for word in after_role):
            return True
        if not after_role:  # "Participants: …" announces a list if it occurs once
            return not _PLURAL.search(opening.words[-1].key) or self._counts[opening.key] >= _ENOUGH
        if opening.role and all(_is_capitalised(word) for word in after_role):
            return self._follows_role(opening, after_role)
        return self._is_name(opening, after_role)

    def _follows_role(self, opening: _Opening, after_role: Sequence[Word]) -> bool:
        """Return True if a name follows the role: "WITNESS Bell", not "Witness Protection"."""
        return (
            opening.words[opening.role - 1].key not in lists()["compounds"]
            or self._counts[opening.key] >= _ENOUGH
            or any(may_be_given(word.key) or not is_common(word.key) for word in after_role)
        )

    def _has_title(self, opening: _Opening) -> bool:
        """Return True for a title and a name, also if the name is a word of forms: "MR. CASE"."""
        role, after_role = opening.words[: opening.role], opening.after_role
        if not role or not after_role:
            return False
        return role[-1].key in lists()["address"] or all(is_family_name(w.key) for w in after_role)

    def _is_coded(self, opening: _Opening) -> bool:
        """Return True if a label is a code that recurs, or is among codes that do.

        Examples: "spk_0", "Speaker 1", "P03", "R", "Mod".
        """
        words = opening.words[opening.role :]
        if opening.late or not words or not all(map(_is_code, words)):
            return False
        recurs = self._stems[_stem(opening)] >= _ENOUGH
        among = self._has_codes and words[0].text[0].isupper()
        return bool(opening.role) or (
            len(words) == 1 and (recurs or among) and not words[0].text.rstrip(".").isdigit()
        )

    def _is_name(self, opening: _Opening, after_role: Sequence[Word]) -> bool:
        """Return True if the words after a role are a speaker's name in this text."""
        small = all(word.text.islower() for word in after_role)
        if any(_DIGIT.search(word.text) for word in after_role):
            return False
        if len(after_role) > 4 or not (small or all(_is_capitalised(word) for word in after_role)):
            return False
        recurs = self._counts[opening.key] >= _ENOUGH
        given = any(may_be_given(word.key) for word in after_role[:1])
        common = all(is_common(word.key) for word in after_role)
        if small and not (recurs and (given or not common) and len(after_role) <= _ENOUGH):
            return False
        described = opening.role + len(after_role) < len(opening.words)
        points = (
            2 * (recurs or described)
            + self._dialogue
            + (2 if given else -len(after_role) if common else 1)
        )
        points += any(word.text.casefold() in self._amid for word in after_role)
        return points >= _ENOUGH

    @staticmethod
    def _is_field(keys: Sequence[str]) -> bool:
        return any(key in lists()["fields"] for key in keys)


def _is_code(word: Word) -> bool:
    """Return True for an abbreviated role, a letter or a number."""
    return (
        _CODED.fullmatch(word.text) is not None
        or word.key.rstrip("0123456789") in lists()["abbreviated"]
    )


def _is_capital_code(word: Word) -> bool:
    """Return True for "I" and "IE", which may also be words of forms, such as "i.e."."""
    abbreviated = word.text.isalpha() and word.text.isupper()
    return len(word.key) == 1 or (abbreviated and word.key in lists()["abbreviated"])


def _stem(opening: _Opening) -> str:
    """Return the first word of a label without its number."""
    return opening.words[0].key.rstrip("0123456789")


def _is_capitalised(word: Word) -> bool:
    first = word.text[0]
    return first.isupper() or first.isdigit() or first == "[" or is_particle(word.key)
