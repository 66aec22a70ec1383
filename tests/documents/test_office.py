"""Office documents: written by other programs, filtered, and read back by these."""

from __future__ import annotations

import re
import zipfile
from datetime import date
from io import BytesIO

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from odf import text
from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.table import Table, TableCell, TableRow
from odf.teletype import extractText
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.hyperlink import Hyperlink

from anonfilter.containers.decoding import decode
from anonfilter.errors import Incomplete
from tests.documents.office_files import (
    TAG,
    WHO,
    WRITERS,
    filtered,
    open_text,
    sample,
    saved,
    slides,
    unpacked,
    with_parts,
    word,
    workbook,
)
from tests.documents.read_documents import write_rules


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
    data = bytearray(sample(name))
    data[at % len(data)] = put
    try:
        source = decode(bytes(data), name)
    except Incomplete:
        return
    assert source.encode(source.text) == bytes(data)
