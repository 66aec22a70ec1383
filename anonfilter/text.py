"""Text as people read it: cleaned, flattened, folded, and cut into words.

Detectors should not have to know about soft hyphens inside a name, accents written as two
characters or a byte of Latin-1 in a UTF-8 file. ``clean`` takes all of that out before they
look, and says where each stretch came from, so that nothing outside a replaced span changes.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from anonfilter.model import Piece

# what no screen shows: Unicode's ignorable characters, and control characters but for blanks
_CONTROL = "\x01-\x08\x0e-\x1b\x7f"
_ZERO_WIDTH = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff"
)
_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARKS = 30

_RESIZED = re.compile(
    f"\r\n|(?P<base>[^\\W_])(?:[{_COMBINING}]|[{_ZERO_WIDTH}]+(?=[^\\W_]|[{_COMBINING}]))+"
    f"|[{_ZERO_WIDTH}{_CONTROL}]+",
)
_UNPLAIN = re.compile(f"[\r{_CONTROL}]")


def _translation() -> dict[int, str]:
    table = dict.fromkeys((0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " ")
    table |= dict.fromkeys((0x2018, 0x2019, 0x02BC, 0x2032, 0xFF07), "'")
    table |= dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63), "-")
    table |= dict.fromkeys((0x0D, 0x85, 0x2028, 0x2029), "\n")
    table |= {0xFF01 + at: chr(0x21 + at) for at in range(94)}
    table |= dict.fromkeys(range(0xD800, 0xE000), "?")  # half a character, in UTF-16
    for byte in range(0x80, 0x100):  # what "surrogateescape" made of a byte that is not UTF-8
        table[0xDC00 + byte] = bytes([byte]).decode("cp1252", "replace").replace("\ufffd", "?")
    table[0xFFFC] = " "  # stands for a hidden tag in what detectors read, and for nothing else
    for code in (*range(0x2100, 0x2150), *range(0x24B6, 0x24EA), *range(0x1D400, 0x1D7CC)):
        letter = unicodedata.normalize("NFKC", chr(code))  # a letter in another typeface
        if len(letter) == 1 and letter.isalpha():
            table[code] = letter
    for code in (*range(0x660, 0x10000), *range(0x1D7CE, 0x1D800)):
        digit = unicodedata.digit(chr(code), None)
        if digit is not None and unicodedata.category(chr(code)) == "Nd":
            table[code] = str(digit)
    return table


_READABLE = _translation()


def clean(source: str, start: int, end: int, at: int) -> tuple[str, list[Piece]]:
    """source[start:end] as it reads, with pieces that begin at offset ``at`` of the text."""
    raw = source[start:end]
    if raw.isascii() and not _UNPLAIN.search(raw):
        return raw, [Piece(at, at + len(raw), start, end)]
    parts: list[str] = []
    pieces: list[Piece] = []
    done = 0

    def verbatim(upto: int) -> None:
        nonlocal at, done
        if upto > done:
            parts.append(raw[done:upto].translate(_READABLE))
            pieces.append(Piece(at, at + upto - done, start + done, start + upto))
            at += upto - done
            done = upto

    for match in _RESIZED.finditer(raw):
        verbatim(match.start())
        done = match.end()
        char = "\n" if match[0] == "\r\n" else _composed(match)
        if char:
            parts.append(char)
            pieces.append(Piece(at, at + 1, start + match.start(), start + match.end()))
            at += 1
    verbatim(len(raw))
    return "".join(parts), pieces


def _composed(match: re.Match[str]) -> str:
    base = match["base"]
    if base is None:
        return ""
    marks = match[0][1:]
    if len(marks) <= _MARKS:  # nothing composes with more; and ordering a million takes hours
        whole = unicodedata.normalize("NFC", base + re.sub(f"[{_ZERO_WIDTH}]", "", marks))
        if len(whole) == 1:
            return whole
    return base.translate(_READABLE)


_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Flat:
    """A text for models that read sentences, and where each of its characters stood."""

    text: str
    starts: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stood."""
        if start >= end:
            return start, end
        return self._original(start), self._original(end - 1) + 1

    def lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where each line of text[start:end] stood. Lines that were kept apart are no wrapped
        prose: a name ends where its line does."""
        for line in _LINE.finditer(self.text, start, end):
            yield self.span(*line.span())

    def _original(self, offset: int) -> int:
        at = bisect_right(self.starts, offset) - 1
        return offset if at < 0 else offset + self.shifts[at]


_SPACES = re.compile(r"[^\S\n]*\n\s*|[^\S\n]{2,}")


def flatten(text: str, width: int = 40) -> Flat:
    """Hard-wrapped lines joined and runs of blanks made one; other line ends stay.

    A line end is taken for wrapping when the next line goes on in lower case, or when its
    first word would not have fitted any more: a list of names keeps its lines.
    """
    if not _SPACES.search(text):
        return Flat(text)
    widest = max(width, *(len(line) for line in text.splitlines()))
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    done = saved = 0
    for match in _SPACES.finditer(text):
        parts += text[done : match.start()], " " if _wrapped(text, match, widest) else "\n"
        done = match.end()
        saved += len(match[0]) - 1
        starts.append(done - saved)
        shifts.append(saved)
    parts.append(text[done:])
    return Flat("".join(parts), tuple(starts), tuple(shifts))


def _wrapped(text: str, match: re.Match[str], widest: int) -> bool:
    breaks = match[0].count("\n")
    if breaks != 1:
        return breaks == 0
    following = text[match.end() : match.end() + 40]
    if following[:1].islower():
        return True
    line = match.start() - (text.rfind("\n", 0, match.start()) + 1)
    first_word = following.split(None, 1)[0] if following.strip() else ""
    return line + 1 + len(first_word) > widest


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The form in which two spellings of one name are equal: case, accents, blanks aside."""
    if text.isascii():
        return " ".join(text.casefold().split())
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(bare.casefold().split())


WORD = re.compile(r"[^\W_]+(?:['.\-][^\W_]+)*")


def words(text: str) -> Iterator[re.Match[str]]:
    """The words of a text; apostrophes, hyphens and points inside a word belong to it."""
    return WORD.finditer(text)


def line_starts(text: str) -> list[int]:
    """Where each line of a decoded file begins; CR LF, LF and a lone CR end a line."""
    return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]


def line_and_column(starts: Sequence[int], at: int) -> tuple[int, int]:
    """The place of a character as people count, from one, by where lines begin."""
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1
