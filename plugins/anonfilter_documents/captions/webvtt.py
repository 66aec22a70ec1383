"""WebVTT, the captions of the web: cues with voices and markup, comments, styles and regions."""

from __future__ import annotations

import re

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Document, Source
from anonfilter.errors import Incomplete
from anonfilter_documents.captions.cues import (
    Line,
    Speech,
    add_inline,
    parse_clock,
    read_inline,
    split_blocks,
    split_lines,
    to_one_line,
)
from anonfilter_documents.captions.vtt_markup import (
    add_cue,
    add_name,
    add_settings,
    add_style,
    escape,
)
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.file_parts import LINE_END, Divided
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.shared.timed_words import FRACTION

_PARTS = Divided(re.compile(rf"{LINE_END}{LINE_END}+"), head="WEBVTT\n\n")
_SIGNATURE = re.compile(r"WEBVTT(?=[ \t]|\Z)[ \t]*")
_METADATA = re.compile(
    r"Kind[ \t]*:[ \t]*(?:captions?|subtitles?|descriptions?|chapters?|metadata|asr|forced)?"
    r"|Language[ \t]*:[ \t]*(?:[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})?"
    r"|X-TIMESTAMP-MAP[ \t]*=[ \t]*[\w.:,]*",
    re.IGNORECASE | re.ASCII,
)
_TIME = rf"(?:\d{{1,10}}:)?[0-5]?\d:[0-5]?\d\.{FRACTION}"
_TIMING = re.compile(rf"[ \t]*({_TIME})[ \t]*-->[ \t]*({_TIME})(?P<settings>(?:[ \t].*)?)")
_COUNTER = re.compile(r"\d{1,6}")
_NOTE = re.compile(r"NOTE(?=[ \t]|\Z)[ \t]*")
_SECTION = re.compile(r"(STYLE|REGION)[ \t]*")
_PAIR = re.compile(r"(?P<key>[^\s:=]+)[:=](?P<value>\S*)|\S+")
_NEVER = re.compile(r"(?!)")


class WebVTT(FormatWithoutSettings):
    """WebVTT captions (.vtt): a field for each voice, and for the text of each cue."""

    suffixes = suffixes_of("webvtt")

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        return _VttReader(source).read()


class _VttReader:
    """A reader that makes fields of the blocks of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._builder = DocumentBuilder(source)
        self._speech = Speech(self._builder, escape)

    def read(self) -> Document:
        lines = split_lines(self._text)
        body = self._read_header(lines)
        for block in split_blocks(lines[body:], lambda line: line.start == line.end):
            self._read_block(block)
        self._speech.end()
        return self._builder.build()

    def _read_header(self, lines: list[Line]) -> int:
        """Read the header up to an empty line or a cue, and return the number of its lines."""
        first = lines[0]
        signature = _SIGNATURE.match(self._text, *first)
        if signature is None:
            raise self._incomplete(Line(0, 0), "it does not begin with WEBVTT")
        self._add_plain(signature.end(), first.end)
        for at, line in enumerate(lines[1:], start=1):
            if line.start == line.end or self._has_arrow(line):
                return at
            if not _METADATA.fullmatch(self._text, *line):
                self._add_plain(*line)
        return len(lines)

    def _read_block(self, block: list[Line]) -> None:
        first = block[0]
        if self._has_arrow(first):
            self._read_cue(block[0], block[1:])
        elif len(block) > 1 and self._has_arrow(block[1]):
            if not _COUNTER.fullmatch(self._text, *first):
                self._add_plain(*first)
            self._read_cue(block[1], block[2:])
        else:
            self._read_other_block(block)

    def _read_other_block(self, block: list[Line]) -> None:
        """Read a comment, a style sheet or a region."""
        first, last = block[0], block[-1]
        self._require_no_arrow(block)
        note = _NOTE.match(self._text, *first)
        section = _SECTION.fullmatch(self._text, *first)
        if note is not None:
            self._add_plain(note.end(), last.end)
        elif section is None:
            raise self._incomplete(first, "this is neither a comment nor a cue with a timing")
        elif section[1] == "STYLE":
            add_style(self._builder, self._text, block)
        else:
            for pair in _PAIR.finditer(self._text, first.end, last.end):
                if pair["key"] is None or not re.fullmatch(r"[\d.%,]+|up", pair["value"]):
                    add_name(self._builder, self._text, *pair.span("value" if pair["key"] else 0))

    def _read_cue(self, timing: Line, lines: list[Line]) -> None:
        match = _TIMING.fullmatch(self._text, *timing)
        if match is None:
            raise self._incomplete(timing, "this is not a valid timing")
        self._require_no_arrow(lines)
        add_settings(self._builder, self._text, *match.span("settings"))
        if lines:
            time = parse_clock(match[1]), parse_clock(match[2])
            self._builder.set_time(time)
            span = lines[0].start, lines[-1].end
            add_cue(self._builder, self._speech, self._text, span, time)
            self._builder.set_time(None)

    def _add_plain(self, start: int, end: int) -> None:
        """Add text that is not in a cue: a title, a comment, the identifier of a cue."""
        while start < end and self._text[start].isspace():
            start += 1
        inline = read_inline(self._text, start, end, _NEVER, lambda match: None)
        add_inline(self._builder, inline, "text", to_one_line)

    def _has_arrow(self, line: Line) -> bool:
        return self._text.find("-->", line.start, line.end) >= 0

    def _require_no_arrow(self, lines: list[Line]) -> None:
        for line in lines:
            if self._has_arrow(line):
                raise self._incomplete(line, "there is no empty line before this cue")

    def _incomplete(self, line: Line, message: str) -> Incomplete:
        hint = "A cue is a line 00:01:02.500 --> 00:01:04.000, its text, and an empty line."
        return incomplete_at(self._source, line.start, f"is not a WebVTT file: {message}", hint)
