"""The words by which originals are found again, and how these must stand in a text.

The same for a document's own originals, known in clear, and for those of a corpus, known by keyed
fingerprints.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from enum import IntFlag

from anonfilter.text.cleaning import clean
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.word_index import Words, folded_words
from anonfilter.text.words import fold, is_common

MOST_WORDS = 31  # of a longer original, as many from its beginning
SPELLED = 3  # so many single letters in a row may spell a name
LONGEST_NUMBER = 40
_JOINED = 6  # so many letters, or it may be any word
_DIGITS = 5  # so many digits alone, or they may be a year
_NUMBER, _CODE = 7, 5  # so many digits alone, so many letters and digits together
_ESCAPE = re.compile(r"(?:\\(?:u[0-9A-Fa-f]{4}|[bfnrt\"/\\]))+")  # pairs are one character
_PART = r"(?:[^\W\d_]\.)*[^\W\d_]+\.?"  # "Bell", "J.R.", "Jr."; but no "example.org"
_NAME = re.compile(rf"{_PART}(?:[\s'\-]+{_PART})*")
_ADDRESS = re.compile(r"\s(?:dot|at)\s", re.I)  # "jane smith at example dot com": no name


class How(IntFlag):
    """How the words of an original must stand in a text to be known again."""

    ANY = 0
    NUMBER = 0x20  # letters and digits, however they are grouped
    CAPITALS = 0x40  # everyday words that are no name: only in capitals
    GLUED = 0x80  # everyday words of an address or a user name: with no blank between them
    ALWAYS = 0x100  # whatever is between them: words that the same document has replaced


def telling(surface: str) -> Iterator[Words]:
    """The word sequences that identify this surface in its own document.

    These are the whole surface, and of a name each part that is not a common word.
    """
    words = folded_words(surface)
    name = _is_name(surface)
    if len(words) > 1 or (words and not (name and _is_common_word(words[0])) and len(words[0]) > 2):
        yield words
    if name:
        yield from ((word,) for word in words if len(word) > 2 and not _is_common_word(word))


def sequences(surface: str) -> Iterator[tuple[How, Words]]:
    """The words that identify an original in any document, and how they must stand."""
    name = _is_name(surface)
    for words in telling(surface):
        keys = keys_of(words)[:MOST_WORDS]
        if keys and not is_any_number("".join(keys)):
            yield _how(surface, words, name), keys
    whole = keys_of(folded_words(surface))
    joined = "".join(whole)
    enough = SPELLED if all(len(word) == 1 for word in whole) else _JOINED
    if name and len(whole) > 1 and len(joined) >= enough and not is_common(joined):
        yield How.ANY, (joined,)
    if is_number(joined):
        yield How.NUMBER, (joined,)


def is_number(joined: str) -> bool:
    """Whether letters and digits are an identifying number, however they are grouped."""
    digits = sum(map(str.isdigit, joined))
    return digits >= _NUMBER or (
        2 <= digits < len(joined) and _CODE <= len(joined) <= LONGEST_NUMBER
    )


def is_any_number(joined: str) -> bool:
    """Whether these are as few digits as in years and page numbers."""
    return joined.isdigit() and len(joined) < _DIGITS


def are_figures(words: Words) -> bool:
    """Whether these are groups of few digits: what stands between them says what they are."""
    return len(words) > 1 and len(joined := "".join(words)) < _NUMBER and joined.isdigit()


def keys_of(words: Words) -> Words:
    """Words as they are compared."""
    return tuple(filter(None, map(key_of, words)))


def key_of(word: str) -> str:
    """A word as it is compared: folded, and nothing but letters and digits."""
    folded = fold(word)
    return folded if folded.isalnum() else "".join(filter(str.isalnum, folded))


def as_bytes(word: str) -> bytes:
    """A word as searches compare it."""
    return word.encode("utf-8", "surrogatepass")


def readings(surface: str) -> Iterator[str]:
    """The original as it is, and with escapes of JSON and of mark-up decoded."""
    written = {surface, _unescaped(surface), html.unescape(surface)}
    for text in sorted(written):
        yield clean(text, 0, len(text), 0)[0]


def _unescaped(surface: str) -> str:
    def read(match: re.Match[str]) -> str:
        return str(json.loads(f'"{match[0]}"'))

    return _ESCAPE.sub(read, surface) if "\\" in surface else surface


def _how(surface: str, words: Words, name: bool) -> How:
    if len(words) == 1 or not all(map(is_common, words)):
        return How.ANY
    if not name:
        return How.ANY if any(map(str.isspace, surface)) else How.GLUED
    borne = any(may_be_given(word) or is_family_name(word) for word in words)
    return How.ANY if borne else How.CAPITALS


def _is_common_word(word: str) -> bool:
    """Whether a word identifies no one; the III of a name also numbers items."""
    return is_common(word) or word == "iii"


def _is_name(surface: str) -> bool:
    """Whether these are the words of a name, and no address or number."""
    return _NAME.fullmatch(surface) is not None and _ADDRESS.search(surface) is None
