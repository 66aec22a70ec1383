"""Markdown: prose as a page shows it, targets of links, and code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from anonfilter.contract.document import Document, Source
from anonfilter.contract.settings import Strict
from anonfilter_documents.markdown.markdown_blocks import Block, Blocks, Kind, Stretch
from anonfilter_documents.markdown.markdown_inline import LINK, find_marks
from anonfilter_documents.markdown.markdown_parts import MarkdownParts
from anonfilter_documents.markdown.markdown_reader import (
    BLOCK,
    CELL,
    FRONT,
    ROW,
    TABLE,
    TITLE,
    MarkdownReader,
)
from anonfilter_documents.markup.markup_tokens import Attribute, Token
from anonfilter_documents.markup.markup_tokens import Kind as Tokens
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithSuffixes,
    speakers_option,
    suffixes_option,
)

_SETTING = re.compile(
    r"[ \t]*+(?:-[ \t]++)*+"
    r"(?:([^\s:=#'\"\[{-][^:=\r\n]{0,80}?)[ \t]*+[:=](?=[ \t\r\n]))?[ \t]*+"
    r"([^\r\n]*[^\s])?+[^\n]*+\n"
)


class Markdown(CheckedFormat, FormatWithSuffixes["Markdown.Config"]):
    """Markdown (.md, .markdown, .mdx, .qmd, .Rmd)."""

    like = ("html", "xml")

    class Config(Strict):
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option("markdown")

    def parts(self, beginning: Source) -> MarkdownParts:
        return MarkdownParts()

    def read(self, source: Source) -> Document:
        reader = MarkdownReader(source, speakers=self._config.speakers)
        return reader.read(read_tokens(source.text))


def read_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a Markdown text, which have the same type as tokens of HTML."""
    for block in Blocks(text).read():
        if block.kind is Kind.FRONT:
            yield from _read_settings(text, *block.stretches[0])
        elif block.kind is Kind.REFERENCE:
            named = zip(("label", "href", "title"), block.stretches, strict=False)
            attributes = tuple(Attribute(name, *stretch, "") for name, stretch in named)
            yield Token(Tokens.OPEN, *block.stretches[0], LINK, attributes, True)
        elif block.kind is Kind.CODE:
            yield from (Token(Tokens.RAW, *lines) for lines in _join_lines(block.stretches))
        elif block.kind in (Kind.TABLE, Kind.ROW):
            name = TABLE if block.kind is Kind.TABLE else ROW
            yield Token(Tokens.OPEN, *block.stretches[0], name, (), block.kind is Kind.ROW)
        elif block.kind is Kind.END:
            yield Token(Tokens.CLOSE, *block.stretches[0], TABLE)
        else:
            yield from _read_block(text, block)


def _read_block(text: str, block: Block) -> Iterator[Token]:
    """Yield the tokens of a block of text: a start tag, its content, and an end tag."""
    first, last = block.stretches[0][0], block.stretches[-1][1]
    name = {Kind.CELL: CELL, Kind.TITLE: TITLE}.get(block.kind, BLOCK)
    yield Token(Tokens.OPEN, first, last, name)
    if block.kind is Kind.PLAIN:
        yield from (Token(Tokens.TEXT, *stretch) for stretch in block.stretches)
    else:
        yield from _Lines(text, block.stretches).tokens()
    yield Token(Tokens.CLOSE, first, last, name)


class _Lines:
    """The lines of a block without the signs of quotes and lists before them."""

    def __init__(self, text: str, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches
        self._text = "".join(text[start:end] for start, end in stretches)
        self._starts = [0, *accumulate(end - start for start, end in stretches)]

    def tokens(self) -> Iterator[Token]:
        done = 0
        for mark in find_marks(self._text):
            yield from self._text_tokens(done, mark.start)
            if mark.token is not None:
                yield self._move(mark.token)
            done = max(done, mark.end)
        yield from self._text_tokens(done, len(self._text))

    def _text_tokens(self, start: int, end: int) -> Iterator[Token]:
        """Yield a stretch of text line by line."""
        while start < end:
            at = bisect_right(self._starts, start) - 1
            upto = min(end, self._starts[at + 1])
            shift = self._stretches[at][0] - self._starts[at]
            yield Token(Tokens.TEXT, start + shift, upto + shift)
            start = upto

    def _move(self, token: Token) -> Token:
        """Return a token with its offsets in the file."""
        attributes = tuple(
            attribute._replace(
                start=self._file_offset(attribute.start), end=self._file_offset(attribute.end)
            )
            for attribute in token.attributes
        )
        start, end = self._file_offset(token.start), self._file_offset(token.end)
        return token._replace(start=start, end=end, attributes=attributes)

    def _file_offset(self, offset: int) -> int:
        at = min(bisect_right(self._starts, offset), len(self._stretches)) - 1
        return offset - self._starts[at] + self._stretches[at][0]


def _read_settings(text: str, start: int, end: int) -> Iterator[Token]:
    """Yield the keys and values of settings."""
    key = ""
    for line in _SETTING.finditer(text, start, end):
        key = line[1] or key
        keys = [("", *line.span(1))] if line[1] else []
        values = [(key or "setting", *line.span(2))] if line[2] else []
        for name, first, last in (*keys, *values):
            attributes = (Attribute(name, first, last, ""),)
            yield Token(Tokens.OPEN, first, last, FRONT, attributes, True)


def _join_lines(lines: Sequence[Stretch]) -> Iterator[Stretch]:
    """Join adjacent lines to one stretch."""
    start, end = lines[0]
    for first, last in lines[1:]:
        if first != end:
            yield start, end
            start = first
        end = last
    yield start, end
