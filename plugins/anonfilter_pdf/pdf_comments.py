"""Find comments in a PDF and in its content streams, text between objects, and unlisted objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.errors import Incomplete
from anonfilter_pdf.pdf_objects import REWRITE

_TOKEN = re.compile(rb"\\.|[()%]|(?<![^\s])ID\s", re.DOTALL)
_PICTURE_END = re.compile(rb"\sEI\b")
_LINE_END = re.compile(rb"[\r\n]|\Z")
_STREAM = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.DOTALL)
_OBJECT = re.compile(rb"(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\b")
_TABLE = re.compile(rb"\bxref\b.*?\bstartxref\s+\d+|\bstartxref\s+\d+", re.DOTALL)
_USUAL = re.compile(rb"%PDF-\d\.\d|%%EOF")
_PRINTED = re.compile(rb"[^\x00-\x1f\x7f]+")
_LETTERS = re.compile(rb"[A-Za-z]{2}")
_END = b"endobj"


def find_comments(data: bytes) -> Iterator[str]:
    """Yield the comments in objects or in a content stream; a percent sign in a string is none."""
    depth = at = 0
    last = data.rfind(b"%")
    while (match := _TOKEN.search(data, at)) and match.start() <= last:
        at, token = match.end(), match[0]
        if token == b"(":
            depth += 1
        elif token == b")":
            depth = max(0, depth - 1)
        elif token == b"%" and not depth:
            line_end = _LINE_END.search(data, at)
            assert line_end is not None
            yield from _texts(data[at : line_end.start()])
            at = line_end.start()
        elif token.startswith(b"ID") and not depth:
            end = _PICTURE_END.search(data, at)
            at = end.end() if end else at


def read_stray_text(data: bytes, numbers: set[int]) -> Iterator[str]:
    """Yield the comments of a file and the text between its objects.

    Raise ``Incomplete`` if an object has none of these numbers, or the same number as another.
    """
    body = _STREAM.sub(b" ", data)
    end, seen = 0, set[int]()
    for match in _OBJECT.finditer(body):
        if match.start() < end:  # in a string
            continue
        yield from _between(body[end : match.start()])
        last = body.find(_END, match.end())
        own, number = body[match.end() : last], int(match[1])
        is_listed = number in numbers and number not in seen
        if last < 0 or not (is_listed or b"/XRef" in own):
            what = "holds objects that its tables do not list, which are not read"
            raise Incomplete(what, hint=REWRITE)
        seen.add(number)
        yield from find_comments(own)
        end = last + len(_END)
    yield from _between(body[end:])


def with_comments(data: bytes, text: str) -> bytes:
    """Return a file without comments with these comments before its end, one on each line."""
    at = data.rindex(b"startxref")
    lines = "".join(f"% {line}\n" for line in text.split("\n") if line)
    return data[:at] + lines.encode() + data[at:]


def _between(data: bytes) -> Iterator[str]:
    for table in _TABLE.findall(data):
        yield from find_comments(table)
    yield from _texts(_TABLE.sub(b"\n", data))


def _texts(data: bytes) -> Iterator[str]:
    for line in _PRINTED.findall(_USUAL.sub(b"\n", data)):
        if _LETTERS.search(line):
            try:
                text = line.decode()
            except UnicodeDecodeError:
                text = line.decode("latin-1")
            yield text.lstrip("%").strip()
