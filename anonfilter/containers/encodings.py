"""The encoding of a file: by its byte order mark, by what it declares, or by its bytes."""

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
_FEWEST = 8  # bytes that are needed to recognise UTF-16 without a byte order mark
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
_WORD = re.compile(r"[^\W\d_]{3}")
_DECLARED = re.compile(
    rb"""(?is)\s*+(?:<\?xml[^>]{0,200}?\sencoding\s*=\s*["']"""
    rb"""|(?=<).{0,1000}?<meta\s[^>]{0,200}?charset\s*=\s*["']?)([\w.:-]{1,40})"""
)
# UTF-8 is tried first, and other bytes are read as the letters of Windows-1252.
_READ_BY_DEFAULT = frozenset({"utf-8", "ascii", "iso8859-1", "cp1252"})
# Browsers read these encodings as supersets, in which ASCII letters keep their bytes.
_SUPERSETS = {"shift_jis": "cp932", "gb2312": "gbk", "euc_kr": "cp949"}
_PRINTABLE = bytes(range(0x20, 0x7F))
# In these encodings the bytes of a character depend on the characters before it.
_NOT_OF_FILES = re.compile(r"utf-7|hz|idna|punycode|undefined|(?:raw-)?unicode-escape|iso2022.*")


def codec_of(name: str) -> str:
    """Return the codec for the name of an encoding; raise ``ValueError`` if there is none."""
    try:
        codec = codecs.lookup(name).name
        ascii_text = _PRINTABLE.decode()
        round_trip = ascii_text.encode(codec).decode(codec)
        known = round_trip == ascii_text and not _NOT_OF_FILES.fullmatch(codec)
    except (LookupError, ValueError):
        codec, known = name, False
    if not known:
        raise ValueError(f"there is no encoding {name!r}{did_you_mean(name, aliases.values())}")
    return _SUPERSETS.get(codec, codec)


def is_single_byte(codec: str) -> bool:
    """Return True if each byte is a character in this codec."""
    return len(bytes(range(256)).decode(codec, "replace")) == 256


def is_utf8(data: bytes) -> bool:
    """Return True for UTF-8 without NUL."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def bom_of(data: bytes, declared: str = "") -> tuple[bytes, str]:
    """Return the byte order mark of the data, or b"", and the codec of the text.

    Without a mark, the codec is the declared one. Without that, it is UTF-16 if every other byte is
    NUL, as in English text; else UTF-8.
    """
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return mark, codec
    if declared:
        return b"", declared
    head = data[:_HEAD]
    for codec, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if len(head) >= _FEWEST and 4 * high.count(0) >= 3 * len(high):
            text = head.decode(codec, "replace")
            if not _BINARY.search(text) and _WORD.search(text):
                return b"", codec
    return b"", "utf-8"


def codec_stated_in(body: bytes) -> str:
    """Return the codec that XML or HTML states, if it is needed to read or write the text; else "".

    No codec is needed for UTF-8 with characters outside ASCII. A codec in which text is read by
    default, or that is not a superset of ASCII, is never returned.
    """
    found = _DECLARED.match(body[:_HEAD])
    if found is None:
        return ""
    try:
        name = codecs.lookup(found[1].decode()).name
        name = _SUPERSETS.get(name, name)
        is_like_ascii = _PRINTABLE.decode(name) == _PRINTABLE.decode()
    except (LookupError, UnicodeError):
        return ""
    # A text of ASCII alone may receive other letters, so its codec is needed as well.
    is_needed = body.isascii() or not is_utf8(body)
    return name if is_like_ascii and name not in _READ_BY_DEFAULT and is_needed else ""


def guess_of(source: Source) -> str:
    """Return a note on how the encoding of a file was guessed; return "" if it was not guessed."""
    if not source.guess:
        return ""
    codec = "cp1252" if source.codec == "utf-8" else source.codec
    return f"{source.guess}; to confirm this, write `encoding: {codec}` under `formats:`"
