"""Join lines to utterances: each utterance becomes one line that begins with its label.

Turns are recognised by ``knowledge/speaker_turns.py``, which detectors use too. Remarks in
parentheses and headings are separate lines. Before the first turn and after the last turn, full
lines are joined to paragraphs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from anonfilter_english.knowledge.speaker_turns import Turn, turns

from anonfilter.text.values import hide_values
from anonfilter_pdf.line_joining import Lexicon

_SENTENCE_ENDS = re.compile(r"(?:[.?!:;—)\]]|--)[\"'\u201d\u2019)\]]*\Z")
_REMARK = re.compile(r"[(\[]\W*[^\W\d_a-z]")
_REMARK_ENDS = re.compile(r"[)\]][.\s]*\Z")
_SMALL = re.compile(r"[^\W\d_A-Z]")
_CERTIFICATE = re.compile(r"certificat|certify|declaration|transcriber|reporter", re.IGNORECASE)
_CERTIFIES = re.compile(r"\b(?:certify|certifies|declare|declares|affirm|attest)\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_a-z]\d{0,2}[.:]?")
_LONGEST_REMARK = 8  # lines
_LONGEST_HEADING = 12  # words
_CENTRED, _INDENTED = 0.06, 0.08  # as shares of the measure
_WIDE = 0.7  # least share of the measure of a line whose sentence continues
_SLACK = 0.02  # as a share of the measure
_GAP = 1.4  # distance of lines that are apart, in usual distances
_CERTIFIED_WITHIN = 20  # lines
_AFTER = 2  # lines of a certificate that may look like turns: "Dated: May 3"


@hide_values
@dataclass(frozen=True, slots=True)
class Row:
    """A line of the body, and the left and right margin of its column.

    ``edge`` is the end of the longest line of the page, ``first`` is the width of the first word
    and a space, and ``gap`` is the distance from the line above, as a multiple of the usual
    distance. ``after_break`` is True if the page before ended early, so no sentence continues here.
    """

    text: str
    x0: float
    x1: float
    left: float
    right: float
    edge: float
    first: float
    gap: float
    after_break: bool = False

    @property
    def measure(self) -> float:
        return max(self.right - self.left, 1.0)

    @property
    def is_centred(self) -> bool:
        middle = (self.x0 + self.x1) / 2 - (self.left + self.right) / 2
        indented = min(self.x0 - self.left, self.right - self.x1) > _INDENTED * self.measure
        return indented and abs(middle) < _CENTRED * self.measure

    def leads_to(self, below: Row) -> bool:
        """Return True if a paragraph continues in the next line, whose first word did not fit."""
        if below.after_break or below.gap > _GAP or below.is_heading:
            return False
        indented = below.x0 > self.x0 + _SLACK * self.measure
        wide = self.x1 - self.left >= _WIDE * self.measure or below.text[0].islower()
        return wide and not indented and self.x1 + below.first > self.edge

    @property
    def is_heading(self) -> bool:
        """Return True for a centred line in capitals, and for a line without letters or digits."""
        if not any(map(str.isalnum, self.text)):
            return True
        words = self.text.split()
        return self.is_centred and len(words) <= _LONGEST_HEADING and not _SMALL.search(self.text)


@hide_values
@dataclass(slots=True)
class Utterances:
    """The lines of a transcript, the number of those with a label, and the labels."""

    cover: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    spoken: int = 0
    labels: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        parts = (self.cover, self.body, self.closing)
        blocks = ["\n".join(lines) for lines in parts if lines]
        return "\n\n".join(blocks) + "\n"


def make_utterances(rows: Sequence[Row]) -> Utterances:
    """Return the utterances of the rows."""
    texts = [row.text for row in rows]
    text = "\n".join(texts)
    starts = [0, *accumulate(len(line) + 1 for line in texts)]
    begins = {bisect_right(starts, turn.start) - 1: turn for turn in turns(text)}
    end = _find_closing(rows, sorted(begins))
    lexicon = Lexicon(texts)
    result = Utterances()
    first = _find_first_turn(begins, text, end)
    result.cover = _paragraphs(rows[:first], lexicon)
    result.closing = _paragraphs(rows[end:], lexicon)
    at = first
    while at < end:
        turn = begins.get(at)
        following = _find_next(rows, begins, at, end)
        if turn is None:
            result.body.append(lexicon.join(texts[at:following]))
        else:
            line = _turn_as_line(turn, text, texts, starts, (at, following), lexicon)
            result.body.append(line)
            result.spoken += 1
            result.labels.add(text[slice(*turn.label)].casefold())
        at = following
    return result


def _find_first_turn(begins: dict[int, Turn], text: str, end: int) -> int:
    """Return the row of the first label that recurs, or of the first label if none recurs.

    Earlier rows belong to the cover, even if they look like labels ("For the Plaintiff:").
    """
    keys = {at: text[slice(*turn.label)].casefold() for at, turn in begins.items() if at < end}
    counts = Counter(keys.values())
    recurring = [at for at, key in keys.items() if counts[key] > 1]
    return min(recurring or keys, default=end)


def _find_next(rows: Sequence[Row], begins: dict[int, Turn], at: int, end: int) -> int:
    """Return the row after the utterance, remark or paragraph that begins at row ``at``."""
    turn = begins.get(at)
    remark_end = None if turn is not None else _find_remark_end(rows, at, end)
    if remark_end is not None:
        return remark_end
    following = at + 1
    while following < end and following not in begins:
        ended = _SENTENCE_ENDS.search(rows[following - 1].text)
        if (ended and rows[following].after_break) or _find_remark_end(
            rows, following, end
        ) is not None:
            break
        following += 1
    return following


def _find_remark_end(rows: Sequence[Row], at: int, end: int) -> int | None:
    """Return the row after the remark or heading that begins at row ``at``; None for other rows."""
    row = rows[at]
    before = rows[at - 1] if at else row
    apart = row.after_break or row.gap > _GAP or before.is_heading
    if not (apart or _SENTENCE_ENDS.search(before.text)):
        return None
    if row.is_heading:
        return at + 1
    if _REMARK.match(row.text):
        for last in range(at, min(at + _LONGEST_REMARK, end)):
            if _REMARK_ENDS.search(rows[last].text):
                return last + 1
    return None


def _turn_as_line(
    turn: Turn,
    text: str,
    texts: Sequence[str],
    starts: Sequence[int],
    reach: tuple[int, int],
    lexicon: Lexicon,
) -> str:
    """Return a turn as one line: its label, a colon, and the speech."""
    begin, end = reach
    head = " ".join(text[turn.start : turn.speech].split())
    label = " ".join(text[slice(*turn.label)].split())
    if _LETTER.fullmatch(head):
        head = f"{label.rstrip('.')}:"
    elif not any(map(str.isalnum, text[turn.label[1] : turn.speech])):  # a colon, or a dash
        head = f"{label}:"
    elif ":" not in text[turn.label[1] : turn.speech].rstrip()[-3:]:
        head = f"{label} ({' '.join(text[turn.label[1] : turn.speech].split())}):"
    row = min(max(bisect_right(starts, turn.speech) - 1, begin), end)
    speech = [text[turn.speech : starts[row + 1] - 1].strip(), *texts[row + 1 : end]]
    return " ".join(filter(None, (head, lexicon.join(speech))))


def _paragraphs(rows: Sequence[Row], lexicon: Lexicon) -> list[str]:
    """Return rows as paragraphs; a row continues a paragraph if the row above is full."""
    groups: list[list[str]] = []
    above: Row | None = None
    for row in rows:
        if above is not None and above.leads_to(row):
            groups[-1].append(row.text)
        else:
            groups.append([row.text])
        above = row
    return [lexicon.join(group) for group in groups]


def _find_closing(rows: Sequence[Row], begins: Sequence[int]) -> int:
    """Return the first row of the transcriber's declaration, which follows the last utterance."""
    earliest = begins[-_AFTER - 1] + 1 if len(begins) > _AFTER else 0
    earliest = max(earliest, len(rows) // 2)
    for at in range(earliest, len(rows)):
        row = rows[at]
        ahead = " ".join(later.text for later in rows[at : at + _CERTIFIED_WITHIN])
        has_heading = _CERTIFICATE.search(row.text.replace(" ", "")) and (
            row.is_heading or (row.text.isupper() and len(row.text.split()) <= _LONGEST_HEADING)
        )
        if (has_heading or row.text.startswith("I, ")) and _CERTIFIES.search(ahead):
            return at
    return len(rows)
