"""All objects of a PDF besides the content of its pages: strings, and streams by what they hold."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

REWRITE = "Write the file again first: qpdf FILE NEW.pdf"
_DATE = re.compile(r"D:\d{4,14}(?:[-+Z][\d']*)?\Z")
_PROGRAM = re.compile(r"\d\.\d|/\d|\bPDF")
_OBJECT = re.compile(rb"\s*(\d+)\s+(\d+)\s+obj\b")
_MOST_BYTES = 64_000_000
_MOST_ENCODED = 200_000  # bytes of a stream with two filters
_MOST_OBJECTS = 2_000_000
# Strings for programs: digests, languages, collections of characters, samples of colours.
_TECHNICAL = frozenset(
    "/Lang /CIDSystemInfo /Panose /CharSet /CheckSum /DA /Version /OutputConditionIdentifier "
    "/RegistryName /FontFamily /Style".split()
)
_TECHNICAL_KEYS = frozenset(
    "/FontFile /FontFile2 /FontFile3 /ToUnicode /CIDToGIDMap /CIDSet /JBIG2Globals".split()
)
_TECHNICAL_STREAMS = frozenset(
    ("/FunctionType", "/ShadingType", "/HalftoneType", "/CMapName", "/N")
)
_DESTINATIONS = ("Names", "Limits", "Dest", "D")
# Names that people may have chosen: values of buttons, their appearances, destinations.
_STATES, _SHORT = ("/V", "/DV", "/AS"), 4
_CMAP = b"%!PS-Adobe-3.0 Resource-CMap"  # pdfTeX leaves some that no font uses
_OWN_STREAMS = ("/XRef", "/ObjStm")
_SHORT_SIDE, _LONG_SIDE = 5, 12  # pixels; a smaller picture shows no text


@hide_values
@dataclass(slots=True)
class PdfString:
    """A string in a dictionary or an array, and the key that says what it is."""

    owner: Any
    key: Any
    label: str
    text: str

    def replace(self, text: str) -> None:
        if self.owner is None:
            raise Incomplete("has an identifier in the name of a state or of a destination")
        self.owner[self.key] = String(text)


@hide_values
@dataclass(slots=True)
class PdfObjects:
    """The strings and streams of a PDF, in an order that does not depend on object numbers.

    ``names`` has the strings and names by which links find their destinations and buttons their
    states.
    """

    strings: list[PdfString] = field(default_factory=list)
    names: list[PdfString] = field(default_factory=list)
    forms: list[Any] = field(default_factory=list)
    patterns: list[Any] = field(default_factory=list)  # and the glyphs of fonts
    metadata: list[Any] = field(default_factory=list)
    attachments: list[tuple[str, Any]] = field(default_factory=list)
    previews: list[Any] = field(default_factory=list)
    unread: list[Any] = field(default_factory=list)
    pictures: int = 0
    _strips: Counter[int] = field(default_factory=Counter)
    _seen: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def of(cls, pdf: pikepdf.Pdf, data: bytes) -> PdfObjects:
        found = cls()
        found._seen |= _hints_of(pdf, data)
        contents = [page.obj.get("/Contents") for page in pdf.pages]
        for content in contents:
            for stream in content if isinstance(content, Array) else [content]:
                if stream is not None:
                    found._seen.add(stream.objgen)
        found._walk(pdf.trailer, "")
        found._require_all_reached(pdf)
        return found

    @property
    def drawings(self) -> list[Any]:
        """The content streams that are not of pages."""
        return [*self.forms, *self.patterns]

    def _walk(self, top: Any, label: str) -> None:
        """Visit objects depth first, by the keys of dictionaries in alphabetical order."""
        left = [(top, "", label)]
        while left:
            value, key, label = left.pop()
            if getattr(value, "is_indirect", False):
                if value.objgen in self._seen:
                    continue
                self._seen.add(value.objgen)
                if len(self._seen) > _MOST_OBJECTS:
                    raise Incomplete("has too many objects")
            if isinstance(value, Stream):
                self._sort_stream(value, key)
            if isinstance(value, Stream | Dictionary):
                left += reversed(list(self._entries(value, label)))
            elif isinstance(value, Array):
                left += reversed(list(self._elements(value, key, label)))

    def _entries(self, value: Any, label: str) -> Iterator[tuple[Any, str, str]]:
        _refuse_signature(value)
        own = _text_of(value.get("/T")) if "/V" in value else ""
        self._add_names(value)
        if "/EF" in value:
            self._add_attachments(value)
        if "/CharProcs" in value:
            self._add_glyphs(value.CharProcs)
        for key in sorted(value.keys()):
            item = value[key]
            if key in _TECHNICAL or (key == "/ID" and isinstance(item, Array)):
                continue
            named = own if own and key in ("/V", "/DV") else key[1:]
            if isinstance(item, String):
                self._add_string(value, key, named, item)
            elif isinstance(item, Dictionary | Array | Stream):
                if key == "/Thumb":
                    self.previews.append(value)
                yield item, key, named

    def _elements(self, value: Any, key: str, label: str) -> Iterator[tuple[Any, str, str]]:
        if len(value) and value[0] == Name.Indexed:
            if isinstance(value[1], Array):
                yield value[1], key, label
            return
        for at, item in enumerate(value):
            if isinstance(item, String):
                self._add_string(value, at, label, item)
            elif isinstance(item, Dictionary | Array | Stream):
                yield item, key, label

    def _add_string(self, owner: Any, key: Any, label: str, value: Any) -> None:
        if value.is_indirect:
            self._seen.add(value.objgen)
        text = _text_of(value)
        is_program = label in ("Creator", "Producer") and _PROGRAM.search(text)
        if text and not _DATE.match(text):
            (self.names if label in _DESTINATIONS or is_program else self.strings).append(
                PdfString(owner, key, label, text)
            )

    def _add_attachments(self, file: Any) -> None:
        name = _text_of(file.get("/UF", file.get("/F")))
        for _, stream in sorted(file.EF.items(), key=itemgetter(0)):
            if stream.objgen not in self._seen:
                self._seen.add(stream.objgen)
                self.attachments.append((name, stream))

    def _add_glyphs(self, glyphs: Any) -> None:
        """Read the glyphs of a font of type 3, each of which is a content stream."""
        for _, stream in sorted(glyphs.items(), key=itemgetter(0)):
            if stream.objgen not in self._seen:
                self._seen.add(stream.objgen)
                _require_no_text(stream)
                self.patterns.append(stream)

    def _add_names(self, value: Any) -> None:
        """Add the names that a form or a link uses. They are read, and cannot be replaced."""
        names = [str(value[key]) for key in _STATES if isinstance(value.get(key), Name)]
        if "/Dests" in value:
            names += sorted(value["/Dests"].keys())
        for state in ("/N", "/D", "/R") if "/AP" in value else ():
            states = value["/AP"].get(state)
            names += sorted(states.keys()) if isinstance(states, Dictionary) else ()
        for name in names:
            if len(name) > _SHORT:
                self.names.append(PdfString(None, "", "", name[1:]))

    def _sort_stream(self, stream: Any, key: str) -> None:
        kind, subtype = stream.get("/Type"), stream.get("/Subtype")
        if key in _TECHNICAL_KEYS or kind in _OWN_STREAMS:
            return
        if subtype == "/Image":
            self._count_picture(stream, key)
        elif subtype == "/Form":
            self.forms.append(stream)
        elif kind == "/Metadata" or subtype == "/XML":
            self.metadata.append(stream)
        elif stream.get("/PatternType") == 1:
            _require_no_text(stream)
            self.patterns.append(stream)
        elif not any(own in stream for own in _TECHNICAL_STREAMS):
            self.unread.append(stream)

    def _count_picture(self, stream: Any, key: str) -> None:
        """Count a picture that can show text; thin strips of one length can be its parts."""
        short, long = sorted(int(stream.get(side, 0)) for side in ("/Width", "/Height"))
        if key == "/Thumb" or long < _LONG_SIDE:
            return
        before = self._strips[long]
        if short < _SHORT_SIDE:
            self._strips[long] += short
        self.pictures += short >= _SHORT_SIDE or before < _LONG_SIDE <= self._strips[long]

    def _require_all_reached(self, pdf: pikepdf.Pdf) -> None:
        """Raise ``Incomplete`` if objects that nothing refers to hold text."""
        for value in pdf.objects:
            if not getattr(value, "is_indirect", False) or value.objgen in self._seen:
                continue
            if isinstance(value, Stream) and (
                value.get("/Type") in _OWN_STREAMS or read_stream(value).startswith(_CMAP)
            ):
                continue
            if isinstance(value, Stream | String) or (
                isinstance(value, Dictionary | Array)
                and any(isinstance(value[key], String) for key in _keys(value))
            ):
                raise Incomplete(
                    "has objects that nothing refers to, which are not read", hint=REWRITE
                )


def _hints_of(pdf: pikepdf.Pdf, data: bytes) -> set[tuple[int, int]]:
    """Return the object of a linearized file that tells viewers where its pages are."""
    for value in pdf.objects if b"/Linearized" in data[:1024] else ():
        if isinstance(value, Dictionary) and "/Linearized" in value:
            own: Any = value["/H"]
            begins = _OBJECT.match(data, int(own[0]))
            return {(int(begins[1]), int(begins[2]))} if begins else set()
    return set()


def _keys(value: Any) -> Any:
    return range(len(value)) if isinstance(value, Array) else sorted(value.keys())


def _text_of(value: Any) -> str:
    return str(value) if isinstance(value, String) else ""


def _refuse_signature(value: Any) -> None:
    if value.get("/Type") == "/Sig" or "/ByteRange" in value:
        raise Incomplete(
            "has a digital signature; it names a person, and a change makes it invalid",
            hint="Save the document without its signatures.",
        )


def _require_no_text(stream: Any) -> None:
    read_stream(stream)
    for instruction in pikepdf.parse_content_stream(stream):
        if str(instruction.operator) in ("Tj", "TJ", "'", '"'):
            raise Incomplete("has text in a pattern or in the glyphs of a font, which is not read")


def read_stream(stream: Any) -> bytes:
    """Return the unpacked bytes of a stream; raise ``Incomplete`` if there are too many."""
    data = stream.read_raw_bytes()
    if len(data) > _MOST_BYTES:
        raise Incomplete(f"has a stream of more than {_MOST_BYTES:,} bytes")
    filters = stream.get("/Filter", Array([]))
    names = list(filters) if isinstance(filters, Array) else [filters]
    if len(names) > 1 and len(data) > _MOST_ENCODED:
        raise Incomplete("has a long stream that is encoded twice", hint=REWRITE)
    if names in (["/FlateDecode"], ["/Fl"]):
        unpacker = zlib.decompressobj()
        try:
            unpacked = unpacker.decompress(data, _MOST_BYTES)
        except zlib.error:
            raise Incomplete("has a damaged stream") from None
        if unpacker.unconsumed_tail:
            raise Incomplete(f"has a stream of more than {_MOST_BYTES:,} bytes unpacked")
        if unpacker.unused_data.strip(b"\0\r\n "):
            raise Incomplete(
                "has a stream with other data after its end",
                hint="Save it first: qpdf --recompress-flate FILE NEW.pdf",
            )
        if "/DecodeParms" not in stream:
            return unpacked
    return bytes(stream.read_bytes())
