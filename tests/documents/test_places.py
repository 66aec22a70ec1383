"""Places of files that readers do not see: names and addresses in them are found."""

from __future__ import annotations

import base64
import json
import struct
import zipfile
from io import BytesIO
from pathlib import Path

import docx
import lxml.etree
import lxml.html
import openpyxl
import pptx
import pytest
from anonfilter_documents.markup.html import Html
from anonfilter_documents.markup.xml import Xml
from odf.opendocument import load

from anonfilter import Engine, load_ruleset
from tests.documents.read_documents import read, texts, write_rules
from tests.documents.test_office import WRITERS, unpacked

WHO, MAIL = "Wilma Quillfeather", "w.quill@mail.example"
RECORD = (
    f"<EndNote><Cite><Author>Quillfeather</Author><by>Quillfeather, {WHO}</by></Cite></EndNote>"
)
SHAPE = f'<p descr="Of {WHO}"><t>{WHO}</t></p>'
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def in_base64(text: str) -> str:
    return base64.encodebytes(text.encode()).decode()


def packed(text: str) -> str:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("drs/e2oDoc.xml", text)
    return base64.b64encode(stream.getvalue()).decode()


def in_utf16(text: str) -> str:
    return f"\1\4\0{text}\0".encode("utf-16-le").decode("latin-1")


PLACES = {
    "absolute path": (
        "a.xlsx",
        "xl/more.xml",
        f'<workbook xmlns:x15ac="x"><x15ac:absPath url="C:\\Users\\{WHO}\\Desktop\\"/></workbook>',
    ),
    "attached template": (
        "a.docx",
        "word/_rels/more.xml.rels",
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/office'
        'Document/2006/relationships/attachedTemplate" Target="file:///C:\\Users\\Wilma%20Quillfeather'
        '\\Templates\\Letter_of_Wilma_Quillfeather.dotx" TargetMode="External"/></Relationships>',
    ),
    "template": (
        "a.docx",
        "docProps/more.xml",
        f"<Properties><Template>Letter of {WHO}.dotx</Template></Properties>",
    ),
    "citation": (
        "a.docx",
        "word/more.xml",
        f"<w:document {WORD}><w:p><w:r><w:fldChar><w:fldData>{in_base64(RECORD)}</w:fldData>"
        "</w:fldChar></w:r></w:p></w:document>",
    ),
    "drawing": (
        "a.docx",
        "word/more.xml",
        f'<w:document {WORD}><v:shape xmlns:v="v" xmlns:o="o" '
        f'o:gfxdata="{packed(SHAPE)}"/></w:document>',
    ),
    "printer": ("a.xlsx", "xl/printerSettings/printerSettings1.bin", in_utf16(f"For {WHO}")),
    "property of a sheet": ("a.xlsx", "xl/customProperty1.bin", in_utf16(f"For {WHO}")),
    "slicer": (
        "a.xlsx",
        "xl/slicers/slicer1.xml",
        f'<slicers><slicer name="Person" cache="S" caption="{WHO}"/></slicers>',
    ),
    "view": (
        "a.xlsx",
        "xl/more.xml",
        '<workbook><customWorkbookViews><customWorkbookView guid="{7F0E52F8-1F7B-4B3D-9C5B-3A2B8A6E'
        f'9B51}}" name="{WHO} - Personal View"/></customWorkbookViews></workbook>',
    ),
    "format of numbers": (
        "a.xlsx",
        "xl/more.xml",
        f'<numFmts><numFmt numFmtId="165" formatCode="0 &quot;of {WHO}&quot;"/></numFmts>',
    ),
    "control": (
        "a.docx",
        "word/activeX/activeX1.xml",
        f'<ax:ocx xmlns:ax="a"><ax:ocxPr ax:name="Caption" ax:value="{WHO}"/></ax:ocx>',
    ),
    "header of a sheet": (
        "a.xlsx",
        "xl/more.xml",
        '<headerFooter><oddHeader>&amp;L&amp;"Calibri,Regular"&amp;12Wilma &amp;BQuillfeather'
        "</oddHeader></headerFooter>",
    ),
    "theme": ("a.docx", "word/theme/theme2.xml", f'<a:theme xmlns:a="a" name="Theme of {WHO}"/>'),
    "manifest": ("a.odt", "META-INF/more.xml", f'<manifest note="As {WHO} asked for"/>'),
    "page of the web": (
        "a.docx",
        "word/more.xml",
        f'<w:webSettings {WORD}><w:frame><w:name w:val="{WHO}"/></w:frame></w:webSettings>',
    ),
    "toolbar": (
        "a.odt",
        "Configurations2/toolbar/more.xml",
        f'<toolbar:toolbar xmlns:toolbar="t" toolbar:uiname="Tools of {WHO}"/>',
    ),
    "format of an open table": (
        "a.odt",
        "more.xml",
        f'<number:text xmlns:number="n"> {WHO}</number:text>',
    ),
}


