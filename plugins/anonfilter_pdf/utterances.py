"""Makes utterances of lines: each with its label on a line of its own, and what is none as well.

Who speaks is told by the evidence that detectors go by (``english/turns.py``). Remarks in
parentheses and headings stand alone; paragraphs before the first turn and after the last are joined
where their lines are full.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from anonfilter_english.knowledge.turns import Turn, turns

from anonfilter.text.values import hide_values
from anonfilter_pdf.joining import Lexicon

_SENTENCE_ENDS = re.compile(r"(?:[.?!:;—)\]]|--)[\"'\u201d\u2019)\]]*\Z")
_REMARK = re.compile(r"[(\[]\W*[^\W\d_a-z]")
_REMARK_ENDS = re.compile(r"[)\]][.\s]*\Z")
_SMALL = re.compile(r"[^\W\d_A-Z]")
_CERTIFICATE = re.compile(r"certificat|certify|declaration|transcriber|reporter", re.IGNORECASE)
_CERTIFIES = re.compile(r"\b(?:certify|certifies|declare|declares|affirm|attest)\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_a-z]\d{0,2}[.:]?")
_LONGEST_REMARK = 8  # lines
_LONGEST_HEADING = 12  # words
_CENTRED, _INDENTED = 0.06, 0.08  # of the measure
_WIDE = 0.7  # of the measure has a line after which a sentence goes on
_SLACK = 0.02  # of the measure
_GAP = 1.4  # of the usual distance of lines
_CERTIFIED_WITHIN = 20  # lines
_AFTER = 2  # lines of a certificate that look like turns: "Dated: May 3"


@hide_values
@dataclass(frozen=True, slots=True)
class Row:
    """A line of the body, and the measure that it is set in.

    ``edge`` is where the longest line of its page ends, ``first`` how wide its first word is with a
    space, ``gap`` its distance from the line above, of the usual one. ``anew`` says that the page
    before ended early, so that nothing goes on here.
    """

    text: str
    x0: float
    x1: float
    left: float
    right: float
    edge: float
    first: float
    gap: float
    anew: bool = False

    @property
    def measure(self) -> float:
        return max(self.right - self.left, 1.0)

    @property
    def is_centred(self) -> bool:
        middle = (self.x0 + self.x1) / 2 - (self.left + self.right) / 2
        indented = min(self.x0 - self.left, self.right - self.x1) > _INDENTED * self.measure
        return indented and abs(middle) < _CENTRED * self.measure

    def leads_to(self, below: Row) -> bool:
        """Whether a paragraph goes on in the next line: its first word had no place here."""
        if below.anew or below.gap > _GAP or below.is_heading:
            return False
        indented = below.x0 > self.x0 + _SLACK * self.measure
        wide = self.x1 - self.left >= _WIDE * self.measure or below.text[0].islower()
        return wide and not indented and self.x1 + below.first > self.edge

    @property
    def is_heading(self) -> bool:
        """Whether a line is in capitals and centred, or has no letters at all."""
        if not any(map(str.isalnum, self.text)):
            return True
        words = self.text.split()
        return self.is_centred and len(words) <= _LONGEST_HEADING and not _SMALL.search(self.text)


@hide_values
@dataclass(slots=True)
class Utterances:
    """What a document says, a line each; ``spoken`` have a label of ``labels``."""

    cover: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    spoken: int = 0
    labels: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        blocks = ["\n".join(some) for some in (self.cover, self.body, self.closing) if some]
        return "\n\n".join(blocks) + "\n"


def utterances(rows: Sequence[Row]) -> Utterances:
    """Return the utterances of the rows."""
    texts = [row.text for row in rows]
    text = "\n".join(texts)
    starts = [0, *accumulate(len(one) + 1 for one in texts)]
    begins = {bisect_right(starts, turn.start) - 1: turn for turn in turns(text)}
    end = _closing(rows, sorted(begins))
    lexicon = Lexicon(texts)
    done = Utterances()
    first = _first(begins, text, end)
    done.cover = _paragraphs(rows[:first], lexicon)
    done.closing = _paragraphs(rows[end:], lexicon)
    at = first
    while at < end:
        turn = begins.get(at)
        following = _next(rows, begins, at, end)
        if turn is None:
            done.body.append(lexicon.join(texts[at:following]))
        else:
            done.body.append(_uttered(turn, text, texts, starts, (at, following), lexicon))
            done.spoken += 1
            done.labels.add(text[slice(*turn.label)].casefold())
        at = following
    return done


def _first(begins: dict[int, Turn], text: str, end: int) -> int:
    """Return where the dialogue begins: with the first label that recurs, if one does. What looks
    like a label before it belongs to the cover ("For the Plaintiff:")."""
    keys = {at: text[slice(*turn.label)].casefold() for at, turn in begins.items() if at < end}
    counts = Counter(keys.values())
    recurring = [at for at, key in keys.items() if counts[key] > 1]
    return min(recurring or keys, default=end)


def _next(rows: Sequence[Row], begins: dict[int, Turn], at: int, end: int) -> int:
    """Return the row at which something else begins."""
    turn = begins.get(at)
    alone = None if turn is not None else _alone(rows, at, end)
    if alone is not None:
        return alone
    following = at + 1
    while following < end and following not in begins:
        ended = _SENTENCE_ENDS.search(rows[following - 1].text)
        if (ended and rows[following].anew) or _alone(rows, following, end) is not None:
            break
        following += 1
    return following


def _alone(rows: Sequence[Row], at: int, end: int) -> int | None:
    """Return where a remark or heading ends that begins here and stands alone."""
    row = rows[at]
    before = rows[at - 1] if at else row
    apart = row.anew or row.gap > _GAP or before.is_heading
    if not (apart or _SENTENCE_ENDS.search(before.text)):
        return None
    if row.is_heading:
        return at + 1
    if _REMARK.match(row.text):
        for last in range(at, min(at + _LONGEST_REMARK, end)):
            if _REMARK_ENDS.search(rows[last].text):
                return last + 1
    return None


def _uttered(
    turn: Turn,
    text: str,
    texts: Sequence[str],
    starts: Sequence[int],
    reach: tuple[int, int],
    lexicon: Lexicon,
) -> str:
    """Return a turn as one line: its label, a colon, what is said."""
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
    said = [text[turn.speech : starts[row + 1] - 1].strip(), *texts[row + 1 : end]]
    return " ".join(filter(None, (head, lexicon.join(said))))


def _paragraphs(rows: Sequence[Row], lexicon: Lexicon) -> list[str]:
    """Return rows as paragraphs: one goes on where the row above is full."""
    groups: list[list[str]] = []
    above: Row | None = None
    for row in rows:
        if above is not None and above.leads_to(row):
            groups[-1].append(row.text)
        else:
            groups.append([row.text])
        above = row
    return [lexicon.join(group) for group in groups]


def _closing(rows: Sequence[Row], begins: Sequence[int]) -> int:
    """Return where the declaration of the transcriber begins: a heading that names it, or its
    first sentence, with nothing said behind it."""
    earliest = begins[-_AFTER - 1] + 1 if len(begins) > _AFTER else 0
    earliest = max(earliest, len(rows) // 2)
    for at in range(earliest, len(rows)):
        row = rows[at]
        ahead = " ".join(one.text for one in rows[at : at + _CERTIFIED_WITHIN])
        headed = _CERTIFICATE.search(row.text.replace(" ", "")) and (
            row.is_heading or (row.text.isupper() and len(row.text.split()) <= _LONGEST_HEADING)
        )
        if (headed or row.text.startswith("I, ")) and _CERTIFIES.search(ahead):
            return at
    return len(rows)
