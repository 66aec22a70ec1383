"""Read lines, cues and inline markup, for all formats of captions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from anonfilter.contract.document import Document, Source
from anonfilter.text.origin import Piece
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.decoded_text import DecodedText
from anonfilter_documents.shared.divided_words import is_word_edge
from anonfilter_documents.shared.timed_words import Time, Word, add_words, has_letters_or_digits

_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")

# The beginning of another person's words: a dash, `>>`, a label of capitalised words or tags.
_NAME = r"(?:\[[A-Z][A-Z0-9_]*\]|[^\W\d_a-z][\w.'\u2019-]*+)"
_NEW_SPEAKER = re.compile(
    rf"\s*+(?:[-\u2013\u2014](?!\d)|>>|{_NAME}(?:[ \t]++{_NAME}){{0,3}}[ \t]*+:(?=\s))"
)
_SILENCE = 5.0  # seconds; a longer pause ends an utterance

Decoder = Callable[[re.Match[str]], str | None]


class Line(NamedTuple):
    """The offsets of a line, without its line end."""

    start: int
    end: int


def split_lines(text: str) -> list[Line]:
    return [Line(*match.span(1)) for match in _LINE.finditer(text)]


_RAISED = re.compile(r"<(?:su[pb]|rt)\b|\{[^{}]*\\fs\d", re.IGNORECASE)


def split_blocks(lines: list[Line], is_blank: Callable[[Line], bool]) -> Iterator[list[Line]]:
    """Yield the runs of lines that are not blank."""
    for blank, block in groupby(lines, is_blank):
        if not blank:
            yield list(block)


def read_inline(
    text: str, start: int, end: int, pattern: re.Pattern[str], decode: Decoder
) -> DecodedText:
    """Return text[start:end] without its markup, and its pieces.

    ``decode`` gets each match of the pattern. It returns "" for markup, the character of a
    reference, or None for plain text.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, markup = 0, ""

    def add(value: str, first: int, last: int) -> None:
        nonlocal length, markup
        is_raised = _RAISED.match(markup) is not None
        if markup and parts and is_word_edge(parts[-1], value, is_raised, divides_codes=True):
            parts.append(" ")
            length += 1
        parts.append(value)
        pieces.append(Piece(length, length + len(value), first, last))
        length += len(value)
        markup = ""

    done = start
    for match in pattern.finditer(text, start, end):
        decoded = decode(match)
        if decoded is None:
            continue
        first, last = match.span()
        if first > done:
            add(text[done:first], done, first)
        if decoded:
            add(decoded, first, last)
        else:
            markup = match[0]
        done = last
    if done < end:
        add(text[done:end], done, end)
    return "".join(parts), pieces


def add_inline(
    builder: DocumentBuilder, inline: DecodedText, role: str, encode: Callable[[str], str]
) -> None:
    """Make a field of a text whose markup was removed, if it has a letter or digit."""
    if has_letters_or_digits(inline[0]):
        start = builder.offset
        builder.add_text(*inline)
        builder.add_field(start, builder.offset, role, encode, blank_lines=False)
        builder.add_gap(GAP)


class Speech:
    """A builder that joins consecutive cues of one speaker to one field.

    If a name that extends over several cues is replaced, its tag is in the first of these cues.
    """

    def __init__(self, builder: DocumentBuilder, encode: Callable[[str], str]) -> None:
        self._builder = builder
        self._encode = encode
        self._cues: list[Word] = []
        self._speaker = ""
        self._last_end = 0.0

    def set_speaker(self, speaker: str) -> None:
        """Set the speaker of the next cues; "" does not change the speaker."""
        if speaker and speaker != self._speaker:
            self.end()
            self._speaker = speaker

    def add(self, inline: DecodedText, time: Time | None) -> None:
        """Add the text of a cue, or of a voice in it."""
        text, pieces = inline
        begin, end = time or (self._last_end, self._last_end)
        if begin > self._last_end + _SILENCE or _NEW_SPEAKER.match(text):
            self.end()
        self._last_end = end
        if has_letters_or_digits(text):
            self._cues.append(Word(text.rstrip(), pieces, time))

    def end(self) -> None:
        """Make a field of the cues so far, because another person speaks next."""
        add_words(self._builder, self._cues, encode=self._encode, between="\n")
        self._cues, self._speaker = [], ""


class CueTiming(NamedTuple):
    """The index of the line with the timing of a cue, and the time."""

    line: int
    time: Time


def read_cues(
    source: Source,
    lines: list[Line],
    timings: Iterable[CueTiming],
    pattern: re.Pattern[str],
    decode: Decoder,
    *,
    counters: int = 0,
) -> Document:
    """Return the document of a file of cues; ``counters`` lines precede each timing."""
    builder = DocumentBuilder(source)
    speech = Speech(builder, to_one_line)
    end = CueTiming(len(lines) + counters, (0.0, 0.0))
    for (at, time), following in pairwise((*timings, end)):
        cue = lines[at + 1 : following.line - counters]
        for block in split_blocks(cue, lambda line: is_blank(source, line)):
            first, last = block[0].start, block[-1].end
            speech.add(read_inline(source.text, first, last, pattern, decode), time)
    speech.end()
    return builder.build()


def is_blank(source: Source, line: Line) -> bool:
    return not source.text[line.start : line.end].strip()


def parse_clock(written: str) -> float:
    """Return the seconds of ``1:02:03.5``; the decimal point may be a comma."""
    seconds = 0.0
    for part in written.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(part)
    return round(seconds, 3)


def to_one_line(value: str) -> str:
    """Return a value as a single line that is not read as a timing."""
    return " ".join(value.split()).replace("-->", "->")
