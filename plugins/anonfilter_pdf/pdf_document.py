"""Open PDFs, and refuse damaged, encrypted and truncated files.

pdfminer, which parses PDFs, guesses if a file is invalid. So it runs in strict mode here, each
stream is unpacked once before it is parsed, and warnings are errors.
"""

from __future__ import annotations

import io
import logging
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pdfminer import settings
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFStream, dict_value, list_value, resolve1
from pdfminer.psparser import LIT, PSKeyword, literal_name

from anonfilter import limits
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_pdf.pdf_content import Canvas, FontReader, Interpreter, find_hidden_layers
from anonfilter_pdf.pdf_words import Page

_BEGINS = re.compile(rb"\s*+%PDF-\d")
_END = b"%%EOF"
_MOST_PAGES = 20_000
_MOST_BYTES = 64_000_000  # unpacked bytes of a stream
_CHUNK = 1_000_000
_MOST_COLUMNS = 100_000  # columns in the rows of a predictor
_PACKED = ("FlateDecode", "Fl", "LZWDecode", "LZW")
_IMAGE = LIT("Image")
_HARMLESS = ("Cannot set ", "Could not get FontBBox")  # about colours, lines, heights of fonts
_PROPERTIES = ("Title", "Author", "Subject", "Keywords")
_TECHNICAL = ("Creator", "Producer", "CreationDate", "ModDate", "Trapped")
REPAIR = "Repair it first: qpdf FILE REPAIRED.pdf"
DECRYPT = "Decrypt it first: qpdf --decrypt --password=... FILE DECRYPTED.pdf"


@hide_values
@dataclass(slots=True)
class OtherContent:
    """Counts of the content that is not on pages: properties, annotations, forms, attachments."""

    properties: list[str] = field(default_factory=list)
    annotations: Counter[str] = field(default_factory=Counter)
    fields: int = 0
    attachments: int = 0
    bookmarks: int = 0


class OpenPdf:
    """An open PDF: its number of pages, and counts of its other content."""

    def __init__(self, data: bytes) -> None:
        _require_complete_pdf(data)
        with strict():
            try:
                self._document = PDFDocument(_Parser(io.BytesIO(data)), fallback=False)
            except PDFPasswordIncorrect:
                raise Incomplete("is encrypted", hint=DECRYPT) from None
            if self._document.encryption is not None:
                raise Incomplete("is encrypted", hint=DECRYPT)
            catalog = self._document.catalog
            self.count = int(resolve1(dict_value(catalog["Pages"])["Count"]))
            if not 0 < self.count <= _MOST_PAGES:
                raise Incomplete(f"has no pages, or more than {_MOST_PAGES:,}", hint=REPAIR)
            self.beside = _count_other_content(self._document)
            self._off = find_hidden_layers(catalog)

    def pages(self) -> Iterator[Page]:
        """Yield the pages in order."""
        manager = FontReader()
        canvas = Canvas(manager)
        interpreter = Interpreter(manager, canvas, self._off)
        number = 0
        with strict():
            for number, page in enumerate(PDFPage.create_pages(self._document), 1):
                limits.reached(number - 1, self.count)
                if number > self.count:
                    break
                interpreter.process_page(page)
                _count_annotations(page, self.beside)
                yield canvas.page(number)
        if number != self.count:
            raise Incomplete("does not have the number of pages that it states", hint=REPAIR)


class _Parser(PDFParser):
    """A parser that raises an error for streams that are damaged, or too long when unpacked."""

    def do_keyword(self, pos: int, token: PSKeyword) -> None:
        super().do_keyword(pos, token)
        if token is not self.KEYWORD_STREAM or not self.curstack:
            return
        begins, stream = self.curstack[-1]
        after = self.bufpos + self.charpos
        if isinstance(stream, PDFStream) and stream.get("Subtype") is not _IMAGE:
            _require_unpackable(stream)  # this may read other objects
            self.seek(after)
            self.push((begins, stream))


