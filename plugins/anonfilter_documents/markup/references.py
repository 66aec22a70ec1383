"""Character references of markup: read, and written where a value needs them."""

from __future__ import annotations

import html
import re

from anonfilter.contract.document import Source
from anonfilter.text.origin import Piece
from anonfilter_documents.shared.places import incomplete_at

_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_XML = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}


def read_references(source: Source, start: int, end: int, *, xml: bool) -> tuple[str, list[Piece]]:
    """What a stretch with character references says, and where each part of it stands."""
    text = source.text
    if text.find("&", start, end) < 0:
        return text[start:end], [Piece(0, end - start, start, end)]
    parts: list[str] = []
    pieces: list[Piece] = []
    length, done = 0, start
    for match in _REFERENCE.finditer(text, start, end):
        said, upto = _meaning(source, match, xml)
        if said == match[0]:
            continue
        for part, first, last in (
            (text[done : match.start()], done, match.start()),
            (said, match.start(), upto),
        ):
            parts.append(part)
            pieces.append(Piece(length, length + len(part), first, last))
            length += len(part)
        done = upto
    parts.append(text[done:end])
    pieces.append(Piece(length, length + end - done, done, end))
    return "".join(parts), pieces


def _meaning(source: Source, match: re.Match[str], xml: bool) -> tuple[str, int]:
    """What a reference says, and where it ends."""
    written = match[0]
    if not xml:
        said = html.unescape(written)
        kept = len(said) - 1 if not written.endswith(";") and written[1] != "#" else 0
        while kept and not written.endswith(said[-kept:]):
            kept -= 1
        return (said[: len(said) - kept], match.end() - kept) if kept else (said, match.end())
    if written.startswith("&#") and written.endswith(";"):
        return html.unescape(written), match.end()
    if written in _XML:
        return _XML[written], match.end()
    raise incomplete_at(
        source, match.start(), "is not read as XML: this entity is not declared in XML itself"
    )


def text_value(value: str) -> str:
    """A value as it stands between tags."""
    return html.escape(value, quote=False)


attribute_value = html.escape
"""Escape a value for an attribute in quotes."""


def name_value(value: str) -> str:
    """A value as a name or an identifier may hold it: without brackets."""
    return attribute_value(value.translate(dict.fromkeys(map(ord, "[]"))))


def comment_value(value: str) -> str:
    """A value as it stands in a comment."""
    return re.sub(r"-(?=-)|-\Z", "", value).replace(">", "")
