"""Names of fonts, and of styles that programs give, are searched as code is."""

from __future__ import annotations

import io

import docx
import pytest
from anonfilter_documents.shared.schema_names import names_font
from docx.enum.style import WD_STYLE_TYPE

from anonfilter.engine.pipeline import Engine
from tests import shipped

DOCUMENTS = {
    "a.html": '<p style="font-family:Calibri"><font face="Calibri" data-font="Calibri">So.</font>',
    "a.xml": '<doc font="Calibri"><rFonts ascii="Calibri"/>'
    '<p style="font-family:Calibri">So.</p></doc>',
    "a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><text font-family="Calibri">So.</text></svg>',
    "a.json": '{"font": "Calibri", "fontFamily": "Calibri", "text": "So."}',
    "a.md": "---\nmainfont: Calibri\nsansfont: 'Calibri'\n---\n\nSo.\n",
    "a.ass": "[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Calibri\n\n[Events]\n"
    "Format: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\fnCalibri}So.\n",
    "a.rtf": r"{\rtf1\ansi{\fonttbl{\f0\fswiss Calibri;}}\f0 So.\par}",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_font_is_no_text(name: str) -> None:
    engine = Engine(shipped.ruleset("fast"))
    document = engine.read_document(DOCUMENTS[name].encode(), name)
    held = [(one.role, document.text[one.start : one.end].strip()) for one in document.fields]
    assert [text for role, text in held if role != "code" and "alibri" in text] == []
    assert [text for role, text in held if role != "code"][-1] == "So."


@pytest.mark.parametrize(
    "key", ["font", "fontFamily", "font_name", "main-font", "sansfont", "typeface"]
)
def test_keys_of_fonts(key: str) -> None:
    assert names_font(key)


@pytest.mark.parametrize("key", ["Fontaine", "front", "name", "Lafont", "fond", "info"])
def test_other_keys_are_not_of_fonts(key: str) -> None:
    assert not names_font(key)


HIDING = {
    "a.json": '{"font_designer": "Ada Quill", "designerOfFont": "Ada Quill"}',
    "a.md": "---\nfont-designer: Ada Quill\nAda Quill font: Calibri\n---\n\nSo.\n",
    "a.html": '<p data-font-designer="Ada Quill">So.</p>',
    "a.xml": '<doc font-designer="Ada Quill"><font designer="Ada Quill" name="Calibri"/></doc>',
}


@pytest.mark.parametrize("name", HIDING)
def test_the_designer_of_a_font_is_text(name: str) -> None:
    document = Engine(shipped.ruleset("fast")).read_document(HIDING[name].encode(), name)
    held = [document.text[one.start : one.end] for one in document.fields if one.role != "code"]
    assert "".join(held).count("Ada Quill") == HIDING[name].count("Ada Quill")


@pytest.mark.parametrize(
    "key", ["font_designer", "designer of the font", "fontFoundry", "typeface-by", "Quillon font"]
)
def test_keys_of_people_who_have_to_do_with_fonts(key: str) -> None:
    assert not names_font(key)


@pytest.mark.parametrize("key", ["editor.fontFamily", "headingFont", "data-font", "font-face"])
def test_keys_of_fonts_of_a_part(key: str) -> None:
    assert names_font(key)


def test_names_of_styles_are_text_only_if_people_gave_them() -> None:
    made = docx.Document()
    made.styles.add_style("Notes of Ada Quill", WD_STYLE_TYPE.PARAGRAPH)
    data = io.BytesIO()
    made.save(data)
    document = Engine(shipped.ruleset("fast")).read_document(data.getvalue(), "a.docx")
    held = {document.text[one.start : one.end]: one.role for one in document.fields}
    assert held["Notes of Ada Quill"] == "text"
    own = [held[name] for name in ("Heading 1 Char", "Intense Quote", "Emphasis", "Normal")]
    assert own == ["code"] * 4
