"""Read a page glyph by glyph, and record which codes show each character of a word.

A code is found again in the content stream by the number of its text-showing operator, the item in
the array of this operator, and its offset in that item.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pdfminer.cmapdb import IdentityCMap, IdentityCMapByte
from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdffont import PDFCIDFont, PDFFont
from pdfminer.pdfinterp import PDFGraphicState, PDFResourceManager, PDFTextState
from pdfminer.pdftypes import PDFStream, dict_value, resolve1
from pdfminer.psparser import PSLiteral, literal_name
from pdfminer.utils import MATRIX_IDENTITY, decode_text, mult_matrix, translate_matrix

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_pdf.pdf_content import UNMAPPED, UNSEEN_MODES, Canvas, Interpreter
from anonfilter_pdf.pdf_words import Page, Word

TAG_FAMILY = b"anonfilter"
"""The family in the descriptor of the font in which tags are written."""
ANCHOR = 0xA0
"""The code in that font that ends a tag. It is drawn where the replaced text ended."""
SPOKEN = ("ActualText", "Alt", "E")
"""The keys of marked content whose texts stand for its letters or drawings."""
_SHORTEST_SPOKEN = 3  # letters; a shorter text is a ligature or a mark
_BLANKS = str.maketrans({"\t": " ", "\n": " ", "\r": " ", "\xa0": " "})


@hide_values
class Glyph(NamedTuple):
    """A code in a content stream, and the place where it is drawn.

    ``unit`` is the object number of a form, or the number of a page with a minus. ``advance`` is
    its width in text space, with spacing, ``scale`` the length of a unit of text space, and
    ``height`` the way from its baseline to the top of its letters.
    """

    unit: int
    operator: int
    item: int
    at: int
    size: int
    advance: float
    start: tuple[float, float]
    end: tuple[float, float]
    scale: float
    height: tuple[float, float]


class _Code(NamedTuple):
    """The part of a glyph that is known before it is drawn."""

    item: int
    at: int
    size: int
    advance: float
    scale: float
    height: tuple[float, float]


class GlyphCanvas(Canvas):
    """A canvas whose words know the glyphs of each character."""

    def __init__(self, manager: PDFResourceManager) -> None:
        super().__init__(manager)
        self.unit = 0
        self.operator = -1
        self.forms: set[int] = set()
        self.inline_pictures = 0
        self._spoken: list[tuple[int, list[str]]] = []
        self._unshown: list[str] = []
        self._code: _Code | None = None
        self._in_tag = self._is_anchor = False

    def render_string(
        self,
        textstate: PDFTextState,
        seq: Iterable[int | float | bytes],
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> None:
        self.operator += 1
        font, self._code = textstate.font, None
        assert font is not None
        self._in_tag = is_tag_font(font)
        length = _code_length(font)
        if not length or font.is_vertical():
            super().render_string(textstate, seq, ncs, graphicstate)
            return
        self._invisible = textstate.render in UNSEEN_MODES
        size, stretch = textstate.fontsize, textstate.scaling * 0.01
        matrix = mult_matrix(textstate.matrix, self.ctm or MATRIX_IDENTITY)
        scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
        height = matrix[2] * size, matrix[3] * size
        x, y = textstate.linematrix
        for item, shown in enumerate(seq):
            if not isinstance(shown, bytes):
                x -= shown * size * stretch * 0.001
                continue
            for number, cid in enumerate(font.decode(shown)):
                space = textstate.wordspace if length == 1 and cid == ord(" ") else 0
                more = (textstate.charspace + space) * stretch
                advance = font.char_width(cid) * size * stretch + more
                self._code = _Code(item, number * length, length, advance, scale, height)
                place = translate_matrix(matrix, (x, y))
                self.render_char(place, font, size, stretch, textstate.rise, cid, ncs, graphicstate)
                x += advance
        textstate.linematrix = x, y

    def render_char(self, matrix: Any, font: PDFFont, *rest: Any) -> float:
        self._is_anchor = self._in_tag and rest[3] == ANCHOR
        return super().render_char(matrix, font, *rest)

    def _add(self, text: str, start: Any, end: Any, turn: int, size: float, state: Any) -> None:
        if start == end and size and text.isalnum():
            raise Incomplete("has letters without a width, whose order cannot be read")
        before, own = self._runs[-1] if self._runs else None, self._own_glyph(start, end)
        if self._is_anchor and before is not None and before.is_tag:
            glyphs = (*before.glyphs[:-1], before.glyphs[-1] + own)
            self._runs[-1] = before._replace(end=end, size=size, glyphs=glyphs, is_tag=False)
            return
        super()._add("x" if self._is_anchor else _printable(text), start, end, turn, size, state)
        last = self._runs[-1]
        known, text = last.glyphs, last.text
        if self._is_anchor:  # text was removed here, and no tag is written
            text = text[:-1]
            known = (*known[:-1], known[-1] + own) if text else (own,)
        elif last is before:  # drawn again, to make it bold
            known = (*known[:-1], known[-1] + own)
        elif len(known) > len(text) - 1 and before is not None and not before.text:
            known = (known[0] + own,)
        known += (own,) * (len(text) - len(known))
        tagged = self._in_tag and not self._is_anchor
        self._runs[-1] = last._replace(text=text, glyphs=known, is_tag=tagged)

    def _own_glyph(self, start: Any, end: Any) -> tuple[Glyph, ...]:
        """Return the glyph that is being drawn; () if its code has no known length."""
        if self._code is None:
            return ()
        item, at, length, advance, scale, height = self._code
        place = self.unit, self.operator, item, at, length
        return (Glyph(*place, advance, start, end, scale, height),)

    def begin_tag(self, tag: PSLiteral, props: Any = None) -> None:
        super().begin_tag(tag, props)
        texts = props if isinstance(props, dict) else {}
        self._unshown += texts_within(
            {key: value for key, value in texts.items() if key not in SPOKEN}
        )
        spoken = [decode_text(texts[key]) for key in SPOKEN if isinstance(texts.get(key), bytes)]
        self._spoken.append((len(self._runs), spoken))

    def do_tag(self, tag: PSLiteral, props: Any = None) -> None:
        """Note the texts of a point of the content, which marks no letters."""
        if isinstance(props, dict):
            self._unshown += texts_within(props)

    def end_tag(self) -> None:
        """End marked content, and record its text if the letters do not show this text."""
        super().end_tag()
        first, texts = self._spoken.pop() if self._spoken else (0, [])
        if texts:
            runs = self._runs[max(0, first - 1) :]
            shown = "".join("".join(run.text for run in runs).split())
            for text in texts:
                if len(text) >= _SHORTEST_SPOKEN and "".join(text.split()) not in shown:
                    self._unshown.append(text)

    def page(self, number: int) -> Page:
        done = super().page(number)
        done.spoken = [Word(text, 0.0, 0.0, 0.0, 1.0) for text in self._unshown]
        self._unshown, self._spoken = [], []
        return done

    def render_image(self, name: str, stream: PDFStream) -> None:
        self.inline_pictures += stream.objid is None
        super().render_image(name, stream)

    def draw_form(self, form: PDFStream, interpreter: GlyphInterpreter) -> Page:
        """Return the words of a form that no page draws, such as the appearance of a field."""
        x0, y0, x1, y1 = map(float, map(resolve1, resolve1(form["BBox"])))
        self._reset((x0, y0, x1, y1))
        resources = dict_value(form.get("Resources", {}))
        interpreter.render_contents(resources, [form])
        return self.page(0)


class GlyphInterpreter(Interpreter):
    """An interpreter that passes the number of the drawn content stream to its canvas."""

    device: GlyphCanvas

    def __init__(
        self,
        manager: PDFResourceManager,
        device: GlyphCanvas,
        off: frozenset[int] = frozenset(),
        unit: int = 0,
    ) -> None:
        super().__init__(manager, device, off)
        self.unit = unit
        self._form = 0

    def dup(self) -> GlyphInterpreter:
        return GlyphInterpreter(self.rsrcmgr, self.device, self._off, self._form)

    def do_Do(self, xobjid_arg: Any) -> None:  # noqa: N802
        form = resolve1(self.xobjmap.get(literal_name(xobjid_arg)))
        self._form = (form.objid if isinstance(form, PDFStream) else None) or 0
        super().do_Do(xobjid_arg)

    def do__w(self, aw: Any, ac: Any, s: Any) -> None:
        self.do_T_a()  # pdfminer does not move to the next line
        super().do__w(aw, ac, s)

    def render_contents(
        self, resources: Any, streams: Sequence[object], ctm: Any = MATRIX_IDENTITY
    ) -> None:
        self.device.forms.add(self.unit)
        outer = self.device.unit, self.device.operator
        self.device.unit, self.device.operator = self.unit, -1
        super().render_contents(resources, streams, ctm)
        self.device.unit, self.device.operator = outer


def texts_within(value: Any) -> Iterator[str]:
    """Yield the strings in the properties of marked content, except for languages."""
    if isinstance(value, bytes):
        yield " ".join(decode_text(value).split())
    elif isinstance(value, list):
        for item in value:
            yield from texts_within(item)
    elif isinstance(value, dict):
        for key in sorted(value.keys() - {"Lang"}):
            yield from texts_within(value[key])


def is_tag_font(font: PDFFont) -> bool:
    return bool(resolve1(font.descriptor.get("FontFamily")) == TAG_FAMILY)


def _code_length(font: PDFFont) -> int:
    """Return the number of bytes of each code in a font; return 0 if it varies."""
    if not isinstance(font, PDFCIDFont):
        return 1
    if isinstance(font.cmap, IdentityCMapByte):
        return 1
    return 2 if isinstance(font.cmap, IdentityCMap) else 0


def _printable(text: str) -> str:
    """Return the text of a glyph without control characters, which count as unmapped."""
    if text.isprintable():
        return text
    shown = text.translate(_BLANKS)
    return "".join(
        UNMAPPED if unicodedata.category(char) in ("Cc", "Cs") else char for char in shown
    )
