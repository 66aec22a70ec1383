"""Divide markup into tokens with their places: XML strictly, HTML as browsers read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

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
    """The kind of a token. ``RAW`` is the content of a script or style, ``LITERAL`` of CDATA."""

    TEXT = auto()
    LITERAL = auto()
    RAW = auto()
    COMMENT = auto()
    INSTRUCTION = auto()
    OPEN = auto()
    CLOSE = auto()


@hide_values
class Attribute(NamedTuple):
    """An attribute: its name as written, and the offsets of its value without quotes."""

    name: str
    start: int
    end: int
    quote: str


@hide_values
class Token(NamedTuple):
    """A token with the offsets of its content, or of the whole tag.

    ``empty`` is True for a tag that closes itself, such as ``<br/>``.
    """

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    empty: bool = False


def read_xml_tokens(source: Source) -> Iterator[Token]:
    """Yield the tokens of XML; raise ``Incomplete`` if it is not well-formed."""
    text, open_ = source.text, list[str]()
    at, has_root = 0, False
    while at < len(text):
        start = text.find("<", at)
        if start < 0:
            start = len(text)
        if start > at:
            if not open_ and text[at:start].strip("\ufeff \t\r\n"):
                raise _incomplete(source, at, "there is text outside of the root element")
            yield Token(Kind.TEXT, at, start)
        if start == len(text):
            break
        token, at = _read_xml_tag(source, start)
        if token.kind is Kind.OPEN and has_root and not open_:
            raise _incomplete(source, start, "there is a second root element")
        has_root |= token.kind is Kind.OPEN
        if token.kind is Kind.OPEN and not token.empty:
            open_.append(token.name)
        elif token.kind is Kind.CLOSE and (not open_ or open_.pop() != token.name):
            raise _incomplete(source, token.start, "this end tag has no start tag")
        yield token
    if open_ or not has_root:
        raise _incomplete(source, len(text), "an element has no end tag, or there is no element")


def _read_xml_tag(source: Source, start: int) -> tuple[Token, int]:
    text = source.text
    for opens, closes, kind in (
        ("<!--", "-->", Kind.COMMENT),
        ("<![CDATA[", "]]>", Kind.LITERAL),
        ("<?", "?>", Kind.INSTRUCTION),
    ):
        if text.startswith(opens, start):
            end = text.find(closes, start + len(opens))
            if end < 0:
                raise _incomplete(source, start, f"'{opens}' has no '{closes}'")
            return Token(kind, start + len(opens), end), end + len(closes)
    if match := _XML_OPEN.match(text, start):
        found = _read_attributes(_XML_ATTRIBUTE, text, *match.span(2))
        return Token(Kind.OPEN, *match.span(), match[1], found, bool(match[3])), match.end()
    if match := _XML_CLOSE.match(text, start):
        return Token(Kind.CLOSE, *match.span(), match[1]), match.end()
    if match := _DOCTYPE.match(text, start):
        if match[1]:
            raise _incomplete(source, start, "it declares its own entities, which are not read")
        return Token(Kind.INSTRUCTION, *match.span()), match.end()
    raise _incomplete(source, start, "this is not a valid tag")


def read_html_tokens(source: Source) -> Iterator[Token]:
    """Yield the tokens of HTML.

    Raise ``Incomplete`` for a tag or comment without an end, because browsers hide the text after
    it. Other invalid tags are text.
    """
    text = source.text
    at = done = 0
    while (start := text.find("<", at)) >= 0:
        token, after = _read_html_tag(source, start)
        if token is None:
            at = start + 1
            continue
        if start > done:
            yield Token(Kind.TEXT, done, start)
        yield token
        at = done = after
        if token.kind is Kind.OPEN and token.name in _UNPARSED | _REFERENCES_ONLY:
            match = re.compile(rf"(?i)</{token.name}(?=[\s/>])").search(text, at)
            end = match.start() if match else (len(text) if token.name == "plaintext" else -1)
            if end < 0:
                raise _incomplete(source, start, f"this <{token.name}> has no end tag", "HTML")
            yield Token(Kind.RAW if token.name in _UNPARSED else Kind.TEXT, at, end)
            at = done = end
    if done < len(text):
        yield Token(Kind.TEXT, done, len(text))


def _read_html_tag(source: Source, start: int) -> tuple[Token | None, int]:
    text = source.text
    if text.startswith("<!--", start):
        if match := re.compile(r"<!--(-?)>").match(text, start):
            return Token(Kind.COMMENT, start + 4, start + 4), match.end()
        end = text.find("-->", start + 4)
        if end < 0:
            raise _incomplete(source, start, "this comment has no end", "HTML")
        return Token(Kind.COMMENT, start + 4, end), end + 3
    if text.startswith(("<!", "<?"), start):
        end = text.find(">", start)
        if end < 0:
            raise _incomplete(source, start, "this declaration has no '>'", "HTML")
        return Token(Kind.INSTRUCTION, start + 2, end), end + 1
    if token := html_tag(text, start, len(text)):
        return token, token.end
    if re.compile(r"</?[A-Za-z]").match(text, start):
        raise _incomplete(source, start, "this tag has no '>'", "HTML")
    return None, start


def html_tag(text: str, start: int, upto: int) -> Token | None:
    """Return the tag at this offset; return None if it is not a complete tag."""
    if match := _HTML_OPEN.match(text, start, upto):
        found = _read_attributes(_HTML_ATTRIBUTE, text, *match.span(2))
        is_empty = text[match.end() - 2] == "/"
        return Token(Kind.OPEN, *match.span(), match[1].lower(), found, is_empty)
    if match := _HTML_CLOSE.match(text, start, upto):
        return Token(Kind.CLOSE, *match.span(), match[1].lower())
    return None


def find_attribute(token: Token, name: str) -> Attribute | None:
    """Return the first attribute of a tag with this name, or None."""
    return next((attribute for attribute in token.attributes if attribute.name == name), None)


def attributes_of(source: Source, token: Token) -> dict[str, str]:
    """Return the values of the attributes of a tag, as they are written, by name."""
    return {
        attribute.name: source.text[attribute.start : attribute.end]
        for attribute in token.attributes
    }


def _read_attributes(
    pattern: re.Pattern[str], text: str, start: int, end: int
) -> tuple[Attribute, ...]:
    found: list[Attribute] = []
    for match in pattern.finditer(text, start, end):
        group = match.lastindex or 1
        if group > 1:
            found.append(Attribute(match[1], *match.span(group), ("", "", '"', "'", "")[group]))
        else:
            found.append(Attribute(match[1], match.end(), match.end(), ""))
    return tuple(found)


def _incomplete(source: Source, at: int, what: str, called: str = "XML") -> Incomplete:
    return incomplete_at(source, at, f"is not read as {called}: {what}")
