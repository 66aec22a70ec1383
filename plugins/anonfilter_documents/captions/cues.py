"""What WebVTT, SubRip and SBV have in common: lines, and text with markup in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from anonfilter.contract.document import Document, Source
from anonfilter.text.origin import Piece
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP
from anonfilter_documents.shared.said import Time, Word, add_words, is_said

_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")

# what begins what another person says: a dash, `>>`, a label of capitalised words or tags
_NAME = r"(?:\[[A-Z][A-Z0-9_]*\]|[^\W\d_a-z][\w.'\u2019-]*+)"
_OTHER = re.compile(
    rf"\s*+(?:[-\u2013\u2014](?!\d)|>>|{_NAME}(?:[ \t]++{_NAME}){{0,3}}[ \t]*+:(?=\s))"
)
_SILENCE = 5.0  # seconds, after which a sentence does not go on

Meaning = Callable[[re.Match[str]], str | None]


class Line(NamedTuple):
    """Where a line begins and ends, without its line end."""

    start: int
    end: int


def lines(text: str) -> list[Line]:
    return [Line(*match.span(1)) for match in _LINE.finditer(text)]


def blocks(all_lines: list[Line], blank: Callable[[Line], bool]) -> Iterator[list[Line]]:
    """Runs of lines that are not blank."""
    block: list[Line] = []
    for line in all_lines:
        if not blank(line):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def read_inline(
    text: str, start: int, end: int, pattern: re.Pattern[str], meaning: Meaning
) -> tuple[str, list[Piece]]:
    """What text[start:end] says, and where each part of it stands.

    ``meaning`` is asked about each match of the pattern: "" if it is markup, a character if it
    stands for one, None if it is text like any other.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, done = 0, start
    for match in pattern.finditer(text, start, end):
        meant = meaning(match)
        if meant is None:
            continue
        first, last = match.span()
        if first > done:
            parts.append(text[done:first])
            pieces.append(Piece(length, length + first - done, done, first))
            length += first - done
        if meant:
            parts.append(meant)
            pieces.append(Piece(length, length + len(meant), first, last))
            length += len(meant)
        done = last
    if done < end:
        parts.append(text[done:end])
        pieces.append(Piece(length, length + end - done, done, end))
    return "".join(parts), pieces


def add_said(
    builder: DocumentBuilder,
    said: tuple[str, list[Piece]],
    role: str,
    encode: Callable[[str], str],
) -> None:
    """Make a field of what was read, if there is a letter or digit in it."""
    if is_said(said[0]):
        start = builder.at
        builder.value(*said)
        builder.field(start, builder.at, role, encode, blank_lines=False)
        builder.gap(GAP)


class Speech:
    """Cues as the text that they are: what one person says goes on from cue to cue.

    A name or number that is cut by the end of a cue is taken out of each; its tag stands in the
    first of them.
    """

    def __init__(self, builder: DocumentBuilder, encode: Callable[[str], str]) -> None:
        self._builder = builder
        self._encode = encode
        self._cues: list[Word] = []
        self._speaker = ""
        self._until = 0.0

    def by(self, speaker: str) -> None:
        """What follows is said by this person; "" for the same as before, as far as is known."""
        if speaker and speaker != self._speaker:
            self.end()
            self._speaker = speaker

    def say(self, said: tuple[str, list[Piece]], time: Time | None) -> None:
        """Add what is said in a cue, or by one of the voices in it."""
        text, stands = said
        begin, until = time or (self._until, self._until)
        if begin > self._until + _SILENCE or _OTHER.match(text):
            self.end()
        self._until = until
        if is_said(text):
            self._cues.append(Word(text.rstrip(), stands, time))

    def end(self) -> None:
        """Make a field of what was said: what follows is said by another person."""
        add_words(self._builder, self._cues, encode=self._encode, between="\n")
        self._cues, self._speaker = [], ""


class Timing(NamedTuple):
    """The line of a cue that holds its timing, by number, and when it is said."""

    line: int
    time: Time


def read_cues(
    source: Source,
    all_lines: list[Line],
    timings: Iterable[Timing],
    pattern: re.Pattern[str],
    meaning: Meaning,
    *,
    counters: int = 0,
) -> Document:
    """A file of cues: a timing, then text; each but the first ends ``counters`` lines before it."""
    builder = DocumentBuilder(source)
    speech = Speech(builder, one_line)
    ending = Timing(len(all_lines) + counters, (0.0, 0.0))
    for (at, time), following in pairwise((*timings, ending)):
        said = all_lines[at + 1 : following.line - counters]
        for block in blocks(said, lambda line: is_blank(source, line)):
            first, last = block[0].start, block[-1].end
            speech.say(read_inline(source.text, first, last, pattern, meaning), time)
    speech.end()
    return builder.build()


def is_blank(source: Source, line: Line) -> bool:
    return not source.text[line.start : line.end].strip()


def clock(written: str) -> float:
    """The seconds of ``1:02:03.5``; a comma may stand for the point."""
    seconds = 0.0
    for part in written.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(part)
    return round(seconds, 3)


def one_line(value: str) -> str:
    """A value that may stand within a line and begins no timing."""
    return " ".join(value.split()).replace("-->", "->")
