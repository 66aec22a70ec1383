"""SubRip: numbered cues with timings and simple markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

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

_TIME = rf"\d{{1,3}}:\d{{1,2}}:\d{{1,2}}[.,]{FRACTION}"
_TIMING = re.compile(rf"[ \t]*({_TIME})[ \t]*-->[ \t]*({_TIME})(?:[ \t]+[XY][12]:\d+)*[ \t]*")
_COUNTER = re.compile(r"[ \t]*\d{1,6}[ \t]*")
_CUE = rf"{_COUNTER.pattern}{LINE_END}{_TIMING.pattern}{LINE_END}"
_PARTS = Divided(re.compile(rf"{LINE_END}(?={_CUE})"))

# The markup that players hide. Other stretches that look like markup are text.
_ATTRIBUTE = r"""\s+(?:color|size)\s*=\s*(?:"[#\w(),.%-]*"|'[#\w(),.%-]*'|[#\w.%-]+)"""
_NUMBER = r"(?:\(?-?[\d.]+(?:,[ ]?-?[\d.]+)*\)?|&H[0-9A-Fa-f]+&?)?"
_OVERRIDE = (
    r"(?:an?|[ibusq]|bord|[xy]?shad|be|blur|fs(?:p|c[xy])?|fr[xyz]?|[1-4]?[ca]|alpha|pos|move"
    r"|fade?|k[fo]?)"
)


@cache
def _markup() -> re.Pattern[str]:
    tag = rf"<\s*/?\s*(?:(?:[bius]|em|strong)\s*|font(?:{_ATTRIBUTE})*\s*)>"
    return re.compile(rf"{tag}|\{{(?:\\{_OVERRIDE}{_NUMBER})+\}}", re.IGNORECASE)


class SubRip(FormatWithoutSettings):
    """SubRip subtitles (.srt): the cues of one speaker are a field."""

    suffixes = suffixes_of("srt")

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        lines = split_lines(source.text)
        timings = list(_find_timings(source, lines))
        return read_cues(source, lines, timings, _markup(), lambda _: "", counters=1)


def _find_timings(source: Source, lines: list[Line]) -> Iterator[CueTiming]:
    """Yield the timings; raise ``Incomplete`` if one has no counter, or if text precedes them."""
    text = source.text
    first = None
    for at, line in enumerate(lines):
        if text.find("-->", line.start, line.end) < 0:
            continue
        timing = _TIMING.fullmatch(text, *line)
        if timing is None:
            message = "this is not a valid timing"
            hint = "A timing is 00:01:02,500 --> 00:01:04,000."
            raise incomplete_at(source, line.start, f"is not a SubRip file: {message}", hint)
        if not at or not _COUNTER.fullmatch(text, *lines[at - 1]):
            message = "there is no counter before this timing"
            hint = "Each cue begins with a line that has its number."
            raise incomplete_at(source, line.start, f"is not a SubRip file: {message}", hint)
        first = at - 1 if first is None else first
        yield CueTiming(at, (parse_clock(timing[1]), parse_clock(timing[2])))
    for line in lines[:first]:
        if not is_blank(source, line):
            message = "is not a SubRip file: there is no counter and no timing before this line"
            raise incomplete_at(source, line.start, message)
