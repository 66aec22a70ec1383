"""Has the checks for formats: they write in the right place, and refuse damaged files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.contract.document import CODE, Document, Replacement
from anonfilter.engine.rewrite import rewrite
from anonfilter.errors import AnonfilterError
from anonfilter.testing.case import Case

_WORD = re.compile(r"[^\W\d_]+")
_IN_ITS_PLACE = "Redacted"
_FIELDS = 20  # the most fields of a document that are tried
_CUTS = 12
_BROKEN = (b"\0", b"\xff\xfe", b"{", b"<", b"\r\r\n", b'"')


def writes_in_the_right_place(case: Case) -> None:
    """Check that replacing a word of a field changes only this word in the file."""
    engine, words = case.engine, 0
    for document in case.read():
        data = document.source.encode(document.source.text)
        assert data == dict(case.data())[document.name], (
            f"{document.name}: the bytes differ although no text was changed"
        )
        at = 0
        for field in document.fields:
            apart = at <= field.start < field.end <= len(document.text)
            assert apart, (
                f"{document.name}: the field at offset {field.start} overlaps the one before"
            )
            at = field.end
        for start, end in _words(document):
            changed = rewrite(document, [Replacement(start, end, _IN_ITS_PLACE)])
            again = engine.read_document(document.source.encode(changed.text), document.name)
            wanted = document.text[:start] + _IN_ITS_PLACE + document.text[end:]
            assert again.text == wanted, (
                f"{document.name}: the replacement of the word at offset {start} of the text is in "
                "another place of the file, or reads differently there"
            )
            words += 1
    assert words, f"{case.name} reads words in none of the documents; add a document with words"


def _words(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the first word of each field."""
    fields = [field for field in document.fields if field.role != CODE]
    for field in fields[:_FIELDS]:
        if match := _WORD.search(document.text, field.start, field.end):
            yield match.span()


def refuses_damaged_files(case: Case) -> None:
    """Check that a damaged file is read, or raises ``Incomplete`` and no other error."""
    for name, data in case.data():
        for what, damaged in _damaged(data):
            try:
                case.engine.read_document(damaged, name)
            except AnonfilterError:
                continue
            except Exception as error:
                raise AssertionError(
                    f"{name}, {what}: raises {type(error).__name__}; raise `Incomplete` with what "
                    "cannot be read, and where"
                ) from error


def _damaged(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield damaged forms of a file, each with a description of the damage."""
    for part in range(_CUTS):
        at = len(data) * part // _CUTS
        yield f"cut at byte {at}", data[:at]
        for broken in _BROKEN:
            yield f"with {broken!r} at byte {at}", data[:at] + broken + data[at:]
