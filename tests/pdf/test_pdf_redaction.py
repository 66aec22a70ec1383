"""PDFs are redacted as PDFs: no original is left anywhere, and the rest stays in its place."""

from __future__ import annotations

import io
import re
import subprocess
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset, parse_ruleset
from anonfilter.testing.case import Case
from anonfilter.testing.format_checks import refuses_damaged_files
from tests.commands.commandline import CommandLine
from tests.pdf import layouts, odd_layouts
from tests.pdf.layouts import Said, dialogue
from tests.pdf.redacted import (
    FILES,
    PLACE,
    WHO,
    all_bytes,
    beside_the_pages,
    blank,
    interview,
    operators,
    pdftotext,
    saved,
    shared_form,
)

FORMATS = "formats:\n  - use: pdf\n  - use: jsonl\n  - use: xml\n  - use: text\n"


@pytest.fixture
def rules(terms_rules: str) -> str:
    rules = terms_rules.replace("formats:\n  - use: text\n", FORMATS)
    return rules.replace("tag: name-parts", "tag: numbered")


@pytest.fixture
def engine(rules: str) -> Engine:
    return Engine(parse_ruleset(rules, "terms"))


def redacted(engine: Engine, data: bytes) -> bytes:
    made = engine.redact(engine.read_document(data, "a.pdf"))
    assert not made.findings
    return made.output


def shown(engine: Engine, data: bytes) -> str:
    return engine.read_document(data, "a.pdf").text


@pytest.mark.parametrize("name", FILES)
def test_no_original_is_left(engine: Engine, name: str, tmp_path: Path) -> None:
    before = FILES[name]()
    after = redacted(engine, before)
    for data in all_bytes(after):
        for spelled in (b"Jane", b"Smith", "Jane".encode("utf-16-be")):
            assert spelled not in data
    (tmp_path / "a.pdf").write_bytes(after)
    text = pdftotext(tmp_path / "a.pdf")
    assert not re.search("jane|smith|ellery", text, re.IGNORECASE)
    assert redacted(engine, after) == after
    assert not engine.check(engine.read_document(after, "a.pdf"))
    assert engine.check(engine.read_document(before, "a.pdf"))


def test_pages_are_read_as_lines(engine: Engine) -> None:
    text = shown(engine, redacted(engine, interview()))
    assert "My name is [PERSON_1], and I live in [PLACE_1].\n" in text
    assert (
        "and we met [PERSON_1]\n at the door on [DAY]." in text or "[PERSON_1] at the door" in text
    )
    assert "Page two: [PERSON_1] signed." in text
    assert '"[PERSON_1]"' not in text
    for label in ("Interview with", "Statement of", "Ask"):
        assert f"{label} [PERSON_1]" in text


def test_all_operators(engine: Engine) -> None:
    text = shown(engine, redacted(engine, operators()))
    for line in (
        "I met [PERSON_1], who left.",
        "Then [PERSON_1] spoke.",
        "Again [PERSON_1] spoke.",
        "So did [PERSON_1], they say.",
        "White [PERSON_1].",
        "Unseen [PERSON_1].",
    ):
        assert line in text


LAYOUTS = (
    *(layouts.numbered, layouts.proportional, layouts.columns, layouts.four_up, layouts.two_up),
    *(odd_layouts.pleading, odd_layouts.changing_headers, odd_layouts.timed),
    *(odd_layouts.labels_above, odd_layouts.labels_beside, odd_layouts.letters_by_chance),
    *(odd_layouts.turned, odd_layouts.uneven_numbers),
)


