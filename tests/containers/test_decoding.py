"""Bytes to text and back: nothing is lost, and what is no text is refused."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.containers.decoding import decode
from anonfilter.containers.encodings import guess_of
from anonfilter.errors import Incomplete

BOMS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@given(st.binary() | st.text().map(str.encode))
def test_decoding_and_encoding_give_the_same_bytes(data: bytes) -> None:
    try:
        source = decode(data, "any")
    except Incomplete:
        return
    assert source.encode(source.text) == data
    assert "\0" not in source.text


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
@pytest.mark.parametrize("codec", BOMS)
def test_a_byte_order_mark_says_how_to_read_and_write(codec: str, text: str) -> None:
    if codec == "utf-16-le" and text.startswith("\0"):
        return
    data = BOMS[codec] + text.encode(codec)
    source = decode(data, "any")
    assert (source.text, source.codec, source.encode(source.text)) == (text, codec, data)


@given(st.binary(min_size=1, max_size=4).filter(lambda data: b"\0" not in data))
def test_utf_8_is_never_refused_for_a_few_bytes(data: bytes) -> None:
    if data.startswith(tuple(BOMS.values())):
        return
    source = decode(data, "any")
    assert source.undecodable == sum("\udc80" <= char <= "\udcff" for char in source.text)


@pytest.mark.parametrize("codec", ["cp1251", "koi8-r", "cp037", "shift-jis", "mac-cyrillic"])
def test_a_short_file_in_another_encoding_is_incomplete(codec: str) -> None:
    text = "Wilma Quillfeather" if codec == "cp037" else "\u041e\u043b\u044c\u0433\u0430 \u041a"
    with pytest.raises(Incomplete, match="another encoding"):
        decode(text.encode(codec), "any")


@pytest.mark.parametrize("codec", ["latin-1", "cp1252", "mac-roman"])
def test_letters_of_western_encodings_are_read_around(codec: str) -> None:
    data = "Ren\xe9e N\xfa\xf1ez, J\xfcrgen M\xf6\xdfig: na\xefve".encode(codec)
    assert decode(data, "any").undecodable == 7


@pytest.mark.parametrize(
    "data", [b"a\0b", b"a\0", codecs.BOM_UTF16_LE + b"a", codecs.BOM_UTF32_BE + b"\0\0\0a\0"]
)
def test_binary_and_cut_off_files_are_incomplete(data: bytes) -> None:
    with pytest.raises(Incomplete, match="file"):
        decode(data, "file")


@pytest.mark.parametrize("codec", ["cp1251", "koi8-r", "cp037", "shift-jis", "mac-cyrillic"])
def test_a_text_in_another_encoding_is_incomplete(codec: str) -> None:
    """Names in it cannot be seen, so it is not clean; its words show no language either."""
    text = "I met my neighbour again. " if codec == "cp037" else "\u0434\u043e\u0431\u0440\u043e "
    with pytest.raises(Incomplete, match="another encoding"):
        decode((text * 40).encode(codec), "file")


def test_a_text_in_latin_1_is_read() -> None:
    data = ("Zo\xeb et Andr\xe9 \xe9taient l\xe0, \xe0 c\xf4t\xe9. " * 40).encode("latin-1")
    assert decode(data, "file").undecodable == 40 * 7


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_known_without_a_byte_order_mark(codec: str) -> None:
    for text in (
        "So it is, Zo\xeb.\r\n",
        "\u201cWilma\u201d \U0001f600 said so, and so on.\n" * 500,
    ):
        source = decode(text.encode(codec), "any")
        assert (source.text, source.codec, source.bom) == (text, codec, b"")
        assert source.encode("[PERSON_1]\n") == "[PERSON_1]\n".encode(codec)
        assert "UTF-16" in guess_of(source)


@pytest.mark.parametrize(
    "data", [b"a\0b\0", bytes(range(64)), b"\0\1\0\2" * 9, b"\x7fELF\2\1\1" + bytes(90), b"1\0" * 9]
)
def test_binary_data_like_utf_16_is_binary(data: bytes) -> None:
    with pytest.raises(Incomplete, match="NUL"):
        decode(data, "any")


DECLARED = [
    ('<?xml version="1.0" encoding="{}"?>\n<p>{}</p>\n', "iso-8859-2"),
    ("<?xml version='1.0' encoding='{}'?>\n<p>{}</p>\n", "koi8-r"),
    ('<!DOCTYPE html>\n<html><head><meta charset="{}"></head>{}', "windows-1250"),
    ('<HTML><META http-equiv="Content-Type" content="text/html; charset={}">{}', "shift_jis"),
]
NAMES = {
    "iso-8859-2": "\u0141\u00f3d\u017a",
    "koi8-r": "\u041e\u043b\u044c\u0433\u0430",
    "windows-1250": "\u0160koda",
    "shift_jis": "\u7530\u4e2d",
}


@pytest.mark.parametrize(("page", "codec"), DECLARED, ids=NAMES)
def test_markup_says_its_encoding(page: str, codec: str) -> None:
    text = page.format(codec, NAMES[codec])
    source = decode(text.encode(codec), "a.html")
    assert source.text == text
    changed = text.replace(NAMES[codec], "[PERSON_1]")
    again = decode(source.encode(changed), "a.html")
    assert again.text == changed
    assert again.encode(text) == text.encode(codec)


def test_utf_8_is_utf_8_whatever_it_declares() -> None:
    text = DECLARED[0][0].format("iso-8859-2", NAMES["koi8-r"])
    assert decode(text.encode(), "a.xml").text == text


def test_a_file_in_another_encoding_than_declared_is_incomplete() -> None:
    text = DECLARED[3][0].format("shift_jis", "")
    with pytest.raises(Incomplete, match="does not decode"):
        decode(text.encode() + b"\x81", "a.html")


def test_a_tag_that_the_encoding_cannot_write_is_refused() -> None:
    source = decode(DECLARED[1][0].format("koi8-r", NAMES["koi8-r"]).encode("koi8-r"), "a.xml")
    with pytest.raises(Incomplete, match="cannot be written in koi8-r"):
        source.encode(source.text.replace(NAMES["koi8-r"], "[\u00c4_1]"))
