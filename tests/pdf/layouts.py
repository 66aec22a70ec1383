"""PDFs of transcripts in several layouts, drawn by reportlab.

The people are invented. Each layout takes the same utterances, so that what is converted can be
compared with them.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reportlab.lib.pagesizes import landscape, letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas


class Said(NamedTuple):
    label: str
    text: str


SPEAKERS = ("THE COURT", "MS. QUILLFEATHER", "MR. ABERNATHY", "THE WITNESS")
WORDS = tuple(
    """
    the hearing record shows that nothing was said about it before we went back to house and
    asked again whether counsel had any received letter from office last spring although
    everyone would arrive within a week which never did so far as I
    """.split()
)


def dialogue(many: int = 60, seed: int = 1, speakers: Sequence[str] = SPEAKERS) -> list[Said]:
    """Utterances of ordinary words in an order by chance."""
    chance, said = random.Random(seed), []
    for _ in range(many):
        words = chance.choices(WORDS, k=chance.choice((2, 6, 15, 40)))
        text = " ".join(words).capitalize() + chance.choice((".", ".", "?"))
        said.append(Said(chance.choice(speakers), text))
    return said


def wrapped(text: str, width: float, font: str, size: float) -> list[str]:
    """The lines of a text of this width."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if stringWidth(longer, font, size) > width and line:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


class Paper:
    """Pages that are drawn from the top."""

    def __init__(self, size: tuple[float, float] = letter) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=size, invariant=1)
        self.width, self.height = size
        self.font, self.size = "Courier", 12.0

    def put(self, x: float, y: float, text: str, *, right: bool = False) -> None:
        self.canvas.setFont(self.font, self.size)
        draw = self.canvas.drawRightString if right else self.canvas.drawString
        draw(x, self.height - y, text)

    def centre(self, y: float, text: str, x: float | None = None) -> None:
        self.canvas.setFont(self.font, self.size)
        self.canvas.drawCentredString(self.width / 2 if x is None else x, self.height - y, text)

    def page(self) -> None:
        self.canvas.showPage()

    def done(self) -> bytes:
        self.canvas.save()
        return self.file.getvalue()


COVER = (
    "STATE OF AVALON",
    "BOARD OF HEARINGS",
    "In the matter of the hearing of",
    "Tobias Quillfeather",
    "Case No. AV-2031",
    "Reported by Odile Marchbanks",
)
CERTIFICATE = (
    "I, Odile Marchbanks, a duly designated transcriber, do hereby declare and certify that I "
    "have transcribed the recording of this hearing and that the foregoing pages are a true and "
    "complete transcription to the best of my ability."
)


def cover(paper: Paper) -> None:
    for at, text in enumerate(COVER):
        paper.centre(150 + 40 * at, text)
    paper.page()


def index(paper: Paper, entries: Sequence[str]) -> None:
    paper.centre(100, "I N D E X")
    for at, entry in enumerate(entries):
        paper.put(100, 150 + 24 * at, f"{entry} {'.' * (40 - len(entry))}")
        paper.put(500, 150 + 24 * at, str(3 + 4 * at), right=True)
    paper.page()


ENTRIES = ("Proceedings", "Opening statement", "Examination", "Closing", "Decision", "Adjournment")


def _rows(said: Sequence[Said], width: float, *, qa: bool) -> Iterator[str]:
    """Lines of a court reporter: the first of an utterance is indented."""
    for one in said:
        testimony = qa and one.label in "QA"
        first = f"     {one.label}.   " if testimony else f"          {one.label}:  "
        lines = wrapped(first.replace(" ", "~") + one.text, width, "Courier", 12)
        yield from (line.replace("~", " ") for line in lines)