@pytest.fixture(scope="module")
def fast_engine() -> Engine:
    return Engine(load_ruleset("fast"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_of_transcripts(
    fast_engine: Engine, layout: Callable[[Sequence[Said]], bytes]
) -> None:
    first = Said("THE COURT", "Good morning, Wilma Quillfeather.")
    after = redacted(fast_engine, layout([first, *dialogue(40)]))
    words = " ".join(shown(fast_engine, after).split())
    assert "Good morning, [PERSON_" in words
    assert "quillfeather" not in words.lower()


def test_a_form_on_two_pages_is_rewritten_once(engine: Engine) -> None:
    text = shown(engine, redacted(engine, shared_form()))
    assert text.count("Filed by [PERSON_1] today.") == 2


def test_other_places(engine: Engine) -> None:
    text = shown(engine, redacted(engine, beside_the_pages()))
    for part in ("Off:", "Notes of", "Notes on", "On", "A portrait of", "by"):
        assert f"{part} [PERSON_1]" in text


def test_other_letters_keep_their_places(engine: Engine, tmp_path: Path) -> None:
    places = []
    for name, data in (("a", operators()), ("b", redacted(engine, operators()))):
        (tmp_path / name).write_bytes(data)
        found = re.findall(
            r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(who|left|spoke|they|wrote)',
            pdftotext(tmp_path / name, "-bbox"),
        )
        places.append(sorted((word, round(float(x)), round(float(y))) for x, y, word in found))
    assert len(places[0]) == 6
    assert places[0] == places[1]


def test_a_tag_with_a_space_in_place_of_two_digits() -> None:
    rules = "anonfilter: 1\nextends: fast\nlabels: {AGE: {generalise: {band: 5}}}\n"
    pdf = blank("BT /F1 12 Tf 50 300 Td (She is 37 years old.) Tj ET")
    engine = Engine(parse_ruleset(rules, "bands"))
    assert "She is [AGE: 35-39] years old." in shown(engine, redacted(engine, saved(pdf)))


def test_words_without_spaces_and_strings_as_objects(engine: Engine) -> None:
    pdf = blank("BT /F1 12 Tf 50 300 Td [(Then) -333 (Jane) -333 (Smith) -333 (left.)] TJ ET")
    title = pdf.make_indirect(String("section of Jane Smith"))
    pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([title, pdf.pages[0].obj])))
    pdf.Root.Outlines = Dictionary(Title=pdf.make_indirect(String("On Jane Smith")))
    text = shown(engine, redacted(engine, saved(pdf)))
    for part in ("Then [PERSON_1] left.", "On [PERSON_1]", "section of [PERSON_1]"):
        assert part in text


def test_linearized_files_are_read(engine: Engine) -> None:
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(interview())) as pdf:
        pdf.save(file, linearize=True)
    assert "[PERSON_1] signed." in shown(engine, redacted(engine, file.getvalue()))


def test_a_page_without_names_keeps_its_bytes(engine: Engine) -> None:
    pdf = blank("BT /F1 12 Tf 50 300 Td (Nobody is named.) Tj ET", 2)
    pdf.pages[1].Contents = Stream(pdf, b"BT /F1 12 Tf 50 300 Td (Jane Smith is.) Tj ET")
    before = saved(pdf)
    raw = []
    for data in (before, redacted(engine, before)):
        with pikepdf.open(io.BytesIO(data)) as made:
            raw.append(made.pages[0].Contents.read_raw_bytes())
    assert raw[0] == raw[1]


def _file_with(between: bytes = b"", within: bytes = b"", after: bytes = b"") -> bytes:
    """Return a file with this text between two objects, within an object, or after its end."""
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, value in enumerate(
        (
            b"<</Type /Catalog " + within + b" /Pages 2 0 R>>",
            b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
            b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Note (90 % (or more) %)>>",
        ),
        1,
    ):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, value) + (between if number == 1 else b"")
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + (
        b"xref\n0 4\n0000000000 65535 f \n%strailer\n<</Size 4 /Root 1 0 R>>\n"
        b"startxref\n%d\n%%%%EOF\n%s" % (table, len(data), after)
    )


