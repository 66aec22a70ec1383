"""Office documents: written by other programs, filtered, and read back by these."""

from __future__ import annotations

import re
import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from odf import dc, office, text
from odf.opendocument import OpenDocumentSpreadsheet, OpenDocumentText, load
from odf.table import Table, TableCell, TableRow
from odf.teletype import extractText
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.hyperlink import Hyperlink

from anonfilter.containers.decoding import decode
from anonfilter.errors import Incomplete
from tests.documents.read_documents import write_rules

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


@pytest.fixture
def office_rules(folder: Path) -> None:
    write_rules(folder, "- use: office\n- use: xml")


@pytest.mark.parametrize("name", WRITERS)
def test_no_name_is_left(run, folder, office_rules, name):
    (folder / name).write_bytes(WRITERS[name](WHO))
    done = run("--rules", "formats.yaml", name, "-o", "out")
    assert done.code == 0, done.err
    parts = unpacked((folder / "out" / name).read_bytes())
    assert not [part for part, data in parts.items() if b"Quillfeather" in data]
    assert not [part for part, data in parts.items() if b"Wilma" in data]
    assert sum(data.count(b"PERSON_1") for data in parts.values()) >= 3
    assert run("check", "--rules", "formats.yaml", f"out/{name}").code == 0


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert file.testzip() is None
        return {one: file.read(one) for one in file.namelist()}


def filtered(run, folder, name: str, data: bytes) -> BytesIO:
    (folder / name).write_bytes(data)
    assert run("--rules", "formats.yaml", name, "-o", "out").code == 0
    return BytesIO((folder / "out" / name).read_bytes())


def test_word_reads_it_back(run, folder, office_rules):
    made = docx.Document(filtered(run, folder, "a.docx", word(WHO)))
    assert [one.text for one in made.paragraphs] == [TAG, f"I am {TAG}", TAG]
    assert made.tables[0].cell(0, 1).text == TAG
    assert made.sections[0].header.paragraphs[0].text == TAG
    (comment,) = made.comments
    assert (comment.author, comment.initials, comment.text) == (TAG, "[PERSON_1][PERSON_2]", TAG)
    assert made.core_properties.author == made.core_properties.title == TAG
    assert made.core_properties.created is not None


def test_a_workbook_is_read_back(run, folder, office_rules):
    made = openpyxl.load_workbook(filtered(run, folder, "a.xlsx", workbook(WHO)))
    assert made.sheetnames == ["［PERSON_1］ ［PERSON_2］"]
    rows = [[cell.value for cell in row[:4]] for row in made.active]
    assert rows[0] == ["Name", "Phone", "Born", "Age"]
    assert rows[1][:2] == [TAG, "[PHONE_1]"]
    assert rows[1][2].date() == date(1985, 7, 6)  # these rules have no dates
    assert made.active["F1"].value == "='［PERSON_1］ ［PERSON_2］'!A2"
    assert "PERSON_1" in made.active["A2"].comment.text


