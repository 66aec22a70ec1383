"""PDFs with names in every place, and the search for what is left in the result."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, Stream, String
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

WHO, PLACE = "Jane Smith", "Port Ellery"


def interview() -> bytes:
    """Return two pages with properties, a bookmark, a note and a form."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=letter)
    canvas.setTitle(f"Interview with {WHO}")
    canvas.setAuthor(WHO)
    text = canvas.beginText(72, 700)
    text.setFont("Times-Roman", 12)
    text.textLine(f"My name is {WHO}, and I live in {PLACE}.")
    text.textLine("I was there with my brother, and we met Jane")
    text.textLine("Smith at the door on Monday.")
    canvas.drawText(text)
    canvas.bookmarkPage("one")
    canvas.addOutlineEntry(f"Statement of {WHO}", "one", 0)
    canvas.acroForm.textfield(name="witness", value=WHO, x=72, y=500, width=200, height=20)
    canvas.textAnnotation(f"Ask {WHO}.", (300, 300, 320, 320))
    canvas.showPage()
    canvas.drawString(72, 700, f"Page two: {WHO} signed.")
    canvas.save()
    return file.getvalue()


def blank(contents: str, pages: int = 1) -> pikepdf.Pdf:
    """Return a PDF whose pages have these commands and the font F1."""
    pdf = pikepdf.new()
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Helvetica,
        Encoding=Name.WinAnsiEncoding,
    )
    font = pdf.make_indirect(font)
    for _ in range(pages):
        page = pdf.add_blank_page(page_size=(400, 400))
        page.Contents = Stream(pdf, contents.encode("cp1252"))
        page.Resources = Dictionary(Font=Dictionary(F1=font))
    return pdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    file = io.BytesIO()
    pdf.save(file)
    return file.getvalue()


def operators() -> bytes:
    """Return a page that shows names with every operator, in pieces, and with spacing."""
    return saved(
        blank(
            "BT /F1 12 Tf 14 TL 50 300 Td [(I met J) 20 (ane) -300 (Smi) 5 (th, who left.)] TJ\n"
            "(Then Jane Smith spoke.) ' 2 0.5 (Again Jane Smith spoke.) \" 0 Tw 0 Tc\n"
            "80 Tz T* (So did ) Tj (Jane) Tj ( ) Tj (Smith) Tj (, they say.) Tj 100 Tz\n"
            "0 1 -1 0 30 50 Tm (Beside: Jane Smith wrote.) Tj\n"
            "1 0 0 1 50 150 Tm 1 g (White Jane Smith.) Tj 0 g\n"
            "3 Tr 0 -20 Td (Unseen Jane Smith.) Tj\n"
            "ET /Span <</ActualText (Jane Smith)>> BDC BT /F1 9 Tf 50 80 Td (Jane Smith) Tj ET EMC"
        )
    )


def shared_form() -> bytes:
    """Return two pages that draw the same form, which has a name."""
    pdf = blank("q 1 0 0 1 20 30 cm /X Do Q BT /F1 12 Tf 50 300 Td (Seen by counsel.) Tj ET", 2)
    form = Stream(pdf, b"BT /F1 10 Tf 10 10 Td (Filed by Jane Smith today.) Tj ET")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, [0, 0, 300, 50]
    form.Resources = Dictionary(Font=pdf.pages[0].Resources.Font)
    form = pdf.make_indirect(form)
    for page in pdf.pages:
        page.Resources.XObject = Dictionary(X=form)
    return saved(pdf)


def beside_the_pages() -> bytes:
    """Return a PDF with metadata, an attachment, structure text, a layer that is off, a link."""
    pdf = blank("/OC /L BDC BT /F1 12 Tf 50 300 Td (Off: Jane Smith.) Tj ET EMC")
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(f"Notes of {WHO}")))
    pdf.pages[0].Resources.Properties = Dictionary(L=layer)
    pdf.Root.OCProperties = Dictionary(OCGs=[layer], D=Dictionary(OFF=[layer]))
    pdf.attachments["notes.txt"] = AttachedFileSpec(
        pdf, f"Notes on {WHO}.\n".encode(), filename="notes.txt", description=f"by {WHO}"
    )
    with pdf.open_metadata() as metadata:
        metadata["dc:title"] = f"On {WHO}"
    element = pdf.make_indirect(Dictionary(S=Name.Figure, Alt=String(f"A portrait of {WHO}")))
    pdf.Root.StructTreeRoot = Dictionary(Type=Name.StructTreeRoot, K=element)
    link = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Link,
        Rect=[0, 0, 10, 10],
        A=Dictionary(S=Name.URI, URI=String("https://x.example/?q=Jane Smith")),
    )
    pdf.pages[0].Annots = Array([link])
    return saved(pdf)


FILES = {
    "interview": interview,
    "operators": operators,
    "shared form": shared_form,
    "beside the pages": beside_the_pages,
}


def all_bytes(data: bytes) -> Iterator[bytes]:
    """Yield the unpacked streams of a PDF, and its strings in UTF-8."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for value in pdf.objects:
            if isinstance(value, Stream):
                yield value.read_bytes()
            yield from _strings(value)


def _strings(value: object) -> Iterator[bytes]:
    if isinstance(value, String):
        yield str(value).encode()
    elif isinstance(value, Array):
        for item in value:
            yield from () if getattr(item, "is_indirect", False) else _strings(item)
    elif isinstance(value, Dictionary | Stream):
        for key in sorted(value.keys()):
            item = value[key]
            yield from () if getattr(item, "is_indirect", False) else _strings(item)


def pdftotext(path: Path, *options: str) -> str:
    command = ["pdftotext", *options, str(path), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
