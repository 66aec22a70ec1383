"""Archives as texts: what is unchanged keeps its bytes, and what is not read is refused."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Callable

import pytest

from anonfilter.containers.decoding import DEEPEST, decode, has_same_content
from anonfilter.containers.members import MOST
from anonfilter.errors import Incomplete
from tests.containers.archives import gzipped, tarred, untarred, unzipped, zipped

FILES = {"talks/Quill.txt": b"Quill speaks.\n", "b.csv": b"name\nQuill\n", "é/c.png": b"\x89PNG\0"}
NAMED: dict[str, Callable[[dict[str, bytes]], bytes]] = {
    "a.zip": zipped,
    "b.zip": lambda files: zipped(files, zipfile.ZIP_STORED),
    "a.tar": tarred,
    "b.tar": lambda files: tarred(files, kind=tarfile.GNU_FORMAT),
    "c.tar": lambda files: tarred({f"{'x' * 120}/{name}": data for name, data in files.items()}),
    "a.tgz": lambda files: gzipped(tarred(files), "a.tar"),
    "a.tar.gz": lambda files: gzipped(tarred(files)),
    "d.zip": lambda files: zipped({"in.zip": zipped(files), "in.tar": tarred(files)}),
}


@pytest.mark.parametrize("name", NAMED)
def test_an_archive_that_is_not_changed_keeps_its_bytes(name: str) -> None:
    data = NAMED[name](FILES)
    source = decode(data, name)
    assert source.encode(source.text) == data
    assert source.text.count("Quill speaks.") == (2 if name == "d.zip" else 1)


@pytest.mark.parametrize("name", NAMED)
def test_a_changed_member_can_be_restored(name: str) -> None:
    data = NAMED[name](FILES)
    source = decode(data, name)
    changed = source.text.replace("Quill", "[PERSON_1] and more")
    packed = source.encode(changed)
    again = decode(packed, name)
    assert again.text == changed
    assert packed == source.encode(changed)
    assert has_same_content(decode(again.encode(source.text), name), source)
    assert not has_same_content(again, source)


def test_other_programs_read_what_was_changed() -> None:
    def renamed(text: str) -> str:
        return text.replace("Quill", "[P]")

    expected = {renamed(k): v.replace(b"Quill", b"[P]") for k, v in FILES.items()}
    for data, name, read in (
        (zipped(FILES), "a.zip", unzipped),
        (tarred(FILES), "a.tar", untarred),
    ):
        source = decode(data, name)
        assert read(source.encode(renamed(source.text))) == expected


def test_only_changed_members_are_written_again() -> None:
    """A ZIP file keeps the compressed bytes of others, a TAR file their blocks."""
    files = {"a.txt": b"Quill\n", "b.txt": b"so\n" * 400}
    for data, name in ((zipped(files, zipfile.ZIP_DEFLATED), "a.zip"), (tarred(files), "a.tar")):
        source = decode(data, name)
        packed = source.encode(source.text.replace("Quill", "[PERSON_1]"))
        start = data.index(b"b.txt") - (30 if name == "a.zip" else 0)
        assert data[start : start + 50] in packed


MEMBERS = tarred({"a.txt": b"Quill\n" * 2000}).rstrip(b"\0")
MEMBERS += bytes(-len(MEMBERS) % 512)  # 12,800 bytes: a header, and 24 blocks of 512
ENDS = {"none": 0, "a block": 512, "two blocks": 1_024, "two records": 7_680, "three": 17_920}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_tar_file_ends_as_it_did(end: int) -> None:
    """What had whole records has so, with as many more as it had; and it never only grows."""
    text = decode(MEMBERS + bytes(end), "a.tar").text
    tagged = text.replace("Quill", "[PERSON_1]")
    size = 22_528 + (end if end <= 1_024 else end + 512)  # 40 blocks up to whole records
    file = decode(MEMBERS + bytes(end), "a.tar")
    for _ in range(3):
        file = decode(file.encode(tagged), "a.tar")
        assert len(file.encode(tagged)) == size
        file = decode(file.encode(text), "a.tar")
        assert file.encode(text) == MEMBERS + bytes(end)


def test_times_and_rights_stay() -> None:
    def owned(info: tarfile.TarInfo) -> None:
        info.mode, info.uid, info.uname, info.gid, info.gname = 0o640, 1001, "wquill", 20, "staff"

    source = decode(tarred(FILES, owned), "a.tar")
    assert "(owners)\x1d\nwquill\n" in source.text
    packed = source.encode(source.text.replace("wquill", "[USERNAME_1] of more than 32 letters"))
    from io import BytesIO

    with tarfile.open(fileobj=BytesIO(packed)) as file:
        for info in file.getmembers():
            assert (info.mode, info.mtime, info.gname) == (0o640, 1_714_979_290, "staff")
            assert info.uname == "[USERNAME_1] of more than 32 letters"
    assert b"wquill" not in packed


@pytest.mark.parametrize("stored", ["", "Quill.txt", "Zoë.txt"])
def test_the_name_in_a_gzip_file_is_text(stored: str) -> None:
    data = gzipped(b"so\n", stored)
    source = decode(data, "x.txt.gz")
    assert stored in source.text
    packed = source.encode(source.text.replace("Quill", "[P]").replace("so", "well"))
    assert decode(packed, "x.txt.gz").text == source.text.replace("Quill", "[P]").replace(
        "so", "well"
    )
    assert b"Quill" not in packed
    assert packed[4:8] == data[4:8]


def linked(info: tarfile.TarInfo) -> None:
    info.type, info.linkname, info.size = tarfile.SYMTYPE, "../Quill/a.txt", 0


def test_the_target_of_a_link_is_text() -> None:
    source = decode(tarred({"a": b""}, linked), "a.tar")
    packed = source.encode(source.text.replace("Quill", "[P]"))
    assert decode(packed, "a.tar").text == source.text.replace("Quill", "[P]")
    assert b"Quill" not in packed


def attributed(info: tarfile.TarInfo) -> None:
    info.pax_headers = {"SCHILY.xattr.user.author": "W. Quill"}


def fifo(info: tarfile.TarInfo) -> None:
    info.type = b"Z"


def with_entry(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


ZIP, TAR, GZ = zipped(FILES), tarred(FILES), gzipped(b"so\n", "a")
STORED = zipped(FILES, zipfile.ZIP_STORED)
TWICE = tarred({"a.txt": b"x"})[:1024] + tarred({"a.txt": b"y"})
HIDING = with_entry(TAR, 40, b"Quill")  # behind the end of a name
HIDING = with_entry(HIDING, 148, b"%06o\0" % (sum(HIDING[:148]) + 256 + sum(HIDING[156:512])))
BAD = {
    "zip: cut off": ("a.zip", ZIP[:-30]),
    "zip: bytes before": ("a.zip", b"Quill" + ZIP),
    "zip: bytes behind": ("a.zip", ZIP + b"Quill"),
    "zip: a comment": ("a.zip", ZIP[:-2] + b"\5\0Quill"),
    "zip: encrypted": ("a.zip", ZIP.replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1")),
    "zip: another checksum": ("a.zip", STORED.replace(b"name\nQuill", b"name\nquill")),
    "zip: two names": ("a.zip", ZIP.replace(b"talks/Quill.txt", b"talks/other.txt", 1)),
    "zip: outside": ("a.zip", zipped({"../a.txt": b"x"})),
    "zip: absolute": ("a.zip", zipped({"/home/quill/a.txt": b"x"})),
    "zip: a drive": ("a.zip", zipped({"C:\\a.txt": b"x"})),
    "zip: a control character": ("a.zip", zipped({"a\x1cb.txt": b"x"})),
    "zip: a bomb": ("a.zip", zipped({"a.txt": b" " * (MOST + 1)})),
    "tar: cut off": ("a.tar", TAR[:600]),
    "tar: bytes behind": ("a.tar", TAR + b"Quill"),
    "tar: a name twice": ("a.tar", TWICE),
    "tar: outside": ("a.tar", tarred({"a/../../b.txt": b"x"})),
    "tar: attributes": ("a.tar", tarred(FILES, attributed)),
    "tar: a strange kind": ("a.tar", tarred({"a": b""}, fifo)),
    "tar: notes of all": ("a.tar", tarred(FILES, pax_headers={"comment": "of W. Quill"})),
    "tar: bytes in a header": ("a.tar", HIDING),
    "tar: bytes behind a member": ("a.tar", with_entry(tarred({"a": b"x"}), 600, b"Quill")),
    "tar: no tar": ("a.tar", b"Quill speaks.\n" * 90),
    "gzip: cut off": ("a.gz", GZ[:-3]),
    "gzip: bytes behind": ("a.gz", GZ + b"Quill"),
    "gzip: a second name": ("a.gz", GZ + gzipped(b"so", "Quill")),
    "gzip: a comment": ("a.gz", GZ[:3] + b"\x10" + GZ[4:10] + b"Quill\0" + GZ[12:]),
    "gzip: a bomb": ("a.gz", gzipped(b" " * (MOST + 1))),
}


@pytest.mark.parametrize(("name", "data"), BAD.values(), ids=BAD)
def test_damaged_archives_and_extra_data_are_refused(name: str, data: bytes) -> None:
    with pytest.raises(Incomplete) as caught:
        decode(data, name)
    assert "Quill" not in str(caught.value)


def test_bytes_after_a_gzip_member_are_reported_with_their_offset() -> None:
    with pytest.raises(
        Incomplete, match=f"has 13 bytes after gzip member 1, at offset {len(GZ)}\n"
    ):
        decode(GZ + b"Quill speaks.", "a.gz")


def nested(depth: int) -> bytes:
    data = b"so\n"
    for at in range(depth):
        data = zipped({"a.zip" if at else "a.txt": data})
    return data


def test_members_of_members_are_opened_so_far() -> None:
    assert "so\n" in decode(nested(DEEPEST), "a.zip").text
    assert "so\n" not in decode(nested(DEEPEST + 1), "a.zip").text


def test_a_bomb_in_members_of_members_is_refused() -> None:
    part = zipped({f"{at}.txt": b" " * 20_000_000 for at in range(5)})
    with pytest.raises(Incomplete, match="unpacked"):
        decode(zipped({f"{at}.zip": part for at in range(5)}), "a.zip")


def test_names_that_are_no_longer_different_are_refused() -> None:
    source = decode(zipped({"Quill.txt": b"a", "Reed.txt": b"b"}), "a.zip")
    with pytest.raises(Incomplete, match="would be the same"):
        source.encode(source.text.replace("Quill", "[P]").replace("Reed", "[P]"))


def test_members_keep_their_encodings() -> None:
    files = {"a.txt": "Quill\r\n".encode("utf-16"), "b.txt": b"Quill \xe9\n"}
    source = decode(zipped(files), "a.zip")
    packed = unzipped(source.encode(source.text.replace("Quill", "[P]")))
    assert packed == {"a.txt": "[P]\r\n".encode("utf-16"), "b.txt": b"[P] \xe9\n"}
