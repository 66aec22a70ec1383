"""Files of other kinds are incomplete, whatever they are called; text stays text."""

from __future__ import annotations

import pytest
from anonfilter_documents.shared.file_kinds import KINDS, kind_of

from tests.containers.archives import zipped
from tests.documents.read_documents import write_rules

WORDS = b"Wilma Quillfeather said so.\n"
MAIL = b"Received: from a\n\tby b\nSubject: So\nmime-version: 1.0\n\n"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"\n{\\rtf1\\ansi ", "rich text (RTF)"),
        (b"<!DOCTYPE html>\n<p>", "HTML"),
        (b"<!-- a --><!-- b -->\n<HTML lang=en>", "HTML"),
        (b"\xef\xbb\xbf<body>", "HTML"),
        ("<html>".encode("utf-16"), "HTML"),
        (b'<?xml version="1.0"?><TextGrid>', "XML"),
        (b"<TEI xmlns='x'>", "XML"),
        (b"<!-- a -->\n<?xml-stylesheet?><a>", "XML"),
        (b"<corpus>\n<w>Wil</w><w>ma</w>\n</corpus>\n", "XML"),
        (b"\xef\xbb\xbf\n\xe2\x80\x8b<tmx:x a='b'><a>So</a></tmx:x>", "XML"),
        (b"\n\xef\xbb\xbf{\\rtf1", "rich text (RTF)"),
        (b"\xef\xbb\xbf\xef\xbb\xbf<html>", "HTML"),
        (b"\xc2\xa0\n%!PS-Adobe", "PostScript"),
        (b"\n\n" + MAIL, "a mail"),
        (b"Subject: So\nContent-Type: text/html\n\n<p>W<b>ilma", "a mail"),
        (b'"ooTextFile"\n"TextGrid"\n', "a Praat TextGrid"),
        (b"<SAMI><BODY>", "SAMI"),
        (MAIL, "a mail"),
        (MAIL.replace(b"\n", b"\r\n"), "a mail"),
        (b"From w@x.example Mon Jan  5 10:00:00 2015\nSubject: So\n", "a mail"),
        (b"BEGIN:VCARD\nFN:", "a calendar or address book"),
        (b'File type = "ooTextFile"\n', "a Praat TextGrid"),
        (b"@UTF8\n@Begin\n", "a CHAT transcript"),
        (b"[Script Info]\n", "SubStation Alpha"),
        (b"PK\x03\x04", "an archive"),
        (b"PK\x03\x04" + b"\0" * 26 + b"word/document.xml", "an office document"),
        (b"\x1f\x8b\x08", "an archive"),
        (b"BZh91AY", "a compressed file or an archive"),
        (b"SQLite format 3\0", "a database or a binary table"),
        (b"PAR1\x15\x04", "a table of Parquet or Arrow"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"ID3\x04\0", "sound or video"),
        (b"\0\0\0 ftypmp42", "sound or video"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an office program"),
        (b"WEBVTT\n\n", "WebVTT"),
        (b"1\r\n00:00:01,000 --> 00:00:02,000\r\n", "SubRip"),
        (b"0:00:01.000,0:00:02.000\r\nso\r\n", "SBV"),
        (b'{\n "a\\"b": 1}', "JSON"),
        (b'[ "Wilma", "Abel"]', "JSON"),
        (b'[[{"a": 1}]]', "JSON"),
    ],
)
def test_kinds_are_recognised_by_their_first_bytes(data: bytes, what: str) -> None:
    kind = kind_of(data)
    assert kind is not None
    assert kind.what == what


@pytest.mark.parametrize(
    "text",
    [
        "We wrote <html> and <body> tags.\n<!doctype html>",
        "<v Wilma> So.",
        "<p align=center>\n<b>So</b></p>\n\n# Title\n",
        "<details><summary>So</summary>\n\nSo.\n</details>\n\nAnd so on.",
        "<b>Title</b>",
        "<laughs> Well.",
        "<html-like> names",
        "%PDFs are files",
        "From Wilma to Abel, with love: at 10:00",
        "From: Wilma\nTo: Abel\nSubject: So\n\nDear Abel,",
        "WILMA: So.\nABEL: Well.\n\nMIME-Version: 1.0",
        "[PERSON_1]: So.",
        '["Yes", she said',
        "{wilma: 1}",
        "[1] Wilma\n[2] Abel",
        "1\n2\n3",
        "PAR1 is a gene. ID3 tags too.",
        "RIFF and PK fire",
        "WEBVTT is a format",
        "II and MM",
        "---\ntitle: So\n---\n",
        "",
    ],
)
def test_text_is_of_no_other_kind(text: str) -> None:
    assert kind_of(text.encode()) is None
    assert kind_of(text.encode("utf-16")) is None


