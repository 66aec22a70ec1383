"""Read WebVTT: cues with timings, voices and markup; comments, styles and regions."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter.errors import Incomplete
from anonfilter_documents.captions.cues import (
    Line,
    Speech,
    add_said,
    blocks,
    clock,
    lines,
    one_line,
    read_inline,
)
from anonfilter_documents.captions.vtt_markup import (
    add_cue,
    add_name,
    add_settings,
    add_style,
    escaped,
)
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.said import FRACTION

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


class Reading:
    """Takes one file into a document, block by block."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._builder = DocumentBuilder(source)
        self._speech = Speech(self._builder, escaped)

    def document(self) -> Document:
        all_lines = lines(self._text)
        body = self._header(all_lines)
        for block in blocks(all_lines[body:], lambda line: line.start == line.end):
            self._block(block)
        self._speech.end()
        return self._builder.build()

    def _header(self, all_lines: list[Line]) -> int:
        """The signature, the title behind it, and the lines up to an empty one or a cue."""
        first = all_lines[0]
        signature = _SIGNATURE.match(self._text, *first)
        if signature is None:
            raise broken(self._source, 0, "is no WebVTT file: it does not begin with WEBVTT")
        self._plain(signature.end(), first.end)
        for at, line in enumerate(all_lines[1:], start=1):
            if line.start == line.end or self._has_arrow(line):
                return at
            if not _METADATA.fullmatch(self._text, *line):
                self._plain(*line)
        return len(all_lines)

    def _block(self, block: list[Line]) -> None:
        first = block[0]
        if self._has_arrow(first):
            self._cue(block[0], block[1:])
        elif len(block) > 1 and self._has_arrow(block[1]):
            if not _COUNTER.fullmatch(self._text, *first):
                self._plain(*first)
            self._cue(block[1], block[2:])
        else:
            self._no_cue(block)

    def _no_cue(self, block: list[Line]) -> None:
        first, last = block[0], block[-1]
        self._require_no_arrow(block)
        note = _NOTE.match(self._text, *first)
        section = _SECTION.fullmatch(self._text, *first)
        if note is not None:
            self._plain(note.end(), last.end)
        elif section is None:
            raise self._broken(first, "this is neither a cue nor a comment: no timing follows")
        elif section[1] == "STYLE":
            add_style(self._builder, self._text, block)
        else:
            self._region(first.end, last.end)

    def _cue(self, timing: Line, said: list[Line]) -> None:
        match = _TIMING.fullmatch(self._text, *timing)
        if match is None:
            raise self._broken(timing, "this timing is not understood")
        self._require_no_arrow(said)
        add_settings(self._builder, self._text, *match.span("settings"))
        if said:
            time = clock(match[1]), clock(match[2])
            self._builder.during(*time)
            spans = said[0].start, said[-1].end
            add_cue(self._builder, self._speech, self._text, spans, time)
            self._builder.untimed()

    def _region(self, start: int, end: int) -> None:
        for pair in _PAIR.finditer(self._text, start, end):
            if pair["key"] is None or not re.fullmatch(r"[\d.%,]+|up", pair["value"]):
                add_name(self._builder, self._text, *pair.span("value" if pair["key"] else 0))

    def _plain(self, start: int, end: int) -> None:
        """Text for people that is no cue: a title, a comment, a cue's identifier."""
        while start < end and self._text[start].isspace():
            start += 1
        said = read_inline(self._text, start, end, _NEVER, lambda match: None)
        add_said(self._builder, said, "text", one_line)

    def _has_arrow(self, line: Line) -> bool:
        return self._text.find("-->", line.start, line.end) >= 0

    def _require_no_arrow(self, some: list[Line]) -> None:
        for line in some:
            if self._has_arrow(line):
                raise self._broken(line, "there is no empty line before this cue")

    def _broken(self, line: Line, message: str) -> Incomplete:
        return broken(
            self._source, line.start, f"is no WebVTT file: {message}",
            "A cue is a line 00:01:02.500 --> 00:01:04.000, its text, and an empty line.",
        )  # fmt: skip
