"""What every format keeps: a file that another program reads back, with names in it and without.

A format that is registered and has no case here fails.
"""

from __future__ import annotations

import csv
import email
import email.policy
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from email.header import decode_header, make_header
from email.message import EmailMessage
from html.parser import HTMLParser
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import docx
import praatio.textgrid
import pyarrow
import pyarrow.parquet
import pylangacq
import pympi
import pysubs2
import pytest
from anonfilter_documents import FORMATS

from anonfilter import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset
from tests.documents.read_documents import write_rules

WHO, OTHER = "Wilma Quillfeather", "The chairman"


class Case(NamedTuple):
    """A file of a format with ``{}`` for each name, and all that its own program reads of it."""

    name: str
    made: Callable[[str], bytes]
    read: Callable[[Path], list[str]]


def case(name: str, template: str, read: Callable[[Path], list[str]]) -> Case:
    return Case(name, lambda who: template.replace("{}", who).replace("{0}", "{}").encode(), read)


def plain(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def captions(path: Path) -> list[str]:
    file = pysubs2.load(str(path))
    said = ((one.plaintext, one.name, str(one.start), str(one.end)) for one in file)
    return [*chain.from_iterable(said), *file.info.values()]


def praat(path: Path) -> list[str]:
    grid = praatio.textgrid.openTextgrid(str(path), includeEmptyIntervals=True)
    said = (str(part) for tier in grid.tiers for entry in tier.entries for part in entry)
    return [*grid.tierNames, *said]


def chat(path: Path) -> list[str]:
    reader = pylangacq.read_chat(str(path))
    names = [str(one.name) for one in reader.headers()[0].participants]
    return [*names, *(line for line in plain(path) if line.startswith(("*", "%", "@Comment")))]


def elan(path: Path) -> list[str]:
    file = pympi.Elan.Eaf(str(path))
    said = (str(one) for tier in file.tiers for one in file.get_annotation_data_for_tier(tier))
    return [*file.tiers, *said, str(file.adocument.get("AUTHOR"))]


def elements(path: Path) -> list[str]:
    parts = ElementTree.parse(path).iter()
    return [str(part) for one in parts for part in (one.tag, one.text, one.tail, one.attrib)]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += tag, str(attrs)

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    handle_comment = handle_decl = handle_data


def page(path: Path) -> list[str]:
    reader = _Page()
    reader.feed(path.read_text("utf-8"))
    reader.close()
    return reader.found


def values(path: Path) -> list[str]:
    return list(_values(json.loads(path.read_text("utf-8"))))


def _values(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (each for pair in value.items() for one in pair for each in _values(one))
    elif isinstance(value, list):
        yield from (each for one in value for each in _values(one))
    else:
        yield str(value)


def cells(path: Path) -> list[str]:
    return [*chain.from_iterable(csv.reader(StringIO(path.read_text("utf-8"))))]


def rows(path: Path) -> list[str]:
    return list(_values(pyarrow.parquet.read_table(path).to_pylist()))


def table(who: str) -> bytes:
    stream = BytesIO()
    made = pyarrow.table({"said": [f"I am {who}.", "no"], "age": [4, 5], "who": [[who], []]})
    pyarrow.parquet.write_table(made, stream)
    return stream.getvalue()


def paragraphs(path: Path) -> list[str]:
    return [one.text for one in docx.Document(str(path)).paragraphs]


def document(who: str) -> bytes:
    made, stream = docx.Document(), BytesIO()
    made.add_paragraph(f"I am {who[:3]}").add_run(who[3:]).bold = True
    made.save(stream)
    return stream.getvalue()


def members(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as file:
        return [part for one in file.namelist() for part in (one, file.read(one).decode())]


def archive(who: str) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        file.writestr("talks/a.txt", f"I am {who}.\n")
        file.writestr("talks/b.csv", f"name,age\n{who},4\n")
    return stream.getvalue()


def sources(path: Path) -> list[str]:
    """The members without the positions, and what each coding has."""
    qde, text = members(path)[1::2]
    said = [text[int(start) : int(end)] for start, end in re.findall(CODED, qde)]
    return [re.sub(CODED, "", qde), text, *said]


def project(who: str) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        text = f"I am {who}, so.\n"
        place = f'startPosition="5" endPosition="{text.index(", so")}"'
        qde = QDE.replace("{}", who).replace("@", place)
        file.writestr("project.qde", qde)
        file.writestr("sources/1.txt", text)
    return stream.getvalue()


def parts(path: Path) -> list[str]:
    made = email.message_from_bytes(path.read_bytes())
    heads = [str(make_header(decode_header(part))) for one in made.walk() for part in one.values()]
    bodies = (one.get_payload(decode=True) for one in made.walk() if not one.is_multipart())
    return [*heads, *(body.decode() for body in bodies if isinstance(body, bytes))]


def mail(who: str) -> bytes:
    made = EmailMessage(policy=email.policy.SMTP)
    made["From"], made["Subject"] = f"{who} <a@mail.example>", f"Über {who}"
    made.set_content(f"I am {who}.\n", cte="quoted-printable")
    made.add_alternative(f"<p>I am {who}</p>\n", subtype="html", cte="base64")
    made.set_boundary("parts")
    return made.as_bytes()


GRID = (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n'
    '"IntervalTier"\n"{}"\n0\n2\n2\n0\n1\n"I am {}"\n1\n2\n"so"\n'
)
RTF = r"{\rtf1\ansi{\info{\author {}}}{\header For {}\par}I am {\b {}}, so.\par}"
CODED = 'startPosition="([0-9]+)" endPosition="([0-9]+)"'
QDE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<Project xmlns="urn:QDA-XML:project:1.0" name="{}">'
    '<Users><User guid="3f2504e0-4f89-41d3-9a0c-0305e82c3301" name="{}"/></Users><Sources>'
    '<TextSource name="{}" plainTextPath="internal://1.txt"><PlainTextSelection @><Description>{}'
    " so</Description></PlainTextSelection></TextSource></Sources></Project>"
)
CASES = {
    "webvtt": case("a.vtt", "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v {}>I am {}, so.\n", captions),
    "srt": case("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nI am {}.\n", captions),
    "sbv": case("a.sbv", "0:00:01.000,0:00:02.000\nI am {}.\n", plain),
    "ass": case(
        "a.ass",
        "[Script Info]\nScriptType: v4.00+\nTitle: {}\n\n[V4+ Styles]\nFormat: Name, Fontname\n"
        "Style: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL,"
        " MarginR, MarginV, Effect, Text\n"
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,{},0,0,0,,I am {\\i1}{}{\\i0}.\n",
        captions,
    ),
    "sami": case(
        "a.smi",
        "<SAMI><HEAD><TITLE>{}</TITLE></HEAD><BODY><SYNC Start=1000><P Class=EN>I am {}.</P></SYNC>"
        "</BODY></SAMI>\n",
        page,
    ),
    "ctm": case("a.ctm", ";; {}\nrec A 0.40 0.30 hello 0.71\n", plain),
    "stm": case("a.stm", ";; {}\nrec A smith 0.0 2.0 <o> I am {}\n", plain),
    "textgrid": case("a.TextGrid", GRID, praat),
    "chat": case(
        "a.cha",
        "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tCHI Tom Child\n"
        "@ID:\teng|c|CHI|||||Child|||\n@Comment:\twith {}\n"
        "*CHI:\tI am {} .\n%com:\t{} laughs\n@End\n",
        chat,
    ),
    "eaf": case(
        "a.eaf",
        '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT AUTHOR="{}" DATE=""'
        ' FORMAT="3.0"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x"'
        ' VERSION="3.0"><HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/><TIME_ORDER><TIME_SLOT'
        ' TIME_SLOT_ID="ts1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="9"/>'
        '</TIME_ORDER><TIER LINGUISTIC_TYPE_REF="t" TIER_ID="{}" PARTICIPANT="{}"><ANNOTATION>'
        '<ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">'
        "<ANNOTATION_VALUE>I am {}.</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
        '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="t" TIME_ALIGNABLE="true" GRAPHIC_REFERENCES="false"/>'
        "</ANNOTATION_DOCUMENT>\n",
        elan,
    ),
    "ttml": case(
        "a.ttml",
        '<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div><p begin="1s" end="2s">'
        "I am {}.</p></div></body></tt>\n",
        elements,
    ),
    "jsonl": case("a.json", '{"name": "{}", "said": ["I am {}.", 4], "{}": null}\n', values),
    "csv": case("a.csv", 'name,said\n{},"I am {}, so."\n', cells),
    "table": Case("a.parquet", table, rows),
    "html": case(
        "a.html",
        '<!doctype html><title>{}</title><!-- {} --><p title="{}">I am {}.<img alt="{}" src="x">'
        "<noframes>{}</noframes>\n",
        page,
    ),
    "xml": case("a.xml", '<?see {}?><talk by="{}"><!-- {} --><p>I am {}.</p></talk>\n', elements),
    "office": Case("a.docx", document, paragraphs),
    "rtf": case("a.rtf", RTF, plain),
    "archive": Case("a.zip", archive, members),
    "qdpx": Case("a.qdpx", project, sources),
    "notebook": case(
        "a.ipynb",
        '{"cells": [{"cell_type": "markdown", "metadata": {0}, "source": ["I am {}."]}],'
        ' "metadata": {"author": "{}"}, "nbformat": 4, "nbformat_minor": 5}\n',
        values,
    ),
    "markdown": case(
        "a.md", "---\nauthor: {}\n---\n\n# {}\n\n- I am {}, [so](x.md '{}').\n", plain
    ),
    "mail": Case("a.eml", mail, parts),
    "text": case("a.txt", "I am {}.\n\n{}: so.\n", plain),
}


@pytest.fixture
def all_rules(folder: Path) -> None:
    uses = [name for name in FORMATS if name != "text"]
    write_rules(folder, "\n".join(f"- use: {name}" for name in uses))


def test_each_format_has_a_case() -> None:
    assert [*CASES.keys() ^ FORMATS.keys()] == []


@pytest.mark.parametrize("use", CASES)
def test_with_nothing_to_redact_it_is_the_same_file(use, run, folder, all_rules):
    name, made, _ = CASES[use]
    data = made(OTHER)
    (folder / name).write_bytes(data)
    done = run("--rules", "formats.yaml", name, "-o", "out")
    assert done.code == 0, done.err
    assert (folder / "out" / name).read_bytes() == data


@pytest.mark.parametrize("use", CASES)
def test_all_but_the_names_is_read_back(use, run, folder, all_rules):
    name, made, read = CASES[use]
    (folder / name).write_bytes(made(WHO))
    done = run("--rules", "formats.yaml", name, "-o", "out")
    assert done.code == 0, done.err
    before, after = read(folder / name), read(folder / "out" / name)
    assert any(WHO in one for one in before)
    assert len(after) == len(before)
    for old, new in zip(before, after, strict=True):
        assert _without_tags(new) == _without_names(old)
    assert not re.search("(?i)wilma|quill", "\n".join(after))


ADDRESS = "kim.orr@mail.example"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PARTS = {
    "[Content_Types].xml": '<Types xmlns="t"><Override PartName="/a" ContentType="x/y"/></Types>',
    "word/document.xml": f'<w:document {W}><w:p w:rsidR="00A1"><w:pPr><w:pStyle w:val="Body"/>'
    '</w:pPr><w:r><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr><w:t>so</w:t></w:r></w:p></w:document>',
    "word/_rels/document.xml.rels": '<Relationships><Relationship Id="rId1" Type="x" Target="a.xml"'
    ' TargetMode="External"/></Relationships>',
    "word/fontTable.xml": f'<w:fonts {W}><w:font w:name="Arial"><w:altName w:val="x"/></w:font>'
    "</w:fonts>",
    "word/theme/theme1.xml": '<a:theme xmlns:a="a" name="Office"><a:latin typeface="Arial"/>'
    "</a:theme>",
    "docProps/app.xml": "<Properties><Application>Word</Application><Pages>1</Pages></Properties>",
    "xl/workbook.xml": '<workbook><workbookPr codeName="x"/><sheets><sheet name="a" sheetId="1"/>'
    '</sheets><numFmt formatCode="0 &quot;so&quot;"/></workbook>',
    "xl/worksheets/sheet1.xml": '<worksheet><c r="A1" s="1"><f>A2+"so"</f><v>1</v></c>'
    '<oddHeader>&amp;L&amp;"Arial"&amp;12so</oddHeader></worksheet>',
    "mimetype": "application/x",
    "META-INF/manifest.xml": '<manifest><file-entry full-path="a.xml" media-type="text/xml"/>'
    "</manifest>",
    "content.xml": '<o:document xmlns:o="urn:o"><s:style xmlns:s="s" s:name="P1" s:family="text"/>'
    '<draw:frame xmlns:draw="d" draw:style-name="P1" svg:width="1cm" xmlns:svg="s"/></o:document>',
    "settings.xml": '<o:settings xmlns:o="o"><config-item o:name="a" o:type="b">so</config-item>'
    "</o:settings>",
    "styles/a.css": "p { color: red }",
}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_ruleset("fast"))


def is_read(engine: Engine, name: str, data: bytes) -> bool:
    """Whether the address that was put into a file is in one of its fields, or makes it refused."""
    try:
        document = engine.read_document(data, name)
    except Incomplete:
        return True
    return any("orr@mail.example" in document.text[one.start : one.end] for one in document.fields)


@pytest.mark.parametrize(
    "use", [one for one in CASES if one not in ("archive", "office", "qdpx", "table")]
)
def test_text_in_any_place_is_read(use, engine):
    """A format reads every place of its files: it has no list of those that it reads."""
    name, made, _ = CASES[use]
    text = made(WHO).decode()
    unread = [
        text[:at][-20:]
        for at in range(len(text) + 1)
        if not is_read(engine, name, f"{text[:at]}{ADDRESS}{text[at:]}".encode())
    ]
    assert not unread


@pytest.mark.parametrize("part", PARTS)
def test_text_in_any_place_of_a_part_is_read(part, engine):
    text = PARTS[part]
    unread = [
        text[:at][-20:]
        for at in range(len(text) + 1)
        if not is_read(engine, "a.docx", zipped({part: f"{text[:at]}{ADDRESS}{text[at:]}"}))
    ]
    assert not unread
    assert is_read(engine, "a.docx", zipped({f"{ADDRESS}/{part}": text}))


def zipped(parts: Mapping[str, str]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name, content in ({"[Content_Types].xml": "", **parts}).items():
            file.writestr(name, content)
    return stream.getvalue()


def _without_names(text: str) -> str:
    return _words(text.replace(WHO, "TAG"))


def _without_tags(text: str) -> str:
    tag = re.compile(r'\[?PERSON_\d\]?(?:[ _"]{1,3}\[?PERSON_\d\]?)?')
    return _words(tag.sub("TAG", text))


def _words(text: str) -> str:
    """What signs and blanks stand around is the format's: quotes of YAML, escapes."""
    return re.sub(r"\W+", " ", text).strip()


def test_the_table_of_formats_states_the_suffixes_that_each_reads() -> None:
    instances = load_ruleset("default").instances["formats"]
    own = [one for one in instances if one.registration.plugin == "documents"]
    read = {one.name: one.make().suffixes for one in own if one.is_deferred}
    stated = {name: tuple(ends.split()) for name, (_, ends) in FORMATS.items() if ends is not None}
    assert read == stated
