"""Markdown: prose is read as a page shows it, with where links lead; code is searched for forms."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pydantic import Field as Option

from anonfilter.containers.kinds import refuse
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_documents.markdown.blocks import Block, Blocks, Kind, Stretch
from anonfilter_documents.markdown.inline import LINK, marks
from anonfilter_documents.markdown.parting import MarkdownParts
from anonfilter_documents.markdown.reading import (
    BLOCK,
    CELL,
    FRONT,
    ROW,
    TABLE,
    TITLE,
    MarkdownReader,
)
from anonfilter_documents.markup.tokens import Attribute, Token
from anonfilter_documents.markup.tokens import Kind as Tokens
from anonfilter_documents.shared.builder import DocumentBuilder

_SETTING = re.compile(
    r"[ \t]*+(?:-[ \t]++)*+"
    r"(?:([^\s:=#'\"\[{-][^:=\r\n]{0,80}?)[ \t]*+[:=](?=[ \t\r\n]))?[ \t]*+"
    r"([^\r\n]*[^\s])?+[^\n]*+\n"
)


class Markdown:
    """Markdown (.md, .markdown, .mdx, .qmd, .Rmd)."""

    class Config(Strict):
        speakers: bool = Option(
            default=False, description="text of several turns is divided as transcripts"
        )
        suffixes: tuple[str, ...] = Option(
            default=(".md", ".markdown", ".mdx", ".qmd", ".rmd"),
            description="suffixes of the files that this format reads",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._speakers = config.speakers

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=("html", "xml"))

    def parts(self, beginning: Source) -> MarkdownParts:
        return MarkdownParts()

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        reader = MarkdownReader(builder, source, speakers=self._speakers)
        reader.read(tokens(source.text))
        return builder.build()


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, as of HTML."""
    for block in Blocks(text).all():
        if block.kind is Kind.FRONT:
            yield from _settings(text, *block.stretches[0])
        elif block.kind is Kind.REFERENCE:
            names = ("label", "href", "title")
            found = (
                Attribute(name, *one, "") for name, one in zip(names, block.stretches, strict=False)
            )
            yield Token(Tokens.OPEN, *block.stretches[0], LINK, tuple(found), True)
        elif block.kind is Kind.CODE:
            yield from (Token(Tokens.RAW, *one) for one in _joined(block.stretches))
        elif block.kind in (Kind.TABLE, Kind.ROW):
            name = TABLE if block.kind is Kind.TABLE else ROW
            yield Token(Tokens.OPEN, *block.stretches[0], name, (), block.kind is Kind.ROW)
        elif block.kind is Kind.END:
            yield Token(Tokens.CLOSE, *block.stretches[0], TABLE)
        else:
            yield from _block(text, block)


def _block(text: str, block: Block) -> Iterator[Token]:
    """A block of text, as an element."""
    first, last = block.stretches[0][0], block.stretches[-1][1]
    name = {Kind.CELL: CELL, Kind.TITLE: TITLE}.get(block.kind, BLOCK)
    yield Token(Tokens.OPEN, first, last, name)
    if block.kind is Kind.PLAIN:
        yield from (Token(Tokens.TEXT, *one) for one in block.stretches)
    else:
        yield from _Lines(text, block.stretches).tokens()
    yield Token(Tokens.CLOSE, first, last, name)


class _Lines:
    """The lines of a block without the signs of quotes and lists in front of them."""

    def __init__(self, text: str, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches
        self._text = "".join(text[start:end] for start, end in stretches)
        self._starts = [0, *accumulate(end - start for start, end in stretches)]

    def tokens(self) -> Iterator[Token]:
        done = 0
        for mark in marks(self._text):
            yield from self._said(done, mark.start)
            if mark.token is not None:
                yield self._placed(mark.token)
            done = max(done, mark.end)
        yield from self._said(done, len(self._text))

    def _said(self, start: int, end: int) -> Iterator[Token]:
        """A stretch of text, line by line."""
        while start < end:
            at = bisect_right(self._starts, start) - 1
            upto = min(end, self._starts[at + 1])
            shift = self._stretches[at][0] - self._starts[at]
            yield Token(Tokens.TEXT, start + shift, upto + shift)
            start = upto

    def _placed(self, token: Token) -> Token:
        attributes = tuple(
            one._replace(start=self._place(one.start), end=self._place(one.end))
            for one in token.attributes
        )
        start, end = self._place(token.start), self._place(token.end)
        return token._replace(start=start, end=end, attributes=attributes)

    def _place(self, offset: int) -> int:
        at = min(bisect_right(self._starts, offset), len(self._stretches)) - 1
        return offset - self._starts[at] + self._stretches[at][0]


def _settings(text: str, start: int, end: int) -> Iterator[Token]:
    """The values of settings, each with its key."""
    key = ""
    for line in _SETTING.finditer(text, start, end):
        key = line[1] or key
        named = [("", *line.span(1))] if line[1] else []
        valued = [(key or "setting", *line.span(2))] if line[2] else []
        for name, first, last in (*named, *valued):
            own = (Attribute(name, first, last, ""),)
            yield Token(Tokens.OPEN, first, last, FRONT, own, True)


def _joined(lines: Sequence[Stretch]) -> Iterator[Stretch]:
    """Lines without those ends at which the next one begins."""
    start, end = lines[0]
    for first, last in lines[1:]:
        if first != end:
            yield start, end
            start = first
        end = last
    yield start, end
