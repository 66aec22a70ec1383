"""Converts a PDF to a transcript, and accounts for every word that is not in it."""

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
from anonfilter_pdf.columns import ACROSS, Part, gutters, parts
from anonfilter_pdf.content import UNMAPPED
from anonfilter_pdf.document import Beside, OpenPdf
from anonfilter_pdf.indexes import indexes
from anonfilter_pdf.labels import labelled, with_colon
from anonfilter_pdf.margins import Panel, margins, panels
from anonfilter_pdf.order import in_order
from anonfilter_pdf.utterances import Row, Utterances, utterances
from anonfilter_pdf.words import Line, Page, Word, letters, lines

HEADERS, NUMBERS, TIMES, INDEX, ASKEW = (
    "header or footer",
    "line number",
    "time of a line",
    "index",
    "at an angle",
)
_PICTURE, _CURVES = 0.4, 400  # of a page: as much as a scan has; painted curves of drawn letters
_FEW_LETTERS = 12
_ROOM = 3  # lines
_SPACE = 0.2  # of the size
_OCR = "Recognise its text first: ocrmypdf FILE RECOGNISED.pdf"


@hide_values
@dataclass(frozen=True, slots=True)
class LeftOut:
    """Text of a page that is not in the transcript, and why."""

    page: int
    why: str
    text: str


@dataclass(slots=True)
class Transcript:
    """A PDF as a transcript, and what else was in it."""

    pages: int
    said: Utterances
    left_out: list[LeftOut] = field(default_factory=list)
    beside: Beside = field(default_factory=Beside)
    pictures: list[int] = field(default_factory=list)
    machine: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.said.text


def convert(data: bytes) -> Transcript:
    """Convert a PDF."""
    opened = OpenPdf(data)
    pages = list(opened.pages())
    for page in pages:
        _require_letters(page)
    left_out = [LeftOut(*one) for one in _unseen(pages)]
    dividing = gutters(pages)
    heads = _across(pages, dividing)
    given: list[Part] = []
    for page, gutter, head in zip(pages, dividing, heads, strict=True):
        left_out += [LeftOut(page.number, HEADERS, line.text) for line in head]
        gone = {id(word) for line in head for word in line.words}
        page.words = [word for word in page.words if id(word) not in gone]
        given += parts(page, gutter)
    stream = in_order(panels(given))
    kept = list(_kept(stream, left_out))
    _require_read(pages, kept)
    said = utterances(_rows(kept))
    left_out.sort(key=lambda one: one.page)
    done = Transcript(
        len(pages),
        said,
        left_out,
        opened.beside,
        pictures=[page.number for page in pages if page.drawn and not page.machine],
        machine=[page.number for page in pages if page.machine],
    )
    _require_all(pages, heads, done)
    return done


def _require_letters(page: Page) -> None:
    """Refuse a page whose font does not say what its letters are."""
    for word in page.words:
        if UNMAPPED in word.text and len(word.text) > 1:
            raise Incomplete(
                f"has text on page {page.number} that cannot be read: its font does not say what "
                "its letters are",
                hint=_OCR,
            )


def _unseen(pages: Sequence[Page]) -> Iterator[tuple[int, str, str]]:
    for page in pages:
        for why, words in page.unseen.items():
            yield from ((page.number, why, line.text) for line in lines(words))
        yield from ((page.number, ASKEW, word.text) for word in page.askew)


def _across(pages: Sequence[Page], dividing: Sequence[Sequence[float]]) -> list[list[Line]]:
    """Return the headers and footers that stand across the columns of pages."""
    stream = []
    for page, gutter in zip(pages, dividing, strict=True):
        crossing = [
            word for part in parts(page, gutter) if part.column == ACROSS for word in part.words
        ]
        stream.append(Panel(page.number, 0, lines(crossing) if gutter else []))
    found = margins(stream)
    return [
        [line for at, line in enumerate(panel.lines) if at in some]
        for panel, some in zip(stream, found, strict=True)
    ]


def _kept(stream: Sequence[Panel], left_out: list[LeftOut]) -> Iterator[Panel]:
    """Yield the panels with what belongs to the transcript; the rest is added to what is left
    out."""
    cleaned: list[Panel] = []
    for panel, found in zip(stream, margins(stream), strict=True):
        left_out += [LeftOut(panel.page, NUMBERS, word.text) for word in panel.numbers]
        left_out += [LeftOut(panel.page, TIMES, word.text) for word in panel.times]
        left_out += [LeftOut(panel.page, HEADERS, panel.lines[at].text) for at in sorted(found)]
        rest = [line for at, line in enumerate(panel.lines) if at not in found]
        cleaned.append(Panel(panel.page, panel.column, rest, panel.numbers, panel.row, panel.top))
    for panel, is_index in zip(cleaned, indexes([one.lines for one in cleaned]), strict=True):
        if is_index:
            left_out += [LeftOut(panel.page, INDEX, line.text) for line in panel.lines]
        else:
            yield panel


def _require_read(pages: Sequence[Page], kept: Sequence[Panel]) -> None:
    """Refuse pages that are a picture of text, with a header or a stamp at most as text."""
    found: Counter[int] = Counter()
    for panel in kept:
        found[panel.page] += sum(letters(line.words) for line in panel.lines)
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
    what = counted(len(scanned), "page is a picture", "pages are pictures")
    raise Incomplete(f"{what} without text, like a scan (page {where})", hint=_OCR)


def _rows(kept: Sequence[Panel]) -> list[Row]:
    """Return all lines as rows, each with the measure of its column."""
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
    labels = labelled([line for panel in kept for line in panel.lines]) if alone else {}
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
            anew = early and above is None
            words = labels.get(len(rows))
            text = line.text if words is None else with_colon(line, words)
            rows.append(Row(text, line.x0, line.x1, left, right, edge, first, gap, anew))
            above = line
        if above is not None:
            early = _ends_early(panel, above, bottoms, step)
    return rows


def _ends_early(panel: Panel, last: Line, bottoms: Counter[int], step: float) -> bool:
    """Whether a page has room for more lines: it ends well above others."""
    usual = sorted(bottoms.elements())[3 * bottoms.total() // 4]
    return usual - (last.y - panel.top) > _ROOM * step


def _require_all(pages: Sequence[Page], heads: Sequence[list[Line]], done: Transcript) -> None:
    """Refuse a transcript in which letters are missing or doubled: a defect of the conversion."""
    seen: list[Word] = [word for page in pages for word in page.words]
    seen += [word for some in heads for line in some for word in line.words]
    unseen = [word for page in pages for some in page.unseen.values() for word in some]
    askew = [word for page in pages for word in page.askew]
    all_letters = letters([*seen, *unseen, *askew])
    told = sum(map(str.isalnum, done.text))
    told += sum(map(str.isalnum, "".join(one.text for one in done.left_out)))
    if told != all_letters:
        raise Incomplete("cannot be converted without losing letters", hint="Please report it.")