def in_quotes(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def sheets(*names: str) -> bytes:
    """A workbook with nothing but names of sheets, and what refers to them."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    first = names[0] if re.fullmatch(r"[\w.]+", names[0]) else in_quotes(names[0])
    last = in_quotes(names[-1])
    for name in names:
        cell = made.create_sheet(name)["A1"]
        cell.value = f'={first}!A2&{last}!A2&"{names[0]}"'
        cell.hyperlink = Hyperlink("A1", location=f"{last}!A1", display=names[-1])
    made.defined_names["total"] = DefinedName("total", attr_text=f"{first}!$A$1")
    return saved(made)


def test_names_of_sheets_are_restored(run, folder, office_rules):
    run("key", "new")
    data = sheets("Quillfeather", WHO)
    (folder / "a.xlsx").write_bytes(data)
    done = run("--rules", "formats.yaml", "-i", "a.xlsx")
    assert done.code == 0, done.err
    assert not [
        part
        for part in unpacked((folder / "a.xlsx").read_bytes()).values()
        if b"Quill" in part or b"Wilma" in part
    ]
    made = openpyxl.load_workbook(folder / "a.xlsx")
    first, second = made.sheetnames
    assert (first[0], second.count("［"), second.count("］")) == ("［", 2, 2)
    assert made[first]["A1"].value == f"='{first}'!A2&'{second}'!A2&\"[{first[1:-1]}]\""
    assert made.defined_names["total"].attr_text == f"'{first}'!$A$1"
    filtered_once = (folder / "a.xlsx").read_bytes()
    assert run("check", "--rules", "formats.yaml", "a.xlsx").code == 0
    assert run("--rules", "formats.yaml", "-i", "a.xlsx").code == 0
    assert (folder / "a.xlsx").read_bytes() == filtered_once
    assert run("restore", "--rules", "formats.yaml", "-o", "back/", "a.xlsx").code == 0
    assert unpacked((folder / "back" / "a.xlsx").read_bytes()) == unpacked(data)


@pytest.mark.parametrize(
    ("names", "more", "left"),
    [
        (("Quillfeather", f"A & B meet {WHO}"), "", "［［"),
        ((f"{WHO}'s first talk", "Other"), "", "［［"),
        (("A & B", f"A & {WHO}"), "", "A & ［ ［"),
        (("O'Brien", f"{WHO}'s talk"), "", "［ ［'s talk"),
        (("Third.day.with.Quillfeather", "Other"), "scope: corpus\n", "［"),
    ],
)
def test_a_name_of_a_sheet_is_no_longer_than_programs_read(
    run, folder, office_rules, names, more, left
):
    run("key", "new")
    (folder / "formats.yaml").write_text((folder / "formats.yaml").read_text() + more)
    data = sheets(*names)
    (folder / "a.xlsx").write_bytes(data)
    done = run("--rules", "formats.yaml", "-i", "a.xlsx")
    assert done.code == 0, done.err
    made = openpyxl.load_workbook(folder / "a.xlsx")
    first, last = made.sheetnames
    assert all(len(one) <= 31 for one in made.sheetnames)
    assert left in [re.sub("PERSON_\\w+］", "", one) for one in made.sheetnames]
    assert "uill" not in first + last
    assert made.defined_names["total"].attr_text in (f"{in_quotes(first)}!$A$1", f"{first}!$A$1")
    for one in made:
        assert one["A1"].hyperlink.location == f"{in_quotes(last)}!A1"
    filtered_once = (folder / "a.xlsx").read_bytes()
    assert run("--rules", "formats.yaml", "-i", "a.xlsx").code == 0
    assert (folder / "a.xlsx").read_bytes() == filtered_once
    assert run("check", "--rules", "formats.yaml", "a.xlsx").code == 0
    assert run("restore", "--rules", "formats.yaml", "-o", "back/", "a.xlsx").code == 0
    assert unpacked((folder / "back" / "a.xlsx").read_bytes()) == unpacked(data)


@pytest.mark.parametrize(
    ("names", "more", "said"),
    [
        ((f"1st talk of {WHO}", f"2nd talk of {WHO}"), "", "would have the same name"),
        ((WHO, "Other"), "scope: corpus\n", "more than 31"),
    ],
)
def test_sheets_for_which_there_is_no_name_are_incomplete(
    run, folder, office_rules, names, more, said
):
    run("key", "new")
    (folder / "formats.yaml").write_text((folder / "formats.yaml").read_text() + more)
    (folder / "a.xlsx").write_bytes(sheets(*names))
    done = run("--rules", "formats.yaml", "-o", "out", "a.xlsx")
    assert done.code == 3
    assert said in done.err
    assert not (folder / "out").exists()


def test_formulas_of_open_documents_follow_the_names_of_their_sheets(run, folder, office_rules):
    made = OpenDocumentSpreadsheet()
    for name in ("Quillfeather", WHO):
        row, sheet = TableRow(), Table(name=name)
        formula = f"of:=[$Quillfeather.A1]+[$'{WHO}'.A1]"
        row.addElement(TableCell(formula=formula, valuetype="float", value="1"))
        sheet.addElement(row)
        made.spreadsheet.addElement(sheet)
    content = unpacked(filtered(run, folder, "a.ods", saved(made)).read())["content.xml"].decode()
    names = re.findall('table:name="([^"]*)"', content)
    assert names[1].endswith(f" {names[0]}")
    assert content.count(f"of:=[$'{names[0]}'.A1]+[$'{names[1]}'.A1]") == 2


def test_a_date_in_a_cell_is_one(run, folder):
    (folder / "dates.yaml").write_text(
        "anonfilter: 1\nlabels: {DATE: {}}\nformats: [{use: office}]\n"
        "detectors:\n  - use: patterns\n    patterns:\n"
        "      - {label: DATE, regex: '1985-07-06', examples: ['1985-07-06']}\n"
        "taggers: [{use: numbered}]\n"
    )
    (folder / "a.xlsx").write_bytes(workbook("x"))
    assert run("--rules", "dates.yaml", "a.xlsx", "-o", "out").code == 0
    made = openpyxl.load_workbook(folder / "out" / "a.xlsx")
    assert [cell.value for cell in made.active[2]][2:4] == ["[DATE_1]", 34]


def test_slides_are_read_back(run, folder, office_rules):
    slide = pptx.Presentation(filtered(run, folder, "a.pptx", slides(WHO))).slides[0]
    assert slide.shapes.title.text == TAG
    assert slide.notes_slide.notes_text_frame.text == f"Ask {TAG}"


def test_an_open_document_is_read_back(run, folder, office_rules):
    made = load(filtered(run, folder, "a.odt", open_text(WHO)))
    said = [extractText(one) for one in made.getElementsByType(text.P)]
    assert f"I am {TAG}" in said[0]
    assert " so." in said[0]
    assert TAG in said[1:]


@pytest.mark.parametrize("name", WRITERS)
def test_without_names_not_a_byte_changes(run, folder, office_rules, name):
    data = WRITERS[name]("Nobody")
    if name == "a.xlsx":
        (folder / "formats.yaml").write_text(
            (folder / "formats.yaml").read_text().replace("415", "999")
        )
    assert filtered(run, folder, name, data).getvalue() == data


@pytest.mark.parametrize("name", WRITERS)
def test_only_changed_parts_are_written(run, folder, office_rules, name):
    data = WRITERS[name](WHO)
    before, after = unpacked(data), unpacked(filtered(run, folder, name, data).getvalue())
    assert [*before] == [*after]
    kept = {part for part in before if before[part] == after[part]}
    assert any("styles" in part.lower() for part in kept)
    assert all(b"PERSON_1" in after[part] or not after[part] for part in before if part not in kept)


def test_pictures_are_refused_unless_kept(run, folder, office_rules):
    stream = BytesIO(word("Nobody"))
    with zipfile.ZipFile(stream, "a") as file:
        file.writestr("word/media/image1.png", b"\x89PNG\r\n\x1a\n\0")
    (folder / "a.docx").write_bytes(stream.getvalue())
    done = run("--rules", "formats.yaml", "a.docx")
    assert done.code == 3
    assert "a.docx: word/media/image1.png" in done.err
    assert "word/media/*.png" in done.err
    write_rules(folder, "- use: office\n  keep: ['word/media/*.png']")
    assert run("--rules", "formats.yaml", "a.docx", "-o", "out").code == 0


@pytest.mark.parametrize(
    "data", [b"", b"so", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 encrypted", b"PK\3\4" + bytes(30)]
)
def test_an_invalid_document_is_incomplete(run, folder, office_rules, data):
    (folder / "a.docx").write_bytes(data)
    done = run("--rules", "formats.yaml", "a.docx")
    assert (done.code, done.out) == (3, "")
    assert "a.docx: is not a ZIP file, or is damaged or encrypted" in done.err


@pytest.mark.parametrize(
    "parts", [{"content.xml": "\ufffd\0"}, {"encrypted-package": "\0\1"}, {"content.xml": "<so/>"}]
)
def test_an_encrypted_document_is_incomplete_and_nothing_of_it_is_kept(
    run, folder, office_rules, parts
):
    manifest = (
        '<manifest><file-entry full-path="content.xml"><encryption-data/></file-entry></manifest>'
    )
    data = with_parts(open_text("Nobody"), {**parts, "META-INF/manifest.xml": manifest})
    (folder / "a.odt").write_bytes(data)
    done = run("--rules", "formats.yaml", "a.odt")
    assert (done.code, done.out) == (3, "")
    assert "a.odt: is encrypted\n  Save it without a password." in done.err
    assert "keep" not in done.err


@given(st.sampled_from([*WRITERS]), st.integers(0, 10**6), st.integers(0, 255))
def test_a_damaged_file_is_refused_or_kept(name: str, at: int, put: int) -> None:
    data = bytearray(_written(name))
    data[at % len(data)] = put
    try:
        source = decode(bytes(data), name)
    except Incomplete:
        return
    assert source.encode(source.text) == bytes(data)


_KEPT: dict[str, bytes] = {}


def _written(name: str) -> bytes:
    return _KEPT.setdefault(name, WRITERS[name](WHO))


def with_parts(data: bytes, parts: dict[str, str]) -> bytes:
    """A document with other parts, or some in place of its own."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in ({**unpacked(data), **parts}).items():
            file.writestr(name, content)
    return stream.getvalue()


WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def paragraph(run, folder, content: str) -> str:
    """What a paragraph of Word is filtered to, as it stands in its part."""
    part = f"<w:document {WORD}><w:body><w:p>{content}</w:p></w:body></w:document>"
    data = with_parts(word("Nobody"), {"word/document.xml": part})
    made = unpacked(filtered(run, folder, "a.docx", data).getvalue())["word/document.xml"]
    return made.decode().partition("<w:p>")[2].partition("</w:p></w:body>")[0]


@pytest.mark.parametrize(
    "content",
    [
        '<w:smartTag><w:smartTagPr><w:attr w:name="who" w:val="{}"/></w:smartTagPr></w:smartTag>',
        '<w:sdt><w:sdtPr><w:alias w:val="{}"/></w:sdtPr></w:sdt>',
        '<w:sdt><w:sdtPr><w:listItem w:displayText="{}" w:value="x"/></w:sdtPr></w:sdt>',
        '<w:ffData><w:helpText w:val="{}"/></w:ffData>',
        '<w:ffData><w:ddList><w:listEntry w:val="{}"/></w:ddList></w:ffData>',
        '<w:tblPr><w:tblCaption w:val="{}"/></w:tblPr>',
        '<w:fldSimple w:instr=" AUTHOR &quot;{}&quot; "/>',
        '<w:r><w:instrText> XE "{}" </w:instrText></w:r>',
        "<w:r><w:instrText> MACROBUTTON NoMacro Write to {} </w:instrText></w:r>",
        '<w:bookmarkStart w:id="7" w:name="Of_{}"/><w:bookmarkEnd w:id="7"/>',
        '<w:pict><v:textpath xmlns:v="v" string="Draft of {}"/></w:pict>',
        '<w:pict><v:shape xmlns:v="v" alt="{}"/></w:pict>',
        '<w:bookmarkStart w:id="1" w:name="Box of {}"/><w:r><w:t>{}</w:t></w:r>',
        '<w:ins w:id="1" w:author="{}"><w:r><w:t>so</w:t></w:r></w:ins>',
        "<w:moveFrom><w:r><w:t>{}</w:t></w:r></w:moveFrom><w:r><w:t>so</w:t></w:r>",
    ],
)
def test_word_has_names_in_many_places(run, folder, office_rules, content):
    out = paragraph(run, folder, content.format(WHO, WHO))
    assert "Quill" not in out
    assert out.count("PERSON_1") == content.count("{}")


def test_an_id_derived_from_a_style_name_changes_with_it(run, folder, office_rules):
    made_of = f"Of{WHO.replace(' ', '')}A"
    style = f'<w:style w:styleId="{made_of}"><w:name w:val="Of {WHO} A"/></w:style>'
    body = f'<w:p><w:pPr><w:pStyle w:val="{made_of}"/></w:pPr></w:p>'
    part = f"<w:document {WORD}>{style}{body}</w:document>"
    data = with_parts(word("Nobody"), {"word/document.xml": part})
    made = unpacked(filtered(run, folder, "a.docx", data).getvalue())["word/document.xml"]
    assert b"Quill" not in made
    assert made.count(b'"OfPERSON_1PERSON_2A"') == 2
    style = f'<s:style s:name="Of_20_{WHO.replace(" ", "_20_")}" s:display-name="Of {WHO}"/>'
    part = f'<o:styles xmlns:o="o" xmlns:s="s">{style}</o:styles>'
    data = with_parts(open_text("Nobody"), {"styles.xml": part})
    made = unpacked(filtered(run, folder, "a.odt", data).getvalue())["styles.xml"]
    assert b"Quill" not in made
    assert b's:name="Of_20_PERSON_1' in made


CONTROL = (
    '<w:sdt><w:sdtPr><w:date w:fullDate="{}T00:00:00Z"><w:dateFormat w:val="d.M.yy"/></w:date>'
    "</w:sdtPr><w:sdtContent><w:r><w:t>{}</w:t></w:r></w:sdtContent></w:sdt>"
)


def test_the_date_of_a_control_goes_with_what_it_shows(run, folder, office_rules):
    kept = CONTROL.format("2024-06-12", "12 June 2024")
    taken = CONTROL.format("1961-03-04", f"4 March 1961 with {WHO}")
    content = f"<w:r><w:t>On </w:t></w:r>{kept}<w:r><w:t> as to </w:t></w:r>{taken}"
    out = paragraph(run, folder, content)
    assert kept in out
    assert "<w:date><w:dateFormat" in out
    assert "1961-03-04" not in out


def test_tracked_deletions_are_separate_text(run, folder, office_rules):
    gone, come = (f"<w:r><w:{{0}}>{WHO}</w:{{0}}></w:r>".format(t) for t in ("delText", "t"))
    out = paragraph(run, folder, f"<w:del>{gone}</w:del><w:ins>{come}</w:ins>")
    assert "Quill" not in out
    assert out.count(TAG) == 2


def test_a_name_runs_on_around_a_field_and_within_its_instruction(run, folder, office_rules):
    first, rest = WHO.split()
    out = paragraph(
        run,
        folder,
        f'<w:r><w:t xml:space="preserve">{first} </w:t></w:r><w:r><w:fldChar w:type="begin"/></w:r>'
        f'<w:r><w:instrText> XE "{first} {rest[:4]}</w:instrText></w:r>'
        f'<w:r><w:instrText>{rest[4:]}" </w:instrText></w:r>'
        f'<w:r><w:fldChar w:type="separate"/></w:r><w:r><w:t>{rest}</w:t></w:r>',
    )
    assert not any(part in out for part in (first, rest, rest[:4], rest[4:]))


def test_text_for_older_programs_is_separate_text(run, folder, office_rules):
    said = f"<w:r><w:t>{WHO}</w:t></w:r>"
    both = f"<mc:Choice>{said}</mc:Choice><mc:Fallback>{said}</mc:Fallback>"
    content = f'<mc:AlternateContent xmlns:mc="m">{both}</mc:AlternateContent>'
    assert paragraph(run, folder, content).count(TAG) == 2


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a.docx", '<w:settings {w}><w:mailSubject w:val="For {who}"/></w:settings>'),
        ("a.pptx", '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="{who}"/></p:cmAuthorLst>'),
        ("a.pptx", '<pc:chgInfo xmlns:pc="p"><pc:chgData name="{who}" userId="x"/></pc:chgInfo>'),
        ("a.pptx", '<p:tagLst xmlns:p="p"><p:tag name="OWNER" val="{who}"/></p:tagLst>'),
        ("a.xlsx", '<pivotCacheRecords><r><s v="{who}"/></r></pivotCacheRecords>'),
        ("a.xlsx", '<connection name="{who}" command="SELECT \'{who}\'"/>'),
        ("a.xlsx", '<d prompt="Ask {who}"><formula1>"{who},x"</formula1></d>'),
        ("a.xlsx", '<filters><filter val="{who}"/></filters>'),
        ("a.xlsx", "<sst><si><t>Line_x000D_{who}_x000D_</t></si></sst>"),
        ("a.odt", '<a><text:hidden-text xmlns:text="t" text:string-value="{who}"/></a>'),
        ("a.odt", '<a><draw:frame xmlns:draw="d" draw:name="Picture of {who}"/></a>'),
    ],
)
def test_a_part_has_names_in_many_places(run, folder, office_rules, name, part):
    data = with_parts(WRITERS[name]("Nobody"), {"more.xml": part.format(who=WHO, w=WORD)})
    made = unpacked(filtered(run, folder, name, data).getvalue())["more.xml"].decode()
    assert made.count("PERSON_1") == part.count("{who}")
    assert "Quill" not in made