@pytest.fixture
def all_rules(folder: Path) -> None:
    uses = ("office", "html", "xml", "rtf", "notebook", "archive", "mail")
    write_rules(folder, "\n".join(f"- use: {use}" for use in uses))


def redacted(run, folder: Path, name: str, data: bytes | str) -> bytes:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    done = run("--rules", "formats.yaml", name, "-o", "out")
    assert done.code == 0, done.err
    assert run("check", "--rules", "formats.yaml", f"out/{name}").code == 0
    return (folder / "out" / name).read_bytes()


def holds_name(data: bytes) -> bool:
    """Whether the name can be read in bytes, or in what they are base64 of."""
    texts = [data.decode("utf-8", "replace"), data.decode("utf-16-le", "replace")]
    texts += [data[1:].decode("utf-16-le", "replace")]
    return any("uill" in text or "Wilma" in text for text in texts)


OPENERS = {"a.xlsx": openpyxl.load_workbook, "a.pptx": pptx.Presentation, "a.odt": load}


def with_place(place: str, name: str) -> bytes:
    """A document of another program, with a place that this program does not write."""
    file_name, part, content = PLACES[place]
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for one, own in unpacked(WRITERS[file_name](name)).items():
            file.writestr(one, b"" if "thumbnail" in one else own)
        file.writestr(part, content.encode("latin-1"))
    return stream.getvalue()


@pytest.mark.parametrize("place", PLACES)
def test_a_name_in_an_office_document_is_found(place, run, folder, all_rules):
    name, part, _ = PLACES[place]
    made = redacted(run, folder, name, with_place(place, "Nobody"))
    after = unpacked(made)
    assert not [one for one, own in after.items() if holds_name(own)]
    assert in_base64(RECORD)[:40].encode() not in after[part]
    assert packed(SHAPE).encode() not in after[part]
    OPENERS.get(name, docx.Document)(BytesIO(made))


@pytest.mark.parametrize("place", ["citation", "drawing", "printer", "header of a sheet"])
def test_emptied_places_of_office_documents_are_restored(place, run, folder, all_rules):
    run("key", "new")
    name, data = PLACES[place][0], with_place(place, WHO)
    (folder / name).write_bytes(data)
    assert run("--rules", "formats.yaml", "-i", name).code == 0
    assert run("restore", "--rules", "formats.yaml", "-o", "back/", name).code == 0
    assert unpacked((folder / "back" / name).read_bytes()) == unpacked(data)


def in_hexadecimal(text: str) -> str:
    return (b"\1\5\0\0" + text.encode("utf-16-le") + b"\0\xff\xfe\x07").hex()


