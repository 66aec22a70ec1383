"""Decode and encode the character references of markup."""

from __future__ import annotations

import html
import re

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Source
from anonfilter_documents.shared.decoded_text import DecodedText, decode_stretches, whole_piece

_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_XML = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}


def read_references(source: Source, start: int, end: int, *, xml: bool) -> DecodedText:
    """Return the decoded text of a stretch of the file, with its pieces."""
    text = source.text
    if text.find("&", start, end) < 0:
        return text[start:end], whole_piece(start, end)
    decoded = (_decode(source, match, xml) for match in _REFERENCE.finditer(text, start, end))
    return decode_stretches(text, start, end, decoded)


def _decode(source: Source, match: re.Match[str], xml: bool) -> tuple[int, int, str]:
    """Return the offsets of a reference, and the text that it stands for."""
    written, (start, end) = match[0], match.span()
    if not xml:
        decoded = html.unescape(written)
        # Without a semicolon, letters after the reference belong to the text.
        kept = len(decoded) - 1 if not written.endswith(";") and written[1] != "#" else 0
        while kept and not written.endswith(decoded[-kept:]):
            kept -= 1
        return start, end - kept, decoded[: len(decoded) - kept]
    if written.startswith("&#") and written.endswith(";"):
        return start, end, html.unescape(written)
    if written in _XML:
        return start, end, _XML[written]
    raise incomplete_at(
        source, match.start(), "cannot be read as XML: this entity is not one that XML defines"
    )


def escape_text(value: str) -> str:
    """Escape a value for the text between tags."""
    return html.escape(value, quote=False)


escape_attribute = html.escape
"""Escape a value for an attribute in quotes."""


def escape_name(value: str) -> str:
    """Escape a value for a name or identifier, which has no brackets."""
    return escape_attribute(value.translate(dict.fromkeys(map(ord, "[]"))))


def escape_comment(value: str) -> str:
    """Return a value without the signs that would end a comment."""
    return re.sub(r"-(?=-)|-\Z", "", value).replace(">", "")
