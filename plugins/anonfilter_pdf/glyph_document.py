"""Read the texts of all pages of a PDF, and of forms that no page draws, glyph by glyph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFStream

from anonfilter import limits
from anonfilter.errors import Incomplete
from anonfilter_pdf.page_text import PageText, read_page_texts, require_readable
from anonfilter_pdf.pdf_content import FontReader
from anonfilter_pdf.pdf_document import REPAIR, OpenPdf, strict
from anonfilter_pdf.pdf_glyphs import GlyphCanvas, GlyphInterpreter


class GlyphDocument(OpenPdf):
    """An open PDF whose pages are read glyph by glyph."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._manager = FontReader()
        self._canvas = GlyphCanvas(self._manager)

    def require_sound(self) -> None:
        """Parse all objects; raise ``Incomplete`` if one is damaged or too long when unpacked."""
        with strict():
            for number in self.numbers:
                self._document.getobj(number)

    def page_texts(self) -> list[PageText]:
        """Return the text of each page."""
        pages = []
        with strict():
            for number, page in enumerate(PDFPage.create_pages(self._document), 1):
                limits.check()
                self._interpreter(-number).process_page(page)
                pages.append(self._canvas.page(number))
                require_readable(pages[-1], f"page {number}")
        if len(pages) != self.count:
            raise Incomplete("does not have the number of pages that it states", hint=REPAIR)
        return read_page_texts(pages)

    @property
    def numbers(self) -> list[int]:
        """The numbers of all objects that the tables of the file list."""
        return [number for xref in self._document.xrefs for number in xref.get_objids()]

    @property
    def drawn_forms(self) -> set[int]:
        """The object numbers of the forms that the pages draw."""
        return self._canvas.forms

    @property
    def inline_pictures(self) -> int:
        """The number of pictures in content streams."""
        return self._canvas.inline_pictures

    def form_texts(self, numbers: Sequence[int]) -> Iterator[PageText]:
        """Yield the text of each of these forms."""
        for number in numbers:
            limits.check()
            if number in self._canvas.forms:  # another form draws it
                yield PageText()
                continue
            with strict():
                form = self._document.getobj(number)
                assert isinstance(form, PDFStream)
                page = self._canvas.draw_form(form, self._interpreter(number))
                require_readable(page, "a drawing beside its pages")
            yield read_page_texts([page])[0]

    def _interpreter(self, unit: int) -> GlyphInterpreter:
        return GlyphInterpreter(self._manager, self._canvas, self._off, unit)
