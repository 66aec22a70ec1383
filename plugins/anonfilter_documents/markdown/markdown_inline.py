"""Find the inline markup of Markdown: emphasis, links, code, HTML tags, escapes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from anonfilter.contract.tags import is_generalised
from anonfilter_documents.markdown.prose_in_code import is_prose
from anonfilter_documents.markup.markup_tokens import Attribute, Kind, Token, html_tag

LINK = "#link"  # the name of tokens of targets, titles and labels
_LONGEST = 1000  # characters of a tag or target
_MARK = re.compile(r"\\|`++|\*++|_++|~++|!?\[|\]|<")
_TICKS = re.compile(r"`++")
_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~\r\n]")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[^\s<>@]++@[^\s<>@]++)>")
_TARGET = re.compile(
    r"\(\s*+(?:<([^<>\r\n]*+)>|((?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    r"(?:\s++(?:\"((?:[^\"\\]|\\.)*+)\"|'((?:[^'\\]|\\.)*+)'|\(((?:[^()\\]|\\.)*+)\)))?+\s*+\)",
    re.DOTALL,
)
_LABEL = re.compile(r"\[([^\[\]\r\n]*+)\]")
_TAG = re.compile(r"[A-Z][A-Z0-9_]*+\Z")
_HTML = (
    "a abbr address article aside audio b bdi bdo big blockquote body br button caption center cite"
    " code col colgroup dd del details dfn dialog div dl dt em figcaption figure font footer form"
    " h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main"
    " map mark meta nav object ol option p param picture pre q rp rt ruby s samp section select"
    " small source span strike strong sub summary sup svg table tbody td textarea tfoot th thead"
    " time title tr track tt u ul var video wbr"
)
_ELEMENTS = frozenset(_HTML.split())


class Mark(NamedTuple):
    """A stretch of markup, which is not part of the text, and its token, if it is read."""

    start: int
    end: int
    token: Token | None = None


def find_marks(text: str) -> list[Mark]:
    """Return the marks of a paragraph, in order."""
    return _Paragraph(text).find_marks()


class _Paragraph:
    """A paragraph that is read from left to right, in time that is linear in its length."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: list[Mark] = []
        self._brackets: list[tuple[int, int]] = []
        self._open: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._ticks: defaultdict[int, list[int]] = defaultdict(list)
        self._comments = True  # False if no further comment has an end
        for run in _TICKS.finditer(text):
            self._ticks[run.end() - run.start()].append(run.start())

    def find_marks(self) -> list[Mark]:
        readers: dict[str, Callable[[int, int], int]] = {
            "\\": self._read_escape,
            "`": self._read_code,
            "<": self._read_angle,
            "[": self._open_bracket,
            "!": self._open_bracket,
            "]": self._close_bracket,
        }
        at = 0
        while (mark := _MARK.search(self._text, at)) is not None:
            at = readers.get(mark[0][0], self._read_emphasis)(*mark.span())
        return sorted(self._found)

    def _add(self, start: int, end: int, token: Token | None = None) -> int:
        if end > start:
            self._found.append(Mark(start, end, token))
        return end

    def _read_escape(self, start: int, end: int) -> int:
        if _ESCAPED.match(self._text, start):
            self._add(start, end)
            return end + 1
        return end

    def _read_code(self, start: int, end: int) -> int:
        """Read code between two runs of backticks of the same length."""
        same = self._ticks[end - start]
        at = bisect_right(same, start)
        if at == len(same):
            return end
        close, after = same[at], same[at] + end - start
        if is_prose(self._text[end:close]):
            self._add(start, end)
            self._add(close, after)
        else:
            self._add(start, after, Token(Kind.RAW, end, close))
        return after

    def _read_angle(self, start: int, end: int) -> int:
        """Read an address, a comment or an HTML tag; other tags are text."""
        if address := _AUTOLINK.match(self._text, start):
            self._add(start, end)
            return self._add(address.end() - 1, address.end())
        if self._text.startswith("<!--", start) and self._comments:
            close = self._text.find("-->", start + 4)
            self._comments = close >= 0
            if self._comments:
                return self._add(start, close + 3, Token(Kind.COMMENT, start + 4, close))
        token = html_tag(self._text, start, start + _LONGEST)
        if token is not None and token.name in _ELEMENTS:
            return self._add(start, token.end, token)
        return end

    def _open_bracket(self, start: int, end: int) -> int:
        self._brackets.append((start, end))
        return end

    def _close_bracket(self, start: int, end: int) -> int:
        """Read a closing bracket, and the target of a link after it."""
        if not self._brackets:
            return end
        opened, first = self._brackets.pop()
        inside = self._text[first : min(start, first + 100)]
        is_own_tag = _TAG.match(inside) is not None or is_generalised(f"[{inside}]")
        target = _TARGET.match(self._text, end, end + _LONGEST)
        label = _LABEL.match(self._text, end, end + _LONGEST)
        if is_own_tag or not (target or (label and not _TAG.match(label[1]))):
            return end
        attributes = tuple(_link_attributes(target)) if target else ()
        if label:
            attributes = (Attribute("label", *label.span(1), "["),)
        after = (target or label).end()  # type: ignore[union-attr]
        self._add(opened, first)
        return self._add(start, after, Token(Kind.OPEN, start, after, LINK, attributes, True))

    def _read_emphasis(self, start: int, end: int) -> int:
        """Read a run of signs, which begins or ends an emphasis."""
        text, sign = self._text, self._text[start]
        before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
        opens = not after.isspace() and (after.isalnum() or before.isspace() or _is_sign(before))
        closes = not before.isspace() and (before.isalnum() or after.isspace() or _is_sign(after))
        if sign == "_" and opens and closes:
            opens, closes = _is_sign(before), _is_sign(after)
        if closes and self._open[sign]:
            self._add(*self._open[sign].pop())
            self._add(start, end)
        elif opens:
            self._open[sign].append((start, end))
        return end


def _is_sign(char: str) -> bool:
    return not (char.isalnum() or char.isspace())


def _link_attributes(target: re.Match[str]) -> Iterator[Attribute]:
    """Yield the address and the title of a link."""
    for name, groups in (("href", (1, 2)), ("title", (3, 4, 5))):
        for group in groups:
            if target[group]:
                yield Attribute(name, *target.span(group), "< \"'("[group - 1].strip())
