"""HTML and XML: what is shown is read, whatever markup cuts it; nothing else changes."""

from __future__ import annotations

import html

import lxml.etree
import lxml.html
import pytest
from anonfilter_documents.markup.html import Html
from anonfilter_documents.markup.xml import Xml
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import CODE, LISTING
from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import (
    NAME,
    accepts,
    damaged,
    fields,
    read,
    replaced,
    texts,
    write_rules,
)

PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>With {NAME}</title>
<meta name="author" content="{NAME}"><style>.{NAME} {{ color: red }}</style></head>
<body class="{NAME}"><!-- of {NAME} --><h1>{NAME}</h1>
<p>Said Qu<b>il</b>l&shy; of {NAME[:2]}<i>ill</i>, 5 < 6 &amp; &Eacute;va.<br>{NAME}
<p title='{NAME}' data-who={NAME}>See <a href="mailto:{NAME}@mail.example">this</a>
<img alt="{NAME}"><input value="{NAME}"><table><tr><td>{NAME}<td>{NAME}</table>
<script>var x = "{NAME}" < 3;</script><textarea>{NAME}</textarea></body></html>
"""
TEI = f"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>{NAME}</title></teiHeader><text>
<!-- {NAME} --><u who="#{NAME}">I, <persName><forename>Qu</forename><hi>ill</hi></persName>,
say<note>{NAME}</note> <![CDATA[{NAME}]]> &#81;uill</u><u n="{NAME} 2">{NAME}
<lb/>so</u></text></TEI>
"""
WORD = st.sampled_from([NAME, "so", " ", "&amp;", "&#233;", "é", "\n", "<b>", "</b>", "<br>", "]"])


def test_all_that_a_page_shows_is_read() -> None:
    document = read(Html, PAGE, "a.html")
    read_ = texts(document)
    assert "Said Quill of Quill, 5 < 6 & Éva.\nQuill " in read_
    assert read_.count(NAME) >= 9
    assert f"{NAME}@mail.example" in " ".join(read_)
    coded = [text for role, text in fields(document) if role == CODE]
    assert any("var x" in one for one in coded)
    assert NAME in coded  # of a class, which only known originals are searched in


def test_a_page_is_the_same_but_for_names() -> None:
    changed = replaced(read(Html, PAGE, "a.html"), by="[P]")
    cut = PAGE.replace("Qu<b>il</b>l&shy;", "[P]<b></b>&shy;").replace("Qu<i>ill</i>", "[P]<i></i>")
    expected = cut.replace(f"data-who={NAME}", 'data-who="[P]"').replace(NAME, "[P]")
    assert changed == expected


def test_xml_of_any_schema_is_read() -> None:
    document = read(Xml, TEI, "a.xml")
    assert f"I, {NAME}, say  {NAME} {NAME}".replace("  ", " ") in [
        " ".join(one.split()) for one in texts(document)
    ]
    changed = replaced(document, by="[P]")
    assert NAME not in changed
    root = lxml.etree.fromstring(changed.encode())
    assert root.xpath("string(//*[local-name()='note'])") == "[P]"
    assert "".join(root.itertext()).count("[P]") == 6


def test_an_attribute_that_points_at_nothing_is_text() -> None:
    document = read(Xml, f'<p who="Una {NAME}" ref="#Una"/>', "a.xml")
    assert fields(document) == [("text", f"Una {NAME}"), (CODE, "#Una")]


@given(st.lists(WORD, max_size=12).map("".join))
def test_text_is_read_as_browsers_show_it(body: str) -> None:
    page = f"<html><body><p>{body}</p></body></html>"
    said = "\n".join(texts(read(Html, page, "a.html")))
    shown = lxml.html.fromstring(page).text_content()
    assert "".join(said.split()) == "".join(shown.split()) or not any(map(str.isalnum, shown))
    changed = replaced(read(Html, page, "a.html"), by="[P]")
    assert NAME not in lxml.html.fromstring(changed).text_content()
    assert read(Html, changed, "a.html").source.encode(changed).decode() == changed


@given(
    st.sampled_from([PAGE, TEI]), st.integers(0, 10**6), st.sampled_from(['"', "<", ">", "&", ""])
)
def test_damage_is_read_or_refused(text: str, at: int, put: str) -> None:
    broken = damaged(text, at, put)
    for format_class, name in ((Html, "a.html"), (Xml, "a.xml")):
        if accepts(format_class, broken, name):
            document = read(format_class, broken, name)
            assert replaced(document, name="~never~") == broken


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("<a><b></a>", "a.xml:1:7"),
        ("<a>", "a.xml:1:4"),
        ("<a/>\n<b/>", "a.xml:2:1"),
        ("<a>&nbsp;</a>", "a.xml:1:4"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a/>', "a.xml:1:1"),
        ("<a x=1/>", "a.xml:1:1"),
        ("so <a/>", "a.xml:1:1"),
    ],
)
def test_invalid_xml_is_incomplete_with_its_place(text: str, where: str) -> None:
    with pytest.raises(Incomplete) as refused:
        read(Xml, text, "a.xml")
    assert refused.value.where == where


@pytest.mark.parametrize("text", ["<p>so <!-- x", "<p title='x", "<script>var x"])
def test_html_that_hides_the_rest_is_incomplete(text: str) -> None:
    with pytest.raises(Incomplete):
        read(Html, text, "a.html")