def numbered(
    said: Sequence[Said],
    *,
    qa: bool = False,
    at_once: bool = True,
    per_page: int = 25,
    header: bool = True,
    certificate: bool = True,
    width: float = 400,
) -> bytes:
    """A court reporter's pages: a number before each line, a header and a footer.

    ``at_once`` draws number and line as one string, else all numbers of a page first.
    """
    paper = Paper()
    cover(paper)
    index(paper, ENTRIES)
    rows = list(_rows(said, width, qa=qa))
    pages = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    for number, page in enumerate(pages, 3):
        if header:
            paper.put(72, 40, "Avalon Board of Hearings")
            paper.put(540, 40, f"Page {number}", right=True)
        for line in range(per_page):
            y = 80 + 24 * line
            text = page[line] if line < len(page) else ""
            if at_once:
                paper.put(72, y, f"{line + 1:2}   {text}")
            else:
                paper.put(86, y, str(line + 1), right=True)
        for line, text in enumerate([] if at_once else page):
            paper.put(110, 80 + 24 * line, text)
        if header:
            paper.centre(750, f"MARCHBANKS REPORTING ({number}) 555-0100")
        paper.page()
    if certificate:
        paper.centre(100, "CERTIFICATE AND DECLARATION OF TRANSCRIBER")
        for at, line in enumerate(wrapped(CERTIFICATE, 420, "Courier", 12)):
            paper.put(72 if at else 108, 160 + 24 * at, line)
        paper.page()
    return paper.done()


def proportional(said: Sequence[Said], *, per_page: int = 44) -> bytes:
    """Pages of a word processor: no line numbers, hanging labels, a number at the foot."""
    paper = Paper()
    paper.font, paper.size = "Times-Roman", 11
    cover(paper)
    rows: list[tuple[float, str]] = []
    for one in said:
        lines = wrapped(f"{one.label}: {one.text}", 440, paper.font, paper.size)
        rows += [(72 if at == 0 else 90, line) for at, line in enumerate(lines)]
        rows.append((72, ""))
    for start in range(0, len(rows), per_page):
        paper.put(72, 36, "Hearing of Tobias Quillfeather")
        for line, (x, text) in enumerate(rows[start : start + per_page]):
            paper.put(x, 72 + 14 * line, text)
        paper.centre(760, str(2 + start // per_page))
        paper.page()
    return paper.done()


def columns(said: Sequence[Said], *, per_column: int = 46) -> bytes:
    """Pages of two columns, under a heading across both."""
    paper = Paper()
    paper.font, paper.size = "Times-Roman", 10
    rows = [
        line
        for one in said
        for line in wrapped(f"{one.label}: {one.text}", 220, paper.font, paper.size)
    ]
    for number, start in enumerate(range(0, len(rows), 2 * per_column), 1):
        paper.put(60, 36, "RECORD OF THE BOARD OF HEARINGS OF AVALON IN PUBLIC SESSION AT ITS SEAT")
        paper.put(550, 36, str(number), right=True)
        for side in range(2):
            begin = start + side * per_column
            for line, text in enumerate(rows[begin : begin + per_column]):
                paper.put(60 + 260 * side, 70 + 14 * line, text)
        paper.page()
    return paper.done()


def _quarters(by_columns: bool) -> Iterator[tuple[int, int]]:
    """The places of four pages on a sheet: column and row."""
    for at in range(4):
        yield (at // 2, at % 2) if by_columns else (at % 2, at // 2)


def four_up(said: Sequence[Said], *, by_columns: bool = True, per_page: int = 25) -> bytes:
    """Condensed pages, four on a sheet, each with its number and its numbered lines."""
    paper = Paper()
    paper.font, paper.size = "Courier", 7
    rows = [
        line
        for one in said
        for line in wrapped(f"{one.label}: {one.text}", 195, paper.font, paper.size)
    ]
    pages = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    for sheet, start in enumerate(range(0, len(pages), 4), 1):
        paper.centre(30, "Hearing of Tobias Quillfeather")
        for (column, row), number in zip(
            _quarters(by_columns), range(start, len(pages)), strict=False
        ):
            x, y = 50 + 270 * column, 70 + 345 * row
            paper.put(x + 200, y, f"Page {number + 1}")
            for line in range(per_page):
                paper.put(x + 10, y + 20 + 12 * line, str(line + 1), right=True)
                if line < len(pages[number]):
                    paper.put(x + 20, y + 20 + 12 * line, pages[number][line])
        paper.centre(770, f"Sheet {sheet}")
        paper.page()
    return paper.done()


def two_up(said: Sequence[Said]) -> bytes:
    """Two pages side by side on a sheet that lies."""
    paper = Paper(landscape(letter))
    paper.font, paper.size = "Courier", 9
    rows = [
        line
        for one in said
        for line in wrapped(f"{one.label}: {one.text}", 290, paper.font, paper.size)
    ]
    for start in range(0, len(rows), 60):
        for side in range(2):
            for line, text in enumerate(rows[start + 30 * side : start + 30 * side + 30]):
                paper.put(50 + 370 * side, 60 + 16 * line, text)
        paper.page()
    return paper.done()
