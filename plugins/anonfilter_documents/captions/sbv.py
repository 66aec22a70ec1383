"""SBV, the captions of YouTube: a line with two times, then text up to an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Document, Source
from anonfilter_documents.captions.cues import (
    CueTiming,
    Line,
    is_blank,
    parse_clock,
    read_cues,
    split_lines,
)
from anonfilter_documents.shared.file_parts import LINE_END, Divided
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.shared.timed_words import FRACTION

_TIME = rf"\d{{1,3}}:\d{{1,2}}:\d{{1,2}}\.{FRACTION}"
_TIMING = re.compile(rf"[ \t]*({_TIME}),[ \t]*({_TIME})[ \t]*")
_PARTS = Divided(re.compile(rf"{LINE_END}(?={_TIMING.pattern}{LINE_END})"))
_BREAK = re.compile(r"\[br\]")


class SBV(FormatWithoutSettings):
    """SBV captions (.sbv): the cues of one speaker are a field."""

    suffixes = suffixes_of("sbv")

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        lines = split_lines(source.text)
        timings = list(_find_timings(source, lines))
        for line in lines[: timings[0].line if timings else None]:
            if not is_blank(source, line):
                message = "is not an SBV file: this line comes before the first timing"
                hint = "A timing is 0:01:02.500,0:01:04.000."
                raise incomplete_at(source, line.start, message, hint)
        return read_cues(source, lines, timings, _BREAK, lambda _: "\n")


def _find_timings(source: Source, lines: list[Line]) -> Iterator[CueTiming]:
    for at, line in enumerate(lines):
        if timing := _TIMING.fullmatch(source.text, *line):
            yield CueTiming(at, (parse_clock(timing[1]), parse_clock(timing[2])))
