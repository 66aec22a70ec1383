"""Words that stand apart in a file, each with its time, read as the sentence that they are.

A name or number that is found in the sentence is taken out of each of its words: the tag stands in
the first of them, and nothing in the others, so that their number and their times stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from anonfilter.contract.document import Replacement, Timing, verbatim
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP

Time = tuple[float, float]

FRACTION = r"[0-9]{1,99}"
"""A regex of the digits after the point of a time. Programs print floats with 17 or more."""
_EXPONENT = r"[eE](?:-[0-9]{1,3}|\+?[0-9])"
DECIMAL = rf"(?:[0-9]{{1,8}}(?:\.(?:{FRACTION})?)?|\.{FRACTION})(?:{_EXPONENT})?"
"""A regex of a time as programs print a number: "3", "0.8984580498866214", "1e-05".

Eight digits are 27 hours in milliseconds. Nine may be a social security number, and ten a telephone
number.
"""

_DECIMAL = re.compile(DECIMAL)

# what is written to the word before it: a comma, what is left of "Quill's"; and to the one behind
_CLOSING = re.compile(r"[^\w\s\[({<$€£#@&+*-][^\w]*\Z|['\u2019][sS]?\W*\Z")
_OPENING = re.compile(r"[\[({$€£#@]\Z")


@hide_values
class Word(NamedTuple):
    """A word as it reads, and where each part of it stands in the file; ``echoes`` go with it."""

    text: str
    stands: list[Piece]
    time: Time | None = None
    echoes: tuple[Replacement, ...] = ()
    channel: str = ""
    confidence: float | None = None


def add_words(
    builder: DocumentBuilder,
    words: Iterable[Word],
    role: str = "speech",
    encode: Callable[[str], str] = verbatim,
    *,
    name: str = "",
    between: str = " ",
) -> None:
    """Make one field of words; ``between`` them comes a blank, if they hold none themselves."""
    begin, timings = builder.at, list[Timing]()
    before = ""
    for word in words:
        if not word.text:
            continue
        if between and before and not _joins(before, word.text):
            builder.gap(between)
        start = builder.at
        before = builder.value(word.text, word.stands) or before
        timings.append(
            Timing(start, builder.at, word.time, word.echoes, word.channel, word.confidence)
        )
    if timings:
        builder.field(
            begin, builder.at, role, encode, blank_lines=False, name=name, timings=timings
        )
        builder.gap(GAP)


def _joins(before: str, after: str) -> bool:
    """Whether no blank belongs between two words."""
    return _CLOSING.match(after) is not None or _OPENING.search(before) is not None


def confidence_of(written: str) -> float | None:
    """Return how sure a recogniser is, from 0 to 1; return None for any other column or value."""
    if _DECIMAL.fullmatch(written) is None:
        return None
    confidence = float(written)
    return confidence if confidence <= 1 else None


def is_said(text: str) -> bool:
    """Whether there is a letter or a digit in a text."""
    return any(char.isalnum() for char in unicodedata.normalize("NFKC", text))
