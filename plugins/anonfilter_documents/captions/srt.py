"""SubRip: numbered cues with timings, and simple markup in their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from anonfilter.contract.document import Document, Source
from anonfilter_documents.captions.cues import Line, Timing, clock, is_blank, lines, read_cues
from anonfilter_documents.shared.dividing import LINE_END, Divided
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.said import FRACTION
from anonfilter_documents.shared.unset import Unset

_TIME = rf"\d{{1,3}}:\d{{1,2}}:\d{{1,2}}[.,]{FRACTION}"
_TIMING = re.compile(rf"[ \t]*({_TIME})[ \t]*-->[ \t]*({_TIME})(?:[ \t]+[XY][12]:\d+)*[ \t]*")
_COUNTER = re.compile(r"[ \t]*\d{1,6}[ \t]*")
_CUE = rf"{_COUNTER.pattern}{LINE_END}{_TIMING.pattern}{LINE_END}"
_PARTS = Divided(re.compile(rf"{LINE_END}(?={_CUE})"))

# What players take for markup and do not show. What looks like it and is not here is text.
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


class SubRip(Unset):
    """SubRip subtitles (.srt): what one person says is a field."""

    suffixes = (".srt",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        all_lines = lines(source.text)
        timings = list(_timings(source, all_lines))
        return read_cues(source, all_lines, timings, _markup(), lambda _: "", counters=1)


def _timings(source: Source, all_lines: list[Line]) -> Iterator[Timing]:
    """The timings; each has a counter before it, and all other text comes after."""
    text = source.text
    first = None
    for at, line in enumerate(all_lines):
        if text.find("-->", line.start, line.end) < 0:
            continue
        timing = _TIMING.fullmatch(text, *line)
        if timing is None:
            raise broken(
                source, line.start, "is no SubRip file: this timing is not understood",
                "A timing is 00:01:02,500 --> 00:01:04,000.",
            )  # fmt: skip
        if not at or not _COUNTER.fullmatch(text, *all_lines[at - 1]):
            raise broken(
                source, line.start, "is no SubRip file: there is no counter before this timing",
                "Each cue begins with a line that holds its number.",
            )  # fmt: skip
        first = at - 1 if first is None else first
        yield Timing(at, (clock(timing[1]), clock(timing[2])))
    for line in all_lines[:first]:
        if not is_blank(source, line):
            raise broken(
                source, line.start, "is no SubRip file: a cue's number and timing are missing"
            )
