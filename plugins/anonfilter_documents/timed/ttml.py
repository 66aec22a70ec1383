"""TTML and DFXP, the captions of television and the web in XML."""

from __future__ import annotations

import re
from collections.abc import Mapping

from anonfilter.containers.kinds import refuse
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.text.origin import Piece
from anonfilter_documents.captions.cues import Speech, clock
from anonfilter_documents.markup.reading import LEAVE, MarkupReader
from anonfilter_documents.markup.references import text_value
from anonfilter_documents.markup.tokens import Attribute, Token, xml_tokens
from anonfilter_documents.markup.xml import XmlWords, local
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import DECIMAL, FRACTION, Time
from anonfilter_documents.shared.unset import Unset

_INLINE = ("span", "br", "ruby")
_CLOCK = re.compile(
    rf"([0-9]{{2,3}}:[0-9]{{2}}:[0-9]{{2}}(?:\.{FRACTION})?)(?::([0-9]{{2,3}})(?:\.[0-9]+)?)?"
)

_OFFSET = re.compile(rf"({DECIMAL}|[0-9]{{1,12}}(?=t))(h|m|s|ms|f|t)")
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_TIMES = ("begin", "end", "dur")


class TTML(Unset):
    """Captions as TTML (.ttml, .dfxp): text of paragraphs, names of agents, metadata."""

    suffixes = (".ttml", ".dfxp")

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=("xml",))

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        reader = _Reader(builder, source)
        reader.take(xml_tokens(source))
        reader.end()
        return builder.build()


class _TtmlWords(XmlWords):
    """What the elements and attributes of TTML are."""

    def is_block(self, name: str) -> bool:
        return local(name) not in _INLINE

    def is_aside(self, name: str) -> bool:
        return False

    def role(self, name: str) -> str:
        return {"p": "speech", "span": "speech", "name": "speaker"}.get(local(name), "text")

    def attribute(self, token: Token, attribute: Attribute, value: str) -> str:
        name = attribute.name
        if name in _TIMES and (_CLOCK.fullmatch(value) or _OFFSET.fullmatch(value)):
            return LEAVE
        if name.startswith(("tts:", "ttp:", "itts:", "ebutts:")):
            return CODE
        return super().attribute(token, attribute, value)


class _Reader(MarkupReader):
    """Takes the tokens of one file, and tells when each paragraph is said."""

    def __init__(self, builder: DocumentBuilder, source: Source) -> None:
        super().__init__(builder, source, _TtmlWords(frozenset(), frozenset()))
        self._rates = {"f": 30.0, "t": 1.0}
        self._times: list[Time | None] = [(0.0, float("inf"))]
        self._speech = Speech(builder, text_value)

    def end(self) -> None:
        """Take what was said last."""
        self._speech.end()

    def _value(self, text: str, pieces: list[Piece], role: str) -> None:
        if role == "speech":
            self._speech.say((text, pieces), self._time_told())
        else:
            super()._value(text, pieces, role)

    def _opened(self, token: Token) -> None:
        super()._opened(token)
        told = {local(one.name): self._source.text[one.start : one.end] for one in token.attributes}
        for unit, name in (("f", "frameRate"), ("t", "tickRate")):
            if told.get(name, "").isdecimal():
                self._rates[unit] = float(told[name][:9]) or 1.0
        if "agent" in told:
            self._speech.by(told["agent"])
        if not token.empty:
            self._times.append(self._time(told))
            self._tell(token.name)

    def _closed(self, token: Token) -> None:
        super()._closed(token)
        self._times.pop()
        self._tell(token.name)

    def _tell(self, name: str) -> None:
        """Tell the builder when the fields that follow are said."""
        if local(name) in _INLINE:
            return
        time = self._time_told()
        if time is None:
            self._builder.untimed()
        else:
            self._builder.during(*time)

    def _time_told(self) -> Time | None:
        time = self._times[-1]
        return None if time is None or time[1] == float("inf") else time

    def _time(self, told: Mapping[str, str]) -> Time | None:
        """When an element is said: its times count from the begin of the one that it is in."""
        above = self._times[-1]
        begin, end, length = (self._seconds(told.get(name, "")) for name in _TIMES)
        if above is None or ("begin" in told and begin is None):
            return None
        start = above[0] + (begin or 0.0)
        if end is not None:
            return start, above[0] + end
        return start, start + length if length is not None else above[1]

    def _seconds(self, written: str) -> float | None:
        if match := _CLOCK.fullmatch(written):
            return clock(match[1]) + int(match[2] or 0) / self._rates["f"]
        if match := _OFFSET.fullmatch(written):
            unit = match[2]
            return float(match[1]) * _UNITS.get(unit, 1 / self._rates.get(unit, 1.0))
        return None
