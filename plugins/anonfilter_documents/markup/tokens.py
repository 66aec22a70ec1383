"""Markup as tokens with their places: XML strictly, HTML as browsers take it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.places import incomplete_at

_XML_NAME = r"[^\W\d][\w.:-]*+"
_XML_OPEN = re.compile(
    rf"<({_XML_NAME})((?>\s++{_XML_NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+(/?)>"
)
_XML_CLOSE = re.compile(rf"</({_XML_NAME})\s*+>")
_XML_ATTRIBUTE = re.compile(rf"\s++({_XML_NAME})\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_HTML_OPEN = re.compile(
    r"<([A-Za-z][^\s/>]*+)((?>[\s/]++|[^\s/>=][^\s/>=]*+|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"']"
    r"[^\s>]*+)?+)*+)>"
)
_HTML_CLOSE = re.compile(r"</([A-Za-z][^\s/>]*+)[^>]*+>")
_HTML_ATTRIBUTE = re.compile(
    r"[\s/]*+([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?+"
)
_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(?:(\[)|>)", re.IGNORECASE)
_UNPARSED = frozenset(("script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"))
_REFERENCES_ONLY = frozenset(("textarea", "title"))


class Kind(Enum):
    """What a token is. ``RAW`` is the content of a script or style, ``LITERAL`` that of CDATA."""

    TEXT = auto()
    LITERAL = auto()
    RAW = auto()
    COMMENT = auto()
    INSTRUCTION = auto()
    OPEN = auto()
    CLOSE = auto()


@hide_values
class Attribute(NamedTuple):
    """An attribute: its name as written, and where its value stands, without quotes."""

    name: str
    start: int
    end: int
    quote: str


@hide_values
class Token(NamedTuple):
    """A token: ``start`` and ``end`` are those of its content; of tags, of the whole tag.

    ``empty``: a tag that closes itself.
    """

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    empty: bool = False


def xml_tokens(source: Source) -> Iterator[Token]:
    """The tokens of XML; raises ``Incomplete`` where it is not well-formed."""
    text, open_ = source.text, list[str]()
    at, rooted = 0, False
    while at < len(text):
        start = text.find("<", at)
        if start < 0:
            start = len(text)
        if start > at:
            if not open_ and text[at:start].strip("\ufeff \t\r\n"):
                raise _broken(source, at, "text stands outside of the first element")
            yield Token(Kind.TEXT, at, start)
        if start == len(text):
            break
        token, at = _xml_token(source, start)
        if token.kind is Kind.OPEN and rooted and not open_:
            raise _broken(source, start, "a second element stands behind the first")
        rooted |= token.kind is Kind.OPEN
        _follow(source, token, open_)
        yield token
    if open_ or not rooted:
        raise _broken(source, len(text), "its elements are not closed")


def _follow(source: Source, token: Token, open_: list[str]) -> None:
    """Keep the list of open elements."""
    if token.kind is Kind.OPEN and not token.empty:
        open_.append(token.name)
    elif token.kind is Kind.CLOSE and (not open_ or open_.pop() != token.name):
        raise _broken(source, token.start, "this tag closes no open element")


def _xml_token(source: Source, start: int) -> tuple[Token, int]:
    text = source.text
    for opens, closes, kind in (
        ("<!--", "-->", Kind.COMMENT),
        ("<![CDATA[", "]]>", Kind.LITERAL),
        ("<?", "?>", Kind.INSTRUCTION),
    ):
        if text.startswith(opens, start):
            end = text.find(closes, start + len(opens))
            if end < 0:
                raise _broken(source, start, "what begins here does not end")
            return Token(kind, start + len(opens), end), end + len(closes)
    if match := _XML_OPEN.match(text, start):
        found = _attributes(_XML_ATTRIBUTE, text, *match.span(2))
        return Token(Kind.OPEN, *match.span(), match[1], found, bool(match[3])), match.end()
    if match := _XML_CLOSE.match(text, start):
        return Token(Kind.CLOSE, *match.span(), match[1]), match.end()
    if match := _DOCTYPE.match(text, start):
        if match[1]:
            raise _broken(source, start, "it declares entities of its own, which are not read")
        return Token(Kind.INSTRUCTION, *match.span()), match.end()
    raise _broken(source, start, "this tag is not understood")


def html_tokens(source: Source) -> Iterator[Token]:
    """The tokens of HTML. What is no tag is text; a tag or comment that does not end is an error,
    because browsers show nothing of what follows."""
    text = source.text
    at = done = 0
    while (start := text.find("<", at)) >= 0:
        token, after = _html_token(source, start)
        if token is None:
            at = start + 1
            continue
        if start > done:
            yield Token(Kind.TEXT, done, start)
        yield token
        at = done = after
        if token.kind is Kind.OPEN and token.name in _UNPARSED | _REFERENCES_ONLY:
            end = _end_of(token.name, text, at)
            if end < 0:
                raise _broken(source, start, f"this <{token.name}> is not closed", "HTML")
            yield Token(Kind.RAW if token.name in _UNPARSED else Kind.TEXT, at, end)
            at = done = end
    if done < len(text):
        yield Token(Kind.TEXT, done, len(text))


def _html_token(source: Source, start: int) -> tuple[Token | None, int]:
    text = source.text
    if text.startswith("<!--", start):
        if match := re.compile(r"<!--(-?)>").match(text, start):
            return Token(Kind.COMMENT, start + 4, start + 4), match.end()
        end = text.find("-->", start + 4)
        if end < 0:
            raise _broken(source, start, "this comment does not end", "HTML")
        return Token(Kind.COMMENT, start + 4, end), end + 3
    if text.startswith(("<!", "<?"), start):
        end = text.find(">", start)
        if end < 0:
            raise _broken(source, start, "what begins here does not end", "HTML")
        return Token(Kind.INSTRUCTION, start + 2, end), end + 1
    if token := html_tag(text, start, len(text)):
        return token, token.end
    if re.compile(r"</?[A-Za-z]").match(text, start):
        raise _broken(source, start, "this tag does not end", "HTML")
    return None, start


def html_tag(text: str, start: int, upto: int) -> Token | None:
    """The tag that begins here, if it ends."""
    if match := _HTML_OPEN.match(text, start, upto):
        found = _attributes(_HTML_ATTRIBUTE, text, *match.span(2))
        closed = text[match.end() - 2] == "/"
        return Token(Kind.OPEN, *match.span(), match[1].lower(), found, closed)
    if match := _HTML_CLOSE.match(text, start, upto):
        return Token(Kind.CLOSE, *match.span(), match[1].lower())
    return None


def _end_of(name: str, text: str, at: int) -> int:
    match = re.compile(rf"(?i)</{name}(?=[\s/>])").search(text, at)
    return match.start() if match else (len(text) if name == "plaintext" else -1)


def _attributes(pattern: re.Pattern[str], text: str, start: int, end: int) -> tuple[Attribute, ...]:
    found: list[Attribute] = []
    for match in pattern.finditer(text, start, end):
        group = match.lastindex or 1
        if group > 1:
            found.append(Attribute(match[1], *match.span(group), ("", "", '"', "'", "")[group]))
        else:
            found.append(Attribute(match[1], match.end(), match.end(), ""))
    return tuple(found)


def _broken(source: Source, at: int, what: str, called: str = "XML") -> Incomplete:
    return incomplete_at(source, at, f"is not read as {called}: {what}")
