"""SubRip: numbered cues with timings, and simple markup in their text."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from anonfilter.contract.document import Document, Source
from anonfilter_plugins.formats.captions.cues import (
    Line,
    add_said,
    blocks,
    clock,
    lines,
    one_line,
    read_inline,
)
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.dividing import LINE_END, Divided
from anonfilter_plugins.formats.shared.places import broken
from anonfilter_plugins.formats.shared.unset import Unset

_TIME = r"\d{1,3}:\d{1,2}:\d{1,2}[.,]\d{1,3}"
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
    """SubRip subtitles (.srt): the text of each cue is a field."""

    suffixes = (".srt",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        all_lines = lines(source.text)
        timings = _timings(source, all_lines)
        for at, following in pairwise((*timings, len(all_lines) + 1)):
            end = following - 1  # before the counter
            timing = _TIMING.fullmatch(source.text, *all_lines[at])
            assert timing is not None
            builder.during(clock(timing[1]), clock(timing[2]))
            for block in blocks(all_lines[at + 1 : end], lambda line: _blank(source, line)):
                first, last = block[0].start, block[-1].end
                said = read_inline(source.text, first, last, _markup(), lambda match: "")
                add_said(builder, said, "speech", one_line)
        return builder.build()


def _timings(source: Source, all_lines: list[Line]) -> list[int]:
    """Which lines are timings; each has a counter before it, and all other text comes after."""
    text = source.text
    timings: list[int] = []
    for at, line in enumerate(all_lines):
        if text.find("-->", line.start, line.end) < 0:
            continue
        if not _TIMING.fullmatch(text, line.start, line.end):
            raise broken(
                source, line.start, "is no SubRip file: this timing is not understood",
                "A timing is 00:01:02,500 --> 00:01:04,000.",
            )  # fmt: skip
        if not at or not _COUNTER.fullmatch(text, *all_lines[at - 1]):
            raise broken(
                source, line.start, "is no SubRip file: there is no counter before this timing",
                "Each cue begins with a line that holds its number.",
            )  # fmt: skip
        timings.append(at)
    before = all_lines[: timings[0] - 1] if timings else all_lines
    for line in before:
        if not _blank(source, line):
            raise broken(
                source, line.start, "is no SubRip file: a cue's number and timing are missing"
            )
    return timings


def _blank(source: Source, line: Line) -> bool:
    return not source.text[line.start : line.end].strip()
