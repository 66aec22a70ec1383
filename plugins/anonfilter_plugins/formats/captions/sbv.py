"""SBV, the captions of YouTube: a line with two times, then text up to an empty line."""

from __future__ import annotations

import re
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

_TIME = r"\d{1,3}:\d{1,2}:\d{1,2}\.\d{1,3}"
_TIMING = re.compile(rf"[ \t]*({_TIME}),[ \t]*({_TIME})[ \t]*")
_PARTS = Divided(re.compile(rf"{LINE_END}(?={_TIMING.pattern}{LINE_END})"))
_BREAK = re.compile(r"\[br\]")


class SBV(Unset):
    """SBV captions (.sbv): the text of each cue is a field."""

    suffixes = (".sbv",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        text = source.text
        all_lines = lines(text)
        timings = [at for at, line in enumerate(all_lines) if _TIMING.fullmatch(text, *line)]

        def blank(line: Line) -> bool:
            return not text[line.start : line.end].strip()

        for line in all_lines[: timings[0] if timings else None]:
            if not blank(line):
                raise broken(
                    source, line.start, "is no SBV file: there is no timing before this line",
                    "A timing is 0:01:02.500,0:01:04.000.",
                )  # fmt: skip
        for at, following in pairwise((*timings, len(all_lines))):
            timing = _TIMING.fullmatch(text, *all_lines[at])
            assert timing is not None
            builder.during(clock(timing[1]), clock(timing[2]))
            for block in blocks(all_lines[at + 1 : following], blank):
                said = read_inline(text, block[0].start, block[-1].end, _BREAK, lambda _: "\n")
                add_said(builder, said, "speech", one_line)
        return builder.build()
