"""Write a hostile text in formats with markup, and in containers with other files."""

from __future__ import annotations

import html
import io
import json
import random
import tarfile
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

_INLINE = (
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<br>",
    "<span title='{}'>",
    "</span>",
    "<!-- {} -->",
    "&nbsp;",
)
_MARKS = (
    "*",
    "**",
    "_",
    "`",
    "``",
    "~~",
    "[",
    "](x/{}.md)",
    "![",
    "<!--",
    "-->",
    "> ",
    "- ",
    "1. ",
    "|",
    "\n```\n",
    "\n    ",
    "\n|-|\n",
    "# ",
    "\\",
    "<b>",
    "</b>",
    "\n\n",
    "[^1]: ",
)
_ELEMENTS = ("u", "seg", "note", "p", "hi")


def _cut(chance: random.Random, text: str, signs: tuple[str, ...]) -> str:
    """Return the text with signs at random places, also inside words."""
    for _ in range(chance.randint(0, 8)):
        at = chance.randint(0, len(text))
        text = (
            text[:at]
            + chance.choice(signs).format(chance.choice(text.split() or ["x"]))
            + text[at:]
        )
    return text


def markdown(chance: random.Random, text: str) -> str:
    front = "---\nauthor: {}\n---\n".format((text.split() or ["x"])[0])
    return chance.choice(("", "", front)) + _cut(chance, text, _MARKS)


def page(chance: random.Random, text: str) -> str:
    body = "".join(f"<p>{html.escape(part)}</p>\n" for part in text.split("\n\n"))
    said = _cut(chance, body, _INLINE) if chance.random() < 0.7 else body
    return f"<html><body>{said}</body></html>"


def xml(chance: random.Random, text: str) -> str:
    """Return XML with an element for each paragraph, without characters that XML forbids."""
    text = "".join(char for char in text if char in "\t\n" or 32 <= ord(char) < 0xD800)
    name = chance.choice(_ELEMENTS)
    parts = "".join(f"<{name} who='x'>{html.escape(part)}</{name}>\n" for part in text.split("\n"))
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<text>{parts}</text>"


def rich(chance: random.Random, text: str) -> str:
    """Return the text as RTF in ASCII."""
    codes = {"\\": r"\\", "{": r"\{", "}": r"\}", "\n": "\\par\n"}
    said = "".join(
        codes.get(char) or (char if " " <= char < "\x7f" else rf"\u{_signed(ord(char))}?")
        for char in text
        if ord(char) < 0x10000
    )
    return "{\\rtf1\\ansi " + said + "}"


def _signed(code: int) -> int:
    return code - 0x10000 if code > 0x7FFF else code


def notebook(chance: random.Random, text: str) -> str:
    cells = [
        {
            "cell_type": chance.choice(("markdown", "code")),
            "metadata": {},
            "outputs": [],
            "source": part.splitlines(keepends=True),
        }
        for part in text.split("\n\n")
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def mail(chance: random.Random, text: str) -> bytes:
    """Return a mail in one of the transfer encodings, sometimes with a page or an attachment."""
    made = EmailMessage()
    first = " ".join((text.split() or ["x"])[:4]).encode("ascii", "ignore").decode()
    made["From"], made["Subject"] = "ann@mail.example", "".join(filter(str.isprintable, first))
    said = text.encode("utf-8", "replace").decode()
    made.set_content(said, cte=chance.choice(("quoted-printable", "base64")))
    if chance.random() < 0.3:
        made.add_alternative(page(chance, said), subtype="html", cte="base64")
    if chance.random() < 0.3:
        made.add_attachment(said.encode(), maintype="text", subtype="plain", filename="notes.txt")
    for part in made.walk():
        if part.is_multipart():
            part.set_boundary(f"=={chance.getrandbits(64):016x}==")
    return bytes(made)


def word(chance: random.Random, text: str) -> bytes:
    """Return a Word document in which runs divide words."""
    text = "".join(char for char in text if char in "\n" or 32 <= ord(char) < 0xD800)
    parts: list[str] = []
    for line in text.split("\n"):
        at = chance.randint(0, len(line))
        runs = "".join(
            f"<w:r><w:t xml:space='preserve'>{html.escape(run)}</w:t></w:r>"
            for run in (line[:at], line[at:])
        )
        parts.append(f"<w:p>{runs}</w:p>")
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f"<w:document xmlns:w='{space}'><w:body>{''.join(parts)}</w:body></w:document>"
    return _zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": body})


def archive(chance: random.Random, text: str) -> bytes:
    return _zipped({"a.txt": text, "b/c.md": markdown(chance, text)})


def _zipped(members: dict[str, str]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, said in members.items():
            made.writestr(zipfile.ZipInfo(name), said.encode("utf-8", "replace"))
    return sink.getvalue()


def tar(chance: random.Random, text: str) -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as made:
        data = text.encode("utf-8", "replace")
        member = tarfile.TarInfo("a.txt")
        member.size = len(data)
        made.addfile(member, io.BytesIO(data))
    return sink.getvalue()


def table(chance: random.Random, text: str) -> bytes:
    """Return a Parquet or Arrow table with a column of paragraphs and a column of lists."""
    import pyarrow as pa
    from pyarrow import parquet

    said = text.encode("utf-8", "replace").decode().split("\n\n")
    made = pa.table(
        {"said": said, "words": [part.split() for part in said], "n": [*range(len(said))]}
    )
    made = made.replace_schema_metadata({"note": said[0]})
    sink = io.BytesIO()
    parquet.write_table(made, sink, row_group_size=chance.choice((1, 3, 1000)))
    return sink.getvalue()


TEXTS: dict[str, Callable[[random.Random, str], str]] = {
    "md": markdown,
    "html": page,
    "xml": xml,
    "rtf": rich,
    "ipynb": notebook,
}
FILES: dict[str, Callable[[random.Random, str], bytes]] = {
    "eml": mail,
    "docx": word,
    "zip": archive,
    "tar": tar,
    "parquet": table,
}