@pytest.mark.parametrize(
    "data",
    [
        _file_with(between=b"%%Invocation: gs -o out.pdf Jane Smith.pdf\n"),
        _file_with(between=b"Jane Smith\n"),
        _file_with(within=b"% by Jane Smith\n"),
        _file_with(after=b"% by Jane Smith\n"),
        saved(blank("BT /F1 12 Tf 50 300 Td (100 % \\( sure.) Tj ET % Jane Smith\n")),
    ],
)
def test_comments_are_read(engine: Engine, data: bytes) -> None:
    assert len(engine.check(engine.read_document(data, "a.pdf"))) == 1
    after = redacted(engine, data)
    assert b"[PERSON_1]" in after
    assert b"Smith" not in after
    assert not any(b"Smith" in stream for stream in all_bytes(after))


def test_objects_that_no_table_lists_are_incomplete(engine: Engine) -> None:
    assert not engine.check(engine.read_document(_file_with(), "a.pdf"))
    for other in (b"9 0 obj (Jane Smith) endobj\n", b"1 0 obj (Jane Smith) endobj\n"):
        with pytest.raises(Incomplete, match="tables do not list"):
            engine.read_document(_file_with(between=other), "a.pdf")


def _signed(pdf: pikepdf.Pdf) -> None:
    value = Dictionary(Type=Name.Sig, ByteRange=[0, 1, 2, 3], Contents=String("x"))
    pdf.Root.AcroForm = Dictionary(Fields=[Dictionary(FT=Name.Sig, T=String("s"), V=value)])


def _with_picture(pdf: pikepdf.Pdf) -> None:
    picture = Stream(pdf, bytes(50 * 50))
    picture.Subtype, picture.Width, picture.Height = Name.Image, 50, 50
    picture.BitsPerComponent, picture.ColorSpace = 8, Name.DeviceGray
    pdf.pages[0].Resources.XObject = Dictionary(I=pdf.make_indirect(picture))


def _scanned(pdf: pikepdf.Pdf) -> None:
    _with_picture(pdf)
    content = b"q 400 0 0 400 0 0 cm /I Do Q 3 Tr BT /F1 12 Tf 50 300 Td (Jane Smith.) Tj ET"
    pdf.pages[0].Contents = Stream(pdf, content)


def _with_xfa(pdf: pikepdf.Pdf) -> None:
    form = Stream(pdf, b"<xdp>Jane Smith</xdp>")
    pdf.Root.AcroForm = Dictionary(Fields=[], XFA=pdf.make_indirect(form))


def _with_pattern(pdf: pikepdf.Pdf) -> None:
    pattern = Stream(pdf, b"BT /F1 12 Tf (Jane Smith) Tj ET")
    pattern.PatternType = 1
    pdf.pages[0].Resources.Pattern = Dictionary(P=pdf.make_indirect(pattern))


def _with_program(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(
        S=Name.JavaScript, JS=pdf.make_indirect(Stream(pdf, b"app.alert('Jane Smith')"))
    )


def _with_unmapped_font(pdf: pikepdf.Pdf) -> None:
    fonts = pdf.pages[0].Resources.Font
    fonts.F1 = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name("/X"),
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array(
            [
                Dictionary(
                    Type=Name.Font,
                    Subtype=Name.CIDFontType2,
                    BaseFont=Name("/X"),
                    CIDSystemInfo=Dictionary(
                        Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0
                    ),
                    FontDescriptor=Dictionary(
                        Type=Name.FontDescriptor, FontName=Name("/X"), FontBBox=[0, 0, 1, 1]
                    ),
                )
            ]
        ),
    )


