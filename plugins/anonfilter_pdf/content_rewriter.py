"""Remove glyphs from a content stream, and write tags in their place.

The other glyphs keep their places: a number in the array of the operator moves the next glyph as
far as the removed glyphs did.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.glyphlist import glyphname2unicode
from pdfminer.utils import apply_matrix_pt
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Operator, String

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_pdf.page_text import WIDE, Removal
from anonfilter_pdf.pdf_glyphs import ANCHOR, SPOKEN, TAG_FAMILY, Glyph

TAG_FONT = Name("/AnonfilterTag")
_CODEC = "cp1252"
_WIDTHS = FONT_METRICS["Helvetica"][1]
_FREE = (0x81, 0x8D, 0x8F, 0x90, 0x9D, *range(1, 32))  # codes that Windows-1252 does not use
_GLYPH_NAMES = {char: name for name, char in reversed(glyphname2unicode.items())}
_SPACE, _DIGIT = 278, 556  # widths of a space, and of letters that the metrics do not list
_GAP = 3000  # between the cells of a row, in thousandths of the font size
_LEAST_FOR_SPACES = 0.7
_SMALLEST = 0.5  # size of a tag, as a share of the size of the text around it
_SHOWING = ("Tj", "TJ", "'", '"')
_STATE = ("Tf", "Tc", "Tw", "Tz")


class TagFont:
    """The font of the tags, which viewers replace by their own sans-serif font.

    Letters that Windows-1252 lacks get the codes that it does not use.
    """

    def __init__(self) -> None:
        self._added: dict[str, int] = {}

    def encode(self, text: str) -> bytes:
        """Return the codes of a text; raise ``Incomplete`` if there are too many other letters."""
        return bytes(self._code(char) for char in unicodedata.normalize("NFC", text))

    def _code(self, char: str) -> int:
        try:
            return char.encode(_CODEC)[0]
        except UnicodeEncodeError:
            free = (code for code in _FREE if code not in self._added.values())
            code = self._added.get(char) or next(free, None)
            if code is None or char not in _GLYPH_NAMES:
                message = "has a replacement with letters that the font of tags does not have"
                raise Incomplete(message) from None
            return self._added.setdefault(char, code)

    def write(self, pdf: pikepdf.Pdf, font: Any) -> None:
        """Write the font into a dictionary, with the codes that were used."""
        differences: list[Any] = []
        for char, code in self._added.items():
            differences += [code, Name(f"/{_GLYPH_NAMES[char]}")]
        encoding = Dictionary(
            Type=Name.Encoding, BaseEncoding=Name.WinAnsiEncoding, Differences=Array(differences)
        )
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name.ArialMT,
            FontFamily=String(TAG_FAMILY.decode()),
            Flags=32,
            FontBBox=[-665, -325, 2000, 1006],
            ItalicAngle=0,
            Ascent=905,
            Descent=-212,
            CapHeight=716,
            StemV=80,
        )
        font.Type, font.Subtype, font.BaseFont = Name.Font, Name.TrueType, Name.ArialMT
        font.Encoding = encoding if differences else Name.WinAnsiEncoding
        font.FirstChar, font.LastChar = 0, 255
        font.Widths = [width_of(code) for code in range(256)]
        font.FontDescriptor = pdf.make_indirect(descriptor)


def width_of(code: int) -> int:
    char = bytes([code]).decode(_CODEC, "replace")
    return _SPACE if code == ANCHOR else int(_WIDTHS.get(char, _DIGIT))


@hide_values
@dataclass(slots=True)
class OperatorEdit:
    """The glyphs that one operator no longer shows, and the tags that it shows, by their place."""

    removed: dict[tuple[int, int], Glyph] = field(default_factory=dict)
    tags: dict[tuple[int, int], tuple[str, float]] = field(default_factory=dict)


Edits = dict[int, dict[int, OperatorEdit]]
"""The edits of a document by unit (page or form) and by the number of the operator."""


def collect_edits(removals: Iterable[Removal]) -> Edits:
    """Return the edits for these removals; a glyph of a form that is drawn twice counts once."""
    edits: Edits = defaultdict(lambda: defaultdict(OperatorEdit))
    for removal in removals:
        first, last = removal.glyphs[0], removal.glyphs[-1]
        for glyph in removal.glyphs:
            edit = edits[glyph.unit][glyph.operator]
            edit.removed[glyph.item, glyph.at] = glyph
        length = ((last.end[0] - first.start[0]) ** 2 + (last.end[1] - first.start[1]) ** 2) ** 0.5
        width = length / first.scale if first.scale else 0.0
        edits[first.unit][first.operator].tags[first.item, first.at] = removal.text, width
    return edits


@hide_values
@dataclass(slots=True)
class _TextState:
    """The operands of the operators that set the text state, as they are at one place."""

    font: list[Any] = field(default_factory=list)
    spacing: float = 0.0
    words: float = 0.0
    stretch: float = 100.0

    def copy(self) -> _TextState:
        return _TextState(list(self.font), self.spacing, self.words, self.stretch)

    def follow(self, operator: str, operands: Any) -> None:
        if operator == "Tf":
            self.font = list(operands)
        elif operator == "Tc":
            self.spacing = float(operands[0])
        elif operator == "Tw":
            self.words = float(operands[0])
        elif operator == "Tz":
            self.stretch = float(operands[0])
        elif operator == '"':
            self.words, self.spacing = float(operands[0]), float(operands[1])


def rewrite_content(
    content: Any, edits: dict[int, OperatorEdit], font: TagFont, boxes: bytes = b""
) -> bytes:
    """Return a content stream without the removed glyphs, and with tags in their place.

    ``boxes`` is drawn last, if the stream leaves the state as it was.
    """
    written: list[Any] = []
    state, saved, number, done, level = _TextState(), list[_TextState](), -1, 0, 0
    marked: list[int] = []
    for instruction in pikepdf.parse_content_stream(content):
        operator = str(instruction.operator)
        operands: Any = instruction.operands if operator != "INLINE IMAGE" else []
        written.append(instruction)
        if operator in ("BDC", "BMC"):
            marked.append(len(written) - 1)
        elif operator == "EMC" and marked:
            marked.pop()
        elif operator == "q":
            saved.append(state.copy())
            level += 1
        elif operator == "Q":
            level -= 1
            state = saved.pop() if saved else state
        state.follow(operator, operands)
        if operator in _SHOWING:
            number += 1
            if number in edits:
                written.pop()
                written += _rewrite_operator(operator, operands, edits[number], state, font)
                done += 1
                for at in marked:
                    written[at] = _without_text(written[at])
    if done != len(edits):
        raise Incomplete("has a content stream that two programs read differently")
    data: bytes = pikepdf.unparse_content_stream(written)
    return b"q\n" + data + b"\nQ\n" + boxes if boxes and level == 0 else data


def draw_boxes(
    removals: Iterable[Removal], matrix: tuple[float, float, float, float, float, float]
) -> bytes:
    """Return the commands that draw a thin frame around each tag of a page.

    ``matrix`` leads from places on the page to the coordinates of its content.
    """
    drawn = [b"q 0.4 w 0.5 G"]
    for removal in removals:
        places = [apply_matrix_pt(matrix, corner) for corner in removal.corners]
        path = " ".join(f"{x:.2f} {y:.2f} {'l' if at else 'm'}" for at, (x, y) in enumerate(places))
        drawn.append(path.encode() + b" s")
    return b"\n".join((*drawn, b"Q"))


def _without_text(instruction: Any) -> Any:
    """Return the beginning of marked content without a text in place of its glyphs."""
    properties = instruction.operands[1] if len(instruction.operands) > 1 else None
    if not isinstance(properties, Dictionary):
        return instruction
    kept = {key: value for key, value in properties.items() if key[1:] not in SPOKEN}
    operands = [instruction.operands[0], Dictionary(kept)]
    return ContentStreamInstruction(operands, instruction.operator)


def _rewrite_operator(
    operator: str, operands: Any, edit: OperatorEdit, state: _TextState, font: TagFont
) -> Iterator[ContentStreamInstruction]:
    """Yield the instructions that replace one operator that shows text."""
    if operator == '"':
        yield _instruction("Tw", operands[0])
        yield _instruction("Tc", operands[1])
    if operator in ("'", '"'):
        yield _instruction("T*")
    items = list(operands[0]) if operator == "TJ" else [operands[-1]]
    size = float(state.font[1]) * state.stretch / 100
    kept: list[Any] = []
    moved = 0.0  # in text space

    for number, item in enumerate(items):
        if not isinstance(item, String):
            kept.append(item)
            continue
        data, at = bytes(item), 0
        while at < len(data):
            glyph = edit.removed.get((number, at))
            if glyph is None:
                end = min((b for a, b in edit.removed if a == number and b > at), default=len(data))
                kept += [*_move(moved, size), String(data[at:end])]
                moved, at = 0.0, end
                continue
            if (number, at) in edit.tags:
                if kept or moved:
                    yield _instruction("TJ", Array([*kept, *_move(moved, size)]))
                text, width = edit.tags[number, at]
                yield from _tag(text, width, state, font)
                kept, moved = [], -width
            moved += glyph.advance
            at += glyph.size
    yield _instruction("TJ", Array([*kept, *_move(moved, size)]))


def _move(distance: float, size: float) -> list[Any]:
    """Return the number that moves the next glyph by a distance in text space."""
    return [round(-distance * 1000 / size, 3)] if abs(distance) > 1e-6 and size else []


def _tag(
    text: str, width: float, state: _TextState, font: TagFont
) -> Iterator[ContentStreamInstruction]:
    """Yield the instructions that show a tag in this width; an anchor marks its end."""
    cells = [font.encode(cell) for cell in text.split(WIDE)]
    units = sum(map(width_of, b"".join(cells))) + _GAP * (len(cells) - 1)
    size, stretch = float(state.font[1]), state.stretch / 100
    natural = units * size * stretch / 1000
    ratio = max(width / natural, 0.05) if natural else 1.0
    share = min(1.0, max(ratio**0.5, _SMALLEST))
    squeeze = min(1.0, ratio / share)
    if " " in text and squeeze < _LEAST_FOR_SPACES:  # A narrower space is none for readers.
        squeeze = _LEAST_FOR_SPACES
        share = ratio / squeeze
    if not text:
        squeeze = abs(width) / (_SPACE * size * stretch / 1000) if size * stretch else 1.0
    whole = size * stretch * squeeze  # of 1000 units of a glyph
    rest = width - (units * share + _SPACE) * whole / 1000
    yield _instruction("Tf", TAG_FONT, round(size * share, 4))
    yield _instruction("Tz", round(stretch * squeeze * 100, 4))
    yield _instruction("Tc", 0)
    yield _instruction("Tw", 0)
    if text:
        shown = [item for cell in cells for item in (-_GAP, String(cell))][1:]
        yield _instruction("TJ", Array(shown))
        yield _instruction("Tf", TAG_FONT, size)
    yield _instruction("TJ", Array([*_move(rest, whole), String(bytes([ANCHOR]))]))
    yield _instruction("Tf", *state.font)
    yield _instruction("Tz", round(state.stretch, 4))
    yield _instruction("Tc", round(state.spacing, 4))
    yield _instruction("Tw", round(state.words, 4))


def _instruction(operator: str, *operands: Any) -> ContentStreamInstruction:
    return ContentStreamInstruction(list(operands), Operator(operator))