def test_a_tag_is_escaped_for_its_place() -> None:
    page = f'<p title="{NAME}">{NAME}</p><p data-a={NAME}>x</p>'
    changed = replaced(read(Html, page, "a.html"), by="<\"&'>")
    safe = html.escape("<\"&'>")
    assert changed == f'<p title="{safe}">&lt;"&amp;\'&gt;</p><p data-a="{safe}">x</p>'


@pytest.mark.parametrize(
    "page",
    [
        "<pre><code>{}</code></pre>",
        "<pre><code class=x><b>{}</b></code></pre>",
        '<div class="highlight"><pre><span></span>{}</pre></div>',
        '<pre class="language-py">{}</pre>',
        '<pre class="example">{}</pre>',
    ],
)
def test_code_of_a_page_is_code_but_for_its_sentences(page: str) -> None:
    code = f"OLDUSR {NAME}[:ID]\n# Written by Ann Duarte in Lyon.\nx = {NAME}(5)\n"
    document = read(Html, f"<p>so</p>{page.format(code)}<p>of {NAME}", "a.html")
    assert [one for one in fields(document) if one[0] != CODE] == [
        ("text", "so"),
        (LISTING, f"OLDUSR {NAME}[:ID]\n"),
        ("text", "# Written by Ann Duarte in Lyon.\n"),
        (LISTING, f"x = {NAME}(5)\n"),
        ("text", f"of {NAME}"),
    ]
    assert replaced(document, by="[P]").count("[P]") == 3


@pytest.mark.parametrize("page", ["<pre>{}</pre>", "<pre class=verse>{}</pre>", "<code>{}</code>"])
def test_other_text_is_text(page: str) -> None:
    document = read(Html, page.format(f"x = {NAME}(5)"), "a.html")
    assert ("text", f"x = {NAME}(5)") in fields(document)


@pytest.mark.parametrize("kind", ["application/ld+json", "application/json; charset=utf-8"])
def test_scripts_of_data_are_read_as_data(run, folder, kind):
    write_rules(folder, "- use: html")
    script = f'<script type="{kind}">{{"by": {{"name": "%s"}}, "n": %s}}</script><p>so</p>'
    (folder / "a.html").write_text(script % ("Wi\\u006cma Quillfeather", 4155550100))
    done = run("--rules", "formats.yaml", "a.html")
    assert done.out == script % ("[PERSON_1] [PERSON_2]", '"[PHONE_1]"'), done.err


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("text/x-handlebars-template", "text"),
        ("application/ld+json", "text"),
        ("", CODE),
        ("module", CODE),
        ("text/javascript", CODE),
    ],
)
def test_scripts_that_run_are_code(kind: str, role: str) -> None:
    page = f"<script type='{kind}'>{{so}} of {NAME}</script>"
    found = [one for one in fields(read(Html, page, "a.html")) if one != (CODE, kind)]
    assert found == [(role, f"{{so}} of {NAME}")]


def test_known_names_are_found_in_scripts(run, folder):
    write_rules(folder, "- use: html\n- use: xml")
    script = "<script>var who = '{}', n = 4155550100;</script>"
    (folder / "a.html").write_text(f"<p>Wilma Quillfeather</p>{script.format('Quillfeather')}")
    done = run("--rules", "formats.yaml", "a.html")
    written = f"<p>[PERSON_1] [PERSON_2]</p>{script.format('[PERSON_2]')}"
    assert (done.code, done.out) == (0, written)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["<p>so ", "<b>", "<a x='", "<!-- ", "&", "&#", "<", "<![CDATA[", "<p a=b c ", "\n <x> \n"],
)
@pytest.mark.parametrize(("format_class", "name"), [(Html, "a.html"), (Xml, "a.xml")])
def test_time_grows_with_the_text(format_class: type, name: str, piece: str) -> None:
    assert grows_no_faster(lambda size: accepts(format_class, f"<r>{piece * size}", name), 4000)


@pytest.mark.parametrize("said", ["Quill]>", "so Quill]> &amp; ]>", "]> Quill"])
@pytest.mark.parametrize("form", ["{}", "<![CDATA[{}]]>", "so <i>it</i> <![CDATA[{}]]> is"])
def test_a_tag_ends_no_section_of_cdata(form: str, said: str) -> None:
    text = f"<a>{form.format(said)}</a>"
    changed = replaced(read(Xml, text, "a.xml"), by="[P]")
    before, after = (lxml.etree.fromstring(one).xpath("string()") for one in (text, changed))
    assert after == before.replace("Quill", "[P]")
    again = read(Xml, changed, "a.xml")
    assert "[P]" in "".join(texts(again))
    assert replaced(again, "no such name") == changed


@pytest.mark.parametrize(
    ("format_class", "text"),
    [
        (Xml, "<?written by {}?><a>so</a>"),
        (Html, "<p>so</p><?written by {}>"),
        (Html, "<noframes>For {}</noframes>"),
        (Html, "<iframe srcdoc='&lt;p&gt;For {}'></iframe>"),
        (Html, "<plaintext>For {}"),
    ],
)
def test_rarely_shown_elements_are_read_as_text(format_class, text: str) -> None:
    document = read(format_class, text.format(NAME), "a.html")
    assert any(role == "text" and NAME in said for role, said in fields(document))


def test_declarations_are_left_alone() -> None:
    text = "<?xml version='1.0'?><!DOCTYPE html SYSTEM 'about:legacy-compat'><p>so</p>"
    assert texts(read(Html, text, "a.html")) == ["so"]
