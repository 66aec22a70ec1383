"""Drop time stamps, labels of unnamed speakers and line numbers that software wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.resolvers.span_edits import drop_each, edit_each

_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?"
# "[00:04:51]", "(4:51)", both ends of "00:04.200 --> 00:05.100"; at the beginning of a line also
# "00:04:51 Dr. Bell:" and "00:04:51" alone.
_STAMP = re.compile(
    rf"[\[(]{_CLOCK}[\])]"
    rf"|^[^\S\n]*{_CLOCK}(?=[^\S\n]*-->)"
    rf"|(?<=-->)[^\S\n]*{_CLOCK}"
    r"|^[^\S\n]*\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?"
    r"(?=[^\S\n]*(?:\n|\Z|[^\W\d_][\w .'-]{0,30}:))",
    re.M,
)
# "spk_2:", "SPEAKER_01:", "Agent 3:", "S1:", also with a time stamp before or after.
_LABEL = re.compile(
    rf"^[^\S\n]*(?:(?:\[[^\]\n]{{1,20}}\]|\({_CLOCK}\)|{_CLOCK})[^\S\n]*)?"
    r"(?:spk|spkr|speaker|channel|ch|voice|participant|person|user|caller|agent|unknown|s|v|p)"
    rf"[_ -]?\d{{1,3}}(?=[^\S\n]*(?:[\[(]{_CLOCK}[\])][^\S\n]*)?:)",
    re.M | re.I,
)
_NUMBERED = re.compile(
    r"^[^\S\n]{0,12}(?P<number>\d{1,2})(?=[^\S\n]{2,}\S|[^\S\n]*$)", re.MULTILINE
)
_ENOUGH = 6
_FIRST = 1


class Recording:
    """A resolver that drops spans of time stamps and of labels such as "Speaker 2".

    It also cuts line numbers off spans.
    """

    class Config(Strict):
        times: tuple[LabelName, ...] = Option(
            default=("TIME", "DATE", "DURATION"),
            description="labels that are wrong for a time stamp",
        )
        names: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT"),
            description="labels that are wrong for the label of an unnamed speaker",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        stamps = [match.span() for match in _STAMP.finditer(text)]
        speakers = [match.span() for match in _LABEL.finditer(text)]
        written = [
            (self._config.times, stamps, "a time stamp of the recording"),
            (self._config.names, speakers, "a speaker label that software wrote"),
        ]
        numbers = find_line_numbers(text)

        def without_line_numbers(span: Span) -> tuple[Sequence[Span], str]:
            inside = algebra.within(numbers, span.start, span.end)
            pieces = algebra.subtract(span, inside, text) if inside else [span]
            return pieces, "a line number of the transcript"

        def reason(span: Span) -> str:
            reasons = (
                reason
                for labels, stretches, reason in written
                if span.label in labels and algebra.covered(stretches, span.start, span.end)
            )
            return next(reasons, "")

        divided, changes = edit_each(spans, without_line_numbers)
        kept, dropped = drop_each(divided, reason, excluded=True)
        return kept, changes + dropped


def find_line_numbers(text: str) -> list[tuple[int, int]]:
    """Return the places of the line numbers of a court transcript; none if few lines have one."""
    found = [(match.span("number"), int(match["number"])) for match in _NUMBERED.finditer(text)]
    counted = [
        place
        for at, (place, number) in enumerate(found)
        if (at > 0 and found[at - 1][1] == number - 1)
        or (at + 1 < len(found) and found[at + 1][1] == number + 1)
        or (number == _FIRST and at > 0)
    ]
    return counted if len(counted) >= _ENOUGH else []
