"""Values beside the text of another element, without a space between them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

ENGINE = Engine(load_ruleset("fast"))


def filtered(data: bytes, name: str) -> str:
    return ENGINE.redact(ENGINE.read_document(data, name)).rewritten.text


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Call (415) 555-2671<sup>1</sup></p>", "<p>Call [PHONE_NUMBER_1]<sup>1</sup></p>"),
        (
            "<p>She has 536-22-8714<sup>2</sup> too.</p>",
            "<p>She has [US_SSN_1]<sup>2</sup> too.</p>",
        ),
        ("<p>SSN<b>536-22-8714</b>DOB</p>", "<p>SSN<b>[US_SSN_1]</b>DOB</p>"),
        (
            '<p>Tel (415) 555-2671<a href="#">Call</a></p>',
            '<p>Tel [PHONE_NUMBER_1]<a href="#">Call</a></p>',
        ),
        (
            "<p>Mail chidi.nwosu@mail.example<sup>1</sup> now</p>",
            "<p>Mail [EMAIL_ADDRESS_1]<sup>1</sup> now</p>",
        ),
        (
            "<p>Ms. Adaeze Okafor.</p><p><span>Okafor</span><span>Reply</span></p>",
            "<p>Ms. [PERSON_1].</p><p><span>[PERSON_1]</span><span>Reply</span></p>",
        ),
        (
            "<p>Ms. Adaeze Ok<b>afor</b> came on the 1<sup>st</sup>.</p>",
            "<p>Ms. [PERSON_1]<b></b> came on the [DATE]<sup></sup>.</p>",
        ),
    ],
)
def test_a_value_ends_where_its_element_ends(page: str, expected: str) -> None:
    assert filtered(page.encode(), "a.html") == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.rtf",
            r"{\rtf1 Call (415) 555-2671{\super 2} or 415-555-2672\up6 3\up0  now\par}",
            r"{\rtf1 Call [PHONE_NUMBER_1]{\super 2} or [PHONE_NUMBER_2]\up6 3\up0  now\par}",
        ),
        (
            "a.rtf",
            r"{\rtf1 Call (415) 555-26{\v of Ms. Okafor}71 now\par}",
            r"{\rtf1 Call [PHONE_NUMBER_1]{\v of Ms. [PERSON_1]} now\par}",
        ),
        (
            "a.rtf",
            r"{\rtf1 Ms. Adaeze Ok{\b afor} on the 1{\super st}\par}",
            r"{\rtf1 Ms. [PERSON_1]{\b } on the [DATE]{\super }\par}",
        ),
        (
            "a.xml",
            '<TEI><p>Call (415) 555-2671<hi rend="sup">2</hi> now</p></TEI>',
            '<TEI><p>Call [PHONE_NUMBER_1]<hi rend="sup">2</hi> now</p></TEI>',
        ),
        (
            "a.srt",
            "1\n00:00:01,000 --> 00:00:02,000\n"
            "Call (415) 555-2671<sup>2</sup> <b>Tel</b>415-555-2672\n",
            "1\n00:00:01,000 --> 00:00:02,000\n"
            "Call [PHONE_NUMBER_1]<sup>2</sup> <b>Tel</b>[PHONE_NUMBER_2]\n",
        ),
    ],
)
def test_a_value_ends_before_a_mark_in_other_formats(name: str, text: str, expected: str) -> None:
    assert filtered(text.encode(), name) == expected


def test_a_raised_style_of_opendocument_divides_values(tmp_path: Path) -> None:
    content = (
        '<d xmlns:text="t" xmlns:style="s"><style:style style:name="T1"><style:text-properties'
        ' style:text-position="super 58%"/></style:style><text:p>Call (415) 555-2671'
        '<text:span text:style-name="T1">2</text:span> now</text:p></d>'
    )
    with zipfile.ZipFile(tmp_path / "a.odt", "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", content)
    done = ENGINE.redact(ENGINE.read_document((tmp_path / "a.odt").read_bytes(), "a.odt"))
    assert [mention.mention.surface for mention in done.tagged] == ["(415) 555-2671"]


def test_a_raised_mark_is_no_part_of_a_value_in_word(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Call (415) 555-2671")
    paragraph.add_run("1").font.superscript = True
    paragraph.add_run(" or SW").add_text("1A 2AA.")
    document.save(str(tmp_path / "a.docx"))
    done = ENGINE.redact(ENGINE.read_document((tmp_path / "a.docx").read_bytes(), "a.docx"))
    replaced = [mention.mention.surface for mention in done.tagged]
    assert "(415) 555-2671" in replaced
