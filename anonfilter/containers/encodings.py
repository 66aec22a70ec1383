"""What encoding a file is in: by its byte order mark, by what it declares, or by how it looks."""

from __future__ import annotations

import codecs
import re
from encodings.aliases import aliases

from anonfilter.contract.document import Source
from anonfilter.errors import did_you_mean

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
# how they write a character depends on those before it, or is open
_NOT_OF_FILES = re.compile(r"utf-7|hz|idna|punycode|undefined|(?:raw-)?unicode-escape|iso2022.*")


def codec_of(name: str) -> str:
    """The codec of this name; ``ValueError`` if there is none that whole files are in."""
    try:
        codec = codecs.lookup(name).name
        plain = _PRINTABLE.decode()
        known = plain.encode(codec).decode(codec) == plain and not _NOT_OF_FILES.fullmatch(codec)
    except (LookupError, ValueError):
        codec, known = name, False
    if not known:
        raise ValueError(f"there is no encoding {name!r}{did_you_mean(name, aliases.values())}")
    return _EXTENDED.get(codec, codec)


def is_of_bytes(codec: str) -> bool:
    """Whether each byte is a character in this codec."""
    return len(bytes(range(256)).decode(codec, "replace")) == 256


def is_utf8(data: bytes) -> bool:
    """Whether these are bytes of a text in UTF-8."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def bom_of(data: bytes, said: str = "") -> tuple[bytes, str]:
    """The byte order mark that the data begin with, if any, and the codec of the text.

    Without one it is what is ``said``, else UTF-8, or UTF-16 where every other byte is NUL, as in
    the letters of English.
    """
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return mark, codec
    if said:
        return b"", said
    head = data[:_HEAD]
    for codec, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if len(head) >= _FEWEST and 4 * high.count(0) >= 3 * len(high):
            text = head.decode(codec, "replace")
            if not _BINARY.search(text) and _WORD.search(text):
                return b"", codec
    return b"", "utf-8"


def stated(body: bytes) -> str:
    """The codec that XML or HTML states, if it must be known to read the text; else ""."""
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
    """What is to be said of how a file was decoded, and how to say it; "" if that was no guess."""
    if not source.guess:
        return ""
    codec = "cp1252" if source.codec == "utf-8" else source.codec
    return f"{source.guess}; `encoding: {codec}` under `formats:` says so"
