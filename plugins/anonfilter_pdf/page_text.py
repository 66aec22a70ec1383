"""The text of pages with the glyphs of each character, and the changes of such a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_pdf.page_margins import split_panels
from anonfilter_pdf.page_order import sort_panels
from anonfilter_pdf.pdf_columns import find_gutters, split_columns
from anonfilter_pdf.pdf_content import INVISIBLE, UNMAPPED
from anonfilter_pdf.pdf_glyphs import Glyph
from anonfilter_pdf.pdf_words import Line, Page, Word, group_lines

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
WIDE, _CELL = "   ", 1.5  # written between words that are this many font sizes apart
_APART = 1.4  # distance of a new paragraph, in usual distances of lines
_BELOW = -0.22  # the lower edge of a box around letters, in font sizes
_SCAN, _CURVES, _FEW_LETTERS = 0.4, 400, 12  # as for transcripts
_OCR = "A picture cannot be redacted; `anonfilter convert` reads the text layer of a scan."


@hide_values
@dataclass(slots=True)
class PageText:
    """The lines of a page, and the glyphs of each character."""

    lines: list[str] = field(default_factory=list)
    glyphs: list[list[tuple[Glyph, ...]]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def add(self, words: Iterable[Word]) -> None:
        """Add a line of words."""
        line, glyphs = "", list[tuple[Glyph, ...]]()
        right = float("inf")
        for at, word in enumerate(words):
            if at:
                gap = WIDE if word.x0 - right > _CELL * word.size else " "
                line += gap
                glyphs += [()] * len(gap)
            right = word.x1
            line += word.text
            if word.text or not line:
                glyphs += word.glyphs or [()] * len(word.text)
            elif word.glyphs:  # a place where text was removed belongs to the space before it
                glyphs[-1] += word.glyphs[0]
        self.lines.append(line)
        self.glyphs.append(glyphs)


@hide_values
@dataclass(frozen=True, slots=True)
class Removal:
    """Glyphs to remove, the original that they show, and the text in place of the first."""

    page: int
    glyphs: tuple[Glyph, ...]
    original: str
    text: str

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the removed text on its page."""
        first, last = self.glyphs[0], self.glyphs[-1]
        (x0, y0), (x1, y1), (up, upright) = first.start, last.end, first.height
        low, high = _BELOW, 1 + _BELOW
        return (
            (x0 + up * low, y0 + upright * low),
            (x1 + up * low, y1 + upright * low),
            (x1 + up * high, y1 + upright * high),
            (x0 + up * high, y0 + upright * high),
        )


def read_page_texts(pages: Sequence[Page]) -> list[PageText]:
    """Return the text of each page: columns in order, then all other words.

    Line numbers are left out: they are whole numbers that increase by one from line to line.
    """
    gutters = find_gutters(pages)
    parts = [
        part for page, own in zip(pages, gutters, strict=True) for part in split_columns(page, own)
    ]
    texts = {page.number: PageText() for page in pages}
    for panel in sort_panels(split_panels(parts)):
        words = [word for line in panel.lines for word in line.words]
        _add_lines(texts[panel.page], group_lines([*words, *panel.times]))
    for page in pages:
        text = texts[page.number]
        for words in (page.again, page.askew, page.spoken):
            _add_lines(text, [Line(tuple(words))] if words else [])
        for unseen in page.unseen.values():
            _add_lines(text, group_lines(unseen))
    return list(texts.values())


def _add_lines(text: PageText, lines: Sequence[Line]) -> None:
    """Add lines after an empty line, with empty lines between paragraphs."""
    steps = [below.y - above.y for above, below in pairwise(lines)]
    usual = sorted(steps)[len(steps) // 4] if steps else 0.0
    for at, line in enumerate(lines):
        if text.lines and (not at or steps[at - 1] > _APART * usual):
            text.add(())
        text.add(line.words)


def require_readable(page: Page, where: str) -> None:
    """Raise ``Incomplete`` for a page that is a picture of text, or whose letters are unknown."""
    words = [
        *page.words,
        *page.askew,
        *page.again,
        *(w for own in page.unseen.values() for w in own),
    ]
    if any(UNMAPPED in word.text and len(word.text) > 1 for word in words):
        raise Incomplete(f"has text on {where} whose font does not map glyphs to letters")
    letters = sum(char.isalnum() for word in words for char in word.text)
    is_drawn = page.drawn >= _SCAN or page.curves >= _CURVES
    if page.machine or (page.drawn and INVISIBLE in page.unseen):
        raise Incomplete(f"is a scan with recognised text on {where}", hint=_OCR)
    if letters <= _FEW_LETTERS and is_drawn:
        raise Incomplete(f"is a scan, or has text drawn as curves, on {where}", hint=_OCR)


def find_removals(page: PageText, text: str, number: int) -> Iterator[Removal]:
    """Yield the removals that change the text of a page to this text.

    ``number`` is that of the page; 0 for a drawing that is on no page.
    """
    if text == page.text:
        return
    lines = text.split("\n")
    if len(lines) != len(page.lines):
        raise ValueError("the text has other lines than the page")
    for before, after, glyphs in zip(page.lines, lines, page.glyphs, strict=True):
        if not before and after and glyphs:
            yield Removal(number, glyphs[0], "", after)
        elif before != after:
            yield from _removals_of_line(before, after, glyphs, number)


def _removals_of_line(
    before: str, after: str, glyphs: Sequence[tuple[Glyph, ...]], page: int
) -> Iterator[Removal]:
    for start, end, new in _changes(before, after):
        own = [glyph for each in glyphs[start:end] for glyph in each]
        has_all = all(
            each or char.isspace()
            for each, char in zip(glyphs[start:end], before[start:end], strict=True)
        )
        beside = {glyph for each in (*glyphs[:start], *glyphs[end:]) for glyph in each}
        if not own or not has_all or not beside.isdisjoint(own):
            raise Incomplete("has an identifier in letters that cannot be removed one by one")
        yield Removal(page, tuple(dict.fromkeys(own)), before[start:end], new.strip())


def _changes(before: str, after: str) -> list[tuple[int, int, str]]:
    """Return the stretches of a line that change, each with its new text.

    Text is never only inserted: the token before or after it then changes as well.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    changes: list[tuple[int, int, str]] = []
    at = 0
    for kind, first, last, start, end in SequenceMatcher(None, old, new, False).get_opcodes():
        if kind == "equal":
            continue
        written = "".join(new[start:end])
        if first == last and first > at:
            first -= 1
            written = old[first] + written
        elif first == last and changes:
            a, b, earlier = changes.pop()
            changes.append((a, b, earlier + written))
            continue
        elif first == last and last < len(old):
            last += 1
            written += old[first]
        at = last
        begin = len("".join(old[:first]))
        changes.append((begin, begin + len("".join(old[first:last])), written))
    return changes
