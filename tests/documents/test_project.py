"""Projects of REFI-QDA: texts, notes and users are filtered, and codings stay where they were."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.commands.commandline import CommandLine
from tests.containers.archives import unzipped, zipped
from tests.documents.read_documents import write_rules

GUID = "3f2504e0-4f89-41d3-9a0c-0305e82c33{:02d}"
TEXT = "Müller 𝕏 came. Wilma Quillfeather said so.\r\nQuillfeather & I agreed with Wilma.\n"
QUOTES = (
    "came. Wilma Quillfeather said",
    "Wilma Quillfeather",
    "feather said so.",
    "said so.\r\nQuill",
    "illfeath",
    "I agreed",
    TEXT,
)
NS = "{urn:QDA-XML:project:1.0}"


def project(text: str = TEXT, quotes: tuple[str, ...] = QUOTES, sources: str = "sources") -> bytes:
    codings = "".join(
        f'<PlainTextSelection guid="{GUID.format(10 + at)}" startPosition="{text.index(quote)}" '
        f'endPosition="{text.index(quote) + len(quote)}"><Description>Wilma Quillfeather</Description>'
        "</PlainTextSelection>"
        for at, quote in enumerate(quotes)
    )
    qde = (
        '<?xml version="1.0" encoding="utf-8"?>\n<Project name="Talks" '
        'xmlns="urn:QDA-XML:project:1.0" creationDateTime="2024-01-02T10:00:00Z"><Users>'
        f'<User guid="{GUID.format(1)}" name="Wilma Quillfeather"/></Users><Variables>'
        f'<Variable guid="{GUID.format(2)}" name="Age" typeOfVariable="Integer"/></Variables>'
        f'<Sources><TextSource guid="{GUID.format(3)}" name="Talk of Wilma Quillfeather" '
        f'plainTextPath="internal://{GUID.format(3)}.txt">{codings}<VariableValue>'
        f'<VariableRef targetGUID="{GUID.format(2)}"/><TextValue>Wilma Quillfeather</TextValue>'
        "</VariableValue></TextSource></Sources><Notes>"
        f'<TextSource guid="{GUID.format(4)}" name="memo"><PlainTextContent>I met Wilma '
        "Quillfeather &amp; left.</PlainTextContent></TextSource></Notes></Project>\n"
    )
    files = {"project.qde": qde.encode(), f"{sources}/{GUID.format(3)}.txt": text.encode()}
    return zipped(files)


def selected(data: bytes) -> list[str]:
    """The texts of all codings."""
    files = unzipped(data)
    text = next(files[name] for name in files if name.endswith(".txt")).decode()
    root = ElementTree.fromstring(files["project.qde"])
    places = [
        (int(one.attrib["startPosition"]), int(one.attrib["endPosition"]))
        for one in root.iter(f"{NS}PlainTextSelection")
    ]
    assert all(0 <= start < end <= len(text) for start, end in places)
    return [text[start:end] for start, end in places]


@pytest.fixture
def filtered(run: CommandLine) -> CommandLine:
    write_rules(run.folder, "- use: qdpx\n- use: archive\n- use: xml")
    (run.folder / "a.qdpx").write_bytes(project())
    done = run("filter", "--rules", "formats.yaml", "-o", "out", "a.qdpx")
    assert done.code == 0, done.err
    return run


def test_texts_notes_users_and_values_are_filtered(filtered: CommandLine) -> None:
    data = (filtered.folder / "out" / "a.qdpx").read_bytes()
    for name, content in unzipped(data).items():
        assert b"uill" not in content, name
        assert b"Wilma" not in content.replace(b"with Wilma", b""), name
    qde = unzipped(data)["project.qde"].decode()
    assert re.search(r'<User guid="\S+" name="\[PERSON_', qde)
    assert f'plainTextPath="internal://{GUID.format(3)}.txt"' in qde
    assert filtered("check", "--rules", "formats.yaml", "out/a.qdpx").code == 0


def test_each_coding_selects_the_same_words_or_their_tag(filtered: CommandLine) -> None:
    now = selected((filtered.folder / "out" / "a.qdpx").read_bytes())
    print(now)
    assert 0
