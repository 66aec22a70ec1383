"""Names in the parts of office documents, outside of their plain text."""

from __future__ import annotations

import pytest

from tests.documents.office_files import (
    TAG,
    WHO,
    WRITERS,
    filtered,
    open_text,
    unpacked,
    with_parts,
    word,
    workbook,
)

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def paragraph(run, folder, content: str) -> str:
    """What a paragraph of Word is filtered to, as it stands in its part."""
    part = f"<w:document {WORD}><w:body><w:p>{content}</w:p></w:body></w:document>"
    data = with_parts(word("Nobody"), {"word/document.xml": part})
    made = unpacked(filtered(run, folder, "a.docx", data).getvalue())["word/document.xml"]
    return made.decode().partition("<w:p>")[2].partition("</w:p></w:body>")[0]


@pytest.mark.parametrize(
    "content",
    [
        '<w:smartTag><w:smartTagPr><w:attr w:name="who" w:val="{}"/></w:smartTagPr></w:smartTag>',
        '<w:sdt><w:sdtPr><w:alias w:val="{}"/></w:sdtPr></w:sdt>',
        '<w:sdt><w:sdtPr><w:listItem w:displayText="{}" w:value="x"/></w:sdtPr></w:sdt>',
        '<w:ffData><w:helpText w:val="{}"/></w:ffData>',
        '<w:ffData><w:ddList><w:listEntry w:val="{}"/></w:ddList></w:ffData>',
        '<w:tblPr><w:tblCaption w:val="{}"/></w:tblPr>',
        '<w:fldSimple w:instr=" AUTHOR &quot;{}&quot; "/>',
        '<w:r><w:instrText> XE "{}" </w:instrText></w:r>',
        "<w:r><w:instrText> MACROBUTTON NoMacro Write to {} </w:instrText></w:r>",
        '<w:bookmarkStart w:id="7" w:name="Of_{}"/><w:bookmarkEnd w:id="7"/>',
        '<w:pict><v:textpath xmlns:v="v" string="Draft of {}"/></w:pict>',
        '<w:pict><v:shape xmlns:v="v" alt="{}"/></w:pict>',
        '<w:bookmarkStart w:id="1" w:name="Box of {}"/><w:r><w:t>{}</w:t></w:r>',
        '<w:ins w:id="1" w:author="{}"><w:r><w:t>so</w:t></w:r></w:ins>',
        "<w:moveFrom><w:r><w:t>{}</w:t></w:r></w:moveFrom><w:r><w:t>so</w:t></w:r>",
    ],
)
def test_word_has_names_in_many_places(run, folder, office_rules, content):
    out = paragraph(run, folder, content.format(WHO, WHO))
    assert "Quill" not in out
    assert out.count("PERSON_1") == content.count("{}")


def test_an_id_derived_from_a_style_name_changes_with_it(run, folder, office_rules):
    made_of = f"Of{WHO.replace(' ', '')}A"
    style = f'<w:style w:styleId="{made_of}"><w:name w:val="Of {WHO} A"/></w:style>'
    body = f'<w:p><w:pPr><w:pStyle w:val="{made_of}"/></w:pPr></w:p>'
    part = f"<w:document {WORD}>{style}{body}</w:document>"
    data = with_parts(word("Nobody"), {"word/document.xml": part})
    made = unpacked(filtered(run, folder, "a.docx", data).getvalue())["word/document.xml"]
    assert b"Quill" not in made
    assert made.count(b'"OfPERSON_1PERSON_2A"') == 2
    style = f'<s:style s:name="Of_20_{WHO.replace(" ", "_20_")}" s:display-name="Of {WHO}"/>'
    part = f'<o:styles xmlns:o="o" xmlns:s="s">{style}</o:styles>'
    data = with_parts(open_text("Nobody"), {"styles.xml": part})
    made = unpacked(filtered(run, folder, "a.odt", data).getvalue())["styles.xml"]
    assert b"Quill" not in made
    assert b's:name="Of_20_PERSON_1' in made


CONTROL = (
    '<w:sdt><w:sdtPr><w:date w:fullDate="{}T00:00:00Z"><w:dateFormat w:val="d.M.yy"/></w:date>'
    "</w:sdtPr><w:sdtContent><w:r><w:t>{}</w:t></w:r></w:sdtContent></w:sdt>"
)


def test_the_date_of_a_control_goes_with_what_it_shows(run, folder, office_rules):
    kept = CONTROL.format("2024-06-12", "12 June 2024")
    taken = CONTROL.format("1961-03-04", f"4 March 1961 with {WHO}")
    content = f"<w:r><w:t>On </w:t></w:r>{kept}<w:r><w:t> as to </w:t></w:r>{taken}"
    out = paragraph(run, folder, content)
    assert kept in out
    assert "<w:date><w:dateFormat" in out
    assert "1961-03-04" not in out


