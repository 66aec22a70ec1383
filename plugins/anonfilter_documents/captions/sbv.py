"""SBV, the captions of YouTube: a line with two times, then text up to an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.contract.document import Document, Source
from anonfilter_documents.captions.cues import Line, Timing, clock, is_blank, lines, read_cues
from anonfilter_documents.shared.dividing import LINE_END, Divided
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.said import FRACTION
from anonfilter_documents.shared.unset import Unset

_TIME = rf"\d{{1,3}}:\d{{1,2}}:\d{{1,2}}\.{FRACTION}"
_TIMING = re.compile(rf"[ \t]*({_TIME}),[ \t]*({_TIME})[ \t]*")
_PARTS = Divided(re.compile(rf"{LINE_END}(?={_TIMING.pattern}{LINE_END})"))
_BREAK = re.compile(r"\[br\]")


class SBV(Unset):
    """SBV captions (.sbv): what one person says is a field."""

    suffixes = (".sbv",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        all_lines = lines(source.text)
        timings = list(_timings(source, all_lines))
        for line in all_lines[: timings[0].line if timings else None]:
            if not is_blank(source, line):
                raise broken(
                    source, line.start, "is no SBV file: there is no timing before this line",
                    "A timing is 0:01:02.500,0:01:04.000.",
                )  # fmt: skip
        return read_cues(source, all_lines, timings, _BREAK, lambda _: "\n")


def _timings(source: Source, all_lines: list[Line]) -> Iterator[Timing]:
    for at, line in enumerate(all_lines):
        if timing := _TIMING.fullmatch(source.text, *line):
            yield Timing(at, (clock(timing[1]), clock(timing[2])))
