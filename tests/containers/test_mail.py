"""Mail as a file that holds others: what is in it counts with all that is unpacked."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import EmailMessage

import pytest
from anonfilter_documents.containers.mail_file import Mail

from anonfilter.containers.decoding import decode
from anonfilter.containers.members import TooMuch, UnpackingRoom
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from tests.containers.archives import zipped


@dataclass
class Reader:
    """Decodes members as they are, and has little room."""

    room: UnpackingRoom = field(default_factory=lambda: UnpackingRoom(3000))

    def __call__(self, data: bytes, name: str) -> Source:
        return decode(data, name)


def mail(attached: bytes) -> bytes:
    made = EmailMessage()
    made["Subject"] = "so"
    made.set_content("See what is attached.\n")
    made.add_attachment(attached, maintype="application", subtype="zip", filename="a.zip")
    return made.as_bytes()


@pytest.mark.parametrize(("size", "fits"), [(100, True), (3100, False)])
def test_a_mail_counts_towards_the_size_limit(size: int, fits: bool) -> None:
    data = b"Subject: so\n\n" + b"x" * size
    reader = Reader()
    if fits:
        Mail.open(data, "a.eml", reader)
        assert reader.room.left == 3000 - size
    else:
        with pytest.raises(TooMuch, match="unpacked"):
            Mail.open(data, "a.eml", reader)


def test_mails_in_archives_in_mails_end_as_incomplete() -> None:
    data = b"Subject: so\n\nWilma\n"
    for _ in range(4):
        data = mail(zipped({"a.eml": data}))
    assert "Wilma" not in decode(data, "a.eml").text
    with pytest.raises(Incomplete):
        Mail.open(mail(zipped({"a.txt": b" " * 3000})), "a.eml", _Limited())


class _Limited(Reader):
    """Decodes what is in members with the room that they share."""

    def __call__(self, data: bytes, name: str) -> Source:
        if name.endswith(".zip"):
            from anonfilter_documents.containers.zip_file import ZipFile

            ZipFile.open(data, name, self)
        return decode(data, name)
