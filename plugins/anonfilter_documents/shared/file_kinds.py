"""Recognise the kind of a file by its suffix and its first bytes.

The suffix decides how a file is read, and the first bytes can only contradict it. A file of a kind
that no format reads is incomplete, with a hint on what to do. It is never read as plain text.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from anonfilter.containers.decoding import OPENERS, UNDECIDED_SUFFIXES, find_opener
from anonfilter.containers.encodings import bom_of
from anonfilter.containers.member_text import split_parts
from anonfilter.containers.members import head_of
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values
from anonfilter_documents import FORMATS

_HEAD = 4096
_OFFICE = "Save it in the new format first: soffice --headless --convert-to docx FILE"
_TABLE = "Export its tables as CSV first."
_UNPACK = "Unpack it first, and filter the files in it."
_STANDOFF = (
    "Filter the text that it annotates; or write {use: text, read: [SUFFIX]} under `formats:`."
)
_LEAVE = "Pictures are not read. Leave it out of `documents:`."
_SILENCE = "Silence the names in it: anonfilter audio FILE -o NEW"
_SOUND = "Convert it first: ffmpeg -i FILE FILE.wav; `anonfilter audio` reads that."
_MAIL = "Save it as .eml first, or save its messages as text."
_USE = "The rules have no format that reads it: write `- use: {}` under `formats:`."
_STRING = rb'"(?:[^"\\]|\\.)*+"'


@hide_values
class Kind(NamedTuple):
    """A kind of file: its name, its suffixes, a pattern of its first bytes, and a hint.

    ``reader`` has the format that reads such files, and the suffix that they should have. ``hides``
    is True if such files can hold text for people.
    """

    what: str
    suffixes: str
    begins: bytes
    hint: str
    reader: tuple[str, str] = ("", "")
    hides: bool = True


def _readable(what: str, begins: bytes, reader: str, suffix: str) -> Kind:
    """Return the kind of the files that a format reads."""
    return Kind(what, FORMATS[reader][1] or "", begins, "", (reader, suffix))


KINDS = (
    Kind("a PDF", ".pdf", rb"\s*+%PDF-\d", "", ("pdf", ".pdf")),
    Kind("PostScript", ".ps .eps", rb"%!PS", "Convert it to text first: ps2ascii FILE"),
    _readable("rich text (RTF)", rb"\s*\{\\rtf", "rtf", ".rtf"),
    _readable("a notebook", b"", "notebook", ".ipynb"),
    Kind("an Excel or Numbers table", ".xls .numbers .xlsb", b"", _TABLE),
    _readable("an office document", b"", "office", ".docx"),
    Kind(
        "a document of an office program",
        ".doc .ppt .pages .wpd",
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        _OFFICE,
    ),
    _readable(
        "a mail",
        rb"From \S+ [^\n]{0,40}\d\d:\d\d:\d\d[^\n]{0,40}\r?\n[\w-]+:"
        rb"|(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){0,60}?(?i:MIME-Version:"
        rb"|Content-Transfer-Encoding:|Content-Type:\s*(?:multipart/|text/html))",
        "mail",
        ".eml",
    ),
    Kind("a mail of Outlook", ".msg .pst", b"", _MAIL),
    Kind(
        "a calendar or address book",
        ".ics .ical .ifb .vcf .vcard",
        rb"\s*+BEGIN:V(?:CALENDAR|CARD)\s",
        "Export it as CSV first.",
    ),
    _readable(
        "HTML",
        rb"(?is)\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+"
        rb"<(?:!doctype\s+html|html|head|body)[\s>]",
        "html",
        ".html",
    ),
    _readable(
        "XML",
        rb"\s*+(?:<!--(?:(?!-->)[\s\S])*+-->\s*+)*+"
        rb"(?:<\?[a-z]|<!DOCTYPE\s|<(?:TEI|tt|svg|rss|feed|Trans|ANNOTATION_DOCUMENT)[\s>])",
        "xml",
        ".xml",
    ),
    _readable("a Praat TextGrid", rb'\s*(?:File type = "oo|"ooTextFile)', "textgrid", ".TextGrid"),
    _readable("a CHAT transcript", rb"@(?:UTF8|Begin)\s", "chat", ".cha"),
    Kind(
        "subtitles that no reader reads",
        ".sub .lrc",
        b"",
        "Convert it first: ffmpeg -i FILE FILE.srt",
    ),
    _readable("SAMI", rb"\s*+(?i:<SAMI[\s>])", "sami", ".smi"),
    Kind("annotated text", ".ann .conll .conllu .iob .bio", b"", _STANDOFF),
    Kind(
        "an office document",
        "",
        rb"(?s)PK\x03\x04.{26}(?:\[Content_Types\]|_rels/|docProps/|word/|xl/|ppt/|mimetypeapplication/)",
        "",
        ("office", ".docx (or .xlsx, .odt …)"),
    ),
    _readable(
        "an archive",
        rb"PK(?:\x03\x04|\x05\x06|\x07\x08)|\x1f\x8b\x08|[\s\S]{257}ustar",
        "archive",
        ".zip (.tar, .gz)",
    ),
    Kind(
        "a compressed file or an archive",
        ".bz2 .xz .zst .lz4 .7z .rar .br .z .jar .dmg .iso",
        rb"\x1f\x9d[\x10\x90]|BZh[1-9]1AY|\xfd7zXZ\0|\x28\xb5\x2f\xfd"
        rb"|\x04\x22\x4d\x18|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07",
        _UNPACK,
    ),
    _readable(
        "a table of Parquet or Arrow", rb"PAR1[^ -~\s]|ARROW1\0", "table", ".parquet (.arrow)"
    ),
    Kind(
        "a database or a binary table",
        ".sqlite .sqlite3 .db .avro .orc .h5 .hdf5 .npy .npz .pkl .pickle"
        " .mat .sav .dta .rdata .rds .mdb .accdb .xpt .sas7bdat",
        rb"SQLite format 3\0|Obj\x01|ORC[^ -~\s]|\x89HDF\r\n|\x93NUMPY"
        rb"|\x80[\x02-\x05][\x95c}\](KX]|\$FL[23]@|<stata_dta>|RD[AX][23]\n",
        _TABLE,
    ),
    Kind(
        "a picture",
        ".png .jpg .jpeg .jpe .gif .bmp .tif .tiff .webp .heic .heif .ico .psd .djvu .avif",
        rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF.{4}WEBP|AT&TFORM|8BPS",
        _LEAVE,
        hides=False,
    ),
    Kind(
        "a recording", ".wav .flac", rb"(?s)RIFF.{4}WAVE|RF64.{4}WAVE|fLaC", _SILENCE, hides=False
    ),
    Kind(
        "sound or video",
        ".mp3 .m4a .aac .ogg .oga .opus .wma .aiff .aif .amr .mp4 .m4v .mov .avi .mkv"
        " .webm .wmv .mpg .mpeg .3gp .flv .caf",
        rb"(?s)RIFF.{4}AVI |ID3[\x02-\x04]|OggS\0|\xff[\xfb\xf3\xf2]|.{4}ftyp"
        rb"|\x1aE\xdf\xa3|#!AMR\n|FORM.{4}AIF",
        _SOUND,
        hides=False,
    ),
    _readable(
        "WebVTT",
        rb"WEBVTT[ \t]*+(?:\r?\n|\Z|[^\n]*+\n(?:[^\n]*+\n){0,20}?[\d:.]+ -->)",
        "webvtt",
        ".vtt",
    ),
    _readable(
        "SubRip",
        rb"\s*+\d{1,6}\s*?\n\d{1,3}:\d\d:\d\d[.,]\d{1,3}[ \t]*-->",
        "srt",
        ".srt",
    ),
    _readable(
        "SBV",
        rb"\s*+\d{1,3}:\d\d:\d\d\.\d{3},\d{1,3}:\d\d:\d\d\.\d{3}[ \t]*\r?\n",
        "sbv",
        ".sbv",
    ),
    _readable("SubStation Alpha", rb"\s*+\[Script Info\]", "ass", ".ass"),
    _readable("words with their times (CTM)", b"", "ctm", ".ctm"),
    _readable("segments with their times (STM)", b"", "stm", ".stm"),
    _readable(
        "JSON",
        rb"\s*+(?:(?:\[\s*+){0,9}\{\s*+"
        + _STRING
        + rb"\s*+:|(?:\[\s*+){1,9}"
        + _STRING
        + rb"\s*+(?:\]|,\s*+[\"{\[\d]))",
        "jsonl",
        ".jsonl (.json for a single value)",
    ),
    _readable("a table", b"", "csv", ".csv"),
)
_ALSO_DATA = ("csv", "jsonl", "srt", "webvtt")
_BY_SUFFIX = {suffix: kind for kind in KINDS for suffix in kind.suffixes.split()}
_XML_KIND = _BY_SUFFIX[".xml"]
# Invisible bytes: spaces, byte order marks, characters without width, colours of a terminal.
_BLANK = re.compile(
    rb"\A(?:\s|\xef\xbb\xbf|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81\xa0|\xc2[\xa0\xad]"
    rb"|\x1b\[[0-9;]{0,9}m|\x1a)++"
)
_ROOT = re.compile(rb"\s*+(?:<!--(?:(?!-->)[\s\S])*+-->\s*+)*+<([A-Za-z][\w.:-]{0,60})[\s>]")
_BEGINS = [(re.compile(kind.begins), kind) for kind in KINDS if kind.begins]


def kind_of(data: bytes) -> Kind | None:
    """Return the kind of a file by its bytes; return None for plain text."""
    bom, codec = bom_of(data)
    head = data[len(bom) : _HEAD]
    if codec != "utf-8":
        head = head.decode(codec, "ignore").encode("utf-8", "ignore")
    visible = _BLANK.sub(b"", head, count=1)
    heads = (head,) if visible == head else (head, visible)
    for begins, kind in _BEGINS:
        if any(map(begins.match, heads)):
            return kind
    return _XML_KIND if _is_one_element(visible, data) else None


def _is_one_element(head: bytes, data: bytes) -> bool:
    """Return True if one element with elements in it is the whole file: ``<corpus>…</corpus>``."""
    root = _ROOT.match(head)
    end = data[-_HEAD:].rstrip()
    return root is not None and end.endswith(b"</" + root[1] + b">") and data.count(b"</") > 1


def suffix_by_beginning(data: bytes, name: str) -> str:
    """Return the suffix that fits the first bytes of a file without a suffix, or with ``.dat``.

    Return "" for text, for kinds that no format reads, and for files with another suffix.
    """
    if suffix_of(name) not in UNDECIDED_SUFFIXES:
        return ""
    kind = kind_of(data)
    suffix = kind.reader[1].partition(" ")[0] if kind is not None else ""
    return "" if suffix in OPENERS and find_opener(name, data) is None else suffix


def suffix_of_text(source: Source) -> str:
    """Return the suffix that fits a decoded file without a suffix, or with ``.dat``, else ""."""
    suffix = suffix_by_beginning(head_of(source), source.name)
    if suffix == ".jsonl" and not _is_by_line(source.text):
        return ".json"
    if source.container is None or suffix_of(source.name) not in UNDECIDED_SUFFIXES:
        return suffix
    names = {part.name for part in split_parts(source.text)}
    return ".zip" if names.isdisjoint(("[Content_Types].xml", "mimetype")) else ".docx"


def _is_by_line(text: str) -> bool:
    """Return True if the first line is a complete JSON value and more text follows."""
    first, _, rest = text.lstrip("\ufeff \t\r\n").partition("\n")
    try:
        json.loads(first)
    except ValueError:
        return False
    return bool(rest.strip())


def may_hold_text(suffix: str) -> bool:
    """Return True for suffixes of files that may hold text for people, except data and captions."""
    kind = _BY_SUFFIX.get(suffix)
    return kind is not None and kind.hides and kind.reader[0] not in _ALSO_DATA


def refuse(
    data: bytes,
    name: str,
    *,
    by_suffix: bool = False,
    read: tuple[str, ...] = (),
    reader: tuple[str, ...] = (),
) -> None:
    """Raise ``Incomplete`` for a file that is neither text nor a kind that ``reader`` reads.

    The first bytes decide; with ``by_suffix`` also the suffix, unless it is one of ``read``.
    """
    suffix = suffix_of(name)
    kind = _BY_SUFFIX.get(suffix) if by_suffix and suffix not in read else None
    evidence = "suffix"
    if kind is None:
        kind, evidence = kind_of(data), "first bytes"
    if kind is None or kind.reader[0] in reader:
        return
    hint = hint_for(kind)
    if not kind.hint and suffix not in kind.suffixes.split():
        end = kind.reader[1]
        hint = f"Rename it to end in {end}, or name its format: --format {end.replace('.', '')}"
    what = f"is {kind.what} according to its {evidence}, and is not read as text"
    raise Incomplete(what, where=name, hint=hint)


def hint_for(kind: Kind) -> str:
    """Return the advice for files of a kind that the rules do not read."""
    return kind.hint or _USE.format(kind.reader[0])
