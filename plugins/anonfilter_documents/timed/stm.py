"""STM: what one speaker says in a segment, a line each, as NIST's tools read it."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.dividing import LINE_END, Divided
from anonfilter_documents.shared.unset import Unset
from anonfilter_documents.timed.columns import Column, Reading

_LAYOUT = "the recording, the channel, the speaker, begin and end in seconds, and what is said"
_LABELS = re.compile(r"<[^<>\s]*>")
_LABEL = re.compile(r"[^<>,]+")
_PARTS = Divided(re.compile(LINE_END))


class STM(Unset):
    """NIST's segments (.stm): the speaker and the words of each line are fields."""

    suffixes = (".stm",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        reading = Reading(source, "STM file", _LAYOUT)
        for line, columns in reading.records(6):
            reading.require(line, columns, 5)
            recording, channel, speaker, begin, end, *rest = columns
            reading.builder.during(reading.time(begin), reading.time(end))
            reading.label(recording)
            reading.label(channel)
            reading.label(speaker, "speaker")
            if rest:
                said = rest[0].start
                if _LABELS.fullmatch(rest[0].text):
                    said = rest[0].end
                    for label in _LABEL.finditer(source.text, rest[0].start, said):
                        reading.label(Column(label[0], *label.span()))
                reading.take(said, line.end, "speech")
        return reading.builder.build()