def _with_unknown_widths(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Resources.Font.F1.BaseFont = Name("/Unknown")


def _with_widths_of_zero(pdf: pikepdf.Pdf) -> None:
    font = pdf.pages[0].Resources.Font.F1
    font.FirstChar, font.LastChar, font.Widths = 0, 255, Array([0] * 256)
    font.BaseFont = Name("/Unknown")


def _with_named_state(pdf: pikepdf.Pdf) -> None:
    button = Dictionary(FT=Name.Btn, T=String("who"), V=Name("/Jane Smith"))
    pdf.Root.AcroForm = Dictionary(Fields=[button])


def _with_data_after_a_stream(pdf: pikepdf.Pdf) -> None:
    form = Stream(pdf, b"")
    form.write(zlib.compress(b"q Q") + b"Jane Smith", filter=Name.FlateDecode)
    form.Subtype, form.BBox = Name.Form, [0, 0, 1, 1]
    pdf.pages[0].Resources.XObject = Dictionary(X=pdf.make_indirect(form))


def _with_spoken_text(pdf: pikepdf.Pdf) -> None:
    content = b"/Span <</ActualText (Jane Smith)>> BDC BT /F1 9 Tf 50 80 Td (J. S.) Tj ET EMC"
    pdf.pages[0].Contents = Stream(pdf, content)


def _with_noted_text(pdf: pikepdf.Pdf) -> None:
    content = b"/Note <</By [<</Who (Jane Smith)>>]>> BDC BT /F1 9 Tf 50 80 Td (No.) Tj ET EMC"
    pdf.pages[0].Contents = Stream(pdf, content)


def _with_text_at_a_point(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Contents = Stream(pdf, b"/Span <</ActualText (Jane Smith)>> DP")


@pytest.mark.parametrize(
    "add", [_with_named_state, _with_spoken_text, _with_noted_text, _with_text_at_a_point]
)
def test_what_cannot_be_replaced_is_incomplete(
    engine: Engine, add: Callable[[pikepdf.Pdf], None]
) -> None:
    pdf = blank("BT /F1 12 Tf 50 300 Td (Nobody.) Tj ET")
    add(pdf)
    document = engine.read_document(saved(pdf), "a.pdf")
    assert engine.check(document)
    with pytest.raises(Incomplete, match="has an identifier in"):
        engine.redact(document)


def _with_strips(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Resources.XObject = Dictionary()
    for number in range(4):
        strip = Stream(pdf, bytes(300 * 3))
        strip.Subtype, strip.Width, strip.Height = Name.Image, 300, 3
        strip.BitsPerComponent, strip.ColorSpace = 8, Name.DeviceGray
        pdf.pages[0].Resources.XObject[f"/I{number}"] = pdf.make_indirect(strip)


def _with_line_of_text_as_picture(pdf: pikepdf.Pdf) -> None:
    _with_picture(pdf)
    pdf.pages[0].Resources.XObject.I.Height = 8


def _with_symbolic_font(pdf: pikepdf.Pdf) -> None:
    font = pdf.pages[0].Resources.Font.F1
    font.Subtype, font.BaseFont = Name.TrueType, Name("/ABCDEF+X")
    font.FirstChar, font.LastChar, font.Widths = 0, 255, Array([600] * 256)
    font.FontDescriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/ABCDEF+X"),
        FontBBox=[0, 0, 1, 1],
        Flags=4,
        FontFile2=pdf.make_indirect(Stream(pdf, b"x")),
    )
    del font.Encoding


REFUSED = {
    "a digital signature": _signed,
    "other data after its end": _with_data_after_a_stream,
    "has pictures, which are not read": _with_picture,
    "is a scan with recognised text on page 1": _scanned,
    "of a kind that is not read": _with_xfa,
    "text in a pattern": _with_pattern,
    "a kind that is not read": _with_program,
    "does not map glyphs to letters": _with_unmapped_font,
    "whose font does not map glyphs to letters": _with_symbolic_font,
    "has pictures, which": _with_strips,
    "pictures, which are not read": _with_line_of_text_as_picture,
    "has letters without a width": _with_unknown_widths,
    "without a width, whose order": _with_widths_of_zero,
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_read_is_incomplete(engine: Engine, message: str) -> None:
    pdf = blank("BT /F1 12 Tf 50 300 Td (Jane Smith.) Tj ET")
    REFUSED[message](pdf)
    with pytest.raises(Incomplete, match=message):
        engine.read_document(saved(pdf), "a.pdf")


def test_files_that_are_not_whole_or_are_unsafe_are_incomplete(engine: Engine) -> None:
    data = interview()
    encrypted = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(encrypted, encryption=pikepdf.Encryption(owner="x", user=""))
    bomb = blank("")
    bomb.pages[0].Contents = Stream(bomb, bytes(70_000_000))
    revised = data + b"1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"
    for damaged, message in (
        (data[: len(data) // 2], "is truncated"),
        (encrypted.getvalue(), "is encrypted"),
        (saved(bomb), "64,000,000 bytes unpacked"),
        (revised, "earlier revision"),
        (data.replace(b"xref", b"xreg", 1), "is damaged"),
        (b"%PDF-1.7\n", "is truncated"),
        (b"Jane Smith", "is not a PDF"),
    ):
        with pytest.raises(Incomplete, match=message):
            engine.read_document(damaged, "a.pdf")


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_raise_no_other_error(rules: str, name: str) -> None:
    refuses_damaged_files(Case("format", "pdf", rules, {"a.pdf": FILES[name]()}))


def test_pictures_stay_if_the_rules_say_so(rules: str) -> None:
    kept = rules.replace("- use: pdf\n", "- {use: pdf, pictures: keep}\n")
    engine = Engine(parse_ruleset(kept, "terms"))
    pdf = blank("BT /F1 12 Tf 50 300 Td (Jane Smith.) Tj ET")
    _with_picture(pdf)
    assert "[PERSON_1]." in shown(engine, redacted(engine, saved(pdf)))


@pytest.mark.slow
def test_on_the_command_line_with_a_sidecar(run: CommandLine, rules: str) -> None:
    folder = run.folder
    (folder / "rules.yaml").write_text(rules)
    (folder / "a.pdf").write_bytes(interview())
    subprocess.run(["git", "init", "-q", folder], check=True)
    assert run("key", "new").code == 0
    assert run("check", "--rules", "rules.yaml", "a.pdf").code == 1
    done = run("--rules", "rules.yaml", "-o", "out", "a.pdf")
    assert done.code == 0, done.err
    assert WHO not in pdftotext(folder / "out/a.pdf")
    assert run("check", "--rules", "rules.yaml", "out/a.pdf").code == 0
    assert run("restore", "-o", "back.pdf", "out/a.pdf").code == 0
    back = "".join(pdftotext(folder / "back.pdf").split())
    assert f"My name is {WHO}, and I live in {PLACE}.".replace(" ", "") in back


HTML = f"""<title>Hearing of {WHO}</title><p>The court.<p>Efficient offices: <i>Jane</i> Smith, of
<b>{PLACE}</b>, came on Monday.</p><table><tr><td>{WHO}<td>QX-1234</table>"""


@pytest.mark.slow
@pytest.mark.parametrize("program", ["chromium", "libreoffice", "wkhtmltopdf"])
def test_pdfs_of_other_programs(engine: Engine, program: str, tmp_path: Path) -> None:
    page, made = tmp_path / "a.html", tmp_path / "a.pdf"
    page.write_text(HTML)
    command = {
        "chromium": ["chromium", "--headless", "--no-sandbox", f"--print-to-pdf={made}"],
        "libreoffice": ["soffice", "--headless", f"-env:UserInstallation=file://{tmp_path}/o"],
        "wkhtmltopdf": ["wkhtmltopdf", "-q"],
    }[program]
    more = {
        "chromium": ["--no-pdf-header-footer", page],
        "libreoffice": ["--convert-to", "pdf:writer_web_pdf_Export", "--outdir", tmp_path, page],
        "wkhtmltopdf": [page, made],
    }[program]
    subprocess.run([*command, *map(str, more)], check=True, capture_output=True, timeout=600)
    assert WHO in pdftotext(made)
    result = redacted(engine, made.read_bytes())
    made.write_bytes(result)
    text = " ".join(pdftotext(made).split())
    assert not re.search("jane|smith|ellery|1234", text, re.IGNORECASE)
    for words in ("Efficient offices: [PERSON_1]", "[PLACE_1]", "came on [DAY]", "[CODE_1]"):
        assert words in text
    assert not any(b"Jane" in data for data in all_bytes(result))
