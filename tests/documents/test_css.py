"""Style attributes are code if they are CSS; other text with a colon is text."""

from __future__ import annotations

import pytest
from anonfilter_documents.shared.css import is_css

from anonfilter.engine.pipeline import Engine
from anonfilter.testing.growth import grows_no_faster
from tests import shipped

STYLES = (
    "color:red",
    "font-family: 'Times New Roman', serif; color: #1F497D;",
    "COLOR: #000000; FONT-FAMILY: Verdana",
    "mso-fareast-font-family:Calibri;mso-list:l0 level1 lfo1;tab-stops:center 234.0pt",
    "border:none;border-bottom:solid windowtext 1.0pt;padding:0in 5.4pt 0in 5.4pt",
    "background:url(data:image/png;base64,AAAA) no-repeat",
    "width: calc(100% - 2.5rem) !important; transform: translate(-50%, -50%)",
    "--gutter-x: 1.5rem; -webkit-font-smoothing: antialiased",
    "fill:#000000;stroke-width:0.26458332px;-inkscape-font-specification:'Sans, Normal'",
    "text-anchor:middle;stroke-linejoin:round;stop-color:currentColor;marker-end:url(#b)",
    "z-index:2147483647;filter:alpha(opacity=50);font:14px/1.4 Arial, sans-serif",
)
TEXTS = (
    "note: Ada Quill",
    "color: Ada Quill",
    "color: ada",
    "content: 'Ada Quill'",
    "--name: Ada Quill",
    "mso-style-name: 'Ada Quill'",
    "color:red; Ada Quill",
    "color:red /* Ada Quill */",
    "margin: 5125550142",
    "Style: chatty",
)


@pytest.mark.parametrize("style", STYLES)
def test_declarations_are_css(style: str) -> None:
    assert is_css(style)


@pytest.mark.parametrize("text", TEXTS)
def test_other_text_is_not_css(text: str) -> None:
    assert not is_css(text)


@pytest.mark.parametrize("name", ["a.html", "a.xml", "a.svg"])
def test_a_note_in_a_style_attribute_is_text(name: str) -> None:
    text = '<p style="note: Ada Quill"><b style="font-family:Calibri; color:red">So.</b></p>'
    document = Engine(shipped.ruleset("fast")).read_document(text.encode(), name)
    held = [document.text[one.start : one.end] for one in document.fields if one.role != "code"]
    assert [one.strip() for one in held] == ["note: Ada Quill", "So."]


@pytest.mark.parametrize("part", ["color:a-", "a-", "url(", "x:'", "1.", "--a:b;"])
def test_hostile_styles_take_linear_time(part: str) -> None:
    assert grows_no_faster(lambda size: is_css("color:" + part * size), 20_000)
