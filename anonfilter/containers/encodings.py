"""What encoding a file is in: by its byte order mark, by what it declares, or by how it looks."""

from __future__ import annotations

import codecs
import re

from anonfilter.contract.document import Source

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD = 4096
_FEWEST = 8  # bytes from which on UTF-16 is told without a byte order mark
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
_WORD = re.compile(r"[^\W\d_]{3}")
_DECLARED = re.compile(
    rb"""(?is)\s*+(?:<\?xml[^>]{0,200}?\sencoding\s*=\s*["']"""
    rb"""|(?=<).{0,1000}?<meta\s[^>]{0,200}?charset\s*=\s*["']?)([\w.:-]{1,40})"""
)
# UTF-8 is tried first, and bytes that are not are read as the letters of Windows-1252
_READ_ANYHOW = frozenset({"utf-8", "ascii", "iso8859-1", "cp1252"})
# what browsers read them as: with plain letters as they are, and what was added since
_EXTENDED = {"shift_jis": "cp932", "gb2312": "gbk", "euc_kr": "cp949"}
_PRINTABLE = bytes(range(0x20, 0x7F))


def bom_of(data: bytes) -> tuple[bytes, str]:
    """The byte order mark that the data begin with, if any, and the codec of the text.

    Without one it is UTF-8, or UTF-16 where every other byte is NUL, as in the letters of English.
    """
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return mark, codec
    head = data[:_HEAD]
    for codec, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if len(head) >= _FEWEST and 4 * high.count(0) >= 3 * len(high):
            text = head.decode(codec, "replace")
            if not _BINARY.search(text) and _WORD.search(text):
                return b"", codec
    return b"", "utf-8"


def declared(body: bytes) -> str:
    """The codec that XML or HTML declares, if it must be known to read the text; else ""."""
    found = _DECLARED.match(body[:_HEAD])
    if found is None:
        return ""
    try:
        name = codecs.lookup(found[1].decode()).name
        name = _EXTENDED.get(name, name)
        same = _PRINTABLE.decode(name) == _PRINTABLE.decode()
    except (LookupError, UnicodeError):
        return ""
    return name if same and name not in _READ_ANYHOW and _is_needed(body) else ""


def _is_needed(body: bytes) -> bool:
    """Whether a text is not UTF-8; one of ASCII alone may become one that is not."""
    try:
        return body.isascii() or not body.decode()
    except UnicodeDecodeError:
        return True


def guess_of(source: Source) -> str:
    """What is to be said of how a file was decoded; "" where it said so itself."""
    if source.undecodable:
        return f"{source.undecodable:,} bytes that are not UTF-8 are read as Windows-1252"
    if source.codec.startswith("utf-16") and not source.bom:
        return "is read as UTF-16, without a byte order mark"
    return ""