def test_tracked_deletions_are_separate_text(run, folder, office_rules):
    gone, come = (f"<w:r><w:{{0}}>{WHO}</w:{{0}}></w:r>".format(t) for t in ("delText", "t"))
    out = paragraph(run, folder, f"<w:del>{gone}</w:del><w:ins>{come}</w:ins>")
    assert "Quill" not in out
    assert out.count(TAG) == 2


def test_a_name_runs_on_around_a_field_and_within_its_instruction(run, folder, office_rules):
    first, rest = WHO.split()
    out = paragraph(
        run,
        folder,
        f'<w:r><w:t xml:space="preserve">{first} </w:t></w:r><w:r><w:fldChar w:type="begin"/></w:r>'
        f'<w:r><w:instrText> XE "{first} {rest[:4]}</w:instrText></w:r>'
        f'<w:r><w:instrText>{rest[4:]}" </w:instrText></w:r>'
        f'<w:r><w:fldChar w:type="separate"/></w:r><w:r><w:t>{rest}</w:t></w:r>',
    )
    assert not any(part in out for part in (first, rest, rest[:4], rest[4:]))


def test_text_for_older_programs_is_separate_text(run, folder, office_rules):
    said = f"<w:r><w:t>{WHO}</w:t></w:r>"
    both = f"<mc:Choice>{said}</mc:Choice><mc:Fallback>{said}</mc:Fallback>"
    content = f'<mc:AlternateContent xmlns:mc="m">{both}</mc:AlternateContent>'
    assert paragraph(run, folder, content).count(TAG) == 2


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a.docx", '<w:settings {w}><w:mailSubject w:val="For {who}"/></w:settings>'),
        ("a.pptx", '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="{who}"/></p:cmAuthorLst>'),
        ("a.pptx", '<pc:chgInfo xmlns:pc="p"><pc:chgData name="{who}" userId="x"/></pc:chgInfo>'),
        ("a.pptx", '<p:tagLst xmlns:p="p"><p:tag name="OWNER" val="{who}"/></p:tagLst>'),
        ("a.xlsx", '<pivotCacheRecords><r><s v="{who}"/></r></pivotCacheRecords>'),
        ("a.xlsx", '<connection name="{who}" command="SELECT \'{who}\'"/>'),
        ("a.xlsx", '<d prompt="Ask {who}"><formula1>"{who},x"</formula1></d>'),
        ("a.xlsx", '<filters><filter val="{who}"/></filters>'),
        ("a.xlsx", "<sst><si><t>Line_x000D_{who}_x000D_</t></si></sst>"),
        ("a.odt", '<a><text:hidden-text xmlns:text="t" text:string-value="{who}"/></a>'),
        ("a.odt", '<a><draw:frame xmlns:draw="d" draw:name="Picture of {who}"/></a>'),
    ],
)
def test_a_part_has_names_in_many_places(run, folder, office_rules, name, part):
    data = with_parts(WRITERS[name]("Nobody"), {"more.xml": part.format(who=WHO, w=WORD)})
    made = unpacked(filtered(run, folder, name, data).getvalue())["more.xml"].decode()
    assert made.count("PERSON_1") == part.count("{who}")
    assert "Quill" not in made


def test_a_number_that_a_pivot_table_keeps_becomes_text(run, folder, office_rules):
    data = with_parts(workbook("x"), {"more.xml": '<items><n v="4155550100"/><n v="7"/></items>'})
    made = unpacked(filtered(run, folder, "a.xlsx", data).getvalue())["more.xml"]
    assert made == b'<items><s v="[PHONE_1]"/><n v="7"/></items>'


def test_initials_go_with_the_creator_of_a_note(run, folder, office_rules):
    part = (
        '<o:annotation xmlns:o="o" xmlns:dc="d" xmlns:meta="m">'
        f"<dc:creator>{WHO}</dc:creator><meta:creator-initials>WQ</meta:creator-initials>"
        "</o:annotation>"
    )
    data = with_parts(open_text("Nobody"), {"more.xml": part})
    made = unpacked(filtered(run, folder, "a.odt", data).getvalue())["more.xml"].decode()
    assert "<meta:creator-initials>[PERSON_1][PERSON_2]</" in made


def test_a_signed_document_is_refused(run, folder, office_rules):
    data = with_parts(word("Nobody"), {"_xmlsignatures/sig1.xml": "<Signature/>"})
    (folder / "a.docx").write_bytes(data)
    done = run("--rules", "formats.yaml", "a.docx")
    assert done.code == 3
    assert "Save the document without its signatures." in done.err


@pytest.mark.parametrize("preview", ["Pictures/TablePreview1.svm", "ObjectReplacements/Object 1"])
def test_pictures_of_what_is_read_are_emptied(run, folder, office_rules, preview):
    data = with_parts(open_text(WHO), {preview: "VCLMTF\1\0"})
    assert unpacked(filtered(run, folder, "a.odt", data).getvalue())[preview] == b""
