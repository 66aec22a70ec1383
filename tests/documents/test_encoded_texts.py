"""Packed bytes in a document are read to their end, or the document is incomplete."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest
from anonfilter_documents.rtf.rtf_reader import RichText
from anonfilter_documents.shared.encoded_texts import find_strings

from anonfilter.errors import Incomplete
from tests.documents.read_documents import read

NAME = b"This is by Ada Quill."
MORE = 5_000_000  # bytes that once were cut off
TOO_MUCH = 17_000_000


def archive(*members: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for number, data in enumerate(members):
            made.writestr(f"{number}.xml", data)
    return held.getvalue()


def nested(depth: int) -> bytes:
    data = NAME
    for _ in range(depth):
        data = archive(data)
    return data


@pytest.mark.parametrize("pack", [zlib.compress, archive])
def test_all_that_is_packed_is_read(pack) -> None:
    assert NAME.decode() in "".join(find_strings(pack(b" " * MORE + NAME)))


@pytest.mark.parametrize(
    "data",
    [
        zlib.compress(b" " * TOO_MUCH + NAME),
        archive(b" " * TOO_MUCH + NAME),
        archive(*[b" " * 1_000_000] * 17),
        archive(zlib.compress(b" " * TOO_MUCH)),
        nested(6),
    ],
    ids=["compressed", "member", "members", "compressed in a member", "nested"],
)
def test_more_than_the_limits_is_incomplete(data: bytes) -> None:
    with pytest.raises(Incomplete, match=r"packed|encoded more than 4 times"):
        list(find_strings(data))


def test_archives_in_one_another_are_read() -> None:
    assert NAME.decode() in list(find_strings(nested(4)))
    assert NAME.decode() in list(find_strings(archive(zlib.compress(archive(NAME)))))


def test_bytes_behind_compressed_data_are_read() -> None:
    assert NAME.decode() in list(find_strings(zlib.compress(b"so") + NAME))


@pytest.mark.parametrize("change", [lambda data: data[:-30], lambda data: encrypted(data)])
def test_an_archive_that_cannot_be_unpacked_is_incomplete(change) -> None:
    with pytest.raises(Incomplete, match="cannot be unpacked"):
        list(find_strings(change(archive(NAME))))


def encrypted(data: bytes) -> bytes:
    """An archive whose directory says that its member is encrypted."""
    at = data.index(b"PK\1\2")
    changed = data[:6] + b"\1\0" + data[8 : at + 8] + b"\1\0"
    return changed + data[at + 10 :]


def test_a_document_with_too_much_packed_is_incomplete() -> None:
    data = zlib.compress(b" " * TOO_MUCH).hex()
    text = rf"{{\rtf1\ansi{{\*\datastore {data}}}So.\par}}"
    with pytest.raises(Incomplete, match="packed"):
        read(RichText, text, "a.rtf")
