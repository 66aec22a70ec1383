"""TTML and DFXP, the XML captions of television and the web."""

from __future__ import annotations

import re
from collections.abc import Mapping

from anonfilter.contract.document import CODE, Document, Source
from anonfilter.text.origin import Piece
from anonfilter_documents.captions.cues import Speech, parse_clock
from anonfilter_documents.markup.character_references import escape_text
from anonfilter_documents.markup.markup_reader import LEAVE, MarkupReader
from anonfilter_documents.markup.markup_tokens import Attribute, Token, read_xml_tokens
from anonfilter_documents.markup.xml import XmlVocabulary, local_name
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithoutSettings,
    suffixes_of,
)
from anonfilter_documents.shared.timed_words import DECIMAL, FRACTION, Time

_INLINE = ("span", "br", "ruby")
_CLOCK = re.compile(
    rf"([0-9]{{2,3}}:[0-9]{{2}}:[0-9]{{2}}(?:\.{FRACTION})?)(?::([0-9]{{2,3}})(?:\.[0-9]+)?)?"
)

_OFFSET = re.compile(rf"({DECIMAL}|[0-9]{{1,12}}(?=t))(h|m|s|ms|f|t)")
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_TIMES = ("begin", "end", "dur")


class TTML(CheckedFormat, FormatWithoutSettings):
    """Captions as TTML (.ttml, .dfxp): text of paragraphs, names of agents, metadata."""

    suffixes = suffixes_of("ttml")
    like = ("xml",)

    def read(self, source: Source) -> Document:
        return _TtmlReader(source).read(read_xml_tokens(source))


class _TtmlVocabulary(XmlVocabulary):
    """The elements and attributes of TTML."""

    def is_block(self, name: str) -> bool:
        return local_name(name) not in _INLINE

    def is_aside(self, name: str) -> bool:
        return False

    def role(self, name: str) -> str:
        return {"p": "speech", "span": "speech", "name": "speaker"}.get(local_name(name), "text")

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        name = attribute.name
        if name in _TIMES and (_CLOCK.fullmatch(value) or _OFFSET.fullmatch(value)):
            return LEAVE
        if name.startswith(("tts:", "ttp:", "itts:", "ebutts:")):
            return CODE
        return super().attribute_role(token, attribute, value)


class _TtmlReader(MarkupReader):
    """A reader that makes fields of the tokens of one file, with the times of paragraphs."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, _TtmlVocabulary())
        self._rates = {"f": 30.0, "t": 1.0}
        self._times: list[Time | None] = [(0.0, float("inf"))]
        self._speech = Speech(self._builder, escape_text)

    def _end(self) -> None:
        self._speech.end()

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        if role == "speech":
            self._speech.add((text, pieces), self._current_time())
        else:
            super()._add_value(text, pieces, role)

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        values = {
            local_name(attribute.name): self._source.text[attribute.start : attribute.end]
            for attribute in token.attributes
        }
        for unit, name in (("f", "frameRate"), ("t", "tickRate")):
            if values.get(name, "").isdecimal():
                self._rates[unit] = float(values[name][:9]) or 1.0
        if "agent" in values:
            self._speech.set_speaker(values["agent"])
        if not token.empty:
            self._times.append(self._element_time(values))
            self._set_time(token.name)

    def _close_element(self, token: Token) -> None:
        super()._close_element(token)
        self._times.pop()
        self._set_time(token.name)

    def _set_time(self, name: str) -> None:
        """Set the time of the fields that follow a tag."""
        if local_name(name) not in _INLINE:
            self._builder.set_time(self._current_time())

    def _current_time(self) -> Time | None:
        time = self._times[-1]
        return None if time is None or time[1] == float("inf") else time

    def _element_time(self, values: Mapping[str, str]) -> Time | None:
        """Return the time of an element; its attributes count from the start of its parent."""
        above = self._times[-1]
        begin, end, length = (self._seconds(values.get(name, "")) for name in _TIMES)
        if above is None or ("begin" in values and begin is None):
            return None
        start = above[0] + (begin or 0.0)
        if end is not None:
            return start, above[0] + end
        return start, start + length if length is not None else above[1]

    def _seconds(self, written: str) -> float | None:
        if match := _CLOCK.fullmatch(written):
            return parse_clock(match[1]) + int(match[2] or 0) / self._rates["f"]
        if match := _OFFSET.fullmatch(written):
            unit = match[2]
            return float(match[1]) * _UNITS.get(unit, 1 / self._rates.get(unit, 1.0))
        return None
