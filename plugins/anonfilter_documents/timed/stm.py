"""STM, a format of NIST's tools: each line is a segment of a speaker."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.file_parts import LINE_END, Divided
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.timed.nist_columns import Column, ColumnReader

_LAYOUT = "the recording, the channel, the speaker, start and end in seconds, and the words"
_LABELS = re.compile(r"<[^<>\s]*>")
_LABEL = re.compile(r"[^<>,]+")
_PARTS = Divided(re.compile(LINE_END))


class STM(FormatWithoutSettings):
    """NIST's segments (.stm): the speaker and the words of each line are fields."""

    suffixes = suffixes_of("stm")

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        reader = ColumnReader(source, "STM file", _LAYOUT)
        for line, columns in reader.read_lines(6):
            reader.require_columns(line, columns, 5)
            recording, channel, speaker, begin, end, *rest = columns
            reader.builder.set_time((reader.read_time(begin), reader.read_time(end)))
            reader.add_label(recording)
            reader.add_label(channel)
            reader.add_label(speaker, "speaker")
            if rest:
                words_start = rest[0].start
                if _LABELS.fullmatch(rest[0].text):
                    words_start = rest[0].end
                    for label in _LABEL.finditer(source.text, rest[0].start, words_start):
                        reader.add_label(Column(label[0], *label.span()))
                reader.add_field(words_start, line.end, "speech")
        return reader.builder.build()
