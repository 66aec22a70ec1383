"""PDFs as containers: members are the pages, the strings beside them, metadata and attachments.

pdfminer reads the pages, and pikepdf (qpdf) reads the other objects and writes the result. A third
program, pdfium, extracts the text of the result, and no removed text may be left there.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from anonfilter import limits
from anonfilter.containers.members import (
    Member,
    MemberReader,
    is_unchanged,
    parts_for,
    read_members,
)
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete, PluginError
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values

try:
    import pikepdf
    import pypdfium2
    from pikepdf import Dictionary

    from anonfilter_pdf.content_rewriter import (
        TAG_FONT,
        TagFont,
        collect_edits,
        draw_boxes,
        rewrite_content,
    )
    from anonfilter_pdf.glyph_document import GlyphDocument
    from anonfilter_pdf.page_text import PageText, Removal, find_removals
    from anonfilter_pdf.pdf_comments import find_comments, read_stray_text, with_comments
    from anonfilter_pdf.pdf_objects import REWRITE, PdfObjects, read_stream
except ModuleNotFoundError as error:
    raise PluginError(
        f"PDFs need {error.name!r}, which is not installed",
        hint="Install it: python -m pip install 'anonfilter[pdf]'",
    ) from None

_DAMAGE = (
    pikepdf.PdfError,
    pypdfium2.PdfiumError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
PAGE, DRAWING, STRINGS, NAMES, COMMENTS, METADATA, ATTACHMENT, PICTURE = (
    "page",
    "drawing",
    "strings.json",
    "names of destinations",
    "comments",
    "metadata",
    "attachments",
    "picture",
)
_START = re.compile(rb"startxref\s+\d+")
_BLANK = re.compile(r"[\s\xad\u00ad]+")
_SECONDS, _SECONDS_PER_MEGABYTE = 300, 60
_TRANSCRIPT = "Filter its transcript instead: anonfilter convert FILE -o FILE.txt"
_SURE = 4  # letters of a removed text that is looked for


@hide_values
@dataclass(frozen=True, slots=True)
class PdfContent:
    """The text of a PDF by member, with the places of its letters."""

    pages: tuple[PageText, ...]
    drawings: tuple[PageText, ...]
    strings: str
    names: str
    comments: str
    metadata: tuple[bytes, ...]
    attachments: tuple[tuple[str, bytes], ...]
    pictures: int


@hide_values
@dataclass(frozen=True, slots=True)
class PdfFile:
    """An open PDF."""

    data: bytes
    content: PdfContent
    members: tuple[Member, ...]
    name: str

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> PdfFile:
        allowed = _SECONDS + _SECONDS_PER_MEGABYTE * len(data) / limits.MEGABYTE
        with _errors_as_incomplete(name), limits.timed(name, allowed):
            content = _read_content(data)
            members = read_members(_members_of(content), name, reader)
        return cls(data, content, members, name)

    def pack(self, text: str) -> bytes:
        """Return the bytes of the file with the changed text, after they were read again."""
        parts = parts_for(self.members, text)
        if is_unchanged(self.members, parts, text):
            return self.data
        with _errors_as_incomplete(self.name):
            changed = {
                member.name: text[part.start : part.end]
                for member, part in zip(self.members, parts, strict=True)
            }
            data, removals = self._write(changed)
            _require_same(changed, _read_content(data))
            _require_removed(data, removals, changed)
        return data

    def _write(self, texts: dict[str, str]) -> tuple[bytes, list[Removal]]:
        """Return the bytes of the PDF with these texts of members, and the removals on pages."""
        content, members = self.content, {member.name: member for member in self.members}
        removals: list[Removal] = []
        for at, page in enumerate(content.pages, 1):
            removals += find_removals(page, texts[f"{PAGE} {at}"], at)
        for at, page in enumerate(content.drawings, 1):
            removals += find_removals(page, texts[f"{DRAWING} {at}"], 0)
        with pikepdf.open(io.BytesIO(self.data), attempt_recovery=False) as pdf:
            objects = PdfObjects.of(pdf, self.data)
            _edit_contents(pdf, removals)
            _replace_strings(objects, texts)
            _remove_comments(pdf, objects)
            streams = [(_metadata_name(at), own) for at, own in enumerate(objects.metadata, 1)]
            for (name, _), (_, own) in zip(content.attachments, objects.attachments, strict=True):
                streams.append((name, own))
            for name, stream in streams:
                if texts[name] != (members[name].text or ""):
                    stream.write(members[name].encode(texts[name]))
                    if "/Params" in stream:  # a digest of the original
                        del stream["/Params"]
            for owner in objects.previews:
                del owner["/Thumb"]
            out = io.BytesIO()
            pdf.save(out, deterministic_id=True, fix_metadata_version=False)
        return with_comments(out.getvalue(), texts.get(COMMENTS, "")), removals


def _members_of(content: PdfContent) -> Iterator[tuple[str, bytes] | Member]:
    for kind, pages in ((PAGE, content.pages), (DRAWING, content.drawings)):
        for number, page in enumerate(pages, 1):
            name = f"{kind} {number}"
            yield Member(name, page.text.encode(), Source(name, page.text))
    if content.strings:
        yield Member(STRINGS, content.strings.encode(), Source(STRINGS, content.strings))
    if content.names:
        yield Member(NAMES, content.names.encode(), Source(NAMES, content.names))
    if content.comments:
        yield Member(COMMENTS, content.comments.encode(), Source(COMMENTS, content.comments))
    for number, data in enumerate(content.metadata, 1):
        yield _metadata_name(number), data
    yield from content.attachments
    if content.pictures:
        yield Member(f"{PICTURE}s ({content.pictures})", b"", None)


def _metadata_name(number: int) -> str:
    return f"{METADATA} {number}.xml"


@lru_cache(maxsize=2)
def _read_content(data: bytes) -> PdfContent:
    """Read a PDF. The last two are kept, since a result is read again after it is written."""
    if len(_START.findall(data)) > 1 + (b"/Linearized" in data[:1024]):
        raise Incomplete("holds an earlier revision of itself, which is not read", hint=REWRITE)
    document = GlyphDocument(data)
    document.require_sound()
    pages = document.page_texts()
    with pikepdf.open(io.BytesIO(data), attempt_recovery=False) as pdf:
        objects = PdfObjects.of(pdf, data)
        if objects.unread:
            raise Incomplete("holds data of a kind that is not read, such as XFA forms or films")
        alone = [
            form.objgen[0] for form in objects.forms if form.objgen[0] not in document.drawn_forms
        ]
        comments = [*read_stray_text(data, set(document.numbers))]
        for content in (*map(_content_of, pdf.pages), *map(read_stream, objects.drawings)):
            comments += find_comments(content)
        strings = [{found.label: found.text} for found in objects.strings]
        return PdfContent(
            tuple(pages),
            tuple(document.form_texts(alone)),
            _json_lines(strings),
            "\n".join(_one_line(found.text) for found in objects.names),
            "\n".join(comments),
            tuple(read_stream(stream) for stream in objects.metadata),
            tuple(
                (f"{ATTACHMENT}/{number}{suffix_of(name)}", read_stream(stream))
                for number, (name, stream) in enumerate(objects.attachments, 1)
            ),
            objects.pictures + document.inline_pictures,
        )


def _content_of(page: pikepdf.Page) -> bytes:
    own = page.obj.get("/Contents", pikepdf.Array([]))
    return b"\n".join(map(read_stream, own if isinstance(own, pikepdf.Array) else [own]))


def _remove_comments(pdf: pikepdf.Pdf, objects: PdfObjects) -> None:
    """Remove the comments of all content."""
    for page in pdf.pages:
        if any(find_comments(_content_of(page))):
            page.contents_coalesce()
            content = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(page))
            page.obj.Contents = pdf.make_stream(content)
    for stream in objects.drawings:
        if any(find_comments(read_stream(stream))):
            stream.write(pikepdf.unparse_content_stream(pikepdf.parse_content_stream(stream)))


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _json_lines(strings: Sequence[dict[str, str]]) -> str:
    """Return the strings as an array of JSON, one on each line."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in strings)
    return f"[{lines}]" if lines else ""


