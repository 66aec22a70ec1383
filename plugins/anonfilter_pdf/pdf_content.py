"""Read a page: each word with its place, and whether a reader sees it.

pdfminer interprets the page and draws it on the class ``Canvas``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFFont, PDFSimpleFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter, PDFResourceManager, PDFTextState
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import (
    PDFObjRef,
    PDFStream,
    dict_value,
    int_value,
    list_value,
    resolve1,
)
from pdfminer.psparser import PSLiteral, literal_name
from pdfminer.utils import apply_matrix_rect

from anonfilter.errors import Incomplete
from anonfilter_pdf.hidden_words import Box, Covers, Run, is_white, lightness, shapes
from anonfilter_pdf.pdf_words import Page, Word, drop_duplicates

UNMAPPED = "\N{REPLACEMENT CHARACTER}"
INVISIBLE, OUTSIDE, LAYER = "drawn invisibly", "beside the page", "in a layer that is off"
UNSEEN_MODES = (3, 7)  # of rendering: neither filled nor drawn
_LIGATURES = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        "\xad": "-",
        "\u2010": "-",
        "\u2011": "-",
    }
)
_SYMBOLIC = 4  # flag of fonts whose codes are not those of an alphabet
_NEAR = 0.15  # largest gap between the letters of a word, in font sizes
_LONGEST = 500  # letters of a word
_MOST_GLYPHS, _MOST_BOXES = 200_000, 5_000
_SCANNED = 0.5  # share of a page that a picture covers if the page is a scan


class FontReader(PDFResourceManager):
    """A reader of fonts that guesses no letters.

    pdfminer reads the codes of a symbolic font as Latin letters if the font says nothing else, but
    the embedded font can have any letters at these codes.
    """

    def get_font(self, objid: Any, spec: Any) -> PDFFont:
        font = super().get_font(objid, spec)
        is_symbolic = int_value(font.descriptor.get("Flags", 0)) & _SYMBOLIC
        embedded = "FontFile2" in font.descriptor or "FontFile3" in font.descriptor
        if isinstance(font, PDFSimpleFont) and "Encoding" not in spec and is_symbolic and embedded:
            font.cid2unicode = {}
        return font


class Canvas(PDFTextDevice):
    """A device that collects the words, boxes and pictures that a page draws."""

    def __init__(self, manager: PDFResourceManager) -> None:
        super().__init__(manager)
        self._reset((0.0, 0.0, 0.0, 0.0))

    def begin_page(self, page: PDFPage, ctm: Any) -> None:
        x0, y0, x1, y1 = apply_matrix_rect(ctm, page.mediabox)
        crop = apply_matrix_rect(ctm, page.cropbox)
        self._reset((max(x0, crop[0]), max(y0, crop[1]), min(x1, crop[2]), min(y1, crop[3])))

    def _reset(self, bounds: tuple[float, float, float, float]) -> None:
        self._bounds = bounds
        self._runs: list[Run] = []
        self._boxes: list[Box] = []
        self._drawn = 0.0
        self._glyphs = self._curves = 0
        self._tags: list[bool] = []
        self._off = 0
        self._invisible = False

    def begin_tag(self, tag: PSLiteral, props: Any = None) -> None:
        """Begin a tagged part of the page; ``props`` is True if its layer is off."""
        self._tags.append(props is True)
        self._off += props is True

    def end_tag(self) -> None:
        if self._tags:
            self._off -= self._tags.pop()

    def render_string(
        self,
        textstate: PDFTextState,
        seq: Iterable[int | float | bytes],
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> None:
        self._invisible = textstate.render in UNSEEN_MODES
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_char(
        self,
        matrix: Any,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> float:
        self._glyphs += 1
        if self._glyphs > _MOST_GLYPHS:
            raise Incomplete(f"has a page with more than {_MOST_GLYPHS:,} letters")
        try:
            text = font.to_unichr(cid).translate(_LIGATURES) or UNMAPPED
        except PDFUnicodeNotDefined:
            text = UNMAPPED
        advance = font.char_width(cid) * fontsize * scaling
        a, b, c, d, e, f = matrix
        start = e + rise * c, f + rise * d
        end = start[0] + advance * a, start[1] + advance * b
        size = abs(fontsize) * math.hypot(c, d)
        self._add(text, start, end, _turn(a * fontsize, b * fontsize), size, graphicstate)
        return float(advance)

    def _add(
        self,
        text: str,
        start: tuple[float, float],
        end: tuple[float, float],
        turn: int,
        size: float,
        state: PDFGraphicState,
    ) -> None:
        """Add a letter to the run before it, or begin a run."""
        x0, y0, x1, y1 = self._bounds
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        why = LAYER if self._off else INVISIBLE if self._invisible else ""
        if not (x0 - size <= middle[0] <= x1 + size and y0 - size <= middle[1] <= y1 + size):
            why = OUTSIDE
        white = is_white(state.ncolor)
        last = self._runs[-1] if self._runs else None
        if last is not None and (last.turn, last.why, last.white) == (turn, why, white):
            near, gap = _NEAR * size, math.dist(start, last.end)
            if text == last.text[-1:] and gap >= near > math.dist(end, last.end):
                return  # drawn again, to make it bold
            if gap < near and _is_word(last.text, text) and abs(size - last.size) < size / 2:
                self._runs[-1] = last._replace(text=last.text + text, end=end)
                return
        self._runs.append(Run(text, start, end, turn, size, why, white, len(self._runs)))

    def paint_path(
        self, gstate: PDFGraphicState, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]
    ) -> None:
        self._curves += sum(segment[0] in "cvy" for segment in path)
        if not fill or self._off or len(self._boxes) >= _MOST_BOXES:
            return
        for shape in shapes(path):
            xs, ys = [point[0] for point in shape], [point[1] for point in shape]
            left, bottom, right, top = apply_matrix_rect(
                self.ctm or (1, 0, 0, 1, 0, 0), (min(xs), min(ys), max(xs), max(ys))
            )
            light = lightness(gstate.ncolor)
            self._boxes.append(Box(left, bottom, right, top, light, len(self._runs)))

    def render_image(self, name: str, stream: PDFStream) -> None:
        assert self.ctm is not None
        x0, y0, x1, y1 = apply_matrix_rect(self.ctm, (0, 0, 1, 1))
        left, bottom, right, top = self._bounds
        wide, high = min(x1, right) - max(x0, left), min(y1, top) - max(y0, bottom)
        if wide > 0 and high > 0:
            self._drawn += wide * high / max((right - left) * (top - bottom), 1.0)
        if len(self._boxes) < _MOST_BOXES:
            self._boxes.append(Box(x0, y0, x1, y1, None, len(self._runs)))

    def page(self, number: int) -> Page:
        """Return the words of the page that was drawn, with the given page number."""
        left, bottom, right, top = self._bounds
        done = Page(number, right - left, top - bottom, drawn=self._drawn, curves=self._curves)
        runs = [run for run in self._runs if not run.text.isspace()]
        counts = Counter(run.turn for run in runs if run.turn >= 0)
        upright = counts.most_common(1)[0][0] if counts else 0
        if upright % 2:
            done.width, done.height = done.height, done.width
        layer = self._drawn >= _SCANNED and all(run.why == INVISIBLE for run in runs)
        covers = Covers(self._boxes)
        for run in runs:
            word = self._word(run, upright)
            why = run.why or covers.hide(run)
            if layer or not why:
                (done.words if run.turn == upright else done.askew).append(word)
            else:
                done.unseen.setdefault(why, []).append(word)
        kept = drop_duplicates(done.words)
        shown = set(map(id, kept))
        done.again = [word for word in done.words if id(word) not in shown]
        done.words = kept
        done.machine = layer and bool(runs)
        return done

    def _word(self, run: Run, upright: int) -> Word:
        """Return a run as a word, in the page turned so that most words are upright."""
        left, bottom, right, top = self._bounds
        (x0, y0), (x1, y1) = run.start, run.end
        if upright == 1:
            x0, x1, y0 = y0 - bottom, y1 - bottom, x0 - left
        elif upright == 2:
            x0, x1, y0 = right - x0, right - x1, y0 - bottom
        elif upright == 3:
            x0, x1, y0 = top - y0, top - y1, right - x0
        else:
            x0, x1, y0 = x0 - left, x1 - left, top - y0
        text = run.text.strip()
        first = run.text.find(text)
        glyphs = run.glyphs[first : first + len(text)] if text else run.glyphs
        return Word(text, min(x0, x1), max(x0, x1), y0, run.size, glyphs)


class Interpreter(PDFPageInterpreter):
    """An interpreter of page content that raises an error where pdfminer would skip content."""

    def __init__(
        self, manager: PDFResourceManager, device: Canvas, off: frozenset[int] = frozenset()
    ) -> None:
        super().__init__(manager, device)
        self._off = off

    def dup(self) -> Interpreter:
        assert isinstance(self.device, Canvas)
        return Interpreter(self.rsrcmgr, self.device, self._off)

    def do_BDC(self, tag: Any, props: Any) -> None:  # noqa: N802
        hidden: Any = None
        if isinstance(props, PSLiteral) and literal_name(tag) == "OC":
            known = dict_value(self.resources.get("Properties", {}))
            hidden = self._is_off(known.get(literal_name(props))) or None
        self.device.begin_tag(tag, props if isinstance(props, dict) else hidden)

    def do_Do(self, xobjid_arg: Any) -> None:  # noqa: N802
        form = resolve1(self.xobjmap.get(literal_name(xobjid_arg)))
        off = isinstance(form, PDFStream) and self._is_off(form.get("OC"))
        self.device.begin_tag(xobjid_arg, off or None)
        super().do_Do(xobjid_arg)
        self.device.end_tag()

    def do_gs(self, name: Any) -> None:
        states = dict_value(self.resources.get("ExtGState", {}))
        if "Font" in dict_value(states.get(literal_name(name), {})):
            raise Incomplete("selects a font in a graphics state, which is not read")

    def _is_off(self, layer: Any) -> bool:
        """Return True if a layer is off, or all layers of a group."""
        if isinstance(layer, PDFObjRef) and layer.objid in self._off:
            return True
        members = resolve1(layer)
        groups = resolve1(members.get("OCGs")) if isinstance(members, dict) else None
        groups = groups if isinstance(groups, list) else []
        return bool(groups) and all(map(self._is_off, groups))


def find_hidden_layers(catalog: dict[str, Any]) -> frozenset[int]:
    """Return the object numbers of the layers that are off when the document is opened."""
    layers = dict_value(catalog.get("OCProperties", {}))
    state = dict_value(layers.get("D", {}))
    base = state.get("BaseState")
    every = list_value(layers.get("OCGs", [])) if base is not None else []
    off = every if base is not None and literal_name(base) == "OFF" else []
    shown = {
        layer.objid for layer in list_value(state.get("ON", [])) if isinstance(layer, PDFObjRef)
    }
    named = [*off, *list_value(state.get("OFF", []))]
    hidden = {layer.objid for layer in named if isinstance(layer, PDFObjRef)}
    return frozenset(hidden - shown if off else hidden)


def _turn(a: float, b: float) -> int:
    """Return the rotation of text in quarter turns; return -1 for other angles."""
    angle = math.degrees(math.atan2(b, a)) % 360
    quarters = round(angle / 90)
    return quarters % 4 if abs(angle - 90 * quarters) < 5 else -1


def _is_word(text: str, more: str) -> bool:
    return not (text[-1:].isspace() or more.isspace()) and len(text) < _LONGEST
