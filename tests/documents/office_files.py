"""Office documents that other programs write, with a name in many places."""

from __future__ import annotations

import zipfile
from datetime import date
from functools import cache
from io import BytesIO

import docx
import openpyxl
import pptx
from odf import dc, office, text
from odf.opendocument import OpenDocumentText
from openpyxl.comments import Comment

WHO, TAG = "Wilma Quillfeather", "[PERSON_1] [PERSON_2]"


def word(name: str) -> bytes:
    """A document with a name in every place that one has."""
    made = docx.Document()
    made.core_properties.author = made.core_properties.title = name
    made.add_heading(name, 1)
    paragraph = made.add_paragraph(f"I am {name[:3]}")
    paragraph.add_run(name[3:]).bold = True
    made.add_paragraph(name, style="List Bullet")
    made.add_table(1, 2).cell(0, 1).text = name
    section = made.sections[0]
    section.header.paragraphs[0].text = section.footer.paragraphs[0].text = name
    made.add_comment(paragraph.runs, text=name, author=name, initials="WQ")
    return saved(made)


def workbook(name: str) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = name
    sheet.append(["Name", "Phone", "Born", "Age"])
    sheet.append([name, 4155550100, date(1985, 7, 6), 34])
    sheet["A2"].comment = Comment(name, name)
    sheet["F1"] = f"='{name}'!A2"
    made.properties.creator = name
    return saved(made)


def slides(name: str) -> bytes:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[0])
    slide.shapes.title.text = name
    slide.notes_slide.notes_text_frame.text = f"Ask {name}"
    made.core_properties.author = name
    return saved(made)


def open_text(name: str) -> bytes:
    made = OpenDocumentText()
    paragraph = text.P(text=f"I am {name[:3]}")
    paragraph.addElement(text.Span(text=name[3:]))
    note = text.Note(noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(text.P(text=name))
    note.addElement(body)
    paragraph.addElement(note)
    paragraph.addText(" so.")
    made.text.addElement(paragraph)
    remark = office.Annotation()
    remark.addElement(dc.Creator(text=name))
    remark.addElement(text.P(text=name))
    paragraph.addElement(remark)
    made.meta.addElement(dc.Creator(text=name))
    return saved(made)


def saved(made: object) -> bytes:
    stream = BytesIO()
    made.save(stream)  # type: ignore[attr-defined]
    return stream.getvalue()


WRITERS = {"a.docx": word, "a.xlsx": workbook, "a.pptx": slides, "a.odt": open_text}


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert file.testzip() is None
        return {one: file.read(one) for one in file.namelist()}


def filtered(run, folder, name: str, data: bytes) -> BytesIO:
    (folder / name).write_bytes(data)
    assert run("--rules", "formats.yaml", name, "-o", "out").code == 0
    return BytesIO((folder / "out" / name).read_bytes())


@cache
def sample(name: str) -> bytes:
    """Return the file of this name with the person in it."""
    return WRITERS[name](WHO)


def with_parts(data: bytes, parts: dict[str, str]) -> bytes:
    """A document with other parts, or some in place of its own."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in ({**unpacked(data), **parts}).items():
            file.writestr(name, content)
    return stream.getvalue()
