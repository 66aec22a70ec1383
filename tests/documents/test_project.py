"""Projects of REFI-QDA: texts, notes and users are filtered, and codings stay where they were."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from anonfilter import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset
from tests.commands.commandline import CommandLine
from tests.containers.archives import unzipped, zipped
from tests.documents.read_documents import write_rules
from tests.git_repository import Repository

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
        f'endPosition="{text.index(quote) + len(quote)}"><Description>Wilma Quillfeather'
        "</Description></PlainTextSelection>"
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
    first, last = "[PERSON_1]", "[PERSON_2]"
    assert selected((filtered.folder / "out" / "a.qdpx").read_bytes()) == [
        f"came. {first} {last} said",
        f"{first} {last}",
        f"{last} said so.",
        f"said so.\r\n{last}",
        last,
        "I agreed",
        f"Müller 𝕏 came. {first} {last} said so.\r\n{last} & I agreed with {first}.\n",
    ]


def test_a_second_filter_changes_nothing(filtered: CommandLine) -> None:
    done = filtered("filter", "--rules", "formats.yaml", "-o", "again", "out/a.qdpx")
    assert done.code == 0, done.err
    data = filtered.folder / "again" / "out" / "a.qdpx"
    assert data.read_bytes() == (filtered.folder / "out" / "a.qdpx").read_bytes()


@pytest.mark.parametrize("quotes", [QUOTES[:2], QUOTES])
def test_the_original_is_restored(
    run: CommandLine, repository: Repository, quotes: tuple[str, ...]
) -> None:
    write_rules(run.folder, "- use: qdpx\n- use: archive\n- use: xml")
    (run.folder / "a.qdpx").write_bytes(data := project(quotes=quotes))
    assert run("key", "new").code == 0
    assert run("filter", "--rules", "formats.yaml", "-o", "out", "a.qdpx").code == 0
    done = run("restore", "--rules", "formats.yaml", "-o", "back.orig", "out/a.qdpx")
    assert done.code == 0, done.err
    restored = (run.folder / "back.orig").read_bytes()
    whole = {
        "feather said so.": "Quillfeather said so.",
        "said so.\r\nQuill": "said so.\r\nQuillfeather",
    }
    whole["illfeath"] = "Quillfeather"  # the coding began within a name
    assert selected(restored) == [whole.get(one, one) for one in quotes]
    if quotes == QUOTES[:2]:
        assert unzipped(restored) == unzipped(data)


def changed(old: str, new: str, **more: bytes) -> bytes:
    """A project with another text in ``project.qde``, and with further members."""
    files = unzipped(project())
    files["project.qde"] = files["project.qde"].replace(old.encode(), new.encode(), 1)
    return zipped({**files, **{f"sources/{name}": data for name, data in more.items()}})


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (changed("", "", picture=b"\x89PNG\r\n\x1a\n\0\0"), "is a picture"),
        (changed('endPosition="', 'endPosition="9999'), "not in its plain text"),
        (changed('endPosition="', 'endPosition="-'), "not a number"),
        (changed(f' plainTextPath="internal://{GUID.format(3)}.txt"', ""), "PlainTextContent"),
        (zipped({"sources/a.txt": b"so"}), r"project\.qde"),
        (project(f"{TEXT}\ufdd0"), "U\\+FDD0"),
    ],
    ids=["picture", "outside", "negative", "no file", "no codings", "mark"],
)
def test_what_cannot_be_read_is_incomplete(data: bytes, why: str) -> None:
    with pytest.raises(Incomplete, match=why):
        Engine(load_ruleset("fast")).read_document(data, "a.qdpx")


def test_text_in_any_place_of_the_codings_is_read() -> None:
    engine, text = Engine(load_ruleset("fast")), unzipped(project(quotes=QUOTES[:1]))["project.qde"]
    unread = []
    for at in range(0, len(text) + 1, 3):
        with_text = {
            "project.qde": text[:at] + b"kim.orr@mail.example" + text[at:],
            f"sources/{GUID.format(3)}.txt": TEXT.encode(),
        }
        try:
            document = engine.read_document(zipped(with_text), "a.qdpx")
        except Incomplete:
            continue
        shown = (document.text[one.start : one.end] for one in document.fields)
        if not any("orr@mail.example" in one for one in shown):
            unread.append(text[:at][-20:])
    assert not unread