def _edit_contents(pdf: pikepdf.Pdf, removals: Sequence[Removal]) -> None:
    """Rewrite the content of the pages and forms with removals."""
    edits = collect_edits(removals)
    font = TagFont()
    made = pdf.make_indirect(Dictionary())
    for unit, own in edits.items():
        if unit < 0:
            page = pdf.pages[-unit - 1]
            page.contents_coalesce()
            resources: Any = page.resources
            shown = [removal for removal in removals if removal.page == -unit]
            boxes = draw_boxes(shown, _matrix_of(page))
            page.obj.Contents = pdf.make_stream(rewrite_content(page, own, font, boxes))
        else:
            form = pdf.get_object((unit, 0))
            if "/Resources" not in form:
                raise Incomplete("has an identifier in a form without resources of its own")
            resources = form.Resources
            form.write(rewrite_content(form, own, font))
        if "/Font" not in resources:
            resources.Font = Dictionary()
        resources.Font[TAG_FONT] = made
    font.write(pdf, made)


def _matrix_of(page: pikepdf.Page) -> tuple[float, float, float, float, float, float]:
    """Return the matrix from places on a page, as pdfminer turns it, to those of its content."""
    x0, y0, x1, y1 = map(float, page.mediabox)
    node: Any = page.obj
    while "/Rotate" not in node and "/Parent" in node:  # pages inherit it
        node = node.Parent
    turn = int(node.get("/Rotate", 0)) % 360
    if turn == 90:
        return 0, 1, -1, 0, x1, y0
    if turn == 180:
        return -1, 0, 0, -1, x1, y1
    return (0, -1, 1, 0, x0, y1) if turn == 270 else (1, 0, 0, 1, x0, y0)


