"""What a recording's software wrote into a transcript: time stamps and the labels of speakers, the
numbers of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.resolvers.recording.line_numbers import line_numbers

_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?"
# "[00:04:51]", "(4:51)", both ends of "00:04.200 --> 00:05.100"; where a line begins also
# "00:04:51 Dr. Bell:" and "00:04:51" by itself.
_STAMP = re.compile(
    rf"[\[(]{_CLOCK}[\])]"
    rf"|^[^\S\n]*{_CLOCK}(?=[^\S\n]*-->)"
    rf"|(?<=-->)[^\S\n]*{_CLOCK}"
    r"|^[^\S\n]*\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?"
    r"(?=[^\S\n]*(?:\n|\Z|[^\W\d_][\w .'-]{0,30}:))",
    re.M,
)
# "spk_2:", "SPEAKER_01:", "Agent 3:", "S1:", with a time stamp before or behind, or with none.
_LABEL = re.compile(
    rf"^[^\S\n]*(?:(?:\[[^\]\n]{{1,20}}\]|\({_CLOCK}\)|{_CLOCK})[^\S\n]*)?"
    r"(?:spk|spkr|speaker|channel|ch|voice|participant|person|user|caller|agent|unknown|s|v|p)"
    rf"[_ -]?\d{{1,3}}(?=[^\S\n]*(?:[\[(]{_CLOCK}[\])][^\S\n]*)?:)",
    re.M | re.I,
)


class Recording:
    """Drop finds that are all time stamp, or all label of an unnamed speaker."""

    class Config(Strict):
        times: tuple[LabelName, ...] = Option(
            default=("TIME", "DATE", "DURATION"), description="labels that a time stamp is not"
        )
        names: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT"),
            description="labels that such a label is not",
        )

    name: ClassVar[str] = "recording"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        written = [
            (self._config.times, _stretches(_STAMP, text), "a time stamp of the recording"),
            (self._config.names, _stretches(_LABEL, text), "a label that a machine gave a speaker"),
        ]
        kept: list[Span] = []
        divided, changes = _divided(text, spans)
        for span in divided:
            for labels, stretches, reason in written:
                if span.label in labels and algebra.covered(stretches, span.start, span.end):
                    changes.append(Change(self.name, reason, (span,), excluded=True))
                    break
            else:
                kept.append(span)
        return kept, changes


def _divided(text: str, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
    """A find that goes on in the next line does not hold that line's number."""
    numbers = line_numbers(text)
    result: list[Span] = []
    changes: list[Change] = []
    for span in spans:
        inside = algebra.within(numbers, span.start, span.end)
        pieces = algebra.subtract(span, inside, text) if inside else [span]
        if inside:
            changes.append(Change("recording", "the number of a line", (span,), tuple(pieces)))
        result.extend(pieces)
    return result, changes


def _stretches(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]
