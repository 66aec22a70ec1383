"""Convert a PDF to a transcript, with a record of each word that is not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from anonfilter.errors import Incomplete
from anonfilter.reports.summary import first_few
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_pdf.index_pages import find_index_pages
from anonfilter_pdf.label_column import add_colon, find_labels
from anonfilter_pdf.page_margins import Panel, find_margins, split_panels
from anonfilter_pdf.page_order import sort_panels
from anonfilter_pdf.pdf_columns import ACROSS, Part, find_gutters, split_columns
from anonfilter_pdf.pdf_content import UNMAPPED
from anonfilter_pdf.pdf_document import OpenPdf, OtherContent
from anonfilter_pdf.pdf_words import Line, Page, Word, count_letters, group_lines
from anonfilter_pdf.utterances import Row, Utterances, make_utterances

HEADERS, NUMBERS, TIMES, INDEX, ASKEW = (
    "header or footer",
    "line number",
    "time of a line",
    "index",
    "at an angle",
)
_PICTURE, _CURVES = 0.4, 400  # share of pictures, or number of painted curves, of a scanned page
_FEW_LETTERS = 12
_ROOM = 3  # lines
_SPACE = 0.2  # width of a space, in font sizes
_OCR = "Recognise its text first: ocrmypdf FILE RECOGNISED.pdf"


@hide_values
@dataclass(frozen=True, slots=True)
class LeftOut:
    """Text of a page that is not in the transcript, and the reason."""

    page: int
    why: str
    text: str


@dataclass(slots=True)
class Transcript:
    """The transcript of a PDF, and the content that is not in it."""

    pages: int
    utterances: Utterances
    left_out: list[LeftOut] = field(default_factory=list)
    beside: OtherContent = field(default_factory=OtherContent)
    pictures: list[int] = field(default_factory=list)
    machine: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.utterances.text


def convert(data: bytes) -> Transcript:
    """Return the transcript of a PDF."""
    pdf = OpenPdf(data)
    pages = list(pdf.pages())
    for page in pages:
        _require_letters(page)
    left_out = list(_unseen_text(pages))
    gutters = find_gutters(pages)
    headers = _headers_across(pages, gutters)
    parts: list[Part] = []
    for page, own_gutters, lines in zip(pages, gutters, headers, strict=True):
        left_out += [LeftOut(page.number, HEADERS, line.text) for line in lines]
        removed = {id(word) for line in lines for word in line.words}
        page.words = [word for word in page.words if id(word) not in removed]
        parts += split_columns(page, own_gutters)
    panels = list(_remove_margins(sort_panels(split_panels(parts)), left_out))
    _require_text(pages, panels)
    utterances = make_utterances(_rows(panels))
    left_out.sort(key=lambda out: out.page)
    transcript = Transcript(
        len(pages),
        utterances,
        left_out,
        pdf.beside,
        pictures=[page.number for page in pages if page.drawn and not page.machine],
        machine=[page.number for page in pages if page.machine],
    )
    _require_all_letters(pages, headers, transcript)
    return transcript


def _require_letters(page: Page) -> None:
    """Raise ``Incomplete`` for a page whose font does not map its glyphs to letters."""
    for word in page.words:
        if UNMAPPED in word.text and len(word.text) > 1:
            raise Incomplete(
                f"has text on page {page.number} whose font does not map glyphs to letters",
                hint=_OCR,
            )


def _unseen_text(pages: Sequence[Page]) -> Iterator[LeftOut]:
    """Yield the text that readers cannot see, and the text at an angle."""
    for page in pages:
        for why, words in page.unseen.items():
            yield from (LeftOut(page.number, why, line.text) for line in group_lines(words))
        yield from (LeftOut(page.number, ASKEW, word.text) for word in page.askew)


def _headers_across(pages: Sequence[Page], gutters: Sequence[Sequence[float]]) -> list[list[Line]]:
    """Return the headers and footers that extend across the columns of pages."""
    panels = []
    for page, own_gutters in zip(pages, gutters, strict=True):
        across = [part for part in split_columns(page, own_gutters) if part.column == ACROSS]
        words = [word for part in across for word in part.words]
        panels.append(Panel(page.number, 0, group_lines(words)))
    return [
        [line for at, line in enumerate(panel.lines) if at in margin]
        for panel, margin in zip(panels, find_margins(panels), strict=True)
    ]


def _remove_margins(panels: Sequence[Panel], left_out: list[LeftOut]) -> Iterator[Panel]:
    """Yield the panels of the transcript, and add margins and indexes to ``left_out``."""
    cleaned: list[Panel] = []
    for panel, margin in zip(panels, find_margins(panels), strict=True):
        left_out += [LeftOut(panel.page, NUMBERS, word.text) for word in panel.numbers]
        left_out += [LeftOut(panel.page, TIMES, word.text) for word in panel.times]
        left_out += [LeftOut(panel.page, HEADERS, panel.lines[at].text) for at in sorted(margin)]
        rest = [line for at, line in enumerate(panel.lines) if at not in margin]
        cleaned.append(Panel(panel.page, panel.column, rest, panel.numbers, panel.row, panel.top))
    index_pages = find_index_pages([panel.lines for panel in cleaned])
    for panel, is_index in zip(cleaned, index_pages, strict=True):
        if is_index:
            left_out += [LeftOut(panel.page, INDEX, line.text) for line in panel.lines]
        else:
            yield panel


def _require_text(pages: Sequence[Page], kept: Sequence[Panel]) -> None:
    """Raise ``Incomplete`` for pages that are a picture of text, apart from a header or stamp."""
    found: Counter[int] = Counter()
    for panel in kept:
        found[panel.page] += sum(count_letters(line.words) for line in panel.lines)
    scanned = [
        page
        for page in pages
        if found[page.number] <= _FEW_LETTERS
        and (page.drawn >= _PICTURE or page.curves >= _CURVES or (page.drawn and not page.words))
    ]
    if not scanned:
        if not any(found.values()):
            raise Incomplete("has no text", hint=_OCR)
        return
    where = first_few([str(page.number) for page in scanned])
    scans = counted(len(scanned), "page is a scan", "pages are scans")
    raise Incomplete(f"{scans} without text (page {where})", hint=_OCR)


def _rows(kept: Sequence[Panel]) -> list[Row]:
    """Return all lines as rows, each with the margins of its column."""
    lefts: dict[int, list[float]] = {}
    rights: dict[int, list[float]] = {}
    for panel in kept:
        if len(panel.lines) > 2:
            lefts.setdefault(panel.column, []).append(min(line.x0 for line in panel.lines))
            rights.setdefault(panel.column, []).append(max(line.x1 for line in panel.lines))
    bottoms = Counter(round(panel.lines[-1].y - panel.top) for panel in kept if panel.lines)
    steps = [low.y - high.y for panel in kept for high, low in pairwise(panel.lines)]
    step = median(steps) if steps else 1.0
    alone = all(panel.column == 0 for panel in kept)
    labels = find_labels([line for panel in kept for line in panel.lines]) if alone else {}
    rows: list[Row] = []
    early = False
    for panel in kept:
        above: Line | None = None
        edge = max((line.x1 for line in panel.lines), default=0.0)
        for line in panel.lines:
            left = median(lefts.get(panel.column, [line.x0]))
            right = median(rights.get(panel.column, [line.x1]))
            gap = 1.0 if above is None else (line.y - above.y) / max(step, 0.1)
            first = line.words[0].x1 - line.x0 + _SPACE * line.size
            after_break = early and above is None
            words = labels.get(len(rows))
            text = line.text if words is None else add_colon(line, words)
            rows.append(Row(text, line.x0, line.x1, left, right, edge, first, gap, after_break))
            above = line
        if above is not None:
            early = _ends_early(panel, above, bottoms, step)
    return rows


def _ends_early(panel: Panel, last: Line, bottoms: Counter[int], step: float) -> bool:
    """Return True if a page ends well above the usual end of a page."""
    usual = sorted(bottoms.elements())[3 * bottoms.total() // 4]
    return usual - (last.y - panel.top) > _ROOM * step


def _require_all_letters(
    pages: Sequence[Page], headers: Sequence[list[Line]], transcript: Transcript
) -> None:
    """Raise ``Incomplete`` if letters are missing or doubled, which is a bug of this package."""
    words: list[Word] = [word for page in pages for word in (*page.words, *page.askew)]
    words += [word for lines in headers for line in lines for word in line.words]
    words += [word for page in pages for unseen in page.unseen.values() for word in unseen]
    converted = sum(map(str.isalnum, transcript.text))
    converted += sum(map(str.isalnum, "".join(out.text for out in transcript.left_out)))
    if converted != count_letters(words):
        raise Incomplete("cannot be converted without losing letters", hint="Please report it.")