def test_each_suffix_has_one_kind_and_each_kind_has_a_hint() -> None:
    suffixes = [suffix for kind in KINDS for suffix in kind.suffixes.split()]
    assert len(suffixes) == len(set(suffixes))
    assert all(suffix == suffix.lower() and suffix[0] == "." for suffix in suffixes)
    assert all(bool(kind.hint) != any(kind.reader) for kind in KINDS)


@pytest.mark.parametrize(
    "name",
    [
        "a.msg",
        "a.RTF",
        "a.html",
        "a.ipynb",
        "a.xml",
        "a.tei",
        "a.eaf",
        "a.docx",
        "a.pdf",
        "a.ttml",
        "a.lrc",
        "a.ics",
        "a.txt.gz",
        "a.mp3",
        "a.conll",
    ],
)
def test_a_name_says_what_a_file_is(name, run, folder):
    (folder / name).write_bytes(WORDS)
    for result in (run(name), run("check", name), run("detect", name)):
        assert result.code == 3
        assert "according to its suffix" in result.err
        assert "Wilma" not in result.out + result.err


def test_documents_that_no_reader_reads_make_a_check_of_a_folder_incomplete(run, folder):
    (folder / "a.ics").write_bytes(WORDS)
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    result = run("check", ".")
    assert result.code == 3
    assert "Export it as CSV" in result.err
    assert "photo" not in result.err  # no document, and so outside


@pytest.mark.parametrize("name", ["a", "a.foo", "a.txt", "a.md", "a.log", "a.tex", "notes v1.2"])
def test_files_without_a_known_suffix_are_text(name, run, folder):
    (folder / name).write_bytes(WORDS)
    assert run(name).out == "[PERSON_1] [PERSON_2] said so.\n"


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"%PDF-1.7\n" + WORDS, "--format pdf"),
        (b'{"a": "Wilma"}\n', "--format jsonl"),
        (b"WEBVTT\n\n", "--format vtt"),
        (b"PK\x03\x04\0\0", "not a ZIP file"),
        (zipped({"a.txt": WORDS}), "- use: archive"),
        (MAIL + WORDS, "--format eml"),
    ],
)
def test_the_first_bytes_of_standard_input_count(data, hint, run):
    result = run(stdin=data)
    assert (result.code, result.out) == (3, "")
    assert hint in result.err


def test_first_bytes_count_whatever_the_suffix_and_in_git(run, folder, repository):
    write_rules(folder, "- use: csv")
    for name in ("a.txt", "a.csv"):
        (folder / name).write_bytes(b"{\\rtf1\\ansi Wilma Quillfeather}")
        assert run("--rules", "formats.yaml", name).code == 3
    repository.git("add", "a.csv")
    assert run("check", "--staged", "--rules", "formats.yaml").code == 3


def test_a_format_that_the_rules_leave_out_is_named(run, folder):
    (folder / "a.csv").write_bytes(WORDS)
    assert "`- use: csv`" in run("a.csv").err
    (folder / "a.jsonl").write_bytes(b"{}")
    assert "`- use: jsonl`" in run("a.jsonl").err


def test_rules_can_read_another_suffix_as_text(run, folder):
    write_rules(folder, "")
    rules = folder / "formats.yaml"
    rules.write_text(rules.read_text("utf-8").replace("- use: text", "- {use: text, read: [.ANN]}"))
    (folder / "a.ann").write_bytes(b"Quillfeather")
    assert run("--rules", "formats.yaml", "a.ann").out == "[PERSON_1]"
    (folder / "a.ann").write_bytes(b"%PDF-1.7 Quillfeather")
    assert run("--rules", "formats.yaml", "a.ann").code == 3
