"""Add words that a file stores one by one, with times, as one field.

If a name of several words is replaced, the tag replaces its first word and the other words become
empty, so that the number of words and their times do not change.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from anonfilter.contract.document import Replacement, Timing, verbatim
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import GAP, DocumentBuilder

Time = tuple[float, float]

FRACTION = r"[0-9]{1,99}"
"""A regex for the digits after the decimal point. Programs print floats with 17 or more digits."""
_EXPONENT = r"[eE](?:-[0-9]{1,3}|\+?[0-9])"
DECIMAL = rf"(?:[0-9]{{1,8}}(?:\.(?:{FRACTION})?)?|\.{FRACTION})(?:{_EXPONENT})?"
"""A regex for a time as programs print numbers: "3", "0.8984580498866214", "1e-05".

Eight digits are 27 hours in milliseconds. Nine digits may be a social security number, and ten a
telephone number.
"""

_DECIMAL = re.compile(DECIMAL)

# Words without a space before them (a comma, the rest of "Quill's"), and without one after them.
_CLOSING = re.compile(r"[^\w\s\[({<$€£#@&+*-][^\w]*\Z|['\u2019][sS]?\W*\Z")
_OPENING = re.compile(r"[\[({$€£#@]\Z")


@hide_values
class Word(NamedTuple):
    """A decoded word with its pieces.

    ``echoes`` are the further edits of the file if the word is replaced.
    """

    text: str
    pieces: list[Piece]
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
    """Make a field of words, with ``between`` between two words where English has a space."""
    begin, timings = builder.offset, list[Timing]()
    before = ""
    for word in words:
        if not word.text:
            continue
        if between and before and not _joins(before, word.text):
            builder.add_gap(between)
        start = builder.offset
        before = builder.add_text(word.text, word.pieces) or before
        timings.append(
            Timing(start, builder.offset, word.time, word.echoes, word.channel, word.confidence)
        )
    if timings:
        builder.add_field(
            begin, builder.offset, role, encode, blank_lines=False, name=name, timings=timings
        )
        builder.add_gap(GAP)


def _joins(before: str, after: str) -> bool:
    """Return True if two words have no space between them."""
    return _CLOSING.match(after) is not None or _OPENING.search(before) is not None


def confidence_of(written: str) -> float | None:
    """Return a confidence from 0 to 1; return None if the text is not such a number."""
    if _DECIMAL.fullmatch(written) is None:
        return None
    confidence = float(written)
    return confidence if confidence <= 1 else None


def has_letters_or_digits(text: str) -> bool:
    """Return True if a text has a letter or a digit."""
    return any(char.isalnum() for char in unicodedata.normalize("NFKC", text))