def _replace_strings(objects: PdfObjects, texts: dict[str, str]) -> None:
    strings = [value for each in json.loads(texts.get(STRINGS, "[]")) for value in each.values()]
    names = texts[NAMES].split("\n") if NAMES in texts else []
    for found, text in zip((*objects.strings, *objects.names), (*strings, *names), strict=True):
        if text != _one_line(found.text) and text != found.text:
            found.replace(text)


def _require_same(wanted: dict[str, str], content: PdfContent) -> None:
    """Raise ``Incomplete`` if the written PDF reads differently than it should."""
    found = {
        member.name: member.text
        for member in _members_of(content)
        if isinstance(member, Member) and member.text is not None
    }
    checked = (PAGE, DRAWING, STRINGS, NAMES, COMMENTS)
    for name in {*found, *(name for name in wanted if name.startswith(checked))}:
        if wanted.get(name) != found.get(name):
            raise Incomplete(
                f"would read differently after writing ({name}), so it was not written",
                hint=_TRANSCRIPT,
            )


def _require_removed(data: bytes, removals: Sequence[Removal], wanted: dict[str, str]) -> None:
    """Raise ``Incomplete`` if another program extracts text that was removed.

    The same text may stay where the wanted text of the pages has it.
    """
    kept = _fold("\n".join(text for name, text in wanted.items() if name.startswith(PAGE)))
    found = _extract(data)
    for text in {_fold(removal.original) for removal in removals}:
        if len(text) >= _SURE and found.count(text) > kept.count(text):
            raise Incomplete(
                "still has removed text according to pdfium, so it was not written",
                hint=_TRANSCRIPT,
            )


def _extract(data: bytes) -> str:
    """Return the text of all pages as pdfium extracts it, without blanks."""
    with pypdfium2.PdfDocument(data) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    return _fold("\n".join(texts))


def _fold(text: str) -> str:
    return _BLANK.sub("", text).casefold()


@contextmanager
def _errors_as_incomplete(name: str) -> Iterator[None]:
    """Raise errors of the libraries as ``Incomplete``, with the name of the file."""
    try:
        yield
    except Incomplete as error:
        raise error if error.where else error.of(name) from None
    except _DAMAGE as error:
        message = f"is damaged, or is not valid PDF ({type(error).__name__})"
        raise Incomplete(message, where=name) from None
