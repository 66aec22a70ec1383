"""More PDFs of transcripts: those in which something stands where another program would not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.pdf.layouts import Paper, Said, wrapped

STEP = 20


def texts(said: Sequence[Said], width: float = 400, font: str = "Courier") -> list[str]:
    """The lines of a transcript of this width."""
    return [line for one in said for line in wrapped(f"{one.label}: {one.text}", width, font, 12)]


def pages(rows: Sequence[str], per_page: int) -> Iterator[tuple[int, Sequence[str]]]:
    for number, start in enumerate(range(0, len(rows), per_page)):
        yield number, rows[start : start + per_page]


def pleading(said: Sequence[Said]) -> bytes:
    """Paper with 28 printed numbers, and lines that keep other distances."""
    paper = Paper()
    paper.font = "Times-Roman"
    for number, rows in pages(texts(said, 400, paper.font), 46):
        for line in range(28):
            paper.put(60, 72 + 24 * line, str(line + 1), right=True)
        for line, text in enumerate(rows):
            paper.put(80, 70 + 14.1 * line, text)
        paper.centre(770, f"- {number + 1} -")
        paper.page()
    return paper.done()


def changing_headers(said: Sequence[Said]) -> bytes:
    """Headers that tell who is examined by whom."""
    paper = Paper()
    for number, rows in pages(texts(said), 25):
        witness = ("Sprockett", "Fernsby", "Crane", "Bell")[number // 2 % 4]
        paper.put(72, 40, f"{witness} - {('Direct', 'Cross', 'Redirect')[number // 3 % 3]}/Fox")
        paper.put(540, 40, str(number + 1), right=True)
        for line, text in enumerate(rows):
            paper.put(72, 80 + 24 * line, text)
        paper.page()
    return paper.done()


def timed(said: Sequence[Said]) -> bytes:
    """The time of day and a number before each line."""
    paper, chance, second = Paper(), random.Random(3), 9 * 3600
    for _, rows in pages(texts(said, 380), 25):
        for line, text in enumerate(rows):
            second += chance.randrange(2, 9)
            clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
            paper.put(40, 80 + 24 * line, clock)
            paper.put(118, 80 + 24 * line, str(line + 1), right=True)
            paper.put(130, 80 + 24 * line, text)
        paper.page()
    return paper.done()


def labels_above(said: Sequence[Said]) -> bytes:
    """Each label on a line of its own."""
    rows: list[str] = []
    for one in said:
        rows += [f"{one.label}:", *wrapped(one.text, 400, "Courier", 12), ""]
    paper = Paper()
    for number, some in pages(rows, 30):
        for line, text in enumerate(some):
            paper.put(72, 80 + STEP * line, text)
        paper.centre(770, str(number + 1))
        paper.page()
    return paper.done()


def labels_beside(said: Sequence[Said], colon: str = ":") -> bytes:
    """A column of labels, and one of what is said."""
    rows: list[tuple[str, str]] = []
    for one in said:
        lines = wrapped(one.text, 330, "Courier", 12)
        rows += [(one.label + colon if at == 0 else "", line) for at, line in enumerate(lines)]
    paper = Paper()
    for start in range(0, len(rows), 30):
        for line, (label, text) in enumerate(rows[start : start + 30]):
            paper.put(72, 80 + STEP * line, label)
            paper.put(210, 80 + STEP * line, text)
        paper.centre(770, str(start // 30 + 1))
        paper.page()
    return paper.done()


def letters_by_chance(said: Sequence[Said]) -> bytes:
    """Each letter drawn by itself, in no order."""
    paper, chance = Paper(), random.Random(5)
    paper.font = "Times-Roman"
    for _, rows in pages(texts(said, 400, paper.font), 30):
        letters: list[tuple[float, float, str]] = []
        for line, text in enumerate(rows):
            x = 72.0
            for letter in text:
                letters.append((x, 80 + STEP * line, letter))
                x += stringWidth(letter, paper.font, 12)
        chance.shuffle(letters)
        for one in letters:
            if one[2] != " ":
                paper.put(*one)
        paper.page()
    return paper.done()


def turned(said: Sequence[Said]) -> bytes:
    """Pages that are shown turned by a quarter, with their text turned back."""
    paper = Paper()
    for _, rows in pages(texts(said), 25):
        paper.canvas.setPageRotation(90)
        paper.canvas.rotate(90)
        paper.canvas.translate(0, -paper.width)
        for line, text in enumerate(rows):
            paper.canvas.setFont("Courier", 12)
            paper.canvas.drawString(72, paper.width - 50 - STEP * line, text)
        paper.page()
    return paper.done()


def uneven_numbers(said: Sequence[Said]) -> bytes:
    """Numbered lines, with more space between paragraphs."""
    paper, y, number = Paper(), 60.0, 0
    for one in said:
        lines = wrapped(f"{one.label}: {one.text}", 400, "Courier", 12)
        if y + 14 * len(lines) > 720:
            paper.page()
            y, number = 60.0, 0
        for text in lines:
            y, number = y + 14, number + 1
            paper.put(60, y, str(number), right=True)
            paper.put(72, y, text)
        y += 8
    paper.page()
    return paper.done()


TESTIMONY = (
    (20, "EXAMINATION"),
    (0, "BY MR. FOX:"),
    (5, "Q.   Good morning, Mr. Sprockett. My name is Regi-"),
    (0, "nald Fox and I represent the plaintiff."),
    (10, "Would you state your name for the record."),
    (5, "A.   Tobias Sprockett."),
    (5, "Q.   And where do you live?"),
    (5, "A.   I live in Lakeshore, on Well-"),
    (0, "known Street, with my --"),
    (5, "Q.   With whom?"),
    (5, "A.   -- my wife and my daughter Ann, born in mid-"),
    (0, "May, at 555-"),
    (0, "0142 Harbor Street."),
    (10, "MS. BELL:  Objection. Vague."),
    (10, "MR. FOX:  I will rephrase."),
    (5, "Q.   (By Mr. Fox)  Do you own a truck?"),
    (5, "A.   Yes."),
    (10, "(Exhibit 1 was marked for identification.)"),
    (10, "THE WITNESS:  Could I have some water?"),
    (10, "(Whereupon, a recess was taken from 9:15 a.m."),
    (0, "to 9:25 a.m.)"),
    (5, "Q.   You were about to tell us about the accident"),
    (0, "on May 3, 2020, at about 12 noon, when there were"),
    (0, "12 people and 13 cars."),
    (5, "A.   Right. And Ann --"),
    (10, "MR. FOX:  Thank you."),
    (10, "MS. BELL:  No questions."),
    (10, "(The deposition concluded at 4:30 p.m.)"),
    (20, "--o0o--"),
)
SAID = """EXAMINATION
BY MR. FOX:

Q: Good morning, Mr. Sprockett. My name is Reginald Fox and I represent the plaintiff. Would you \
state your name for the record.
A: Tobias Sprockett.
Q: And where do you live?
A: I live in Lakeshore, on Well-known Street, with my --
Q: With whom?
A: -- my wife and my daughter Ann, born in mid-May, at 555-0142 Harbor Street.
MS. BELL: Objection. Vague.
MR. FOX: I will rephrase.
Q: (By Mr. Fox) Do you own a truck?
A: Yes.
(Exhibit 1 was marked for identification.)
THE WITNESS: Could I have some water?
(Whereupon, a recess was taken from 9:15 a.m. to 9:25 a.m.)
Q: You were about to tell us about the accident on May 3, 2020, at about 12 noon, when there were \
12 people and 13 cars.
A: Right. And Ann --
MR. FOX: Thank you.
MS. BELL: No questions.
(The deposition concluded at 4:30 p.m.)
--o0o--

REPORTER'S CERTIFICATE
I, Odile Marchbanks, do hereby certify that the foregoing is a true transcript.
Dated: March 20, 2031
"""
CAPTION = (
    ("MARTHA QUILLFEATHER,", ""),
    ("Plaintiff,", ""),
    ("vs.", "No. 31-CV-1043"),
    ("ABERNATHY TRUCKING, INC.,", ""),
    ("Defendant.", "Hon. Peter Crane"),
)
APPEARANCES = (
    "APPEARANCES",
    "For the Plaintiff:",
    "FOX & HOUND LLP",
    "BY: REGINALD FOX, ESQ.",
    "For the Defendant:",
    "LAW OFFICES OF ANNA BELL",
    "BY: ANNA BELL, ESQ.",
)


def deposition() -> bytes:
    """A caption, appearances, testimony of 15 lines a page, a certificate, an index of words."""
    paper = Paper()
    paper.centre(80, "IN THE SUPERIOR COURT OF AVALON")
    for at, (left, right) in enumerate(CAPTION):
        paper.put(72, 160 + STEP * at, left)
        paper.put(300, 160 + STEP * at, ")")
        paper.put(330, 160 + STEP * at, right)
    paper.page()
    for at, text in enumerate(APPEARANCES):
        paper.put(72, 80 + 24 * at, text)
    paper.page()
    for start in range(0, len(TESTIMONY), 15):
        paper.put(480, 40, f"Page {3 + start // 15}")
        for line, (indent, text) in enumerate(TESTIMONY[start : start + 15]):
            paper.put(90, 80 + 24 * line, str(line + 1), right=True)
            paper.put(110 + 7.2 * indent, 80 + 24 * line, text)
        paper.centre(760, "MARCHBANKS COURT REPORTING  (555) 010-0199")
        paper.page()
    paper.centre(80, "REPORTER'S CERTIFICATE")
    paper.put(108, 130, "I, Odile Marchbanks, do hereby certify that the")
    paper.put(72, 154, "foregoing is a true transcript.")
    paper.put(72, 200, "Dated: March 20, 2031")
    paper.page()
    paper.size = 8
    for column in range(3):
        for at in range(50):
            places = f"{4 + at}:{column + 3} {5 + at}:{column + 9},12 {9 + at}:2"
            paper.put(60 + 180 * column, 60 + 13 * at, f"word {places}")
    paper.page()
    return paper.done()