def test_a_number_that_a_pivot_table_keeps_becomes_text(run, folder, office_rules):
    data = with_parts(workbook("x"), {"more.xml": '<items><n v="4155550100"/><n v="7"/></items>'})
    made = unpacked(filtered(run, folder, "a.xlsx", data).getvalue())["more.xml"]
    assert made == b'<items><s v="[PHONE_1]"/><n v="7"/></items>'


def test_initials_go_with_the_creator_of_a_note(run, folder, office_rules):
    part = (
        '<o:annotation xmlns:o="o" xmlns:dc="d" xmlns:meta="m">'
        f"<dc:creator>{WHO}</dc:creator><meta:creator-initials>WQ</meta:creator-initials>"
        "</o:annotation>"
    )
    data = with_parts(open_text("Nobody"), {"more.xml": part})
    made = unpacked(filtered(run, folder, "a.odt", data).getvalue())["more.xml"].decode()
    assert "<meta:creator-initials>[PERSON_1][PERSON_2]</" in made


def test_a_signed_document_is_refused(run, folder, office_rules):
    data = with_parts(word("Nobody"), {"_xmlsignatures/sig1.xml": "<Signature/>"})
    (folder / "a.docx").write_bytes(data)
    done = run("--rules", "formats.yaml", "a.docx")
    assert done.code == 3
    assert "Save the document without its signatures." in done.err


@pytest.mark.parametrize("preview", ["Pictures/TablePreview1.svm", "ObjectReplacements/Object 1"])
def test_pictures_of_what_is_read_are_emptied(run, folder, office_rules, preview):
    data = with_parts(open_text(WHO), {preview: "VCLMTF\1\0"})
    assert unpacked(filtered(run, folder, "a.odt", data).getvalue())[preview] == b""
