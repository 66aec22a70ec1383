"""What a PDF has that is not said by anyone: seen, hidden, beside its pages, or not to be read."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Callable

import pytest
from anonfilter_pdf.conversion_report import left_out_text, report_lines
from anonfilter_pdf.pdf_transcript import convert
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from anonfilter.errors import Incomplete
from tests.pdf import layouts
from tests.pdf.layouts import Paper, dialogue

SECRET = "Wilhelmina Sprockett"


def drawn(*draw: Callable[[Paper], None]) -> bytes:
    """A transcript of one page on which something else is drawn."""
    paper = Paper()
    for at, one in enumerate(dialogue(12)):
        for line, text in enumerate(
            layouts.wrapped(f"{one.label}: {one.text}", 400, "Courier", 12)
        ):
            paper.put(72, 72 + 55 * at + 13 * line, text)
    for one_more in draw:
        one_more(paper)
    paper.page()
    return paper.done()


def image(paper: Paper, x: float, y: float, width: float, height: float) -> None:
    picture = ImageReader(Image.new("L", (20, 20), 128))
    paper.canvas.drawImage(picture, x, y, width, height)


def invisible(paper: Paper) -> None:
    text = paper.canvas.beginText(72, 60)
    text.setFont("Courier", 12)
    text.setTextRenderMode(3)
    text.textLine(SECRET)
    paper.canvas.drawText(text)


def under_a_box(paper: Paper) -> None:
    paper.put(72, 740, SECRET)
    paper.canvas.rect(70, paper.height - 745, 200, 16, stroke=0, fill=1)


def white_on_white(paper: Paper) -> None:
    paper.canvas.setFillGray(1)
    paper.put(72, 740, SECRET)
    paper.canvas.setFillGray(0)


def beside_the_page(paper: Paper) -> None:
    paper.put(900, 740, SECRET)


@pytest.mark.parametrize("draw", [invisible, under_a_box, white_on_white, beside_the_page])
def test_text_that_no_reader_sees_is_left_out_and_reported(draw: Callable[[Paper], None]) -> None:
    done = convert(drawn(draw))
    assert SECRET not in done.text
    assert SECRET in left_out_text(done)
    assert any("page 1" in line and "text" in line for line in report_lines(done))


def test_white_text_on_a_dark_box_is_read() -> None:
    def banner(paper: Paper) -> None:
        paper.canvas.rect(70, paper.height - 745, 200, 16, stroke=0, fill=1)
        white_on_white(paper)

    assert SECRET in convert(drawn(banner)).text


def test_a_line_through_or_under_words_hides_nothing() -> None:
    def struck(paper: Paper) -> None:
        paper.put(72, 740, SECRET)
        paper.canvas.rect(70, paper.height - 737, 200, 1, stroke=0, fill=1)
        paper.canvas.rect(70, paper.height - 742, 200, 1, stroke=0, fill=1)

    assert SECRET in convert(drawn(struck)).text


def test_text_at_an_angle_is_left_out_and_reported() -> None:
    def stamp(paper: Paper) -> None:
        paper.canvas.rotate(45)
        paper.canvas.drawString(300, 300, SECRET)

    done = convert(drawn(stamp))
    assert SECRET.split()[0] in left_out_text(done)
    assert "at an angle on page 1" in "\n".join(report_lines(done))


def test_words_drawn_twice_to_be_bold_are_there_once() -> None:
    def bold(paper: Paper) -> None:
        for shift in (0, 0.3):
            paper.put(72 + shift, 740, SECRET)

    assert convert(drawn(bold)).text.count(SECRET) == 1


def test_a_layer_of_recognised_text_is_read_and_said() -> None:
    paper = Paper()
    image(paper, 0, 0, paper.width, paper.height)
    text = paper.canvas.beginText(72, 700)
    text.setFont("Courier", 12)
    text.setTextRenderMode(3)
    for one in dialogue(8):
        text.textLine(f"{one.label}: {one.text}"[:60])
    paper.canvas.drawText(text)
    paper.page()
    done = convert(paper.done())
    assert done.utterances.spoken == 8
    assert "from text recognition, with its errors: page 1" in "\n".join(report_lines(done))


def scan(paper: Paper) -> None:
    image(paper, 0, 0, paper.width, paper.height)


def stamped_scan(paper: Paper) -> None:
    scan(paper)
    paper.put(72, 30, "Page 2")


def letters_as_curves(paper: Paper) -> None:
    for at in range(500):
        paper.canvas.circle(50 + at % 50 * 10, 50 + at // 50 * 10, 3)


@pytest.mark.parametrize("draw", [scan, stamped_scan, letters_as_curves])
def test_a_page_that_is_a_picture_is_incomplete(draw: Callable[[Paper], None]) -> None:
    paper = Paper()
    layouts.cover(paper)
    draw(paper)
    paper.page()
    with pytest.raises(Incomplete, match=r"scan without text.*page 2"):
        convert(paper.done())


def test_a_small_picture_is_reported() -> None:
    done = convert(drawn(lambda paper: image(paper, 500, 740, 30, 30)))
    assert "not read: pictures on page 1" in report_lines(done)


def test_blank_pages_are_no_scan() -> None:
    paper = Paper()
    layouts.cover(paper)
    paper.put(72, 72, " ")
    paper.page()
    assert convert(paper.done()).pages == 2


@pytest.mark.parametrize("password", ["", "open"])
def test_an_encrypted_file_is_incomplete(password: str) -> None:
    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption(password, "owner"))
    canvas.drawString(72, 700, "THE COURT: Good morning.")
    canvas.save()
    with pytest.raises(Incomplete, match="encrypted"):
        convert(file.getvalue())


def test_data_beside_the_pages_is_reported_without_values() -> None:
    def more(paper: Paper) -> None:
        paper.canvas.setAuthor(SECRET)
        paper.canvas.bookmarkPage("here")
        paper.canvas.addOutlineEntry(SECRET, "here")
        paper.canvas.textAnnotation(SECRET, Rect=(0, 0, 50, 50))
        paper.canvas.linkURL("mailto:w@example.org", (0, 0, 50, 50))
        paper.canvas.acroForm.textfield(value=SECRET, x=20, y=20)

    done = convert(drawn(more))
    said = "\n".join(report_lines(done))
    assert "Author" in said
    assert "2 annotations (Link, Text)" in said
    assert "1 field of a form" in said
    assert "1 bookmark" in said
    assert SECRET not in said
    assert SECRET not in done.text


def test_text_without_labels_is_joined_to_paragraphs() -> None:
    paper = Paper()
    paper.font, paper.size = "Times-Roman", 11
    paragraphs = [one.text for one in dialogue(12)]
    lines = [
        line for one in paragraphs for line in [*layouts.wrapped(one, 440, "Times-Roman", 11), ""]
    ]
    for at, text in enumerate(lines[:50]):
        paper.put(72, 72 + 13 * at, text)
    paper.page()
    done = convert(paper.done())
    assert done.text.splitlines()[:3] == paragraphs[:3]
    assert "without speaker labels" in report_lines(done)[0]


def test_an_invalid_pdf_is_incomplete() -> None:
    with pytest.raises(Incomplete, match="not a PDF"):
        convert(b"THE COURT: Good morning.\n")


def test_a_file_that_is_cut_off_is_incomplete() -> None:
    data = layouts.numbered(dialogue(30))
    for share in range(1, 20):
        with pytest.raises(Incomplete):
            convert(data[: len(data) * share // 20])


def test_damage_is_incomplete_or_harmless() -> None:
    """No change of bytes crashes or hangs, or loses a page in silence."""
    said = dialogue(10)
    whole = layouts.numbered(said)
    pages = convert(whole).pages
    chance = random.Random(7)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            begin = chance.randrange(len(data))
            del data[begin : begin + chance.randrange(1, 200)]
        try:
            done = convert(bytes(data))
        except Incomplete:
            continue
        assert done.pages == pages


def test_a_stream_that_unpacks_to_far_more_is_refused_in_little_memory() -> None:
    bomb = zlib.compress(b" " * 100_000_000, 9)
    data = pdf_of(bomb)
    with pytest.raises(Incomplete, match="of more than"):
        convert(data)


def pdf_of(stream: bytes) -> bytes:
    """A PDF of one page whose content is this packed stream."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
    ]
    data, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    begins = len(data)
    data += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(
        b"%010d 00000 n \n" % at for at in places
    )
    return data + b"trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % begins
