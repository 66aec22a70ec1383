"""Names in scripts, attributes and parts that programs read, where a key says whose they are."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import docx
import openpyxl
import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

ENGINE = Engine(parse_ruleset("anonfilter: 1\nextends: fast\n", "code"))
NAME = "Adaeze Okafor"


def filtered(data: bytes, name: str) -> bytes:
    done = ENGINE.redact(ENGINE.read_document(data, name))
    assert done.findings == ()
    assert ENGINE.redact(ENGINE.read_document(done.output, name)).output == done.output
    return done.output


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<script>var page = {author: "Adaeze Okafor", n: 3};</script>'),
        ("a.html", "<script>const patientName = 'Adaeze Okafor';</script>"),
        ("a.html", '<script>window.data = {"author": "Adaeze Okafor"};</script>'),
        ("a.html", "<script>render(`<p>Patient: Adaeze Okafor</p>`)</script>"),
        ("a.html", "<script>/** @author Adaeze Okafor */</script>"),
        ("a.html", '<script>const who = {ssn: "536228714", name: "Adaeze Okafor"};</script>'),
        ("a.html", '<div patient="Adaeze Okafor">x</div>'),
        ("a.html", '<x-card author-name="Adaeze Okafor">x</x-card>'),
        ("a.html", "<x-card :name=\"'Adaeze Okafor'\">x</x-card>"),
        ("a.html", '<style>.a:after { content: "Adaeze Okafor"; }</style>'),
        ("a.html", '<img src="data:image/svg+xml;utf8,<svg><text>Adaeze Okafor</text></svg>">'),
        ("a.md", '```python\nauthor = "Adaeze Okafor"\n```\n'),
        ("a.md", '```js\nconst who = {ssn: "536228714"};\n```\n'),
        ("a.xml", "<?page author='Adaeze Okafor'?><a>x</a>"),
    ],
)
def test_a_key_that_names_a_person_is_believed_in_code(name: str, text: str) -> None:
    out = filtered(text.encode(), name).decode()
    assert "Okafor" not in out
    assert "536228714" not in out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<script>var o = {name: "Rose Garden", author: null, from: "top"};</script>'),
        ("a.html", '<x-color name="Rose" owner="page">x</x-color>'),
        ("a.html", '<script>const phone = "0000", account = "12345"; login = "handle";</script>'),
        ("a.html", '<script>labels = {name: "Full Name", patient: "Patient Name"};</script>'),
        ("a.html", '<style>.a:after { content: "Read more"; }</style>'),
        ("a.md", '```python\nname = "Main Window"\nclient = "Http Client"\n```\n'),
    ],
)
def test_other_values_in_code_stay(name: str, text: str) -> None:
    assert filtered(text.encode(), name).decode() == text


def _patched(data: bytes, part: str, before: str, after: str) -> bytes:
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for one in old.infolist():
            text = old.read(one)
            if one.filename == part:
                assert before in text.decode()
                text = text.decode().replace(before, after, 1).encode()
            new.writestr(one.filename, text)
    return out.getvalue()


def _workbook() -> bytes:
    book, out = openpyxl.Workbook(), BytesIO()
    book.active.append(["a", 1])
    book.save(out)
    return out.getvalue()


def _with_part(name: str) -> bytes:
    out = BytesIO()
    docx.Document().save(out)
    with ZipFile(out, "a") as file:
        file.writestr(name, "<?xml version='1.0'?><notes/>")
    return out.getvalue()


_VIEW = f'<customWorkbookView name="{NAME} - Personal View" guid="x" activeSheetId="1"/>'
_DEFINED = '<definedName name="Adaeze_Okafor">Sheet!$A$1</definedName>'
PLACES = {
    "a personal view": (
        "</workbook>",
        f"<customWorkbookViews>{_VIEW}</customWorkbookViews></workbook>",
    ),
    "the name of a range": ("</sheets>", f"</sheets><definedNames>{_DEFINED}</definedNames>"),
    "the path of the file": (
        "<workbookPr",
        '<x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"'
        f' url="C:\\Users\\{NAME}\\Docs\\"/><workbookPr',
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_places_of_workbooks_that_nothing_shows(place: str) -> None:
    out = filtered(_patched(_workbook(), "xl/workbook.xml", *PLACES[place]), "a.xlsx")
    with ZipFile(BytesIO(out)) as file:
        assert b"Okafor" not in file.read("xl/workbook.xml")


def test_names_of_parts_are_read() -> None:
    out = filtered(_with_part("customXml/Adaeze Okafor.xml"), "a.docx")
    with ZipFile(BytesIO(out)) as file:
        assert not any("Okafor" in name for name in file.namelist())