BEGINS, ENDS = "<p>so</p>", "<p>or not</p>"
TEXTS = {
    "condition": ("a.html", "<!--[if mso]><p>Of <b>Wilma</b> Quillfeather</p><![endif]-->"),
    "condition in reverse": ("a.html", f"<![if !{WHO}]><p>so</p><![endif]>"),
    "condition that is cut": ("a.html", f"<!--[if !IE]><!--><p>{WHO}</p><!--<![endif]-->"),
    "half a page": ("a.html", f"<!--[if !IE]>{WHO}<!<![endif]-->"),
    "cdata": ("a.html", f"<svg><![CDATA[ {WHO} ]]></svg>"),
    "doctype": ("a.html", f"<!DOCTYPE html SYSTEM '/home/{WHO}/{WHO} {MAIL}'>"),
    "kind of a link": ("a.html", f'<a rel="{MAIL}" href="#{MAIL}" class="{MAIL}">so</a>'),
    "handler": ("a.html", f"<a onclick=\"mail('{MAIL}')\" style='a: url({MAIL})'>so</a>"),
    "script": ("a.html", f"<script>var to = '{MAIL}';</script><style>/* {MAIL} */</style>"),
    "name of an element": ("a.html", f"<p>Write to <{MAIL}>, who<br {MAIL}> is</{MAIL}></p>"),
    "page for programs": ("a.html", f'<meta http-equiv="refresh" content="0; url=?to={MAIL}">'),
    "identifier": ("a.xml", f'<a xmlns:b="http://a.example/{MAIL}"><b id="c" ref="{MAIL}"/></a>'),
    "declaration": ("a.xml", f"<!DOCTYPE a SYSTEM '{MAIL}'><a/>"),
    "data store": ("a.rtf", rf"{{\rtf1 so{{\*\datastore {in_hexadecimal(f'For {WHO}')}}}}}"),
    "data of a field": ("a.rtf", rf"{{\rtf1 so{{\*\datafield {RECORD.encode().hex()}}}}}"),
    "font": ("a.rtf", rf"{{\rtf1{{\fonttbl{{\f0 {MAIL};}}}}so}}"),
    "file table": ("a.rtf", rf"{{\rtf1{{\*\filetbl{{\file\fid1 C:\\Users\\{WHO}\\a;}}}}so}}"),
    "list": ("a.rtf", rf"{{\rtf1{{\*\listtable{{\list{{\listname {WHO};}}\listid1}}}}so}}"),
    "note's end": ("a.rtf", rf"{{\rtf1{{\ftnsep {WHO}\par}}so}}"),
    "drawing behind": ("a.rtf", rf"{{\rtf1{{\*\background{{\shp {WHO}}}}}so}}"),
    "attachment": (
        "a.ipynb",
        json.dumps(
            {
                "cells": [
                    {
                        "cell_type": "markdown",
                        "id": MAIL,
                        "metadata": {},
                        "source": "so",
                        "attachments": {f"{WHO}.txt": {"text/plain": f"As {WHO}"}},
                    }
                ],
                "metadata": {"kernelspec": {"display_name": MAIL}},
                "nbformat": 4,
            }
        ),
    ),
    "technical header": (
        "a.eml",
        f"Content-Type: text/plain; x={MAIL}\nMIME-Version: 1.0 ({MAIL})\n\nso\n",
    ),
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_name_in_a_text_is_found(place, run, folder, all_rules):
    rules = folder / "formats.yaml"
    mail = "{label: MAIL, regex: 'w[.]quill@mail[.]example', everywhere: true, examples: ['%s']}"
    reported = rules.read_text().replace("  COMPANY:", "  MAIL: {tag: '[MAIL_{n}]'}\n  COMPANY:", 1)
    rules.write_text(
        reported.replace("    patterns:\n", f"    patterns:\n      - {mail % MAIL}\n", 1)
    )
    name, text = PLACES.get(place) or TEXTS[place]
    made = redacted(run, folder, name, text)
    assert not holds_name(made)
    if place.startswith("data"):
        assert text.partition("data")[2][:60].encode() not in made
    if name == "a.xml":
        assert lxml.etree.fromstring(made) is not None


def zipped(note: bytes) -> bytes:
    info = zipfile.ZipInfo("a.txt")
    info.extra = note
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        file.writestr(info, "so")
    return stream.getvalue()


NOTES = {
    "times": (0x5455, b"\3" + bytes(8)),
    "users": (0x7875, b"\1\4\0\0\0\0\4\0\0\0\0"),
    "room to grow": (0xA220, b"\x28\xa0\4\0" + bytes(40)),
    "mark of Java": (0xCAFE, b""),
}


@pytest.mark.parametrize("note", NOTES)
def test_a_note_of_a_member_says_nothing_else(note, run, folder, all_rules):
    kind, said = NOTES[note]
    for more, code in ((b"", 0), (b" For Wilma Quillfeather, and others", 3)):
        head = struct.pack("<2H", kind, len(said + more))
        (folder / "a.zip").write_bytes(zipped(head + said + more))
        done = run("--rules", "formats.yaml", "a.zip", "-o", "out")
        assert done.code == code, done.err


def test_a_drawing_is_no_text() -> None:
    strokes = "M12 1.5c-.5 0 3.1 4.4-1 6z m 415 555 0100 l 9,9 z"
    page = f'<svg viewBox="0 0 24 24"><path d="{strokes}" id="b"/><path d="{MAIL}"/></svg>'
    for format_class, name in ((Xml, "a.svg"), (Html, "a.html")):
        said = texts(read(format_class, page, name))
        assert MAIL in said
        assert not [one for one in said if "415" in one]


def test_an_identifier_and_what_points_at_it_stay_the_same(run, folder, all_rules):
    text = '<a><p>Ask Quillfeather</p><b xml:id="Quillfeather"/><c ref="#Quillfeather"/></a>'
    made = lxml.etree.fromstring(redacted(run, folder, "a.xml", text))
    (identifier,) = made.xpath("//b/@*")
    assert made.xpath("//c/@ref") == [f"#{identifier}"]
    assert not {*"[]"}.intersection(identifier)
    page = '<p>Ask Quillfeather<a id="Quillfeather" href="#Quillfeather">so</a></p>'
    page_made = lxml.html.fromstring(redacted(run, folder, "a.html", page).decode())
    assert page_made.xpath("//a/@href") == [f"#{page_made.xpath('//a/@id')[0]}"]


FORMS = {
    "e-mail": "jane.roe@mail.example",
    "telephone": "+44 20 7946 0958",
    "telephone in groups": "(415) 555-0132",
    "social security number": "219-09-9999",
    "card": "4111 1111 1111 1111",
    "account": "DE89370400440532013000",
    "machine": "203.0.113.9",
    "folder": "C:\\Users\\Ann Duarte\\a",
    "page of a user": "https://jdoe:secret@mail.example/",
}
PLAIN = (
    "7F0E52F8-1F7B-4B3D-9C5B-3A2B8A6E9B51 #ff00aa 1.12.4 0.140499004785544 2024-06-12 rId12",
    "http://schemas.example/2006/main text/html; charset=utf-8 60 120 4500 sha256-9f86d081884c7d65",
    "Pandoc/2.17.1.1 1718000000000 btn btn-primary col-md-4 translate(12.5,-30) matrix(1 0 0 1)",
)


@pytest.mark.parametrize(
    "page", ["<script>{}</script>", "<a class='{}'>so</a>", "<style>{}</style>"]
)
def test_only_values_with_a_form_are_found_in_every_place(page: str) -> None:
    engine = Engine(load_ruleset("fast"))

    def found(said: str) -> list[str]:
        document = engine.read_document(page.format(f"var x = {said};").encode(), "a.html")
        return [document.text[one.start : one.end] for one in engine.analyse(document).spans]

    assert [said for said in FORMS.values() if not any(one in said for one in found(said))] == []
    assert [one for said in PLAIN for one in found(said)] == []
