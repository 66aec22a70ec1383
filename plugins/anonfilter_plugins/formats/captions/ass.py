"""Advanced SubStation Alpha and its predecessor: sections of lines, events in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.contract.document import Document, Source
from anonfilter.errors import Incomplete
from anonfilter_plugins.formats.captions.cues import (
    Line,
    Speech,
    add_said,
    clock,
    is_blank,
    lines,
    one_line,
    read_inline,
)
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.places import broken
from anonfilter_plugins.formats.shared.said import Time
from anonfilter_plugins.formats.shared.schema_names import is_schema_name
from anonfilter_plugins.formats.shared.unset import Unset

_SECTION = re.compile(r"[ \t]*\[([^\[\]]*)\][ \t]*")
_ENTRY = re.compile(r"[ \t]*(?P<key>[^:]*?)[ \t]*:[ \t]*(?P<value>.*)")
_TIME = re.compile(r"[ \t]*(\d{1,3}:\d{1,2}:\d{1,2})[.:](\d{1,3})[ \t]*")
_FIGURES = re.compile(r"[\s\d.,:&%+-]*|&H[0-9A-Fa-f]{1,8}&?")
# within a text: what is not shown, in braces; line ends and blanks
_INLINE = re.compile(r"\{[^{}]*+\}|\\[Nnh]")
_OVERRIDE = re.compile(
    r"\\(?P<name>fn|r(?!nd))(?P<of>[^\\{}()]*+)"
    r"|\\[1-4]?[a-z]{1,5}(?:\([\d.,&H\s\\a-z+-]*+\)|[&H.\d+-][\dA-Fa-f&.+-]*+)?"
)
_NEVER = re.compile(r"(?!)")
_EMBEDDED = ("fonts", "graphics")
_NAMES = ("Name", "Fontname")


class SubStation(Unset):
    """SubStation Alpha subtitles (.ass, .ssa): what one person says is a field."""

    suffixes = (".ass", ".ssa")

    def read(self, source: Source) -> Document:
        return _Reading(source).document()


class _Reading:
    """Takes one file into a document, line by line."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._builder = DocumentBuilder(source)
        self._speech = Speech(self._builder, _text_value)
        self._columns: list[str] = []
        self._style = ""

    def document(self) -> Document:
        section = ""
        for line in lines(self._text):
            named = _SECTION.fullmatch(self._text, *line)
            if named is not None:
                section, self._columns = named[1].lower(), []
                self._cell(*named.span(1))
            elif is_blank(self._source, line):
                continue
            elif not section:
                raise self._broken(line, "it does not begin with the name of a section")
            elif section in _EMBEDDED:
                raise self._broken(line, "it holds embedded files, which are not read")
            else:
                self._line(line, section)
        self._speech.end()
        return self._builder.build()

    def _line(self, line: Line, section: str) -> None:
        entry = _ENTRY.fullmatch(self._text, *line)
        kind = entry["key"].lower() if entry is not None else ""
        if entry is None or self._text.startswith((";", "!:"), line.start):
            self._cell(*line)
        elif section not in ("events", "v4+ styles", "v4 styles", "v4++ styles"):
            self._named(*entry.span("key"))
            self._cell(*entry.span("value"))
        elif kind == "format":
            self._columns = [one.strip() for one in entry["value"].split(",")]
        elif section == "events":
            self._event(line, entry.start("value"), spoken=kind == "dialogue")
        else:
            for name, (start, end) in self._cells(line, entry.start("value")):
                if name in _NAMES:
                    self._named(start, end)
                else:
                    self._cell(start, end)

    def _event(self, line: Line, start: int, *, spoken: bool) -> None:
        cells = dict(self._cells(line, start))
        if "Text" not in cells or not {"Start", "End"} <= cells.keys():
            raise self._broken(line, "an event has no time or text")
        time = self._time(line, cells["Start"]), self._time(line, cells["End"])
        style = self._text[slice(*cells["Style"])] if "Style" in cells else ""
        if spoken and style != self._style:
            self._speech.end()
            self._style = style
        speaker = cells.pop("Name", cells.pop("Actor", None))
        if speaker is not None and spoken:
            self._speech.by(self._text[slice(*speaker)].strip())
        self._builder.during(*time)
        if speaker is not None:
            self._cell(*speaker, role="speaker")
        self._said(*cells.pop("Text"), time, spoken=spoken)
        for name, (first, last) in cells.items():
            if name == "Style":
                self._named(first, last)
            elif name not in ("Start", "End"):
                self._cell(first, last)
        self._builder.untimed()

    def _said(self, start: int, end: int, time: Time, *, spoken: bool) -> None:
        """A text as it is shown, and what stands in braces besides codes."""
        said = read_inline(self._text, start, end, _INLINE, _meaning)
        if spoken:
            self._speech.say(said, time)
        else:
            add_said(self._builder, said, "text", _text_value)
        for block in _INLINE.finditer(self._text, start, end):
            if block[0].startswith("{"):
                self._codes(block.start() + 1, block.end() - 1)

    def _codes(self, start: int, end: int) -> None:
        """What stands in braces and is no code: a comment, the name of a font or a style."""
        done = start
        for code in _OVERRIDE.finditer(self._text, start, end):
            self._cell(done, code.start())
            if code["name"]:
                self._named(*code.span("of"))
            done = code.end()
        self._cell(done, end)

    def _cells(self, line: Line, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """The columns of a line, by name; the last holds the rest, with its commas."""
        if not self._columns:
            raise self._broken(line, "there is no line before it that names its columns")
        for at, name in enumerate(self._columns):
            comma = self._text.find(",", start, line.end)
            if at == len(self._columns) - 1:
                comma = line.end
            elif comma < 0:
                raise self._broken(line, "it has fewer columns than are named")
            yield name, (start, comma)
            start = comma + 1

    def _time(self, line: Line, cell: tuple[int, int]) -> float:
        written = self._text[slice(*cell)]
        time = _TIME.fullmatch(written)
        if time is None:
            raise self._broken(line, "a time is not understood")
        return clock(f"{time[1]}.{time[2]}")

    def _named(self, start: int, end: int) -> None:
        """A name that was given to something, unless programs give it."""
        if not is_schema_name(self._text[start:end].strip(" \t*")):
            self._cell(start, end)

    def _cell(self, start: int, end: int, role: str = "text") -> None:
        if not _FIGURES.fullmatch(self._text, start, end):
            said = read_inline(self._text, start, end, _NEVER, lambda _: None)
            add_said(self._builder, said, role, _cell_value)

    def _broken(self, line: Line, message: str) -> Incomplete:
        return broken(self._source, line.start, f"is no SubStation file that is read: {message}")


def _meaning(match: re.Match[str]) -> str:
    if match[0].startswith("{"):
        return ""
    return " " if match[0] == "\\h" else "\n"


def _text_value(value: str) -> str:
    """A value as it may stand in a text."""
    return one_line(value).translate(dict.fromkeys(map(ord, "{}\\")))


def _cell_value(value: str) -> str:
    """A value as it may stand in a column."""
    return _text_value(value).replace(",", " ")