def _require_complete_pdf(data: bytes) -> None:
    """Raise ``Incomplete`` if the data is not a PDF, or is a truncated PDF."""
    if not _BEGINS.match(data):
        raise Incomplete("is not a PDF")
    end = data.rfind(_END)
    if end < 0 or b" obj" in data[end:] or b"startxref" not in data[max(0, end - 100) : end]:
        raise Incomplete("is truncated: its end is missing", hint=REPAIR)


def _require_unpackable(stream: PDFStream) -> None:
    """Raise an error if a stream cannot be unpacked up to its checksum, or is too long."""
    filters = [(literal_name(name), params) for name, params in stream.get_filters()]
    if sum(name in _PACKED for name, _ in filters) > 1:
        raise Incomplete("has a stream that is compressed twice", hint=REPAIR)
    for _, params in filters:
        columns = dict_value(params).get("Columns", 1) if params else 1
        if resolve1(columns) > _MOST_COLUMNS:
            raise Incomplete("has a stream with rows that are too long", hint=REPAIR)
    data = stream.get_rawdata() or b""
    if len(data) > _MOST_BYTES:
        raise Incomplete(f"has a stream of more than {_MOST_BYTES:,} bytes", hint=REPAIR)
    if filters and filters[0][0] in ("FlateDecode", "Fl"):
        unpacker, size, rest = zlib.decompressobj(), 0, data
        while not unpacker.eof:
            unpacked = unpacker.decompress(rest, _CHUNK)
            rest = unpacker.unconsumed_tail
            size += len(unpacked)
            if size > _MOST_BYTES:
                message = f"has a stream of more than {_MOST_BYTES:,} bytes unpacked"
                raise Incomplete(message, hint=REPAIR)
            if not unpacked and not rest and not unpacker.eof:
                raise zlib.error


def _count_other_content(document: PDFDocument) -> OtherContent:
    """Return counts of the content that is not on pages.

    Unusual property names are counted, not listed, because a name may hold a value.
    """
    beside = OtherContent()
    keys = [key for info in document.info for key, value in info.items() if resolve1(value)]
    beside.properties = [key for key in _PROPERTIES if key in keys]
    others = len({*keys} - {*_PROPERTIES, *_TECHNICAL})
    beside.properties += [f"{others} others"] if others else []
    catalog = document.catalog
    beside.properties += ["XMP"] if "Metadata" in catalog else []
    form = dict_value(catalog.get("AcroForm", {}))
    beside.fields = len(list_value(form.get("Fields", [])))
    names = dict_value(catalog.get("Names", {}))
    files = dict_value(names.get("EmbeddedFiles", {}))
    beside.attachments = len(list_value(files.get("Names", []))) // 2
    beside.attachments += len(list_value(files.get("Kids", [])))
    outlines = dict_value(catalog.get("Outlines", {}))
    beside.bookmarks = abs(int(resolve1(outlines.get("Count", 0)))) or int("First" in outlines)
    return beside


def _count_annotations(page: PDFPage, beside: OtherContent) -> None:
    for annotation in list_value(page.annots or []):
        kind = literal_name(dict_value(annotation).get("Subtype"))
        if kind == "FileAttachment":
            beside.attachments += 1
        elif kind != "Widget":  # widgets belong to the fields of forms, which are counted
            beside.annotations[kind] += 1


class _Warnings(logging.Handler):
    """A log handler that raises an error for pdfminer's warnings, except about appearance."""

    def emit(self, record: logging.LogRecord) -> None:
        if not str(record.msg).startswith(_HARMLESS):
            raise ValueError


@contextmanager
def strict() -> Iterator[None]:
    """Run pdfminer in strict mode, and turn its errors into ``Incomplete``."""
    log, handler = logging.getLogger("pdfminer"), _Warnings(logging.WARNING)
    before = settings.STRICT, log.propagate
    settings.STRICT, log.propagate = True, False
    log.addHandler(handler)
    try:
        yield
    except Incomplete:
        raise
    except Exception as error:
        message = f"is damaged, or is not valid PDF ({type(error).__name__})"
        raise Incomplete(message, hint=REPAIR) from None
    finally:
        log.removeHandler(handler)
        settings.STRICT, log.propagate = before
